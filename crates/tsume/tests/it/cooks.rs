//! Second solutions against the whole truth: everything that can be reached from a small problem is laid out by the
//! plain rules of `tsumugi-verify`, and every judgement about every alternative is worked out again from there. The
//! certificates of all alternatives are verified.
//!
//! 20 problems by default. The long run:
//!
//! ```sh
//! TSUMUGI_CASES=5000 cargo test -p tsumugi-tsume --test it cooks::every_judgement -- --nocapture
//! ```

use crate::plain_truth::{Whole, plain};
use std::collections::{BTreeMap, HashSet};
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{
    Cell, Color, HandKind, Kind, Move, MoveList, Piece, Position, Setup, Square, Waivers,
};
use tsumugi_testkit::number;
use tsumugi_tsume::check::{
    Alternative, Check, Class, Defence, Dual, Judgement, Known, Recorded, Than, best_line,
};
use tsumugi_tsume::{Count, Limits, Problem, Settings, Solver};
use tsumugi_verify::{Proved, naive, verify};

/// Larger problems are left out.
const MOST_POSITIONS: usize = 1_000;

/// Such a problem, or one on a board with an axis through it, pieces on both sides of it.
fn problem(random: &mut Random) -> Option<Problem> {
    if random.one_in(3) { hall(random) } else { corner(random) }
}

/// Three files by three or four ranks about the middle file; what stands on one side of it stands on the other too.
fn hall(random: &mut Random) -> Option<Problem> {
    let mut setup = Setup::empty();
    let ranks = random.pick(&[3, 3, 4]);
    let is_inside = |s: &Square| (4..=6).contains(&s.file()) && s.rank() <= ranks;
    for square in Square::all().filter(|s| !is_inside(s)) {
        setup.set(square, Cell::Wall);
    }
    let inside: Vec<Square> = Square::all().filter(is_inside).collect();
    let middle: Vec<Square> = inside.iter().copied().filter(|s| s.file() == 5).collect();
    setup.set(random.pick(&middle), piece(Color::White, Kind::King));
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| kind != Kind::King).collect();
    for color in [Color::Black, Color::Black, Color::White] {
        let (square, kind) = (random.pick(&inside), random.pick(&kinds));
        if setup.cell(square) == Cell::Empty {
            setup.set(square, piece(color, kind));
            setup.set(square.mirrored(), piece(color, kind));
        }
    }
    for _ in 0..1 + random.below(2) {
        setup.hands[Color::Black.index()][random.pick(&HandKind::ALL).index()] += 1;
    }
    Problem::from_setup(&setup, Waivers::TSUME, true).ok()
}

/// A White king in a walled corner with a few pieces about it, a few in Black's hand.
fn corner(random: &mut Random) -> Option<Problem> {
    let mut setup = Setup::empty();
    let (files, ranks) = random.pick(&[(2, 3), (2, 4), (3, 3), (3, 3), (2, 5), (3, 4)]);
    let is_inside = |s: &Square| s.file() <= files && s.rank() <= ranks;
    for square in Square::all().filter(|s| !is_inside(s)) {
        setup.set(square, Cell::Wall);
    }
    let inside: Vec<Square> = Square::all().filter(is_inside).collect();
    setup.set(random.pick(&inside), piece(Color::White, Kind::King));
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| kind != Kind::King).collect();
    for color in [Color::Black, Color::Black, Color::Black, Color::White, Color::White] {
        let square = random.pick(&inside);
        if setup.cell(square) == Cell::Empty && !random.one_in(4) {
            setup.set(square, piece(color, random.pick(&kinds)));
        }
    }
    for _ in 0..1 + random.below(3) {
        setup.hands[Color::Black.index()][random.pick(&HandKind::ALL).index()] += 1;
    }
    // Little or nothing in the defender's hand: the whole truth stays small.
    setup.hands[Color::White.index()][random.pick(&HandKind::ALL).index()] += random.below(2) as u8;
    Problem::from_setup(&setup, Waivers::TSUME, true).ok()
}

fn piece(color: Color, kind: Kind) -> Cell {
    Cell::Piece(Piece::new(color, kind))
}

