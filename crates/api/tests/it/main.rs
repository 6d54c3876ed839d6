//! Tests of `tsumugi-api` through its public interface.

mod mend;
mod moves;
mod similar;
mod time;
