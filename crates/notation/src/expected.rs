//! What a reader expected where something else stands, in English and in Japanese side by side.

use std::fmt;
use tsumugi_shogi::Color;

/// Writes the enum and both languages from one table, so that none of them can lack a row.
macro_rules! expected {
    ($($name:ident $(($($field:ident: $kind:ty),+))? = $english:literal, $japanese:literal;)+) => {
        /// What a reader expected where something else stands.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Expected {
            $(#[doc = $english] $name $(($($kind),+))?,)+
        }

        /// As it reads after the word "expected".
        impl fmt::Display for Expected {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Expected::$name $(($($field),+))? => write!(f, $english),)+
                }
            }
        }

        impl Expected {
            /// In Japanese, as a sentence of its own.
            pub fn japanese(&self) -> String {
                match self {
                    $(Expected::$name $(($($field),+))? => format!($japanese),)+
                }
            }
        }
    };
}

expected! {
    // Lines as USI writes them, and addresses.
    StartposOrSfen = "startpos or a SFEN", "startposかSFENが必要です";
    MovesOrEnd = "moves or the end of the line", "ここにはmovesしか書けません";
    BoardInAddress = "a board in the address (sfen, position, body, usen or initpos)",
        "アドレスに盤面が入っていません（sfen、position、body、usen、initposのいずれか）";
    BoardNotElsewhere = "a board in the address, which only names a file elsewhere",
        "アドレスに盤面が入っていません（別の場所のファイルを指しているだけです）";
    Https = "https://", "https:// で始まるアドレスが必要です";
    MoveOfTheAddress = "the number of a move of the line", "手順の中の手数が必要です";
    Base64 = "URL-safe Base64", "アドレスの盤面が読めません（URL用のBase64が必要です）";

    // USEN.
    UsenMoves = "~ and moves", "「~」と指し手が必要です";
    BranchPly = "the ply of a branch", "変化が始まる手数が必要です";
    PlyUpTo(last: usize) = "a ply up to {last}, where the line before ends",
        "変化が始まる手数は、前の手順が終わる{last}手目までです";
    DotAndMoves = ". and moves", "「.」と指し手が必要です";
    Base36Moves = "moves in base 36", "指し手は36進数で書きます";
    Base36Move = "three base-36 digits of a move", "指し手は36進数3桁で書きます";
    EndingLetters = "an ending of letters", "終局の種類は英字で書きます";

    // Diagrams.
    DiagramLine = "a line of a diagram", "盤面図の行ではありません";
    BoardOfNineRows = "a board of nine rows |…|", "「|…|」の行が9段ある盤面図が必要です";
    OneSideToMove(said: String) = "one side to move, not {said} after the other side",
        "手番が2度書かれています（{said}）";
    MovesMade = "the number of moves made", "手数の数字が必要です";
    OneLinePerHand = "one line for each hand", "同じ側の持駒が2度書かれています";
    RestInOneHand = "the rest of the set in one hand only", "残り全部を持てるのは片方だけです";
    NoMoreThanNineRows = "no more than nine rows", "盤面は9段です";
    BarAfterNineSquares = "| after nine squares", "9マスの後に「|」が必要です";
    RankName(rank: String) = "rank {rank}", "ここは{rank}段目です";
    BoardForTheHands = "a board to go with the hands above", "持駒だけで盤面図がありません";
    NineRows(rows: usize) = "nine rows of the board; there are {rows}", "盤面は9段ですが、{rows}段しかありません";
    AtMost255 = "at most 255 pieces of a kind", "同じ種類の駒は255枚までです";
    SquareOfADiagram = "a piece (with v before White's), ・ for an empty square or 石 for a wall",
        "駒（後手の駒は前にv）、空きマスの「・」、壁の「石」のいずれかが必要です";
    PiecesInHandNames = "飛, 角, 金, 銀, 桂, 香 or 歩, なし or 残り全部",
        "飛・角・金・銀・桂・香・歩か、「なし」「残り全部」が必要です";
    CountTo99 = "a count from 1 to 99", "枚数は1から99までです";

    // KIF and KI2.
    Header = "a header", "見出しが必要です";
    HeaderOrMove = "a header (key：value), a diagram, a move, a comment (*) or 変化：N手",
        "見出し（項目：内容）、盤面図、指し手、コメント（*）、「変化：N手」のいずれでもありません";
    HandicapOnce = "手合割 once, before the moves", "手合割は指し手の前に1度だけ書きます";
    Handicap = "a handicap we know (平手, 香落ち … 十枚落ち), or a diagram",
        "手合割がわかりません（平手、香落ち…十枚落ち）。または盤面図が必要です";
    NoDiagramAfterMoves = "no diagram after the moves have begun", "盤面図は指し手の前に書きます";
    MoveNumber(next: usize, other: usize) = "move number {next}, or 変化：{other}手 before move {other}",
        "次は{next}手目です（{other}手目からの変化なら、前に「変化：{other}手」が必要です）";
    MoveOfTheLineBefore(last: usize) = "a move from 1 to {last} of the line before",
        "変化は前の手順の1手目から{last}手目までに対して書きます";
    VariationAfterTheEnd = "変化：N手 before another move, since the line has ended",
        "手順はここで終わっています。続けるなら「変化：N手」が必要です";
    VariationNumber = "the number of the move that the variation replaces", "変化が始まる手数が必要です";
    VariationAlone = "変化：N手 and nothing more", "「変化：N手」の行に余分な文字があります";
    TimeOrEnd = "a time such as ( 0:16/00:00:16), + or the end of the line",
        "消費時間（例: ( 0:16/00:00:16)）か「+」か行末が必要です";
    TimeClosed = ") after the time", "消費時間の後に「)」が必要です";
    TimeBelow136Years = "a time below 136 years", "消費時間が長すぎます";
    Time = "a time such as ( 0:16/00:00:16)", "消費時間（例: ( 0:16/00:00:16)）が必要です";
    EndingAndNoMoves = "an ending and no more moves", "手順はここで終わっています";
    MarkBeforeMove = "▲ or △ before a move", "指し手の前に「▲」か「△」が必要です";

    // Moves in Japanese.
    NumberBelowBillion = "a number below 1,000,000,000", "数が読めないか、大きすぎます";
    PieceName = "a piece: 歩香桂銀金角飛玉と杏圭全馬龍, 成香, 成桂 or 成銀",
        "駒の名前が必要です（歩香桂銀金角飛玉と杏圭全馬龍、成香、成桂、成銀）";
    FileOrSame = "a file １-９ or 同", "筋（１〜９）か「同」が必要です";
    RankKanji = "a rank 一-九", "段（一〜九）が必要です";
    DropAlone = "no promotion and no square of departure with a drop (打)",
        "「打」に「成」や移動元のマスは付けられません";
    SquareSinceNoMoveBefore = "a square, since there is no move before that 同 could mean",
        "前の手がないので「同」の意味がわかりません";
    BlackWhoseTurnItIs = "a move of black, whose turn it is", "先手番なのに後手の手です";
    WhiteWhoseTurnItIs = "a move of white, whose turn it is", "後手番なのに先手の手です";
    DepartureInBrackets = "a square of departure such as (77)", "移動元のマス（例: (77)）が必要です";

    // CSA.
    ColonAfterKeyword = "':' after the keyword", "項目名の後に「:」が必要です";
    NoPositionAfterTurn = "no position after the turn or the moves", "局面は手番や指し手の前に書きます";
    NoSecondTurn = "a move, not a second turn line", "手番が2度書かれています";
    Statement = "a statement starting with V N $ P + - % T or '", "行頭はV N $ P + - % T 'のいずれかです";
    CsaMove = "a move such as +7776FU or -0055KI", "指し手（例: +7776FU、-0055KI）が必要です";
    CsaSquare = "a square 11-99", "マス（11〜99）が必要です";
    CsaSquareOrDrop = "a square 11-99, or 00 for a drop", "移動元のマス（11〜99、打つ手は00）が必要です";
    CsaSquareOrHand = "a square 11-99 or 00", "マス（11〜99、持駒は00）が必要です";
    CsaPiece = "a piece such as FU or RY", "駒の名前（例: FU、RY）が必要です";
    EndingName = "an ending such as TORYO or TSUMI", "終局の種類（例: TORYO、TSUMI）が必要です";
    MoveBeforeTime = "a move before its time", "消費時間の前に指し手が必要です";
    Seconds = "seconds", "秒数が必要です";
    PositionOrMoves = "a position (PI, P1 to P9, P+ or P-) or moves",
        "局面（PI、P1〜P9、P+、P-）も指し手もありません";
    AfterP = "I, a rank 1-9, + or - after P", "Pの後はI、段（1〜9）、+、-のいずれかです";
    PieceToTakeAway = "a square and the piece to take away there, e.g. 82HI",
        "取り除くマスと駒（例: 82HI）が必要です";
    RankOnce(rank: u8) = "each rank once, but P{rank} is here again", "P{rank}の段が2度書かれています";
    NineSquares = "nine squares in the rank", "段には9マスが必要です";
    NoMoreThanNineSquares = "no more than nine squares in the rank", "段は9マスです";
    StarOrPiece = "'*', or + or - and a piece", "「*」か、+または-と駒が必要です";
    OneAl = "only one AL in a position", "ALは局面に1度だけ書けます";
    FreeSquare = "a free square", "そのマスには別の駒があります";

    // CSA and JKF.
    NothingAfterTheEnding = "nothing after the ending", "終局の後に指し手があります";
    BlacksMove = "a move of black", "先手番なのに後手の手です";
    WhitesMove = "a move of white", "後手番なのに先手の手です";
    Droppable = "a piece that can be dropped", "その駒は打てません";
    PieceInHand = "a piece that can be in hand", "その駒は持駒になりません";
    AtMost99InHand = "no more than 99 pieces of a kind in hand", "持駒は種類ごとに99枚までです";

    // JKF.
    Brace = "'{{'", "「{{」が必要です";
    MoveOrSpecial = "a move or special in every entry but the first",
        "最初以外の要素にはmoveかspecialが必要です";
    ShorterTime = "a shorter time", "消費時間が長すぎます";
    ForksNoDeeper(most: usize) = "forks nested no deeper than {most}", "変化の入れ子は{most}段までです";
    Destination = "the square the move goes to", "指し手の行き先のマスが必要です";
    Departure = "the square the move comes from", "指し手の移動元のマスが必要です";
    AnotherSquare = "a move that changes its square", "移動元と行き先が同じマスです";
    XAndY = "x and y from 1 to 9", "xとyは1から9までです";
    ColorNumber = "0 (black) or 1 (white)", "0（先手）か1（後手）が必要です";
    Preset = "a preset such as HIRATE, or OTHER with data",
        "手合割がわかりません（例: HIRATE、またはdata付きのOTHER）";
    NineFiles = "nine files of nine squares", "盤面は9筋9段です";
    PiecesInHand = "pieces that can be in hand", "持駒にならない駒があります";
    Json(_said: String) = "JSON of a record ({_said})", "棋譜のJSONとして読めません";
}

impl Expected {
    /// A move of this side.
    pub(crate) fn move_of(color: Color) -> Expected {
        match color {
            Color::Black => Expected::BlacksMove,
            Color::White => Expected::WhitesMove,
        }
    }

    /// A move of this side, because it is its turn.
    pub(crate) fn turn_of(color: Color) -> Expected {
        match color {
            Color::Black => Expected::BlackWhoseTurnItIs,
            Color::White => Expected::WhiteWhoseTurnItIs,
        }
    }
}
