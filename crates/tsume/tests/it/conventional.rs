//! Conventional lengths: positions that people disputed in public, and small boards against the plain definition.

mod oracle;

use oracle::Plain;
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_shogi::{Color, Move, MoveList, Position};
use tsumugi_testkit::seeds;
use tsumugi_tsume::check::{Check, Defence, Known, line_to_examine};
use tsumugi_tsume::{Count, FutileClass, FutileClasses, Limits, Problem, Settings, Solver, StopReason};
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
    let futile = FutileClasses::NONE.and(FutileClass::Wide);
    let mut solver = Solver::new(Settings { futile, ..solver().settings().clone() });
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

/// A walled region of five by four squares, White to move in check from afar: what it puts between is what this is about.
fn checked_from_afar(random: &mut Random) -> Option<Position> {
    let (width, height) = (5, 4);
    let free = |(y, x): (i32, i32)| (0..height).contains(&y) && (9 - width..9).contains(&x);
    let king = (random.below(height as usize) as i32, 9 - width + random.below(width as usize) as i32);
    let ways = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let (dy, dx) = random.pick(&ways);
    let away = 2 + random.below(3) as i32;
    let slider = (king.0 + dy * away, king.1 + dx * away);
    let sliders: &[&str] = match (dy, dx) {
        (1, 0) => &["R", "L", "+R"],
        (0, _) | (_, 0) => &["R", "+R"],
        _ => &["B", "+B"],
    };
    let between = |at| (1..away).any(|i| at == (king.0 + dy * i, king.1 + dx * i));
    let all = (0..height).flat_map(|y| (9 - width..9).map(move |x| (y, x)));
    let mut rest: Vec<_> = all.filter(|&at| at != king && at != slider && !between(at)).collect();
    let mut board = vec![vec!["O".to_string(); 9]; 9];
    (0..height).for_each(|y| (9 - width..9).for_each(|x| board[y as usize][x as usize] = "1".into()));
    if !free(slider) {
        return None;
    }
    let mut put = |(y, x): (i32, i32), piece: &str| board[y as usize][x as usize] = piece.to_string();
    put(king, "k");
    put(slider, random.pick(sliders));
    for _ in 0..2 + random.below(4) {
        let at = rest.swap_remove(random.below(rest.len()));
        put(at, random.pick(&["R", "B", "+B", "G", "G", "S", "N", "L", "+R", "+P"]));
    }
    for _ in 0..random.below(3) {
        let at = rest.swap_remove(random.below(rest.len()));
        put(at, random.pick(&["p", "l", "n", "s", "g"]));
    }
    let own = random.pick(&["", "", "P", "G", "S"]);
    let theirs = random.pick(&["p", "g", "ps", "n", "lp"]);
    let rows: Vec<String> = board.iter().map(|row| row.concat()).collect();
    Position::from_sfen(&format!("{} w {own}{theirs} 1", rows.join("/"))).ok()
}

/// The defender's king goes to and fro while the dragon comes back from where it took the interposed silver.
const RESTORATION: &str =
    "OOOOO3O/OOOOO+PO2/OOOOO2kO/OOOOO+R3/OOOOO1+B1+P/OOOOOO1O1/OOOOOO1lO/OOOOOOOOO/OOOOOOOOO b Ns 1";

/// 1000 boards by default, of which few are mates; `TSUMUGI_CASES=100000` for more, `TSUMUGI_SEED` for others. A failure
/// prints its seed. Each board is compared for the default set of classes and for three sets that the seed picks.
#[test]
fn lengths_on_small_boards_are_those_of_the_definition() {
    let mut compare = Compare::default();
    for seed in seeds(1000) {
        let mut random = Random::new(seed);
        let board = if seed % 4 == 0 { corridor } else { checked_from_afar };
        if let Some(position) = board(&mut random) {
            let sets = [(); 3].map(|()| any_classes(&mut random));
            compare.position(position, &sets, &format!("seed {seed}"));
        }
    }
    println!("{compare:?} from seed {}", seeds(1000).start);
    assert!(compare.boards > 50 && compare.shorter > 5);
    assert!(compare.differing > 3);
}

/// For each class a diagram of `docs/RULES.md` 12: the length if everything counts, and if only this class does not.
const EXAMPLES: [(FutileClass, &str, u32, u32); 6] = [
    (FutileClass::Narrow, "7k1/9/6+R2/9/9/8R/9/9/9 b 2b4g4s4n4l18p 1", 9, 3),
    (FutileClass::Wide, "5B3/7k1/9/9/5R3/9/9/9/9 b Grb3g4s4n4l18p 1", 5, 3),
    (FutileClass::X, "3lkl3/9/R8/4NN3/9/9/9/9/9 b r2b4g4s2n2l18p 1", 3, 1),
    (FutileClass::Xy, "8l/8k/9/7+R1/9/8B/9/9/9 b rb4g4s4n3l18p 1", 3, 1),
    (FutileClass::Xyz, "6R2/8g/8k/7Pp/6B2/9/9/9/9 b rb3g4s4n4l16p 1", 3, 1),
    (FutileClass::Restoration, RESTORATION, 5, 3),
];

