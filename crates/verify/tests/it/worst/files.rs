//! Files made to keep a checker busy or to fill its memory: whatever a line can ask for, again and again.
//!
//! Each is a text with a given number of lines. None is meant to be accepted; what counts is what it costs to find out.

use std::cmp::Reverse;
use tsumugi_verify::Hand;
use tsumugi_verify::naive::{Color, Kind, Move, Position, Square};

/// A certificate made for the purpose.
pub struct Worst {
    /// What is bad about it.
    pub name: &'static str,
    /// The problem it is about.
    pub problem: String,
    /// The certificate.
    pub text: String,
}

/// Writes a file of this size, or a smaller one.
pub type Forger = fn(Size) -> Worst;

pub const ALL: [Forger; 10] = [
    survivals_in_a_tree,
    survivals_on_boards,
    mates_on_boards,
    deep_checks,
    deep_checks_kept,
    deep_moves,
    references,
    one_board,
    many_boards,
    one_line_repeated,
];

/// Moves in the order of the page (`docs/CERTIFICATE.md`, "Version 3"), by its letter and not by what the checker sorts by.
pub fn canonical(mut moves: Vec<Move>) -> Vec<Move> {
    let square = |text: &str| {
        let (file, rank) = text.split_at(1);
        (rank.to_string(), Reverse(file.to_string()))
    };
    moves.sort_by_cached_key(|m| {
        let text = m.to_string();
        match text.split_once('*') {
            Some((kind, to)) => (1, "RBGSNLP".find(kind).unwrap(), square(to), square("0z"), false),
            None => (0, 0, square(&text[..2]), square(&text[2..4]), text.ends_with('+')),
        }
    });
    moves
}

/// How long a file may be.
#[derive(Clone, Copy)]
pub struct Size {
    pub lines: usize,
    pub bytes: usize,
}

/// A certificate that is being written.
struct Writer {
    size: Size,
    text: String,
    claims: usize,
    /// Lines that are no claims.
    others: usize,
}

/// Room for the last line.
const END: usize = 16;

impl Writer {
    fn new(size: Size, version: u32, problem: &str, claim: &str) -> Writer {
        let text = format!(
            "tsumugi certificate {version}\nproblem {problem}\nattacker black\nclaim {claim}\n"
        );
        Writer { size, text, claims: 0, others: 5 }
    }

    /// Adds a claim. Whether there was room for it.
    fn claim(&mut self, line: &str) -> bool {
        let has_room = self.claims + self.others < self.size.lines
            && self.text.len() + line.len() + END < self.size.bytes;
        if has_room {
            self.text += line;
            self.text.push('\n');
            self.claims += 1;
        }
        has_room
    }

    fn end(self, name: &'static str) -> Worst {
        let problem = self.text.lines().nth(1).unwrap().strip_prefix("problem ").unwrap().to_string();
        Worst { name, problem, text: format!("{}end {}\n", self.text, self.claims) }
    }
}

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

/// Whether some check mates at once.
fn mates_at_once(position: &Position) -> bool {
    position.checks().into_iter().any(|check| position.play(check).is_mate())
}

/// "Not mated within two plies" takes a look at the replies to every check, and leaves nothing to be covered. A crowded board
/// with a mate in one, and a false claim that the shortest mate takes 13: the tree below it is wide.
fn survivals_in_a_tree(size: Size) -> Worst {
    let problem = "9/1+S2+p+pl1+p/1g+N2n1+p1/4+n3+p/+p1+pR3p1/9/+l1P2sp+p1/1+P7/k8 b R2B3G2SN2L3P3p 1";
    let root = position(problem);
    let mut writer = Writer::new(size, 3, problem, "shortest 13");
    writer.claim(&format!("w {} 1 {}", Hand::of(&root, Color::Black), root.mates_in_one()[0]));
    let after = |position: Position, plies: u32| {
        let checks = canonical(position.checks()).into_iter().rev();
        checks.map(move |check| (position.play(check), plies))
    };
    let mut stack: Vec<(Position, u32)> = after(root, 10).collect();
    while let Some((here, plies)) = stack.pop() {
        // Captures first: what is taken cannot mate.
        let mut replies = here.legal_moves();
        replies.sort_by_key(|m| here.piece_at(m.to()).is_none());
        let Some(&reply) = replies.iter().find(|&&m| !mates_at_once(&here.play(m))) else { break };
        if !writer.claim(&format!("s {} {plies} {reply}", Hand::of(&here, Color::Black))) {
            break;
        }
        if plies > 2 {
            stack.extend(after(here.play(reply), plies - 2));
        }
    }
    writer.end("survivals in a tree")
}

