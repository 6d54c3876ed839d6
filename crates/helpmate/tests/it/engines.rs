//! The engines agree, whatever the settings, and a search that was stopped or ran out of room continues.

use tsumugi_helpmate::storage::InMemory;
use tsumugi_helpmate::{
    Answer, Conditions, Engine, Goal, Limits, Problem, Settings, StopReason, Verdict, solve,
};
use tsumugi_shogi::{Color, Position, Setup, random};

fn problem(sfen: &str, conditions: Conditions) -> Problem {
    Problem::from_setup(&sfen.parse::<Setup>().unwrap(), conditions).unwrap()
}

fn run(problem: &Problem, settings: &Settings) -> Answer {
    solve(problem, settings, &Limits::default(), None, &mut ())
}

/// Verdict, number of solutions, and every line of play in order.
fn essence(problem: &Problem, answer: &Answer) -> (Verdict, String, Vec<String>) {
    let count = answer.solutions.as_ref().map_or(String::new(), |count| count.to_string());
    let mut lines: Vec<String> = answer.lines.iter().map(|line| format!("{line:?}")).collect();
    lines.sort();
    for line in &answer.lines {
        let mut position: Position = problem.position().clone();
        line.iter().for_each(|&m| _ = position.play(m));
        assert!(problem.is_goal(&position), "{line:?}");
    }
    (answer.verdict.clone(), count, lines)
}

fn plain(problem: &Problem) -> (Verdict, String, Vec<String>) {
    let settings = Settings { engine: Engine::Plain, max_solutions: 1000, ..Settings::default() };
    essence(problem, &run(problem, &settings))
}

fn layers() -> Settings {
    Settings { engine: Engine::Layers, ..Settings::default() }
}

const SMALL: [&str; 9] = [
    "3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1",
    "6l2/1r6+P/1l2S4/2+S6/9/9/2SK1l3/9/k7+P b p 1",
    "9/7P1/1P2S2l1/8P/5K3/2k+s5/5+S3/4+p4/9 b S2r2b4g4n3l14p 1",
    "7n1/+r2+s1n3/8k/5b3/9/9/8N/5+P3/b7K b r4g3sn4l17p 1",
    "9/2k2g3/9/9/9/9/9/1K7/4+P4 b P2r2b3g4s4n4l16p 1",
    "4k4/9/4P4/9/9/8p/8K/9/9 b S2r2b4g3s4n4l16p 1",
    "7s1/7kb/9/9/8+B/5n2n/1K7/9/8+P b sl 1",
    "+b1g3+S2/+P7k/7P1/K8/4s4/+b1+s6/8p/6p2/2P6 b p 1",
    "8k/9/9/9/9/9/9/9/9 b LP2r2b4g4s4n3l17p 1",
];

#[test]
fn layers_finds_what_plain_search_finds() {
    for sfen in SMALL {
        let problem = problem(sfen, Conditions::default());
        let expected = plain(&problem);
        for (threads, exact) in [(1, false), (2, false), (1, true), (3, true)] {
            let settings = Settings { threads, exact, max_solutions: 1000, ..layers() };
            assert_eq!(essence(&problem, &run(&problem, &settings)), expected, "{sfen}");
        }
    }
}

#[test]
fn random_problems_have_the_same_answers_everywhere() {
    let (mut mates, mut none) = (0, 0);
    for seed in 0..400 {
        let setup = random::position(seed).to_setup();
        let conditions = Conditions {
            goal: if seed % 3 == 0 { Goal::HelpSelfmate } else { Goal::Helpmate },
            as_written: true,
            plies: Some(3 + seed as u32 % 2),
            no_surplus: seed % 5 == 0,
            ..Conditions::default()
        };
        let Ok(problem) = Problem::from_setup(&setup, conditions) else { continue };
        let limited = Settings {
            engine: Engine::Plain,
            bytes: 3 << 20,
            max_solutions: 1000,
            ..Settings::default()
        };
        let expected = run(&problem, &limited);
        match expected.verdict {
            Verdict::Unknown(_) => continue,
            Verdict::Mate(_) => mates += 1,
            _ => none += 1,
        }
        let settings = Settings { max_solutions: 1000, ..Settings::default() };
        let found = run(&problem, &settings);
        assert_eq!(
            essence(&problem, &found),
            essence(&problem, &expected),
            "{seed}: {:?}",
            problem.position()
        );
    }
    assert!(mates > 30 && none > 30, "{mates} {none}");
}