/// Can so few positions be reached that the plain rules soon have laid them out?
fn is_small(problem: &Problem) -> bool {
    let mut seen = HashSet::new();
    let mut left = vec![problem.clone()];
    while let Some(here) = left.pop() {
        let (position, mut moves) = (here.position(), MoveList::new());
        if !seen.insert((position.wide_key(), position.hand(Color::Black))) {
            continue;
        }
        match position.turn() == here.attacker() {
            true => position.checks(&mut moves),
            false => position.legal_moves(&mut moves),
        }
        left.extend(moves.iter().map(|&m| here.after(m)));
        if seen.len() > MOST_POSITIONS {
            return false;
        }
    }
    true
}

/// A problem with a mate, its main line, and everything about it.
struct Case {
    check: Check,
    whole: Whole,
    /// The numbers of the main line's positions.
    line: Vec<usize>,
    /// Lengths without the positions of the main line.
    apart: Vec<Option<u32>>,
}

impl Case {
    fn new(check: Check) -> Option<Case> {
        let root = naive::Position::from_sfen(&check.at(0).position().to_sfen()).unwrap();
        let whole = Whole::new(vec![root], check.at(0).attacker(), MOST_POSITIONS)?;
        let mut line = vec![0];
        for &m in check.line() {
            line.push(after(&whole, line[line.len() - 1], m));
        }
        let apart = apart(&whole, &line, check.line());
        Some(Case { check, whole, line, apart })
    }

    /// The main line is the shortest mate against the longest defence.
    fn judge_line(&self) {
        for (i, &p) in self.line.iter().enumerate() {
            let left = (self.line.len() - 1 - i) as u32;
            assert_eq!(self.whole.lengths[p], Some(left), "{:?}", self.whole.positions[0]);
        }
    }

    /// Where an alternative leads.
    fn reached(&self, alternative: Alternative) -> usize {
        after(&self.whole, self.line[alternative.after], alternative.m)
    }

    fn judge(&self, alternative: Alternative, judgement: &Judgement) {
        let q = self.reached(alternative);
        let truth = self.whole.lengths[q];
        let at = format!("{alternative:?} {judgement:?} {:?}", self.whole.positions[0]);
        match judgement {
            Judgement::NoMate { proved, refutation } => {
                assert!(truth.is_none() && *proved, "{at}");
                let reply = refutation.expect("a refutation");
                assert_eq!(self.whole.lengths[after(&self.whole, q, reply)], None, "{at}");
            }
            Judgement::Mate(dual) => {
                let main = self.whole.lengths[self.line[alternative.after + 1]].unwrap();
                assert!(truth.is_some_and(|plies| plies < dual.plies), "{at}");
                self.judge_dual(alternative, dual, truth.unwrap().cmp(&main), &at);
            }
            Judgement::Open(_) => panic!("{at}"),
        }
    }

    fn judge_dual(&self, alternative: Alternative, dual: &Dual, order: std::cmp::Ordering, at: &str) {
        let last = alternative.after + 1 == self.check.line().len();
        let apart = self.apart[self.reached(alternative)].is_some();
        let main = self.check.line()[alternative.after];
        let same_piece = dual.line[0].from() == main.from() && dual.line[0].dropped() == main.dropped();
        match dual.class {
            Class::LastMove => assert!(last, "{at}"),
            Class::Cook(than) => {
                assert!(apart && !last, "{at}");
                let named = match order {
                    std::cmp::Ordering::Less => Than::Shorter,
                    std::cmp::Ordering::Equal => Than::Equal,
                    std::cmp::Ordering::Greater => Than::Longer,
                };
                assert_eq!(than, named, "{at}");
            }
            Class::Promotion => {
                assert!(same_piece && dual.line[0].to() == main.to() && order.is_eq(), "{at}")
            }
            Class::Distance => {
                assert!(same_piece && dual.line[0].to() != main.to() && order.is_eq(), "{at}")
            }
            Class::Unpromoted => {
                let same = same_piece && dual.line[0].to() == main.to();
                assert!(same && main.is_promotion() && order.is_gt() && apart && !last, "{at}")
            }
            Class::Transposition(joined) | Class::Detour(joined) => {
                assert!(!apart && !last, "{at}");
                let end = self.end_of(alternative, dual);
                assert!(is_at_most(&self.whole, end, self.line[joined]), "{at}");
                let taken = alternative.after + dual.line.len();
                assert_eq!(taken == joined, matches!(dual.class, Class::Transposition(_)), "{at}");
            }
            Class::GivenAway(joined) => {
                assert!(!apart && !last, "{at}");
                let end = self.end_of(alternative, dual);
                assert!(!is_at_most(&self.whole, end, self.line[joined]), "{at}");
                assert!(is_poorer(&self.whole, end, &self.line, joined, self.check.line()), "{at}");
                assert!(alternative.after + dual.line.len() >= joined, "{at}");
            }
            Class::Mirror(joined) => {
                assert!(!apart && !last, "{at}");
                // The mate that is shown for the mirrored move goes on to its end.
                let mirrored = dual.line[0] == main.mirrored() && joined == alternative.after + 1;
                let line = if mirrored { &dual.line[..1] } else { &dual.line };
                let played = line.iter();
                let end = played.fold(self.line[alternative.after], |p, &m| after(&self.whole, p, m));
                assert!(is_image(&self.whole, end, self.line[joined]), "{at}");
                assert!(self.line[..=joined].iter().any(|&p| is_image(&self.whole, p, p)), "{at}");
            }
            Class::Unclear(_) => panic!("{at}"),
        }
    }

