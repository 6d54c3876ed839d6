//! Tests of `tsumugi-verify` through its public interface: its rules, and certificates true and forged.

mod attacks;
mod brinkmates;
mod certificates;
mod common;
mod forged;
mod linked;
mod pawn_drop_mate;
mod perft;
mod proved;
mod rules;
mod shortest;
mod streams;
mod third;
mod worst;
