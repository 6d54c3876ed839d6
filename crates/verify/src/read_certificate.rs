//! The text of a certificate, read strictly: one form only, and nothing left over.
//!
//! The grammar is in `docs/CERTIFICATE.md`. What the claims say is not looked at here, except for how
//! it is written.

use std::collections::HashMap;

use crate::fault::{Fault, Reason};
use crate::hand::Hand;
use crate::naive::{Color, Move, Position};
use crate::root::Root;
use crate::verify::Proved;

/// The line of the problem.
const PROBLEM_LINE: usize = 2;
const ATTACKER_LINE: usize = 3;
/// The line that says what is proved.
const CLAIM_LINE: usize = 4;
/// The line of the first `w` or `h`.
const FIRST_LINE: usize = 5;

/// A certificate whose text is in order.
pub(crate) struct Certificate<'a> {
    pub(crate) root: Root,
    pub(crate) proved: Proved,
    /// The line that says what is proved.
    proved_text: &'a str,
    pub(crate) claims: Vec<Claim<'a>>,
    /// Where in `claims` the claims about a board are.
    by_board: HashMap<&'a str, Vec<usize>>,
}

/// A line `w` or `h`.
pub(crate) struct Claim<'a> {
    text: &'a str,
    pub(crate) board: &'a str,
    pub(crate) hand: Hand,
    /// The number of plies of a `w`; zero for an `h`.
    pub(crate) plies: u32,
    /// The attacker's move of a `w`, the defender's reply of an `h`.
    pub(crate) m: Move,
}

impl<'a> Certificate<'a> {
    /// The claims about a board.
    pub(crate) fn claims_on(&self, board: &str) -> impl Iterator<Item = &Claim<'a>> {
        self.by_board.get(board).into_iter().flatten().map(|&i| &self.claims[i])
    }

    /// A fault of the claim with this index.
    pub(crate) fn fault_at(&self, index: usize, reason: Reason) -> Fault {
        Fault::new(FIRST_LINE + index, self.claims[index].text, reason)
    }

    /// A fault of what the whole certificate proves.
    pub(crate) fn fault_at_root(&self, reason: Reason) -> Fault {
        Fault::new(CLAIM_LINE, self.proved_text, reason)
    }
}

/// Reads a certificate that should be about the problem given.
pub(crate) fn read_certificate<'a>(given: &Position, text: &'a str) -> Result<Certificate<'a>, Fault> {
    let mut lines = Lines { rest: text, number: 0 };
    let first = lines.next("'tsumugi certificate 1'")?;
    if first != "tsumugi certificate 1" {
        return lines.fault(first, Reason::Expected("'tsumugi certificate 1'"));
    }
    let problem_text = lines.next("'problem' and a SFEN")?;
    let position = read_problem(problem_text).or_else(|reason| lines.fault(problem_text, reason))?;
    if position != *given {
        return lines.fault(problem_text, Reason::OtherProblem);
    }
    let attacker_text = lines.next("'attacker black' or 'attacker white'")?;
    let attacker = read_attacker(attacker_text).or_else(|reason| lines.fault(attacker_text, reason))?;
    let root = Root::new(position, attacker).map_err(|reason| match reason {
        Reason::NoKing(_) => Fault::new(ATTACKER_LINE, attacker_text, reason),
        _ => Fault::new(PROBLEM_LINE, problem_text, reason),
    })?;
    let proved_text = lines.next("'claim mate' with a number or 'claim nomate'")?;
    let proved = read_proved(proved_text, &root).or_else(|reason| lines.fault(proved_text, reason))?;
    let claims = read_claims(&mut lines, proved)?;
    let mut by_board: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, claim) in claims.iter().enumerate() {
        by_board.entry(claim.board).or_default().push(index);
    }
    Ok(Certificate { root, proved, proved_text, claims, by_board })
}

