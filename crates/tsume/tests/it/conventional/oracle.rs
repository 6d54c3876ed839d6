//! The definition of `docs/RULES.md` 12, word by word, with the plain rules.

use std::collections::HashMap;
use tsumugi_tsume::{FutileClass, FutileClasses};
use tsumugi_verify::naive;

/// Says within how many counted plies there is a mate.
pub struct Plain {
    attacker: naive::Color,
    /// What is not counted.
    classes: FutileClasses,
    known: HashMap<(naive::Position, u32), bool>,
    known_of_both: HashMap<(naive::Position, naive::Position, bool, u32), bool>,
}

/// Two positions that differ in where the slider stands: in the second it is after its capture.
#[derive(Clone, Copy)]
struct Both {
    without: naive::Position,
    with: naive::Position,
    /// Where the slider stands in each.
    slider: [naive::Square; 2],
    /// The interposition was the last reply in the second.
    fresh: bool,
}

impl Plain {
    pub fn new(attacker: naive::Color, classes: FutileClasses) -> Plain {
        Plain { attacker, classes, known: HashMap::new(), known_of_both: HashMap::new() }
    }

    fn has(&self, class: FutileClass) -> bool {
        self.classes.has(class)
    }

    /// Does the attacker mate from here within `n` counted plies?
    pub fn mates(&mut self, p: naive::Position, n: u32) -> bool {
        if let Some(&known) = self.known.get(&(p, n)) {
            return known;
        }
        let answer = if p.turn() == self.attacker {
            n >= 1 && p.checks().into_iter().any(|check| self.mates(p.play(check), n - 1))
        } else {
            let replies = self.replies(&p);
            match replies.is_empty() {
                true => p.in_check(p.turn()),
                false => replies.into_iter().all(|r| self.is_met(&p, r, n)),
            }
        };
        self.known.insert((p, n), answer);
        answer
    }

    /// The replies that are not left out.
    fn replies(&self, p: &naive::Position) -> Vec<naive::Move> {
        p.legal_moves().into_iter().filter(|&r| !self.is_left_out(p, r)).collect()
    }

    /// Cases (a) and (b) of the definition.
    fn is_met(&mut self, p: &naive::Position, r: naive::Move, n: u32) -> bool {
        (n >= 1 && self.mates(p.play(r), n - 1)) || self.costs_nothing(p, r, n)
    }

    /// Case (b) of the definition.
    fn costs_nothing(&mut self, p: &naive::Position, r: naive::Move, n: u32) -> bool {
        self.captures(p, r).into_iter().any(|capture| {
            let q = self.handed_back(&p.play(r), capture);
            let slider = [from(capture).unwrap(), capture.to()];
            let both = Both { without: *p, with: q, slider, fresh: true };
            (self.has(FutileClass::Wide) && self.mates(q, n))
                || (self.has(FutileClass::Narrow) && self.mates_both(both, n))
        })
    }

    /// The position after a capture whose piece is handed back.
    fn handed_back(&self, p: &naive::Position, capture: naive::Move) -> naive::Position {
        let taken = p.piece_at(capture.to()).unwrap().kind.unpromoted();
        rewritten(&p.play(capture), &[], Some((self.attacker, taken)))
    }

    /// Does the attacker mate from both within `n` counted plies, with the same moves, and without a reply that is new?
    fn mates_both(&mut self, both: Both, n: u32) -> bool {
        if is_same_board(&both.without, &both.with) {
            return self.mates(both.with, n);
        }
        let key = (both.without, both.with, both.fresh, n);
        if let Some(&known) = self.known_of_both.get(&key) {
            return known;
        }
        let answer = if both.with.turn() == self.attacker {
            n >= 1
                && both.with.checks().into_iter().any(|check| {
                    let same = same(&both, check, &both.without.checks());
                    same.is_some_and(|same| {
                        self.mates_both(
                            both.after(both.without.play(same), both.with.play(check)),
                            n - 1,
                        )
                    })
                })
        } else {
            self.every_reply_is_met(both, n)
        };
        self.known_of_both.insert(key, answer);
        answer
    }

    fn every_reply_is_met(&mut self, both: Both, n: u32) -> bool {
        let (ours, theirs) = (both.with.legal_moves(), both.without.legal_moves());
        let (left, left_there) = (self.replies(&both.with), self.replies(&both.without));
        let is_same = |r: &naive::Move| same(&both, *r, &theirs).is_some();
        let no_new = left.iter().all(is_same);
        let common = ours.iter().filter(|r| is_same(r) && (left.contains(r) || left_there.contains(r)));
        let rest = left_there.iter().filter(|r| !(ours.contains(r) && is_same(r)));
        no_new
            && common.into_iter().all(|&r| self.is_met_in_both(both, r, n))
            && (both.fresh || rest.into_iter().all(|&r| self.is_met(&both.without, r, n)))
    }

