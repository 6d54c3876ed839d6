//! C* against the truth of random graphs.

use std::collections::HashMap;
use std::sync::Arc;
use tsumugi_andor::engines::cstar::{Cstar, CstarOptions, Tips};
use tsumugi_andor::proof::{check as check_claims, extract};
use tsumugi_andor::toy::fixtures;
use tsumugi_andor::toy::graph::{Graph, GraphGame};
use tsumugi_andor::toy::random_graphs::{Rng, Shape, Spec, any_graph, random_graph};
use tsumugi_andor::{GameValue, Limits, PaperOptions, Search, Stats, Status, StopReason, Turn, drive};

/// Far more than a graph of 60 nodes should take.
const PATIENCE: u64 = 200_000;

fn solve(search: &mut Cstar<GraphGame>) -> GameValue {
    drive(search, &Limits::expansions(PATIENCE), &mut ()).verdict
}

/// Won roots must be proved; of lost ones nothing wrong may be said, and something must be said.
fn check(verdict: GameValue, truth: Option<u32>, case: &str) {
    match (verdict, truth) {
        (GameValue::Proved(length), Some(rank)) => assert!(length >= rank, "{case}: {length} < {rank}"),
        (GameValue::Disproved | GameValue::Unknown(StopReason::GaveUp), None) => {}
        _ => panic!("{case}: {verdict:?}, truth {truth:?}"),
    }
}

fn switches() -> impl Iterator<Item = CstarOptions> {
    let usual = CstarOptions::default();
    let printed = CstarOptions::printed();
    let as_printed = [(true, true), (true, false), (false, true), (false, false)].into_iter().map(
        move |(deepening, evaluation)| CstarOptions {
            multiple_deepening: deepening,
            dynamic_evaluation: evaluation,
            ..printed
        },
    );
    as_printed.chain([usual, CstarOptions { tips: Tips::Largest, ..usual }])
}

#[test]
fn won_roots_are_proved_and_nothing_wrong_is_said_of_lost_ones() {
    for (size, seeds) in [(12, 1500), (30, 500), (60, 300)] {
        let (mut roots, mut gave_up, mut most, mut leaps) = (0, 0, 0, 0);
        for seed in 0..seeds {
            let graph = Arc::new(any_graph(seed, size));
            // The first node is often an easy root: start from all.
            for (start, &truth) in graph.truth().iter().enumerate() {
                for limits in switches() {
                    let case = format!("seed {seed}, size {size}, start {start}, {limits:?}");
                    let game = GraphGame::from_node(graph.clone(), start);
                    let mut cstar = Cstar::new(game, &PaperOptions::plain(), limits);
                    let verdict = solve(&mut cstar);
                    check(verdict, truth, &case);
                    roots += 1;
                    gave_up += u32::from(verdict == GameValue::Unknown(StopReason::GaveUp));
                    most = most.max(cstar.stats().expansions);
                    leaps = leaps.max(if truth.is_some() { cstar.leaps() } else { 0 });
                }
            }
        }
        println!(
            "size {size}: gave up {gave_up} of {roots}; {most} expansions, {leaps} leaps to a proof"
        );
    }
}

#[test]
fn graphs_without_loops_are_always_answered() {
    for shape in [Shape::Tree, Shape::Dag] {
        for seed in 0..2000 {
            let graph = Arc::new(random_graph(Spec::new(shape, 60).same_turn(seed as u32 % 20), seed));
            let truth = graph.truth()[0];
            for limits in switches() {
                let case = format!("{shape:?}, seed {seed}, {limits:?}");
                let options = PaperOptions { follow: 1 + seed as u32 % 4, ..PaperOptions::plain() };
                let mut cstar = Cstar::new(GraphGame::new(graph.clone()), &options, limits);
                let verdict = solve(&mut cstar);
                check(verdict, truth, &case);
                assert!(verdict.answer().is_some(), "{case}");
                if shape == Shape::Tree {
                    assert_eq!(cstar.leaps(), 0, "{case}");
                }
            }
        }
    }
}

#[test]
fn guesses_and_orders_change_no_answer() {
    for seed in 0..3000 {
        let graph = Arc::new(any_graph(seed, 60));
        let truth = graph.truth()[0];
        let game =
            GraphGame::new(graph).with_estimates(seed, 20).with_order(seed + 1).with_keys(seed + 2);
        let options = PaperOptions { follow: 1 + seed as u32 % 4, ..PaperOptions::default() };
        for limits in switches() {
            let case = format!("seed {seed}, {limits:?}");
            check(solve(&mut Cstar::new(game.clone(), &options, limits)), truth, &case);
        }
    }
}

