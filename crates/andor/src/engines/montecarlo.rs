//! Monte-Carlo proof-number search: the first numbers of a leaf come from random games.
//!
//! Trouble  Every new leaf counts the same, although some are all but won, and there need not be an evaluation that
//!          tells them apart.
//! Idea     Play a few games at random from the leaf to their ends. The more of them OR wins, the smaller the first
//!          proof number and the larger the first disproof number.
//! Source   \[Saito06\]. The numbers there are fractions of one; ours are whole, from 1 to `SCALE` + 1.
//! Switch   `estimate`; off, every leaf counts 1 and this is plain proof-number search.
//! Seen     The moves of the games are among `stats.plays`.
//!
//! The games of a position depend on nothing but its key: a search repeated is the same search.

use crate::engines::pn::{Pn, PnOptions};
use crate::game::{Decided, Initial, Wrapper};
use crate::toy::random_graphs::Rng;
use crate::{
    Bounds, Game, GameValue, PaperOptions, Resource, Resources, Rules, Search, Stats, Status, Turn,
};
use std::fmt;

/// Games from a leaf. Fewer: the numbers say little. More: a leaf costs more than it tells.
const GAMES: u32 = 8;
/// Plies of a game at most; one that is longer counts half. Fewer: most games of a long mate have no end. More: games that
/// go round in circles cost most.
const PLIES: u32 = 16;
/// How much larger than 1 a number becomes. Less: the games hardly count beside the number of leaves. More: one leaf that
/// looks bad outweighs many.
const SCALE: u32 = 4;

/// A game whose first bounds come from random games.
#[derive(Clone, Debug)]
pub struct RandomGames<G: Rules> {
    game: G,
    moves: Vec<G::Move>,
    /// Moves played at random.
    played: u64,
}

/// How a random game ended: what OR has of it, in halves.
type Halves = u32;

impl<G: Game> RandomGames<G> {
    /// The same game.
    pub fn new(game: G) -> RandomGames<G> {
        RandomGames { game, moves: Vec::new(), played: 0 }
    }

    /// Plays to the end or for [`PLIES`], and takes everything back.
    fn play_out(&mut self, random: &mut Rng) -> Halves {
        let mut depth = 0;
        let end = loop {
            match self.game.decided() {
                Some(Decided::Win(..)) => break 2,
                Some(Decided::Loss(_)) => break 0,
                None if depth == PLIES => break 1,
                None => {}
            }
            self.moves.clear();
            self.game.moves(&mut self.moves);
            if self.moves.is_empty() {
                break if self.game.turn() == Turn::And { 2 } else { 0 };
            }
            self.game.play(self.moves[random.below(self.moves.len())]);
            depth += 1;
        };
        self.played += u64::from(depth);
        (0..depth).for_each(|_| self.game.undo());
        end
    }

    /// First bounds of the present position.
    fn guess(&mut self) -> Bounds {
        let mut random = Rng::new(self.game.key() ^ u64::from(self.game.resource().to_bits()) << 32);
        let won: Halves = (0..GAMES).map(|_| self.play_out(&mut random)).sum();
        let most = 2 * GAMES;
        Bounds::open(1 + SCALE * (most - won) / most, 1 + SCALE * won / most)
    }
}

impl<G: Game> Wrapper for RandomGames<G> {
    type Inner = G;
    const FAITHFUL: bool = true;

    fn inner(&self) -> &G {
        &self.game
    }

    fn inner_mut(&mut self) -> &mut G {
        &mut self.game
    }

    fn fork(&self, spare: Option<Self>) -> Option<Self> {
        self.game.fork(spare.map(|spare| spare.game)).map(RandomGames::new)
    }

    fn look(&mut self, initial: Initial) -> Result<Decided<<G as Resources>::Resource>, Bounds> {
        match (self.game.decided(), initial) {
            (Some(decided), _) => Ok(decided),
            (None, Initial::Unit) => Err(Bounds::UNIT),
            (None, Initial::Estimated | Initial::Learned(_)) => Err(self.guess()),
        }
    }

    fn estimate(&mut self) -> Bounds {
        self.guess()
    }
}

/// Best-first proof-number search with random games at its leaves.
pub struct MonteCarlo<G: Game>(Pn<RandomGames<G>>);

impl<G: Game> fmt::Debug for MonteCarlo<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MonteCarlo").field(&self.0).finish()
    }
}

impl<G: Game> MonteCarlo<G> {
    /// A search of the position `game` is in.
    pub fn new(game: G, options: &PaperOptions, limits: PnOptions) -> MonteCarlo<G> {
        MonteCarlo(Pn::new(RandomGames::new(game), options, limits))
    }
}

impl<G: Game> Search for MonteCarlo<G> {
    fn advance(&mut self, budget: u64) -> Status {
        self.0.advance(budget)
    }

    fn verdict(&self) -> GameValue {
        self.0.verdict()
    }

    fn stats(&self) -> Stats {
        let stats = self.0.stats();
        Stats { plays: stats.plays + self.0.game().played, ..stats }
    }

    fn root_bounds(&self) -> Bounds {
        self.0.root_bounds()
    }

    fn fill(&self) -> f64 {
        self.0.fill()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::graph::{Graph, GraphGame};
    use crate::toy::random_graphs::any_graph;
    use crate::{Limits, drive};
    use std::sync::Arc;

    #[test]
    fn the_answer_is_the_truth_and_a_search_repeated_is_the_same() {
        let mut answered = 0;
        for seed in 0..2_000 {
            let graph = Arc::new(any_graph(seed, 40));
            let truth = graph.truth()[0];
            let run = || {
                let game = GraphGame::new(graph.clone()).with_keys(seed);
                let mut search = MonteCarlo::new(game, &PaperOptions::default(), PnOptions::default());
                drive(&mut search, &Limits::expansions(20_000), &mut ())
            };
            let outcome = run();
            match outcome.verdict {
                GameValue::Proved(plies) => {
                    assert!(truth.is_some_and(|shortest| plies >= shortest), "seed {seed}");
                }
                GameValue::Disproved => assert_eq!(truth, None, "seed {seed}"),
                GameValue::Unknown(_) => {}
            }
            answered += u32::from(outcome.verdict.answer().is_some());
            if seed < 100 {
                assert_eq!(
                    (run().verdict, run().stats),
                    (outcome.verdict, outcome.stats),
                    "seed {seed}"
                );
            }
        }
        assert!(answered > 1_950, "{answered}");
    }

    #[test]
    fn a_position_that_is_nearly_won_has_a_smaller_proof_number() {
        // OR moves into a win in all but one of ten ways, or in one only.
        let bounds = |winning: usize| {
            let mut graph = Graph::new();
            let root = graph.add(Turn::Or);
            for i in 0..10 {
                let reply = graph.add(Turn::And);
                graph.link(root, reply);
                if i >= winning {
                    let lost = graph.add(Turn::Or);
                    graph.link(reply, lost);
                }
            }
            RandomGames::new(graph.game()).guess()
        };
        let (good, bad) = (bounds(9), bounds(1));
        assert!(good.pn() < bad.pn() && good.dn() > bad.dn(), "{good:?} {bad:?}");
    }
}
