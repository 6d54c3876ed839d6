//! Version 3: the claims of a proof tree in preorder, each checked as it is read (`docs/CERTIFICATE.md`, "Version 3").
//!
//! In memory are the claims kept for references, and the stack of positions that are still to be covered. Nothing is
//! looked up: a line is about the position on top of the stack, and a reference names the claim that covers it.

mod letter;
mod references;
mod stack;

use self::letter::Letter;
use self::references::{Kept, KeptClaim, References};
use self::stack::{Need, Stack};
use crate::fault::{Fault, Form, Reason};
use crate::hand::Hand;
use crate::lines::Lines;
use crate::naive::{Move, Position};
use crate::packed::PackedBoard;
use crate::read_certificate::{Head, read_number};
use crate::root::Root;
use crate::verify::{Failure, Progress, Proved, Settings};
use crate::work::{STEPS_PER_CLAIM, Work};

/// References in a line.
const MOST_REFERENCES: usize = 64;
/// Claims between two looks at the stop flag.
const SLICE: usize = 1024;

/// Checks all lines up to the end: how many claims there are.
pub(crate) fn check(
    head: &Head,
    lines: &mut Lines,
    settings: &Settings,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<usize, Failure> {
    let mut checker = Checker::new(&head.root, head.proved);
    let work = Work::new(&settings.most_steps);
    checker.push_root().map_err(|reason| head.fault_at_root(reason))?;
    let mut claims = 0;
    loop {
        let line = lines.next(Form::ClaimOrEnd)?;
        if let Some(count) = line.strip_prefix("end ") {
            let ended = read_number(count).and_then(|count| checker.end(count, claims));
            return match ended {
                Ok(()) => Ok(claims),
                Err(reason) => {
                    let text = line.to_string();
                    Err(Fault::new(lines.number(), &text, reason).into())
                }
            };
        }
        let number = lines.number();
        let line = lines.line();
        work.add(STEPS_PER_CLAIM);
        match work.count(|| checker.line(line, number)) {
            Ok(is_claim) => claims += usize::from(is_claim),
            Err(reason) => return Err(Fault::new(number, line, reason).into()),
        }
        work.within_limit()?;
        if checker.bytes() > settings.most_bytes.now() {
            return Err(Failure::TooLarge { claims: claims.saturating_sub(1) });
        }
        if claims.is_multiple_of(SLICE) {
            settings.stopped()?;
            on_progress(Progress::Read(claims));
        }
    }
}

/// A line with a claim, without its references.
struct Claim {
    letter: Letter,
    hand: Hand,
    /// Zero where the letter has none.
    plies: u32,
    /// None for a pass.
    m: Option<Move>,
}

struct Checker<'a> {
    root: &'a Root,
    proved: Proved,
    stack: Stack,
    kept: Kept,
    /// Whether the last line had as many references as a line may have, so that an `r` may follow.
    is_full: bool,
}

