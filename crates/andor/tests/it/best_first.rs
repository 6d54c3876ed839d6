//! Best-first engines against the truth of random graphs and against a naive search.

use std::collections::HashSet;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::pn::{NodeId, Pn, PnOptions};
use tsumugi_andor::engines::pn2::{Pn2, Pn2PaperOptions};
use tsumugi_andor::options::Sums;
use tsumugi_andor::toy::fixtures;
use tsumugi_andor::toy::graph::{Graph, GraphGame};
use tsumugi_andor::toy::random_graphs::{Shape, Spec, any_graph, random_graph};
use tsumugi_andor::{
    Bounds, GameValue, Limits, PaperOptions, Plies, Rules, Search, Stats, Status, StopReason, Table,
    Turn, add, drive,
};

/// Expansions after which a search on a graph that unfolds to a very large tree is left alone.
const PATIENCE: u64 = 30_000;

fn solve(search: &mut dyn Search) -> GameValue {
    drive(search, &Limits::expansions(PATIENCE), &mut ()).verdict
}

/// Small second trees, and larger ones as soon as the first has a few dozen nodes.
fn small_pn2() -> Pn2PaperOptions {
    Pn2PaperOptions { half: 40.0, slope: 10.0, least: 4, ..Pn2PaperOptions::default() }
}

/// Compares an answer with the truth; says whether there was one.
fn check(verdict: GameValue, truth: Option<u32>, case: &str) -> bool {
    match (verdict, truth) {
        (GameValue::Proved(length), Some(rank)) => assert!(length >= rank, "{case}: {length} < {rank}"),
        (GameValue::Disproved, None) => {}
        (GameValue::Unknown(StopReason::Nodes), _) => return false,
        _ => panic!("{case}: {verdict:?}, truth {truth:?}"),
    }
    true
}

#[test]
fn answers_are_right_on_graphs_of_all_kinds() {
    for (size, seeds) in [(12, 1500), (24, 600), (40, 300)] {
        let (mut roots, mut answered) = (0, 0);
        for seed in 0..seeds {
            let graph = Arc::new(any_graph(seed, size));
            // The first node is often an easy root: start from all.
            for (start, &truth) in graph.truth().iter().enumerate() {
                let case = format!("seed {seed}, size {size}, start {start}");
                let game = GraphGame::from_node(graph.clone(), start);
                let mut pn = Pn::new(game.clone(), &PaperOptions::plain(), PnOptions::default());
                answered += u32::from(check(solve(&mut pn), truth, &case));
                let mut pn2 = Pn2::new(game, &PaperOptions::plain(), small_pn2());
                answered += u32::from(check(solve(&mut pn2), truth, &case));
                roots += 2;
            }
        }
        println!("size {size}: {answered} of {roots} answered");
        assert!(answered > roots / 100 * 99, "{size}: {answered} of {roots}");
    }
}

#[test]
fn larger_graphs_are_answered_unless_their_trees_explode() {
    for shape in Shape::ALL {
        let mut open = 0;
        for seed in 0..500 {
            let graph = Arc::new(random_graph(Spec::new(shape, 60), seed));
            let truth = graph.truth()[0];
            let case = format!("{shape:?}, seed {seed}");
            let game = GraphGame::new(graph);
            let mut pn = Pn::new(game.clone(), &PaperOptions::plain(), PnOptions::default());
            open += u32::from(!check(solve(&mut pn), truth, &case));
            let mut pn2 = Pn2::new(game, &PaperOptions::plain(), small_pn2());
            open += u32::from(!check(solve(&mut pn2), truth, &case));
        }
        println!("{shape:?}: {open} of 1000 open");
        // The replies of a fan meet again: its tree is exponentially large.
        assert!(open <= if shape == Shape::Fan { 200 } else { 0 }, "{shape:?}: {open}");
    }
}

#[test]
fn guesses_costs_sums_and_orders_change_no_answer() {
    for seed in 0..3000 {
        let graph = Arc::new(any_graph(seed, 30));
        let truth = graph.truth()[0];
        let game = GraphGame::new(graph)
            .with_estimates(seed, 20)
            .with_costs(seed + 1, 5)
            .with_order(seed + 2)
            .with_keys(seed + 3);
        for (sums, immediate) in
            [(Sums::Sum, false), (Sums::Classes, true), (Sums::Branch, false), (Sums::Snda, true)]
        {
            let case = format!("seed {seed}, {sums:?}, immediate {immediate}");
            let options = PaperOptions { sums, cost: true, ..PaperOptions::default() };
            let limits = PnOptions { immediate, keep: immediate, ..PnOptions::default() };
            check(solve(&mut Pn::new(game.clone(), &options, limits)), truth, &case);
            let limits = Pn2PaperOptions { immediate, ..small_pn2() };
            check(solve(&mut Pn2::new(game.clone(), &options, limits)), truth, &case);
        }
    }
}

