//! The faults that our libraries find, in Japanese. In English they are their own `Display`.
//!
//! Libraries have error enums with fields and know no language but the one their developers read. Every door that talks
//! to people takes the Japanese words from here. Each enum is matched without a catch-all: a fault that is added without
//! its Japanese words does not compile.

mod certificate;
mod changes;
mod diagram;
mod patterns;
mod reading;
mod searching;

use crate::Message;
use std::fmt;
use tsumugi_shogi::{Color, Kind, Square};

/// Something that can be told in Japanese; in English it is its `Display`.
pub trait Japanese: fmt::Display {
    /// In Japanese.
    fn japanese(&self) -> String;

    /// In both languages.
    fn message(&self) -> Message {
        Message::new(self.to_string(), self.japanese())
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

fn square(square: Square) -> String {
    tsumugi_notation::japanese::square_name(square)
}

fn piece(kind: Kind) -> &'static str {
    tsumugi_notation::japanese::piece_name(kind)
}
