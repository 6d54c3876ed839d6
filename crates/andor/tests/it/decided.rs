//! Engines whose game knows some positions at sight.

use std::sync::Arc;
use tsumugi_andor::engines::cstar::{Cstar, CstarOptions};
use tsumugi_andor::engines::pn::{Pn, PnOptions};
use tsumugi_andor::engines::pn2::{Pn2, Pn2PaperOptions};
use tsumugi_andor::toy::graph::GraphGame;
use tsumugi_andor::toy::random_graphs::{any_graph, mix};
use tsumugi_andor::{
    Bounds, Decided, GameValue, Hints, Initial, Limits, PaperOptions, Search, StopReason, Wrapper,
    drive,
};

/// A graph, a part of whose positions are decided.
#[derive(Clone)]
struct Knowing {
    game: GraphGame,
    truth: Arc<Vec<Option<u32>>>,
    seed: u64,
}

impl Knowing {
    fn known(&self) -> Option<Decided<()>> {
        let node = self.game.node();
        let bits = mix(self.seed ^ node as u64);
        let known = bits % 100 < self.seed % 50;
        known.then(|| match self.truth[node] {
            // An upper bound is all that is asked for.
            Some(rank) => Decided::Win((rank + (bits >> 32) as u32 % 3).into(), ()),
            None => Decided::Loss(()),
        })
    }
}

impl Wrapper for Knowing {
    type Inner = GraphGame;
    const FAITHFUL: bool = true;

    fn inner(&self) -> &GraphGame {
        &self.game
    }
    fn inner_mut(&mut self) -> &mut GraphGame {
        &mut self.game
    }
    fn fork(&self, _: Option<Knowing>) -> Option<Knowing> {
        Some(self.clone())
    }
    fn look(&mut self, initial: Initial) -> Result<Decided<()>, Bounds> {
        match self.known() {
            Some(decided) => Ok(decided),
            None => self.game.look(initial),
        }
    }
}

#[test]
fn decided_positions_change_no_answer() {
    for seed in 0..4000 {
        let graph = Arc::new(any_graph(seed, 40));
        let truth = Arc::new(graph.truth());
        let root = truth[0];
        let game = Knowing { game: GraphGame::new(graph).with_estimates(seed, 3), truth, seed };
        let options = PaperOptions::default();
        let second =
            Pn2PaperOptions { half: 40.0, slope: 10.0, least: 4, ..Pn2PaperOptions::default() };
        let engines: [Box<dyn Search>; 3] = [
            Box::new(Pn::new(game.clone(), &options, PnOptions::default())),
            Box::new(Pn2::new(game.clone(), &options, second)),
            Box::new(Cstar::new(game, &options, CstarOptions::default())),
        ];
        for (i, mut engine) in engines.into_iter().enumerate() {
            let verdict = drive(&mut *engine, &Limits::expansions(30_000), &mut ()).verdict;
            let right = match verdict {
                GameValue::Proved(length) => root.is_some_and(|rank| length >= rank),
                GameValue::Disproved => root.is_none(),
                GameValue::Unknown(StopReason::GaveUp) => root.is_none() && i == 2,
                GameValue::Unknown(reason) => reason == StopReason::Nodes && i < 2,
            };
            assert!(right, "seed {seed}, engine {i}: {verdict:?}, truth {root:?}");
        }
    }
}
