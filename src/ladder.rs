//! Limits that grow: little effort for all problems first, then more for those that are left.
//!
//! Most problems of a collection are easy and a few are very hard. With one limit for all, the hard ones keep the easy
//! ones waiting or are not solved; with a ladder of limits every problem gets the effort it needs, and what the first
//! rungs cost the hard ones is a small part of the last.

use serde::{Deserialize, Serialize};

/// A limit for one attempt at a problem.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "Limit", from = "Limit")]
pub struct Rung {
    /// Seconds; infinite for no limit.
    pub seconds: f64,
    /// Positions expanded.
    pub nodes: u64,
}

/// A limit as it is sent, with nothing for what is not limited.
#[derive(Serialize, Deserialize)]
struct Limit {
    seconds: Option<f64>,
    nodes: Option<u64>,
}

impl From<Rung> for Limit {
    fn from(rung: Rung) -> Limit {
        Limit {
            seconds: Some(rung.seconds).filter(|seconds| seconds.is_finite()),
            nodes: Some(rung.nodes).filter(|&nodes| nodes < u64::MAX),
        }
    }
}

impl From<Limit> for Rung {
    fn from(limit: Limit) -> Rung {
        let Limit { seconds, nodes } = limit;
        Rung { seconds: seconds.unwrap_or(f64::INFINITY), nodes: nodes.unwrap_or(u64::MAX) }
    }
}

impl Rung {
    /// May this attempt succeed where one with the other limit failed?
    pub fn exceeds(&self, other: &Rung) -> bool {
        self.seconds > other.seconds || self.nodes > other.nodes
    }
}

/// Limits for one attempt after the other; never empty.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder(Vec<Rung>);

impl Ladder {
    /// The ladder of these limits. The shorter list ends with its last limit for the attempts that the longer has
    /// more; an empty list limits nothing. What does not allow more than the attempt before is left out.
    pub fn new(seconds: &[f64], nodes: &[u64]) -> Ladder {
        let count = seconds.len().max(nodes.len()).max(1);
        let mut rungs: Vec<Rung> = Vec::new();
        for i in 0..count {
            let rung = Rung {
                seconds: seconds.get(i).or(seconds.last()).copied().unwrap_or(f64::INFINITY),
                nodes: nodes.get(i).or(nodes.last()).copied().unwrap_or(u64::MAX),
            };
            if rungs.last().is_none_or(|last| rung.exceeds(last) && !last.exceeds(&rung)) {
                rungs.push(rung);
            }
        }
        Ladder(rungs)
    }

    /// The limits, the smallest first.
    pub fn rungs(&self) -> &[Rung] {
        &self.0
    }

    /// The limit of the last attempt.
    pub fn last(&self) -> Rung {
        self.0[self.0.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_grow_and_the_last_one_stays() {
        let ladder = Ladder::new(&[0.1, 1.0, 10.0], &[500]);
        let expected = [0.1, 1.0, 10.0].map(|seconds| Rung { seconds, nodes: 500 });
        assert_eq!(ladder.rungs(), expected);
        assert_eq!(ladder.last(), expected[2]);
        assert_eq!(Ladder::new(&[], &[]).rungs(), [Rung { seconds: f64::INFINITY, nodes: u64::MAX }]);
        assert_eq!(Ladder::new(&[5.0, 5.0, 1.0], &[]).rungs().len(), 1);
    }

    #[test]
    fn more_of_anything_is_worth_another_attempt() {
        let rung = |seconds, nodes| Rung { seconds, nodes };
        assert!(rung(2.0, 10).exceeds(&rung(1.0, 10)));
        assert!(rung(2.0, 5).exceeds(&rung(1.0, 10)));
        assert!(!rung(1.0, 10).exceeds(&rung(1.0, 10)));
        assert!(!rung(0.5, 10).exceeds(&rung(1.0, 10)));
    }
}