    fn is_met_in_both(&mut self, both: Both, r: naive::Move, n: u32) -> bool {
        let after = both.after(both.without.play(r), both.with.play(r));
        if n >= 1 && self.mates_both(after, n - 1) {
            return true;
        }
        self.captures(&both.with, r).into_iter().any(|capture| {
            let with = self.handed_back(&after.with, capture);
            if both.fresh {
                let slider = [both.slider[0], capture.to()];
                return self.mates_both(Both { with, slider, ..both }, n);
            }
            let captures = self.captures(&both.without, r);
            let same = same(&after, capture, &captures);
            same.is_some_and(|same| {
                let without = self.handed_back(&after.without, same);
                self.mates_both(both.after(without, with), n)
            })
        })
    }

    /// If the reply interposes, where the slider that gave check stands.
    fn slider(&self, p: &naive::Position, r: naive::Move) -> Option<naive::Square> {
        let (defender, king) = (p.turn(), king_of(p, p.turn())?);
        let mut sliders = p.pieces().filter(|(x, piece)| {
            piece.color == self.attacker
                && between(king, *x).contains(&r.to())
                && !is_checked_without(p, *x)
        });
        let (x, _) = sliders.next()?;
        (p.in_check(defender) && from(r) != Some(king)).then_some(x)
    }

    /// If the reply interposes, the captures of the slider that gave check.
    fn captures(&self, p: &naive::Position, r: naive::Move) -> Vec<naive::Move> {
        let Some(x) = self.slider(p, r) else { return vec![] };
        let back = p.play(r).checks().into_iter().filter(|c| c.to() == r.to());
        back.filter(|c| from(*c) == Some(x)).collect()
    }

    /// Is a reply left out, as if it were not legal?
    fn is_left_out(&self, p: &naive::Position, r: naive::Move) -> bool {
        self.is_taken_with_mate(p, r) || (self.has(FutileClass::Restoration) && self.is_restored(p, r))
    }

    /// Is it an interposition that is taken with mate, by a class that is not counted?
    fn is_taken_with_mate(&self, p: &naive::Position, r: naive::Move) -> bool {
        let Some(x) = self.slider(p, r) else { return false };
        let after = p.play(r);
        after.checks().into_iter().filter(|c| c.to() == r.to()).any(|capture| {
            let mate = after.play(capture);
            mate.is_mate()
                && match from(capture) == Some(x) {
                    true => self.has(FutileClass::X),
                    false => {
                        self.has(FutileClass::Xyz)
                            || (self.has(FutileClass::Xy) && !self.has_newcomer(p, x, &mate, r.to()))
                    }
                }
        })
    }

    /// Does anything but the slider on `x` and the piece that took on `s` take part in a mate that did not in the check?
    fn has_newcomer(
        &self,
        p: &naive::Position,
        x: naive::Square,
        mate: &naive::Position,
        s: naive::Square,
    ) -> bool {
        let squares = mate.pieces().filter(|(_, piece)| piece.color == self.attacker);
        let all: Vec<_> = squares.map(|(z, _)| z).filter(|&z| z != s).collect();
        let gives_no_check = !rewritten(mate, &all, None).in_check(mate.turn());
        let king = king_of(p, p.turn());
        let ways_out = |p: &naive::Position| {
            let out = p.legal_moves().into_iter();
            out.filter(|m| from(*m) == king || m.to() == x).collect::<Vec<_>>()
        };
        let joins = |z: &naive::Square| {
            let before = ways_out(p);
            let needed_before =
                ways_out(&rewritten(p, &[*z], None)).iter().any(|out| !before.contains(out));
            *z != x && !rewritten(mate, &[*z], None).is_mate() && !needed_before
        };
        gives_no_check || all.iter().any(joins)
    }

    /// Is this a restoration?
    fn is_restored(&self, p: &naive::Position, r: naive::Move) -> bool {
        self.captures(p, r).into_iter().any(|capture| {
            let q = p.play(r).play(capture);
            let hand = naive::Kind::HAND.map(|kind| q.hand(self.attacker, kind));
            self.is_brought_back(&q, p, &hand, 2)
        })
    }