    /// Where the line of a dual leads.
    fn end_of(&self, alternative: Alternative, dual: &Dual) -> usize {
        let moves = dual.line.iter();
        moves.fold(self.line[alternative.after], |p, &m| after(&self.whole, p, m))
    }

    fn judge_defence(&self, variation: Alternative, defence: &Defence) {
        let at = format!("{variation:?} {defence:?} {:?}", self.whole.positions[0]);
        let truth = self.whole.lengths[self.reached(variation)].expect(&at);
        let main = self.whole.lengths[self.line[variation.after + 1]].unwrap();
        match defence {
            Defence::Shorter => assert!(truth < main, "{at}"),
            Defence::Futile | Defence::Counts | Defence::InTime | Defence::Escapes => panic!("{at}"),
            Defence::Mirror => {
                let (p, q) = (self.reached(variation), self.line[variation.after + 1]);
                assert!(is_image(&self.whole, p, q) && truth == main, "{at}");
            }
            Defence::Leftover => assert_eq!(truth, main, "{at}"),
            Defence::Equal(line) => assert_eq!((truth, line.len() as u32), (main, main + 1), "{at}"),
            Defence::Longer { .. } | Defence::LongerLeftover { .. } | Defence::Open(_) => {
                panic!("{at}")
            }
        }
    }
}

/// Where a move leads, by the plain rules.
fn after(whole: &Whole, p: usize, m: Move) -> usize {
    let played = |(n, q): &(naive::Move, u32)| (n.to_string() == m.to_string()).then_some(*q as usize);
    whole.moves[p].iter().find_map(played).unwrap_or_else(|| panic!("{m} in {:?}", whole.positions[p]))
}

/// The same board and side to move, with no more in the attacker's hand?
fn is_at_most(whole: &Whole, p: usize, q: usize) -> bool {
    let (here, there, side) = (&whole.positions[p], &whole.positions[q], plain(whole.attacker));
    let at_most = naive::Kind::HAND.iter().all(|&kind| here.hand(side, kind) <= there.hand(side, kind));
    at_most && here.turn() == there.turn() && here.pieces().eq(there.pieces())
}

/// Is no more in the attacker's hand in one position than in the other?
fn holds_at_most(whole: &Whole, p: usize, q: usize) -> bool {
    let (here, there, side) = (&whole.positions[p], &whole.positions[q], plain(whole.attacker));
    naive::Kind::HAND.iter().all(|&kind| here.hand(side, kind) <= there.hand(side, kind))
}

/// Is a position another with one or two of the attacker's pieces given away, and no more in hand, from which the rest
/// of the line can be played to its end?
fn is_poorer(whole: &Whole, p: usize, line: &[usize], at: usize, moves: &[Move]) -> bool {
    let (here, there) = (&whole.positions[p], &whole.positions[line[at]]);
    let own: Vec<_> = here.pieces().collect();
    let gone: Vec<_> = there.pieces().filter(|piece| !own.contains(piece)).collect();
    let all = there.pieces().count();
    let given = |(_, piece): &(naive::Square, naive::Piece)| {
        piece.color == plain(whole.attacker) && piece.kind != naive::Kind::King
    };
    let fits = here.turn() == there.turn()
        && own.len() + gone.len() == all
        && (1..=2).contains(&gone.len())
        && gone.iter().all(given)
        && holds_at_most(whole, p, line[at]);
    let mut at_last = Some(p).filter(|_| fits);
    for m in &moves[at..] {
        let Some(here) = at_last else { return false };
        let played =
            |(n, q): &(naive::Move, u32)| (n.to_string() == m.to_string()).then_some(*q as usize);
        at_last = whole.moves[here].iter().find_map(played);
    }
    at_last.is_some_and(|end| whole.positions[end].is_mate())
}

