//! The fast rules against the plain ones of `tsumugi-verify`, which share no code with them.
//!
//! 5,000 random positions by default; `TSUMUGI_CASES=200000 cargo test --release -p tsumugi-shogi --test
//! it against_naive::` runs the full set, `TSUMUGI_SEED=n` starts elsewhere. A failure prints its seed.

use std::collections::BTreeSet;
use tsumugi_shogi::random::{Random, Style, position, setup_of};
use tsumugi_shogi::{FaultName, Hand, HandKind, Move, MoveList, Position, Setup, SetupFault, Waivers};
use tsumugi_verify::naive;

fn seeds() -> std::ops::Range<u64> {
    tsumugi_testkit::seeds(5_000)
}

fn texts<T: ToString>(moves: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    let all: Vec<String> = moves.into_iter().map(|m| m.to_string()).collect();
    let set: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!(all.len(), set.len(), "a move was generated twice: {all:?}");
    set
}

fn listed(list: impl Fn(&mut MoveList)) -> BTreeSet<String> {
    let mut moves = MoveList::new();
    list(&mut moves);
    texts(&moves)
}

#[test]
fn moves_checks_evasions_and_mates_are_those_of_the_plain_rules() {
    let mut seen = Seen::default();
    for seed in seeds() {
        let mut position = position(seed);
        let sfen = position.to_sfen();
        let plain = naive::Position::from_sfen(&sfen).unwrap();
        let at = format!("seed {seed}: {sfen}");
        assert_eq!(plain.faults(), [], "{at}");
        assert_eq!(plain.to_sfen(), sfen, "{at}");

        let legal = texts(plain.legal_moves());
        let checks = texts(plain.checks());
        let evasions = texts(plain.evasions());
        assert_eq!(listed(|out| position.legal_moves(out)), legal, "legal moves, {at}");
        assert_eq!(listed(|out| position.checks(out)), checks, "checks, {at}");
        assert_eq!(listed(|out| position.evasions(out)), evasions, "evasions, {at}");
        assert_eq!(position.count_legal_moves(), legal.len() as u64, "{at}");
        assert_eq!(position.count_checks(), checks.len() as u64, "{at}");
        assert_eq!(position.has_legal_move(), !legal.is_empty(), "{at}");
        assert_eq!(position.has_check(), !checks.is_empty(), "{at}");
        assert_eq!(position.in_check(), plain.in_check(plain.turn()), "{at}");
        assert_eq!(position.is_mate(), plain.is_mate(), "{at}");

        let mates = texts(plain.mates_in_one());
        let found = position.mate_in_one();
        assert_eq!(found.is_some(), !mates.is_empty(), "mate in one, {at}");
        if let Some(mate) = found {
            assert!(mates.contains(&mate.m.to_string()), "{} is no mate, {at}", mate.m);
            the_hand_is_minimal(&position, mate.m, mate.hand, &at);
        }
        every_move_can_be_played_and_taken_back(&mut position, seed, &at);
        passing_changes_the_turn_alone(&mut position, &at);
        no_other_move_is_called_legal(&position, &legal, seed, &at);
        seen.count(&position, &checks, &mates);
    }
    println!("{seen:?}");
    // The mixture must keep covering what it is for.
    let cases = seeds().count();
    for (what, count) in seen.rows() {
        assert!(count * 100 >= cases, "only {count} of {cases} positions with {what}");
    }
}

/// With exactly `hand`, and the defender holding the rest, `m` mates; with one piece less it does not.
fn the_hand_is_minimal(position: &Position, m: Move, hand: Hand, at: &str) {
    let us = position.turn();
    let pool = position.hand(us).together(position.hand(!us));
    assert!(position.hand(us).covers(hand), "{at}");
    let mates_with = |ours: Hand| {
        let mut setup = position.to_setup();
        setup.hands[us.index()] = ours.counts();
        setup.hands[(!us).index()] = pool.without(ours).counts();
        let plain = naive::Position::from_sfen(&setup.to_sfen()).unwrap();
        texts(plain.mates_in_one()).contains(&m.to_string())
    };
    assert!(mates_with(hand), "{m} needs more than {hand:?}, {at}");
    for kind in hand.kinds() {
        assert!(!mates_with(hand.minus(kind)), "{m} needs less than {hand:?}, {at}");
    }
    // More in hand never hurts.
    let mut more = hand;
    for kind in HandKind::ALL {
        if more.count(kind) < pool.count(kind) {
            more = more.plus(kind);
        }
    }
    assert!(mates_with(more), "{m} fails with {more:?}, {at}");
}

