//! Conventional lengths: positions that people disputed in public, and small boards against the plain definition.

use std::collections::HashMap;
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_shogi::{Color, Move, Position};
use tsumugi_testkit::seeds;
use tsumugi_tsume::check::line_to_examine;
use tsumugi_tsume::{Because, Count, Limits, Problem, Settings, Solver, StopReason};
use tsumugi_verify::naive;

/// The strict and the conventional length of a position.
fn lengths(sfen: &str) -> (Option<u32>, Option<u32>) {
    let problem = Problem::new(Position::from_sfen(sfen).unwrap());
    let mut solver = Solver::new(Settings { bytes: 64 << 20, ..Settings::default() });
    let strict = solver.length(&problem, &Limits::default(), &mut ());
    let conventional = solver.conventional_length(&problem, &strict, &Limits::default(), &mut ());
    (strict.exact(), conventional.exact())
}

#[test]
fn positions_of_public_disputes() {
    for (sfen, strict, conventional) in [
        ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 5, 3),
        ("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", 7, 3),
        ("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 9, 3),
        ("8k/R7s/g5N2/1R7/8L/4+b4/9/9/9 b b3g3s3n3l18p 1", 13, 1),
    ] {
        assert_eq!(lengths(sfen), (Some(strict), Some(conventional)), "{sfen}");
    }
}

fn solver() -> Solver {
    Solver::new(Settings { bytes: 64 << 20, ..Settings::default() })
}

/// The conventional length of a problem.
fn counted(solver: &mut Solver, problem: &Problem) -> Option<u32> {
    let strict = solver.length(problem, &Limits::default(), &mut ());
    solver.conventional_length(problem, &strict, &Limits::default(), &mut ()).exact()
}

#[test]
fn an_interposition_that_is_futile_and_one_that_is_not() {
    // To 7i+R the silver on 6i is futile.
    let sfen = "9/9/2+R6/9/4+p2n1/7G1/6pS1/5S3/7k1 b Lr2b3g2s3n3l16p 1";
    assert_eq!(lengths(sfen).0, Some(11));
    let mut solver = solver();
    let checked = Problem::new(Position::from_sfen(sfen).unwrap()).after("7c7i".parse().unwrap());
    let plies = counted(&mut solver, &checked).unwrap();
    let futile = solver.futile_along(&checked, &[], plies, &Limits::default(), &mut ()).unwrap();
    let silver = futile.iter().find(|futile| futile.reply.to_string() == "S*6i").unwrap();
    assert_eq!(silver.capture.to_string(), "7i6i");
    // 1b lance, the horse takes it, 8a promoted rook: no mate by convention.
    let sfen = "8k/R7s/g5N2/1R7/8L/4+b4/9/9/9 b b3g3s3n3l18p 1";
    let problem = Problem::new(Position::from_sfen(sfen).unwrap());
    let moves = ["1e1b", "5f1b", "8d8a+"];
    let problem = moves.iter().fold(problem, |problem, m| problem.after(m.parse().unwrap()));
    assert_ne!(counted(&mut solver, &problem), Some(0));
}

/// Of equally good lines always the same is taken, however much the table knows already.
#[test]
fn main_lines_do_not_depend_on_what_is_known() {
    let list = include_str!("../../../../problems/check.tsv");
    let problems = list.lines().filter_map(|line| Position::from_sfen(line.split('\t').next()?).ok());
    let mut compared = 0;
    for problem in problems.map(Problem::new) {
        let line = |solver: &mut Solver| {
            let plies = counted(solver, &problem)?;
            solver.main_line(&problem, Count::Conventional, plies, &Limits::default(), &mut ()).ok()
        };
        let Some(fresh) = line(&mut solver()) else { continue };
        // Another order of questions: every reply to every check first, and in a table that soon is full.
        let mut knowing = Solver::new(Settings { bytes: 1 << 20, threads: 2, ..Settings::default() });
        let (mut checks, position) = (tsumugi_shogi::MoveList::new(), problem.position());
        position.checks(&mut checks);
        for &check in checks.iter().rev() {
            knowing.length(&problem.after(check), &Limits::expansions(2_000), &mut ());
        }
        let again = line(&mut knowing).unwrap();
        assert_eq!(again.moves, fresh.moves, "{}", position.to_sfen());
        compared += 1;
    }
    assert!(compared > 25, "{compared}");
}

