//! Tests of `tsumugi-shogi` through its public interface: the fast rules against the slow ones.

mod against_naive;
