//! A position as SFEN text, in its one canonical form (RULES 10).

use super::{Color, Content, Kind, Piece, Position, Square};

impl Position {
    /// The canonical SFEN: empty squares counted together, hands in the order R B G S N L P with
    /// Black's first, a count only where it is above one, and the move number.
    pub fn to_sfen(&self) -> String {
        let turn = match self.turn {
            Color::Black => 'b',
            Color::White => 'w',
        };
        let (board, hands) = (self.board_text(), self.hands_text());
        format!("{board} {turn} {hands} {}", self.number)
    }

    /// The board alone, as the first word of the SFEN.
    pub fn board_text(&self) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for square in Square::all() {
            if square.file() == 9 && square.rank() > 1 {
                text.push('/');
            }
            let content = self.content(square);
            if content == Content::Empty {
                empty += 1;
            }
            // Close a run of empty squares at a piece, at a stone and at the end of the rank.
            if empty > 0 && (content != Content::Empty || square.file() == 1) {
                text += &empty.to_string();
                empty = 0;
            }
            match content {
                Content::Empty => {}
                Content::Stone => text.push('O'),
                Content::Piece(piece) => text += &piece_text(piece),
            }
        }
        text
    }

    fn hands_text(&self) -> String {
        let mut text = String::new();
        for color in Color::BOTH {
            for kind in Kind::HAND {
                let count = self.hand(color, kind);
                if count > 1 {
                    text += &count.to_string();
                }
                if count > 0 {
                    text += &piece_text(Piece { color, kind });
                }
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }
}

/// A piece as SFEN writes it: `K` for Black, `k` for White, `+` before it when promoted.
fn piece_text(piece: Piece) -> String {
    let letter = match piece.color {
        Color::Black => piece.kind.letter(),
        Color::White => piece.kind.letter().to_ascii_lowercase(),
    };
    let is_promoted = piece.kind.unpromoted() != piece.kind;
    format!("{}{letter}", if is_promoted { "+" } else { "" })
}
