//! Files made to keep the checker busy, to fill its memory, or to make it count wrongly.

use crate::proved::verify_allowing;
use std::io::{self, BufRead, Read};
use std::time::{Duration, Instant};
use tsumugi_verify::naive::{FaultName, Kind, Position};
use tsumugi_verify::{
    Failure, Fault, Limit, Proved, Reason, Settings, Verified, steps_of_file, verify, verify_stream,
};

const NO_MATE: &str = "tsumugi certificate 1\nproblem 8k/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1\n\
                       attacker black\nclaim nomate\n";
const PROBLEM: &str = "8k/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";

/// Far more than any of these takes, and far less than they did.
const LONG: Duration = Duration::from_secs(60);

/// A text that goes on for ever: a head, and then one line again and again.
struct Endless {
    head: io::Cursor<Vec<u8>>,
    line: Vec<u8>,
    at: usize,
    given: usize,
}

impl Endless {
    fn new(head: &str, line: &str) -> Endless {
        let head = io::Cursor::new(head.as_bytes().to_vec());
        Endless { head, line: line.as_bytes().to_vec(), at: 0, given: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("read by the buffer"))
    }
}

impl BufRead for Endless {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !self.head.fill_buf()?.is_empty() {
            return self.head.fill_buf();
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, count: usize) {
        match self.head.position() < self.head.get_ref().len() as u64 {
            true => self.head.consume(count),
            false => self.at = (self.at + count) % self.line.len(),
        }
        self.given += count;
    }
}

fn check(problem: &str, text: &mut dyn BufRead, settings: &Settings) -> Result<Verified, Failure> {
    verify_stream(problem, text, settings, &mut |_| {})
}

#[test]
fn one_claim_repeated_for_ever_is_found_while_reading() {
    let mut text = Endless::new(NO_MATE, "h 8k/8G/9/9/9/9/9/9/9 - 1a1b\n");
    let result = check(PROBLEM, &mut text, &Settings::default());
    let Err(Failure::Rejected(fault)) = result else { panic!("{result:?}") };
    assert_eq!((fault.line, fault.reason), (6, Reason::Repeated { first: 5 }));
    assert!(text.given < 200_000, "{}", text.given);
}

/// In the third version a claim may stand twice, but only where something is left to be covered, and in memory that is bounded.
#[test]
fn an_endless_tree_is_refused() {
    // The gold checks for ever on four squares, and no claim is kept: the stack grows.
    let walls = "OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";
    let problem = format!("OOOOOOO1G/OOOOOOOk1/{walls} b - 1");
    let head = format!("tsumugi certificate 3\nproblem {problem}\nattacker black\nclaim nomate\n");
    let mut text = Endless::new(&head, "h - 2b1b\nh - 1b2b\n");
    let settings = Settings { most_bytes: Limit::fixed(1 << 20), ..Settings::default() };
    let result = check(&problem, &mut text, &settings);
    assert!(matches!(result, Err(Failure::TooLarge { .. })), "{result:?}");
    assert!(text.given < 200_000, "{}", text.given);
}

/// Every possible hand with at most this many of each kind.
fn hands(most: [u8; 7]) -> Vec<String> {
    let mut all = vec![String::new()];
    for (kind, most) in Kind::HAND.into_iter().zip(most) {
        let with = |text: &String, count: u8| match count {
            0 => text.clone(),
            1 => format!("{text}{}", kind.letter()),
            _ => format!("{text}{count}{}", kind.letter()),
        };
        all = all.iter().flat_map(|text| (0..=most).map(move |count| with(text, count))).collect();
    }
    all.into_iter().map(|text| if text.is_empty() { "-".to_string() } else { text }).collect()
}