#[test]
fn the_main_line_has_no_futile_interposition_though_the_strict_one_is_no_longer() {
    let problem = Problem::new(Position::from_sfen(RESTORATION).unwrap());
    let mut solver = solver();
    let answer = solver.line_into(&problem, &Limits::default(), &mut (), &mut |_| {});
    let solution = answer.solution.unwrap();
    let (line, strict) = (solution.main_line().unwrap(), solution.strict_line.as_ref().unwrap());
    assert_eq!((line.moves.len(), strict.moves.len()), (5, 5));
    let mut futile = |moves: &[Move]| {
        let all = solver.futile_along(&problem, moves, 5, &Limits::default(), &mut ()).unwrap();
        all.iter().any(|futile| moves.get(futile.after as usize) == Some(&futile.reply))
    };
    assert!(futile(&strict.moves) && !futile(&line.moves));
}

#[test]
fn main_lines_have_the_exact_length() {
    for (sfen, strict, conventional) in [
        ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 5, 3),
        ("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 9, 3),
    ] {
        let problem = Problem::new(Position::from_sfen(sfen).unwrap());
        let mut solver = solver();
        assert_eq!(counted(&mut solver, &problem), Some(conventional));
        for (count, plies) in [(Count::Strict, strict), (Count::Conventional, conventional)] {
            let line = solver.main_line(&problem, count, plies, &Limits::default(), &mut ()).unwrap();
            assert_eq!(line.moves.len() as u32, plies, "{sfen} {count:?}");
            let end = line.moves.iter().fold(problem.clone(), |p, &m| {
                assert!(p.position().is_legal(m));
                p.after(m)
            });
            assert_eq!(end.position().is_mate(), count == Count::Strict);
        }
    }
}

/// The definition of `docs/RULES.md` 12, word by word, with the plain rules.
struct Plain {
    attacker: naive::Color,
    /// Are restorations left out?
    free_restorations: bool,
    known: HashMap<(naive::Position, u32), bool>,
}

impl Plain {
    /// Does the attacker mate from here within so many counted plies?
    fn mates(&mut self, p: naive::Position, n: u32) -> bool {
        if let Some(&known) = self.known.get(&(p, n)) {
            return known;
        }
        let answer = if p.turn() == self.attacker {
            n >= 1 && p.checks().into_iter().any(|check| self.mates(p.play(check), n - 1))
        } else {
            let all = p.legal_moves();
            let mated = all.is_empty() && p.is_mate();
            let replies: Vec<_> = all.into_iter().filter(|&r| !self.is_left_out(&p, r)).collect();
            let counts = |this: &mut Self, r| n >= 1 && this.mates(p.play(r), n - 1);
            match replies.is_empty() {
                true => mated || (self.free_restorations && p.in_check(p.turn())),
                false => replies.into_iter().all(|r| counts(self, r) || self.costs_nothing(&p, r, n)),
            }
        };
        self.known.insert((p, n), answer);
        answer
    }

    /// Case (b) of the definition.
    fn costs_nothing(&mut self, p: &naive::Position, r: naive::Move, n: u32) -> bool {
        let after = p.play(r);
        self.captures(p, r).into_iter().any(|capture| {
            let taken = after.piece_at(r.to()).unwrap().kind.unpromoted();
            let q = rewritten(&after.play(capture), None, Some((self.attacker, taken)));
            self.mates(q, n)
        })
    }