/// The board of a SFEN with this many promoted pawns of the defender on any empty squares; the sequence is long.
fn boards(sfen: &str, pawns: usize) -> impl Iterator<Item = String> + use<> {
    let base = position(sfen);
    let is_free = |square: &Square| base.piece_at(*square).is_none() && !base.is_stone(*square);
    // From the last rank on: what stands there is far from the king.
    let mut free: Vec<Square> = Square::all().filter(is_free).collect();
    free.reverse();
    let rows: Vec<Vec<String>> = sfen.split(' ').next().unwrap().split('/').map(squares).collect();
    let mut chosen: Vec<usize> = (0..pawns).collect();
    std::iter::from_fn(move || {
        let mut rows = rows.clone();
        for &i in &chosen {
            rows[free[i].rank() as usize - 1][9 - free[i].file() as usize] = "+p".to_string();
        }
        advance(&mut chosen);
        (*chosen.last()? < free.len())
            .then(|| rows.iter().map(|row| text_of(row)).collect::<Vec<_>>().join("/"))
    })
}

/// The next choice of as many numbers, in ascending order: those with small numbers come first.
fn advance(chosen: &mut [usize]) {
    let last = chosen.len() - 1;
    let i = (0..last).find(|&i| chosen[i] + 1 < chosen[i + 1]).unwrap_or(last);
    chosen[i] += 1;
    for (j, number) in chosen[..i].iter_mut().enumerate() {
        *number = j;
    }
}

/// The nine squares of a row.
fn squares(row: &str) -> Vec<String> {
    let mut squares = Vec::new();
    let mut promoted = "";
    for c in row.chars() {
        match c.to_digit(10) {
            Some(count) => squares.extend((0..count).map(|_| String::new())),
            None if c == '+' => promoted = "+",
            None => {
                squares.push(format!("{promoted}{c}"));
                promoted = "";
            }
        }
    }
    squares
}

fn text_of(row: &[String]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for square in row.iter().map(String::as_str).chain(["end"]) {
        if square.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        if square != "end" {
            text += square;
        }
    }
    text
}

const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2R2B4G4S4N4L17P 1";
const ONE_CLAIM: &str = "w 4k4/9/4P4/9/9/9/9/9/9 G 1 G*5b";

/// The same as claims of the second version, each about a board of its own and needed by none. After the reply there are
/// dozens of checks, the answers to which are found late.
fn survivals_on_boards(size: Size) -> Worst {
    let crowded = "1gg6/+p1+n+p+p+l+p1+p/1+p1RS+N1+pB/+psg1+l1+p1+p/4k4/1s+L1+l1+N+P1/9/8+p/9";
    let mut writer = Writer::new(size, 2, ONE, "shortest 1");
    writer.claim(ONE_CLAIM);
    let is_in_order = |board: &String| {
        let here = position(&format!("{board} w RBGSN2P 1"));
        let reply = "1h1i".parse().unwrap();
        here.is_legal(reply) && !mates_at_once(&here.play(reply))
    };
    let mut boards = boards(&format!("{crowded} w - 1"), 3).filter(is_in_order);
    while boards.next().is_some_and(|board| writer.claim(&format!("s {board} RBGSN2P 2 1h1i"))) {}
    writer.end("survivals on boards")
}

/// Mates in one, with many replies that fail.
fn mates_on_boards(size: Size) -> Worst {
    let crowded =
        "1+p1+n1lb2/+n1+pl2+l2/+r6g1/1+p+n3R+p+n/4k4/1+ss3+pb+p/1+s2G2+p+p/2+l3+p1s/1+p5g1 b - 1";
    let mut writer = Writer::new(size, 1, ONE, "mate 1");
    writer.claim(ONE_CLAIM);
    let is_mate = |board: &String| {
        let (here, drop) = (position(&format!("{board} b GP 1")), "G*5f".parse().unwrap());
        here.is_legal(drop) && here.play(drop).is_mate()
    };
    let mut boards = boards(crowded, 3).filter(is_mate);
    while boards.next().is_some_and(|board| writer.claim(&format!("w {board} GP 1 G*5f"))) {}
    writer.end("mates on boards")
}

/// A rook checks for ever, and the attacker has much to drop besides: each line leaves fifty positions to be covered.
fn deep(name: &'static str, letter: char, size: Size) -> Worst {
    let problem = "R8/9/9/9/4k4/9/9/9/9 b RBGSNLPb3g3s3n3l17p 1";
    let mut writer = Writer::new(size, 3, problem, "nomate");
    let mut moves = ["5e4e", "4e5e"].iter().cycle();
    while moves.next().is_some_and(|m| writer.claim(&format!("{letter} RBGSNLP {m}"))) {}
    writer.end(name)
}

fn deep_checks(size: Size) -> Worst {
    deep("a path of checks", 'h', size)
}

fn deep_checks_kept(size: Size) -> Worst {
    deep("a path of checks, all kept", 'H', size)
}

/// The defender's king is walled in, and its gold goes to and fro, as the attacker's rook does: whatever else the attacker
/// does, hundreds of moves, leaves a position to be covered.
const SHUTTLE: &str = "R8/9/9/9/9/9/9/OO5OO/1gO4Ok b RBGSNLPb2g3s3n3l17p 1";
const GOLD_MOVES: [&str; 2] = ["8i9i", "9i8i"];

