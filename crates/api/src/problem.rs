//! Which problem a request is about: a text as it arrived → a diagram, its moves, and who mates whom.

use crate::{Fault, Message, message};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{At, Record, position_command};
use tsumugi_shogi::{Color, FaultName, Move, Waivers};
use tsumugi_tsume::Problem;

/// The problem of a request, as it is written. Exactly one of `sfen` and `text` must be there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ProblemText {
    /// A SFEN or a USI position line; moves may follow it.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub sfen: Option<String>,
    /// A record in any format that tsumugi reads. Of several problems the first counts.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Who gives mate; the side to move, or with one king on the board the side without, unless it is said.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Side>,
    /// Is a defender's empty hand empty? Otherwise the defender holds the rest of the set.
    pub as_written: bool,
    /// Rules that the diagram may break.
    pub allow: Vec<Rule>,
    /// Which position of the moves that come with it: `"start"`, `"end"` or a number of moves. By default a position as
    /// USI writes it means the position after its moves, any other record its diagram. What `check` examines is always
    /// the diagram with its moves.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
}

/// A place on the main line of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(pub At);

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Place, D::Error> {
        let word = String::deserialize(deserializer)?;
        let at = word.parse().map_err(|why| serde::de::Error::custom(format!("at: {why}")))?;
        Ok(Place(at))
    }
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// 先手, who moves up the board.
    Black,
    /// 後手, who moves down the board.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        if color == Color::Black { Side::Black } else { Side::White }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        if side == Side::Black { Color::Black } else { Color::White }
    }
}

/// A rule of diagrams that can be waived; written by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule(pub FaultName);

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        let name = String::deserialize(deserializer)?;
        let all = || FaultName::ALL.into_iter().filter(|rule| rule.can_be_waived());
        let found = all().find(|rule| rule.as_str() == name);
        found.map(Rule).ok_or_else(|| {
            let names: Vec<_> = all().map(|rule| rule.as_str()).collect();
            serde::de::Error::custom(format!("allow: {name:?} is none of {}", names.join(", ")))
        })
    }
}

/// A field that may be missing, but not `null`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl ProblemText {
    /// A problem that was read already, with these moves as its solution. The rules it may break are waived again.
    pub fn of(problem: &Problem, moves: &[Move], allow: &[FaultName]) -> ProblemText {
        let mut sfen = problem.position().to_sfen();
        if !moves.is_empty() {
            sfen += " moves";
            sfen.extend(moves.iter().map(|m| format!(" {m}")));
        }
        ProblemText {
            sfen: Some(sfen),
            text: None,
            attacker: Some(problem.attacker().into()),
            as_written: true,
            allow: allow.iter().copied().map(Rule).collect(),
            at: None,
        }
    }

    /// Which rules the diagram may break.
    pub fn waivers(&self) -> Waivers {
        self.allow.iter().fold(Waivers::TSUME, |waivers, rule| waivers.and(rule.0))
    }

    /// Reads it.
    ///
    /// # Errors
    /// When there is no text or two, or it cannot be read.
    pub(crate) fn read(&self) -> Result<Posed, Fault> {
        let (record, name, count, format) = match (&self.sfen, &self.text) {
            (Some(sfen), None) => {
                let record = position_command::read(sfen).map_err(|error| Fault::unreadable(&error))?;
                (record, None, 1, Format::Sfen)
            }
            (None, Some(text)) => of_text(text)?,
            _ => {
                return Err(Fault::bad_request(message!(
                    "expected either sfen or text",
                    "sfenかtextのどちらか一方が必要です",
                )));
            }
        };
        let allow: Vec<FaultName> = self.allow.iter().map(|rule| rule.0).collect();
        let waivers = self.waivers();
        let (attacker, as_written) = (self.attacker.map(Color::from), self.as_written);
        Ok(Posed { record, name, count, format, attacker, as_written, waivers, allow })
    }

    /// The mate problem it is, with its moves.
    ///
    /// # Errors
    /// When it cannot be read, or play cannot start from it.
    pub(crate) fn problem(&self) -> Result<(Posed, Problem), Fault> {
        let posed = self.read()?;
        let problem = posed.problem()?;
        Ok((posed, problem))
    }

    /// The mate problem at the place that is meant.
    ///
    /// # Errors
    /// When it cannot be read, there is no such place, or play cannot start from there.
    pub(crate) fn problem_there(&self) -> Result<(Posed, Problem), Fault> {
        let posed = self.there()?;
        let problem = posed.problem()?;
        Ok((posed, problem))
    }

    /// Reads it and goes to the place that is meant.
    pub(crate) fn there(&self) -> Result<Posed, Fault> {
        let posed = self.read()?;
        let by_itself = match posed.format {
            Format::Sfen | Format::Usi => At::End,
            _ => At::Start,
        };
        let at = self.at.map_or(by_itself, |Place(at)| at);
        let moves = posed.record.main_line().len();
        let record = posed.record.from_place(at).ok_or_else(|| {
            Fault::bad_request(message!(
                "there is no place {at}: the record has {moves} moves",
                "{at}手目の局面はありません（全{moves}手）",
            ))
        })?;
        Ok(Posed { record, ..posed })
    }
}

/// A problem that was read.
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
    /// The mate problem it is.
    pub(crate) fn problem(&self) -> Result<Problem, Fault> {
        let problem =
            Problem::from_setup_for(&self.record.setup, self.waivers, self.as_written, self.attacker)
                .map_err(|error| Fault::inadmissible(&error))?;
        match problem.position().king(problem.defender()) {
            Some(_) => Ok(problem),
            None => Err(Fault::new(422, "faulty", no_king_to_mate())),
        }
    }
}

/// Whoever is to be mated must have a king.
pub fn no_king_to_mate() -> Message {
    message!("the side to be mated has no king", "玉方の玉がありません")
}

/// The first problem of a text.
fn of_text(text: &str) -> Result<(Record, Option<String>, usize, Format), Fault> {
    let unreadable = |error| Fault::unreadable(&error);
    let mut all = read::read_text(None, text, None).map_err(unreadable)?;
    let count = all.len();
    let first = all.swap_remove(0).map_err(unreadable)?;
    Ok((first.record, first.name, count, first.format))
}
