#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

/// 将棋図巧 (Shogi Zuko, 1755): a SFEN, a name, the length that is stated or `?`.
pub const ZUKO: &str = include_str!("../zuko.tsv");
/// 将棋無双 (Shogi Muso, 1734): as [`ZUKO`].
pub const MUSO: &str = include_str!("../muso.tsv");
/// Lines of 図巧: a SFEN, a name, the plies, the moves as USI writes them.
pub const ZUKO_LINES: &str = include_str!("../zuko_lines.tsv");
/// Lines of 無双: as [`ZUKO_LINES`].
pub const MUSO_LINES: &str = include_str!("../muso_lines.tsv");
/// What `tsumugi bench` solves: a SFEN, a name, a kind.
pub const BENCH: &str = include_str!("../bench.tsv");
/// A problem of every class that `tsumugi check` tells apart: a SFEN, a name, what the check must find.
pub const CHECK: &str = include_str!("../check.tsv");
