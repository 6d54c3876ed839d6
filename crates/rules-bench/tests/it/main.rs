//! The rules of `tsumugi-shogi` against those of other crates.

mod against_peers;
mod peers;
