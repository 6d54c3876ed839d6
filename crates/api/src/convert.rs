//! Whatever a person pastes, in every format, with its faults. A faulty diagram is no error here.

use crate::fault::{Fault, FaultDetail};
use crate::names::Named;
use crate::problem::Posed;
use crate::{ProblemText, Side, message, names};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tsumugi_notation::Record;
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::urls::{self, Site};
use tsumugi_shogi::{Color, Move, Position, Setup};

/// A record to convert.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The record.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// The formats wanted; all by default.
    pub to: Option<Vec<String>>,
}

/// A record and what is known of it at sight, plain data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The diagram.
    pub sfen: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// How it was written.
    pub format: String,
    /// How many problems the text had; this is the first.
    pub count: usize,
    /// If it had several: those that can be read, up to 500.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Listed>,
    /// Whose move it is.
    pub turn: Side,
    /// Who gives mate: as said, else the side without a king, else the side to move.
    pub attacker: Side,
    /// Is the side to move in check?
    pub in_check: Option<bool>,
    /// Is it mated?
    pub mated: Option<bool>,
    /// How many legal moves there are.
    pub legal_moves: Option<u64>,
    /// The main line.
    pub moves: Vec<Move>,
    /// The names of its moves.
    pub names: Named,
    /// Does the record have variations (変化)?
    pub variations: bool,
    /// Header lines of the record.
    pub headers: Vec<(String, String)>,
    /// Rules that the diagram breaks.
    pub faults: Vec<FaultDetail>,
    /// The record in each format; null where a format cannot express it.
    pub formats: BTreeMap<String, Option<String>>,
    /// If `url` is among the formats: the addresses at which sites show it, none of a diagram that they do not know.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub links: BTreeMap<String, String>,
}

/// A problem of a text that has several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Listed {
    /// The diagram.
    pub sfen: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The main line.
    pub moves: Vec<Move>,
}

/// The most problems that are listed.
const MOST_LISTED: usize = 500;

/// Converts a text.
pub(crate) fn answer(request: &Request) -> Result<Answer, Fault> {
    let posed = request.problem.read()?;
    let wanted = match &request.to {
        None => Format::ALL.to_vec(),
        Some(names) => names.iter().map(|name| format(name)).collect::<Result<_, _>>()?,
    };
    let Posed { record, name, count, format, waivers, .. } = &posed;
    let setup = &record.setup;
    let admitted = Position::new(setup, *waivers);
    let faults =
        admitted.as_ref().err().map(|error| error.faults.iter().map(FaultDetail::of).collect());
    let position = admitted.ok();
    Ok(Answer {
        sfen: setup.to_sfen(),
        name: name.clone(),
        format: format.name().to_string(),
        count: *count,
        problems: if *count > 1 { listed(request.problem.text.as_deref()) } else { vec![] },
        turn: setup.turn.into(),
        attacker: attacker(&posed).into(),
        in_check: position.as_ref().map(Position::in_check),
        mated: position.as_ref().map(Position::is_mate),
        legal_moves: position.as_ref().map(Position::count_legal_moves),
        moves: record.main_line(),
        names: names::both(setup, &record.main_line()),
        variations: record.has_variations(),
        headers: record.headers.clone(),
        faults: faults.unwrap_or_default(),
        formats: formats(record, &wanted),
        links: if wanted.contains(&Format::Url) { links(record) } else { BTreeMap::new() },
    })
}

fn format(name: &str) -> Result<Format, Fault> {
    let names = Format::ALL.map(Format::name).join(", ");
    let unknown = || {
        let message = message!(
            "to: {name:?} is none of {names}",
            "toの「{name}」は形式ではありません（{names}）"
        );
        Fault::bad_request(message)
    };
    Format::from_name(name).ok_or_else(unknown)
}

/// Who gives mate: as said, else the side without a king, else the side to move.
fn attacker(posed: &Posed) -> Color {
    let setup: &Setup = &posed.record.setup;
    let has_king = |color| setup.kings(color).next().is_some();
    posed.attacker.unwrap_or(match (has_king(Color::Black), has_king(Color::White)) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => setup.turn,
    })
}

/// The problems of a text, without those that cannot be read.
fn listed(text: Option<&str>) -> Vec<Listed> {
    let all = read::read_text(None, text.unwrap_or(""), None).unwrap_or_default();
    let one = |read::ReadRecord { name, record, .. }| Listed {
        sfen: record.setup.to_sfen(),
        name,
        moves: record.main_line(),
    };
    all.into_iter().flatten().take(MOST_LISTED).map(one).collect()
}

/// The record in each format, where the format can express it.
fn formats(record: &Record, wanted: &[Format]) -> BTreeMap<String, Option<String>> {
    let one = |&format: &Format| (format.name().to_string(), read::write(record, format).ok());
    wanted.iter().map(one).collect()
}

/// The address of the record at each site that can show it.
fn links(record: &Record) -> BTreeMap<String, String> {
    let one = |site: Site| Some((site.name().to_string(), urls::write(record, site).ok()?));
    Site::ALL.into_iter().filter_map(one).collect()
}
