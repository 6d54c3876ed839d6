//! English texts and what they are in Japanese.

use std::collections::HashMap;

/// English texts of a program's help, each with the Japanese one.
#[derive(Debug)]
pub struct Dictionary(HashMap<&'static str, &'static str>);

impl Dictionary {
    /// Reads a dictionary: a line of English, a line of Japanese, an empty line, and so on.
    pub fn read(text: &'static str) -> Dictionary {
        let entry = |block: &'static str| block.trim().split_once('\n');
        Dictionary(text.split("\n\n").filter_map(entry).collect())
    }

    /// The Japanese text.
    pub fn find(&self, english: &str) -> Option<&'static str> {
        self.0.get(english).copied()
    }

    /// The Japanese text; the English one where it is not known, which a test of the program sees to.
    pub fn japanese<'a>(&self, english: &'a str) -> &'a str {
        self.find(english).unwrap_or(english)
    }

    /// A text of several paragraphs.
    pub fn paragraphs(&self, english: &str) -> Vec<String> {
        english.split("\n\n").map(|one| self.japanese(one).to_string()).collect()
    }

    /// A usage or the form of an argument: the names of its values are translated.
    pub fn form(&self, english: &str) -> String {
        let mut out = String::new();
        let mut rest = english;
        while let Some(at) = rest.find(['<', '[']) {
            out += &rest[..at];
            rest = &rest[at..];
            let close = if rest.starts_with('<') { '>' } else { ']' };
            let inner = rest[1..].find(['<', '[', close]).map_or(rest.len(), |end| end + 1);
            // Brackets around other brackets are no name.
            let end = if rest[inner..].starts_with(close) { inner + 1 } else { 1 };
            out += self.japanese(&rest[..end]);
            rest = &rest[end..];
        }
        out + rest
    }

    /// All English texts.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.keys().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_values_are_translated_where_they_stand() {
        let dictionary =
            Dictionary::read("<FILE>\n<ファイル>\n\n[OPTIONS]\n[オプション]\n\n<DEPTH>\n<深さ>\n");
        assert_eq!(dictionary.form("p [OPTIONS] <FILE>..."), "p [オプション] <ファイル>...");
        assert_eq!(dictionary.form("--tree [<DEPTH>]"), "--tree [<深さ>]");
        assert_eq!(dictionary.form("--x <OTHER>"), "--x <OTHER>");
        assert_eq!(dictionary.keys().count(), 3);
    }
}
