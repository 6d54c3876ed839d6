//! The themes of a settled solution, by name.

use tsumugi_shogi::Move;
use tsumugi_tsume::Problem;
use tsumugi_tsume::themes::{Theme, themes};

/// The names of the themes of a line, if it is as long as the mate is known to be.
pub(crate) fn of(problem: &Problem, line: &[Move], length: Option<u32>) -> Vec<String> {
    match length {
        Some(plies) if plies > 0 && plies as usize == line.len() => {
            themes(problem, line).into_iter().map(|theme| theme.id().to_string()).collect()
        }
        _ => vec![],
    }
}

/// The names of themes for people: English and Japanese.
pub fn names(ids: &[String]) -> (String, String) {
    let known: Vec<Theme> = ids.iter().filter_map(|id| Theme::from_id(id)).collect();
    let english: Vec<String> =
        known.iter().map(|theme| format!("{} ({})", theme.english(), theme.japanese())).collect();
    let japanese: Vec<&str> = known.iter().map(|theme| theme.japanese()).collect();
    (english.join(", "), japanese.join("、"))
}
