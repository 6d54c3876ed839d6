//! Brinkmates on walled-down boards, against the whole truth by the plain rules of `tsumugi-verify`.
//!
//! 200 boards by default; `TSUMUGI_CASES` and `TSUMUGI_SEED` as elsewhere. For each the λ² game of
//! `docs/RULES.md` is laid out in full, and both orders are worked out by fixpoint. The searches must agree about
//! several positions of it, and everything their tables hold must be true. Every answer has a certificate that the verifier
//! accepts; tampered with, it is rejected or proves something else that is true.

use std::collections::HashMap;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::lambda::{Order, Ordered};
use tsumugi_andor::options::{Ghi, Sums};
use tsumugi_andor::proof::{check, extract};
use tsumugi_andor::table::Found;
use tsumugi_andor::{Limits, PaperOptions, Resources, Rules, Table, drive};
use tsumugi_shogi::random::{Random, leave_free, place};
use tsumugi_shogi::{Color, Hand, HandKind, Kind, Piece, Position, Setup, Waivers};
use tsumugi_testkit::number;
use tsumugi_tsume::{AttackerHand, Problem, Settings, TsumeGame, attacker_of, brinkmate};
use tsumugi_verify::{Proved, naive, verify};

/// Larger games are left out.
const MOST_POSITIONS: usize = 2_000;

/// The λ² game from a position, by the plain rules.
struct Whole {
    positions: Vec<naive::Position>,
    /// How many of them, from the first on, were given.
    roots: usize,
    attacker: naive::Color,
    /// Positions after each legal move.
    moves: Vec<Vec<usize>>,
    /// The position after a pass of the defender, unless it is in check.
    pass: Vec<Option<usize>>,
    /// By order (1, 2) and position: is it won for the attacker?
    won: [Vec<bool>; 2],
    /// By position: the plies of the shortest brinkmate.
    plies: Vec<Option<u32>>,
}

impl Whole {
    fn new(roots: Vec<naive::Position>, attacker: naive::Color) -> Option<Whole> {
        let count = roots.len();
        let mut numbers: HashMap<_, _> = roots.iter().copied().zip(0..).collect();
        let mut positions = roots;
        let (mut moves, mut pass) = (Vec::new(), Vec::new());
        while moves.len() < positions.len() {
            let here = positions[moves.len()];
            let mut number = |position: naive::Position| {
                *numbers.entry(position).or_insert_with(|| {
                    positions.push(position);
                    positions.len() - 1
                })
            };
            let may_pass = here.turn() != attacker && !here.in_check(here.turn());
            pass.push(may_pass.then(|| number(other_to_move(&here))));
            moves.push(here.legal_moves().into_iter().map(|m| number(here.play(m))).collect());
            if positions.len() > MOST_POSITIONS {
                return None;
            }
        }
        let nothing = vec![false; positions.len()];
        let won = [nothing.clone(), nothing];
        let plies = vec![None; positions.len()];
        let mut whole = Whole { positions, roots: count, attacker, moves, pass, won, plies };
        for order in [1, 2] {
            whole.work_out(order);
        }
        Some(whole)
    }

    /// Adds what is won within a ply more, until nothing is added.
    fn work_out(&mut self, order: usize) {
        for plies in 0.. {
            let all = 0..self.positions.len();
            let fresh = |&p: &usize| !self.won[order - 1][p] && self.is_won(order, p);
            let new: Vec<usize> = all.filter(fresh).collect();
            if new.is_empty() {
                return;
            }
            for p in new {
                self.won[order - 1][p] = true;
                // The second order is the last, and every mate is a brinkmate.
                self.plies[p] = Some(plies);
            }
        }
    }

    fn is_won(&self, order: usize, p: usize) -> bool {
        let won = &self.won[order - 1];
        if self.positions[p].turn() == self.attacker {
            return self.moves[p].iter().any(|&q| won[q]);
        }
        let threat = match self.pass[p] {
            None => true,
            Some(after) => order == 2 && self.won[0][after],
        };
        threat && self.moves[p].iter().all(|&q| won[q])
    }
}

/// The same diagram with the other side to move.
fn other_to_move(position: &naive::Position) -> naive::Position {
    let sfen = position.to_sfen();
    let mut words: Vec<&str> = sfen.split(' ').collect();
    words[1] = if words[1] == "b" { "w" } else { "b" };
    naive::Position::from_sfen(&words.join(" ")).unwrap()
}

