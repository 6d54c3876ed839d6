//! A diagram as text, drawing or JSON.

use crate::problem::Posed;
use crate::{Fault, Japanese, Side, message};
use serde::{Deserialize, Serialize};
use std::fmt;
use tsumugi_notation::svg::{SvgOptions, svg};
use tsumugi_notation::{Record, diagram};
use tsumugi_shogi::{CannotPlay, Color, Move, MoveParts, Position, Setup, SetupError, Square, Waivers};

/// A diagram with all that is told about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shown {
    /// The diagram.
    pub setup: Setup,
    /// Where it was read.
    pub place: String,
    /// Its name, where there is one.
    pub name: Option<String>,
    /// Header lines of the record.
    pub headers: Vec<(String, String)>,
    /// Is the side to move in check?
    pub in_check: bool,
    /// How many legal moves there are.
    pub legal_moves: u64,
    /// The move of the main line that led here.
    pub last_move: Option<Move>,
    /// The moves of the main line from here on.
    pub moves: Vec<Move>,
    /// Does the record have variations (変化)?
    pub variations: bool,
}

/// What is to be shown of a record.
#[derive(Clone, Debug)]
pub struct View {
    /// After how many moves of the main line.
    pub played: usize,
    /// Give all pieces missing from a full set to this side (残り全部).
    pub rest_to: Option<RestTo>,
    /// Exchange left and right.
    pub mirror: bool,
    /// Turn the board round and exchange the sides.
    pub flip: bool,
    /// Which rules it may break.
    pub waivers: Waivers,
}

/// Who gets the rest of the set; as plain data `"black"`, `"white"` or `"defender"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Receiver", into = "Receiver")]
pub enum RestTo {
    /// This side.
    Side(Color),
    /// The only side with a king; with two kings, the side not to move.
    Defender,
}

/// The same in a word.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Receiver {
    Black,
    White,
    Defender,
}

impl From<Receiver> for RestTo {
    fn from(receiver: Receiver) -> RestTo {
        match receiver {
            Receiver::Black => RestTo::Side(Color::Black),
            Receiver::White => RestTo::Side(Color::White),
            Receiver::Defender => RestTo::Defender,
        }
    }
}

impl From<RestTo> for Receiver {
    fn from(side: RestTo) -> Receiver {
        match side {
            RestTo::Side(Color::Black) => Receiver::Black,
            RestTo::Side(Color::White) => Receiver::White,
            RestTo::Defender => Receiver::Defender,
        }
    }
}

impl RestTo {
    fn color(self, setup: &Setup) -> Color {
        let has_king = |color| setup.kings(color).next().is_some();
        match self {
            RestTo::Side(color) => color,
            RestTo::Defender => match (has_king(Color::Black), has_king(Color::White)) {
                (true, false) => Color::Black,
                (false, true) => Color::White,
                _ => !setup.turn,
            },
        }
    }
}

/// Why a record cannot be shown so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// The line has only this many moves.
    NoSuchPly(usize),
    /// A move cannot be carried out.
    Unplayable(CannotPlay),
    /// The diagram breaks rules.
    Faulty(SetupError, Box<Setup>),
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hidden::NoSuchPly(moves) => write!(f, "there are only {moves} moves"),
            Hidden::Unplayable(why) => why.fmt(f),
            Hidden::Faulty(error, _) => error.fmt(f),
        }
    }
}

impl std::error::Error for Hidden {}

impl Shown {
    /// The diagram asked for, admitted.
    ///
    /// # Errors
    /// Why it cannot be shown.
    pub fn new(record: &Record, view: &View) -> Result<Shown, Hidden> {
        let main_line = record.main_line();
        if view.played > main_line.len() {
            return Err(Hidden::NoSuchPly(main_line.len()));
        }
        let (before, after) = main_line.split_at(view.played);
        let mut setup = record.setup.clone();
        before.iter().try_for_each(|&m| setup.play(m)).map_err(Hidden::Unplayable)?;
        let (mut last_move, mut moves) = (before.last().copied(), after.to_vec());
        if let Some(side) = view.rest_to {
            setup.give_rest_to(side.color(&setup));
        }
        let mut turn = |setup: Setup, change: fn(Square) -> Square| {
            moves.iter_mut().for_each(|m| *m = moved(*m, change));
            last_move = last_move.map(|m| moved(m, change));
            setup
        };
        if view.mirror {
            setup = turn(setup.mirrored(), Square::mirrored);
        }
        if view.flip {
            setup = turn(setup.rotated(), Square::rotated);
        }
        let position = match Position::new(&setup, view.waivers) {
            Ok(position) => position,
            Err(error) => return Err(Hidden::Faulty(error, Box::new(setup))),
        };
        Ok(Shown {
            place: String::new(),
            name: None,
            headers: record.headers.clone(),
            in_check: position.in_check(),
            legal_moves: position.count_legal_moves(),
            last_move,
            moves,
            variations: record.has_variations(),
            setup,
        })
    }

