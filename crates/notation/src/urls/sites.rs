//! Writing: the address at which a site, or an app, shows a record.

use super::coding::encode;
use crate::write_error::refuse_walls;
use crate::{Record, WriteError, position_command, usen};
use tsumugi_shogi::Setup;

/// Where a URL leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// lishogi.org, analysis board; main line only.
    Lishogi,
    /// shogi-extend.com, shared board (共有将棋盤); main line only.
    ShogiExtend,
    /// ShogiHome in the browser; with variations.
    ShogiHome,
    /// kento-shogi.com (KENTO); main line only.
    Kento,
    /// The app ぴよ将棋, by its own scheme; main line only.
    PiyoShogi,
    /// ぴよ将棋w, the same in the browser; main line only.
    PiyoShogiWeb,
}

impl Site {
    /// Every site.
    pub const ALL: [Site; 6] = [
        Site::Lishogi,
        Site::ShogiExtend,
        Site::ShogiHome,
        Site::Kento,
        Site::PiyoShogi,
        Site::PiyoShogiWeb,
    ];

    /// The name a request has for it: `kento`.
    pub const fn name(self) -> &'static str {
        match self {
            Site::Lishogi => "lishogi",
            Site::ShogiExtend => "shogi-extend",
            Site::ShogiHome => "shogihome",
            Site::Kento => "kento",
            Site::PiyoShogi => "piyo-shogi",
            Site::PiyoShogiWeb => "piyo-shogi-web",
        }
    }
}

/// Writes the address at which a site shows the record.
///
/// # Errors
/// When the diagram has walls, which no site knows.
pub fn write(record: &Record, site: Site) -> Result<String, WriteError> {
    refuse_walls(&record.setup, "the address of a board")?;
    Ok(match site {
        Site::Lishogi => lishogi(record),
        Site::ShogiExtend => shogi_extend(record),
        Site::ShogiHome => shogi_home(record)?,
        Site::Kento => kento(record),
        Site::PiyoShogi => piyo_shogi("piyoshogi://", record),
        Site::PiyoShogiWeb => piyo_shogi("https://www.studiok-i.net/ps/", record),
    })
}

/// The moves of the main line, encoded.
fn moves(record: &Record, between: &str) -> String {
    let moves: Vec<String> = record.main_line().iter().map(|m| encode(&m.to_string())).collect();
    moves.join(between)
}

fn lishogi(record: &Record) -> String {
    let mut url = String::from("https://lishogi.org/analysis");
    if record.setup != Setup::startpos() {
        url.push('/');
        url.push_str(&record.setup.to_sfen().replace(' ', "_"));
    }
    match moves(record, "_") {
        none if none.is_empty() => url,
        moves => format!("{url}?moves={moves}"),
    }
}

fn shogi_extend(record: &Record) -> String {
    // The site knows no `startpos` with dots, so the starting position is spelt out.
    let moves: String = record.main_line().iter().map(|m| format!(".{m}")).collect();
    let moves = if moves.is_empty() { moves } else { format!(".moves{moves}") };
    let sfen = record.setup.to_sfen().replace(' ', ".");
    let body = encode(&format!("position.sfen.{sfen}{moves}"));
    format!("https://www.shogi-extend.com/share-board?body={body}")
}

fn shogi_home(record: &Record) -> Result<String, WriteError> {
    let usen = usen::write(record)?;
    let mut url = format!(
        "https://sunfish-shogi.github.io/shogihome/webapp/index.html?usen={usen}&branch=0&ply=0"
    );
    for (key, header) in [("bname", "先手"), ("wname", "後手")] {
        if let Some(name) = record.header(header) {
            url.push_str(&format!("&{key}={}", encode(name)));
        }
    }
    Ok(url)
}

fn kento(record: &Record) -> String {
    let mut fields = Vec::new();
    if record.setup != Setup::startpos() || record.main_line().is_empty() {
        fields.push(format!("initpos={}", encode(&record.setup.to_sfen())));
    }
    let moves = moves(record, ".");
    if !moves.is_empty() {
        fields.push(format!("moves={moves}"));
    }
    format!("https://www.kento-shogi.com/?{}", fields.join("&"))
}

/// Opened at the start of the line.
fn piyo_shogi(base: &str, record: &Record) -> String {
    format!("{base}?num=0&sfen={}", encode(&position_command::write(record)))
}
