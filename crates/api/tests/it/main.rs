//! Tests of `tsumugi-api` through its public interface.

mod catalogue;
mod checkpoint;
mod compose;
mod mend;
mod moves;
mod similar;
mod time;
