//! Where positions to learn from come from: checks in games, walks from problems, the solver's own trees, random
//! boards. In all of them the defender is in check.

use crate::dataset::Row;
use crate::guided::{Guide, Guided, Sight};
use crate::label::label;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{Bounds, Options, Plies, Rules, Search, Table, Turn};
use tsumugi_shogi::random::{self, Random, Style};
use tsumugi_shogi::{Color, Move, MoveList, Position};
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::Look;

/// What kind of place a position comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A game, after a check that was played.
    Played,
    /// A game, after a check that could have been played.
    Possible,
    /// A walk of checks and replies from a problem.
    Walk,
    /// A leaf of a search.
    Tree,
    /// A walk from a random board.
    Random,
}

impl Source {
    /// Every source with its name.
    pub const ALL: [(Source, &'static str); 5] = [
        (Source::Played, "played"),
        (Source::Possible, "possible"),
        (Source::Walk, "walk"),
        (Source::Tree, "tree"),
        (Source::Random, "random"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Source::ALL.iter().find(|(source, _)| *source == self).map_or("", |(_, name)| name)
    }

    /// The source of this name.
    pub fn from_name(name: &str) -> Option<Source> {
        Source::ALL.iter().find(|(_, known)| *known == name).map(|(source, _)| *source)
    }
}

/// Where positions are taken from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A game from its first position. Its first plies have few checks and are not looked at.
    Game(Position, Vec<Move>),
    /// A problem: walks from it.
    Problem(Position, Color),
    /// A problem: leaves of a search of it, with this number of expansions.
    Tree(Position, Color, u64),
    /// A random board of this number.
    Random(u64),
}

/// A position in which the defender is in check, and where it is from.
#[derive(Clone, Debug)]
pub struct Found {
    /// The position; the side to move is in check.
    pub position: Position,
    /// Where it is from.
    pub source: Source,
}

/// Plies of a game that are not looked at.
const OPENING: usize = 50;
/// Walks from a problem, and plies of each at most.
const WALKS: usize = 2;
const PLIES: usize = 5;
/// Leaves kept of a search, at most.
const LEAVES: usize = 400;
/// One leaf in this many is kept.
const EVERY: u64 = 37;

impl Origin {
    /// The positions of an origin. The same every time: what is drawn follows from `problem`, the origin's hash.
    pub fn positions(&self, problem: u64) -> Vec<Found> {
        let mut random = Random::new(problem);
        match self {
            Origin::Game(start, moves) => checks_of_game(start, moves),
            Origin::Problem(position, attacker) => {
                walks(position, *attacker, Source::Walk, &mut random)
            }
            Origin::Tree(position, attacker, expansions) => leaves(position, *attacker, *expansions),
            Origin::Random(seed) => {
                let style = random.pick(&[Style::Tsume, Style::TwoKings]);
                let position = random::position_of(style, *seed);
                let attacker = tsumugi_tsume::attacker_of(&position);
                walks(&position, attacker, Source::Random, &mut random)
            }
        }
    }

    /// Labelled positions of an origin, none that `seen` has. Of neighbours with the same numbers the first is kept: they
    /// are probably the same thing twice.
    pub fn rows(&self, problem: u64, sight: Sight) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        let mut seen = HashSet::new();
        for Found { position, source } in self.positions(problem) {
            if !seen.insert(position.wide_key()) {
                continue;
            }
            let label = label(&position, !position.turn(), sight);
            let last = rows.last().map(|row| (row.label.pn, row.label.dn));
            if last != Some((label.pn, label.dn)) {
                rows.push(Row { sfen: position.to_sfen(), source, problem, label });
            }
        }
        rows
    }
}