impl<'a> Checker<'a> {
    fn new(root: &'a Root, proved: Proved) -> Checker<'a> {
        Checker { root, proved, stack: Stack::default(), kept: Kept::default(), is_full: false }
    }

    /// Bytes that grow with the certificate.
    fn bytes(&self) -> u64 {
        self.stack.bytes() + self.kept.bytes()
    }

    /// Pushes the successors of the problem.
    fn push_root(&mut self) -> Result<(), Reason> {
        match self.proved {
            Proved::Mate(plies) => self.push_root_of_mate(plies),
            Proved::NoMate => self.push_root_of_no_mate(),
            // What is pushed first comes last.
            Proved::Shortest(plies) => {
                self.push_root_of_longer(plies)?;
                self.push_root_of_mate(plies)
            }
            Proved::Brinkmate(plies) => self.push_root_of_brinkmate(plies),
            Proved::NoBrinkmate => {
                self.push_root_of_no_brinkmate();
                Ok(())
            }
        }
    }

    fn push_root_of_mate(&mut self, plies: u32) -> Result<(), Reason> {
        let position = &self.root.position;
        if self.root.attacker_first() {
            self.stack.push_itself(position, Need { letter: Letter::W, plies });
            return Ok(());
        }
        let replies = position.legal_moves();
        if replies.is_empty() && !position.is_mate() {
            return Err(Reason::NotMated);
        }
        self.push_replies(*position, replies, &[], Letter::W, plies.checked_sub(1))
    }

    fn push_root_of_no_mate(&mut self) -> Result<(), Reason> {
        let (root, need) = (self.root, Need { letter: Letter::H, plies: 0 });
        if root.attacker_first() {
            self.stack.push(root.position, root.position.checks(), need);
        } else if root.position.in_check(root.defender()) || !root.position.legal_moves().is_empty() {
            self.stack.push_itself(&root.position, need);
        }
        // Else the defender cannot move but is not in check: it is not mated (RULES 6).
        Ok(())
    }

    fn push_root_of_longer(&mut self, plies: u32) -> Result<(), Reason> {
        let position = self.root.position;
        match (self.root.attacker_first(), plies) {
            (_, 0 | 1) => Ok(()),
            (true, _) => self.push_survivals(position, &[], plies - 3),
            (false, 2) if position.is_mate() => {
                Err(self.uncovered(&[], &position, Need { letter: Letter::S, plies: 0 }))
            }
            (false, 2) => Ok(()),
            (false, _) => {
                self.stack.push_itself(&position, Need { letter: Letter::S, plies: plies - 2 });
                Ok(())
            }
        }
    }

    fn push_root_of_brinkmate(&mut self, plies: u32) -> Result<(), Reason> {
        if self.root.attacker_first() {
            self.stack.push_itself(&self.root.position, Need { letter: Letter::B, plies });
            return Ok(());
        }
        self.push_lost(self.root.position, &[], plies)
    }

    fn push_root_of_no_brinkmate(&mut self) {
        let (position, need) = (self.root.position, Need { letter: Letter::Q, plies: 0 });
        match self.root.attacker_first() {
            true => self.stack.push(position, position.legal_moves(), need),
            false => self.stack.push_itself(&position, need),
        }
    }

    /// Checks a line other than the end. Whether it is a claim.
    fn line(&mut self, line: &str, number: usize) -> Result<bool, Reason> {
        let expected = Reason::Expected(Form::of_tree(self.proved));
        let mut words = line.split(' ');
        let letter = words.next().unwrap_or_default();
        let is_claim = letter != "r";
        if is_claim {
            let (letter, is_kept) = Letter::read(letter, self.proved).ok_or(expected.clone())?;
            let hand = words.next().ok_or(expected.clone())?;
            let plies = match letter.has_plies() {
                false => None,
                true => Some(words.next().ok_or(expected.clone())?),
            };
            let m = words.next().ok_or(expected)?;
            let plies = plies.map_or(Ok(0), read_number)?;
            let hand = Hand::read(hand).ok_or(Reason::Hand)?;
            let m = match m {
                "pass" if letter == Letter::Q => None,
                m => Some(m.parse().map_err(Reason::Move)?),
            };
            let claim = Claim { letter, hand, plies, m };
            self.claim(claim, is_kept, number)?;
        } else if !self.is_full {
            return Err(Reason::ReferenceCount);
        }
        let mut references = References::default();
        for word in words {
            references.read(word, &self.kept, |kept| self.stack.cover(self.root, kept))?;
        }
        if references.count() > MOST_REFERENCES || !is_claim && references.count() == 0 {
            return Err(Reason::ReferenceCount);
        }
        self.is_full = references.count() == MOST_REFERENCES;
        Ok(is_claim)
    }

    /// Checks a claim about the position on top of the stack, and pushes its successors.
    fn claim(&mut self, claim: Claim, is_kept: bool, line: usize) -> Result<(), Reason> {
        let Claim { letter, hand, plies, m } = claim;
        let (mut position, need) = self.stack.pop().ok_or(Reason::NothingLeft)?;
        if !letter.serves_as(need.letter) {
            return Err(Reason::OtherLetter(need.letter.text()));
        }
        if !letter.admits(plies) {
            return Err(Reason::Parity);
        }
        let actual = self.root.attacker_hand(&position);
        if !need.is_met(actual, letter, hand, plies) {
            let (plies, board) = (need.limit(), position.board_text());
            return Err(Reason::DoesNotCover { line: None, board, hand: actual, plies });
        }
        if is_kept {
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            self.kept.push(KeptClaim { board: PackedBoard::of(&position), hand, letter, plies, line });
        }
        position.share_hands(self.root.attacker, hand.counts()).map_err(Reason::NotInPlay)?;
        let Some(m) = m else { return self.push_pass(&position) };
        if !position.is_legal(m) {
            return Err(Reason::Illegal(m));
        }
        let after = position.play(m);
        match letter {
            Letter::W if !after.in_check(self.root.defender()) => Err(Reason::NoCheck(m)),
            // Without a reply this is mate: the defender is in check.
            Letter::W => {
                let replies = after.legal_moves();
                self.push_replies(after, replies, &[m], Letter::W, plies.checked_sub(2))
            }
            Letter::H => {
                self.stack.push(after, after.checks(), Need { letter, plies: 0 });
                Ok(())
            }
            Letter::S => self.push_survivals(after, &[m], plies - 2),
            Letter::B => self.push_lost(after, &[m], plies - 1),
            Letter::Q => {
                self.stack.push(after, after.legal_moves(), Need { letter, plies: 0 });
                Ok(())
            }
        }
    }

    /// Pushes the positions after all replies, each to be covered within `plies`; if that is `None`, there may be no reply.
    fn push_replies(
        &mut self,
        position: Position,
        replies: Vec<Move>,
        moves: &[Move],
        letter: Letter,
        plies: Option<u32>,
    ) -> Result<(), Reason> {
        match (plies, replies.first()) {
            (Some(plies), _) => {
                self.stack.push(position, replies, Need { letter, plies });
                Ok(())
            }
            (None, None) => Ok(()),
            (None, Some(&reply)) => {
                let moves = [moves, &[reply]].concat();
                Err(self.uncovered(&moves, &position.play(reply), Need { letter, plies: 0 }))
            }
        }
    }

    /// Pushes the positions after all checks, each to be survived for this many plies, an even number. For zero plies that is
    /// seen at once.
    fn push_survivals(&mut self, position: Position, moves: &[Move], plies: u32) -> Result<(), Reason> {
        let checks = position.checks();
        if plies > 0 {
            self.stack.push(position, checks, Need { letter: Letter::S, plies });
            return Ok(());
        }
        for check in checks {
            let after = position.play(check);
            if after.is_mate() {
                let moves = [moves, &[check]].concat();
                return Err(self.uncovered(&moves, &after, Need { letter: Letter::S, plies: 0 }));
            }
        }
        Ok(())
    }

    /// Pushes what must hold where the defender is to move and to lose by brinkmate within this many plies, an even number: the
    /// threat, unless it is in check, and the positions after all replies (RULES 13). Without a reply it has lost at once.
    fn push_lost(&mut self, position: Position, moves: &[Move], plies: u32) -> Result<(), Reason> {
        let replies = position.legal_moves();
        self.push_replies(position, replies, moves, Letter::B, plies.checked_sub(1))?;
        // What is pushed first comes last.
        if !position.in_check(self.root.defender()) {
            self.stack.push_itself(&self.passed(&position), Need::THREAT);
        }
        Ok(())
    }

    /// Pushes what must hold where nothing threatens the defender: no check after a pass leads to a mate.
    fn push_pass(&mut self, position: &Position) -> Result<(), Reason> {
        if position.in_check(self.root.defender()) {
            return Err(Reason::PassInCheck);
        }
        let passed = self.passed(position);
        self.stack.push(passed, passed.checks(), Need { letter: Letter::H, plies: 0 });
        Ok(())
    }

    /// The same diagram with the attacker to move.
    fn passed(&self, position: &Position) -> Position {
        let mut passed = *position;
        passed.set_turn(self.root.attacker, position.number());
        passed
    }

    /// The end, with the number of claims that it gives and that there are.
    fn end(&mut self, count: u32, found: usize) -> Result<(), Reason> {
        if let Some((position, need)) = self.stack.pop() {
            return Err(self.uncovered(&[], &position, need));
        }
        if count as usize == found { Ok(()) } else { Err(Reason::Count { found }) }
    }

    /// Nothing covers this position. The moves that led to it are for the message.
    fn uncovered(&self, moves: &[Move], position: &Position, need: Need) -> Reason {
        let (moves, board) = (moves.to_vec(), position.board_text());
        let hand = self.root.attacker_hand(position);
        match need.letter {
            Letter::S => Reason::NotSurvived { moves, board, hand, plies: need.plies },
            _ => Reason::Uncovered { moves, board, hand, plies: need.limit() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::Color;

    /// What no small problem asks for: more references than a line may have.
    #[test]
    fn more_references_than_a_line_has_go_on_in_the_next() {
        let position = Position::from_sfen("4k4/9/9/9/9/9/9/9/9 w P 1").unwrap();
        let root = Root::new(position, Color::Black, &[]).unwrap();
        let checked = |lines: &[String], left: usize| {
            let mut checker = Checker::new(&root, Proved::NoMate);
            for _ in 0..left {
                checker.stack.push_itself(&position, Need { letter: Letter::H, plies: 0 });
            }
            let numbered = lines.iter().zip(5..);
            numbered.map(|(line, number)| checker.line(line, number)).collect::<Result<Vec<bool>, _>>()
        };
        // The claim has one successor, after P*4b, which the second claim covers.
        let references = |letter: &str, count: usize| letter.to_string() + &" 1".repeat(count);
        let head = ["H P 5a4a".to_string(), references("h - 4a4b", 64)];
        let with = |more: &[String]| [&head[..], more].concat();
        assert!(checked(&with(&[references("r", 64), references("r", 2)]), 131).is_ok());
        assert!(checked(&with(&[]), 65).is_ok());
        for (more, left) in [
            (vec![references("r", 65)], 200),
            (vec![references("r", 63), references("r", 1)], 200),
            (vec![references("r", 0)], 200),
            (vec![references("r", 64)], 66),
        ] {
            assert!(checked(&with(&more), left).is_err(), "{more:?}");
        }
        assert!(checked(&[head[0].clone(), references("h - 4a4b", 65)], 200).is_err());
        assert!(
            checked(&[head[0].clone(), references("h - 4a4b", 3), references("r", 1)], 200).is_err()
        );
    }
}
