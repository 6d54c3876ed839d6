//! Every way of solving a graph that `tsumugi-lab reproduce graphs` compares, and what came of it.

use std::sync::Arc;
use tsumugi_andor::engines::parallel;
use tsumugi_andor::options::{Cycles, Ghi, Sums};
use tsumugi_andor::toy::graph::{Graph, GraphGame};
use tsumugi_andor::{Engine, GameValue, Limits, Outcome, PaperOptions, StopReason, Table, solve};

/// A search that expands more positions than this is left without an answer.
pub const CAP: u64 = 20_000;
/// The table of df-pn: all positions of the largest graph.
const TABLE: usize = 1 << 17;
/// The trees of the best-first engines: enough for [`CAP`] expansions.
const TREE: usize = 8 << 20;

/// A way to solve a graph.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Way {
    /// df-pn with these options.
    Dfpn(PaperOptions),
    /// Another engine.
    Engine(Engine),
    /// df-pn with this number of threads.
    Threads(usize),
}

impl Way {
    /// Solves the graph from its first node, within a cap of expansions.
    pub fn solve(self, graph: &Arc<Graph>, cap: u64) -> Outcome {
        let game = GraphGame::new(graph.clone());
        let limits = Limits::expansions(cap);
        let options = PaperOptions::default();
        match self {
            Way::Dfpn(options) => solve(game, &Engine::Dfpn, &options, TABLE, &limits, &mut ()),
            Way::Engine(engine) => solve(game, &engine, &options, TREE, &limits, &mut ()),
            Way::Threads(threads) => {
                let table = Arc::new(Table::with_bytes(TABLE));
                parallel::solve(&game, options, &table, threads, &limits, &mut ())
            }
        }
    }

    /// Is this answer right, where there is one? `truth` is the length of the shortest win.
    pub fn is_right(self, verdict: GameValue, truth: Option<u32>) -> bool {
        match (verdict, truth) {
            // The oracle of the engines promises the shortest win, the others any.
            (GameValue::Proved(plies), Some(shortest)) if self == Way::Engine(Engine::Brute) => {
                plies == shortest
            }
            (GameValue::Proved(plies), Some(shortest)) => plies >= shortest,
            (GameValue::Proved(_), None) => false,
            (GameValue::Disproved, truth) => truth.is_none(),
            // C* may give up where OR does not win, and only there.
            (GameValue::Unknown(StopReason::GaveUp), truth) => truth.is_none(),
            (GameValue::Unknown(_), _) => true,
        }
    }
}

/// Some ways side by side. A way that is in several groups is run once.
pub struct Group {
    /// What is compared.
    pub title: &'static str,
    /// A name for programs.
    pub name: &'static str,
    /// The name of each, and its place in [`ways`].
    pub rows: Vec<(&'static str, usize)>,
}

/// The groups, and all their ways.
pub fn ways() -> (Vec<Group>, Vec<Way>) {
    let mut ways: Vec<Way> = Vec::new();
    let mut place = |way: Way| {
        ways.iter().position(|known| *known == way).unwrap_or_else(|| {
            ways.push(way);
            ways.len() - 1
        })
    };
    let usual = PaperOptions::default();
    let mut dfpn = |options| place(Way::Dfpn(options));
    let cycles =
        Cycles::ALL.iter().map(|&(cycles, name)| (name, dfpn(PaperOptions { cycles, ..usual })));
    let cycles = cycles.collect();
    let ghi = Ghi::ALL.iter().map(|&(ghi, name)| (name, dfpn(PaperOptions { ghi, ..usual }))).collect();
    let sums =
        Sums::ALL.iter().map(|&(sums, name)| (name, dfpn(PaperOptions { sums, ..usual }))).collect();
    let mut engines: Vec<_> = Engine::ALL
        .iter()
        .map(|&(engine, name)| match engine {
            Engine::Dfpn => (name, place(Way::Dfpn(usual))),
            _ => (name, place(Way::Engine(engine))),
        })
        .collect();
    engines.push(("dfpn, 2 threads", place(Way::Threads(2))));
    let group = |title, name, rows| Group { title, name, rows };
    let groups = vec![
        group("Loops (cycles)", "cycles", cycles),
        group("Graph-history interaction (ghi)", "ghi", ghi),
        group("Sums", "sums", sums),
        group("Engines", "engines", engines),
    ];
    (groups, ways)
}

/// What came of the runs of one way.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    /// Graphs solved.
    pub answered: u64,
    /// Graphs on which it gave up by itself.
    pub gave_up: u64,
    /// Graphs on which it reached the cap.
    pub capped: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// Most expansions of a graph solved.
    pub most: u64,
    /// Disproofs that leaned on their line, and how often one was used again.
    pub conditional: (u64, u64),
}

impl Tally {
    /// Counts a run.
    pub fn add(&mut self, outcome: &Outcome, right: bool) {
        match outcome.verdict {
            GameValue::Unknown(StopReason::GaveUp) => self.gave_up += 1,
            GameValue::Unknown(_) => self.capped += 1,
            _ => {
                self.answered += 1;
                self.most = self.most.max(outcome.stats.expansions);
            }
        }
        self.wrong += u64::from(!right);
        self.conditional.0 += outcome.stats.conditional_disproofs;
        self.conditional.1 += outcome.stats.conditional_hits;
    }

    /// Counts the runs of another tally.
    pub fn join(&mut self, other: &Tally) {
        self.answered += other.answered;
        self.gave_up += other.gave_up;
        self.capped += other.capped;
        self.wrong += other.wrong;
        self.most = self.most.max(other.most);
        self.conditional.0 += other.conditional.0;
        self.conditional.1 += other.conditional.1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_andor::Plies;

    #[test]
    fn the_usual_way_is_in_every_group_and_run_once() {
        let (groups, ways) = ways();
        let usual = ways.iter().position(|way| *way == Way::Dfpn(PaperOptions::default())).unwrap();
        for group in &groups {
            assert!(group.rows.iter().any(|row| row.1 == usual), "{}", group.title);
        }
        let rows: usize = groups.iter().map(|group| group.rows.len()).sum();
        assert_eq!(ways.len(), rows - (groups.len() - 1));
    }

    #[test]
    fn wrong_answers_are_recognised() {
        let way = Way::Engine(Engine::Pn);
        assert!(!way.is_right(GameValue::Proved(Plies::new(3)), None));
        assert!(!way.is_right(GameValue::Proved(Plies::new(3)), Some(5)));
        assert!(way.is_right(GameValue::Proved(Plies::new(7)), Some(5)));
        assert!(!Way::Engine(Engine::Brute).is_right(GameValue::Proved(Plies::new(7)), Some(5)));
        assert!(!way.is_right(GameValue::Disproved, Some(5)));
        assert!(!way.is_right(GameValue::Unknown(StopReason::GaveUp), Some(5)));
        assert!(way.is_right(GameValue::Unknown(StopReason::Nodes), Some(5)));
    }
}
