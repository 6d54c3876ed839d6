//! A search as the person who started it sees it: its options, and a line that tells how it goes on.

use crate::render;
use crate::report::Report;
use std::time::Duration;
use tsumugi_andor::{Options, Policy};
use tsumugi_api::Progress;

/// A search shorter than this shows no progress.
pub const QUIET: Duration = Duration::from_millis(800);

/// Sets options in the order given.
pub fn set_options(options: &mut impl Policy, words: &[(String, String)]) -> Result<(), Report> {
    words.iter().try_for_each(|(name, value)| {
        options.set(name, value).map_err(|error| Report::new(format!("--option {error}")))
    })
}

/// Refuses options that the search does not have, and values that they cannot have.
pub fn check_options(words: &[(String, String)]) -> Result<(), Report> {
    set_options(&mut Options::default(), words)
}

/// So many moves of the line being searched are shown.
const SHOWN: usize = 5;

/// How a search goes, in a line.
pub fn words(progress: &Progress) -> String {
    let shown = progress.line.len().min(SHOWN);
    // The first answer at once; a better one may come.
    let most = progress.found.as_ref().and_then(|found| found.at_most);
    if let Some(most) = most {
        return format!(
            "{:.0} s, mate in at most {most}; looking for the shortest, {} nodes (Ctrl-C: that will do)",
            progress.seconds,
            render::short_number(progress.nodes as f64),
        );
    }
    format!(
        "{:.0} s, {} nodes, {}/s, table {:.0} %, pn {} dn {}, depth {}, at {}",
        progress.seconds,
        render::short_number(progress.nodes as f64),
        render::short_number(progress.nodes as f64 / progress.seconds.max(0.001)),
        progress.fill.unwrap_or(0.0) * 100.0,
        progress.pn.unwrap_or(0),
        progress.dn.unwrap_or(0),
        progress.depth,
        progress.line[..shown].join(" "),
    )
}
