//! The text of a certificate, read strictly: one form only, and nothing left over.
//!
//! The grammar is in `docs/CERTIFICATE.md`. What the claims say is not looked at here, except for how
//! it is written. Lines are read one at a time and packed; the text is never in memory as a whole.

use crate::claims::{Claim, Claims};
use crate::fault::{Fault, Form, Reason};
use crate::hand::Hand;
use crate::index::{Buckets, Index};
use crate::lines::Lines;
use crate::naive::{Color, Position};
use crate::packed::PackedBoard;
use crate::read_sfen::read_board_text;
use crate::root::Root;
use crate::verify::{Failure, Progress, Proved, Settings};
use crate::work::Work;

/// The line of the problem.
const PROBLEM_LINE: usize = 2;
const ATTACKER_LINE: usize = 3;
/// The line that says what is proved.
const CLAIM_LINE: usize = 4;
/// The line of the first `w`, `h` or `s`.
const FIRST_LINE: usize = 5;

/// The versions known. The second has a claim more: `claim shortest`, with lines `s`. The third has references, and no
/// boards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    One,
    Two,
    Three,
}

/// Claims between two looks at the stop flag while reading.
const SLICE: usize = 4096;
/// Repeated claims are looked for whenever there are twice as many claims as the last time, from this number on.
const FIRST_LOOK: usize = 4096;

/// The first four lines of a certificate.
pub(crate) struct Head {
    pub(crate) version: Version,
    pub(crate) root: Root,
    pub(crate) proved: Proved,
    /// The line that says what is proved.
    proved_text: String,
}

impl Head {
    /// A fault of what the whole certificate proves.
    pub(crate) fn fault_at_root(&self, reason: Reason) -> Fault {
        Fault::new(CLAIM_LINE, &self.proved_text, reason)
    }
}

/// A certificate of the first or second version whose text is in order.
pub(crate) struct Certificate {
    pub(crate) head: Head,
    pub(crate) index: Index,
}

impl Certificate {
    /// A fault of the claim with this number, counted from 0.
    pub(crate) fn fault_at(&self, number: usize, reason: Reason) -> Fault {
        Fault::new(FIRST_LINE + number, &self.index.claims.get(number).to_string(), reason)
    }
}

/// Reads the head of a certificate that should be about the problem given.
pub(crate) fn read_head(
    given: &Position,
    lines: &mut Lines,
    settings: &Settings,
) -> Result<Head, Failure> {
    let (version, _) = read_line(lines, Form::First, read_first)?;
    let (position, problem_text) = read_line(lines, Form::Problem, read_problem)?;
    if position != *given {
        return Err(Fault::new(PROBLEM_LINE, &problem_text, Reason::OtherProblem).into());
    }
    let (attacker, attacker_text) = read_line(lines, Form::Attacker, read_attacker)?;
    let root = Root::new(position, attacker, &settings.allow).map_err(|reason| match reason {
        Reason::NoKing(_) => Fault::new(ATTACKER_LINE, &attacker_text, reason),
        _ => Fault::new(PROBLEM_LINE, &problem_text, reason),
    })?;
    let what = version.claims();
    let (proved, proved_text) = read_line(lines, what, |line| read_proved(line, version, &root))?;
    Ok(Head { version, root, proved, proved_text })
}

/// Reads one line of the head: what it says, and its text.
fn read_line<T>(
    lines: &mut Lines,
    what: Form,
    read: impl FnOnce(&str) -> Result<T, Reason>,
) -> Result<(T, String), Failure> {
    let text = lines.next(what)?.to_string();
    match read(&text) {
        Ok(value) => Ok((value, text)),
        Err(reason) => Err(Fault::new(lines.number(), &text, reason).into()),
    }
}

/// The version.
fn read_first(line: &str) -> Result<Version, Reason> {
    match line {
        "tsumugi certificate 1" => Ok(Version::One),
        "tsumugi certificate 2" => Ok(Version::Two),
        "tsumugi certificate 3" => Ok(Version::Three),
        _ => Err(Reason::Expected(Form::First)),
    }
}

fn read_problem(line: &str) -> Result<Position, Reason> {
    let sfen = line.strip_prefix("problem ").ok_or(Reason::Expected(Form::Problem))?;
    let position = Position::from_sfen(sfen).map_err(Reason::Problem)?;
    match position.to_sfen() {
        canonical if canonical == sfen => Ok(position),
        canonical => Err(Reason::NotCanonical(format!("problem {canonical}"))),
    }
}

fn read_attacker(line: &str) -> Result<Color, Reason> {
    match line {
        "attacker black" => Ok(Color::Black),
        "attacker white" => Ok(Color::White),
        _ => Err(Reason::Expected(Form::Attacker)),
    }
}

