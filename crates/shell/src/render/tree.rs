//! A solution with its variations: as indented text, and as a record with variations (変化).

use crate::language::Tongue;
use tsumugi_api::Branch;
use tsumugi_api::solve::Try;
use tsumugi_notation::japanese::square_name;
use tsumugi_notation::{Ending, NodeId, Play, Record};
use tsumugi_shogi::{Move, Setup};

/// The variations of a branch as indented text, a line each: which move they replace, and the mate.
///
/// `before` are the moves that lead to the branch.
pub fn text(setup: &Setup, before: &[Move], branch: &Branch, tries: &[Try], tongue: Tongue) -> String {
    let mut out = String::new();
    for fork in &branch.forks {
        let before = [before, &branch.line[..fork.after.unwrap_or(0)]].concat();
        let names = named(setup, &before, &fork.line, tongue);
        let same = fork.same.iter().map(|&m| named(setup, &before, &[m], tongue).concat());
        let first: Vec<String> = names[..1].iter().cloned().chain(same).collect();
        let (number, plies) = (before.len() + 1, before.len() + fork.line.len());
        let rest = names[1..].join(" ");
        let end = tongue.say(&format!("({plies})"), &format!("まで{plies}手")).to_string();
        let number = tongue.say(&format!("{number}:"), &format!("{number}手目")).to_string();
        out += &format!("  {number} {} {rest} {end}\n", first.join("/"));
        let nested = text(setup, &before, fork, &[], tongue);
        out.extend(nested.lines().map(|line| format!("  {line}\n")));
    }
    out + &self::tries(setup, &branch.line, tries, tongue)
}

/// Checks beside a line that fail, a line of text each.
pub fn tries(setup: &Setup, line: &[Move], tries: &[Try], tongue: Tongue) -> String {
    tries.iter().map(|failed| try_text(setup, line, failed, tongue)).collect()
}

fn try_text(setup: &Setup, line: &[Move], failed: &Try, tongue: Tongue) -> String {
    let before = &line[..failed.after];
    let moves = [failed.m].into_iter().chain(failed.refutation);
    let moves: Vec<Move> = moves.chain(failed.pawn_drop_line.iter().copied()).collect();
    let names = named(setup, before, &moves, tongue).join(" ");
    let number = failed.after + 1;
    let (english, japanese) = match failed.pawn_drop_line.is_empty() {
        true => ("does not mate (紛れ)", "不詰 (紛れ)"),
        false => ("does not mate: the last move is forbidden (打歩詰)", "不詰 (最終手が打歩詰)"),
    };
    let (english, japanese) =
        (format!("{number}: {names}   {english}"), format!("{number}手目 {names} {japanese}"));
    format!("  {}\n", tongue.say(&english, &japanese))
}

fn named(setup: &Setup, before: &[Move], moves: &[Move], tongue: Tongue) -> Vec<String> {
    tongue.line(setup, &[before, moves].concat()).split_off(before.len())
}

/// A branch as a record: the main line, the variations as its variations, each with a comment that says so.
pub fn record(setup: Setup, branch: &Branch, tries: &[Try]) -> Record {
    let mut record = Record::new(setup);
    let nodes = grow(&mut record, Record::ROOT, branch, Ending::Mate);
    add_tries(&mut record, &nodes, tries);
    record
}

/// Adds checks that fail as variations, behind the nodes of the line.
pub fn add_tries(record: &mut Record, nodes: &[NodeId], tries: &[Try]) {
    for failed in tries {
        let mut at = record.add(nodes[failed.after], Play::Move(failed.m));
        record.node_mut(at).comments.push("紛れ".to_string());
        for m in failed.refutation.into_iter().chain(failed.played_to_pawn_drop().iter().copied()) {
            at = record.add(at, Play::Move(m));
        }
        if let Some(drop) = failed.pawn_drop_line.last() {
            let square = square_name(drop.to());
            record.node_mut(at).comments.push(format!("{square}歩は打歩詰の禁手"));
        }
        record.add(at, Play::End(Ending::NoMate));
    }
}

/// Adds a line and its variations behind a node: the nodes of the line, the one before it first.
fn grow(record: &mut Record, from: NodeId, branch: &Branch, ending: Ending) -> Vec<NodeId> {
    let mut nodes = vec![from];
    for &m in &branch.line {
        let last = nodes[nodes.len() - 1];
        nodes.push(record.add(last, Play::Move(m)));
    }
    record.add(nodes[nodes.len() - 1], Play::End(ending));
    for fork in &branch.forks {
        let at = nodes[fork.after.unwrap_or(0)];
        let children = record.node(at).children.len();
        grow(record, at, fork, Ending::Mate);
        let first = record.node(at).children[children];
        let same = fork.same.iter().map(|m| format!(" {m}")).collect::<String>();
        let words =
            if same.is_empty() { "変化".to_string() } else { format!("変化 (同様:{same})") };
        record.node_mut(first).comments.push(words);
    }
    nodes
}