/// Advances in steps of `k` and counts them.
fn in_steps(mut search: impl Search, k: u64) -> (GameValue, Stats) {
    let mut spent = 0;
    while spent < 20_000 && search.advance(k) == Status::Running {
        spent += k;
        assert_eq!(search.stats().expansions, spent);
    }
    (search.verdict(), search.stats())
}

#[test]
fn interruptions_change_nothing() {
    for seed in 0..300 {
        let game = GraphGame::new(any_graph(seed, 30)).with_estimates(seed, 4);
        let options = PaperOptions::default();
        let pn = |k| in_steps(Pn::new(game.clone(), &options, PnOptions::default()), k);
        let pn2 = |k| in_steps(Pn2::new(game.clone(), &options, small_pn2()), k);
        let (whole, whole2) = (pn(20_000), pn2(20_000));
        if whole.0.answer().is_none() || whole2.0.answer().is_none() {
            continue;
        }
        for k in [1, 3, 7] {
            assert_eq!(pn(k), whole, "seed {seed}, {k} at a time");
            assert_eq!(pn2(k), whole2, "seed {seed}, {k} at a time");
        }
    }
}

/// Best-first search as it is told to children: everything computed afresh from the root each time.
struct Naive {
    game: GraphGame,
    immediate: bool,
    root: NaiveNode,
    line: Vec<u64>,
    trace: Vec<u64>,
}

struct NaiveNode {
    bounds: Bounds,
    children: Option<Vec<(u32, NaiveNode)>>,
}

impl Naive {
    fn step(&mut self) {
        let mut root = std::mem::replace(&mut self.root, NaiveNode::open());
        self.visit(&mut root);
        self.root = root;
    }

    fn visit(&mut self, node: &mut NaiveNode) {
        self.line.push(self.game.key());
        let turn = self.game.turn();
        let rank = |b: Bounds| if turn == Turn::Or { (b.pn(), b.dn()) } else { (b.dn(), b.pn()) };
        match &mut node.children {
            Some(children) => {
                let (m, child) =
                    children.iter_mut().min_by_key(|(_, child)| rank(child.bounds)).unwrap();
                self.game.play(*m);
                self.visit(child);
                self.game.undo();
            }
            None => {
                self.trace.push(self.game.key());
                let mut moves = Vec::new();
                self.game.moves(&mut moves);
                let look = |m| {
                    self.game.play(m);
                    let mut child = NaiveNode::open();
                    let mut replies = Vec::new();
                    self.game.moves(&mut replies);
                    if self.line.contains(&self.game.key()) {
                        child.bounds = Bounds::DISPROVED;
                    } else if self.immediate && replies.is_empty() {
                        let won = self.game.turn() == Turn::And;
                        child.bounds = if won { Bounds::PROVED } else { Bounds::DISPROVED };
                    }
                    self.game.undo();
                    (m, child)
                };
                node.children = Some(moves.into_iter().map(look).collect());
            }
        }
        let of = |f: fn(Bounds) -> u32| {
            node.children.iter().flatten().map(move |(_, child)| f(child.bounds)).collect::<Vec<_>>()
        };
        let least = |n: &[u32]| n.iter().copied().min().unwrap_or(Bounds::INF);
        let total = |n: &[u32]| n.iter().copied().fold(0, add);
        let (pn, dn) = match turn {
            Turn::Or => (least(&of(Bounds::pn)), total(&of(Bounds::dn))),
            Turn::And => (total(&of(Bounds::pn)), least(&of(Bounds::dn))),
        };
        node.bounds = match (pn, dn) {
            (0, _) => Bounds::PROVED,
            (_, 0) => Bounds::DISPROVED,
            _ => Bounds::open(pn, dn),
        };
        self.line.pop();
    }
}

impl NaiveNode {
    fn open() -> NaiveNode {
        NaiveNode { bounds: Bounds::UNIT, children: None }
    }
}

#[test]
fn the_same_leaves_are_expanded_as_by_a_naive_search_from_the_root() {
    let mut leaves = 0;
    for seed in 0..1500 {
        let game = GraphGame::new(any_graph(seed, 40)).with_order(seed);
        for (immediate, keep) in [(false, true), (true, true), (true, false)] {
            let limits =
                PnOptions { trace: true, immediate, keep, stay: false, ..PnOptions::default() };
            let mut pn = Pn::new(game.clone(), &PaperOptions::plain(), limits);
            let mut naive = Naive {
                game: game.clone(),
                immediate,
                root: NaiveNode::open(),
                line: Vec::new(),
                trace: Vec::new(),
            };
            for _ in 0..400 {
                if pn.advance(1) == Status::Done {
                    break;
                }
                naive.step();
                assert_eq!(pn.root_bounds(), naive.root.bounds, "seed {seed}");
            }
            // The last expansion of a solved search was not made by the naive one.
            let common = naive.trace.len();
            assert_eq!(pn.trace()[..common], naive.trace, "seed {seed}");
            leaves += common;
        }
    }
    println!("{leaves} leaves");
}

