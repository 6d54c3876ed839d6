//! Tests of `tsumugi-learn` through its public interface.

mod small_training;
