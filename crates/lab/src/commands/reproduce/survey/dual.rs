//! λ-search that sees counter-threats: brinkmates in which the defender may mate first.
//!
//! Trouble  A threat of mate gives the defender a free move. If he has a mate by checks, the threat was worth nothing; but the
//!          search finds that out one check at a time, among all his other replies.
//! Idea     After a move that is no check, ask a small search of its own whether the defender mates by checks (order 1). If
//!          he does, the attacker's move has failed at sight.
//! Source   Dual λ-search, \[Soeda05\], in which both sides have orders; here the defender's is 1.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::lambda::{Order, Threats};
use tsumugi_andor::{
    Bounds, Decided, Initial, Limits, Options, Resources, Rules, Table, Turn, Wrapper, drive,
};
use tsumugi_tsume::TsumeGame;

/// Memory of a search for a counter-mate.
const BYTES: usize = 1 << 15;

/// What the searches for counter-mates took, and how many found one.
#[derive(Default, Debug)]
pub struct Counters {
    /// Expansions.
    pub expansions: AtomicU64,
    /// Moves played.
    pub plays: AtomicU64,
    /// Counter-mates.
    pub found: AtomicU64,
}

/// Positions with orders, with an eye on the attacker's own king.
#[derive(Clone, Debug)]
pub struct Dual {
    threats: Threats<TsumeGame>,
    /// Expansions for each look.
    effort: u64,
    counters: Arc<Counters>,
}

impl Dual {
    /// The same question, with `effort` expansions after each threat; 0 never looks.
    pub fn new(threats: Threats<TsumeGame>, effort: u64, counters: Arc<Counters>) -> Dual {
        Dual { threats, effort, counters }
    }

    /// After a threat that is no check: does the defender mate by checks?
    fn is_countered(&self) -> bool {
        let position = self.threats.game().position();
        let threatened = self.threats.turn() == Turn::And
            && self.threats.resource().order > Order(1)
            && !position.in_check()
            && position.king(!position.turn()).is_some();
        if self.effort == 0 || !threatened {
            return false;
        }
        let game = TsumeGame::new(position.clone(), position.turn());
        let mut search = Dfpn::new(game, Options::default(), Arc::new(Table::with_bytes(BYTES)));
        let outcome = drive(&mut search, &Limits::expansions(self.effort), &mut ());
        let mates = outcome.verdict.answer() == Some(true);
        let add = |counter: &AtomicU64, number| counter.fetch_add(number, Ordering::Relaxed);
        add(&self.counters.expansions, outcome.stats.expansions);
        add(&self.counters.plays, outcome.stats.plays);
        add(&self.counters.found, u64::from(mates));
        mates
    }
}

/// A counter-mate is a refutation that the inner game has as well, by the replies that give check.
impl Wrapper for Dual {
    type Inner = Threats<TsumeGame>;
    const FAITHFUL: bool = true;

    fn inner(&self) -> &Self::Inner {
        &self.threats
    }

    fn inner_mut(&mut self) -> &mut Self::Inner {
        &mut self.threats
    }

    fn fork(&self, _: Option<Dual>) -> Option<Dual> {
        None
    }

    fn look(
        &mut self,
        initial: Initial,
    ) -> Result<Decided<<Threats<TsumeGame> as Resources>::Resource>, Bounds> {
        use tsumugi_andor::Hints;
        let seen = Hints::look(&mut self.threats, initial);
        match seen {
            // With less in hand the attacker defends worse, and the defender holds the rest.
            Err(_) if self.is_countered() => Ok(Decided::Loss(self.threats.resource())),
            seen => seen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_andor::PaperOptions;
    use tsumugi_shogi::random::{Style, position_of};
    use tsumugi_tsume::{Problem, brinkmate};

    /// On small boards, half of them with both kings: the same answers with and without, where there are any.
    #[test]
    fn a_counter_mate_changes_the_effort_and_no_answer() {
        let counters = Arc::new(Counters::default());
        let mut both = 0;
        for seed in 0..150 {
            let problem = Problem::new(position_of(Style::Walled, seed));
            let answer = |effort| {
                let game = Dual::new(brinkmate::game(&problem), effort, counters.clone());
                let table = Arc::new(Table::with_bytes(1 << 20));
                let mut search = Dfpn::new(game, PaperOptions::default(), table);
                drive(&mut search, &Limits::expansions(1_000), &mut ()).verdict.answer()
            };
            if let (Some(plain), Some(dual)) = (answer(0), answer(20)) {
                assert_eq!(plain, dual, "seed {seed}");
                both += 1;
            }
        }
        println!("{both} answers, {} counter-mates", counters.found.load(Ordering::Relaxed));
        assert!(both > 50, "{both}");
        assert!(counters.found.load(Ordering::Relaxed) > 0);
    }
}