#[test]
fn conditions_are_kept() {
    let selfmate = Conditions { goal: Goal::HelpSelfmate, ..Conditions::default() };
    let bounded = Conditions { plies: Some(2), ..Conditions::default() };
    let no_surplus = Conditions { no_surplus: true, plies: Some(5), ..Conditions::default() };
    let defender_first = Conditions { attacker: Some(Color::Black), ..Conditions::default() };
    for (sfen, conditions) in [
        ("4k4/9/4K4/9/9/9/9/9/9 b 2Gr 1", Conditions { as_written: true, plies: Some(6), ..selfmate }),
        ("8k/9/8K/9/9/9/9/9/9 b GRrg 1", Conditions { as_written: true, plies: Some(6), ..selfmate }),
        (SMALL[3], bounded),
        (SMALL[4], no_surplus),
        ("8k/9/7P1/9/9/9/9/9/8K w GSg 1", Conditions { as_written: true, ..defender_first }),
        ("8k/9/7P1/9/9/9/9/9/9 w GS 1", Conditions::default()),
        ("8k/7G1/7P1/9/9/9/9/9/9 w - 1", Conditions::default()),
        ("k8/9/9/9/9/9/9/9/9 b - 1", Conditions { plies: Some(0), ..Conditions::default() }),
    ] {
        let problem = problem(sfen, conditions);
        let settings = Settings { max_solutions: 1000, ..layers() };
        assert_eq!(essence(&problem, &run(&problem, &settings)), plain(&problem), "{sfen}");
    }
}

/// Mate in 15 after some 21,000 positions.
const LARGER: &str = "9/9/9/3+s5/9/7+b1/9/9/7k1 b GN2rb3g3s3n4l18p 1";
/// Mate in 9 after some 110,000: too many for a table at its smallest.
const LARGE: &str = "9/3r5/9/9/5k3/9/L8/9/9 b NLr2b4g4s3n2l18p 1";

#[test]
fn with_little_memory_files_help_out() {
    let problem = problem(LARGE, Conditions::default());
    let roomy = run(&problem, &Settings::default());
    assert_eq!(roomy.verdict, Verdict::Mate(9));
    // What is written down stays in memory as a set; with 128 bits it does not.
    for (bytes, exact) in [(900_000, false), (2_000_000, true)] {
        let tight = Settings { bytes, exact, ..layers() };
        assert_eq!(run(&problem, &tight).verdict, Verdict::Unknown(StopReason::Memory));
        let mut storage = InMemory::default();
        storage.every = 100;
        let answer = solve(&problem, &tight, &Limits::default(), Some(&mut storage), &mut ());
        assert!(answer.bytes <= bytes as u64, "{bytes} {answer:?}");
        assert_eq!(
            (answer.verdict, answer.solutions, answer.lines),
            (roomy.verdict.clone(), roomy.solutions.clone(), roomy.lines.clone())
        );
        assert_eq!(storage.names(), [""; 0]);
    }
}

