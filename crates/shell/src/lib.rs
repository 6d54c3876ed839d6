//! What the command-line programs of tsumugi have in common: words into problems, answers into words, and everything
//! around them: errors with carets, files that appear whole, exit codes, Ctrl-C, a progress line, the user's language.
//!
//! There are two such programs: `tsumugi`, the product, and `tsumugi-lab`, which repeats the experiments of papers.

pub mod args;
pub mod bench;
pub mod completions;
pub mod exit;
pub mod help;
pub mod language;
pub mod memory;
pub mod output;
pub mod problems;
pub mod program;
pub mod render;
pub mod report;
pub mod searching;
pub mod stop;
pub mod terminal;
pub mod zstandard;
