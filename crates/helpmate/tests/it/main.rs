//! Tests of `tsumugi-helpmate` through its public interface: its engines against each other, against the slow rules and against known answers.

mod card;
mod engines;
mod engines_agree;
mod problems;