/// One board, as many hands as there are: comparing each with each would take minutes.
#[test]
fn many_claims_about_one_board_are_checked_quickly() {
    let hands = hands([2, 2, 2, 3, 3, 3, 18]);
    assert!(hands.len() > 30_000);
    let mut text = NO_MATE.to_string();
    for hand in &hands {
        // The king takes the gold; without it, and with nothing near, there may be checks by drops.
        text += &format!("h 8k/8G/9/9/9/9/9/9/9 {hand} 1a1b\n");
    }
    text += &format!("end {}\n", hands.len());
    let start = Instant::now();
    let fault = verify(PROBLEM, &text).expect_err("drops give check");
    assert!(matches!(fault.reason, Reason::Uncovered { .. }), "{fault}");
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
}

/// As before, and every claim is in order: mates in one whatever is held besides.
#[test]
fn many_mates_on_one_board_are_checked_quickly() {
    let problem = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let hands: Vec<String> =
        hands([2, 2, 3, 2, 2, 2, 17]).into_iter().filter(|hand| hand.contains('G')).collect();
    assert!(hands.len() > 10_000, "{}", hands.len());
    let mut text = format!("tsumugi certificate 1\nproblem {problem}\nattacker black\nclaim mate 3\n");
    for hand in &hands {
        for plies in [1, 3] {
            text += &format!("w 4k4/9/4P4/9/9/9/9/9/9 {hand} {plies} G*5b\n");
        }
    }
    text += &format!("end {}\n", 2 * hands.len());
    let start = Instant::now();
    assert_eq!(verify(problem, &text).unwrap().claim, Proved::Mate(3));
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
}

/// Hands of which none contains another, and far more of them than any certificate needs: refused, not compared for minutes.
#[test]
fn claims_that_are_all_needed_are_compared_up_to_a_bound() {
    let problem = "4k4/9/4P4/9/9/9/9/9/9 b 2R2B4G4S4N4L17P 1";
    let value = |hand: &str| {
        let mut sum = 0;
        let mut digits = 0;
        for c in hand.chars().filter(|&c| c != '-') {
            match c.to_digit(10) {
                Some(digit) => digits = digits * 10 + digit,
                None => (sum, digits) = (sum + digits.max(1), 0),
            }
        }
        sum
    };
    let all = hands([2, 2, 4, 4, 4, 4, 17]);
    let mut text = format!("tsumugi certificate 1\nproblem {problem}\nattacker black\nclaim mate 9\n");
    let mut count = 0;
    // The sum of the pieces decides how long the mate takes, the more the longer: nothing is superfluous.
    for hand in all.iter().filter(|hand| hand.contains('G') && (16..=20).contains(&value(hand))) {
        text += &format!("w 4k4/9/4P4/9/9/9/9/9/9 {hand} {} G*5b\n", 41 - 2 * value(hand));
        count += 1;
    }
    assert!(count > 20_000, "{count}");
    text += &format!("end {count}\n");
    let start = Instant::now();
    let most_steps = Limit::fixed(steps_of_file(text.len() as u64));
    let settings = Settings { most_steps, ..Settings::default() };
    let result = check(problem, &mut text.as_bytes(), &settings);
    assert!(matches!(result, Err(Failure::TooMuchWork)), "{result:?}");
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
}

/// With 256 pieces of a kind in play a hand of 0 could be one of 256: refused whatever is allowed.
#[test]
fn more_pieces_than_can_be_counted_are_refused() {
    let tokins = "+p".repeat(9);
    let rows = [tokins.as_str(); 7].join("/");
    let allow = vec![FaultName::TooMany];
    let settings = Settings { allow, ..Settings::default() };
    for (in_hand, is_refused) in [(95, false), (96, false), (97, true), (98, true)] {
        let problem = format!("8k/9/{rows} b {in_hand}P96p 1");
        assert!(Position::from_sfen(&problem).is_ok());
        let text =
            format!("tsumugi certificate 3\nproblem {problem}\nattacker black\nclaim nomate\nend 0\n");
        let result = verify_allowing(&problem, &text, &settings, &["too-many"]);
        let Err(Failure::Rejected(Fault { line, reason, .. })) = result else { panic!("{result:?}") };
        let expected = (2, Reason::BeyondCount(Kind::Pawn));
        assert_eq!((line, reason) == expected, is_refused, "{in_hand}");
    }
}
