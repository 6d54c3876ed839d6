//! Tests of `tsumugi-helpmate` through its public interface: its engines against each other, against the slow rules and against known answers.

mod digest;
mod engines;
mod engines_agree;
mod gpu;
mod problems;
