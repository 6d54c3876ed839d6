//! A search as the person who started it sees it: its options, and a line that tells how it goes on.

use crate::language::spoken;
use crate::render;
use crate::report::Report;
use std::time::Duration;
use tsumugi_andor::{OptionError, Options, Policy};
use tsumugi_api::{Japanese, Progress, message};

/// A search shorter than this shows no progress.
pub const QUIET: Duration = Duration::from_millis(800);

/// Sets options in the order given.
pub fn set_options(options: &mut impl Policy, words: &[(String, String)]) -> Result<(), Report> {
    words
        .iter()
        .try_for_each(|(name, value)| options.set(name, value).map_err(|error| bad_option(&error)))
}

/// An option that there is not, or a value that it cannot have.
pub fn bad_option(error: &OptionError) -> Report {
    let said = error.japanese();
    Report::new(message!("--option {error}", "--option {said}"))
}

/// Refuses options that the search does not have, and values that they cannot have.
pub fn check_options(words: &[(String, String)]) -> Result<(), Report> {
    set_options(&mut Options::default(), words)
}

/// How many moves of the line being searched are shown.
const SHOWN: usize = 5;

/// How a search goes, in a line.
pub fn words(progress: &Progress) -> String {
    let shown = progress.line.len().min(SHOWN);
    let (seconds, nodes) = (progress.seconds, render::short_number(progress.nodes as f64));
    // The first answer at once; a better one may come.
    let most = progress.found.as_ref().and_then(|found| found.at_most);
    if let Some(most) = most {
        let said = message!(
            "{seconds:.0} s, mate in at most {most}; looking for the shortest, {nodes} nodes (Ctrl-C: that will do)",
            "{seconds:.0}秒 {most}手以内の詰み 最短手数を調査中 {nodes}局面（Ctrl-Cで打ち切り）",
        );
        return spoken().tell(&said).to_string();
    }
    let rate = render::short_number(progress.nodes as f64 / seconds.max(0.001));
    let fill = progress.fill.unwrap_or(0.0) * 100.0;
    let (pn, dn) = (progress.pn.unwrap_or(0), progress.dn.unwrap_or(0));
    let (depth, line) = (progress.depth, progress.line[..shown].join(" "));
    let said = message!(
        "{seconds:.0} s, {nodes} nodes, {rate}/s, table {fill:.0} %, pn {pn} dn {dn}, depth {depth}, at {line}",
        "{seconds:.0}秒 {nodes}局面 毎秒{rate} ハッシュ{fill:.0}% pn {pn} dn {dn} 深さ{depth} {line}",
    );
    spoken().tell(&said).to_string()
}
