//! Small graphs with a name: each shows one trouble of searching graphs.

use crate::Turn;
use crate::toy::graph::Graph;

/// Builds a graph from the turns of its nodes A, B, … (`o` or `a`) and its moves.
fn graph(turns: &str, moves: &[(char, &str)]) -> Graph {
    let mut graph = Graph::new();
    for turn in turns.chars() {
        graph.add(if turn == 'o' { Turn::Or } else { Turn::And });
    }
    let number = |name: char| name as usize - 'A' as usize;
    for &(from, to) in moves {
        to.chars().for_each(|to| graph.link(number(from), number(to)));
    }
    graph
}

/// Won, but a table that keeps disproofs by repetition as real ones says lost (Kishimoto, figure 1).
///
/// ```text
/// A(or) ─┬─ B(and) ─┬─ E(or) ─┬─ H(and) ── E
///        │          │         └─ G(and, won)
///        │          └─ D(or, lost)
///        └─ C(and) ── F(or) ── H
/// ```
///
/// Searched in the order A B E H E, H is "lost" because of the repetition. Kept without its reason, that
/// makes F, C and A lost: yet E wins by G, so H does, so A does.
pub fn ghi() -> Graph {
    let moves = [('A', "BC"), ('B', "ED"), ('C', "F"), ('E', "HG"), ('F', "H"), ('H', "E")];
    graph("oaaoooaa", &moves)
}

/// Won, but after entries were dropped a proof tree read from the table may go round (Kishimoto, figure 2).
///
/// ```text
/// A(or) ── B(and) ─┬─ C(or) ── E(and) ── G
///                  └─ D(or) ── F(and) ── G(or) ─┬─ E
///                                               └─ H(and) ── I(or) ── J(and, won)
/// ```
///
/// First C, E, G, H, I and J are proved. Then G, H, I and J are dropped. By D and F the search comes to G
/// again, finds E proved and stores G as won by the move to E: true, but no reason, since E is won by G.
pub fn eviction() -> Graph {
    let moves = [
        ('A', "B"),
        ('B', "CD"),
        ('C', "E"),
        ('D', "F"),
        ('E', "G"),
        ('F', "G"),
        ('G', "EH"),
        ('H', "I"),
        ('I', "J"),
    ];
    graph("oaooaaoaoa", &moves)
}

/// Won in 5, but df-pn without cycle handling never looks at the winning move, in whatever order moves come.
///
/// ```text
/// A(or) ── B(and) ─┬─ C(or) ── E(and) ── G(or) ─┬─ H(and, won)
///                  └─ D(or) ── F(and) ── G      ├─ F
///                                               └─ E
/// ```
///
/// The disproof number of G is a sum over E and F, and theirs is G's. Whichever of C and D is followed, the
/// other's number just passed is the threshold, and the sum exceeds it before anything is opened: B goes
/// from one to the other, and the numbers grow for ever.
pub fn feeding_sums() -> Graph {
    let moves = [('A', "B"), ('B', "CD"), ('C', "E"), ('D', "F"), ('E', "G"), ('F', "G"), ('G', "HFE")];
    graph("oaooaaoa", &moves)
}

/// `k` diamonds in a row: every line has the same single end, but plain sums count it 2^k times.
///
/// With `Turn::And` the AND nodes branch and proof numbers double, with `Turn::Or` disproof numbers do.
/// The last node has one move, into an end that is won or lost for OR.
///
/// ```text
/// root ── a ─┬─ b ─┬─ a' ─┬─ b' ─┬─ … ── end
///            └─ c ─┘      └─ c' ─┘
/// ```
pub fn diamonds(k: usize, branching: Turn, won: bool) -> Graph {
    let mut graph = Graph::new();
    let single = if branching == Turn::And { Turn::Or } else { Turn::And };
    let root = graph.add(single);
    let mut here = graph.add(branching);
    graph.link(root, here);
    for _ in 0..k {
        let sides = [graph.add(single), graph.add(single)];
        let next = graph.add(branching);
        for side in sides {
            graph.link(here, side);
            graph.link(side, next);
        }
        here = next;
    }
    // An end is lost for the side to move.
    let loser = if won { Turn::And } else { Turn::Or };
    if loser == branching {
        let step = graph.add(single);
        graph.link(here, step);
        here = step;
    }
    let end = graph.add(loser);
    graph.link(here, end);
    graph
}

/// The root chooses between a ladder of `k` diamonds, which answers it, and a bushy tree that does not.
///
/// Plain sums make the ladder look like 2^k leaves, so that all of the tree is tried first. Won if `branching`
/// is AND, lost if it is OR.
pub fn diamonds_or_tree(k: usize, branching: Turn) -> Graph {
    let won = branching == Turn::And;
    let single = if won { Turn::Or } else { Turn::And };
    let mut graph = Graph::new();
    let root = graph.add(single);
    let mut level = vec![graph.add(branching)];
    graph.link(root, level[0]);
    for depth in 0..9 {
        let turn = if depth % 2 == 0 { single } else { branching };
        let mut next = Vec::new();
        for &from in &level {
            for _ in 0..3 {
                let child = graph.add(turn);
                graph.link(from, child);
                next.push(child);
            }
        }
        level = next;
    }
    let offset = graph.len();
    for node in diamonds(k, branching, won).nodes {
        let number = graph.add(node.turn);
        for child in node.children {
            graph.nodes[number].children.push(offset + child);
        }
    }
    // The ladder's own root has one move and the root's turn: leave it out.
    let first = graph.nodes[offset].children[0];
    graph.link(root, first);
    graph
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::dfpn::Dfpn;
    use crate::options::Cycles;
    use crate::{Limits, PaperOptions, Table, drive};
    use std::sync::Arc;

    #[test]
    fn sums_that_feed_each_other_need_cycle_handling() {
        for seed in 0..20 {
            for cycles in [Cycles::None, Cycles::Reduced, Cycles::Tca] {
                let table = Arc::new(Table::with_bytes(1 << 16));
                let options = PaperOptions { cycles, ..PaperOptions::plain() };
                let mut search = Dfpn::new(feeding_sums().game().with_order(seed), options, table);
                let answer = drive(&mut search, &Limits::expansions(5000), &mut ()).verdict.answer();
                let wanted = if cycles == Cycles::None { None } else { Some(true) };
                assert_eq!(answer, wanted, "{cycles:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn fixtures_have_the_answers_they_are_known_for() {
        let truth = ghi().truth();
        let won: String =
            (0..8).filter(|&n| truth[n].is_some()).map(|n| (b'A' + n as u8) as char).collect();
        assert_eq!((won.as_str(), truth[0]), ("ACEFGH", Some(5)));
        let truth = eviction().truth();
        assert!(truth.iter().all(Option::is_some));
        assert_eq!(truth[0], Some(7));
        assert_eq!(feeding_sums().truth()[0], Some(5));
        for k in [0, 1, 5, 20] {
            for branching in [Turn::And, Turn::Or] {
                assert!(diamonds(k, branching, true).truth()[0].is_some());
                assert_eq!(diamonds(k, branching, false).truth()[0], None);
            }
        }
    }
}
