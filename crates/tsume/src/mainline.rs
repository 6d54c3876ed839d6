//! The main line (作意手順): the attacker's shortest play against the longest defence, and if there is a choice of
//! longest defences, one after which the attacker has nothing left in hand.
//!
//! Every choice is made by exact lengths: a reply is on the line only if it was shown that nothing shorter answers it.
//! What the table does not know is searched. With `Count::Conventional` futile interpositions are left out, and the
//! line may end where they are all that is left.

use crate::futile::{Counted, CountedGame};
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::problem::Problem;
use crate::solve::{Solver, StopReason};
use std::collections::HashSet;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::table::{Found, Question};
use tsumugi_andor::{
    Decided, Game, Limits, Observer, Options, Rules, Stats, Table, Turn, Verdict, drive,
};
use tsumugi_shogi::{Hand, Move};

/// What is counted in a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Every ply.
    Strict,
    /// Every ply but futile interpositions and their captures.
    Conventional,
}

/// A main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLine {
    /// Its moves.
    pub moves: Vec<Move>,
    /// What the attacker has left in hand at its end.
    pub leftover: Hand,
    /// What it took to find it.
    pub stats: Stats,
}

/// A futile interposition, and why it is futile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Futile {
    /// After how many moves of the line it could be played.
    pub after: u32,
    /// The interposition.
    pub reply: Move,
    /// The slider takes it,
    pub capture: Move,
    /// and it is mate within so many counted plies all the same: the conventional length before the interposition.
    pub plies: u32,
    /// Why.
    pub because: Because,
}

/// Why an interposition is futile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Because {
    /// The mate takes no longer even if the captured piece is handed back.
    HandedBack,
    /// The attacker brings everything back, keeping the piece; counted unless settings say otherwise.
    Restored,
}

/// Positions looked at for a line without leftover pieces, beside the first line.
const CHOICES: u32 = 64;

/// With so few plies left every check is tried in its turn.
const NEAR: u32 = 7;

impl Solver {
    /// A main line of a problem whose length, counted in this way, is exactly `plies`.
    ///
    /// # Errors
    /// When a limit is reached first, or the length is another.
    pub fn main_line(
        &mut self,
        problem: &Problem,
        count: Count,
        plies: u32,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Result<MainLine, StopReason> {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let (options, table) = (self.limited(), self.table());
        match count {
            Count::Strict => Tracer::new(game, options, table, limits, observer).line(plies),
            Count::Conventional => {
                let game = self.counted(game);
                Tracer::new(game, options, table, limits, observer).line(plies)
            }
        }
    }

    /// The futile interpositions along a line of a problem, whose conventional length is `plies`: those that could be
    /// played in its positions, in its order. The line may be empty.
    ///
    /// # Errors
    /// When a limit is reached first, or the line is none of the problem.
    pub fn futile_along(
        &mut self,
        problem: &Problem,
        line: &[Move],
        plies: u32,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Result<Vec<Futile>, StopReason> {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let (options, table) = (self.limited(), self.table());
        let game = self.counted(game);
        Tracer::new(game, options, table, limits, observer).explain(line, plies)
    }
}

/// A game whose lines can be traced.
trait Traced: Game<Resource = AttackerHand> + Clone {
    /// The move on the board.
    fn plain(m: Self::Move) -> Move;
    /// The reply's piece is taken and handed back: the moves that do so, in the position after it.
    fn handing_back(&self) -> Vec<Self::Move>;
    /// Replies that are left out because everything is brought back, each with the capture that does.
    fn restored(&self) -> Vec<(Move, Move)>;
}

impl Traced for TsumeGame {
    fn plain(m: Move) -> Move {
        m
    }
    fn handing_back(&self) -> Vec<Move> {
        vec![]
    }
    fn restored(&self) -> Vec<(Move, Move)> {
        vec![]
    }
}

impl Traced for CountedGame {
    fn plain(counted: Counted) -> Move {
        counted.m
    }
    fn handing_back(&self) -> Vec<Counted> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.retain(|counted| counted.hands_back);
        moves
    }
    fn restored(&self) -> Vec<(Move, Move)> {
        self.restorations()
    }
}

/// Follows a line move by move.
struct Tracer<'a, G: Traced> {
    game: G,
    options: Options,
    table: Arc<Table<AttackerHand>>,
    limits: Limits,
    observer: &'a mut (dyn Observer + Send),
    stats: Stats,
    line: Vec<Move>,
    /// Positions from which every line leaves something in hand, as far as looked at.
    leaving: HashSet<(u64, Hand, u32)>,
    choices: u32,
}

