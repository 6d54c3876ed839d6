//! The hand-made guess with other constants: the fair rival of what is learned.
//!
//! The constants of the solver's own guess were chosen by trying. Here they are chosen by an evolution strategy: a copy
//! with a few constants changed takes the place of the best so far if it needs fewer moves on problems of the training
//! split. Everything drawn follows from a number, so that two runs agree.

use crate::guided::{Guide, Guided};
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{Bounds, Limits, Options, Outcome, Plies, Table, drive};
use tsumugi_shogi::Kind;
use tsumugi_shogi::random::Random;
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::Look;

/// The constants of the hand-made guess, in halves of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constants(pub [u32; 11]);

/// What each is for.
pub const NAMES: [&str; 11] = [
    "check: pn for each way out",
    "check: pn beside them",
    "check: pn more if it is not supported",
    "check: dn if it is supported",
    "check: dn if it is not",
    "reply by the king or capture: pn",
    "reply by the king or capture: dn",
    "other reply, held: pn",
    "other reply, held: dn",
    "other reply, hit: pn",
    "other reply, hit: dn",
];

impl Constants {
    /// Those the solver has.
    pub const USUAL: Constants = Constants([2, 0, 2, 4, 2, 3, 2, 2, 2, 2, 4]);

    /// What [`tune`] found on the training split: `tsumugi-lab train tune --trials 100`.
    pub const TUNED: Constants = Constants([2, 0, 5, 3, 0, 5, 3, 5, 2, 3, 5]);

    /// A copy with one to three constants changed.
    fn changed(self, random: &mut Random) -> Constants {
        let mut out = self;
        for _ in 0..=random.below(3) {
            let constant = &mut out.0[random.below(NAMES.len())];
            let step = random.pick(&[-2, -1, 1, 2]);
            *constant = constant.saturating_add_signed(step).min(32);
        }
        out
    }
}

impl Guide for Constants {
    fn guess(&self, game: &TsumeGame, look: &Look, _left: Plies) -> Bounds {
        let [way, beside, alone_pn, dn, alone_dn, moved_pn, moved_dn, held_pn, held_dn, hit_pn, hit_dn] =
            self.0;
        let Some(last) = game.last_move() else { return game.hand_made(look) };
        let (to, us) = (last.m.to(), game.attacker());
        let (ours, theirs) = (game.attackers(to, us), game.attackers(to, !us));
        if let Look::Checked(ways) = look {
            let pn = beside + way * (ways.moves + u32::from(ways.drops));
            let took_a_general = matches!(last.captured, Some(Kind::Gold | Kind::Silver));
            return match ours + 1 > theirs || took_a_general {
                true => Bounds::open(pn, dn),
                false => Bounds::open(pn + alone_pn, alone_dn),
            };
        }
        let by_king = game.position().king(!us) == Some(to);
        match () {
            _ if last.captured.is_some() || by_king => Bounds::open(moved_pn, moved_dn),
            _ if ours < theirs + 1 => Bounds::open(held_pn, held_dn),
            _ => Bounds::open(hit_pn, hit_dn),
        }
    }
}

/// Memory for the table of a search.
const BYTES: usize = 8 << 20;

/// What a search of a game's current position comes to with these constants.
pub fn search(game: &TsumeGame, constants: &Constants, expansions: u64) -> Outcome {
    let game = Guided::new(game.clone(), constants);
    let mut search = Dfpn::new(game, Options::default(), Arc::new(Table::with_bytes(BYTES)));
    drive(&mut search, &Limits::expansions(expansions), &mut ())
}

/// The mean of the logarithms of moves played; smaller is better.
pub fn effort(games: &[TsumeGame], constants: &Constants, expansions: u64) -> f64 {
    let moves = |game| (1.0 + search(game, constants, expansions).stats.plays as f64).ln();
    games.iter().map(moves).sum::<f64>() / games.len().max(1) as f64
}

/// Improves the constants in this number of trials. `tell` is called for each with its number, the effort of the best so far,
/// and those constants; it says whether to go on.
pub fn tune(
    trials: u32,
    effort: impl Fn(&Constants) -> f64,
    mut tell: impl FnMut(u32, f64, &Constants) -> bool,
) -> Constants {
    let mut random = Random::new(1);
    let mut best = Constants::USUAL;
    let mut least = effort(&best);
    for trial in 0..trials {
        if !tell(trial, least, &best) {
            break;
        }
        let other = best.changed(&mut random);
        let now = effort(&other);
        if now < least {
            (best, least) = (other, now);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_andor::{Engine, PaperOptions};
    use tsumugi_shogi::random::{Style, position_of};

    fn games() -> Vec<TsumeGame> {
        let game = |seed| {
            let position = position_of(Style::Tsume, seed);
            let attacker = tsumugi_tsume::attacker_of(&position);
            TsumeGame::new(position, attacker)
        };
        (0..30).map(game).collect()
    }

    #[test]
    fn the_usual_constants_are_the_solvers() {
        for game in games() {
            let ours = search(&game, &Constants::USUAL, 300);
            let limits = Limits::expansions(300);
            let engine = Engine::Dfpn;
            let theirs = tsumugi_andor::solve(
                game,
                &engine,
                &PaperOptions { learned: false, ..PaperOptions::default() },
                BYTES,
                &limits,
                &mut (),
            );
            assert_eq!(ours.stats, theirs.stats);
        }
    }

    #[test]
    fn tuning_never_makes_it_worse() {
        let games = games();
        let effort = |constants: &Constants| effort(&games, constants, 100);
        let tuned = tune(8, effort, |_, _, _| true);
        assert!(effort(&tuned) <= effort(&Constants::USUAL));
        assert_eq!(tuned, tune(8, effort, |_, _, _| true));
    }
}
