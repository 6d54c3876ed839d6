//! Which rules a diagram breaks, in the words of the page.

use super::{Japanese, piece, side, square};
use tsumugi_helpmate::ProblemError;
use tsumugi_shogi::{Hand, SetupError, SetupFault, Square};

impl Japanese for SetupFault {
    fn japanese(&self) -> String {
        match self {
            SetupFault::NoKing => "玉がありません".to_string(),
            SetupFault::MissingKing(color) => format!("{}の玉がありません", side(*color)),
            SetupFault::TooManyKings(color, squares) => {
                format!("{}の玉が{}枚あります（{}）", side(*color), squares.len(), list(squares))
            }
            SetupFault::TooManyPieces(kind, count) => {
                let (piece, full) = (piece(kind.kind()), kind.full_set());
                format!("{piece}が多すぎます（{count}枚/{full}枚）")
            }
            SetupFault::BeyondCapacity(kind, count) => {
                let (piece, most) = (piece(kind.kind()), Hand::capacity(*kind));
                format!("{piece}が{count}枚あります（数えられるのは{most}枚まで）")
            }
            SetupFault::TwoPawns(color, squares) => {
                let file = squares.first().map_or(0, |square| square.file());
                format!("二歩です（{}、{file}筋: {}）", side(*color), list(squares))
            }
            SetupFault::DeadPiece(stuck, on) => {
                let (side, piece) = (side(stuck.color), piece(stuck.kind));
                format!("行き所のない{side}の{piece}があります（{}）", square(*on))
            }
            SetupFault::KingCapturable(color, on) => {
                let (turn, checked) = (side(!*color), side(*color));
                format!("{turn}の手番なのに{checked}の玉（{}）に王手がかかっています", square(*on))
            }
        }
    }
}

fn list(squares: &[Square]) -> String {
    squares.iter().copied().map(square).collect::<Vec<_>>().join("、")
}

impl Japanese for SetupError {
    fn japanese(&self) -> String {
        self.faults.iter().map(Japanese::japanese).collect::<Vec<_>>().join("、")
    }
}

impl Japanese for ProblemError {
    fn japanese(&self) -> String {
        match self {
            ProblemError::Setup(error) => error.japanese(),
            ProblemError::NoKingToMate(color) => format!("詰められる{}に玉がありません", side(*color)),
            ProblemError::NoKingToCheck(color) => {
                format!("王手をかけられる{}に玉がありません", side(*color))
            }
            ProblemError::TooManyPieces => "協力詰の駒は40枚までです".to_string(),
        }
    }
}
