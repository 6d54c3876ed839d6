//! Whatever a person pastes, in every format, with its faults. A faulty diagram is no error here.

use crate::Fault;
use crate::fault::fault_json;
use crate::problem::Posed;
use crate::{ProblemText, names, usi};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tsumugi_notation::Record;
use tsumugi_notation::read::{self, Format};
use tsumugi_shogi::{Color, Position, Setup};

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

/// Converts a text.
pub(crate) fn answer(request: &Request) -> Result<Value, Fault> {
    let posed = request.problem.read()?;
    let wanted = match &request.to {
        None => Format::ALL.to_vec(),
        Some(names) => names.iter().map(|name| format(name)).collect::<Result<_, _>>()?,
    };
    let Posed { record, name, count, format, waivers, .. } = &posed;
    let setup = &record.setup;
    let headers: Vec<[&str; 2]> =
        record.headers.iter().map(|(key, value)| [key.as_str(), value.as_str()]).collect();
    let admitted = Position::new(setup, *waivers);
    let faults = admitted.as_ref().err().map(|error| error.faults.iter().map(fault_json).collect());
    let position = admitted.ok();
    Ok(json!({
        "sfen": setup.to_sfen(),
        "name": name,
        "format": format.name(),
        "count": count,
        "turn": setup.turn.to_string(),
        "attacker": attacker(&posed).to_string(),
        "in_check": position.as_ref().map(Position::in_check),
        "mated": position.as_ref().map(Position::is_mate),
        "legal_moves": position.as_ref().map(Position::count_legal_moves),
        "moves": usi(&record.main_line()),
        "names": names::both(setup, &record.main_line()),
        "variations": record.has_variations(),
        "headers": headers,
        "faults": faults.unwrap_or(json!([])),
        "formats": formats(record, &wanted),
    }))
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

/// The record in each format; null where a format cannot express it.
fn formats(record: &Record, wanted: &[Format]) -> Value {
    let one = |&format: &Format| (format.name().to_string(), json!(read::write(record, format).ok()));
    Value::Object(wanted.iter().map(one).collect::<Map<_, _>>())
}
