//! Every position of some families, on boards walled down to 3×3 to 4×4: all placements of a fixed set of pieces,
//! on the board for either side, promoted or not, or in either hand.
//!
//! The truth comes from the plain rules of `tsumugi-verify`, by retrograde analysis. Then the solver is asked in random
//! order, with random options, all questions of a family sharing one table: the verdict must be right, the shortest
//! length must be found by searches with a limit on plies, and at the end *everything* solved that the tables hold must
//! be true for every hand it speaks for: a proof for all hands that cover its own, a disproof for all below.
//!
//! By default five small families with 1,000 questions each. The long run, every position of every family, about half an
//! hour:
//!
//! ```sh
//! TSUMUGI_CASES=1000000 cargo test -p tsumugi-tsume --test it whole_families:: -- --include-ignored --nocapture
//! ```
//!
//! `TSUMUGI_CASES` sets the questions for each family, `TSUMUGI_SEED` their order and options.

use crate::plain_truth::{Whole, plain};
use std::collections::HashSet;
use std::sync::Arc;
use tsumugi_andor::Plies;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::options::{Ghi, Sums};
use tsumugi_andor::{GameValue, Limits, PaperOptions, Resources, Rules, Table, drive};
use tsumugi_shogi::HandKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Cell, Color, HandKind, Kind, Piece, Position, Setup, Square, Waivers};
use tsumugi_testkit::number;
use tsumugi_tsume::{AttackerHand, TsumeGame};
use tsumugi_verify::naive;

/// A walled-down board and the pieces on it or in hand, besides the king to be mated.
struct Family {
    attacker: Color,
    files: u8,
    ranks: u8,
    /// Ranks above the board that are walled off.
    above: u8,
    attackers_king: bool,
    pieces: &'static [HandKind],
}

const fn family(files: u8, ranks: u8, pieces: &'static [HandKind]) -> Family {
    Family { attacker: Color::Black, files, ranks, above: 0, attackers_king: false, pieces }
}

/// In a few seconds.
const SMALL: [Family; 5] = [
    family(2, 3, &[Gold, Pawn, Pawn]),
    family(3, 3, &[Rook, Pawn]),
    family(3, 3, &[Rook, Silver]),
    family(3, 4, &[Bishop, Pawn]),
    Family { attacker: Color::White, above: 5, attackers_king: true, ..family(2, 4, &[Rook, Gold]) },
];

/// In a quarter of an hour or so.
const LARGE: [Family; 9] = [
    family(3, 3, &[Gold, Pawn]),
    family(3, 3, &[Rook, Gold, Pawn]),
    family(3, 3, &[Silver, Knight, Pawn]),
    family(4, 4, &[Rook, Bishop]),
    family(3, 4, &[Lance, Gold, Pawn]),
    Family { above: 2, ..family(4, 3, &[Bishop, Silver]) },
    Family { attackers_king: true, ..family(3, 3, &[Gold, Pawn]) },
    Family { attackers_king: true, attacker: Color::White, above: 5, ..family(3, 4, &[Rook, Pawn]) },
    Family { attackers_king: true, above: 1, ..family(4, 4, &[Lance]) },
];

/// Hands with several pieces of a kind, and files with a pawn already.
const TWINS: [Family; 4] = [
    family(3, 3, &[Rook, Pawn, Pawn]),
    family(3, 3, &[Silver, Silver, Pawn]),
    family(2, 4, &[Gold, Pawn, Pawn, Pawn]),
    Family { attackers_king: true, ..family(2, 4, &[Gold, Gold, Lance]) },
];

impl Family {
    fn name(&self) -> String {
        let Family { files, ranks, above, attackers_king, pieces, attacker } = self;
        let king = if *attackers_king { ", both kings" } else { "" };
        format!("{files}x{ranks} below {above} ranks, {attacker:?} attacks, {pieces:?}{king}")
    }