    /// Whatever the defender replies, is the board of `goal` back within this many checks?
    fn is_brought_back(
        &self,
        q: &naive::Position,
        goal: &naive::Position,
        hand: &[u8; 7],
        checks: u32,
    ) -> bool {
        let replies = q.legal_moves();
        !replies.is_empty()
            && replies.into_iter().all(|reply| {
                let after = q.play(reply);
                checks > 0
                    && after.checks().into_iter().map(|check| after.play(check)).any(|end| {
                        let held = naive::Kind::HAND.map(|kind| end.hand(self.attacker, kind));
                        let same =
                            end.pieces().collect::<Vec<_>>() == goal.pieces().collect::<Vec<_>>();
                        let is_back = same && held.iter().zip(hand).all(|(held, least)| held >= least);
                        is_back || self.is_brought_back(&end, goal, hand, checks - 1)
                    })
            })
    }
}

impl Both {
    /// Both after a move in each.
    fn after(self, without: naive::Position, with: naive::Position) -> Both {
        Both { without, with, fresh: false, ..self }
    }
}

/// Of these moves of the position without the interposition, the one that is the same as a move of the other.
fn same(both: &Both, m: naive::Move, moves: &[naive::Move]) -> Option<naive::Move> {
    let [there, here] = both.slider;
    let is_same = |other: &&naive::Move| match from(m) == Some(here) {
        true => {
            from(**other) == Some(there)
                && is_same_board(&both.without.play(**other), &both.with.play(m))
        }
        false => **other == m && m.to() != here && m.to() != there,
    };
    moves.iter().find(is_same).copied()
}

/// The same pieces on the same squares?
fn is_same_board(a: &naive::Position, b: &naive::Position) -> bool {
    a.pieces().eq(b.pieces())
}

fn from(m: naive::Move) -> Option<naive::Square> {
    match m {
        naive::Move::Board { from, .. } => Some(from),
        naive::Move::Drop { .. } => None,
    }
}

fn king_of(p: &naive::Position, color: naive::Color) -> Option<naive::Square> {
    let is_king = |piece: naive::Piece| piece.kind == naive::Kind::King && piece.color == color;
    p.pieces().find(|(_, piece)| is_king(*piece)).map(|(king, _)| king)
}

/// The squares between two on one line, all of them empty or not.
fn between(a: naive::Square, b: naive::Square) -> Vec<naive::Square> {
    let (x, y) = (b.file() as i32 - a.file() as i32, b.rank() as i32 - a.rank() as i32);
    if x != 0 && y != 0 && x.abs() != y.abs() {
        return vec![];
    }
    let steps = x.abs().max(y.abs());
    let at = |i: i32| {
        let (file, rank) = (a.file() as i32 + x.signum() * i, a.rank() as i32 + y.signum() * i);
        naive::Square::new(file as u8, rank as u8).unwrap()
    };
    (1..steps).map(at).collect()
}

/// Would the defender, to move, still be in check if the piece on `x` were a stone?
fn is_checked_without(p: &naive::Position, x: naive::Square) -> bool {
    rewritten(p, &[x], None).in_check(p.turn())
}

/// The position with stones in the place of pieces, or with a piece handed from one side's hand to the other's.
fn rewritten(
    p: &naive::Position,
    stones: &[naive::Square],
    gives: Option<(naive::Color, naive::Kind)>,
) -> naive::Position {
    let mut board = String::new();
    for rank in 1..=9 {
        for file in (1..=9).rev() {
            let square = naive::Square::new(file, rank).unwrap();
            match p.piece_at(square) {
                _ if p.is_stone(square) || stones.contains(&square) => board.push('O'),
                Some(piece) => board += &piece_text(piece),
                None => board.push('1'),
            }
        }
        board.push_str(if rank < 9 { "/" } else { "" });
    }
    let mut hands = String::new();
    for color in naive::Color::BOTH {
        for kind in naive::Kind::HAND {
            let mut count = p.hand(color, kind);
            if let Some((from, given)) = gives.filter(|&(_, given)| given == kind) {
                assert!(given == kind);
                count = if from == color { count - 1 } else { count + 1 };
            }
            let letter = kind.letter();
            let letter =
                if color == naive::Color::Black { letter } else { letter.to_ascii_lowercase() };
            match count {
                0 => {}
                1 => hands.push(letter),
                _ => hands += &format!("{count}{letter}"),
            }
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let turn = if p.turn() == naive::Color::Black { 'b' } else { 'w' };
    naive::Position::from_sfen(&format!("{board} {turn} {hands} 1")).unwrap()
}

fn piece_text(piece: naive::Piece) -> String {
    let letter = piece.kind.unpromoted().letter();
    let letter = if piece.color == naive::Color::Black { letter } else { letter.to_ascii_lowercase() };
    if piece.kind == piece.kind.unpromoted() { letter.to_string() } else { format!("+{letter}") }
}