/// A side that is not in check can pass; the position is then the same diagram with the other side to move.
fn passing_changes_the_turn_alone(position: &mut Position, at: &str) {
    let before = (position.to_sfen(), position.board_key(), position.in_check());
    let mut turned = position.to_setup();
    turned.turn = !turned.turn;
    let passed = position.pass();
    assert_eq!(passed, !before.2, "{at}");
    if passed {
        let fresh = Position::new(&turned, Waivers::TSUME).unwrap();
        assert_eq!((position.validate(), &*position), (Ok(()), &fresh), "{at}");
        assert_eq!(position.board_key(), fresh.board_key(), "{at}");
        position.take_back_pass();
    }
    let after = (position.to_sfen(), position.board_key(), position.in_check());
    assert_eq!((after, position.validate()), (before, Ok(())), "{at}");
}

/// Keys, hands, checkers and all else come back; the position after the move is the plain one.
fn every_move_can_be_played_and_taken_back(position: &mut Position, seed: u64, at: &str) {
    let before = (position.to_sfen(), position.board_key(), position.wide_key());
    let plain = naive::Position::from_sfen(&before.0).unwrap();
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut random = Random::new(seed);
    let checks = texts(plain.checks());
    for &m in &moves {
        assert_eq!(position.gives_check(m), checks.contains(&m.to_string()), "{m} a check? {at}");
        let undo = position.play(m);
        let after = position.board_key();
        position.undo(undo);
        assert_eq!(position.board_key_after(m), after, "key after {m}, {at}");
    }
    for _ in 0..moves.len().min(12) {
        let m = random.pick(&moves);
        let undo = position.play(m);
        assert_eq!(position.validate(), Ok(()), "after {m}, {at}");
        let after = plain.play(m.to_string().parse().unwrap());
        assert_eq!(position.to_sfen(), after.to_sfen(), "after {m}, {at}");
        assert_ne!((position.board_key(), position.wide_key()), (before.1, before.2), "{m}, {at}");
        position.undo(undo);
        let back = (position.to_sfen(), position.board_key(), position.wide_key());
        assert_eq!(back, before, "{m} taken back, {at}");
    }
}

fn no_other_move_is_called_legal(position: &Position, legal: &BTreeSet<String>, seed: u64, at: &str) {
    let mut random = Random::new(!seed);
    for _ in 0..40 {
        if let Some(m) = Move::from_bits(random.bits() as u16) {
            assert_eq!(position.is_legal(m), legal.contains(&m.to_string()), "{m}, {at}");
        }
    }
    for m in legal {
        assert!(position.is_legal(m.parse().unwrap()), "{m}, {at}");
    }
}

/// How often the interesting cases came up.
#[derive(Default, Debug)]
struct Seen {
    in_check: usize,
    double_checks: usize,
    own_pins: usize,
    discoverers: usize,
    in_check_and_checking: usize,
    mates_in_one: usize,
    walls: usize,
    both_kings: usize,
}

impl Seen {
    fn count(&mut self, position: &Position, checks: &BTreeSet<String>, mates: &BTreeSet<String>) {
        let us = position.turn();
        self.in_check += position.in_check() as usize;
        self.double_checks += position.checkers().many() as usize;
        self.own_pins += position.pinned(us).any() as usize;
        self.discoverers += position.discoverers(us).any() as usize;
        self.in_check_and_checking += (position.in_check() && !checks.is_empty()) as usize;
        self.mates_in_one += !mates.is_empty() as usize;
        self.walls += position.walls().any() as usize;
        self.both_kings += (position.king(us).is_some() && position.king(!us).is_some()) as usize;
    }

