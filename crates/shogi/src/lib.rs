#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod attacks;
mod bitboard;
mod color;
mod hand;
pub mod key;
mod movegen;
mod moves;
mod packed;
pub mod perft;
mod piece;
mod position;
pub mod random;
mod retro;
#[cfg(feature = "serde")]
mod serialize;
pub mod setup;
mod setup_play;
pub mod sfen;
mod square;
mod usi_move;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use hand::{Hand, HandError};
pub use movegen::{Checks, MateInOne, MateLook, WaysOut};
pub use moves::{Move, MoveList, MoveParts};
pub use packed::{Packed, Packer};
pub use piece::{HandKind, Kind, Piece};
pub use position::{Inconsistent, Position, PositionError, Undo};
pub use retro::Unmove;
pub use setup::{Cell, FaultName, Setup, SetupError, SetupFault, Waivers, is_dead_end};
pub use setup_play::CannotPlay;
pub use sfen::{SfenError, SfenFault};
pub use square::Square;
pub use usi_move::{UsiMoveError, UsiMoveFault};
