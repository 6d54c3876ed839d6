//! Tests of `tsumugi-workshop` through its public interface.

mod family;
