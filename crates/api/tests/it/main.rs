//! Tests of `tsumugi-api` through its public interface.

mod time;
