//! Tests of `tsumugi-andor` through its public interface, most of them against brute force on small games.

mod best_first;
mod cstar;
mod decided;
mod dominance;
mod games;
mod ground_truth;
mod lengths;
mod options_doc;
mod policy;
mod proofs;
mod random_boards;
mod soak;
mod tokens;
mod wrapper;
