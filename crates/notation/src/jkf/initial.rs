//! The start of a JKF record: a preset or a diagram.

use crate::csa::{kind_from, kind_name};
use crate::{Expected, ReadFault, handicap};
use serde::Deserialize;
use std::collections::BTreeMap;
use tsumugi_shogi::{Cell, Color, HandKind, Kind, Piece, Setup, Square};

/// The object `initial` as it is read.
#[derive(Deserialize)]
pub(super) struct Initial {
    preset: Option<String>,
    #[serde(default)]
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    #[serde(default)]
    color: u8,
    #[serde(default)]
    board: Board,
    #[serde(default)]
    hands: Vec<BTreeMap<String, u32>>,
}

/// Columns of squares, or `{}` for an empty board.
#[derive(Deserialize)]
#[serde(untagged)]
enum Board {
    Squares(Vec<Vec<Stone>>),
    Empty {},
}

impl Default for Board {
    fn default() -> Board {
        Board::Empty {}
    }
}

#[derive(Deserialize)]
struct Stone {
    #[serde(default)]
    color: Option<u8>,
    #[serde(default)]
    kind: Option<String>,
}

impl Initial {
    /// The diagram it means.
    pub fn setup(self) -> Result<Setup, ReadFault> {
        let expected = ReadFault::Expected;
        let name = self.preset.as_deref().unwrap_or("OTHER");
        let Some(data) = self.data else {
            return handicap::from_jkf(name).ok_or_else(|| expected(Expected::Preset));
        };
        let mut setup = Setup::empty();
        setup.turn = color_from(data.color)?;
        if let Board::Squares(files) = data.board {
            if files.len() > 9 || files.iter().any(|file| file.len() > 9) {
                return Err(expected(Expected::NineFiles));
            }
            for (file, stones) in (1..).zip(files) {
                for (rank, stone) in (1..).zip(stones) {
                    let (Some(square), Some(name)) = (Square::new(file, rank), stone.kind) else {
                        continue;
                    };
                    let kind = kind_from(&name).ok_or_else(|| expected(Expected::CsaPiece))?;
                    let color = color_from(stone.color.unwrap_or(0))?;
                    setup.set(square, Cell::Piece(Piece::new(color, kind)));
                }
            }
        }
        for (hand, color) in data.hands.iter().zip(Color::ALL) {
            for (name, &count) in hand.iter().filter(|&(_, &count)| count > 0) {
                let kind = kind_from(name).filter(|kind: &Kind| !kind.is_promoted());
                let hand = kind.and_then(Kind::in_hand);
                let hand = hand.ok_or_else(|| expected(Expected::PiecesInHand))?;
                let count = u8::try_from(count).ok().filter(|&n| n <= 99);
                let count = count.ok_or_else(|| expected(Expected::AtMost99InHand))?;
                setup.hands[color.index()][hand.index()] = count;
            }
        }
        Ok(setup)
    }
}

fn color_from(number: u8) -> Result<Color, ReadFault> {
    let color = Color::ALL.into_iter().find(|color| color.index() == number as usize);
    color.ok_or(ReadFault::Expected(Expected::ColorNumber))
}

/// The object `initial` as it is written.
pub(super) fn initial(setup: &Setup) -> String {
    let plain = Setup { ply: 1, ..setup.clone() };
    if let Some(name) = handicap::jkf_name(&plain) {
        return format!("{{\"preset\":\"{name}\"}}");
    }
    let mut out = String::from("{\"preset\":\"OTHER\",\"data\":{\"color\":");
    out.push_str(if setup.turn == Color::Black { "0" } else { "1" });
    out.push_str(",\"board\":[");
    for file in 1..=9 {
        out.push_str(if file > 1 { ",[" } else { "[" });
        for square in (1..=9).filter_map(|rank| Square::new(file, rank)) {
            out.push_str(if square.rank() > 1 { "," } else { "" });
            match setup.piece(square) {
                Some(piece) => {
                    let (color, kind) = (piece.color.index(), kind_name(piece.kind));
                    out.push_str(&format!("{{\"color\":{color},\"kind\":\"{kind}\"}}"));
                }
                None => out.push_str("{}"),
            }
        }
        out.push(']');
    }
    let hand = |color| {
        let counts = HandKind::ALL
            .map(|kind| format!("\"{}\":{}", kind_name(kind.kind()), setup.in_hand(color, kind)));
        format!("{{{}}}", counts.join(","))
    };
    out.push_str(&format!("],\"hands\":[{},{}]}}}}", hand(Color::Black), hand(Color::White)));
    out
}
