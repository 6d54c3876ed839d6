//! The main line (作意手順): the attacker's shortest play against the longest defence, and if there is a choice of
//! longest defences, one after which the attacker has nothing left in hand.
//!
//! Every choice is made by exact lengths: a reply is on the line only if it was shown that nothing shorter answers it.
//! What the table does not know is searched. With `Count::Conventional` futile interpositions are left out, and the
//! line may end where they are all that is left.

use crate::futile::class::FutileClass;
use crate::futile::{Counted, CountedGame, How, LeftOut};
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::problem::Problem;
use crate::solve::{Solver, StopReason};
use std::collections::HashSet;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::table::{Found, Query};
use tsumugi_andor::{
    Decided, Game, GameValue, Limits, Observer, Options, Rules, Stats, Table, Turn, drive,
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
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Futile {
    /// After how many moves of the line it could be played.
    pub after: u32,
    /// The interposition.
    pub reply: Move,
    /// It is taken,
    pub capture: Move,
    /// and it is mate within this many counted plies all the same: the conventional length before the interposition, or
    /// nothing if the capture itself is mate.
    pub plies: u32,
    /// The rule that makes it futile; of several, the first of [`Solver::futile_along`].
    pub class: FutileClass,
}

/// Positions looked at for a line without leftover pieces, beside the first line. Fewer: a line with a piece left in
/// hand is shown although another one uses it up. More: problems with many equal moves are slow to print.
const CHOICES: u32 = 64;

/// With this many plies left or fewer every check is tried in turn. Fewer: the table is asked where trying is quicker. More:
/// the checks of all positions on the way are multiplied.
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
    /// played in its positions, in its order. The line may be empty. Of several classes the first is named of: taken with
    /// mate (X, XY, XYZ), narrow, wide, restoration.
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

/// Whether an interposition is futile, and what it took to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AskedFutile {
    /// `None` if a limit was reached first.
    pub(crate) futile: Option<bool>,
    pub(crate) stats: Stats,
}

impl Solver {
    /// Is this reply a futile interposition in a position whose conventional length is `plies`?
    pub(crate) fn is_futile(
        &mut self,
        problem: &Problem,
        reply: Move,
        plies: u32,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> AskedFutile {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let (options, table) = (self.limited(), self.table());
        let game = self.counted(game);
        let mut tracer = Tracer::new(game, options, table, limits, observer);
        let futile = tracer.is_futile(reply, plies).ok();
        AskedFutile { futile, stats: tracer.stats }
    }
}

/// A game whose lines can be traced.
trait Traced: Game<Resource = AttackerHand> + Clone {
    /// The move on the board.
    fn plain(m: Self::Move) -> Move;
    /// A move on the board as one of the game, if it is legal, though it may be left out.
    fn legal(&self, m: Move) -> Option<Self::Move>;
    /// The reply's piece is taken and handed back: the moves that do so, in the position after it.
    fn handing_back(&self) -> Vec<Self::Move>;
    /// Replies to the current check that are futile whatever the length.
    fn left_out(&self) -> Vec<LeftOut>;
    /// The same position where only the narrow class hands pieces back; `None` if that class is to count.
    fn narrowed(&self) -> Option<Self>;
}

impl Traced for TsumeGame {
    fn plain(m: Move) -> Move {
        m
    }
    fn legal(&self, m: Move) -> Option<Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&m).then_some(m)
    }
    fn handing_back(&self) -> Vec<Move> {
        vec![]
    }
    fn left_out(&self) -> Vec<LeftOut> {
        vec![]
    }
    fn narrowed(&self) -> Option<TsumeGame> {
        None
    }
}