#[test]
fn a_search_stopped_again_and_again_comes_to_the_same_answer() {
    // In the second the table is written down on the way.
    for (sfen, bytes, step, every) in [(LARGER, 1_000_000, 7_000, 3), (LARGE, 900_000, 100_000, 60)] {
        let problem = problem(sfen, Conditions::default());
        let whole = run(&problem, &Settings::default());
        let settings = Settings { resume: true, bytes, ..layers() };
        let mut storage = InMemory::default();
        storage.every = every;
        let (mut stops, mut stops_with_runs) = (0, 0);
        let answer = loop {
            let limits = Limits { expansions: step * (stops + 1), ..Limits::default() };
            let answer = solve(&problem, &settings, &limits, Some(&mut storage), &mut ());
            if answer.verdict != Verdict::Unknown(StopReason::Nodes) {
                break answer;
            }
            stops += 1;
            stops_with_runs += storage.names().iter().any(|name| name.starts_with("run")) as u32;
        };
        assert!(stops > 5, "{stops}");
        assert_eq!(stops_with_runs > 1, sfen == LARGE, "{stops_with_runs} of {stops}");
        assert_eq!(
            (answer.verdict, answer.solutions, answer.lines),
            (whole.verdict, whole.solutions, whole.lines)
        );
        assert_eq!(storage.names(), [""; 0]);
    }
}

#[test]
fn a_large_table_is_read_back_whole() {
    let problem = problem(LARGE, Conditions::default());
    let whole = run(&problem, &Settings::default());
    let settings = Settings { resume: true, bytes: 8 << 20, ..Settings::default() };
    let mut storage = InMemory::default();
    let limits = Limits { expansions: 25_000, ..Limits::default() };
    let stopped = solve(&problem, &settings, &limits, Some(&mut storage), &mut ());
    assert_eq!(stopped.verdict, Verdict::Unknown(StopReason::Nodes));
    // More than the table holds before it grows for the first time.
    assert!(stopped.positions > 70_000, "{}", stopped.positions);
    let answer = solve(&problem, &settings, &Limits::default(), Some(&mut storage), &mut ());
    assert_eq!((answer.verdict, answer.solutions), (whole.verdict, whole.solutions));
}

#[test]
fn a_full_disk_leaves_a_checkpoint_to_continue_from() {
    let problem = problem(LARGER, Conditions::default());
    let whole = run(&problem, &Settings::default());
    let settings = Settings { resume: true, bytes: 1_000_000, ..layers() };
    let mut failures = 0;
    for room in [2_000u64, 20_000, 100_000, 300_000, 700_000] {
        let mut storage = InMemory::default();
        (storage.every, storage.room) = (2, Some(room));
        let answer = solve(&problem, &settings, &Limits::default(), Some(&mut storage), &mut ());
        if let Verdict::Unknown(reason) = &answer.verdict {
            assert_eq!(*reason, StopReason::Storage("no space left".to_string()));
            assert!(
                storage.names().contains(&"checkpoint".to_string()),
                "{room}: {:?}",
                storage.names()
            );
            failures += 1;
        }
        storage.room = None;
        let answer = solve(&problem, &settings, &Limits::default(), Some(&mut storage), &mut ());
        assert_eq!(
            (answer.verdict, answer.solutions),
            (whole.verdict.clone(), whole.solutions.clone())
        );
        assert_eq!(storage.names(), [""; 0]);
    }
    assert!(failures > 2, "{failures}");
}

#[test]
fn a_checkpoint_of_another_problem_or_an_unwanted_one_is_refused() {
    let larger = problem(LARGER, Conditions::default());
    let mut storage = InMemory::default();
    let limits = Limits { expansions: 10_000, ..Limits::default() };
    let settings = Settings { bytes: 1_000_000, ..layers() };
    let answer = solve(&larger, &settings, &limits, Some(&mut storage), &mut ());
    assert_eq!(answer.verdict, Verdict::Unknown(StopReason::Nodes));
    let names = storage.names();
    for (problem, resume) in [(&larger, false), (&problem(SMALL[0], Conditions::default()), true)] {
        let settings = Settings { resume, ..layers() };
        let answer = solve(problem, &settings, &Limits::default(), Some(&mut storage), &mut ());
        assert!(matches!(answer.verdict, Verdict::Unknown(StopReason::Checkpoint(_))), "{resume}");
        assert_eq!(storage.names(), names);
    }
}

#[test]
fn without_files_too_little_memory_is_an_honest_unknown() {
    let problem = problem(LARGER, Conditions::default());
    let settings = Settings { bytes: 500_000, ..layers() };
    assert_eq!(run(&problem, &settings).verdict, Verdict::Unknown(StopReason::Memory));
}
