//! Tests of `tsumugi-api` through its public interface.

mod compose;
mod mend;
mod moves;
mod time;