    /// Every position without faults: attacker to move, or defender to move and in check.
    fn positions(&self) -> Vec<naive::Position> {
        let mut empty = Setup::empty();
        for square in Square::all() {
            let rows = self.above + 1..=self.above + self.ranks;
            if square.file() > self.files || !rows.contains(&square.rank()) {
                empty.set(square, Cell::Wall);
            }
        }
        let mut setups = on_free_squares(&empty, Piece::new(!self.attacker, Kind::King));
        if self.attackers_king {
            let king = Piece::new(self.attacker, Kind::King);
            setups = setups.iter().flat_map(|setup| on_free_squares(setup, king)).collect();
        }
        for &kind in self.pieces {
            setups = setups.iter().flat_map(|setup| anywhere(setup, kind)).collect();
        }
        // Pieces of a kind lead to the same position several times.
        let mut met = HashSet::new();
        let all = setups.iter().flat_map(|setup| self.questions(setup));
        all.filter(|&position| met.insert(position)).collect()
    }

    fn questions(&self, setup: &Setup) -> Vec<naive::Position> {
        let mut out = Vec::new();
        for turn in Color::ALL {
            let setup = Setup { turn, ..setup.clone() };
            let position = naive::Position::from_sfen(&setup.to_sfen()).unwrap();
            let faultless = position.faults().is_empty();
            assert_eq!(Position::new(&setup, Waivers::TSUME).is_ok(), faultless, "{}", setup.to_sfen());
            let asks = turn == self.attacker || position.in_check(plain(turn));
            out.extend((faultless && asks).then_some(position));
        }
        out
    }
}

fn on_free_squares(setup: &Setup, piece: Piece) -> Vec<Setup> {
    let free = Square::all().filter(|&square| setup.cell(square) == Cell::Empty);
    let put = |square| {
        let mut setup = setup.clone();
        setup.set(square, Cell::Piece(piece));
        setup
    };
    free.map(put).collect()
}

/// The piece in every place it can be: on the board, on either side, promoted or not, or in a hand.
fn anywhere(setup: &Setup, kind: HandKind) -> Vec<Setup> {
    let mut out = Vec::new();
    for color in Color::ALL {
        let mut held = setup.clone();
        held.hands[color.index()][kind.index()] += 1;
        out.push(held);
        for kind in [Some(kind.kind()), kind.kind().promoted()].into_iter().flatten() {
            out.extend(on_free_squares(setup, Piece::new(color, kind)));
        }
    }
    out
}

/// What occurred in the families, so that it is known to have been put to the test.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    mates: usize,
    longest_mate: u32,
    questions: usize,
    answers_in_tables: usize,
    /// Mates that begin with a promotion, and mates that begin only with moves that refuse one.
    promotions: usize,
    only_unpromoted: usize,
    /// A pawn drop would mate, and is forbidden.
    pawn_drop_mates: usize,
    /// A pawn drop would give check, and is forbidden because of a pawn on the same file.
    second_pawns: usize,
    /// Checks that a dropped piece can be put between, and double checks.
    interpositions: usize,
    double_checks: usize,
    /// Mates by an attacker who is in check.
    from_check: usize,
}

impl Seen {
    fn add_family(&mut self, whole: &Whole) {
        self.positions += whole.positions.len();
        for (p, length) in whole.lengths.iter().enumerate() {
            self.mates += length.is_some() as usize;
            self.longest_mate = self.longest_mate.max(length.unwrap_or(0));
            if whole.is_attacking(p) {
                self.add_attack(whole, p);
            } else {
                self.add_defence(whole, p);
            }
        }
    }

    fn add_attack(&mut self, whole: &Whole, p: usize) {
        let here = &whole.positions[p];
        if let Some((to, after)) = checking_pawn_drop(here) {
            let second = has_pawn_on_file(here, here.turn(), to);
            self.second_pawns += second as usize;
            self.pawn_drop_mates += (!second && after.is_mate()) as usize;
        }
        if whole.lengths[p].is_none() {
            return;
        }
        self.from_check += here.in_check(here.turn()) as usize;
        let mates = |&&(_, q): &&(naive::Move, u32)| whole.lengths[q as usize].is_some();
        let winning: Vec<naive::Move> = whole.moves[p].iter().filter(mates).map(|&(m, _)| m).collect();
        let promotes = |m: &naive::Move| matches!(m, naive::Move::Board { promote: true, .. });
        self.promotions += winning.iter().any(promotes) as usize;
        self.only_unpromoted += winning.iter().all(|&m| refuses_promotion(&whole.moves[p], m)) as usize;
    }