    fn rows(&self) -> [(&'static str, usize); 8] {
        [
            ("the mover in check", self.in_check),
            ("a double check", self.double_checks * 4),
            ("pinned pieces", self.own_pins),
            ("discovered checks", self.discoverers),
            ("a check that answers a check", self.in_check_and_checking * 4),
            ("a mate in one", self.mates_in_one),
            ("walls", self.walls),
            ("both kings", self.both_kings),
        ]
    }
}

#[test]
fn faults_are_those_of_the_plain_rules() {
    let mut faulty = 0;
    for seed in seeds() {
        let mut random = Random::new(seed);
        let style = random.pick(&[Style::Tsume, Style::TwoKings, Style::Walled]);
        let mut setup = setup_of(style, &mut random);
        spoil(&mut setup, &mut random);
        let sfen = setup.to_sfen();
        let plain = naive::Position::from_sfen(&sfen).unwrap();
        let mut theirs: Vec<String> = plain.faults().iter().map(plain_name).collect();
        let mut ours: Vec<String> = match Position::new(&setup, Waivers::TSUME) {
            Ok(_) => vec![],
            Err(error) => error.faults.iter().map(our_name).collect(),
        };
        theirs.sort();
        ours.sort();
        assert_eq!(ours, theirs, "seed {seed}: {sfen}");
        faulty += !ours.is_empty() as usize;
    }
    assert!(faulty * 4 > seeds().count());
}

/// Sometimes adds a second king, a pawn in a bad place, or too many pieces.
fn spoil(setup: &mut Setup, random: &mut Random) {
    use tsumugi_shogi::{Cell, Color, Kind, Piece, Square};
    for _ in 0..random.below(3) {
        let square = Square::from_index(random.below(81)).unwrap();
        let kind = random.pick(&[Kind::King, Kind::Pawn, Kind::Pawn, Kind::Knight, Kind::Lance]);
        let piece = Piece::new(random.pick(&Color::ALL), kind);
        setup.set(square, Cell::Piece(piece));
    }
    if random.one_in(4) {
        setup.hands[random.below(2)][random.below(7)] += 1;
    }
}

fn our_name(fault: &SetupFault) -> String {
    match fault {
        SetupFault::TooManyKings(color, squares) => format!("kings {color} {}", squares.len()),
        SetupFault::TooManyPieces(kind, n) => format!("pieces {} {n}", kind.letter()),
        SetupFault::TwoPawns(color, squares) => format!("pawns {color} {}", squares[0].file()),
        SetupFault::DeadPiece(piece, square) => format!("dead {piece} {square}"),
        SetupFault::KingCapturable(color, _) => format!("capturable {color}"),
        fault => fault.name().as_str().to_string(),
    }
}

fn plain_name(fault: &naive::Fault) -> String {
    let side = |color: &naive::Color| if *color == naive::Color::Black { "black" } else { "white" };
    match fault {
        naive::Fault::NoKing => FaultName::NoKing.as_str().to_string(),
        naive::Fault::ManyKings { color, count } => format!("kings {} {count}", side(color)),
        naive::Fault::TooMany { kind, count } => format!("pieces {} {count}", kind.letter()),
        naive::Fault::TwoPawns { color, file } => format!("pawns {} {file}", side(color)),
        naive::Fault::DeadPiece { square, piece } => {
            let letter = piece.kind.letter();
            let black = piece.color == naive::Color::Black;
            let letter = if black { letter } else { letter.to_ascii_lowercase() };
            format!("dead {letter} {square}")
        }
        naive::Fault::KingCanBeCaptured { color } => format!("capturable {}", side(color)),
    }
}

/// Found by fuzzing: a problem could be solved whose certificate was then refused for its move number.
#[test]
fn a_move_number_of_nought_is_read_by_both() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 0";
    assert_eq!(Position::from_sfen(sfen).unwrap().to_sfen(), sfen);
    assert_eq!(naive::Position::from_sfen(sfen).unwrap().to_sfen(), sfen);
}