/// Is a position the mirror image of another, with no more in the attacker's hand?
fn is_image(whole: &Whole, p: usize, q: usize) -> bool {
    let mirrored = |p: usize| {
        let setup: Setup = whole.positions[p].to_sfen().parse().unwrap();
        let image = Setup { hands: [[0; 7]; 2], ply: 1, ..setup.mirrored() };
        image.to_sfen()
    };
    let plain = |p: usize| {
        let setup: Setup = whole.positions[p].to_sfen().parse().unwrap();
        Setup { hands: [[0; 7]; 2], ply: 1, ..setup }.to_sfen()
    };
    mirrored(p) == plain(q) && holds_at_most(whole, p, q)
}

/// Lengths if the attacker must keep out of the positions of a line: of those where it moves, and the last; with the
/// hand it has there, or a smaller one; of those with pieces given away; and of mirror images.
fn apart(whole: &Whole, line: &[usize], moves: &[Move]) -> Vec<Option<u32>> {
    let axis = (0..line.len()).find(|&i| is_image(whole, line[i], line[i])).unwrap_or(line.len());
    let closed = |p: usize| {
        let mut places = line.iter().enumerate();
        places.any(|(i, &q)| {
            let there = whole.is_attacking(q) || i + 1 == line.len();
            let poorer = || whole.is_attacking(q) && is_poorer(whole, p, line, i, moves);
            let image = || i >= axis && is_image(whole, p, q);
            there && (is_at_most(whole, p, q) || poorer() || image())
        })
    };
    let closed: Vec<bool> = (0..whole.positions.len()).map(closed).collect();
    let mut lengths: Vec<Option<u32>> = vec![None; closed.len()];
    for round in 0.. {
        let mut news = Vec::new();
        for p in (0..closed.len()).filter(|&p| !closed[p] && lengths[p].is_none()) {
            let mut after = whole.moves[p].iter().map(|&(_, q)| lengths[q as usize]);
            let won = match whole.is_attacking(p) {
                true => after.any(|length| length.is_some()),
                false => {
                    whole.positions[p].is_mate()
                        || (after.len() > 0 && after.all(|length| length.is_some()))
                }
            };
            news.extend(won.then_some(p));
        }
        if news.is_empty() {
            break;
        }
        news.into_iter().for_each(|p| lengths[p] = Some(round));
    }
    lengths
}

/// All that was found out.
fn known<'a>(
    checks: &'a [(Alternative, Judgement)],
    defences: &'a [(Alternative, Defence)],
) -> Known<'a> {
    Known {
        checks: checks.iter().map(|(one, judgement)| (*one, judgement)).collect(),
        defences: defences.iter().map(|(one, defence)| (*one, defence)).collect(),
    }
}

/// A class in a word, for counting.
fn word(class: Class) -> String {
    format!("{class:?}").split('(').next().unwrap_or_default().to_string()
}

