//! Positions of games none of which was learned from.

use crate::commands::reproduce::collection;
use crate::commands::spread::spread;
use crate::commands::train::{Use, origin};
use crate::report::Report;
use std::collections::HashSet;
use std::path::PathBuf;
use tsumugi_learn::collect::Source;
use tsumugi_learn::dataset::{Row, Split};
use tsumugi_learn::model::fnv;
use tsumugi_shogi::Position;

const GAMES: &str = "games_usi.tsv";

/// The labelled positions of all games of a split.
pub fn held_out(problems: &[PathBuf], split: Split, workers: u32) -> Result<Vec<Row>, Report> {
    let games = collection::read(problems, &[GAMES])?;
    let origins: Result<Vec<_>, _> = games.iter().map(|game| origin(game, Use::Games)).collect();
    let mut origins = origins?;
    origins.retain(|(problem, _)| Split::of(*problem) == split);
    let rows = spread(origins.len(), workers, |i| origins[i].1.rows(origins[i].0), |_| true);
    let mut seen = HashSet::new();
    let new = |row: &Row| seen.insert(fnv(row.sfen.as_bytes()));
    Ok(rows.into_iter().flatten().flatten().filter(new).collect())
}

/// So many of them: first where a check was played, then where one could have been, drawn by their hash.
pub fn choose(rows: &[Row], count: usize) -> Vec<Position> {
    let mut order: Vec<&Row> = rows.iter().collect();
    order.sort_by_key(|row| (row.source != Source::Played, fnv(row.sfen.as_bytes())));
    let positions = order.into_iter().take(count);
    positions.filter_map(|row| Position::from_sfen(&row.sfen).ok()).collect()
}
