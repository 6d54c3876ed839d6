//! Themes (趣向・手筋) of a solution: what a reader of problems would name.
//!
//! Each is recognised from the diagram and the main line by the rule beside its name here, of which `docs/THEMES.md` is made, and
//! never from a line that is not settled: to see to that is up to whoever has the line. A rule may be narrower than what an
//! essayist would call by the same name; it claims nothing that it does not see on the board.

mod interpositions;
mod moves;
mod saws;

use crate::problem::Problem;
use std::fmt;
use tsumugi_shogi::{Kind, Move, Position, Setup, Square};

/// A theme.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Theme {
    /// 裸玉: at the start nothing but the defender's king stands on the board.
    BareKing,
    /// 双玉: the attacker's king stands on the board.
    TwoKings,
    /// 煙詰: at the start at least 30 pieces stand on the board, at the end at most three, the defender's king among them; with
    /// two kings four.
    Smoke,
    /// 都詰: at the end the king stands on 5e.
    CentreMate,
    /// 不成: the attacker moves a rook, bishop or pawn without promoting it, though it may.
    Unpromoted,
    /// 打歩詰回避: the attacker moves a piece of any kind without promoting it, though it may, and drops a pawn with check later.
    /// With the promotion and otherwise the same moves, that drop would be the forbidden mate.
    PawnDropAvoided,
    /// 飛先飛歩: the attacker drops a rook where a pawn it holds could be dropped with check instead, the next move takes it, and a
    /// pawn is dropped with check later.
    RookBeforePawn,
    /// 捨合: the defender drops a piece between the king and a distant checking piece, the attacker can take it, and after that
    /// nobody can take back on that square.
    SacrificedInterposition,
    /// 中合: the same, and the square does not touch the king's.
    DistantInterposition,
    /// 移動中合: as `distant-interposition`, by a move of a piece of the board.
    MovedInterposition,
    /// 焦点の捨駒: a piece of the attacker goes to a square where at least two far-reaching pieces (rook, bishop, lance, dragon,
    /// horse) can take it, and the line takes it.
    FocalSacrifice,
    /// 両王手: a move of the attacker after which two pieces give check.
    DoubleCheck,
    /// 逆王手: a reply to a check that gives check to the attacker's king.
    CounterCheck,
    /// 馬鋸: a horse makes four moves, whatever comes between them: the first two lead it one square along a diagonal, not both
    /// of them diagonally, and the next two once more in the same direction.
    HorseSaw,
    /// 龍鋸: a dragon makes four moves: the first two, one of them a diagonal step, lead it one square along a file or rank, and
    /// the next two once more in the same direction.
    DragonSaw,
}

impl Theme {
    /// All of them, in the order in which they are told.
    pub const ALL: [Theme; 15] = [
        Theme::BareKing,
        Theme::TwoKings,
        Theme::Smoke,
        Theme::CentreMate,
        Theme::Unpromoted,
        Theme::PawnDropAvoided,
        Theme::RookBeforePawn,
        Theme::SacrificedInterposition,
        Theme::DistantInterposition,
        Theme::MovedInterposition,
        Theme::FocalSacrifice,
        Theme::DoubleCheck,
        Theme::CounterCheck,
        Theme::HorseSaw,
        Theme::DragonSaw,
    ];

    /// Its name for programs, in English, in Japanese, and how that is read.
    const fn names(self) -> [&'static str; 4] {
        match self {
            Theme::BareKing => ["bare-king", "bare king", "裸玉", "はだかぎょく"],
            Theme::TwoKings => ["two-kings", "two kings", "双玉", "そうぎょく"],
            Theme::Smoke => ["smoke", "smoke", "煙詰", "けむりづめ"],
            Theme::CentreMate => ["centre-mate", "mate in the centre", "都詰", "みやこづめ"],
            Theme::Unpromoted => ["unpromoted", "not promoted", "不成", "ふなり"],
            Theme::PawnDropAvoided => {
                ["pawn-drop-avoided", "pawn-drop mate avoided", "打歩詰回避", "うちふづめかいひ"]
            }
            Theme::RookBeforePawn => ["rook-before-pawn", "rook before pawn", "飛先飛歩", "ひせんひふ"],
            Theme::SacrificedInterposition => {
                ["sacrificed-interposition", "sacrificed interposition", "捨合", "すてあい"]
            }
            Theme::DistantInterposition => {
                ["distant-interposition", "distant interposition", "中合", "ちゅうあい"]
            }
            Theme::MovedInterposition => [
                "moved-interposition",
                "distant interposition by a move",
                "移動中合",
                "いどうちゅうあい",
            ],
            Theme::FocalSacrifice => {
                ["focal-sacrifice", "sacrifice at a focal point", "焦点の捨駒", "しょうてんのすてごま"]
            }
            Theme::DoubleCheck => ["double-check", "double check", "両王手", "りょうおうて"],
            Theme::CounterCheck => ["counter-check", "counter-check", "逆王手", "ぎゃくおうて"],
            Theme::HorseSaw => ["horse-saw", "saw of a horse", "馬鋸", "うまのこ"],
            Theme::DragonSaw => ["dragon-saw", "saw of a dragon", "龍鋸", "りゅうのこ"],
        }
    }

