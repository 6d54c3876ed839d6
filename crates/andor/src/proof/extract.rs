//! Reads claims off a table, searching again for what it has lost.

use super::{Claim, Claims, Place};
use crate::engines::dfpn::Dfpn;
use crate::game::{Decided, Game, Resource, Turn};
use crate::table::{Entry, FOREVER, Found, Table};
use crate::{Bounds, Limits, Options, StopReason, Verdict, drive};
use std::collections::HashSet;
use std::sync::Arc;

/// Claims and what it took to find them.
#[derive(Clone, Debug)]
pub struct Extraction<M> {
    /// The claims.
    pub claims: Claims<M>,
    /// Expansions spent on searching again.
    pub searched: u64,
}

/// Turns a verdict about the game's current position, found with this table, into claims.
///
/// # Errors
/// When a limit is reached while lost parts are searched again.
pub fn extract<G: Game + Clone>(
    game: &G,
    verdict: Verdict,
    options: Options,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
) -> Result<Extraction<G::Move>, StopReason> {
    extract_with(game, verdict, options, table, limits, &mut |_, _| {})
}

/// As [`extract`], and shows each claim to `visit` together with the game at its position.
///
/// # Errors
/// When a limit is reached while lost parts are searched again.
pub fn extract_with<G: Game + Clone>(
    game: &G,
    verdict: Verdict,
    options: Options,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
    visit: &mut dyn FnMut(&G, &Claim<G::Move>),
) -> Result<Extraction<G::Move>, StopReason> {
    let win = match verdict {
        Verdict::Proved(_) => true,
        Verdict::Disproved => false,
        Verdict::Unknown(reason) => return Err(reason),
    };
    let plies = if let Verdict::Proved(plies) = verdict { plies } else { 0 };
    let mut extractor = Extractor {
        game: game.clone(),
        options,
        table: table.clone(),
        limits: limits.clone(),
        out: Extraction { claims: Claims::new(win), searched: 0 },
        done: HashSet::new(),
        stack: Vec::new(),
        show: visit,
    };
    extractor.visit(plies)?;
    let mut visits = 1;
    loop {
        if limits.stopped() {
            return Err(StopReason::Stopped);
        }
        if visits > limits.claims || extractor.out.searched > limits.claims.saturating_mul(2) {
            return Err(StopReason::Nodes);
        }
        let Some(todo) = extractor.stack.last_mut() else { break };
        match todo.moves.pop() {
            Some((m, plies)) => {
                extractor.game.play(m);
                extractor.visit(plies)?;
                visits += 1;
            }
            None => {
                extractor.stack.pop();
                if !extractor.stack.is_empty() {
                    extractor.game.undo();
                }
            }
        }
    }
    Ok(extractor.out)
}

/// Moves still to be followed, each with the plies in which OR must have won after it.
struct Todo<M> {
    moves: Vec<(M, u32)>,
}

struct Extractor<'a, G: Game> {
    game: G,
    options: Options,
    table: Arc<Table<G::Resource>>,
    limits: Limits,
    out: Extraction<G::Move>,
    /// Positions of a hold already followed.
    done: HashSet<Place>,
    stack: Vec<Todo<G::Move>>,
    show: &'a mut dyn FnMut(&G, &Claim<G::Move>),
}