#[test]
fn every_judgement_is_the_truth() {
    let (wanted, first) = (number("TSUMUGI_CASES", 20), number("TSUMUGI_SEED", 1));
    let mut random = Random::new(first);
    let mut solver = Solver::new(Settings { bytes: 16 << 20, ..Settings::default() });
    let (mut done, mut found) = (0, BTreeMap::<String, u32>::new());
    while done < wanted {
        let Some(problem) = problem(&mut random) else { continue };
        let limits = Limits::expansions(1_000);
        let length = solver.length(&problem, &limits, &mut ());
        if length.exact().is_none_or(|plies| !(3..=11).contains(&plies)) || !is_small(&problem) {
            continue;
        }
        let Some(line) = best_line(&problem, Count::Strict, &mut solver, &limits, &mut ()) else {
            continue;
        };
        let Some(case) = Case::new(Check::new(&problem, line).unwrap()) else { continue };
        case.judge_line();
        done += 1;
        let (mut words, mut checks, mut defences) = (Vec::new(), Vec::new(), Vec::new());
        for alternative in case.check.alternatives() {
            let mut certificate = String::new();
            let mut write = |text: &str| certificate.push_str(text);
            let judged =
                case.check.judge(alternative, &mut solver, &Limits::default(), &mut (), &mut write);
            case.judge(alternative, &judged.judgement);
            let sfen = case.check.at(alternative.after).after(alternative.m).position().to_sfen();
            let verified = verify(&sfen, &certificate).unwrap();
            let mates = matches!(judged.judgement, Judgement::Mate(_));
            assert_eq!(verified.claim != Proved::NoMate, mates, "{sfen}");
            if let Judgement::Mate(dual) = &judged.judgement {
                words.push(format!("{}{}", word(dual.class), alternative.after + 1));
                *found.entry(word(dual.class)).or_default() += 1;
            }
            checks.push((alternative, judged.judgement));
        }
        for variation in case.check.variations() {
            let judged =
                case.check.judge_variation(variation, &mut solver, &Limits::default(), &mut ());
            case.judge_defence(variation, &judged.defence);
            if let Defence::Equal(_) = judged.defence {
                words.push(format!("Equal{}", variation.after + 1));
                *found.entry("Equal".to_string()).or_default() += 1;
            }
            defences.push((variation, judged.defence));
        }
        let bounds = case.check.bounds(&known(&checks, &defences));
        assert_eq!(
            bounds.exact(),
            Some(case.check.line().len() as u32),
            "{bounds:?} {:?}",
            case.whole.positions[0]
        );
        words.sort();
        words.dedup();
        if !case.check.leftover().is_empty() {
            words.push("Leftover".to_string());
        }
        println!("{}\t{}\t{}", problem.position().to_sfen(), case.check.line().len(), words.join(" "));
    }
    println!("{done} problems, {found:?}");
    for class in ["Cook", "LastMove", "Equal"] {
        assert!(found.contains_key(class), "{class}");
    }
}

/// A line of checks and replies to a mate, chosen at random: neither side need play well.
fn any_line(whole: &Whole, random: &mut Random) -> Option<Vec<Move>> {
    let (mut here, mut line) = (0, Vec::new());
    while !whole.positions[here].is_mate() {
        let moves = &whole.moves[here];
        if moves.is_empty() || line.len() == 9 {
            return None;
        }
        let mates = |&&(_, q): &&(naive::Move, u32)| whole.lengths[q as usize].is_some();
        let good: Vec<_> = moves.iter().filter(mates).copied().collect();
        let (m, next) =
            if good.is_empty() || random.one_in(5) { random.pick(moves) } else { random.pick(&good) };
        line.push(m.to_string().parse().unwrap());
        here = next as usize;
    }
    Some(line)
}

/// Is what is said about a defence true, of a line that may be any?
fn judge_of_any(defence: &Defence, truth: Option<u32>, main: u32, at: &str) {
    match (defence, truth) {
        (Defence::Escapes, None) => {}
        (Defence::Shorter, Some(truth)) => assert!(truth < main, "{at}"),
        (Defence::Leftover | Defence::Mirror | Defence::Equal(_), Some(truth)) => {
            assert!(truth == main || *defence == Defence::Mirror, "{at}")
        }
        (Defence::Longer { line, settled }, Some(truth)) => {
            assert!(truth > main && *settled && line.len() as u32 == truth + 1, "{at}")
        }
        (Defence::LongerLeftover { line, leftover }, Some(truth)) => {
            let left = !leftover.is_empty() && truth == main + 2;
            assert!(left && line.len() as u32 == truth + 1, "{at}")
        }
        _ => panic!("{truth:?} {at}"),
    }
}