    fn add_defence(&mut self, whole: &Whole, p: usize) {
        let drops = |(m, _): &(naive::Move, u32)| matches!(m, naive::Move::Drop { .. });
        self.interpositions += whole.moves[p].iter().any(drops) as usize;
        self.double_checks += (game_of(whole, p).position().checkers().count() > 1) as usize;
    }

    fn assert_everything_occurred(&self) {
        let Seen { promotions, only_unpromoted, pawn_drop_mates, second_pawns, .. } = *self;
        let Seen { interpositions, double_checks, from_check, .. } = *self;
        let counts = [
            promotions,
            only_unpromoted,
            pawn_drop_mates,
            second_pawns,
            interpositions,
            double_checks,
            from_check,
            (self.longest_mate > 6) as usize,
        ];
        assert!(counts.iter().all(|&count| count > 0), "{self:?}");
    }
}

/// Moves without promotion what could as well be promoted there.
fn refuses_promotion(moves: &[(naive::Move, u32)], m: naive::Move) -> bool {
    let naive::Move::Board { from, to, promote: false } = m else { return false };
    moves.iter().any(|&(other, _)| other == naive::Move::Board { from, to, promote: true })
}

/// A pawn drop that would give check, with the position after it, if the pawn is there and the square is free.
fn checking_pawn_drop(position: &naive::Position) -> Option<(naive::Square, naive::Position)> {
    let (us, kind) = (position.turn(), naive::Kind::Pawn);
    let free = |&to: &naive::Square| position.piece_at(to).is_none() && !position.is_stone(to);
    let mut drops = naive::Square::all()
        .filter(free)
        .filter(|_| position.hand(us, kind) > 0)
        .map(|to| (to, position.play(naive::Move::Drop { kind, to })));
    drops.find(|(_, after)| !position.in_check(us) && after.in_check(us.opponent()))
}

/// Whether a side has an unpromoted pawn on the file of a square.
fn has_pawn_on_file(position: &naive::Position, color: naive::Color, square: naive::Square) -> bool {
    let pawn = naive::Piece { color, kind: naive::Kind::Pawn };
    position.pieces().any(|(at, piece)| at.file() == square.file() && piece == pawn)
}

/// The position as the solver sees it.
fn game_of(whole: &Whole, p: usize) -> TsumeGame {
    let position = Position::from_sfen(&whole.positions[p].to_sfen()).unwrap();
    TsumeGame::new(position, whole.attacker)
}

/// Puts the family's questions to the solver.
fn examine(family: &Family, cases: usize, random: &mut Random, seen: &mut Seen) {
    let roots = family.positions();
    let count = roots.len();
    let whole = Whole::new(roots, family.attacker, usize::MAX).unwrap();
    assert_eq!(whole.positions.len(), count, "play leads out of {}", family.name());
    seen.add_family(&whole);
    // A small table forgets, and its answers must be true all the same.
    let tables = [1 << 24, 1 << 14].map(|bytes| Arc::new(Table::with_bytes(bytes)));
    let mut order: Vec<usize> = (0..count).collect();
    for n in 0..cases.min(count) {
        let other = n + random.below(count - n);
        order.swap(n, other);
        let table = &tables[random.one_in(4) as usize];
        ask(&whole, order[n], table, random);
        seen.questions += 1;
    }
    let known: usize = tables.iter().map(|table| table_is_true(&whole, table)).sum();
    seen.answers_in_tables += known;
    let mates = whole.lengths.iter().flatten();
    println!(
        "{}: {count} positions, {} mates up to {} plies, {known} answers in tables",
        family.name(),
        mates.clone().count(),
        mates.max().unwrap_or(&0)
    );
}