    /// Its name for programs.
    pub const fn id(self) -> &'static str {
        self.names()[0]
    }

    /// Its name in English.
    pub const fn english(self) -> &'static str {
        self.names()[1]
    }

    /// Its name in Japanese.
    pub const fn japanese(self) -> &'static str {
        self.names()[2]
    }

    /// How the Japanese name is read.
    pub const fn reading(self) -> &'static str {
        self.names()[3]
    }

    /// The theme with this name for programs.
    pub fn from_id(id: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.id() == id)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The themes of a solution. A line that cannot be played is followed as far as it can.
pub fn themes(problem: &Problem, line: &[Move]) -> Vec<Theme> {
    let walk = Walk::new(problem, line);
    let is_there = |theme: &Theme| match theme {
        Theme::BareKing => is_bare_king(&walk),
        Theme::TwoKings => walk.start().king(problem.attacker()).is_some(),
        Theme::Smoke => is_smoke(&walk),
        Theme::CentreMate => is_centre_mate(&walk),
        Theme::Unpromoted => moves::unpromoted(&walk),
        Theme::PawnDropAvoided => moves::pawn_drop_avoided(&walk),
        Theme::RookBeforePawn => moves::rook_before_pawn(&walk),
        Theme::SacrificedInterposition => interpositions::any(&walk, interpositions::is_sacrificed),
        Theme::DistantInterposition => interpositions::any(&walk, interpositions::is_distant),
        Theme::MovedInterposition => interpositions::any(&walk, interpositions::is_moved),
        Theme::FocalSacrifice => moves::focal_sacrifice(&walk),
        Theme::DoubleCheck => moves::double_check(&walk),
        Theme::CounterCheck => moves::counter_check(&walk),
        Theme::HorseSaw => saws::horse(&walk),
        Theme::DragonSaw => saws::dragon(&walk),
    };
    Theme::ALL.into_iter().filter(is_there).collect()
}

/// A line with the positions it goes through.
struct Walk {
    problem: Problem,
    line: Vec<Move>,
    /// Before each move, and after the last.
    positions: Vec<Position>,
}

impl Walk {
    fn new(problem: &Problem, line: &[Move]) -> Walk {
        let mut here = problem.position().clone();
        let mut walk = Walk { problem: problem.clone(), line: vec![], positions: vec![here.clone()] };
        for &m in line {
            if !here.is_legal(m) {
                break;
            }
            _ = here.play(m);
            walk.line.push(m);
            walk.positions.push(here.clone());
        }
        walk
    }

    fn start(&self) -> &Position {
        &self.positions[0]
    }

    fn end(&self) -> &Position {
        self.positions.last().unwrap_or(&self.positions[0])
    }

    /// The moves of one side, each with the position before and after it.
    fn moves(&self, attacker: bool) -> impl Iterator<Item = (usize, Move, &Position, &Position)> {
        let side = if attacker { self.problem.attacker() } else { self.problem.defender() };
        let all = self.line.iter().zip(self.positions.windows(2)).enumerate();
        all.filter(move |(_, (_, pair))| pair[0].turn() == side)
            .map(|(i, (&m, pair))| (i, m, &pair[0], &pair[1]))
    }
}

/// The kind of the piece that a move of the board moves.
fn moved(position: &Position, m: Move) -> Option<Kind> {
    position.piece(m.from()?).map(|piece| piece.kind)
}

fn is_bare_king(walk: &Walk) -> bool {
    let setup: Setup = walk.start().to_setup();
    setup.pieces().count() == 1 && walk.start().walls().is_empty()
}

/// So many pieces on the board make a board that can go up in smoke.
const FULL_BOARD: usize = 30;

fn is_smoke(walk: &Walk) -> bool {
    let count = |position: &Position| position.to_setup().pieces().count();
    let left = 3 + walk.start().king(walk.problem.attacker()).is_some() as usize;
    count(walk.start()) >= FULL_BOARD && count(walk.end()) <= left
}

fn is_centre_mate(walk: &Walk) -> bool {
    let attacked = walk.end().turn() == walk.problem.defender() && walk.end().in_check();
    attacked && !walk.line.is_empty() && walk.end().king(walk.problem.defender()) == Square::new(5, 5)
}
