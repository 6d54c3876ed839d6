//! Tests of `tsumugi-api` through its public interface.

mod moves;
mod time;
