//! Why a certificate is rejected.

use super::Japanese;
use tsumugi_verify::naive::{self, Color, MoveFault};
use tsumugi_verify::read_sfen::{SfenFault, SfenReason};
use tsumugi_verify::{Failure, Fault, Form, Reason};

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

impl Japanese for Fault {
    fn japanese(&self) -> String {
        match self.line {
            0 => self.reason.japanese(),
            line => format!("{line}行目: {}", self.reason.japanese()),
        }
    }
}

impl Japanese for Failure {
    fn japanese(&self) -> String {
        match self {
            Failure::Rejected(fault) => fault.japanese(),
            Failure::Unreadable(_) => "証明書を最後まで読めません".to_string(),
            Failure::TooLarge { claims } => {
                format!("証明書が大きすぎます（許されたメモリに収まるのは{claims}項目まで）")
            }
            Failure::TooMuchWork => "証明書の大きさに比べて検証の手間がかかりすぎます".to_string(),
            Failure::Stopped => "検証は中断されました".to_string(),
        }
    }
}

impl Japanese for Reason {
    fn japanese(&self) -> String {
        match self {
            Reason::GivenProblem(fault) => format!("指定の問題が読めません: {}", fault.japanese()),
            Reason::Missing(what) => format!("証明書がここで終わっています（次は{}）", what.japanese()),
            Reason::Unfinished => "証明書がこの行の途中で終わっています".to_string(),
            Reason::TooLong => "行が長すぎます".to_string(),
            Reason::NotText => "UTF-8の文字列ではありません".to_string(),
            Reason::Expected(what) => format!("ここに書けるのは{}です", what.japanese()),
            Reason::CarriageReturn => "改行がCR LFです（LFだけで書きます）".to_string(),
            Reason::Problem(fault) => format!("問題が読めません: {}", fault.japanese()),
            Reason::NotCanonical(text) => format!("「{text}」と書かなければなりません"),
            Reason::OtherProblem => "別の問題の証明書です".to_string(),
            Reason::Faulty(fault) => format!("規則に合わない局面です: {}", fault.japanese()),
            Reason::NoKing(color) => format!("詰められる{}に玉がありません", side(*color)),
            Reason::Number => "数がないか、大きすぎるか、普通の数字ではありません".to_string(),
            Reason::Parity => "詰みの手数は、攻方の手番なら奇数、玉方の手番なら偶数です".to_string(),
            Reason::OtherKind => {
                "「w」は詰み、「h」は不詰、「s」はより短い詰みがないことを示す行です".to_string()
            }
            Reason::Board(fault) => format!("盤面が読めません: {}", fault.japanese()),
            Reason::Hand => "持駒は「-」か、大文字をRBGSNLPの順に並べたもの（例: G2P）です".to_string(),
            Reason::Move(fault) => fault.japanese(),
            Reason::Repeated { first } => format!("{first}行目と同じ行です"),
            Reason::Count { found } => format!("項目の数が違います（実際は{found}項目）"),
            Reason::LeftOver => "終わりの後に余分な行があります".to_string(),
            Reason::OtherWalls => "壁（石）の位置が問題と違います".to_string(),
            Reason::OtherKings => "玉の数が問題と違います".to_string(),
            Reason::NotInPlay(kind) => {
                format!("盤と持駒の{}が、使える枚数を超えています", kind.letter())
            }
            Reason::BeyondCount(kind) => format!("{}が255枚を超えています", kind.letter()),
            Reason::NothingLeft => "示すべき局面はもうありません".to_string(),
            Reason::OtherLetter(letter) => format!("ここには「{letter}」の項目が必要です"),
            Reason::DoesNotCover { line, board, hand, plies } => {
                let line = line.map_or("この行".to_string(), |line| format!("{line}行目の項目"));
                let plies = plies.map(|plies| format!("、{plies}手")).unwrap_or_default();
                format!("{line}は局面 {board}（攻方の持駒{hand}{plies}）に当てはまりません")
            }
            Reason::Reference => "参照は数字で、後に「+」を付けられます".to_string(),
            Reason::NotKept => "参照先の項目がありません".to_string(),
            Reason::NotAsPlus => "直前の参照の次の項目は「+」と書きます".to_string(),
            Reason::ReferenceCount => {
                "参照は1行に64個までで、64個の行の後だけに「r」の行（1〜64個）が続きます".to_string()
            }
            Reason::PassInCheck => "王手なので、玉方はパスできません".to_string(),
            Reason::Illegal(m) => format!("{m}は指せない手です"),
            Reason::NoCheck(m) => format!("{m}は王手ではありません"),
            Reason::NotMated => {
                "玉方に指す手がありませんが、王手でないので詰みではありません".to_string()
            }
            Reason::Uncovered { moves, board, hand, plies } => {
                let within = plies.map(|plies| format!("、残り{plies}手以内")).unwrap_or_default();
                format!("{}局面 {board}（攻方の持駒{hand}{within}）を示す行がありません", after(moves))
            }
            Reason::NotSurvived { moves, plies: 0, .. } => {
                format!("{}玉方が詰んでいます", after(moves))
            }
            Reason::NotSurvived { moves, board, hand, plies } => format!(
                "{}局面 {board}（攻方の持駒{hand}）が{plies}手以内に詰まないことを示す行がありません",
                after(moves)
            ),
        }
    }
}