/// What is found beside a line, good or bad, bounds the length; all of it settles the length of a good one. Half of it
/// bounds it too.
#[test]
fn the_moves_beside_a_line_bound_the_length() {
    let (wanted, first) = (number("TSUMUGI_CASES", 40), number("TSUMUGI_SEED", 5));
    let mut random = Random::new(first);
    let mut solver = Solver::new(Settings { bytes: 16 << 20, prove: false, ..Settings::default() });
    let (mut done, mut settled, mut escaped) = (0, 0, 0);
    while done < wanted {
        let Some(problem) = problem(&mut random) else { continue };
        if !is_small(&problem) {
            continue;
        }
        let root = naive::Position::from_sfen(&problem.position().to_sfen()).unwrap();
        let Some(whole) = Whole::new(vec![root], problem.attacker(), MOST_POSITIONS) else { continue };
        let Some(line) = any_line(&whole, &mut random).filter(|line| line.len() > 1) else { continue };
        let check = Check::new(&problem, line).unwrap();
        done += 1;
        let limits = Limits::default();
        let place = |one: Alternative| {
            let here = check.line()[..one.after].iter().fold(0, |p, &m| after(&whole, p, m));
            after(&whole, here, one.m)
        };
        let mut judge = |one| check.judge(one, &mut solver, &limits, &mut (), &mut |_| {}).judgement;
        let checks: Vec<_> = check.alternatives().into_iter().map(|one| (one, judge(one))).collect();
        let mut judge = |one| check.judge_variation(one, &mut solver, &limits, &mut ()).defence;
        let defences: Vec<_> = check.variations().into_iter().map(|one| (one, judge(one))).collect();
        for (one, defence) in &defences {
            let at = format!("{one:?} {defence:?} {:?} {:?}", whole.positions[0], check.line());
            judge_of_any(
                defence,
                whole.lengths[place(*one)],
                (check.line().len() - one.after - 1) as u32,
                &at,
            );
            escaped += (*defence == Defence::Escapes) as u32;
        }
        if let Some(other) = any_line(&whole, &mut random)
            && let Some(left) = check.leaves_at(&other)
        {
            let recorded = check.judge_recorded(&other, left, &mut solver, &limits, &mut ());
            let truth = whole.lengths[place(Alternative { after: left, m: other[left] })];
            let (rest, attacking) = ((other.len() - left - 1) as u32, left % 2 == 0);
            let right = match (truth, attacking) {
                (None, true) => Recorded::Fails,
                (Some(_), true) => Recorded::Mates,
                (Some(truth), false) if truth < rest => Recorded::Slow(left as u32 + 1 + truth),
                _ => Recorded::Agrees,
            };
            // A quicker mate need not be the quickest.
            let slow = |recorded| matches!(recorded, Recorded::Slow(_));
            let at = format!("{:?} {:?} {other:?}", whole.positions[0], check.line());
            assert!(recorded == right || slow(recorded) && slow(right), "{recorded:?} {right:?} {at}");
        }
        let truth = whole.lengths[0];
        for share in [1, 2, 4] {
            let mut known = Known::default();
            known
                .checks
                .extend(checks.iter().filter(|_| random.one_in(share)).map(|(one, j)| (*one, j)));
            known
                .defences
                .extend(defences.iter().filter(|_| random.one_in(share)).map(|(one, d)| (*one, d)));
            let bounds = check.bounds(&known);
            let at = format!("{bounds:?} {truth:?} {:?} {:?}", whole.positions[0], check.line());
            assert!(truth.is_none_or(|truth| bounds.at_least <= truth), "{at}");
            assert!(bounds.at_most.is_none_or(|most| truth.is_some_and(|truth| truth <= most)), "{at}");
            settled += bounds.exact().is_some() as u32;
        }
    }
    println!("{done} lines, {settled} times the length is settled, {escaped} defences escape");
    assert!(settled > done as u32 / 3 && escaped > 0);
}

/// Somebody who asks for a line that is none is told where it fails.
#[test]
fn a_line_that_is_no_solution_is_refused() {
    use tsumugi_tsume::check::BadLine;
    let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
    let problem = Problem::new(position);
    let line = |text: &str| text.split_whitespace().map(|m| m.parse().unwrap()).collect::<Vec<Move>>();
    let bad = |text: &str| Check::new(&problem, line(text)).map(|_| ()).unwrap_err();
    assert_eq!(bad("G*4b"), BadLine::NoMate);
    assert_eq!(bad("G*5c"), BadLine::Illegal(0));
    assert_eq!(bad("G*5b 5a5b"), BadLine::Illegal(1));
    assert!(Check::new(&problem, line("G*5b")).is_ok());
}
