//! The search for GPUs, run on the processor: the same answers as `layers`, also where memory is short.

use tsumugi_helpmate::{
    Answer, Conditions, Engine, Limits, Problem, Processor, Settings, StopReason, Verdict, solve,
    solve_on,
};

/// Everything can be interposed everywhere: many replies to a position, and wide layers.
const WIDE: &str = "4k4/9/9/9/9/9/9/9/9 b RB 1";

fn problem(sfen: &str, plies: Option<u32>) -> Problem {
    let conditions = Conditions { plies, ..Conditions::default() };
    Problem::from_setup(&sfen.parse().unwrap(), conditions).unwrap()
}

fn settings(bytes: usize) -> Settings {
    Settings { engine: Engine::Layers, bytes, max_solutions: 20, ..Settings::default() }
}

/// The problem on a GPU with `bytes` of memory, and `here` bytes for layers in the computer's.
fn on_gpu(problem: &Problem, threads: usize, bytes: usize, here: usize) -> Answer {
    let mut device = Processor::new(threads, bytes);
    solve_on(&mut device, problem, &settings(bytes + here), &Limits::default(), &mut ())
}

/// Both engines say the same.
fn compare(sfen: &str, plies: Option<u32>, bytes: usize) -> Answer {
    let problem = problem(sfen, plies);
    let layers = solve(&problem, &settings(1 << 28), &Limits::default(), None, &mut ());
    let gpu = on_gpu(&problem, 3, bytes, 1 << 28);
    assert_eq!(gpu.verdict, layers.verdict, "{sfen}");
    assert_eq!(gpu.solutions, layers.solutions, "{sfen}");
    assert_eq!(gpu.lines, layers.lines, "{sfen}");
    assert_eq!(gpu.branches, layers.branches, "{sfen}");
    // With a mate the last layer is stored by one engine and not by the other. Threads may now and then both be told that
    // a position is new.
    if !matches!(gpu.verdict, Verdict::Mate(_)) {
        let most = layers.positions + layers.positions / 100 + 10;
        assert!((layers.positions..=most).contains(&gpu.positions), "{sfen}: {}", gpu.positions);
    }
    gpu
}

#[test]
fn open_boards() {
    for (sfen, length) in [
        ("9/9/9/8k/9/9/9/9/1g7 b P 1", 37),
        ("9/9/9/9/9/8k/9/9/s8 b P 1", 45),
        ("9/9/9/9/9/9/9/k8/8g b P 1", 49),
        ("3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1", 13),
    ] {
        assert_eq!(compare(sfen, None, 8 << 20).verdict, Verdict::Mate(length), "{sfen}");
    }
}

#[test]
fn the_defender_may_move_first() {
    assert_eq!(compare("9/9/9/8k/9/9/9/9/1g7 w P 1", None, 8 << 20).verdict, Verdict::Mate(10));
}

#[test]
fn mates_at_once_and_no_mates() {
    compare("4k4/9/4P4/9/9/9/9/9/9 b G 1", None, 8 << 20);
    compare("4k4/9/4P4/9/9/9/9/9/9 b G 1", Some(0), 8 << 20);
    compare("9/9/9/8k/9/9/9/9/1g7 b P 1", Some(36), 8 << 20);
    assert_eq!(compare("8k/9/9/9/9/9/9/9/9 b P 1", None, 8 << 20).verdict, Verdict::NoMate);
}

/// A board on which every position can be thought through.
#[test]
fn six_squares() {
    let walls = "OOOOOOOOO/".repeat(6);
    let sfen = format!("OOOOOOO1k/OOOOOOO2/OOOOOOO2/{} b GS 1", walls.trim_end_matches('/'));
    let answer = on_gpu(&problem(&sfen, None), 2, 3 << 20, 1 << 20);
    assert_eq!(answer.verdict, Verdict::Mate(3));
    assert_eq!(answer.solutions.unwrap().to_string(), "2");
}

#[test]
fn layers_wider_than_the_memory() {
    let gpu = compare(WIDE, None, 24 << 20);
    assert_eq!(gpu.verdict, Verdict::Mate(5));
    assert!(gpu.positions > 100_000, "{}", gpu.positions);
}

#[test]
fn a_gpu_too_small_says_so() {
    let problem = problem("9/9/9/8k/9/9/9/9/1g7 b P 1", None);
    let tiny = on_gpu(&problem, 1, 1 << 20, 0);
    assert!(matches!(tiny.verdict, Verdict::Unknown(StopReason::Device(_))), "{:?}", tiny.verdict);
    // Room for the lists, not for the positions.
    let wide = self::problem("9/9/9/9/4k4/9/9/9/9 b B 1", None);
    let small = on_gpu(&wide, 2, 3 << 20, 1 << 30);
    assert_eq!(small.verdict, Verdict::Unknown(StopReason::Memory));
    // Nor for a layer beside it.
    let small = on_gpu(&wide, 2, 32 << 20, 0);
    assert_eq!(small.verdict, Verdict::Unknown(StopReason::Memory));
}

#[test]
fn what_kernels_do_not_know_is_refused() {
    let sfen = "9/9/9/8k/9/9/9/9/1g7 b P 1";
    let problem = problem(sfen, None);
    let exact = Settings { engine: Engine::Gpu, exact: true, ..settings(1 << 24) };
    let answer = solve(&problem, &exact, &Limits::default(), None, &mut ());
    assert!(matches!(answer.verdict, Verdict::Unknown(StopReason::Device(_))), "{:?}", answer.verdict);
}

#[test]
fn limits_are_kept() {
    let problem = problem("9/9/9/8k/9/9/9/9/1g7 b P 1", None);
    let limits = Limits { expansions: 1000, ..Limits::default() };
    let settings = Settings { engine: Engine::Gpu, ..settings(8 << 20) };
    let answer = solve(&problem, &settings, &limits, None, &mut ());
    assert_eq!(answer.verdict, Verdict::Unknown(StopReason::Nodes));
    assert!(answer.expansions < 20_000, "{}", answer.expansions);
}
