//! Transfer: carry the win against one reply over to the replies that are like it.
//!
//! Trouble  Of many replies that come to the same (pieces put between a slider and the king, one kind after
//!          the other) each one leads to a position of its own, and each is searched as if nothing were known.
//! Idea     Follow the known win and the new position side by side: OR plays the move that won there, AND tries
//!          all it has. If every line ends in a win, the new position is won too; whatever needs searching ends
//!          the attempt. What was won on the way is stored like any other result.
//! Source   \[Kawano96\], as \[GPSShogi\] uses it for interpositions.
//! Switch   `transfer`.
//! Seen     `stats.transfers`.

use super::Dfpn;
use crate::Plies;
use crate::game::{Decided, Game};
use crate::policy::Policy;
use crate::table::{Entry, Found, Query};
use crate::{Bounds, Turn};

/// Positions an attempt may look at. Fewer: wins that take some more moves are searched for every reply. More: attempts
/// that fail cost more than the search they were to save.
const EFFORT: u32 = 256;

/// A win: within how many plies, and with which resource.
type Win<R> = (Plies, R);

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// Tries to win against a child of the innermost node as against one like it. `first` is the node's first
    /// child.
    pub(super) fn transfer(&mut self, first: usize, index: usize) {
        let child = &self.children[index];
        if !self.options.transfer || child.bounds.is_solved() || self.game.turn() == Turn::Or {
            return;
        }
        let m = child.m;
        let known = self.children[first..index].iter().rev();
        let mut alike = known.filter(|c| c.bounds.is_proved() && self.game.alike(c.m, m));
        let Some(model) = alike.next().map(|c| c.m) else { return };
        let Some(mut other) = self.game.fork(self.scratch.other.take()) else { return };
        self.stats.transfers.0 += 1;
        other.play(model);
        self.game.play(m);
        self.stats.plays += 1;
        let won = self.win_like(Some(&mut other), self.left_below(index), &mut EFFORT.clone());
        self.game.undo();
        self.scratch.other = Some(other);
        if let Some((rank, resource)) = won {
            self.stats.transfers.1 += 1;
            let child = &mut self.children[index];
            (child.bounds, child.rank, child.answer) = (Bounds::PROVED, rank, resource);
        }
    }

    /// Wins the game's current position within `left` plies without searching, as `other` is won.
    fn win_like(
        &mut self,
        other: Option<&mut G>,
        left: Plies,
        effort: &mut u32,
    ) -> Option<Win<G::Resource>> {
        let (key, resource) = (self.game.key(), self.game.resource());
        let question = Query { key, resource, within: left, dominance: self.options.dominance };
        if let Found::Entry(entry) = self.table.ask(&question)
            && entry.bounds.is_solved()
        {
            return entry.bounds.is_proved().then_some((entry.rank, entry.resource));
        }
        match self.game.decided() {
            Some(Decided::Win(rank, resource)) if rank <= left => return Some((rank, resource)),
            Some(Decided::Loss(_)) => return None,
            _ if left == 0 || *effort == 0 => return None,
            _ => *effort -= 1,
        }
        let other = other?;
        let (rank, answer, best) = match self.game.turn() {
            Turn::Or => self.win_by_the_same_move(other, left, effort)?,
            Turn::And => self.win_against_all(other, left, effort)?,
        };
        let answer = if self.options.dominance { answer } else { resource };
        let entry = Entry {
            resource: answer,
            bounds: Bounds::PROVED,
            rank,
            min_depth: self.path.len() as u32,
            amount: 1,
            maybe_repetition: false,
            parent: self.path.at(self.path.len() as u32 - 1),
            merged: 0,
            best,
        };
        self.table.answer(&question, &entry);
        Some((rank, answer))
    }

    fn win_by_the_same_move(
        &mut self,
        other: &mut G,
        left: Plies,
        effort: &mut u32,
    ) -> Option<(Plies, G::Resource, u32)> {
        let known = self.table.look_up(other.key(), other.resource(), self.options.dominance);
        let Found::Entry(entry) = known else { return None };
        if !entry.bounds.is_proved() || entry.best == 0 {
            return None;
        }
        let theirs = named(other, entry.best, &mut self.scratch.moves)?;
        let m = named(&self.game, entry.best, &mut self.scratch.moves)?;
        let plies = self.game.plies(m);
        let left = left.checked_sub(plies)?;
        other.play(theirs);
        self.game.play(m);
        self.stats.plays += 1;
        let won = self.win_like(Some(other), left, effort);
        self.game.undo();
        other.undo();
        won.map(|(rank, after)| (rank + plies, self.game.proof_before(m, after), entry.best))
    }

    fn win_against_all(
        &mut self,
        other: &mut G,
        left: Plies,
        effort: &mut u32,
    ) -> Option<(Plies, G::Resource, u32)> {
        let mut moves = self.scratch.spare.pop().unwrap_or_default();
        moves.fill(&self.game, other);
        let won = self.win_against_each(other, &mut moves, left, effort);
        self.scratch.spare.push(moves);
        won
    }

    fn win_against_each(
        &mut self,
        other: &mut G,
        moves: &mut SideBySide<G>,
        left: Plies,
        effort: &mut u32,
    ) -> Option<(Plies, G::Resource, u32)> {
        if moves.here.is_empty() {
            return Some((Plies::ZERO, self.game.won_resource(), 0));
        }
        let mut longest = Plies::ZERO;
        for &m in &moves.here {
            let plies = self.game.plies(m);
            let left = left.checked_sub(plies)?;
            self.game.play(m);
            self.stats.plays += 1;
            let won = if moves.there.contains(&m) {
                other.play(m);
                let won = self.win_like(Some(other), left, effort);
                other.undo();
                won
            } else {
                self.win_like(None, left, effort)
            };
            self.game.undo();
            let (rank, after) = won?;
            longest = longest.max(rank + plies);
            moves.won.push((m, after));
        }
        Some((longest, self.game.proof_join(&moves.won), 0))
    }
}

/// The replies in two positions that are followed side by side, and those of the first that are won.
pub(super) struct SideBySide<G: Game> {
    here: Vec<G::Move>,
    there: Vec<G::Move>,
    won: Vec<(G::Move, G::Resource)>,
}

impl<G: Game> Default for SideBySide<G> {
    fn default() -> Self {
        SideBySide { here: vec![], there: vec![], won: vec![] }
    }
}

impl<G: Game> SideBySide<G> {
    pub(super) fn with_room(moves: usize) -> Self {
        let list = || Vec::with_capacity(moves);
        SideBySide { here: list(), there: list(), won: Vec::with_capacity(moves) }
    }

    fn fill(&mut self, here: &G, there: &G) {
        self.here.clear();
        self.there.clear();
        self.won.clear();
        here.moves(&mut self.here);
        there.moves(&mut self.there);
    }
}

/// The move of the game's current position that the table calls by these bits.
fn named<G: Game>(game: &G, bits: u32, moves: &mut Vec<G::Move>) -> Option<G::Move> {
    moves.clear();
    game.moves(moves);
    moves.iter().copied().find(|&m| G::move_bits(m) == bits)
}
