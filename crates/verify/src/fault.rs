//! Why a certificate is rejected, and at which line.

use std::fmt;

use crate::hand::Hand;
use crate::naive::{self, Color, Kind, Move};
use crate::read_sfen::SfenFault;
use crate::verify::Proved;

/// The place at which a certificate fails, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// The line of the certificate, counted from 1. Zero: the fault is in the problem that was given.
    pub line: usize,
    /// What stands in that line, cut short if it is very long; empty if the line is missing.
    pub text: String,
    /// What is wrong there.
    pub reason: Reason,
}

/// What can be wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The problem given to the checker is no SFEN.
    GivenProblem(SfenFault),
    /// The text ends where a line should begin.
    Missing(Form),
    /// The text ends within a line: no line feed.
    Unfinished,
    /// The line is longer than any line of a certificate.
    TooLong,
    /// The line is not UTF-8.
    NotText,
    /// The line is not of the form that belongs here.
    Expected(Form),
    /// The line ends with a carriage return.
    CarriageReturn,
    /// The problem of the certificate is no SFEN.
    Problem(SfenFault),
    /// Something may be written in one way only, which is this.
    NotCanonical(String),
    /// The certificate is about another problem than the one given.
    OtherProblem,
    /// The position breaks the rules of shogi.
    Faulty(naive::Fault),
    /// The side that is to be mated has no king.
    NoKing(Color),
    /// A number of plies, or of lines, is not a whole number in plain digits, or is too large.
    Number,
    /// A mate takes an odd number of plies with the attacker to move, an even one with the defender.
    Parity,
    /// A line that belongs to another kind of certificate.
    OtherKind,
    /// The board of a line is no SFEN board.
    Board(SfenFault),
    /// The hand of a line is no hand.
    Hand,
    /// The move of a line is no move.
    Move(naive::MoveFault),
    /// The same line stands in the certificate before.
    Repeated {
        /// Where it stands first.
        first: usize,
    },
    /// The number after `end` is not the number of claims.
    Count {
        /// How many claims there are.
        found: usize,
    },
    /// Something follows after the end.
    LeftOver,
    /// Stones do not stand where the problem has them.
    OtherWalls,
    /// A king is missing or has appeared.
    OtherKings,
    /// Board and hand together hold more pieces of a kind than are in play.
    NotInPlay(Kind),
    /// More pieces of a kind are in play than can be counted.
    BeyondCount(Kind),
    /// A claim where nothing is left to be covered.
    NothingLeft,
    /// The position to be covered needs a claim with this letter.
    OtherLetter(char),
    /// The claim of this line, or the one referred to, does not cover the position that it should.
    DoesNotCover {
        /// The line of the claim referred to.
        line: Option<usize>,
        /// The board to be covered.
        board: String,
        /// What the attacker holds there.
        hand: Hand,
        /// The number of plies within which it is to be covered, or which it is to be survived; none without a limit.
        plies: Option<u32>,
    },
    /// A reference is not a number, perhaps with `+` behind it.
    Reference,
    /// A reference to a claim that is not there or was not kept.
    NotKept,
    /// A reference with a number where `+` says the same.
    NotAsPlus,
    /// A line has more references than it may, or an `r` stands where no more can follow, or has none.
    ReferenceCount,
    /// The move is not legal.
    Illegal(Move),
    /// The move is legal but gives no check.
    NoCheck(Move),
    /// The defender, to move in the problem, has no legal move but is not in check: no mate.
    NotMated,
    /// A defender in check cannot pass.
    PassInCheck,
    /// No claim covers a position that may come up.
    Uncovered {
        /// The moves that lead there, from the position of the line.
        moves: Vec<Move>,
        /// The board there.
        board: String,
        /// What the attacker holds there.
        hand: Hand,
        /// For a mate: the number of plies that remain.
        plies: Option<u32>,
    },
    /// No claim says that the defender, to move, is not mated within a number of plies; or it is mated at once.
    NotSurvived {
        /// The moves that lead there, from the position of the line.
        moves: Vec<Move>,
        /// The board there.
        board: String,
        /// What the attacker holds there.
        hand: Hand,
        /// The number of plies; zero if it is mated.
        plies: u32,
    },
}

