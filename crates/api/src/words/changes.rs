//! Small changes of a diagram, in the words of composers.

use super::{Japanese, piece, square};
use tsumugi_shogi::{HandKind, Kind};
use tsumugi_workshop::changes::Change;
use tsumugi_workshop::similar::Standing;

impl Japanese for Change {
    fn japanese(&self) -> String {
        let whose = |attacking: bool| if attacking { "攻方" } else { "玉方" };
        let name = |kind: Kind| piece(kind).replace('　', "");
        let held = |kind: HandKind| piece(kind.kind());
        match *self {
            Change::Add { square: on, piece, attacking } => {
                format!("{}に{}{}を追加", square(on), whose(attacking), name(piece.kind))
            }
            Change::Remove { square: on, piece, attacking } => {
                format!("{}の{}{}を除去", square(on), whose(attacking), name(piece.kind))
            }
            Change::Shift { from, to, piece, attacking } => {
                let (side, name) = (whose(attacking), name(piece.kind));
                format!("{}の{side}{name}を{}へ移動", square(from), square(to))
            }
            Change::Exchange { square: on, was, now, attacking } => {
                let new = whose(attacking ^ (was.color != now.color));
                let (was, now) = (name(was.kind), name(now.kind));
                format!("{}の{}{was}を{new}{now}に変更", square(on), whose(attacking))
            }
            Change::Give(kind) => format!("持駒に{}を追加", held(kind)),
            Change::Take(kind) => format!("持駒の{}を除去", held(kind)),
            Change::Swap { was, now } => format!("持駒の{}を{}に変更", held(was), held(now)),
        }
    }
}

impl Japanese for Standing {
    fn japanese(&self) -> String {
        match *self {
            Standing::Piece { square: on, kind, attacking } => {
                let side = if attacking { "攻方" } else { "玉方" };
                format!("{side}{}{}", square(on), piece(kind).replace('\u{3000}', ""))
            }
            Standing::Wall(on) => format!("{}の石", square(on)),
            Standing::Held(kind) => format!("持駒の{}", piece(kind.kind())),
            Standing::DefenderFirst => "玉方が先に指す".to_string(),
        }
    }
}
