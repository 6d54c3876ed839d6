//! Whatever a person pastes, in every format, with its faults. A faulty diagram is no error here.

use crate::fault::{Fault, FaultDetail};
use crate::names::Named;
use crate::problem::Posed;
use crate::{ProblemText, Side, names};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tsumugi_notation::Record;
use tsumugi_notation::read::{self, Format};
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
pub struct Answer {
    /// The diagram.
    pub sfen: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// How it was written.
    pub format: String,
    /// How many problems the text had; this is the first.
    pub count: usize,
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
}

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
    })
}

fn format(name: &str) -> Result<Format, Fault> {
    let names = Format::ALL.map(Format::name).join(", ");
    let unknown = || Fault::bad_request(format!("to: {name:?} is none of {names}"));
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

/// The record in each format, where the format can express it.
fn formats(record: &Record, wanted: &[Format]) -> BTreeMap<String, Option<String>> {
    let one = |&format: &Format| (format.name().to_string(), read::write(record, format).ok());
    wanted.iter().map(one).collect()
}
