//! Second solutions at the first move, seen without a check.
//!
//! A check follows one main line, and another first move is a second solution (余詰) if it mates without passing through a position
//! that belongs to the line (`tsumugi check --help`). Which line that will be is not known here. But every line there could be begins with
//! a move that mates in time, goes on with such moves, and passes only through positions that can be listed. So a first move is
//! taken for the main one, all that could belong to a line after it is listed, and another first move that mates in time without
//! touching any of it is a second solution, whatever line is examined. If each first move that could be the main one has such a
//! rival, the problem is cooked.
//!
//! What is listed is rather too much than too little: positions with one or two of the attacker's pieces gone count, too, whether or
//! not the line could do without them, and hands are not compared. Where mirror images might belong to the line nothing is said.

use super::Sieve;
use tsumugi_shogi::{Color, Kind, Move, MoveList, Position, Square, key};

/// Positions of a line that are listed at most. Fewer: problems with many moves are left to the check. More: listing takes longer
/// than the check.
const MOST_LISTED: usize = 6_000;
/// The most pieces of the attacker of which one or two may be gone. With more the list grows too long.
const MOST_PIECES: u32 = 6;

/// The positions that could belong to a line, by their boards.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    keys: Vec<u64>,
}

impl Listed {
    /// One more; `None` if that is too many.
    fn add(&mut self, key: u64) -> Option<()> {
        (self.keys.len() < MOST_LISTED).then(|| self.keys.push(key))
    }

    fn sort(&mut self) {
        self.keys.sort_unstable();
        self.keys.dedup();
    }

    fn has(&self, position: &Position) -> bool {
        self.keys.binary_search(&position.board_key()).is_ok()
    }
}

impl Sieve {
    /// Is there a second solution at the first move, whatever line is examined, if no line is longer than this? "No" says nothing.
    pub(super) fn is_cooked(&mut self, position: &mut Position, longest: u32) -> Option<bool> {
        if longest < 3 || position.pieces(position.turn()).count() > MOST_PIECES {
            return None;
        }
        let firsts = self.firsts(position, longest)?;
        if firsts.len() < 2 {
            return Some(false);
        }
        let mut listed = std::mem::take(&mut self.listed);
        let mut found = Some(true);
        for &main in &firsts {
            listed.keys.clear();
            found = self.list_line(position, main, longest, &mut listed).and_then(|()| {
                listed.sort();
                self.has_rival(position, main, &firsts, longest, &listed)
            });
            if found != Some(true) {
                break;
            }
        }
        self.listed = listed;
        found
    }

    /// The first moves that could be the main one.
    fn firsts(&mut self, position: &mut Position, longest: u32) -> Option<Vec<Move>> {
        let (mut checks, mut firsts) = (MoveList::new(), vec![]);
        position.checks(&mut checks);
        let mut met = None;
        for &m in &checks {
            if self.forces_with(position, m, longest, &mut met)? {
                firsts.push(m);
            }
        }
        Some(firsts)
    }

    /// Lists what could belong to a line that begins with a move.
    fn list_line(
        &mut self,
        position: &mut Position,
        main: Move,
        longest: u32,
        listed: &mut Listed,
    ) -> Option<()> {
        list_attacker(position, listed)?;
        self.list_move(position, main, longest, listed)
    }

    /// With the attacker to move, after this check and on.
    fn list_move(
        &mut self,
        position: &mut Position,
        m: Move,
        plies: u32,
        listed: &mut Listed,
    ) -> Option<()> {
        self.spend()?;
        let undo = position.play(m);
        let done = self.list_replies(position, plies - 1, listed);
        position.undo(undo);
        done
    }

    fn list_replies(&mut self, position: &mut Position, plies: u32, listed: &mut Listed) -> Option<()> {
        if is_symmetric(position) {
            return None;
        }
        if self.is_forced(position, 0, &mut None)? {
            // The line may end here, or where interpositions that count are all that is left, go on.
            listed.add(position.board_key())?;
        }
        if plies < 2 {
            return Some(());
        }
        let mut replies = MoveList::new();
        position.evasions(&mut replies);
        for &reply in &replies {
            let undo = position.play(reply);
            let done = self.list_after(position, plies - 1, listed);
            position.undo(undo);
            done?;
        }
        Some(())
    }

