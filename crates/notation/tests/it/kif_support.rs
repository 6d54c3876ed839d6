//! Random records and boards for the tests of KIF, KI2 and Japanese names.

use std::fs;
use std::path::PathBuf;
use tsumugi_notation::{Ending, NodeId, Play, Record, text};
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{
    Cell, Color, HandKind, Kind, Move, MoveList, Piece, Position, Setup, Square, Waivers,
};
use tsumugi_testkit::{full, lists};

pub fn legal_moves(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.to_vec()
}

/// A board crowded with golds, silvers and promoted pieces of one set, both kings included, that play can
/// start from.
pub fn crowded(random: &mut Random) -> Setup {
    loop {
        let mut setup = Setup::empty();
        let mut squares: Vec<Square> = Square::all().collect();
        let mut square = |random: &mut Random| squares.swap_remove(random.below(squares.len()));
        for color in Color::ALL {
            setup.set(square(random), Cell::Piece(Piece::new(color, Kind::King)));
        }
        for kind in HandKind::ALL {
            for _ in 0..kind.full_set() {
                let color = if random.one_in(3) { Color::White } else { Color::Black };
                let promoted = kind.kind().promoted().filter(|_| !random.one_in(3));
                match random.below(10) {
                    0..2 => setup.hands[color.index()][kind.index()] += 1,
                    2..8 => {
                        let piece = Piece::new(color, promoted.unwrap_or(kind.kind()));
                        setup.set(square(random), Cell::Piece(piece));
                    }
                    _ => {}
                }
            }
        }
        setup.turn = random.pick(&Color::ALL);
        if Position::new(&setup, Waivers::NONE).is_ok() {
            return setup;
        }
    }
}

/// A record of random legal play with variations, comments, times, headers and endings.
pub fn record(random: &mut Random, setup: Setup, length: usize) -> Record {
    let mut record = Record::new(setup);
    let mut nodes = vec![Record::ROOT];
    extend(random, &mut record, Record::ROOT, length, &mut nodes);
    for _ in 0..random.below(6) {
        let at = random.pick(&nodes);
        let length = 1 + random.below(8);
        extend(random, &mut record, at, length, &mut nodes);
    }
    let timed = random.one_in(2);
    for id in nodes {
        decorate(random, &mut record, id, timed);
    }
    for key in ["先手", "後手", "作品名", "手数", "開始日時"] {
        if random.one_in(2) {
            let value = random.pick(&["", "名 前", "2020/01/01 10:00:00", "：:=", "13"]).to_string();
            record.headers.push((key.to_owned(), value));
        }
    }
    record
}

fn extend(
    random: &mut Random,
    record: &mut Record,
    from: NodeId,
    length: usize,
    nodes: &mut Vec<NodeId>,
) {
    let mut at = from;
    let setup = record.setup_at(at).unwrap();
    let mut position = Position::new(&setup, Waivers::ALL).unwrap();
    for _ in 0..length {
        let known: Vec<Play> =
            record.node(at).children.iter().map(|&id| record.node(id).play.clone()).collect();
        let mut moves = legal_moves(&position);
        moves.retain(|&m| !known.contains(&Play::Move(m)));
        if moves.is_empty() {
            break;
        }
        let m = random.pick(&moves);
        at = record.add(at, Play::Move(m));
        nodes.push(at);
        let _ = position.play(m);
    }
    if at != from && random.one_in(2) {
        let endings = [
            Ending::Mate,
            Ending::NoMate,
            Ending::Resign,
            Ending::Interrupted,
            Ending::Repetition,
            Ending::Impasse,
            Ending::TimeUp,
            Ending::IllegalWin,
            Ending::IllegalLoss,
            Ending::Declaration,
        ];
        record.add(at, Play::End(endings[random.below(endings.len())].clone()));
    }
}

fn decorate(random: &mut Random, record: &mut Record, id: NodeId, timed: bool) {
    let is_root = id == Record::ROOT;
    let node = record.node_mut(id);
    if timed && !is_root && !random.one_in(10) {
        node.seconds = Some(random.below(10_000) as u32);
    }
    if random.one_in(8) {
        for _ in 0..=random.below(3) {
            let text =
                random.pick(&["作意", "", "  変化：3手 ", "1 ７六歩(77)", "*", "まで", "▲７六歩"]);
            node.comments.push(text.to_owned());
        }
    }
}

/// Some positions of every list, as other programs are asked about them: about 20 of each, or with
/// `TSUMUGI_FULL` about 1,000.
pub fn sample_positions() -> Vec<String> {
    let most = if full() { 1_000 } else { 20 };
    let mut out = Vec::new();
    for (_, text) in lists() {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let some = lines.iter().step_by(lines.len() / most + 1);
        out.extend(some.map(|line| line.split('\t').next().unwrap_or("").to_owned()));
    }
    out
}

/// The KIF and KI2 files below the folder `TSUMUGI_KIF_FILES`, such as a collection of one's own: path, format
/// (`kif` or `ki2`) and text.
pub fn record_files() -> Vec<(String, &'static str, String)> {
    let folder = std::env::var_os("TSUMUGI_KIF_FILES").expect("TSUMUGI_KIF_FILES names a folder");
    let (mut out, mut folders) = (vec![], vec![PathBuf::from(folder)]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            let format = match ending.as_str() {
                "kif" | "kifu" => "kif",
                "ki2" | "ki2u" => "ki2",
                _ => {
                    folders.extend(path.is_dir().then_some(path));
                    continue;
                }
            };
            let name = path.to_string_lossy().into_owned();
            let (text, _) = text::decode(&fs::read(&path).unwrap(), Some(&name)).unwrap();
            out.push((name, format, text));
        }
    }
    out
}
