//! A mate problem whose first bounds and edge costs come from somebody else.

use tsumugi_andor::{Bounds, Decided, Hints, Initial, Plies, Rules, Turn, Wrapper};
use tsumugi_shogi::{Checks, Move};
use tsumugi_tsume::learned::Look;
use tsumugi_tsume::{AttackerHand, TsumeGame};

/// Says what a position met for the first time looks like, and what a move costs.
pub trait Guide {
    /// First bounds of the game's current position, in which there is this to see, and this many plies are left.
    fn guess(&self, game: &TsumeGame, look: &Look, left: Plies) -> Bounds;

    /// What a move of the current position adds to (pn, dn).
    fn cost(&self, _game: &TsumeGame, _m: Move) -> (i32, i32) {
        (0, 0)
    }
}

/// What a search knows about a position before it expands it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// That it is a mate, has a mate in one, or has no check: as the solver does.
    MateInOne,
    /// Nothing: that a position has no moves is known when it is expanded, as in the paper.
    Nothing,
}

/// A mate problem with its guide. Everything else is as [`TsumeGame`] has it.
#[derive(Debug)]
pub struct Guided<'a, G: ?Sized> {
    game: TsumeGame,
    guide: &'a G,
    sight: Sight,
}

impl<'a, G: Guide + ?Sized> Guided<'a, G> {
    /// The problem of a game's current position.
    pub fn new(game: TsumeGame, guide: &'a G) -> Guided<'a, G> {
        Guided { game, guide, sight: Sight::MateInOne }
    }

    /// The same, with positions seen like this.
    #[must_use]
    pub fn seeing(self, sight: Sight) -> Guided<'a, G> {
        Guided { sight, ..self }
    }

    /// Decided at sight, or what there is to see.
    fn see(&mut self) -> Result<Decided<AttackerHand>, Look> {
        match (self.sight, self.game.turn()) {
            (Sight::MateInOne, _) => self.game.see(),
            (Sight::Nothing, Turn::And) => Err(Look::Checked(self.game.position().ways_out())),
            (Sight::Nothing, Turn::Or) => Err(Look::Answered(Checks::default())),
        }
    }
}

impl<G: ?Sized> Clone for Guided<'_, G> {
    fn clone(&self) -> Self {
        Guided { game: self.game.clone(), guide: self.guide, sight: self.sight }
    }
}

impl<G: Guide + ?Sized> Wrapper for Guided<'_, G> {
    type Inner = TsumeGame;
    const FAITHFUL: bool = true;

    fn inner(&self) -> &TsumeGame {
        &self.game
    }

    fn inner_mut(&mut self) -> &mut TsumeGame {
        &mut self.game
    }

    fn fork(&self, _: Option<Self>) -> Option<Self> {
        Some(self.clone())
    }

    /// Whichever guess is asked for, the guide's is given.
    fn look(&mut self, initial: Initial) -> Result<Decided<AttackerHand>, Bounds> {
        let left = match initial {
            Initial::Unit if self.sight == Sight::Nothing => return Err(Bounds::UNIT),
            Initial::Unit => return self.game.look(initial),
            Initial::Estimated => Plies::UNLIMITED,
            Initial::Learned(left) => left,
        };
        self.see().map_err(|look| self.guide.guess(&self.game, &look, left))
    }

    fn estimate(&mut self) -> Bounds {
        Wrapper::look(self, Initial::Estimated).err().unwrap_or(Bounds::UNIT)
    }

    fn cost(&self, m: Move) -> (i32, i32) {
        self.guide.cost(&self.game, m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{self, PaperGuide};
    use std::sync::Arc;
    use tsumugi_andor::engines::dfpn::Dfpn;
    use tsumugi_andor::{GameValue, Search, Table};
    use tsumugi_shogi::random;

    #[test]
    fn what_is_seen_changes_the_effort_and_not_the_answer() {
        let (mut answers, mut mates, mut expansions) = (0, 0, [0; 2]);
        for seed in 0..150 {
            let position = random::position_of(random::Style::Tsume, seed);
            let attacker = tsumugi_tsume::attacker_of(&position);
            let guide = PaperGuide::new(None);
            let [(seen, usual), (blind, more)] = [Sight::MateInOne, Sight::Nothing].map(|sight| {
                let game = Guided::new(TsumeGame::new(position.clone(), attacker), &guide);
                let table = Arc::new(Table::with_bytes(1 << 20));
                let mut search = Dfpn::new(game.seeing(sight), paper::options(false, false), table);
                search.advance(3_000);
                (search.verdict().answer(), search.stats().expansions)
            });
            if let (Some(seen), Some(blind)) = (seen, blind) {
                assert_eq!(seen, blind, "seed {seed}: {}", position.to_sfen());
                (answers, mates) = (answers + 1, mates + u32::from(seen));
                expansions = [expansions[0] + usual, expansions[1] + more];
            }
        }
        assert!(answers > 50 && mates > 15, "{answers} {mates}");
        assert!(2 * expansions[0] < expansions[1], "{expansions:?}");
    }

    #[test]
    fn a_mate_in_one_is_one_expansion_only_for_who_sees_it() {
        let position = tsumugi_shogi::Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        let game = TsumeGame::new(position.unwrap(), tsumugi_shogi::Color::Black);
        let guide = PaperGuide::new(None);
        let expansions = [Sight::MateInOne, Sight::Nothing].map(|sight| {
            let table = Arc::new(Table::with_bytes(1 << 20));
            let game = Guided::new(game.clone(), &guide).seeing(sight);
            let mut search = Dfpn::new(game, paper::options(false, false), table);
            search.advance(100);
            assert!(matches!(search.verdict(), GameValue::Proved(_)));
            search.stats().expansions
        });
        assert!(expansions[0] == 1 && expansions[1] > 2, "{expansions:?}");
    }
}
