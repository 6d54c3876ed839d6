//! What is wrong with a pattern.

use super::Japanese;
use tsumugi_workshop::family::FamilyFault;
use tsumugi_workshop::pattern::{PatternError, PatternFault};

impl Japanese for PatternError {
    fn japanese(&self) -> String {
        self.why.japanese()
    }
}

impl Japanese for PatternFault {
    fn japanese(&self) -> String {
        match self {
            PatternFault::NoKey => "盤の段（| で始まる行）か「キー: 値」の行が必要です".to_string(),
            PatternFault::UnknownKey(key) => format!(
                "「{key}」というキーはありません（class、hand、pieces、defenders、holds、length、want）"
            ),
            PatternFault::Twice(key) => format!("{key} はすでに指定されています"),
            PatternFault::UnknownPiece(word) => {
                format!("「{word}」は駒でもclassの名前でもありません（空きは . 、壁は O）")
            }
            PatternFault::UnknownHandPiece(word) => {
                format!("「{word}」は持駒ではありません（P、L、N、S、G、B、R か any）")
            }
            PatternFault::KindTwice(letter) => format!("{letter} の枚数はすでに指定されています"),
            PatternFault::BadName(name) => {
                format!("「{name}」はclassの名前になりません（英小文字2字以上）")
            }
            PatternFault::TakenName(name) => format!("{name} というclassはすでにあります"),
            PatternFault::OpenRow => "盤の段は | で終わります".to_string(),
            PatternFault::TooManyRows => "盤は九段までです".to_string(),
            PatternFault::TooManySquares => "一段は九マスまでです".to_string(),
            PatternFault::UnevenRow(first) => format!("最初の段は{first}マスです"),
            PatternFault::NoBoard => "盤の段がありません".to_string(),
            PatternFault::NoKing => "玉方の玉（k）を置けるマスがありません".to_string(),
            PatternFault::DeadEnd(word) => format!("{word} はそこから動けません（行き所のない駒）"),
            PatternFault::BadRange(word) => {
                format!("「{word}」は数でも範囲（例: 1-3）でもありません")
            }
            PatternFault::EmptyRange(word) => format!("{word} は空です（小さい方の数を先に書きます）"),
            PatternFault::EvenLength(plies) => format!("{plies}: 詰手数は奇数です"),
            PatternFault::NoLength => "手数の指定がありません（例: length: 3-7）".to_string(),
            PatternFault::UnknownWish(word) => format!("「{word}」という条件も趣向もありません"),
        }
    }
}

impl Japanese for FamilyFault {
    fn japanese(&self) -> String {
        match self {
            FamilyFault::TooLarge => {
                "この条件図に合う図は2の64乗を超えます（駒の枚数を限ってください）".to_string()
            }
        }
    }
}