/// Other classes that make the example of a class shorter as well.
fn wider(class: FutileClass) -> &'static [FutileClass] {
    match class {
        FutileClass::Narrow => &[FutileClass::Wide],
        // What guards the square can mostly take there with mate as well.
        FutileClass::X => &[FutileClass::Narrow, FutileClass::Wide, FutileClass::Xy, FutileClass::Xyz],
        FutileClass::Xy => &[FutileClass::Xyz],
        FutileClass::Restoration => &[FutileClass::Xy, FutileClass::Xyz],
        _ => &[],
    }
}

#[test]
fn each_class_is_what_makes_its_example_shorter() {
    for (class, sfen, all, without) in EXAMPLES {
        let problem = Problem::new(Position::from_sfen(sfen).unwrap());
        let length = |futile| {
            let mut solver = Solver::new(Settings { futile, ..solver().settings().clone() });
            counted(&mut solver, &problem)
        };
        assert_eq!(length(FutileClasses::NONE), Some(all), "{class}");
        assert_eq!(length(FutileClasses::NONE.and(class)), Some(without), "{class}");
        let apart = |other: &FutileClass| *other != class && !wider(class).contains(other);
        let others = FutileClass::ALL.into_iter().filter(apart).collect();
        assert_eq!(length(others), Some(all), "all but {class}");
    }
}

#[test]
fn the_class_is_named() {
    for (class, sfen, _, plies) in EXAMPLES {
        let problem = Problem::new(Position::from_sfen(sfen).unwrap());
        let futile = FutileClasses::NONE.and(class);
        let mut solver = Solver::new(Settings { futile, ..solver().settings().clone() });
        let limits = Limits::default();
        let line = solver.main_line(&problem, Count::Conventional, plies, &limits, &mut ()).unwrap();
        let futile = solver.futile_along(&problem, &line.moves, plies, &limits, &mut ()).unwrap();
        assert!(futile.iter().any(|futile| futile.class == class), "{class}: {futile:?}");
        let at_once = |class| matches!(class, FutileClass::X | FutileClass::Xy | FutileClass::Xyz);
        assert!(futile.iter().all(|futile| !at_once(futile.class) || futile.plies == 0));
    }
}

fn any_classes(random: &mut Random) -> FutileClasses {
    FutileClass::ALL.into_iter().filter(|_| random.one_in(2)).collect()
}

/// How many conventional lengths agree with the definition.
#[derive(Default, Debug)]
struct Compare {
    boards: u32,
    /// Shorter than strictly.
    shorter: u32,
    /// With different lengths for different sets of classes.
    differing: u32,
}

impl Compare {
    fn position(&mut self, position: Position, sets: &[FutileClasses], name: &str) {
        let problem = Problem::new(position).attacked_by(Color::Black);
        let limits = Limits::expansions(5_000);
        let settings = Settings { bytes: 16 << 20, ..Settings::default() };
        let mut solver = Solver::new(settings.clone());
        let strict = solver.length(&problem, &limits, &mut ());
        let Some(plies) = strict.exact().filter(|&plies| plies <= 8) else { return };
        let mut lengths = vec![];
        for &futile in [FutileClasses::default()].iter().chain(sets) {
            solver.configure(Settings { futile, ..settings.clone() });
            let counted = solver.conventional_length(&problem, &strict, &limits, &mut ());
            let Some(counted) = counted.exact() else { return };
            assert_is_defined(&problem, counted, futile, name);
            lengths.push(counted);
        }
        self.boards += 1;
        self.shorter += (lengths[0] < plies) as u32;
        self.differing += lengths.iter().any(|&other| other != lengths[0]) as u32;
    }
}

/// Fails if the definition gives another length.
fn assert_is_defined(problem: &Problem, counted: u32, classes: FutileClasses, name: &str) {
    let sfen = problem.position().to_sfen();
    let root = naive::Position::from_sfen(&sfen).unwrap();
    let attacker =
        if problem.attacker() == Color::Black { naive::Color::Black } else { naive::Color::White };
    let mut plain = Plain::new(attacker, classes);
    assert!(plain.mates(root, counted), "{name}, {classes}: not within {counted}: {sfen}");
    let less = counted.checked_sub(2).is_some_and(|less| plain.mates(root, less));
    assert!(!less, "{name}, {classes}: within less than {counted}: {sfen}");
}