#[test]
fn interruptions_change_nothing() {
    let run = |game: GraphGame, k| -> (GameValue, Stats) {
        let mut cstar = Cstar::new(game, &PaperOptions::default(), CstarOptions::default());
        let mut spent = 0;
        while cstar.advance(k) == Status::Running {
            spent += k;
            assert_eq!(cstar.stats().expansions, spent);
            assert_eq!(cstar.verdict(), GameValue::Unknown(StopReason::Nodes));
        }
        (cstar.verdict(), cstar.stats())
    };
    for seed in 0..1000 {
        let game = GraphGame::new(any_graph(seed, 60)).with_estimates(seed, 4);
        let whole = run(game.clone(), u64::MAX);
        for k in [1, 3, 7] {
            assert_eq!(run(game.clone(), k), whole, "seed {seed}, {k} at a time");
        }
    }
}

/// Of the solution trees below a node of a tree: the fewest leaves one has, and the smallest of their
/// largest numbers of children of an AND node.
fn cheapest(graph: &Graph, node: usize) -> Option<(u64, u64)> {
    let Graph { nodes } = graph;
    let children = nodes[node].children.iter().map(|&child| cheapest(graph, child));
    match nodes[node].turn {
        Turn::Or => children.flatten().reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))),
        Turn::And if nodes[node].children.is_empty() => Some((1, 0)),
        Turn::And => {
            let all: Vec<_> = children.collect::<Option<_>>()?;
            let fan = all.len() as u64;
            Some(all.into_iter().fold((0, fan), |a, b| (a.0 + b.0, a.1.max(b.1))))
        }
    }
}

/// A tree whose lines all end deep, most of them well for OR: solutions have many leaves.
fn bushy_tree(seed: u64) -> Graph {
    let mut rng = Rng::new(seed);
    let mut graph = Graph::new();
    let mut level = vec![graph.add(Turn::Or)];
    let depth = 4 + rng.below(7);
    let bad_ends = 10 + rng.below(30) as u32;
    for ply in 0..depth {
        let turn = if ply % 2 == 0 { Turn::And } else { Turn::Or };
        let mut next = Vec::new();
        for node in level {
            for _ in 0..1 + rng.below(3) {
                let child = graph.add(turn);
                graph.link(node, child);
                next.push(child);
            }
        }
        level = next;
    }
    for node in level {
        // One more move turns a bad end into a good one, and the other way round.
        let turn = graph.nodes[node].turn;
        if rng.percent(if turn == Turn::Or { 100 - bad_ends } else { bad_ends }) {
            let end = graph.add(if turn == Turn::Or { Turn::And } else { Turn::Or });
            graph.link(node, end);
        }
    }
    graph
}

#[test]
fn on_trees_the_threshold_stays_between_the_fan_and_the_leaves_of_a_solution() {
    let (mut most, mut solved) = (0, 0);
    for seed in 0..4000 {
        let graph = bushy_tree(seed);
        let Some((leaves, fan)) = cheapest(&graph, 0) else { continue };
        let limits = if seed % 2 == 0 { CstarOptions::default() } else { CstarOptions::printed() };
        let mut cstar = Cstar::new(graph.game(), &PaperOptions::plain(), limits);
        solve(&mut cstar);
        assert!(
            cstar.leaves().is_some_and(|found| found >= leaves),
            "seed {seed}: {:?}",
            cstar.leaves()
        );
        let tips = cstar.threshold() - 1;
        assert!(fan <= tips && tips <= leaves, "seed {seed}: {fan} <= {tips} <= {leaves}");
        assert!(cstar.iterations() <= leaves, "seed {seed}: {} > {leaves}", cstar.iterations());
        assert_eq!(cstar.leaps(), 0, "seed {seed}");
        most = most.max(cstar.iterations());
        solved += 1;
    }
    println!("{solved} solved, {most} iterations at most");
    assert!(solved > 1000 && most >= 8);
}

/// The pseudo-code, line by line.
#[derive(Default)]
struct Recursive {
    table: HashMap<usize, u64>,
    expansions: u64,
}

const LOST: u64 = u64::MAX;

impl Recursive {
    fn put(&mut self, n: usize, c: u64) {
        match self.table.get(&n) {
            Some(&old) if old == 0 || (c != 0 && c < old) => {}
            _ => drop(self.table.insert(n, c)),
        }
    }

    fn expand(&mut self, graph: &Graph, n: usize, th: u64) -> u64 {
        if let Some(&c) = self.table.get(&n)
            && (c == 0 || c >= th)
        {
            return c;
        }
        self.expansions += 1;
        let node = &graph.nodes[n];
        if node.children.is_empty() {
            let v = if node.turn == Turn::And { 0 } else { LOST };
            self.put(n, v);
            return v;
        }
        self.put(n, th);
        if node.turn == Turn::Or {
            let mut best = LOST;
            for &child in &node.children {
                best = best.min(self.expand(graph, child, th));
                if best == 0 {
                    break;
                }
            }
            self.put(n, best);
            return best;
        }
        let mut cn: Vec<u64> =
            node.children.iter().map(|child| self.table.get(child).copied().unwrap_or(1)).collect();
        for (i, &child) in node.children.iter().enumerate() {
            while cn[i] != 0 {
                let sum = cn.iter().fold(0u64, |a, &b| a.saturating_add(b));
                if sum >= th {
                    self.put(n, sum);
                    return sum;
                }
                let v = self.expand(graph, child, cn[i] + 1);
                cn[i] = if v == 0 { 0 } else { v.max(cn[i]) };
            }
        }
        self.put(n, 0);
        0
    }
}