fn checks_of_game(start: &Position, moves: &[Move]) -> Vec<Found> {
    let mut position = start.clone();
    let mut found = Vec::new();
    for (ply, &m) in moves.iter().enumerate() {
        if ply >= OPENING {
            let mut checks = MoveList::new();
            position.checks(&mut checks);
            let (played, others): (Vec<Move>, Vec<Move>) =
                checks.iter().partition(|&&check| check == m);
            for (checks, source) in [(played, Source::Played), (others, Source::Possible)] {
                found.extend(checks.iter().map(|&m| Found { position: after(&position, m), source }));
            }
        }
        _ = position.play(m);
    }
    found
}

fn after(position: &Position, m: Move) -> Position {
    let mut after = position.clone();
    _ = after.play(m);
    after
}

/// Random checks and replies.
fn walks(position: &Position, attacker: Color, source: Source, random: &mut Random) -> Vec<Found> {
    let mut found = Vec::new();
    for _ in 0..WALKS {
        let mut game = TsumeGame::new(position.clone(), attacker);
        for _ in 0..PLIES {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(random.pick(&moves));
            if game.turn() == Turn::And {
                found.push(Found { position: game.position().clone(), source });
            }
        }
    }
    found
}

/// Notes positions a search looks at for the first time.
#[derive(Default)]
struct Recorder {
    found: RefCell<Vec<Position>>,
}

impl Guide for Recorder {
    fn guess(&self, game: &TsumeGame, look: &Look, _left: Plies) -> Bounds {
        let mut found = self.found.borrow_mut();
        let wanted = game.turn() == Turn::And && game.key().is_multiple_of(EVERY);
        if wanted && found.len() < LEAVES {
            found.push(game.position().clone());
        }
        game.hand_made(look)
    }
}

fn leaves(position: &Position, attacker: Color, expansions: u64) -> Vec<Found> {
    let recorder = Recorder::default();
    let game = Guided::new(TsumeGame::new(position.clone(), attacker), &recorder);
    let mut search = Dfpn::new(game, Options::default(), Arc::new(Table::with_bytes(16 << 20)));
    search.advance(expansions);
    drop(search);
    let found = recorder.found.into_inner().into_iter();
    found.map(|position| Found { position, source: Source::Tree }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Sight = Sight::MateInOne;

    fn origins() -> Vec<Origin> {
        let position = random::position_of(Style::Tsume, 41);
        let attacker = tsumugi_tsume::attacker_of(&position);
        vec![
            Origin::Problem(position.clone(), attacker),
            Origin::Tree(position, attacker, 500),
            (0..).map(Origin::Random).find(|random| random.rows(99, SEEN).len() > 1).unwrap(),
        ]
    }

    #[test]
    fn the_defender_is_in_check_and_no_position_comes_twice() {
        for origin in origins() {
            let rows = origin.rows(99, SEEN);
            assert!(!rows.is_empty(), "{origin:?}");
            let mut seen = HashSet::new();
            for row in rows {
                assert!(Position::from_sfen(&row.sfen).unwrap().in_check(), "{}", row.sfen);
                assert!(seen.insert(row.sfen));
            }
        }
    }

    #[test]
    fn the_same_origin_gives_the_same_rows() {
        for origin in origins() {
            assert_eq!(origin.rows(5, SEEN), origin.rows(5, SEEN));
        }
    }

    #[test]
    fn checks_of_a_game_are_found_after_the_opening() {
        // Rooks go to and fro until White has something to give check with.
        let mut position = Position::startpos();
        let mut moves: Vec<Move> = Vec::new();
        let to_and_fro = ["2h3h", "8b7b", "3h2h", "7b8b"];
        let words = to_and_fro.iter().cycle().take(OPENING + 2).chain(&["7g7f", "3c3d", "8h3c+"]);
        for m in words.map(|word| word.parse().unwrap()) {
            assert!(position.is_legal(m), "{m}");
            _ = position.play(m);
            moves.push(m);
        }
        let found = checks_of_game(&Position::startpos(), &moves);
        assert!(found.iter().any(|found| found.source == Source::Played));
        assert!(found.iter().all(|found| found.position.in_check()));
    }
}