/// What a line of a certificate should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The first line, with the version.
    First,
    /// The line with the problem.
    Problem,
    /// The line that names the attacker.
    Attacker,
    /// The line that says what is proved.
    Claim,
    /// The same in the second version.
    ClaimOrShortest,
    /// The same in the third version.
    ClaimOrBrinkmate,
    /// A claim or the end.
    ClaimOrEnd,
    /// A claim of a mate, or the end.
    Mate,
    /// A claim that there is no mate, or the end.
    NoMate,
    /// A claim of a shortest mate, or the end.
    Shortest,
    /// In the third version: a claim of a mate, more references, or the end.
    MateTree,
    /// In the third version: a claim that there is no mate, more references, or the end.
    NoMateTree,
    /// In the third version: a claim of a shortest mate, more references, or the end.
    ShortestTree,
    /// A claim of a brinkmate, more references, or the end.
    BrinkmateTree,
    /// A claim that there is no brinkmate, more references, or the end.
    NoBrinkmateTree,
    /// Nothing more.
    Nothing,
}

impl Form {
    /// What a line of the third version should be.
    pub(crate) fn of_tree(proved: Proved) -> Form {
        match proved {
            Proved::Mate(_) => Form::MateTree,
            Proved::NoMate => Form::NoMateTree,
            Proved::Shortest(_) => Form::ShortestTree,
            Proved::Brinkmate(_) => Form::BrinkmateTree,
            Proved::NoBrinkmate => Form::NoBrinkmateTree,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::First => "'tsumugi certificate' and 1, 2 or 3",
            Form::Problem => "'problem' and a SFEN",
            Form::Attacker => "'attacker black' or 'attacker white'",
            Form::Claim => "'claim mate' with a number or 'claim nomate'",
            Form::ClaimOrShortest => {
                "'claim mate' or 'claim shortest' with a number, or 'claim nomate'"
            }
            Form::ClaimOrBrinkmate => {
                "'claim mate', 'claim shortest' or 'claim brinkmate' with a number, 'claim nomate' or 'claim nobrinkmate'"
            }
            Form::ClaimOrEnd => "a claim or 'end'",
            Form::Mate => "'w', a board, a hand, a number and a move; or 'end'",
            Form::NoMate => "'h', a board, a hand and a reply; or 'end'",
            Form::Shortest => "'w' or 's', a board, a hand, a number and a move; or 'end'",
            Form::MateTree => {
                "'w', a hand, a number, a move and references; 'r' and references; or 'end'"
            }
            Form::NoMateTree => "'h', a hand, a reply and references; 'r' and references; or 'end'",
            Form::ShortestTree => {
                "'w' or 's', a hand, a number, a move and references; 'r' and references; or 'end'"
            }
            Form::BrinkmateTree => {
                "'w' or 'b', a hand, a number, a move and references; 'r' and references; or 'end'"
            }
            Form::NoBrinkmateTree => {
                "'h' or 'q', a hand, a reply (for 'q' perhaps 'pass') and references; 'r' and references; or 'end'"
            }
            Form::Nothing => "nothing",
        })
    }
}