fn after(moves: &[naive::Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    if moves.is_empty() { String::new() } else { format!("{}の後、", moves.join(" ")) }
}

impl Japanese for Form {
    fn japanese(&self) -> String {
        match self {
            Form::First => "「tsumugi certificate」と1か2か3",
            Form::Problem => "「problem」とSFEN",
            Form::Attacker => "「attacker black」か「attacker white」",
            Form::Claim => "「claim mate」と手数、または「claim nomate」",
            Form::ClaimOrShortest => "「claim mate」か「claim shortest」と手数、または「claim nomate」",
            Form::ClaimOrBrinkmate => {
                "「claim mate」「claim shortest」「claim brinkmate」のどれかと手数、または「claim nomate」か「claim nobrinkmate」"
            }
            Form::ClaimOrEnd => "項目か「end」",
            Form::Mate => "「w」と盤面、持駒、手数、指し手、または「end」",
            Form::NoMate => "「h」と盤面、持駒、応手、または「end」",
            Form::Shortest => "「w」か「s」と盤面、持駒、手数、指し手、または「end」",
            Form::MateTree => "「w」と持駒、手数、指し手、参照、または「r」と参照、または「end」",
            Form::NoMateTree => "「h」と持駒、応手、参照、または「r」と参照、または「end」",
            Form::ShortestTree => {
                "「w」か「s」と持駒、手数、指し手、参照、または「r」と参照、または「end」"
            }
            Form::BrinkmateTree => {
                "「w」か「b」と持駒、手数、指し手、参照、または「r」と参照、または「end」"
            }
            Form::NoBrinkmateTree => {
                "「h」か「q」と持駒、応手（「q」では「pass」も可）、参照、または「r」と参照、または「end」"
            }
            Form::Nothing => "何もない行",
        }
        .to_string()
    }
}

impl Japanese for SfenFault {
    fn japanese(&self) -> String {
        format!("{}文字目: {}", self.column, self.reason.japanese())
    }
}

impl Japanese for SfenReason {
    fn japanese(&self) -> String {
        match self {
            SfenReason::NoBoard => "盤面がありません".to_string(),
            SfenReason::NoTurn => "手番がありません".to_string(),
            SfenReason::NoHands => "持駒がありません（どちらもなければ「-」）".to_string(),
            SfenReason::NotOnBoard(c) => format!("「{c}」は盤面に書けません"),
            SfenReason::NotPromotable => "「+」の後に成れる駒がありません".to_string(),
            SfenReason::ShortRank(rank) => format!("{rank}段目が9マスに足りません"),
            SfenReason::LongRank(rank) => format!("{rank}段目が9マスを超えています"),
            SfenReason::FewRanks(ranks) => format!("盤面は9段ですが、{ranks}段しかありません"),
            SfenReason::ManyRanks => "盤面が9段を超えています".to_string(),
            SfenReason::NotATurn => "手番はbかwです".to_string(),
            SfenReason::NotInHand(c) => format!("「{c}」は持駒になりません"),
            SfenReason::BadCount => "持駒の枚数は1〜99です".to_string(),
            SfenReason::CountOfNothing => "枚数の後に駒がありません".to_string(),
            SfenReason::ListedTwice(c) => format!("「{c}」が持駒に2度書かれています"),
            SfenReason::BadNumber => "手数は数字で書きます".to_string(),
            SfenReason::LeftOver => "余分な文字があります".to_string(),
        }
    }
}

impl Japanese for MoveFault {
    fn japanese(&self) -> String {
        format!("「{}」は指し手ではありません（例: 7g7f、8h2b+、G*5b）", self.text)
    }
}

impl Japanese for naive::Fault {
    fn japanese(&self) -> String {
        match self {
            naive::Fault::NoKing => "玉がありません".to_string(),
            naive::Fault::ManyKings { color, count } => {
                format!("{}の玉が{count}枚あります", side(*color))
            }
            naive::Fault::TooMany { kind, count } => {
                format!("{}が多すぎます（{count}枚/{}枚）", kind.letter(), kind.in_full_set())
            }
            naive::Fault::TwoPawns { color, file } => format!("二歩です（{}、{file}筋）", side(*color)),
            naive::Fault::DeadPiece { square, piece } => {
                let (side, kind) = (side(piece.color), piece.kind.letter());
                format!("行き所のない{side}の{kind}があります（{square}）")
            }
            naive::Fault::KingCanBeCaptured { color } => {
                format!("{}に王手がかかっていますが、その手番ではありません", side(*color))
            }
        }
    }
}
