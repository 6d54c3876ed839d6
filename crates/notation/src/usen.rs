//! USEN, the URL-safe SFEN with moves and branches of Shogi Playground, ShogiHome and tsshogi.
//!
//! `<sfen>~<ply>.<moves>.<end>~<ply>.<moves>.<end>…`: the SFEN has `_` for `/`, `.` for a blank, `z` for
//! `+`, no move number, and is left out for the starting position. Each section is a line of moves, three
//! base-36 digits a move, that leaves the line before it after `<ply>` moves; the first is the main line.
//! A move is `(from * 81 + to) * 2 + promotes` with squares counted along ranks from 1a; a drop comes
//! from 81 plus a number for its piece. The end is `r` resigns, `t` time, `j` impasse; USEN has no letter
//! for a mate, so it and all other endings become `p`, broken off, as in tsshogi. Comments, headers, times
//! and the move number are lost.

use crate::write_error::refuse_walls;
use crate::{Ending, Expected, NodeId, Play, ReadError, ReadFault, Record, WriteError};
use tsumugi_shogi::{HandKind, Move, MoveParts, Setup, Square};

/// Reads one USEN text.
///
/// # Errors
/// With the column of the first fault.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let fail = |column: usize, why| ReadError::at(1, column, text, why);
    let expected = |column, what| fail(column, ReadFault::Expected(what));
    let text = text.trim_end();
    if text.is_empty() {
        return Err(fail(1, ReadFault::Empty));
    }
    let (head, mut rest) =
        text.split_once('~').ok_or_else(|| expected(text.chars().count() + 1, Expected::UsenMoves))?;
    let mut record = Record::new(if head.is_empty() {
        Setup::startpos()
    } else {
        let sfen: String = head.chars().map(sfen_char).collect();
        sfen.parse().map_err(|e: tsumugi_shogi::SfenError| fail(e.column, ReadFault::Sfen(e.why)))?
    });
    record.setup.ply = 1;
    let mut column = head.chars().count() + 2;
    // The line read last: the node after each of its moves.
    let mut line = vec![Record::ROOT];
    loop {
        let (section, more) = match rest.split_once('~') {
            Some((section, more)) => (section, Some(more)),
            None => (rest, None),
        };
        read_section(&mut record, &mut line, section).map_err(|(at, why)| fail(column + at, why))?;
        let Some(more) = more else { return Ok(record) };
        column += section.chars().count() + 1;
        rest = more;
    }
}

/// Reads `<ply>.<moves>.<end>`; the fault's place is counted from 0.
fn read_section(
    record: &mut Record,
    line: &mut Vec<NodeId>,
    section: &str,
) -> Result<(), (usize, ReadFault)> {
    let expected = |at: usize, what| (at, ReadFault::Expected(what));
    let mut parts = section.splitn(3, '.');
    let ply = parts.next().unwrap_or("");
    let number = Some(ply).filter(|t| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit()));
    let number: usize =
        number.and_then(|t| t.parse().ok()).ok_or_else(|| expected(0, Expected::BranchPly))?;
    if number >= line.len() {
        return Err(expected(0, Expected::PlyUpTo(line.len() - 1)));
    }
    line.truncate(number + 1);
    let mut node = line[number];
    let mut setup = record.setup_at(node).map_err(|why| (0, ReadFault::Unplayable(why)))?;
    let mut at = ply.len() + 1;
    let moves = parts.next().ok_or_else(|| expected(ply.len(), Expected::DotAndMoves))?;
    if !moves.is_ascii() {
        return Err(expected(at, Expected::Base36Moves));
    }
    for digits in moves.as_bytes().chunks(3) {
        let digits = std::str::from_utf8(digits).unwrap_or("");
        let m = move_from(digits).ok_or_else(|| expected(at, Expected::Base36Move))?;
        setup.play(m).map_err(|why| (at, ReadFault::Unplayable(why)))?;
        node = record.add(node, Play::Move(m));
        line.push(node);
        at += 3;
    }
    let ending = match parts.next().unwrap_or("") {
        "" => return Ok(()),
        "r" => Ending::Resign,
        "t" => Ending::TimeUp,
        "j" => Ending::Impasse,
        "p" => Ending::Interrupted,
        other if other.bytes().all(|b| b.is_ascii_alphanumeric()) && other.len() <= 8 => {
            Ending::Other(other.to_string())
        }
        _ => return Err(expected(at + 1, Expected::EndingLetters)),
    };
    record.add(node, Play::End(ending));
    Ok(())
}