#[test]
fn df_pn_expands_the_same_leaves_of_a_tree_in_the_same_order() {
    let mut leaves = 0;
    for seed in 0..1000 {
        let graph = random_graph(Spec::new(Shape::Tree, 20 + seed as usize % 400), seed);
        // The root is often easy: start from the longest win, or from a node anywhere.
        let truth = graph.truth();
        let longest = (0..graph.len()).max_by_key(|&node| truth[node]).unwrap();
        for start in [0, longest, seed as usize % graph.len()] {
            let game = GraphGame::from_node(graph.clone(), start)
                .with_order(seed)
                .with_estimates(seed, 6)
                .with_costs(seed, 3);
            for guided in [false, true] {
                let case = format!("seed {seed}, start {start}, guided {guided}");
                let options = PaperOptions { estimate: guided, cost: guided, ..PaperOptions::plain() };
                let limits = PnOptions { trace: true, immediate: false, ..PnOptions::default() };
                let mut pn = Pn::new(game.clone(), &options, limits);
                let verdict = solve(&mut pn);
                let table = Arc::new(Table::with_bytes(1 << 16));
                let mut dfpn = Dfpn::new(game.clone(), options, table).with_trace();
                assert_eq!(solve(&mut dfpn), verdict, "{case}");
                let mut seen = HashSet::new();
                let trace = dfpn.trace().iter().copied();
                let first: Vec<u64> = trace.filter(|&key| seen.insert(key)).collect();
                assert_eq!(first, pn.trace(), "{case}");
                leaves += first.len();
            }
        }
    }
    println!("{leaves} leaves");
}

/// Checks that what is kept below a solved root shows why it is solved. Returns the length.
fn check_tree(pn: &Pn<GraphGame>, game: &mut GraphGame, node: NodeId, line: &mut Vec<u64>) -> u32 {
    let bounds = pn.bounds(node);
    assert!(bounds.is_solved());
    assert_eq!(pn.turn(node), game.turn());
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let children: Vec<_> = pn.children(node).collect();
    if bounds.is_disproved() && line.contains(&game.key()) {
        assert!(children.is_empty());
        return 0;
    }
    // One move of the side that wins, all of the other; none only where the other cannot move.
    let won_by_mover = (game.turn() == Turn::Or) == bounds.is_proved();
    if won_by_mover {
        assert_eq!(children.len(), 1);
        assert!(moves.contains(&children[0].0));
    } else {
        assert_eq!(children.iter().map(|child| child.0).collect::<Vec<_>>(), moves);
    }
    line.push(game.key());
    let mut longest = 0;
    for (m, child) in children {
        assert_eq!(pn.bounds(child), bounds);
        game.play(m);
        longest = longest.max(1 + check_tree(pn, game, child, line));
        game.undo();
    }
    line.pop();
    if bounds.is_proved() {
        assert_eq!(pn.length(node), longest);
    }
    longest
}

#[test]
fn what_is_kept_proves_the_answer() {
    let (mut proofs, mut disproofs) = (0, 0);
    for seed in 0..3000 {
        let mut game = GraphGame::new(any_graph(seed, 40)).with_estimates(seed, 5);
        let options = PaperOptions::default();
        let limits = PnOptions { immediate: seed % 2 == 0, ..PnOptions::default() };
        let mut pn = Pn::new(game.clone(), &options, limits);
        match solve(&mut pn) {
            GameValue::Unknown(_) => continue,
            GameValue::Proved(length) => {
                proofs += 1;
                assert_eq!(
                    length,
                    check_tree(&pn, &mut game, pn.root(), &mut Vec::new()),
                    "seed {seed}"
                );
            }
            GameValue::Disproved => {
                disproofs += 1;
                check_tree(&pn, &mut game, pn.root(), &mut Vec::new());
            }
        }
    }
    println!("{proofs} proofs, {disproofs} disproofs");
    assert!(proofs > 900 && disproofs > 900);
}

/// A tree with all its leaves at the same depth, all of them OR's if that is even.
fn full_tree(width: usize, depth: usize) -> Graph {
    let mut graph = Graph::new();
    let mut leaves = vec![graph.add(Turn::Or)];
    for ply in 0..depth {
        let turn = if ply % 2 == 0 { Turn::And } else { Turn::Or };
        let mut next = Vec::new();
        for &leaf in &leaves {
            for _ in 0..width {
                let child = graph.add(turn);
                graph.link(leaf, child);
                next.push(child);
            }
        }
        leaves = next;
    }
    graph
}

