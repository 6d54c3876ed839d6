//! Fields of a request → plain data. An unknown field, a wrong type and a number out of range are refused.

use crate::Fault;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Record, position_command};
use tsumugi_shogi::{Color, FaultName, Waivers};
use tsumugi_tsume::Problem;

/// The fields of a request that nobody has taken yet.
pub(crate) struct Body(Map<String, Value>);

impl Body {
    /// # Errors
    /// When it is no object.
    pub(crate) fn new(body: Value) -> Result<Body, Fault> {
        match body {
            Value::Object(fields) => Ok(Body(fields)),
            _ => Err(Fault::bad_request("expected an object")),
        }
    }

    /// The position asked about.
    pub(crate) fn posed(&mut self) -> Result<Posed, Fault> {
        let mut taken = Map::new();
        for name in ["sfen", "text", "attacker", "as_written", "allow"] {
            if let Some(value) = self.0.remove(name) {
                if value.is_null() {
                    return Err(Fault::bad_request(format!("{name} is null")));
                }
                taken.insert(name.to_string(), value);
            }
        }
        Posed::new(Body(taken).rest()?)
    }

    /// All fields that are left.
    pub(crate) fn rest<T: DeserializeOwned>(self) -> Result<T, Fault> {
        let rest = serde_json::from_value(Value::Object(self.0));
        rest.map_err(|error| Fault::bad_request(error.to_string()))
    }
}

/// A number that must lie within bounds.
pub(crate) fn within<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    least: T,
    most: T,
) -> Result<T, Fault> {
    if value >= least && value <= most {
        return Ok(value);
    }
    Err(Fault::bad_request(format!("{name} is {value}, not from {least} to {most}")))
}

/// Seconds that must not be negative nor more than allowed.
pub(crate) fn seconds(name: &str, asked: Option<f64>, most: Option<f64>) -> Result<Option<f64>, Fault> {
    match asked {
        Some(asked) => within(name, asked, 0.0, most.unwrap_or(1e9)).map(Some),
        None => Ok(most),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PosedFields {
    sfen: Option<String>,
    text: Option<String>,
    attacker: Option<Side>,
    #[serde(default)]
    as_written: bool,
    #[serde(default)]
    allow: Vec<String>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

/// A position that is asked about.
#[derive(Clone, Debug)]
pub(crate) struct Posed {
    /// The diagram with what belongs to it.
    pub(crate) record: Record,
    /// Its name, where it has one.
    pub(crate) name: Option<String>,
    /// How many problems the text has.
    pub(crate) count: usize,
    /// The format it was written in.
    pub(crate) format: Format,
    /// Who gives mate, if that was said.
    pub(crate) attacker: Option<Color>,
    /// Is the defender's empty hand meant as empty?
    pub(crate) as_written: bool,
    /// Which rules it may break.
    pub(crate) waivers: Waivers,
    /// The names of these rules.
    pub(crate) allow: Vec<FaultName>,
}

impl Posed {
    fn new(fields: PosedFields) -> Result<Posed, Fault> {
        let (record, name, count, format) = match (&fields.sfen, &fields.text) {
            (Some(sfen), None) => {
                let record = position_command::read(sfen).map_err(|error| Fault::unreadable(&error))?;
                (record, None, 1, Format::Sfen)
            }
            (None, Some(text)) => of_text(text)?,
            _ => return Err(Fault::bad_request("expected either sfen or text")),
        };
        let allow = fields.allow.iter().map(|name| rule(name)).collect::<Result<Vec<_>, _>>()?;
        let attacker = fields.attacker.map(|side| match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        });
        let waivers = allow.iter().fold(Waivers::TSUME, |waivers, &name| waivers.and(name));
        let as_written = fields.as_written;
        Ok(Posed { record, name, count, format, attacker, as_written, waivers, allow })
    }

    /// The mate problem it is.
    pub(crate) fn problem(&self) -> Result<Problem, Fault> {
        let problem =
            Problem::from_setup_for(&self.record.setup, self.waivers, self.as_written, self.attacker)
                .map_err(|error| Fault::inadmissible(&error))?;
        match problem.position().king(problem.defender()) {
            Some(_) => Ok(problem),
            None => Err(Fault::new(422, "faulty", "the side to be mated has no king")),
        }
    }
}

/// The first problem of a text.
fn of_text(text: &str) -> Result<(Record, Option<String>, usize, Format), Fault> {
    let unreadable = |error| Fault::unreadable(&error);
    let format = read::sniff(text).unwrap_or(Format::Sfen);
    let mut all = read::read_all(None, text.as_bytes(), None).map_err(unreadable)?;
    let count = all.len();
    let first = all.swap_remove(0).map_err(unreadable)?;
    Ok((first.record, first.name, count, format))
}

fn rule(name: &str) -> Result<FaultName, Fault> {
    let found = FaultName::ALL.into_iter().find(|rule| rule.as_str() == name && rule.can_be_waived());
    found.ok_or_else(|| {
        let names: Vec<_> = FaultName::ALL.iter().filter(|rule| rule.can_be_waived()).collect();
        let names: Vec<_> = names.iter().map(|rule| rule.as_str()).collect();
        Fault::bad_request(format!("allow: {name:?} is none of {}", names.join(", ")))
    })
}