impl Traced for CountedGame {
    fn plain(counted: Counted) -> Move {
        counted.m
    }
    fn legal(&self, m: Move) -> Option<Counted> {
        let m = self.game().legal(m)?;
        Some(Counted { m, how: How::Plain })
    }
    fn handing_back(&self) -> Vec<Counted> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.retain(|counted| counted.how == How::HandsBack);
        moves
    }
    fn left_out(&self) -> Vec<LeftOut> {
        self.left_out()
    }
    fn narrowed(&self) -> Option<CountedGame> {
        self.narrowed()
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
        let left_out = self.game.left_out();
        let is_left_out = |m| left_out.iter().any(|out| out.reply == G::plain(m));
        for &m in moves {
            if first.is_some() && self.choices == CHOICES {
                break;
            }
            let fits = match self.game.turn() {
                Turn::Or => self.wins_in(m, left)?,
                Turn::And if is_left_out(m) && !futile => None,
                Turn::And => self.holds_out(m, left, futile, is_left_out(m))?,
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
    fn holds_out(
        &mut self,
        m: G::Move,
        left: u32,
        futile: bool,
        left_out: bool,
    ) -> Result<Option<u32>, StopReason> {
        let Some(after) = left.checked_sub(self.game.plies(m).get()) else { return Ok(None) };
        self.after(m, |this| {
            if after >= 2 && this.is_won_within(after - 2)? {
                return Ok(None);
            }
            if (left_out || this.handing_back_wins(left)?.is_some()) != futile {
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

    /// Is this reply to the current position, in which the attacker has `left` plies, a futile interposition?
    fn is_futile(&mut self, reply: Move, left: u32) -> Result<bool, StopReason> {
        if self.game.left_out().iter().any(|out| out.reply == reply) {
            return Ok(true);
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let m = moves.into_iter().find(|&m| G::plain(m) == reply).ok_or(StopReason::GaveUp)?;
        Ok(self.after(m, |this| this.handing_back_wins(left))?.is_some())
    }

    /// The futile interpositions along a line.
    fn explain(&mut self, line: &[Move], plies: u32) -> Result<Vec<Futile>, StopReason> {
        let (mut left, mut out) = (plies, Vec::new());
        for played in 0..=line.len() {
            if self.game.turn() == Turn::And {
                self.note_futile(played as u32, left, &mut out)?;
            }
            let Some(&next) = line.get(played) else { break };
            let Some(m) = self.game.legal(next) else { return Err(StopReason::GaveUp) };
            left = left.saturating_sub(self.game.plies(m).get());
            self.game.play(m);
        }
        Ok(out)
    }

    /// The futile interpositions of the current position, in which the attacker has `left` plies.
    fn note_futile(&mut self, after: u32, left: u32, out: &mut Vec<Futile>) -> Result<(), StopReason> {
        let left_out = self.game.left_out();
        let named = |out: &LeftOut| {
            let &LeftOut { class, reply, capture } = out;
            let plies = if class == FutileClass::Restoration { left } else { 0 };
            Futile { after, reply, capture, plies, class }
        };
        let (restored, taken): (Vec<Futile>, Vec<Futile>) =
            left_out.iter().map(named).partition(|futile| futile.class == FutileClass::Restoration);
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.retain(|&m| !left_out.iter().any(|out| out.reply == G::plain(m)));
        out.extend(taken);
        for m in moves {
            if let Some(capture) = self.after(m, |this| this.handing_back_wins(left))? {
                let (reply, plies) = (G::plain(m), left);
                let (class, capture) = self.class_of(m, capture, left)?;
                out.push(Futile { after, reply, capture, plies, class });
            }
        }
        out.extend(restored);
        Ok(())
    }

    /// Is an interposition after which this capture hands the piece back futile by the narrow class, or only by the wide
    /// one? And the capture that shows it.
    fn class_of(
        &mut self,
        m: G::Move,
        capture: G::Move,
        left: u32,
    ) -> Result<(FutileClass, Move), StopReason> {
        let wide = (FutileClass::Wide, G::plain(capture));
        let Some(narrowed) = self.game.narrowed() else { return Ok(wide) };
        let game = std::mem::replace(&mut self.game, narrowed);
        let narrow = self.after(m, |this| this.handing_back_wins(left));
        self.game = game;
        Ok(narrow?.map_or(wide, |capture| (FutileClass::Narrow, G::plain(capture))))
    }

    fn after<T>(&mut self, m: G::Move, f: impl FnOnce(&mut Self) -> T) -> T {
        self.game.play(m);
        let out = f(self);
        self.game.undo();
        out
    }

    /// Is the current position known to be won within this many plies, or known not to be?
    fn known(&mut self, left: u32) -> Option<bool> {
        let (key, resource) = (self.game.key(), self.game.resource());
        let question = Query { key, resource, within: left.into(), dominance: self.options.dominance };
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

    /// Is the current position won within this many plies?
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
            GameValue::Proved(_) => Ok(true),
            GameValue::Disproved => Ok(false),
            GameValue::Unknown(reason) => Err(reason),
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