    /// If the reply interposes, the captures of the slider that gave check.
    fn captures(&self, p: &naive::Position, r: naive::Move) -> Vec<naive::Move> {
        let defender = p.turn();
        let king =
            p.pieces().find(|(_, piece)| piece.kind == naive::Kind::King && piece.color == defender);
        let Some((king, _)) = king else { return vec![] };
        let sliders = p.pieces().filter(|(x, piece)| {
            piece.color == self.attacker
                && between(king, *x).contains(&r.to())
                && !is_checked_without(p, *x)
        });
        let Some((x, _)) = sliders.collect::<Vec<_>>().first().copied() else { return vec![] };
        if !p.in_check(defender) || r.to_string().starts_with(&king.to_string()) {
            return vec![];
        }
        let back = p.play(r).checks().into_iter().filter(|c| c.to() == r.to());
        back.filter(|c| c.to_string().starts_with(&x.to_string())).collect()
    }

    /// Is this a restoration, and are they left out?
    fn is_left_out(&self, p: &naive::Position, r: naive::Move) -> bool {
        self.free_restorations
            && self.captures(p, r).into_iter().any(|capture| {
                let q = p.play(r).play(capture);
                let hand = naive::Kind::HAND.map(|kind| q.hand(self.attacker, kind));
                self.is_brought_back(&q, p, &hand, 2)
            })
    }

    /// Whatever the defender replies, is the board of `goal` back within so many checks?
    fn is_brought_back(
        &self,
        q: &naive::Position,
        goal: &naive::Position,
        hand: &[u8; 7],
        checks: u32,
    ) -> bool {
        let replies = q.legal_moves();
        !replies.is_empty()
            && replies.into_iter().all(|reply| {
                let after = q.play(reply);
                checks > 0
                    && after.checks().into_iter().map(|check| after.play(check)).any(|end| {
                        let held = naive::Kind::HAND.map(|kind| end.hand(self.attacker, kind));
                        let same =
                            end.pieces().collect::<Vec<_>>() == goal.pieces().collect::<Vec<_>>();
                        let is_back = same && held.iter().zip(hand).all(|(held, least)| held >= least);
                        is_back || self.is_brought_back(&end, goal, hand, checks - 1)
                    })
            })
    }
}

/// The squares between two on one line, all of them empty or not.
fn between(a: naive::Square, b: naive::Square) -> Vec<naive::Square> {
    let (x, y) = (b.file() as i32 - a.file() as i32, b.rank() as i32 - a.rank() as i32);
    if x != 0 && y != 0 && x.abs() != y.abs() {
        return vec![];
    }
    let steps = x.abs().max(y.abs());
    let at = |i: i32| {
        let (file, rank) = (a.file() as i32 + x.signum() * i, a.rank() as i32 + y.signum() * i);
        naive::Square::new(file as u8, rank as u8).unwrap()
    };
    (1..steps).map(at).collect()
}

/// Would the defender, to move, still be in check if the piece on `x` were a stone?
fn is_checked_without(p: &naive::Position, x: naive::Square) -> bool {
    rewritten(p, Some(x), None).in_check(p.turn())
}