/// What is left of the text, and the number of the line read last.
struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    /// The next line, without its line feed; `what` says what it should be.
    fn next(&mut self, what: &'static str) -> Result<&'a str, Fault> {
        self.number += 1;
        if self.rest.is_empty() {
            return self.fault("", Reason::Missing(what));
        }
        let Some((line, rest)) = self.rest.split_once('\n') else {
            return self.fault(self.rest, Reason::Unfinished);
        };
        if line.ends_with('\r') {
            return self.fault(line, Reason::CarriageReturn);
        }
        self.rest = rest;
        Ok(line)
    }

    /// A fault of the line read last.
    fn fault<T>(&self, text: &str, reason: Reason) -> Result<T, Fault> {
        Err(Fault::new(self.number, text, reason))
    }
}

fn read_problem(line: &str) -> Result<Position, Reason> {
    let sfen = line.strip_prefix("problem ").ok_or(Reason::Expected("'problem' and a SFEN"))?;
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
        _ => Err(Reason::Expected("'attacker black' or 'attacker white'")),
    }
}

fn read_proved(line: &str, root: &Root) -> Result<Proved, Reason> {
    if line == "claim nomate" {
        return Ok(Proved::NoMate);
    }
    let expected = Reason::Expected("'claim mate' with a number or 'claim nomate'");
    let plies = read_number(line.strip_prefix("claim mate ").ok_or(expected)?)?;
    match plies % 2 == u32::from(root.attacker_first()) {
        true => Ok(Proved::Mate(plies)),
        false => Err(Reason::Parity),
    }
}

/// Reads the lines `w` or `h` and the `end` after them, which must be the last line.
fn read_claims<'a>(lines: &mut Lines<'a>, proved: Proved) -> Result<Vec<Claim<'a>>, Fault> {
    let mut claims = Vec::new();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    loop {
        let line = lines.next("a claim or 'end'")?;
        if let Some(count) = line.strip_prefix("end ") {
            let found = claims.len();
            match read_number(count) {
                Ok(count) if count as usize == found => {}
                Ok(_) => return lines.fault(line, Reason::Count { found }),
                Err(reason) => return lines.fault(line, reason),
            }
            break;
        }
        claims.push(read_claim(line, proved).or_else(|reason| lines.fault(line, reason))?);
        if let Some(first) = seen.insert(line, lines.number) {
            return lines.fault(line, Reason::Repeated { first });
        }
    }
    if !lines.rest.is_empty() {
        let left_over = lines.rest.split('\n').next().unwrap_or_default();
        return Err(Fault::new(lines.number + 1, left_over, Reason::LeftOver));
    }
    Ok(claims)
}

fn read_claim(line: &str, proved: Proved) -> Result<Claim<'_>, Reason> {
    let words: Vec<&str> = line.split(' ').collect();
    let (board, hand, plies, m) = match (words.as_slice(), proved) {
        (&["w", board, hand, plies, m], Proved::Mate(_)) => {
            let plies = read_number(plies)?;
            if plies % 2 == 0 {
                return Err(Reason::Parity);
            }
            (board, hand, plies, m)
        }
        (&["h", board, hand, reply], Proved::NoMate) => (board, hand, 0, reply),
        (&["w", ..], Proved::NoMate) | (&["h", ..], Proved::Mate(_)) => return Err(Reason::OtherKind),
        (_, Proved::Mate(_)) => {
            return Err(Reason::Expected("'w', a board, a hand, a number and a move; or 'end'"));
        }
        (_, Proved::NoMate) => {
            return Err(Reason::Expected("'h', a board, a hand and a reply; or 'end'"));
        }
    };
    let hand = Hand::read(hand).ok_or(Reason::Hand)?;
    let m = m.parse().map_err(Reason::Move)?;
    Ok(Claim { text: line, board, hand, plies, m })
}

/// Reads a number in plain digits: no sign, no leading zero.
fn read_number(text: &str) -> Result<u32, Reason> {
    match text.parse::<u32>() {
        Ok(number) if number.to_string() == text => Ok(number),
        _ => Err(Reason::Number),
    }
}