fn read_proved(line: &str, version: Version, root: &Root) -> Result<Proved, Reason> {
    let expected = || Reason::Expected(version.claims());
    let claim = line.strip_prefix("claim ").ok_or_else(expected)?;
    let (kind, number) = claim.split_once(' ').map_or((claim, None), |(kind, n)| (kind, Some(n)));
    let proved: fn(u32) -> Proved = match (kind, number, version) {
        ("nomate", None, _) => return Ok(Proved::NoMate),
        ("nobrinkmate", None, Version::Three) => return Ok(Proved::NoBrinkmate),
        ("mate", Some(_), _) => Proved::Mate,
        ("shortest", Some(_), Version::Two | Version::Three) => Proved::Shortest,
        ("brinkmate", Some(_), Version::Three) => Proved::Brinkmate,
        _ => return Err(expected()),
    };
    let plies = read_number(number.ok_or_else(expected)?)?;
    match plies % 2 == u32::from(root.attacker_first()) {
        true => Ok(proved(plies)),
        false => Err(Reason::Parity),
    }
}

impl Version {
    /// What may be claimed.
    fn claims(self) -> Form {
        match self {
            Version::One => Form::Claim,
            Version::Two => Form::ClaimOrShortest,
            Version::Three => Form::ClaimOrBrinkmate,
        }
    }
}

/// Reads the lines `w`, `h` or `s` of the first or second version, and the `end` after them.
pub(crate) fn read_claims(
    lines: &mut Lines,
    proved: Proved,
    settings: &Settings,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Index, Failure> {
    let mut claims = Claims::default();
    let mut next_look = FIRST_LOOK;
    let work = Work::new(&settings.most_steps);
    let end = loop {
        let line = lines.next(Form::ClaimOrEnd)?;
        if let Some(count) = line.strip_prefix("end ") {
            break read_number(count).map(|count| (count, line.to_string()));
        }
        match read_claim(line, proved) {
            Ok(claim) => claims.push(claim),
            Err(reason) => {
                let text = line.to_string();
                return Err(Fault::new(lines.number(), &text, reason).into());
            }
        }
        if claims.len() as u64 * Claims::BYTES > settings.most_bytes.now()
            || claims.len() > u32::MAX as usize
        {
            return Err(Failure::TooLarge { claims: claims.len() - 1 });
        }
        if claims.len().is_multiple_of(SLICE) {
            settings.stopped()?;
            on_progress(Progress::Read(claims.len()));
        }
        if claims.len() == next_look {
            Buckets::of(&claims, &work)?.without_repeats(&claims)?;
            next_look *= 2;
        }
    };
    let buckets = Buckets::of(&claims, &work)?.without_repeats(&claims)?;
    let found = claims.len();
    match end {
        Ok((count, _)) if count as usize == found => Ok(Index::new(claims, buckets, work)?),
        Ok((_, text)) => Err(Fault::new(lines.number(), &text, Reason::Count { found }).into()),
        Err(reason) => Err(Fault::new(lines.number(), "end", reason).into()),
    }
}

impl Buckets {
    /// Itself, unless a claim stands twice.
    fn without_repeats(self, claims: &Claims) -> Result<Buckets, Fault> {
        match self.repeated(claims) {
            None => Ok(self),
            Some((first, second)) => {
                let reason = Reason::Repeated { first: FIRST_LINE + first };
                Err(Fault::new(FIRST_LINE + second, &claims.get(second).to_string(), reason))
            }
        }
    }
}

fn read_claim(line: &str, proved: Proved) -> Result<Claim, Reason> {
    let mut words = line.split(' ');
    let mut next = || words.next().unwrap_or_default();
    let (letter, board, hand) = (next(), next(), next());
    let plies = if letter == "h" { "" } else { next() };
    let (m, is_over) = (next(), words.next().is_none());
    let expected = match proved {
        Proved::Mate(_) => Form::Mate,
        Proved::NoMate => Form::NoMate,
        Proved::Shortest(_) => Form::Shortest,
        // These have no certificates of the first two versions.
        Proved::Brinkmate(_) | Proved::NoBrinkmate => return Err(Reason::OtherKind),
    };
    let belongs = match letter {
        "w" => proved != Proved::NoMate,
        "h" => proved == Proved::NoMate,
        "s" => matches!(proved, Proved::Shortest(_)),
        _ => return Err(Reason::Expected(expected)),
    };
    if !belongs {
        return Err(Reason::OtherKind);
    }
    if !is_over || m.is_empty() {
        return Err(Reason::Expected(expected));
    }
    let plies = match letter {
        "h" => 0,
        _ => read_number(plies)?,
    };
    let fits = match letter {
        "w" => plies % 2 == 1,
        "s" => plies >= 2 && plies % 2 == 0,
        _ => true,
    };
    if !fits {
        return Err(Reason::Parity);
    }
    let hand = Hand::read(hand).ok_or(Reason::Hand)?;
    let m = m.parse().map_err(Reason::Move)?;
    Ok(Claim::new(read_board(board)?, hand, plies, m))
}

/// Reads a board in the one form in which we write it.
fn read_board(text: &str) -> Result<PackedBoard, Reason> {
    let position = read_board_text(text).map_err(Reason::Board)?;
    match position.board_text() {
        canonical if canonical == text => Ok(PackedBoard::of(&position)),
        canonical => Err(Reason::NotCanonical(canonical)),
    }
}

/// Reads a number in plain digits: no sign, no leading zero.
pub(crate) fn read_number(text: &str) -> Result<u32, Reason> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    match text.parse::<u32>() {
        Ok(number) if plain => Ok(number),
        _ => Err(Reason::Number),
    }
}