impl Fault {
    pub(crate) fn new(line: usize, text: &str, reason: Reason) -> Fault {
        Fault { line, text: text.chars().take(200).collect(), reason }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.reason),
            line => write!(f, "line {line}: {}", self.reason),
        }
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::GivenProblem(fault) => write!(f, "the problem given cannot be read: {fault}"),
            Reason::Missing(what) => write!(f, "the certificate ends, but {what} should follow"),
            Reason::Unfinished => write!(f, "the certificate ends in the middle of this line"),
            Reason::TooLong => write!(f, "this line is too long"),
            Reason::NotText => write!(f, "this line is not UTF-8 text"),
            Reason::Expected(what) => write!(f, "this should be {what}"),
            Reason::CarriageReturn => write!(f, "lines end with a line feed alone, not with CR LF"),
            Reason::Problem(fault) => write!(f, "the problem cannot be read: {fault}"),
            Reason::NotCanonical(text) => write!(f, "this must be written '{text}'"),
            Reason::OtherProblem => write!(f, "this is a certificate for another problem"),
            Reason::Faulty(fault) => write!(f, "the position breaks the rules: {fault}"),
            Reason::NoKing(color) => write!(f, "{color:?} is to be mated but has no king"),
            Reason::Number => write!(f, "a number is missing, too large or not in plain digits"),
            Reason::Parity => write!(
                f,
                "a mate takes an odd number of plies with the attacker to move, else an even one"
            ),
            Reason::OtherKind => {
                write!(
                    f,
                    "'w' lines prove a mate, 'h' lines that there is none, 's' lines that there is none shorter"
                )
            }
            Reason::Board(fault) => write!(f, "the board cannot be read: {fault}"),
            Reason::Hand => {
                write!(f, "the hand must be '-' or capitals in the order RBGSNLP, like 'G2P'")
            }
            Reason::Move(fault) => write!(f, "{fault}"),
            Reason::Repeated { first } => write!(f, "this repeats line {first}"),
            Reason::Count { found } => write!(f, "there are {found} claims, not as many as said here"),
            Reason::LeftOver => write!(f, "nothing may follow after the end"),
            Reason::OtherWalls => write!(f, "the stones stand elsewhere than in the problem"),
            Reason::OtherKings => write!(f, "the kings are not those of the problem"),
            Reason::NotInPlay(kind) => {
                write!(f, "board and hand hold more pieces {} than are in play", kind.letter())
            }
            Reason::BeyondCount(kind) => {
                write!(f, "more than 255 pieces {} are in play", kind.letter())
            }
            Reason::NothingLeft => write!(f, "nothing is left to be covered"),
            Reason::OtherLetter(letter) => write!(f, "a claim '{letter}' is needed here"),
            Reason::DoesNotCover { line, board, hand, plies } => {
                match line {
                    Some(line) => write!(f, "line {line} does not cover {board}")?,
                    None => write!(f, "this does not cover {board}")?,
                }
                write!(f, " with {hand} in the attacker's hand")?;
                match plies {
                    Some(plies) => write!(f, " for {plies} plies"),
                    None => Ok(()),
                }
            }
            Reason::Reference => write!(f, "a reference is a number, perhaps with '+' behind it"),
            Reason::NotKept => write!(f, "a reference goes beyond the claims that were kept"),
            Reason::NotAsPlus => {
                write!(f, "a reference to the claim after the one before is written '+'")
            }
            Reason::ReferenceCount => {
                write!(f, "a line has at most 64 references, and 'r' adds 1 to 64 after a line with 64")
            }
            Reason::Illegal(m) => write!(f, "{m} is not legal"),
            Reason::NoCheck(m) => write!(f, "{m} gives no check"),
            Reason::PassInCheck => write!(f, "the defender is in check and cannot pass"),
            Reason::NotMated => write!(f, "the defender cannot move but is not in check: no mate"),
            Reason::Uncovered { moves, board, hand, plies } => {
                after(f, moves)?;
                write!(f, "no claim covers {board} with {hand} in the attacker's hand")?;
                match plies {
                    Some(plies) => write!(f, " within {plies} plies"),
                    None => Ok(()),
                }
            }
            Reason::NotSurvived { moves, plies: 0, .. } => {
                after(f, moves)?;
                write!(f, "the defender is mated")
            }
            Reason::NotSurvived { moves, board, hand, plies } => {
                after(f, moves)?;
                write!(
                    f,
                    "no claim says that {board} with {hand} in the attacker's hand is no mate within {plies} plies"
                )
            }
        }
    }
}

/// The moves that lead to a position, for a message.
fn after(f: &mut fmt::Formatter<'_>, moves: &[Move]) -> fmt::Result {
    if moves.is_empty() {
        return Ok(());
    }
    let moves: Vec<String> = moves.iter().map(|m| m.to_string()).collect();
    write!(f, "after {} ", moves.join(" "))
}
