//! Why a text cannot be read, or a record not be written.

use super::{Japanese, piece, side, square};
use tsumugi_notation::text::EncodeError;
use tsumugi_notation::{NoSuchMove, ReadFault, WriteError};
use tsumugi_shogi::{CannotPlay, SfenFault, UsiMoveFault};

impl Japanese for ReadFault {
    fn japanese(&self) -> String {
        match self {
            ReadFault::BadEncoding => "文字コードがUTF-8でもShift_JISでもありません".to_string(),
            ReadFault::Empty => "何も書かれていません".to_string(),
            ReadFault::UnknownFormat => {
                "SFEN、KIF、KI2、CSA、JKF、盤面のアドレスのいずれでもありません".to_string()
            }
            ReadFault::Sfen(why) => why.japanese(),
            ReadFault::UsiMove(why) => why.japanese(),
            ReadFault::Unplayable(why) => why.japanese(),
            ReadFault::NoSuchMove(why) => why.japanese(),
            ReadFault::MoreBadLines(n) => format!("他に{n}行が読めません"),
            ReadFault::Expected(what) => what.japanese(),
        }
    }
}

impl Japanese for NoSuchMove {
    fn japanese(&self) -> String {
        match self {
            NoSuchMove::NeverInHand(kind) => {
                format!("{}は持駒にならないので打てません", piece(*kind))
            }
            NoSuchMove::NoneReaches(kind, color, to) => {
                let (side, to, piece) = (side(*color), square(*to), piece(*kind));
                format!("{to}に行ける{side}の{piece}がありません")
            }
            NoSuchMove::NoneFromThere(kind, to) => {
                format!("{}に行ける{}のうち、その動きに合うものがありません", square(*to), piece(*kind))
            }
            NoSuchMove::Several(kind, to, from) => {
                let from: Vec<String> = from.iter().copied().map(square).collect();
                let (to, piece, from) = (square(*to), piece(*kind), from.join("、"));
                format!("{to}に行ける{piece}が2枚以上あります（{from}）")
            }
            NoSuchMove::SameSquare => "移動元と行き先が同じマスです".to_string(),
            NoSuchMove::Other { stands, on, named } => {
                format!(
                    "{}にあるのは{}で、{}ではありません",
                    square(*on),
                    piece(*stands),
                    piece(*named)
                )
            }
            NoSuchMove::AnotherPiece(on) => format!("{}には別の駒があります", square(*on)),
            NoSuchMove::CannotBecome(on) => {
                format!("{}の駒は、この手でその駒にはなりません", square(*on))
            }
        }
    }
}

impl Japanese for SfenFault {
    fn japanese(&self) -> String {
        match self {
            SfenFault::Empty => "SFENが空です".to_string(),
            SfenFault::TooFewRanks(n) => format!("盤面は9段ですが、{n}段しかありません"),
            SfenFault::TooManyRanks => "盤面が9段を超えています".to_string(),
            SfenFault::RankTooShort(n) => format!("この段は{n}マスで終わっています（9マス必要です）"),
            SfenFault::RankTooLong => "この段は9マスを超えています".to_string(),
            SfenFault::UnknownPiece(c) => format!(
                "「{c}」という駒はありません（PLNSGBRK、plnsgbrk、壁のO、空きマスの数1〜9のいずれか）"
            ),
            SfenFault::BadPromotion => "「+」はPLNSBRかplnsbrの前にだけ付けられます".to_string(),
            SfenFault::MissingTurn => "手番がありません（bかw）".to_string(),
            SfenFault::BadTurn => "手番はbかwです".to_string(),
            SfenFault::MissingHands => "持駒がありません（どちらもなければ「-」）".to_string(),
            SfenFault::BadHand(c) => {
                format!("「{c}」は持駒になりません（RBGSNLPかrbgsnlp）")
            }
            SfenFault::BadHandCount => {
                "持駒の枚数は1〜99で、先頭に0を付けず、後に駒を書きます".to_string()
            }
            SfenFault::RepeatedHand(c) => format!("「{c}」が持駒に2度書かれています"),
            SfenFault::BadPly => "手数は数字で書きます".to_string(),
            SfenFault::Trailing => "手数の後に余分な文字があります".to_string(),
        }
    }
}

impl Japanese for UsiMoveFault {
    fn japanese(&self) -> String {
        match self {
            UsiMoveFault::TooShort => "指し手が途中で終わっています（例: 7g7f、8h2b+、G*5b）",
            UsiMoveFault::BadFile => "筋は数字1〜9です",
            UsiMoveFault::BadRank => "段は英字a〜iです",
            UsiMoveFault::BadDrop => "打つ駒は大文字のP L N S G B Rのいずれかです",
            UsiMoveFault::SameSquare => "移動元と行き先が同じマスです",
            UsiMoveFault::Trailing => "指し手の後に余分な文字があります",
        }
        .to_string()
    }
}

impl Japanese for CannotPlay {
    fn japanese(&self) -> String {
        match self {
            CannotPlay::NothingThere(on) => format!("{}に手番の側の駒がありません", square(*on)),
            CannotPlay::Blocked(on) => format!("{}は空いていません", square(*on)),
            CannotPlay::CannotPromote(on) => format!("{}の駒はこの手では成れません", square(*on)),
            CannotPlay::NotInHand(kind) => format!("持駒に{}がありません", piece(*kind)),
            CannotPlay::HandFull(kind) => {
                format!("持駒が多すぎて、これ以上{}を取れません", piece(*kind))
            }
        }
    }
}

impl Japanese for WriteError {
    fn japanese(&self) -> String {
        match self {
            WriteError::Wall { format, square: on } => {
                format!("{format}では{}の壁（石）を表せません", square(*on))
            }
            WriteError::Unplayable { ply, why } => format!("{ply}手目: {}", why.japanese()),
        }
    }
}

impl Japanese for EncodeError {
    fn japanese(&self) -> String {
        let EncodeError { character, line, column } = self;
        format!("{line}行目{column}文字目の「{character}」はShift_JISにありません")
    }
}