fn deep_moves(size: Size) -> Worst {
    let mut writer = Writer::new(size, 3, SHUTTLE, "nobrinkmate");
    let mut moves = GOLD_MOVES.iter().cycle();
    while moves.next().is_some_and(|m| writer.claim(&format!("q RBGSNLP {m}"))) {}
    writer.end("a path of moves")
}

/// The same path, and then references cover everything that it left, sixty-four in a line.
fn references(size: Size) -> Worst {
    let root = position(SHUTTLE);
    let with_rook = |moves: Vec<Move>| {
        let moves = canonical(moves);
        assert!(["9a8a", "8a9a"].contains(&moves[0].to_string().as_str()));
        moves
    };
    // On every other line of the path these are the positions that are left.
    let left = |position: Position| {
        let moves = with_rook(position.legal_moves());
        moves[1..].iter().map(|&m| position.play(m)).collect::<Vec<Position>>()
    };
    let away = root.play("9a8a".parse().unwrap()).play(GOLD_MOVES[0].parse().unwrap());
    let left = [left(root), left(away)];
    let kept = 2 + left[0].len() + left[1].len();
    // A line of references has 64 and takes about 70 bytes.
    let lines = size.lines.min(size.bytes / 75).saturating_sub(kept + 100);
    // A longer path would need more memory than is allowed.
    let path = 2 * (lines * 64 / kept).clamp(2, 17_000);
    let mut writer = Writer::new(size, 3, SHUTTLE, "nobrinkmate");
    for i in 0..path {
        let (letter, m) = (if i + 2 < path { 'q' } else { 'Q' }, GOLD_MOVES[i % 2]);
        // The rook's next move leads to the position of the line before.
        let reference = if i + 1 < path { "" } else { " 2" };
        writer.claim(&format!("{letter} RBGSNLP {m}{reference}"));
    }
    for position in left.iter().flatten() {
        writer.claim(&format!("Q {} pass", Hand::of(position, Color::Black)));
    }
    let first = [2, 2 + left[0].len()];
    let levels = (0..path - 1).rev().map(|level| level % 2);
    let text = &mut writer.text;
    text.pop();
    let (mut count, mut next) = (0, None);
    for claim in levels.flat_map(|i| first[i]..first[i] + left[i].len()) {
        if count % 64 == 0 && count > 0 {
            *text += "\nr";
            next = None;
        }
        match next == Some(claim) {
            true => text.push('+'),
            false => *text += &format!(" {}", kept - claim),
        }
        (count, next) = (count + 1, Some(claim + 1));
    }
    text.push('\n');
    writer.end("references")
}

/// Claims about one board of which none makes another superfluous: the larger the hand, the shorter the mate. Then about the
/// next board.
fn one_board(size: Size) -> Worst {
    let mut writer = Writer::new(size, 1, ONE, "mate 99");
    writer.claim(ONE_CLAIM);
    let hands = hands([2, 2, 4, 4, 4, 4, 16]);
    let boards = boards("4k4/9/4P4/9/9/9/9/9/9 b - 1", 1);
    let mut claims = boards.flat_map(|board| {
        let claim = move |(hand, pieces): &(String, usize)| {
            format!("w {board} {hand} {} G*5b", 99 - 2 * pieces)
        };
        hands.iter().map(claim)
    });
    while claims.next().is_some_and(|claim| writer.claim(&claim)) {}
    writer.end("one board")
}

/// Every hand with a gold, with at most this many of each kind, and the number of its pieces.
fn hands(most: [u8; 7]) -> Vec<(String, usize)> {
    let mut all = vec![(String::new(), 0)];
    for (kind, most) in Kind::HAND.into_iter().zip(most) {
        let least = u8::from(kind == Kind::Gold);
        let with = |(text, pieces): &(String, usize), count: u8| {
            let digits = if count > 1 { count.to_string() } else { String::new() };
            let letter = if count > 0 { kind.letter().to_string() } else { String::new() };
            (format!("{text}{digits}{letter}"), pieces + usize::from(count))
        };
        all = all.iter().flat_map(|hand| (least..=most).map(move |count| with(hand, count))).collect();
    }
    all
}

/// As many boards as lines, and nothing to be done about any of them.
fn many_boards(size: Size) -> Worst {
    let problem = "4k4/9/9/9/9/9/9/9/9 b 18p 1";
    let mut writer = Writer::new(size, 1, problem, "nomate");
    let mut boards = boards(problem, 5);
    while boards.next().is_some_and(|board| writer.claim(&format!("h {board} - 5a5b"))) {}
    writer.end("many boards")
}

fn one_line_repeated(size: Size) -> Worst {
    let mut writer = Writer::new(size, 1, ONE, "mate 1");
    while writer.claim(ONE_CLAIM) {}
    writer.end("one line repeated")
}
