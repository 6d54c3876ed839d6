//! A line of play, read off the table move by move.
//!
//! A proof answers every defence and may have millions of parts; a line needs one of them, and takes no longer
//! than its moves. The attacker plays the quickest move known to win, the defender the reply known to hold out
//! longest. What the table has lost is searched again from there, so every move of the attacker leads to a
//! position that is proved; whatever the defender plays, the line is a true one.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::solve::{Answer, Verdict};
use std::cmp::Reverse;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::table::Found;
use tsumugi_andor::{
    self as andor, Decided, Hints, Limits, Options, Resources, Rules, Stats, StopReason, Table, Turn,
    drive,
};
use tsumugi_shogi::Move;

/// Adds to an answer about the game's current position what the side to move should play, and the line of a mate.
pub(crate) fn read(
    game: &TsumeGame,
    options: Options,
    table: &Arc<Table<AttackerHand>>,
    limits: &Limits,
    answer: &mut Answer,
) {
    let mut reader = Reader { game: game.clone(), options, table, limits, searched: 0 };
    match answer.verdict {
        Verdict::Mate(plies) => {
            let (line, ended) = reader.mate(plies);
            answer.best = line.first().copied();
            answer.line = if ended { line } else { vec![] };
        }
        Verdict::NoMate if game.turn() == Turn::And => answer.best = reader.hold(),
        _ => {}
    }
    answer.stats = answer.stats.plus(&Stats { expansions: reader.searched, ..Stats::default() });
}

struct Reader<'a> {
    game: TsumeGame,
    options: Options,
    table: &'a Arc<Table<AttackerHand>>,
    limits: &'a Limits,
    /// Expansions spent on searching again.
    searched: u64,
}

impl Reader<'_> {
    /// Plays to the end of a mate within `plies`; says whether it got there.
    fn mate(&mut self, plies: u32) -> (Vec<Move>, bool) {
        // Lost entries found again may take longer, but nothing goes on for ever.
        let most = 2 * plies as usize + 64;
        let mut line = Vec::new();
        while !self.game.position().is_mate() {
            if self.stopped() || line.len() >= most {
                return (line, false);
            }
            let Ok(m) = self.next() else { return (line, false) };
            self.game.play(m);
            line.push(m);
        }
        (line, true)
    }

    fn stopped(&self) -> bool {
        self.limits.stop.as_ref().is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed))
    }

    /// The move to play in a position known to be won for the attacker.
    fn next(&mut self) -> Result<Move, StopReason> {
        if let Some(m) = self.choose() {
            return Ok(m);
        }
        self.search()?;
        self.choose().ok_or(StopReason::GaveUp)
    }

    /// The attacker's quickest or the defender's longest move, among those the table knows about.
    fn choose(&mut self) -> Option<Move> {
        let won = |this: &mut Self, m| match this.after(m, Reader::known) {
            Some(andor::Verdict::Proved(plies)) => Some((plies, m)),
            _ => None,
        };
        let turn = self.game.turn();
        let moves = self.moves();
        let known = moves.into_iter().filter_map(|m| won(self, m));
        // Of equally good ones the first, as generated.
        let best = match turn {
            Turn::Or => known.min_by_key(|&(plies, _)| plies),
            Turn::And => known.min_by_key(|&(plies, _)| Reverse(plies)),
        };
        best.map(|(_, m)| m)
    }

    /// A reply after which there is no mate.
    fn hold(&mut self) -> Option<Move> {
        let moves = self.moves();
        let holds = |verdict| verdict == Some(andor::Verdict::Disproved);
        if let Some(m) = moves.iter().copied().find(|&m| holds(self.after(m, Reader::known))) {
            return Some(m);
        }
        moves.into_iter().find(|&m| holds(self.after(m, |this| this.search().ok())))
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves
    }

    fn after<T>(&mut self, m: Move, f: impl FnOnce(&mut Self) -> T) -> T {
        self.game.play(m);
        let out = f(self);
        self.game.undo();
        out
    }

    /// What can be said about the current position at sight.
    fn known(&mut self) -> Option<andor::Verdict> {
        match self.game.decided() {
            Some(Decided::Win(plies, _)) => return Some(andor::Verdict::Proved(plies)),
            Some(Decided::Loss(_)) => return Some(andor::Verdict::Disproved),
            None => {}
        }
        match self.table.look_up(self.game.key(), self.game.resource(), self.options.dominance) {
            Found::Entry(entry) if entry.bounds.is_proved() => Some(andor::Verdict::Proved(entry.rank)),
            Found::Entry(entry) if entry.bounds.is_disproved() => Some(andor::Verdict::Disproved),
            _ => None,
        }
    }

    /// Searches the current position again; what it finds is in the table afterwards.
    fn search(&mut self) -> Result<andor::Verdict, StopReason> {
        let mut search = Dfpn::new(self.game.clone(), self.options, self.table.clone());
        let outcome = drive(&mut search, self.limits, &mut ());
        self.searched += outcome.stats.expansions;
        match outcome.verdict {
            andor::Verdict::Unknown(reason) => Err(reason),
            verdict => Ok(verdict),
        }
    }
}
