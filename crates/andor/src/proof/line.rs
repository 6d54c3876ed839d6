//! One line of a proof: the winner's quickest known moves against the replies known to hold out longest.
//!
//! A whole proof answers every defence and may have millions of claims. A line needs one of them for each of its moves,
//! so it is read off the table directly. It is read as claims are: OR must have won within a number of plies that goes
//! down with every move. Without that number a line that follows the table alone can go round in circles, because what
//! the table knows about neighbouring positions was found at different times.

use super::Statement;
use super::extract::{Extractor, Found};
use crate::Plies;
use crate::game::{Game, Turn};
use crate::{Limits, Policy, StopReason, Table};
use std::cmp::Reverse;
use std::sync::Arc;

/// Moves from a solved position.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Why the line ends before the game does, if it does.
    pub stopped: Option<StopReason>,
    /// Expansions spent on searching again.
    pub searched: u64,
}

/// A line to the end of a win within `plies` that was found with this table.
pub fn winning_line<G: Game + Clone, P: Policy>(
    game: &G,
    plies: impl Into<Plies>,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
) -> Line<G::Move> {
    let plies = plies.into();
    let mut ignore = |_: &G, _: &_| {};
    let found = Found::new(Statement::Won(plies));
    let mut reader = Extractor::new(game, policy, table, limits, &found, &mut ignore);
    let mut line = Line { moves: Vec::new(), stopped: None, searched: 0 };
    let mut left = plies;
    loop {
        match reader.step(left) {
            Ok(Some((m, after))) => {
                line.moves.push(m);
                left = after;
            }
            Ok(None) => break,
            Err(reason) => {
                line.stopped = Some(reason);
                break;
            }
        }
    }
    line.searched = found.searched();
    line
}

/// A reply after which OR does not win, in an AND position that was disproved with this table; with the expansions spent
/// on searching again.
///
/// # Errors
/// When a limit is reached while lost parts are searched again.
pub fn holding_move<G: Game + Clone, P: Policy>(
    game: &G,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
) -> Result<(G::Move, u64), StopReason> {
    let mut ignore = |_: &G, _: &_| {};
    let found = Found::new(Statement::NotWon(Plies::UNLIMITED));
    let mut reader = Extractor::new(game, policy, table, limits, &found, &mut ignore);
    let (m, _) = reader.find_hold(Plies::UNLIMITED)?;
    Ok((m, found.searched()))
}

impl<G: Game + Clone, P: Policy> Extractor<'_, G, P> {
    /// Plays the next move of a line that OR has won within `plies`: the move and the plies left after it. `None` at the
    /// end.
    fn step(&mut self, plies: Plies) -> Result<Option<(G::Move, Plies)>, StopReason> {
        self.check_limits()?;
        let next = match self.turn() {
            Turn::Or => {
                let (m, rank, _) = self.find_win(plies)?;
                Some((m, rank))
            }
            Turn::And => self.longest_reply().map(|(m, known)| {
                let left = plies.saturating_sub(Plies::ONE);
                (m, known.map_or(left, |known| known.min(left)))
            }),
        };
        if let Some((m, _)) = next {
            self.play(m);
        }
        Ok(next)
    }

    /// The reply known to hold out longest, with the plies it does. Of equally good ones the first; any reply, if nothing
    /// is known about them.
    fn longest_reply(&mut self) -> Option<(G::Move, Option<Plies>)> {
        let moves = self.moves();
        let first = moves.first().copied()?;
        let known = moves.into_iter().filter_map(|m| {
            let (rank, _) = self.after(m, Extractor::known_win)?;
            Some((m, rank))
        });
        let longest = known.min_by_key(|&(_, rank)| Reverse(rank));
        Some(longest.map_or((first, None), |(m, rank)| (m, Some(rank))))
    }
}