#[test]
fn the_work_is_that_of_the_recursive_pseudo_code() {
    let mut compared = 0;
    for seed in 0..6000 {
        let graph = if seed % 2 == 0 { any_graph(seed, 60) } else { bushy_tree(seed) };
        let mut cstar =
            Cstar::new(graph.clone().game(), &PaperOptions::plain(), CstarOptions::printed());
        let verdict = solve(&mut cstar);
        if cstar.leaps() > 0 {
            continue;
        }
        compared += 1;
        let mut recursive = Recursive::default();
        let (mut v, mut iterations) = (1, 0);
        while v != 0 && v != LOST {
            v = recursive.expand(&graph, 0, v + 1);
            iterations += 1;
        }
        assert_eq!(verdict.answer(), Some(v == 0), "seed {seed}");
        assert_eq!(cstar.iterations(), iterations, "seed {seed}");
        assert_eq!(cstar.stats().expansions, recursive.expansions, "seed {seed}");
        assert_eq!(cstar.stats().new_expansions, recursive.table.len() as u64, "seed {seed}");
    }
    println!("{compared} compared");
    assert!(compared > 3000);
}

#[test]
fn a_full_table_is_emptied_or_ends_the_search() {
    let (mut collections, mut answered, mut memory) = (0, 0, 0);
    for seed in 0..3000 {
        let graph = Arc::new(any_graph(seed, 60));
        let truth = graph.truth()[0];
        for entries in [6, 12, 24] {
            let limits = CstarOptions { entries, ..CstarOptions::default() };
            let mut cstar = Cstar::new(GraphGame::new(graph.clone()), &PaperOptions::plain(), limits);
            let verdict = solve(&mut cstar);
            collections += cstar.stats().collections;
            match verdict {
                GameValue::Unknown(StopReason::Memory) => memory += 1,
                _ => {
                    check(verdict, truth, &format!("seed {seed}, {entries} entries"));
                    answered += u32::from(cstar.stats().collections > 0);
                }
            }
        }
    }
    println!("{collections} collections, {answered} answered after one, {memory} not");
    assert!(answered > 0 && memory > 0);
}

#[test]
fn fixtures_are_answered() {
    let graphs = [fixtures::ghi(), fixtures::eviction()];
    let ladders = (1..40).flat_map(|k| {
        [(Turn::Or, true), (Turn::Or, false), (Turn::And, true), (Turn::And, false)]
            .map(|(turn, won)| fixtures::diamonds(k, turn, won))
    });
    for (i, graph) in graphs.into_iter().chain(ladders).enumerate() {
        let truth = graph.truth()[0];
        let game = GraphGame::new(graph);
        for limits in switches() {
            let mut cstar = Cstar::new(game.clone(), &PaperOptions::plain(), limits);
            check(solve(&mut cstar), truth, &format!("fixture {i}, {limits:?}"));
        }
    }
}

#[test]
fn a_loop_is_given_up_soon() {
    let mut graph = Graph::new();
    let (a, b) = (graph.add(Turn::Or), graph.add(Turn::And));
    graph.link(a, b);
    graph.link(b, a);
    let mut cstar = Cstar::new(graph.game(), &PaperOptions::plain(), CstarOptions::default());
    assert_eq!(solve(&mut cstar), GameValue::Unknown(StopReason::GaveUp));
    assert!(cstar.stats().expansions < 120, "{:?}", cstar.stats());
}

/// What was solved is enough for a proof, without searching again.
#[test]
fn answers_are_proofs() {
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..2000 {
        let graph = Arc::new(any_graph(seed, 60));
        let game = GraphGame::new(graph).with_estimates(seed, 4);
        let options = PaperOptions::default();
        let mut cstar = Cstar::new(game.clone(), &options, CstarOptions::default());
        let verdict = solve(&mut cstar);
        if verdict.answer().is_none() {
            continue;
        }
        let table = Arc::new(cstar.answers());
        let limits = Limits::expansions(PATIENCE);
        let found = extract(&game, verdict, options, &table, &limits).unwrap();
        assert_eq!(check_claims(&mut game.clone(), &found.claims), Ok(()), "seed {seed}");
        assert_eq!(found.searched, 0, "seed {seed}");
        if verdict.answer() == Some(true) { wins += 1 } else { losses += 1 }
    }
    assert!(wins > 300 && losses > 100, "{wins} {losses}");
}
