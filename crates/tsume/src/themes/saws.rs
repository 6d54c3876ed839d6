//! Themes of a piece that moves to and fro and gains a square each time.

use super::{Walk, moved};
use tsumugi_shogi::{Kind, Square};

/// A step: files and ranks.
type Step = (i8, i8);

fn step(from: Square, to: Square) -> Step {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}

/// The ways that the attacker's pieces of a kind take, each piece by itself: its steps one after the other.
fn ways(walk: &Walk, kind: Kind) -> Vec<Vec<Step>> {
    let mut ways: Vec<(Square, Vec<Step>)> = Vec::new();
    for (_, m, before, _) in walk.moves(true) {
        let Some(from) = m.from().filter(|_| moved(before, m) == Some(kind)) else { continue };
        let taken = step(from, m.to());
        match ways.iter_mut().rev().find(|(at, _)| *at == from) {
            Some((at, steps)) => {
                *at = m.to();
                steps.push(taken);
            }
            None => ways.push((m.to(), vec![taken])),
        }
    }
    ways.into_iter().map(|(_, steps)| steps).collect()
}

/// Do two pairs of steps that follow each other lead equally far in the same direction, and is that a tooth of the saw?
fn saws(walk: &Walk, kind: Kind, is_tooth: impl Fn(Step, Step) -> bool) -> bool {
    let sum = |a: Step, b: Step| (a.0 + b.0, a.1 + b.1);
    ways(walk, kind).iter().any(|steps| {
        steps.windows(4).any(|four| {
            let [a, b, c, d] = [four[0], four[1], four[2], four[3]];
            sum(a, b) == sum(c, d) && is_tooth(a, b) && is_tooth(c, d)
        })
    })
}

/// 馬鋸.
pub fn horse(walk: &Walk) -> bool {
    let is_diagonal = |step: Step| step.0.abs() == step.1.abs();
    saws(walk, Kind::Horse, |a, b| {
        let gained = (a.0 + b.0).abs() == 1 && (a.1 + b.1).abs() == 1;
        gained && !(is_diagonal(a) && is_diagonal(b))
    })
}

/// 龍鋸.
pub fn dragon(walk: &Walk) -> bool {
    let is_diagonal = |step: Step| step.0.abs() == 1 && step.1.abs() == 1;
    saws(walk, Kind::Dragon, |a, b| {
        let gained = (a.0 + b.0).abs() + (a.1 + b.1).abs();
        gained == 1 && is_diagonal(a) != is_diagonal(b)
    })
}