#[test]
fn memory_is_reused_below_solved_nodes_and_its_end_is_no_answer() {
    let graph = Arc::new(full_tree(3, 8));
    let truth = graph.truth()[0];
    let run = |nodes, keep| {
        let limits = PnOptions { nodes, keep, ..PnOptions::default() };
        let mut pn = Pn::new(GraphGame::new(graph.clone()), &PaperOptions::plain(), limits);
        let mut most = 0;
        while pn.advance(1) == Status::Running {
            most = most.max(pn.nodes());
            assert!(pn.nodes() <= nodes);
        }
        (pn.verdict(), most)
    };
    let (kept, bare) = (run(1 << 20, true), run(1 << 20, false));
    assert!(check(kept.0, truth, "kept") && check(bare.0, truth, "bare"));
    println!("{} nodes kept at most, {} without proofs", kept.1, bare.1);
    assert!(bare.1 < kept.1 && kept.1 < graph.len());
    assert_eq!(run(bare.1 / 2, false).0, GameValue::Unknown(StopReason::Memory));

    // PN² gets by with less than PN needs without it.
    let limits =
        Pn2PaperOptions { nodes: bare.1 * 2 / 3, half: 20.0, slope: 5.0, ..Pn2PaperOptions::default() };
    let mut pn2 = Pn2::new(GraphGame::new(graph.clone()), &PaperOptions::plain(), limits);
    let verdict = solve(&mut pn2);
    println!("{verdict:?} with {} nodes, {} expansions", limits.nodes, pn2.stats().expansions);
    assert!(check(verdict, truth, "pn2"));
    let limits = Pn2PaperOptions { nodes: 12, ..limits };
    let mut pn2 = Pn2::new(GraphGame::new(graph.clone()), &PaperOptions::plain(), limits);
    assert_eq!(solve(&mut pn2), GameValue::Unknown(StopReason::Memory));
}

#[test]
fn pn2_with_second_trees_of_one_expansion_is_pn() {
    let tiny = Pn2PaperOptions { half: 1e9, slope: 1.0, least: 1, ..Pn2PaperOptions::default() };
    for seed in 0..1000 {
        let game = GraphGame::new(any_graph(seed, 30));
        let mut pn = Pn::new(game.clone(), &PaperOptions::plain(), PnOptions::default());
        let mut pn2 = Pn2::new(game, &PaperOptions::plain(), tiny);
        let (verdict, verdict2) = (solve(&mut pn), solve(&mut pn2));
        assert_eq!(verdict, verdict2, "seed {seed}");
        assert_eq!(pn.stats().expansions, pn2.stats().expansions, "seed {seed}");
        assert_eq!(pn2.evaluations(), pn2.stats().expansions);
    }
}

#[test]
fn fixtures_are_answered() {
    let graphs = [fixtures::ghi(), fixtures::eviction()];
    let ladders = (1..8).flat_map(|k| {
        [(Turn::Or, true), (Turn::Or, false), (Turn::And, true), (Turn::And, false)]
            .map(|(turn, won)| fixtures::diamonds(k, turn, won))
    });
    for (i, graph) in graphs.into_iter().chain(ladders).enumerate() {
        let truth = graph.truth()[0];
        let game = GraphGame::new(graph);
        let case = format!("fixture {i}");
        let mut pn = Pn::new(game.clone(), &PaperOptions::plain(), PnOptions::default());
        assert!(check(solve(&mut pn), truth, &case));
        let mut pn2 = Pn2::new(game, &PaperOptions::plain(), small_pn2());
        assert!(check(solve(&mut pn2), truth, &case));
    }
}

#[test]
fn decided_and_moveless_roots_need_no_expansion() {
    for turn in [Turn::Or, Turn::And] {
        let mut graph = Graph::new();
        graph.add(turn);
        let game = GraphGame::new(graph);
        let expected =
            if turn == Turn::Or { GameValue::Disproved } else { GameValue::Proved(Plies::new(0)) };
        let mut pn = Pn::new(game.clone(), &PaperOptions::plain(), PnOptions::default());
        assert_eq!((pn.advance(0), pn.verdict()), (Status::Done, expected));
        let deferred = PnOptions { immediate: false, ..PnOptions::default() };
        let mut pn = Pn::new(game.clone(), &PaperOptions::plain(), deferred);
        assert_eq!((pn.advance(1), pn.verdict()), (Status::Done, expected));
        let deferred = Pn2PaperOptions { immediate: false, ..small_pn2() };
        let mut pn2 = Pn2::new(game, &PaperOptions::plain(), deferred);
        assert_eq!((pn2.advance(1), pn2.verdict()), (Status::Done, expected));
    }
}
