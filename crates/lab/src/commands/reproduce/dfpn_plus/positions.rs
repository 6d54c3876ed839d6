//! Positions of games: of those that the user has, or else of those that the program plays against itself.

use crate::commands::reproduce::collection;
use crate::commands::spread::spread;
use crate::commands::train::{Use, origin};
use crate::report::Report;
use crate::stop::Stop;
use crate::terminal::Progress;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;
use tsumugi_learn::collect::{Origin, Source};
use tsumugi_learn::dataset::Row;
use tsumugi_learn::games;
use tsumugi_learn::guided::Sight;
use tsumugi_learn::model::fnv;
use tsumugi_shogi::Position;

const LIST: &str = "games_usi.tsv";

/// Games to take positions from.
pub enum Games {
    /// Those of a list, with the hash each is split by.
    Listed(Vec<(u64, Origin)>),
    /// This many games that are played now.
    Drawn(usize),
}

impl Games {
    /// The games of a list if the user has one, or else `count` games played now.
    pub fn new(problems: &[PathBuf], count: usize) -> Result<Games, Report> {
        if problems.is_empty() && std::env::var_os("TSUMUGI_PROBLEMS").is_none() {
            return Ok(Games::Drawn(count));
        }
        let games = collection::read(problems, &[LIST])?;
        let origins: Result<_, _> = games.iter().map(|game| origin(game, Use::Games)).collect();
        Ok(Games::Listed(origins?))
    }

    fn count(&self) -> usize {
        match self {
            Games::Listed(origins) => origins.len(),
            Games::Drawn(count) => *count,
        }
    }

    /// The labelled positions of a game.
    fn rows(&self, i: usize, sight: Sight) -> Vec<Row> {
        match self {
            Games::Listed(origins) => origins[i].1.rows(origins[i].0, sight),
            Games::Drawn(_) => {
                let (start, moves) = games::game(i as u64);
                Origin::Game(start, moves).rows(fnv(&i.to_le_bytes()), sight)
            }
        }
    }

    /// What they are, in words.
    pub fn words(&self) -> String {
        match self {
            Games::Listed(origins) => format!("{} games of a list", origins.len()),
            Games::Drawn(count) => format!(
                "{count} games of the program against itself, by a player who looks one ply ahead (the paper: 40000 games of people)"
            ),
        }
    }

    /// The labelled positions of all games, none twice; none at all if the user asks to stop.
    pub fn labelled(&self, sight: Sight, workers: u32, stop: &Stop) -> Option<Vec<Row>> {
        let mut progress = Progress::after(Duration::from_millis(800));
        let count = self.count();
        let one = |i| self.rows(i, sight);
        let rows = spread(count, workers, one, |done| {
            progress.tell(|| format!("positions of {done} of {count} games"));
            !stop.asked()
        });
        let mut seen = HashSet::new();
        let new = |row: &Row| seen.insert(fnv(row.sfen.as_bytes()));
        let rows: Option<Vec<Vec<Row>>> = rows.into_iter().collect();
        Some(rows?.into_iter().flatten().filter(new).collect())
    }
}

/// Chooses `count` of them: first where a check was played, then where one could have been, drawn by their hash.
pub fn choose(rows: &[Row], count: usize) -> Vec<Position> {
    let mut order: Vec<&Row> = rows.iter().collect();
    order.sort_by_key(|row| (row.source != Source::Played, fnv(row.sfen.as_bytes())));
    let positions = order.into_iter().take(count);
    positions.filter_map(|row| Position::from_sfen(&row.sfen).ok()).collect()
}