    /// What is known at sight, for programs.
    pub fn facts(&self) -> Facts {
        Facts {
            sfen: self.setup.to_sfen(),
            name: self.name.clone(),
            source: self.place.clone(),
            turn: self.setup.turn.into(),
            in_check: self.in_check,
            legal_moves: self.legal_moves,
            moves: self.moves.clone(),
            variations: self.variations,
            headers: self.headers.clone(),
        }
    }

    /// A drawing: the name above, the last move shaded.
    pub fn svg(&self, promoted_in_red: Option<bool>) -> String {
        let usual = SvgOptions::default();
        let promoted_in_red = promoted_in_red.unwrap_or(usual.promoted_in_red);
        let (title, last_move) = (self.name.clone(), self.last_move);
        svg(&self.setup, &SvgOptions { title, last_move, promoted_in_red, ..usual })
    }
}

/// The move with its squares changed.
fn moved(m: Move, change: fn(Square) -> Square) -> Move {
    match m.parts() {
        MoveParts::Board { from, to, promote } => Move::board(change(from), change(to), promote),
        MoveParts::Drop { kind, to } => Move::drop(kind, change(to)),
    }
}

/// How to show a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A picture.
    #[default]
    Svg,
    /// As Japanese programs draw it.
    Text,
    /// Everything that is known at sight.
    Json,
}

/// A diagram to show.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The diagram.
    #[serde(flatten)]
    pub problem: crate::ProblemText,
    /// How to show it.
    pub format: Format,
    /// After how many moves of the main line.
    pub ply: usize,
    /// Give all pieces missing from a full set to this side (残り全部).
    pub rest_to: Option<RestTo>,
    /// What to write above it.
    pub title: Option<String>,
    /// Exchange left and right?
    pub mirror: bool,
    /// Turn the board round and exchange the sides?
    pub flip: bool,
    /// Are promoted pieces red?
    pub promoted_in_red: Option<bool>,
}

/// A diagram shown, plain data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// A text in this format.
    Picture {
        /// How it is shown.
        format: Format,
        /// The text.
        text: String,
    },
    /// What is known at sight.
    Facts(Facts),
}

/// What is known of a diagram at sight; `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Facts {
    /// The diagram.
    pub sfen: String,
    /// Its name, where there is one.
    pub name: Option<String>,
    /// Where it was read.
    pub source: String,
    /// Whose move it is.
    pub turn: Side,
    /// Is the side to move in check?
    pub in_check: bool,
    /// How many legal moves there are.
    pub legal_moves: u64,
    /// The moves of the main line from here on.
    pub moves: Vec<Move>,
    /// Does the record have variations (変化)?
    pub variations: bool,
    /// Header lines of the record.
    pub headers: Vec<(String, String)>,
}

/// Shows a diagram.
pub(crate) fn answer(request: &Request) -> Result<Answer, Fault> {
    let Posed { record, name, waivers, .. } = request.problem.read()?;
    let &Request { format, ply, rest_to, mirror, flip, promoted_in_red, .. } = request;
    let view = View { played: ply, rest_to, mirror, flip, waivers };
    let mut shown = Shown::new(&record, &view).map_err(|why| match why {
        Hidden::NoSuchPly(moves) => Fault::bad_request(message!(
            "there is no ply {ply}: the record has {moves} moves",
            "{ply}手目の局面はありません（全{moves}手）",
        )),
        Hidden::Unplayable(why) => Fault::bad_request(why.message()),
        Hidden::Faulty(error, _) => Fault::inadmissible(&error),
    })?;
    shown.name = request.title.clone().or(name);
    shown.place = "request".to_string();
    Ok(match format {
        Format::Svg => Answer::Picture { format, text: shown.svg(promoted_in_red) },
        Format::Text => Answer::Picture { format, text: diagram::write(&shown.setup) },
        Format::Json => Answer::Facts(shown.facts()),
    })
}