/// The position with a stone in the place of a piece, or with a piece handed from one side's hand to the other's.
fn rewritten(
    p: &naive::Position,
    stone: Option<naive::Square>,
    gives: Option<(naive::Color, naive::Kind)>,
) -> naive::Position {
    let mut board = String::new();
    for rank in 1..=9 {
        for file in (1..=9).rev() {
            let square = naive::Square::new(file, rank).unwrap();
            match p.piece_at(square) {
                _ if p.is_stone(square) || stone == Some(square) => board.push('O'),
                Some(piece) => board += &piece_text(piece),
                None => board.push('1'),
            }
        }
        board.push_str(if rank < 9 { "/" } else { "" });
    }
    let mut hands = String::new();
    for color in naive::Color::BOTH {
        for kind in naive::Kind::HAND {
            let mut count = p.hand(color, kind);
            if let Some((from, given)) = gives.filter(|&(_, given)| given == kind) {
                assert!(given == kind);
                count = if from == color { count - 1 } else { count + 1 };
            }
            let letter = kind.letter();
            let letter =
                if color == naive::Color::Black { letter } else { letter.to_ascii_lowercase() };
            match count {
                0 => {}
                1 => hands.push(letter),
                _ => hands += &format!("{count}{letter}"),
            }
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let turn = if p.turn() == naive::Color::Black { 'b' } else { 'w' };
    naive::Position::from_sfen(&format!("{board} {turn} {hands} 1")).unwrap()
}

fn piece_text(piece: naive::Piece) -> String {
    let letter = piece.kind.unpromoted().letter();
    let letter = if piece.color == naive::Color::Black { letter } else { letter.to_ascii_lowercase() };
    if piece.kind == piece.kind.unpromoted() { letter.to_string() } else { format!("+{letter}") }
}

/// A walled region of four by four squares at the top of the board, Black attacking with at least one slider; White
/// has something to put between.
fn corridor(random: &mut Random) -> Option<Position> {
    let mut free: Vec<(usize, usize)> = (0..4).flat_map(|y| (5..9).map(move |x| (y, x))).collect();
    let mut board = vec![vec!["O".to_string(); 9]; 9];
    free.iter().for_each(|&(y, x)| board[y][x] = "1".to_string());
    let mut pieces = vec!["k".to_string(), random.pick(&["R", "+R", "B", "+B", "L"]).to_string()];
    for _ in 0..1 + random.below(3) {
        pieces.push(random.pick(&["R", "+B", "G", "S", "N", "P", "+P", "L"]).to_string());
    }
    for _ in 0..random.below(4) {
        pieces.push(random.pick(&["p", "l", "n", "s", "g", "b"]).to_string());
    }
    for piece in pieces {
        let (y, x) = free.swap_remove(random.below(free.len()));
        board[y][x] = piece;
    }
    let own = random.pick(&["", "", "P", "G"]);
    let theirs = random.pick(&["p", "g", "ps", "n", "lp"]);
    let rows: Vec<String> = board.iter().map(|row| row.concat()).collect();
    let turn = if random.one_in(4) { "w" } else { "b" };
    Position::from_sfen(&format!("{} {turn} {own}{theirs} 1", rows.join("/"))).ok()
}

/// The defender's king goes to and fro while the dragon comes back from where it took the interposed silver.
const RESTORATION: &str =
    "OOOOO3O/OOOOO+PO2/OOOOO2kO/OOOOO+R3/OOOOO1+B1+P/OOOOOO1O1/OOOOOO1lO/OOOOOOOOO/OOOOOOOOO b Ns 1";

/// 3000 boards by default, of which few are mates; `TSUMUGI_CASES=100000` for more, `TSUMUGI_SEED` for others. A failure
/// prints its seed.
#[test]
fn lengths_on_small_boards_are_those_of_the_definition() {
    let mut compare = Compare::default();
    for seed in seeds(3000) {
        if let Some(position) = corridor(&mut Random::new(seed)) {
            compare.position(position, &format!("seed {seed}"));
        }
    }
    println!("{compare:?} from seed {}", seeds(3000).start);
    assert!(compare.boards > 100 && compare.shorter > 5);
    // Restorations are rarer than that.
    compare.position(Position::from_sfen(RESTORATION).unwrap(), "a restoration");
    assert!(compare.free > 0);
}

/// How many conventional lengths agree with the definition.
#[derive(Default, Debug)]
struct Compare {
    boards: u32,
    /// Shorter than strictly.
    shorter: u32,
    /// Shorter if restorations do not count.
    free: u32,
}

impl Compare {
    fn position(&mut self, position: Position, name: &str) {
        let problem = Problem::new(position).attacked_by(Color::Black);
        let limits = Limits::expansions(5_000);
        let settings = Settings { bytes: 16 << 20, ..Settings::default() };
        let mut solver = Solver::new(settings.clone());
        let strict = solver.length(&problem, &limits, &mut ());
        let Some(plies) = strict.exact().filter(|&plies| plies <= 9) else { return };
        let mut lengths = vec![plies];
        for free_restorations in [false, true] {
            solver.configure(Settings { free_restorations, ..settings.clone() });
            let counted = solver.conventional_length(&problem, &strict, &limits, &mut ());
            let Some(counted) = counted.exact() else { return };
            assert_is_defined(&problem, counted, free_restorations, name);
            lengths.push(counted);
        }
        self.boards += 1;
        self.shorter += (lengths[1] < lengths[0]) as u32;
        self.free += (lengths[2] < lengths[1]) as u32;
    }
}

/// Fails if the definition gives another length.
fn assert_is_defined(problem: &Problem, counted: u32, free_restorations: bool, name: &str) {
    let sfen = problem.position().to_sfen();
    let root = naive::Position::from_sfen(&sfen).unwrap();
    let attacker =
        if problem.attacker() == Color::Black { naive::Color::Black } else { naive::Color::White };
    let mut plain = Plain { attacker, free_restorations, known: HashMap::new() };
    assert!(plain.mates(root, counted), "{name}: not within {counted}: {sfen}");
    let less = counted.checked_sub(2).is_some_and(|less| plain.mates(root, less));
    assert!(!less, "{name}: within less than {counted}: {sfen}");
}

#[test]
fn a_restoration_counts_unless_it_is_said_not_to() {
    let problem = Problem::new(Position::from_sfen(RESTORATION).unwrap());
    let mut solver = solver();
    assert_eq!(counted(&mut solver, &problem), Some(5));
    solver.configure(Settings { free_restorations: true, ..solver.settings().clone() });
    assert_eq!(counted(&mut solver, &problem), Some(3));
    let limits = Limits::default();
    let line = solver.main_line(&problem, Count::Conventional, 3, &limits, &mut ()).unwrap();
    let futile = solver.futile_along(&problem, &line.moves, 3, &limits, &mut ()).unwrap();
    let restored: Vec<String> = futile
        .iter()
        .filter(|futile| futile.because == Because::Restored)
        .map(|futile| format!("{} {} {}", futile.after, futile.reply, futile.capture))
        .collect();
    assert_eq!(restored, ["3 S*2c 3d2c"]);
}

/// Nothing but interpositions that could be handed back holds out as long as the length says: one of them is played.
#[test]
fn a_length_owed_to_an_interposition_has_a_line() {
    for (seed, plies) in [(188, 8), (556, 6), (576, 6), (843, 8)] {
        let problem = Problem::new(position_of(Style::Tsume, seed));
        let mut solver = solver();
        assert_eq!(counted(&mut solver, &problem), Some(plies), "seed {seed}");
        let line = solver.main_line(&problem, Count::Conventional, plies, &Limits::default(), &mut ());
        assert_eq!(line.map(|line| line.moves.len()), Ok(plies as usize), "seed {seed}");
    }
}

/// The interposition on which the length rests takes longer than it is counted for.
#[test]
fn without_a_line_by_convention_the_strict_one_is_examined() {
    for (style, seed, plies, strict) in [(Style::Tsume, 43, 7, 7), (Style::Walled, 1264, 7, 9)] {
        let problem = Problem::new(position_of(style, seed));
        let (mut solver, limits) = (solver(), Limits::default());
        assert_eq!(counted(&mut solver, &problem), Some(plies), "seed {seed}");
        let line = solver.main_line(&problem, Count::Conventional, plies, &limits, &mut ());
        assert_eq!(line, Err(StopReason::GaveUp), "seed {seed}");
        let line = line_to_examine(&problem, &mut solver, &limits, &mut ());
        assert_eq!(line.map(|line| line.len()), Some(strict), "seed {seed}");
    }
}