impl<G: Game + Clone> Extractor<'_, G> {
    fn visit(&mut self, plies: u32) -> Result<(), StopReason> {
        let at = (self.game.key(), self.game.resource().to_bits());
        let win = self.out.claims.win;
        let known = match win {
            true => self.out.claims.win_within(at, plies).is_some(),
            false => !self.done.insert(at),
        };
        let mut moves = Vec::new();
        if !known {
            self.game.moves(&mut moves);
        }
        let todo = match (win, self.game.turn()) {
            _ if moves.is_empty() => vec![],
            (true, Turn::Or) => self.win(at, &moves, plies)?,
            (true, Turn::And) => self.lost(at, &moves, plies),
            (false, Turn::Or) => self.hold_against(&moves),
            (false, Turn::And) => self.hold(at, &moves)?,
        };
        self.stack.push(Todo { moves: todo });
        Ok(())
    }

    fn claim(&mut self, at: Place, claim: Claim<G::Move>) {
        (self.show)(&self.game, &claim);
        self.out.claims.at.entry(at).or_default().push(claim);
    }

    /// Every reply must be answered in time.
    fn lost(&mut self, at: Place, moves: &[G::Move], plies: u32) -> Vec<(G::Move, u32)> {
        self.claim(at, Claim::Lost { plies });
        moves.iter().map(|&m| (m, plies.saturating_sub(1))).collect()
    }

    /// Finds a move that wins within `plies`.
    fn win(
        &mut self,
        at: Place,
        moves: &[G::Move],
        plies: u32,
    ) -> Result<Vec<(G::Move, u32)>, StopReason> {
        let mut found: Option<(u32, G::Move)> = None;
        for &m in moves {
            let rank = self.after(m, |this| this.known_win());
            if let Some(rank) = rank.filter(|&rank| rank < plies)
                && found.is_none_or(|(best, _)| rank < best)
            {
                found = Some((rank, m));
            }
        }
        if found.is_none() {
            for &m in moves {
                let rank = self.after(m, |this| this.search_within(plies - 1))?;
                if let Some(rank) = rank {
                    found = Some((rank, m));
                    break;
                }
            }
        }
        // A win within `plies` exists: the table only ever holds true counts.
        let (rank, m) = found.ok_or(StopReason::GaveUp)?;
        self.claim(at, Claim::Win { m, plies: rank + 1 });
        Ok(vec![(m, rank)])
    }

    /// All moves of OR are answered: each position after one is known not to be won.
    fn hold_against(&mut self, moves: &[G::Move]) -> Vec<(G::Move, u32)> {
        for &m in moves {
            self.after(m, Extractor::remember_hold);
        }
        moves.iter().map(|&m| (m, 0)).collect()
    }

    /// Finds a reply after which OR does not win.
    fn hold(&mut self, at: Place, moves: &[G::Move]) -> Result<Vec<(G::Move, u32)>, StopReason> {
        let mut found = None;
        for &m in moves {
            let place = self.after(m, |this| (this.game.key(), this.game.resource().to_bits()));
            if self.done.contains(&place) {
                found = Some(m);
                break;
            }
            if found.is_none() && self.after(m, |this| this.is_known_hold()) {
                found = Some(m);
            }
        }
        if found.is_none() {
            for &m in moves {
                if self.after(m, Extractor::search_hold)? {
                    found = Some(m);
                    break;
                }
            }
        }
        let m = found.ok_or(StopReason::GaveUp)?;
        self.after(m, Extractor::remember_hold);
        self.claim(at, Claim::Hold { m });
        Ok(vec![(m, 0)])
    }

    fn after<T>(&mut self, m: G::Move, f: impl FnOnce(&mut Self) -> T) -> T {
        self.game.play(m);
        let out = f(self);
        self.game.undo();
        out
    }

    fn known(&mut self) -> Option<(Bounds, u32)> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            let won = self.game.turn() == Turn::And;
            return Some((if won { Bounds::PROVED } else { Bounds::DISPROVED }, 0));
        }
        let (key, resource) = (self.game.key(), self.game.resource());
        if let Found::Entry(entry) = self.table.look_up(key, resource, self.options.dominance)
            && entry.bounds.is_solved()
        {
            return Some((entry.bounds, entry.rank));
        }
        match self.game.decided() {
            Some(Decided::Win(rank, _)) => Some((Bounds::PROVED, rank)),
            Some(Decided::Loss(_)) => Some((Bounds::DISPROVED, 0)),
            None => None,
        }
    }

    fn known_win(&mut self) -> Option<u32> {
        self.known().filter(|(bounds, _)| bounds.is_proved()).map(|(_, rank)| rank)
    }

    fn is_known_hold(&mut self) -> bool {
        self.known().is_some_and(|(bounds, _)| bounds.is_disproved())
    }

    /// Does OR win here within `plies`? Then within how many.
    fn search_within(&mut self, plies: u32) -> Result<Option<u32>, StopReason> {
        let mut search = Dfpn::new(self.game.clone(), self.options, self.table.clone()).within(plies);
        let outcome = drive(&mut search, &self.limits, &mut ());
        self.out.searched += outcome.stats.expansions;
        match outcome.verdict {
            Verdict::Proved(rank) => Ok(Some(rank.min(plies))),
            Verdict::Disproved => Ok(None),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    fn search_hold(&mut self) -> Result<bool, StopReason> {
        let mut search = Dfpn::new(self.game.clone(), self.options, self.table.clone());
        let outcome = drive(&mut search, &self.limits, &mut ());
        self.out.searched += outcome.stats.expansions;
        match outcome.verdict {
            Verdict::Proved(_) => Ok(false),
            Verdict::Disproved => Ok(true),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// The current position is part of the hold, hence not won: later searches may know.
    fn remember_hold(&mut self) {
        let (key, resource) = (self.game.key(), self.game.resource());
        let entry = Entry {
            resource,
            bounds: Bounds::DISPROVED,
            rank: FOREVER,
            min_depth: 0,
            amount: 1,
            maybe_repetition: false,
            parent: (key, resource),
            merged: 0,
            best: 0,
        };
        self.table.store(key, resource, &entry);
    }
}