    fn list_after(&mut self, position: &mut Position, plies: u32, listed: &mut Listed) -> Option<()> {
        list_attacker(position, listed)?;
        let mut checks = MoveList::new();
        position.checks(&mut checks);
        let mut met = None;
        for &m in &checks {
            if self.forces_with(position, m, plies, &mut met)? {
                self.list_move(position, m, plies, listed)?;
            }
        }
        Some(())
    }

    /// Is there another first move that mates without touching what is listed?
    fn has_rival(
        &mut self,
        position: &mut Position,
        main: Move,
        firsts: &[Move],
        longest: u32,
        listed: &Listed,
    ) -> Option<bool> {
        for &other in firsts {
            if is_alike(position, main, other) {
                continue;
            }
            let undo = position.play(other);
            let mated = self.is_mated_apart(position, longest - 1, listed);
            position.undo(undo);
            if mated? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Is the defender, who is to move, mated within this many plies without touching what is listed?
    fn is_mated_apart(&mut self, position: &mut Position, plies: u32, listed: &Listed) -> Option<bool> {
        let mut replies = MoveList::new();
        position.evasions(&mut replies);
        if replies.is_empty() {
            return Some(!listed.has(position));
        }
        if plies == 0 {
            return Some(false);
        }
        for &reply in &replies {
            let undo = position.play(reply);
            let mates = self.mates_apart(position, plies - 1, listed);
            position.undo(undo);
            if !mates? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn mates_apart(&mut self, position: &mut Position, plies: u32, listed: &Listed) -> Option<bool> {
        self.spend()?;
        if listed.has(position) {
            return Some(false);
        }
        let mut checks = MoveList::new();
        position.checks(&mut checks);
        for &m in &checks {
            let undo = position.play(m);
            let mated = self.is_mated_apart(position, plies - 1, listed);
            position.undo(undo);
            if mated? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Lists a position with the attacker to move, and the same with one or two of its pieces gone.
fn list_attacker(position: &Position, listed: &mut Listed) -> Option<()> {
    if is_symmetric(position) {
        return None;
    }
    let here = position.board_key();
    listed.add(here)?;
    let own = position.pieces(position.turn()).into_iter();
    let gone = own.filter_map(|square| {
        let piece = position.piece(square).filter(|piece| piece.kind != Kind::King)?;
        Some(key::of_piece(piece, square))
    });
    let gone: Vec<u64> = gone.collect();
    for (i, first) in gone.iter().enumerate() {
        listed.add(here ^ first)?;
        for second in &gone[i + 1..] {
            listed.add(here ^ first ^ second)?;
        }
    }
    Some(())
}

/// Might a move differ from another only in its promotion or its distance? Then it is no second solution.
fn is_alike(position: &Position, one: Move, other: Move) -> bool {
    let Some(king) = position.king(!position.turn()) else { return true };
    let same_piece = one.from() == other.from() && one.dropped() == other.dropped();
    same_piece && (one.to() == other.to() || ray(king, one.to()) == ray(king, other.to()))
}

/// The direction from one square to another; none if they are on no common line.
fn ray(from: Square, to: Square) -> Option<(i8, i8)> {
    let across = to.file() as i8 - from.file() as i8;
    let down = to.rank() as i8 - from.rank() as i8;
    let straight = across == 0 || down == 0 || across.abs() == down.abs();
    straight.then_some((across.signum(), down.signum()))
}

/// Is a position its own mirror image?
fn is_symmetric(position: &Position) -> bool {
    let on_the_axis =
        Color::ALL.into_iter().all(|color| position.king(color).is_none_or(|king| king.file() == 5));
    let same = |square: Square| position.piece(square) == position.piece(square.mirrored());
    on_the_axis
        && (position.pieces(Color::Black) | position.pieces(Color::White)).into_iter().all(same)
        && position.walls().into_iter().all(|square| position.walls().has(square.mirrored()))
}