/// The verdict, and the shortest length by searches within a number of plies.
fn ask(whole: &Whole, p: usize, table: &Arc<Table<AttackerHand>>, random: &mut Random) {
    let options = PaperOptions {
        ghi: random.pick(Ghi::ALL).0,
        sums: Sums::ALL[random.below(Sums::ALL.len())].0,
        dominance: !random.one_in(4),
        borrow: random.one_in(2),
        epsilon_more: random.below(9) as u32,
        epsilon_losing: random.below(300) as u32,
        doubt: random.one_in(2),
        transfer: random.one_in(2),
        killers: random.one_in(2),
        learned: random.one_in(2),
        cost: random.one_in(2),
        ..PaperOptions::default()
    };
    let game = game_of(whole, p);
    let at = format!("{:?}, {options:?}, truth {:?}", game.position(), whole.lengths[p]);
    let search = |within: Plies| verdict(game.clone(), options, table, within, &at);
    let free = |found: GameValue| match (found, whole.lengths[p]) {
        (GameValue::Proved(plies), Some(length)) => assert!(plies >= length, "mate in {plies}: {at}"),
        (found, length) => assert_eq!(found.answer(), Some(length.is_some()), "{at}"),
    };
    let limited = || match whole.lengths[p] {
        None => assert_eq!(search(random_limit(p).into()), GameValue::Disproved, "{at}"),
        Some(length) => {
            for less in [1, 2].into_iter().filter_map(|n| length.checked_sub(n)) {
                assert_eq!(search(less.into()), GameValue::Disproved, "within {less}: {at}");
            }
            assert_eq!(
                search(length.into()),
                GameValue::Proved(length.into()),
                "within {length}: {at}"
            );
            assert_eq!(search((length + 1).into()).answer(), Some(true), "within {}: {at}", length + 1);
        }
    };
    // Either kind of question must be answered without the help of the other.
    if random.one_in(2) {
        free(search(Plies::UNLIMITED));
        limited();
    } else {
        limited();
        free(search(Plies::UNLIMITED));
    }
}

/// Some limit of plies, the same for the same position.
fn random_limit(p: usize) -> u32 {
    Random::new(p as u64).below(40) as u32
}

fn verdict(
    game: TsumeGame,
    options: PaperOptions,
    table: &Arc<Table<AttackerHand>>,
    within: Plies,
    at: &str,
) -> GameValue {
    let mut search = Dfpn::new(game, options, table.clone()).within(within);
    let found = drive(&mut search, &Limits::expansions(3_000_000), &mut ()).verdict;
    assert!(found.answer().is_some(), "no answer within {within}: {at}");
    found
}

/// Everything solved that the table says about any position of the family, whatever the hand it was found with.
fn table_is_true(whole: &Whole, table: &Table<AttackerHand>) -> usize {
    let mut known = 0;
    for (p, &length) in whole.lengths.iter().enumerate() {
        let game = game_of(whole, p);
        let (not_within, within) = table.interval(game.key(), game.resource());
        let longer = not_within.is_none_or(|n| length.is_none_or(|length| length > n));
        let shorter = within.is_none_or(|n| length.is_some_and(|length| length <= n));
        let at = || format!("{:?}, truth {length:?}, table {not_within:?} {within:?}", game.position());
        assert!(longer && shorter, "{}", at());
        known += not_within.is_some() as usize + within.is_some() as usize;
    }
    known
}

/// Examines families one after the other.
fn examine_all(families: &[Family], cases: u64) -> Seen {
    let cases = number("TSUMUGI_CASES", cases) as usize;
    let mut random = Random::new(number("TSUMUGI_SEED", 0));
    let mut seen = Seen::default();
    families.iter().for_each(|family| examine(family, cases, &mut random, &mut seen));
    println!("{seen:?}");
    seen
}

#[test]
fn small_families_are_answered_truly() {
    examine_all(&SMALL, 1_000).assert_everything_occurred();
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn large_families_are_answered_truly() {
    let seen = examine_all(&LARGE, u64::MAX);
    assert!(seen.mates > 50_000 && seen.longest_mate == 15, "{seen:?}");
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn families_with_several_pieces_of_a_kind_are_answered_truly() {
    let seen = examine_all(&TWINS, u64::MAX);
    assert!(seen.second_pawns > 0 && seen.interpositions > 0 && seen.mates > 0, "{seen:?}");
}
