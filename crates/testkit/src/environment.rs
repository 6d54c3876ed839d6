//! How long a test runs and where it starts, as the environment says.

use std::ops::Range;
use std::str::FromStr;

/// The value of an environment variable, or `default` where it is not set.
///
/// # Panics
///
/// If it is set to something else: a mistyped number must not quietly become the default.
pub fn number<T: FromStr>(name: &str, default: T) -> T {
    match text(name) {
        Some(text) => parsed(name, &text),
        None => default,
    }
}

fn parsed<T: FromStr>(name: &str, text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number"))
}

/// The value of an environment variable, unless it is missing or empty.
pub fn text(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
}

/// Is it set, and to something other than `0`?
pub fn wanted(name: &str) -> bool {
    text(name).is_some_and(|text| text != "0")
}

/// Were the long tests asked for, by `TSUMUGI_FULL`?
pub fn full() -> bool {
    wanted("TSUMUGI_FULL")
}

/// The seeds to try: `TSUMUGI_CASES` many (or `cases`), from `TSUMUGI_SEED` (or 0) on.
pub fn seeds(cases: u64) -> Range<u64> {
    let first = number("TSUMUGI_SEED", 0);
    first..first + number("TSUMUGI_CASES", cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_has_its_default() {
        assert_eq!(number("TSUMUGI_NEVER_SET", 7u64), 7);
        assert!(!wanted("TSUMUGI_NEVER_SET"));
    }

    #[test]
    #[should_panic(expected = "TSUMUGI_CASES=1e6 is no number")]
    fn a_mistyped_number_is_not_the_default() {
        parsed::<u64>("TSUMUGI_CASES", "1e6");
    }
}