/// A handful of pieces on six to twelve squares.
fn small_board(random: &mut Random) -> Option<Position> {
    let mut setup = Setup::empty();
    let (files, ranks) = random.pick(&[(2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (3, 4)]);
    let corner = (random.below(10 - files), random.pick(&[0, 0, 0, 1, 2, 9 - ranks]));
    leave_free(&mut setup, corner, (files, ranks), None, random);
    let attacker = random.pick(&Color::ALL);
    place(&mut setup, Piece::new(!attacker, Kind::King), random);
    if random.one_in(2) {
        place(&mut setup, Piece::new(attacker, Kind::King), random);
    }
    for _ in 0..random.below(3) {
        let kind = random.pick(&Kind::ALL);
        if kind != Kind::King {
            let color = if random.one_in(3) { !attacker } else { attacker };
            place(&mut setup, Piece::new(color, kind), random);
        }
    }
    setup.turn = if random.one_in(4) { !attacker } else { attacker };
    for _ in 0..random.below(3) {
        setup.hands[attacker.index()][random.pick(&HandKind::ALL).index()] += 1;
    }
    Position::new(&setup, Waivers::TSUME).ok()
}

/// The position with the pieces in hand shared out in every way: a table may answer one by another.
fn with_all_hands(position: &Position, attacker: Color) -> Vec<naive::Position> {
    let pool = position.hand(Color::Black).together(position.hand(Color::White));
    let hands = HandKind::ALL.into_iter().fold(vec![Hand::EMPTY], |all, kind| {
        let counts = 0..=pool.count(kind);
        all.iter().flat_map(|&hand| counts.clone().map(move |n| hand.with(kind, n))).collect()
    });
    let with_hand = |hand: Hand| {
        let mut setup = position.to_setup();
        setup.hands[attacker.index()] = hand.counts();
        setup.hands[(!attacker).index()] = pool.without(hand).counts();
        naive::Position::from_sfen(&setup.to_sfen()).unwrap()
    };
    hands.into_iter().map(with_hand).collect()
}

fn plain_color(color: Color) -> naive::Color {
    if color == Color::Black { naive::Color::Black } else { naive::Color::White }
}

/// Everything solved that a table holds about positions of the game.
fn table_is_true(
    whole: &Whole,
    table: &Table<Ordered<AttackerHand>>,
    attacker: Color,
    at: &str,
) -> usize {
    let mut known = 0;
    for (p, plain) in whole.positions.iter().enumerate() {
        let position = Position::from_sfen(&plain.to_sfen()).unwrap();
        let game = TsumeGame::new(position, attacker);
        for order in [1, 2] {
            let resource = Ordered { order: Order(order), owned: game.resource() };
            if let Found::Entry(entry) = table.look_up(game.key(), resource, true)
                && entry.bounds.is_solved()
            {
                let truth = whole.won[order as usize - 1][p];
                let here = format!("order {order}, {:?}, {entry:?}: {at}", game.position());
                assert_eq!(entry.bounds.is_proved(), truth, "{here}");
                known += 1;
            }
        }
    }
    known
}

/// A root, some positions won by threats but not by checks, and some others.
fn questions(whole: &Whole, random: &mut Random) -> Vec<usize> {
    let by_threats = |&p: &usize| whole.won[1][p] && !whole.won[0][p];
    let mut good: Vec<usize> = (0..whole.positions.len()).filter(by_threats).collect();
    let mut out = vec![0, random.below(whole.roots)];
    while out.len() < 5 && !good.is_empty() {
        out.push(good.swap_remove(random.below(good.len())));
    }
    out.extend((0..2).map(|_| random.below(whole.positions.len())));
    out
}

#[derive(Default, Debug)]
struct Seen {
    boards: u64,
    questions: u64,
    won_by_checks: u64,
    won_by_threats: u64,
    answers_in_tables: usize,
    forgeries: u64,
    /// Of these, those that are no forgeries: what they say is true.
    still_true: u64,
}

#[test]
fn answers_and_tables_are_those_of_the_whole_truth() {
    let first = number("TSUMUGI_SEED", 0);
    let cases = number("TSUMUGI_CASES", 200);
    let (mut seen, mut seed) = (Seen::default(), first);
    while seen.boards < cases {
        seed += 1;
        let mut random = Random::new(seed);
        let Some(position) = small_board(&mut random) else { continue };
        let attacker = attacker_of(&position);
        let roots = with_all_hands(&position, attacker);
        let Some(whole) = Whole::new(roots, plain_color(attacker)) else { continue };
        seen.boards += 1;
        let options = PaperOptions {
            ghi: random.pick(Ghi::ALL).0,
            sums: random.pick(Sums::ALL).0,
            ..PaperOptions::default()
        };
        // One table for all questions: what it learns about one it may answer for another.
        let table = Arc::new(Table::with_bytes([1 << 20, 1 << 14][random.below(2)]));
        for p in questions(&whole, &mut random) {
            let position = Position::from_sfen(&whole.positions[p].to_sfen()).unwrap();
            let at = format!("seed {seed}: {position:?}, {options:?}");
            let problem = Problem::new(position).attacked_by(attacker);
            agrees(&problem, options, &table, whole.won[1][p], &at);
            certified(&problem, whole.plies[p], &mut random, &mut seen, &at);
            seen.questions += 1;
            seen.won_by_checks += whole.won[0][p] as u64;
            seen.won_by_threats += (whole.won[1][p] && !whole.won[0][p]) as u64;
        }
        let at = format!("seed {seed}, {options:?}");
        seen.answers_in_tables += table_is_true(&whole, &table, attacker, &at);
    }
    println!("seeds {first} to {seed}: {seen:?}");
    assert!(cases < 200 || seen.won_by_checks > 10 && seen.won_by_threats > 50);
}

/// The certificate of an answer holds and says what is true, also after somebody changed it. The shortest brinkmate takes so
/// many plies, if there is one.
fn certified(problem: &Problem, truth: Option<u32>, random: &mut Random, seen: &mut Seen, at: &str) {
    let settings = Settings { bytes: 1 << 16, ..Settings::default() };
    let answer = brinkmate::solve(problem, &settings, &Limits::expansions(1_000_000), &mut ());
    let text = answer.certificate.unwrap_or_else(|| panic!("no certificate: {at}"));
    let sfen = problem.position().to_sfen();
    let is_true = |claim: Proved| match claim {
        Proved::Brinkmate(plies) => truth.is_some_and(|shortest| shortest <= plies),
        Proved::NoBrinkmate => truth.is_none(),
        Proved::Mate(_) | Proved::NoMate | Proved::Shortest(_) => false,
    };
    let verified = verify(&sfen, &text).unwrap_or_else(|fault| panic!("{fault}: {at}\n{text}"));
    let said = match answer.verdict {
        brinkmate::Verdict::Brinkmate(plies) => Proved::Brinkmate(plies),
        brinkmate::Verdict::NoBrinkmate => Proved::NoBrinkmate,
        brinkmate::Verdict::Unknown(reason) => panic!("{reason:?}: {at}"),
    };
    assert!(verified.claim == said && is_true(said), "{said:?}, but {truth:?}: {at}\n{text}");
    for _ in 0..8 {
        let forged = forge(&text, random);
        seen.forgeries += 1;
        if let Ok(verified) = verify(&sfen, &forged) {
            assert!(is_true(verified.claim), "{:?}, but {truth:?}: {at}\n{forged}", verified.claim);
            seen.still_true += 1;
        }
    }
}

/// The certificate with one word of a claim changed, taken from elsewhere or removed, or one line moved, repeated or removed.
fn forge(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_string).collect()).collect();
    let claims = 4..lines.len() - 1;
    if claims.is_empty() || random.one_in(8) {
        // What is claimed: other plies, or the opposite.
        let other = ["brinkmate 0", "brinkmate 1", "brinkmate 2", "brinkmate 3", "nobrinkmate"];
        lines[3] = format!("claim {}", random.pick(&other)).split(' ').map(str::to_string).collect();
    } else {
        let pick = |random: &mut Random| claims.start + random.below(claims.len());
        let (line, other) = (pick(random), pick(random));
        match random.below(8) {
            0 => {
                lines.remove(line);
            }
            1 => lines.insert(other, lines[line].clone()),
            2 => lines.swap(line, other),
            3 => {
                // Another letter, kept or not.
                lines[line][0] = random.pick(&["w", "b", "h", "q", "W", "B", "H", "Q"]).to_string();
            }
            4 => {
                let hands = ["-", "P", "G", "S", "R", "GP", "2G", "RB"];
                lines[line][1] = random.pick(&hands).to_string();
            }
            5 => {
                let word = lines[line].len() - 1;
                lines[line][word] = random.pick(&["1", "2", "3", "5", "7", "pass", "1+"]).to_string();
            }
            6 => {
                let word = 1 + random.below(lines[line].len() - 1);
                let from = lines[other].len().min(word + 1) - 1;
                lines[line][word] = lines[other][from].clone();
            }
            _ => {
                let word = 1 + random.below(lines[line].len() - 1);
                lines[line].remove(word);
            }
        }
    }
    let count = lines.len() - 5;
    let last = lines.len() - 1;
    lines[last] = vec!["end".to_string(), count.to_string()];
    lines.into_iter().map(|words| words.join(" ") + "\n").collect()
}

/// The search says what is true, and its proof holds.
fn agrees(
    problem: &Problem,
    options: PaperOptions,
    table: &Arc<Table<Ordered<AttackerHand>>>,
    truth: bool,
    at: &str,
) {
    let game = brinkmate::game(problem);
    let limits = Limits::expansions(1_000_000);
    let outcome = drive(&mut Dfpn::new(game.clone(), options, table.clone()), &limits, &mut ());
    assert_eq!(outcome.verdict.answer(), Some(truth), "{at}");
    let found = extract(&game, outcome.verdict, options, table, &limits);
    let claims = found.unwrap_or_else(|reason| panic!("{reason:?}: {at}")).claims;
    assert_eq!(check(&mut game.clone(), &claims), Ok(()), "{at}");
}