#[test]
fn a_restoration_counts_unless_it_is_said_not_to() {
    let problem = Problem::new(Position::from_sfen(RESTORATION).unwrap());
    let futile = FutileClasses::default().without(FutileClass::Xy);
    let mut solver = Solver::new(Settings { futile, ..solver().settings().clone() });
    assert_eq!(counted(&mut solver, &problem), Some(5));
    let futile = futile.and(FutileClass::Restoration);
    assert_is_defined(&problem, 3, futile, "a restoration");
    solver.configure(Settings { futile, ..solver.settings().clone() });
    assert_eq!(counted(&mut solver, &problem), Some(3));
    let limits = Limits::default();
    let line = solver.main_line(&problem, Count::Conventional, 3, &limits, &mut ()).unwrap();
    let futile = solver.futile_along(&problem, &line.moves, 3, &limits, &mut ()).unwrap();
    let restored: Vec<String> = futile
        .iter()
        .filter(|futile| futile.class == FutileClass::Restoration)
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

/// A line of checks and replies, chosen at random, that ends in mate but for futile interpositions.
fn any_line(problem: &Problem, solver: &mut Solver, random: &mut Random) -> Option<Check> {
    let (mut here, mut line) = (problem.clone(), Vec::new());
    while line.len() < 7 {
        let mut moves = MoveList::new();
        let attacking = here.position().turn() == here.attacker();
        if attacking {
            here.position().checks(&mut moves)
        } else {
            here.position().legal_moves(&mut moves)
        }
        let mut moves = moves.to_vec();
        if attacking && !random.one_in(5) {
            let mates = |m: &Move| counted(solver, &here.after(*m)).is_some();
            moves = moves.into_iter().filter(mates).collect();
        }
        if moves.is_empty() {
            return None;
        }
        let m = random.pick(&moves);
        line.push(m);
        here = here.after(m);
        if attacking
            && let Ok(check) = Check::conventional(problem, line.clone(), solver, &Limits::default())
        {
            return Some(check);
        }
    }
    None
}

/// The moves beside a line bound the length by convention, too: interpositions of the line's own that do not count, and
/// others that are futile, are seen through. All of what is found, a half of it, a quarter.
#[test]
fn the_moves_beside_a_line_bound_the_conventional_length() {
    let (mut lines, mut settled, mut own, mut futile) = (0, 0, 0, 0);
    for seed in seeds(1500) {
        let mut random = Random::new(seed);
        let position =
            if random.one_in(2) { corridor(&mut random) } else { checked_from_afar(&mut random) };
        let Some(problem) = position.map(Problem::new) else { continue };
        let mut solver = Solver::new(Settings { bytes: 4 << 20, prove: false, ..Settings::default() });
        let Some(check) = any_line(&problem, &mut solver, &mut random) else { continue };
        let limits = Limits::default();
        let truth = counted(&mut solver, &problem);
        let mut judge = |one| check.judge(one, &mut solver, &limits, &mut (), &mut |_| {}).judgement;
        let checks: Vec<_> = check.alternatives().into_iter().map(|one| (one, judge(one))).collect();
        let mut judge = |one| check.judge_variation(one, &mut solver, &limits, &mut ()).defence;
        let defences = [check.variations(), check.own_interpositions()].concat().into_iter();
        let defences: Vec<_> = defences.map(|one| (one, judge(one))).collect();
        lines += 1;
        own += check.own_interpositions().len();
        futile += defences.iter().filter(|(_, defence)| *defence == Defence::Futile).count();
        for share in [1, 2, 4] {
            let mut known = Known::default();
            known
                .checks
                .extend(checks.iter().filter(|_| random.one_in(share)).map(|(one, j)| (*one, j)));
            known
                .defences
                .extend(defences.iter().filter(|_| random.one_in(share)).map(|(one, d)| (*one, d)));
            let bounds = check.bounds(&known);
            let at = format!(
                "seed {seed}: {bounds:?} {truth:?} {:?} {:?}",
                problem.position().to_sfen(),
                check.line()
            );
            assert!(truth.is_none_or(|truth| bounds.at_least <= truth), "{at} {defences:?}");
            assert!(
                bounds.at_most.is_none_or(|most| truth.is_some_and(|truth| truth <= most)),
                "{at} {defences:?}"
            );
            settled += (bounds.exact().is_some()) as u32;
        }
    }
    println!(
        "{lines} lines, {settled} lengths settled, {own} interpositions of their own, {futile} futile"
    );
    assert!(lines > 20 && settled > 20 && own > 5 && futile > 20);
}