/// Writes the whole tree.
///
/// # Errors
/// When the diagram has walls.
pub fn write(record: &Record) -> Result<String, WriteError> {
    refuse_walls(&record.setup, "USEN")?;
    let mut out = String::new();
    if record.setup.to_sfen() != (Setup { ply: record.setup.ply, ..Setup::startpos() }).to_sfen() {
        let sfen = record.setup.to_sfen();
        let (sfen, _ply) = sfen.rsplit_once(' ').unwrap_or((&sfen, ""));
        out.extend(sfen.chars().map(usen_char));
    }
    // Lines still to write: where they start, and after how many moves. The main line comes first, then
    // the branches of the line last written, latest first: the order that reading relies on.
    let mut lines = vec![(record.node(Record::ROOT).children.first().copied(), 0)];
    while let Some((first, ply)) = lines.pop() {
        out.push_str(&format!("~{ply}."));
        let mut next = first;
        let mut depth = ply;
        let mut branches = Vec::new();
        let mut ending = "";
        while let Some(id) = next {
            let node = record.node(id);
            let parent = node.parent.expect("only the root has no parent");
            let siblings = &record.node(parent).children;
            if siblings.first() == Some(&id) {
                // Pushed last is written first, so the first variation goes on top.
                branches.extend(siblings[1..].iter().rev().map(|&other| (Some(other), depth)));
            }
            match &node.play {
                Play::Move(m) => {
                    out.push_str(&digits_of(*m));
                    depth += 1;
                }
                Play::End(end) => ending = letter_of(end),
                Play::Start => {}
            }
            next = node.children.first().copied();
        }
        out.push('.');
        out.push_str(ending);
        lines.extend(branches);
    }
    Ok(out)
}

fn letter_of(ending: &Ending) -> &'static str {
    match ending {
        Ending::Resign => "r",
        Ending::TimeUp => "t",
        Ending::Impasse => "j",
        _ => "p",
    }
}

fn sfen_char(c: char) -> char {
    match c {
        '_' => '/',
        '.' => ' ',
        'z' => '+',
        c => c,
    }
}

fn usen_char(c: char) -> char {
    match c {
        '/' => '_',
        ' ' => '.',
        '+' => 'z',
        c => c,
    }
}

/// Where drops come from, beyond the 81 squares.
const DROPS: [(HandKind, u32); 7] = [
    (HandKind::Gold, 90),
    (HandKind::Pawn, 91),
    (HandKind::Lance, 92),
    (HandKind::Knight, 93),
    (HandKind::Silver, 94),
    (HandKind::Bishop, 95),
    (HandKind::Rook, 96),
];

fn number_of(square: Square) -> u32 {
    (square.rank() as u32 - 1) * 9 + square.file() as u32 - 1
}

fn square_from(number: u32) -> Option<Square> {
    Square::new((number % 9) as u8 + 1, (number / 9) as u8 + 1)
}

fn digits_of(m: Move) -> String {
    let (from, promote) = match m.parts() {
        MoveParts::Board { from, promote, .. } => (number_of(from), promote),
        MoveParts::Drop { kind, .. } => {
            (DROPS.iter().find(|(k, _)| *k == kind).map_or(0, |&(_, from)| from), false)
        }
    };
    let code = (from * 81 + number_of(m.to())) * 2 + promote as u32;
    let digit = |n: u32| char::from_digit(n % 36, 36).unwrap_or('0');
    [digit(code / 1296), digit(code / 36), digit(code)].iter().collect()
}

fn move_from(digits: &str) -> Option<Move> {
    if digits.len() != 3 || !digits.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let code = u32::from_str_radix(digits, 36).ok()?;
    let (from, to, promote) = (code / 162, square_from(code % 162 / 2)?, code % 2 == 1);
    match square_from(from).filter(|_| from < 81) {
        Some(from) if from == to => None,
        Some(from) => Some(Move::board(from, to, promote)),
        None if promote => None,
        None => {
            DROPS.iter().find(|&&(_, number)| number == from).map(|&(kind, _)| Move::drop(kind, to))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_and_a_tree_read_as_other_programs_write_them() {
        let record = read("~0.6y236e7ku2sq.").unwrap();
        let usi: Vec<String> = record.main_line().iter().map(Move::to_string).collect();
        assert_eq!(write(&record).unwrap(), "~0.6y236e7ku2sq.");
        assert_eq!(usi[0], "2g2f");
        let tree = "4k4_9_4P4_9_9_9_9_9_9.b.G2r2b3g4s4n4l17p~0.b9q.p~0.b9o0io.p";
        let record = read(tree).unwrap();
        assert!(record.has_variations());
        assert_eq!(write(&record).unwrap(), tree);
    }

    #[test]
    fn every_move_survives_its_digits() {
        for m in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert_eq!(move_from(&digits_of(m)), Some(m));
        }
    }

    #[test]
    fn bad_texts_name_the_column() {
        for (text, column, message) in [
            ("", 1, "there is nothing to read"),
            ("abc", 4, "expected ~ and moves"),
            ("9_9.b.-~0..", 4, "the board has 2 ranks, expected 9"),
            ("~", 2, "expected the ply of a branch"),
            ("~x..", 2, "expected the ply of a branch"),
            ("~99999999999999999999..", 2, "expected the ply of a branch"),
            ("~0", 3, "expected . and moves"),
            ("~0.6y", 4, "expected three base-36 digits of a move"),
            ("~0.6y2zzz.", 7, "expected three base-36 digits of a move"),
            ("~0.6y2歩.", 4, "expected moves in base 36"),
            ("~0.6y26y2.", 7, "no piece of the side to move stands on 2g"),
            ("~0.6y2.~2..", 9, "expected a ply up to 1, where the line before ends"),
            ("~0.6y2.!", 8, "expected an ending of letters"),
            ("~0.000.", 4, "expected three base-36 digits of a move"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.column, error.why.to_string().as_str()), (column, message), "{text}");
        }
    }
}
