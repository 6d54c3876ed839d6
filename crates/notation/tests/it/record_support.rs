//! Random records for tests: moves that can be carried out, legal or not, with variations and notes.

use tsumugi_notation::{Ending, NodeId, Play, Record};
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Cell, Color, HandKind, Kind, Move, Piece, Setup, Square};

/// The starting position or a board of random pieces and hands, kings not always included.
pub fn setup(random: &mut Random) -> Setup {
    if random.below(3) == 0 {
        return Setup::startpos();
    }
    let mut setup = Setup::empty();
    for square in Square::all() {
        if random.below(3) == 0 {
            let color = random.pick(&Color::ALL);
            setup.set(square, Cell::Piece(Piece::new(color, random.pick(&Kind::ALL))));
        }
    }
    for color in Color::ALL {
        for kind in HandKind::ALL {
            setup.hands[color.index()][kind.index()] = (random.below(20) / 10 * random.below(19)) as u8;
        }
    }
    setup.turn = random.pick(&Color::ALL);
    setup
}

/// A record of random moves; with `tree`, also variations; with `notes`, also comments, times and headers.
pub fn record(random: &mut Random, tree: bool, notes: bool, endings: &[Ending]) -> Record {
    let mut record = Record::new(setup(random));
    let mut nodes = vec![Record::ROOT];
    let length = random.below(30);
    extend(random, &mut record, Record::ROOT, length, &mut nodes, endings);
    for _ in 0..if tree { random.below(6) } else { 0 } {
        let at = random.pick(&nodes);
        let length = 1 + random.below(8);
        extend(random, &mut record, at, length, &mut nodes, endings);
    }
    if notes {
        let ids: Vec<NodeId> = record.nodes().map(|(id, _)| id).collect();
        for id in ids {
            if random.below(3) == 0 {
                record.node_mut(id).seconds = Some(random.below(10_000) as u32);
            }
            note(random, &mut record, id);
        }
        note(random, &mut record, Record::ROOT);
        for key in ["先手", "後手", "棋戦", "作品名", "X-Y"] {
            if random.below(2) == 0 {
                record.headers.push((key.to_string(), words(random)));
            }
        }
    }
    record
}

fn note(random: &mut Random, record: &mut Record, id: NodeId) {
    for _ in 0..random.below(8).saturating_sub(5) {
        let words = words(random);
        record.node_mut(id).comments.push(words);
    }
}

fn words(random: &mut Random) -> String {
    let words =
        ["", "妙手", "*", "'", "\"x\" \\ ", " a,b ", "：:=", "{}[]", "+7776FU", "🀄 </text>", "%TORYO"];
    random.pick(&words).to_string()
}

/// Adds a line behind `from`, none of whose moves is there already, and perhaps an ending.
fn extend(
    random: &mut Random,
    record: &mut Record,
    from: NodeId,
    length: usize,
    nodes: &mut Vec<NodeId>,
    endings: &[Ending],
) {
    let mut at = from;
    let mut setup = record.setup_at(at).unwrap();
    for _ in 0..length {
        let taken = |m: Move| {
            record.node(at).children.iter().any(|&child| record.node(child).play == Play::Move(m))
        };
        let Some(m) = any_move(random, &setup, taken) else { break };
        setup.play(m).unwrap();
        at = record.add(at, Play::Move(m));
        nodes.push(at);
    }
    if at != from && !endings.is_empty() && random.below(2) == 0 {
        let ending = endings[random.below(endings.len())].clone();
        record.add(at, Play::End(ending));
    }
}

/// Some move that can be carried out.
fn any_move(random: &mut Random, setup: &Setup, taken: impl Fn(Move) -> bool) -> Option<Move> {
    for _ in 0..5_000 {
        let m = Move::from_bits(random.bits() as u16).filter(|&m| !taken(m));
        if let Some(m) = m.filter(|&m| setup.clone().play(m).is_ok()) {
            return Some(m);
        }
    }
    None
}