impl<'a, G: Traced> Tracer<'a, G> {
    fn new(
        game: G,
        options: Options,
        table: Arc<Table<AttackerHand>>,
        limits: &Limits,
        observer: &'a mut (dyn Observer + Send),
    ) -> Tracer<'a, G> {
        let limits = limits.clone();
        let (line, leaving, stats) = (vec![], HashSet::new(), Stats::default());
        Tracer { game, options, table, limits, observer, stats, line, leaving, choices: 0 }
    }

    fn line(mut self, plies: u32) -> Result<MainLine, StopReason> {
        let (moves, leftover) = match self.follow(plies)? {
            Ended::NothingLeft => (self.line, Hand::EMPTY),
            Ended::Leaving(line, leftover) => (line, leftover),
        };
        Ok(MainLine { moves, leftover, stats: self.stats })
    }

    /// Follows the line from the current position, whose length is exactly `left`. If it can be brought to an end with
    /// nothing left in hand, `line` is that line; otherwise it is as before.
    fn follow(&mut self, left: u32) -> Result<Ended, StopReason> {
        let AttackerHand(held) = self.game.resource();
        let at = (self.game.key(), held, left);
        if left == 0 && held == Hand::EMPTY {
            return Ok(Ended::NothingLeft);
        }
        if left == 0 || self.leaving.contains(&at) {
            return Ok(Ended::Leaving(self.line.clone(), held));
        }
        let moves = self.ordered_moves(left);
        let mut first = self.follow_one_of(&moves, left, false)?;
        if first.is_none() && self.game.turn() == Turn::And {
            // What holds out is no interposition to be left out if nothing else does.
            first = self.follow_one_of(&moves, left, true)?;
        }
        if let Some(Ended::Leaving(..)) = first {
            self.leaving.insert(at);
        }
        first.ok_or(StopReason::GaveUp)
    }

    /// Follows the line by one of these moves: futile interpositions, or the others.
    fn follow_one_of(
        &mut self,
        moves: &[G::Move],
        left: u32,
        futile: bool,
    ) -> Result<Option<Ended>, StopReason> {
        let mut first = None;
        for &m in moves {
            if first.is_some() && self.choices == CHOICES {
                break;
            }
            let fits = match self.game.turn() {
                Turn::Or => self.wins_in(m, left)?,
                Turn::And => self.holds_out(m, left, futile)?,
            };
            let Some(after) = fits else { continue };
            self.choices += first.is_some() as u32;
            self.game.play(m);
            self.line.push(G::plain(m));
            let ended = self.follow(after);
            self.game.undo();
            match ended? {
                Ended::NothingLeft => return Ok(Some(Ended::NothingLeft)),
                leaving => first = first.or(Some(leaving)),
            }
            self.line.pop();
            if self.game.turn() == Turn::Or {
                break;
            }
        }
        Ok(first)
    }

    /// The moves in the order in which they are generated, so that of two equally good ones always the same is taken,
    /// whatever the table knows. Only far from the end do checks that are known to be quick enough go first: to show
    /// that the others are too slow is the work of a search for cooks.
    fn ordered_moves(&mut self, left: u32) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if self.game.turn() == Turn::Or && left > NEAR {
            moves.sort_by_cached_key(|&m| {
                let after = left.saturating_sub(self.game.plies(m).get());
                match self.after(m, |this| this.known(after)) {
                    Some(true) => 0,
                    None => 1,
                    Some(false) => 2,
                }
            });
        }
        moves
    }

    /// Does this check mate in time? Then the plies after it.
    fn wins_in(&mut self, m: G::Move, left: u32) -> Result<Option<u32>, StopReason> {
        let Some(after) = left.checked_sub(self.game.plies(m).get()) else { return Ok(None) };
        if self.game.handing_back().contains(&m) {
            return Ok(None);
        }
        let wins = self.after(m, |this| this.is_won_within(after))?;
        Ok(wins.then_some(after))
    }

    /// Does this reply hold out to the end, and is it futile or not as asked for? Then the plies after it.
    fn holds_out(&mut self, m: G::Move, left: u32, futile: bool) -> Result<Option<u32>, StopReason> {
        let Some(after) = left.checked_sub(self.game.plies(m).get()) else { return Ok(None) };
        self.after(m, |this| {
            if after >= 2 && this.is_won_within(after - 2)? {
                return Ok(None);
            }
            if this.handing_back_wins(left)?.is_some() != futile {
                return Ok(None);
            }
            // A futile one may take even longer than it is counted for.
            let fits = !futile || this.is_met(after)?;
            Ok(fits.then_some(after))
        })
    }

    /// Does a check mate in time, without handing anything back?
    fn is_met(&mut self, left: u32) -> Result<bool, StopReason> {
        for m in self.ordered_moves(left) {
            if self.wins_in(m, left)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// After an interposition: the capture that hands the piece back and still mates within `left`.
    fn handing_back_wins(&mut self, left: u32) -> Result<Option<G::Move>, StopReason> {
        for m in self.game.handing_back() {
            if self.after(m, |this| this.is_won_within(left))? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// The futile interpositions along a line.
    fn explain(&mut self, line: &[Move], plies: u32) -> Result<Vec<Futile>, StopReason> {
        let (mut left, mut out) = (plies, Vec::new());
        for played in 0..=line.len() {
            if self.game.turn() == Turn::And {
                self.note_futile(played as u32, left, &mut out)?;
            }
            let Some(&next) = line.get(played) else { break };
            let (mut moves, back) = (Vec::new(), self.game.handing_back());
            self.game.moves(&mut moves);
            let m = moves.into_iter().find(|m| G::plain(*m) == next && !back.contains(m));
            let Some(m) = m else { return Err(StopReason::GaveUp) };
            left = left.saturating_sub(self.game.plies(m).get());
            self.game.play(m);
        }
        Ok(out)
    }

    /// The futile interpositions of the current position, in which the attacker has `left` plies.
    fn note_futile(&mut self, after: u32, left: u32, out: &mut Vec<Futile>) -> Result<(), StopReason> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        for m in moves {
            if let Some(capture) = self.after(m, |this| this.handing_back_wins(left))? {
                let (reply, capture) = (G::plain(m), G::plain(capture));
                let because = Because::HandedBack;
                out.push(Futile { after, reply, capture, plies: left, because });
            }
        }
        for (reply, capture) in self.game.restored() {
            out.push(Futile { after, reply, capture, plies: left, because: Because::Restored });
        }
        Ok(())
    }

    fn after<T>(&mut self, m: G::Move, f: impl FnOnce(&mut Self) -> T) -> T {
        self.game.play(m);
        let out = f(self);
        self.game.undo();
        out
    }

    /// Is the current position known to be won within so many plies, or known not to be?
    fn known(&mut self, left: u32) -> Option<bool> {
        let (key, resource) = (self.game.key(), self.game.resource());
        let question =
            Question { key, resource, within: left.into(), dominance: self.options.dominance };
        if let Found::Entry(entry) = self.table.ask(&question)
            && entry.bounds.is_solved()
        {
            return Some(entry.bounds.is_proved());
        }
        match self.game.decided() {
            Some(Decided::Win(rank, _)) if rank <= left => Some(true),
            Some(Decided::Loss(_)) => Some(false),
            _ => None,
        }
    }

    /// Is the current position won within so many plies?
    fn is_won_within(&mut self, left: u32) -> Result<bool, StopReason> {
        if let Some(known) = self.known(left) {
            return Ok(known);
        }
        let expansions = self.limits.expansions.saturating_sub(self.stats.expansions);
        let limits = Limits { expansions, ..self.limits.clone() };
        let mut search = Dfpn::new(self.game.clone(), self.options, self.table.clone()).within(left);
        let outcome = drive(&mut search, &limits, self.observer);
        self.stats = self.stats.plus(&outcome.stats);
        match outcome.verdict {
            Verdict::Proved(_) => Ok(true),
            Verdict::Disproved => Ok(false),
            Verdict::Unknown(reason) => Err(reason),
        }
    }
}

/// How a line ended.
enum Ended {
    /// With nothing left in the attacker's hand.
    NothingLeft,
    /// With something left: the line and what is left.
    Leaving(Vec<Move>, Hand),
}
