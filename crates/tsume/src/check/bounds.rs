//! How long the mate takes, by what is known about the moves beside the line.
//!
//! The line itself shows that the attacker mates in time against its own defences. Where every other defence is mated
//! in time, the mate takes no longer than the line; where no other check mates sooner, it takes no less. Neither asks
//! whether there is a mate within that number of plies from the diagram on, which is the hardest question of all.

use super::{Alternative, Check, Defence, Judgement};
use std::collections::HashMap;

/// Between which lengths the mate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LengthBounds {
    /// There is none within fewer plies.
    pub at_least: u32,
    /// There is one within this many; `None` if that is not known.
    pub at_most: Option<u32>,
}

impl LengthBounds {
    /// The length, if it is settled.
    pub fn exact(self) -> Option<u32> {
        self.at_most.filter(|&most| most == self.at_least)
    }

    /// Of what is known from two sides.
    #[must_use]
    pub fn and(self, other: LengthBounds) -> LengthBounds {
        let least = self.at_least.max(other.at_least);
        let most = match (self.at_most, other.at_most) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        LengthBounds { at_least: least, at_most: most }
    }

    fn one_more(self) -> LengthBounds {
        LengthBounds {
            at_least: self.at_least.saturating_add(1),
            at_most: self.at_most.map(|most| most + 1),
        }
    }

    /// The attacker chooses.
    fn or(self, other: LengthBounds) -> LengthBounds {
        let least = self.at_least.min(other.at_least);
        let most = self.at_most.into_iter().chain(other.at_most).min();
        LengthBounds { at_least: least, at_most: most }
    }

    /// The defender chooses.
    fn max(self, other: LengthBounds) -> LengthBounds {
        let most = self.at_most.zip(other.at_most).map(|(one, other)| one.max(other));
        LengthBounds { at_least: self.at_least.max(other.at_least), at_most: most }
    }
}

/// No mate.
const NEVER: LengthBounds = LengthBounds { at_least: u32::MAX, at_most: None };

/// What is known about the moves beside a line.
#[derive(Clone, Default, Debug)]
pub struct Known<'a> {
    /// About checks.
    pub checks: HashMap<Alternative, &'a Judgement>,
    /// About defences, the line's own interpositions among them.
    pub defences: HashMap<Alternative, &'a Defence>,
}

impl Check {
    /// Between which lengths the mate is, counted as the check counts. A defence that was not looked at, or an
    /// interposition of the line's own, leaves that side open.
    pub fn bounds(&self, known: &Known<'_>) -> LengthBounds {
        let own = self.own_interpositions();
        let mut after = LengthBounds { at_least: 0, at_most: Some(0) };
        for at in (0..self.line.len()).rev() {
            let here = self.at(at);
            after = after.one_more();
            if here.position().turn() == here.attacker() {
                for one in self.others(at) {
                    after = after.or(of_check(known.checks.get(&one).copied()));
                }
            } else {
                let line = (self.line.len() - at) as u32;
                if let Some(own) = own.iter().find(|one| one.after == at) {
                    let counts = known.defences.get(own) == Some(&&Defence::Counts);
                    after.at_least = if counts { after.at_least.min(line) } else { 0 };
                }
                for one in self.others(at) {
                    after = after.max(self.of_defence(one, known.defences.get(&one).copied()));
                }
            }
        }
        after
    }

    /// After a defence, itself counted. An interposition that is not futile at the length of the others may be at a greater
    /// one, so how long it holds out by itself is not what it costs: at least two plies more than the line is all that is known.
    fn of_defence(&self, one: Alternative, defence: Option<&Defence>) -> LengthBounds {
        let bounds = |at_least, at_most| LengthBounds { at_least, at_most };
        let line = (self.line.len() - one.after) as u32;
        match defence {
            Some(Defence::Shorter) => bounds(0, Some(line.saturating_sub(2))),
            Some(Defence::InTime | Defence::Counts) => bounds(0, Some(line)),
            Some(Defence::Futile) => bounds(0, Some(self.longest[one.after].max(line))),
            // As long as the line's own defence, whatever that is.
            Some(Defence::Mirror) => bounds(0, Some(0)),
            Some(Defence::Leftover | Defence::Equal(_)) => bounds(line, Some(line)),
            Some(
                Defence::Longer { line: longer, settled: true }
                | Defence::LongerLeftover { line: longer, .. },
            ) => {
                let plies = longer.len() as u32;
                bounds(if self.may_interpose(one) { line + 2 } else { plies }, Some(plies))
            }
            Some(Defence::Longer { settled: false, .. }) => bounds(line + 2, None),
            Some(Defence::Escapes) => NEVER,
            Some(Defence::Open(_)) | None => bounds(0, None),
        }
    }

    /// Records the defences after this many moves that hold out longer: other mates, and whether interpositions are
    /// futile, are compared with them. Later defences must have been noted before.
    pub fn learn(&mut self, at: usize, known: &Known<'_>) {
        let defences = self.others(at).filter_map(|one| known.defences.get(&one));
        let longer = defences.filter_map(|defence| match defence {
            Defence::Longer { line, settled: true } | Defence::LongerLeftover { line, .. } => {
                Some(line.len() as u32)
            }
            _ => None,
        });
        self.longest[at] = longer.max().unwrap_or(0).max(self.longest[at + 1] + 1);
        for before in (0..at).rev() {
            self.longest[before] = self.longest[before + 1] + 1;
        }
    }

    fn others(&self, at: usize) -> impl Iterator<Item = Alternative> + use<> {
        let played = self.line[at];
        let moves = super::moves_of(self.at(at)).into_iter();
        moves.filter(move |&m| m != played).map(move |m| Alternative { after: at, m })
    }
}

fn of_check(judgement: Option<&Judgement>) -> LengthBounds {
    match judgement {
        Some(Judgement::NoMate { .. }) => NEVER,
        Some(Judgement::Mate(dual)) => {
            LengthBounds { at_least: dual.at_least, at_most: Some(dual.plies) }
        }
        Some(Judgement::Open(_)) | None => LengthBounds { at_least: 1, at_most: None },
    }
}
