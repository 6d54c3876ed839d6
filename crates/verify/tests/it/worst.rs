//! Whatever a file asks for, the work and the memory that a check takes are bounded. Small limits here; `tests/it/worst.rs` of
//! the program tries files of a megabyte with those that it has by default.

pub mod files;

use files::{ALL, Size, Worst};
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};
use tsumugi_verify::{
    Failure, Limit, Settings, Verified, memory_of_file, steps_of_file, verify_stream,
};

const STEPS: u64 = 300_000;
const BYTES: u64 = 1 << 20;

/// Checks a file with small limits. The result, and how many bytes of the file it took.
fn check(file: &Worst) -> (Result<Verified, Failure>, usize) {
    let settings = Settings {
        most_steps: Limit::fixed(STEPS),
        most_bytes: Limit::fixed(BYTES),
        ..Settings::default()
    };
    let mut text = BufReader::with_capacity(1 << 10, file.text.as_bytes());
    let result = verify_stream(&file.problem, &mut text, &settings, &mut |_| {});
    let left = text.fill_buf().unwrap().len() + text.get_ref().len();
    (result, file.text.len() - left)
}

#[test]
fn work_and_memory_are_bounded_whatever_a_file_asks_for() {
    let size = Size { lines: 4_000, bytes: 200_000 };
    let (mut too_much_work, mut too_large) = (Vec::new(), Vec::new());
    for forger in ALL {
        let file = forger(size);
        assert!(file.text.len() <= size.bytes, "{}", file.name);
        let start = Instant::now();
        let (result, read) = check(&file);
        // Twenty times what a step takes, and what the rest of a claim does.
        let longest = Duration::from_micros(3 * STEPS);
        assert!(start.elapsed() < longest, "{}: {:?}", file.name, start.elapsed());
        println!("{}: {read} of {} bytes, {:?}", file.name, file.text.len(), start.elapsed());
        match result {
            Err(Failure::TooMuchWork) => too_much_work.push(file.name),
            Err(Failure::TooLarge { .. }) => too_large.push(file.name),
            Ok(_) | Err(Failure::Rejected(_)) => {}
            Err(failure) => panic!("{}: {failure}", file.name),
        }
    }
    assert_eq!(too_much_work, ["survivals in a tree", "survivals on boards", "one board"]);
    assert_eq!(too_large, ["a path of checks", "a path of checks, all kept", "a path of moves"]);
}

/// The files are what they are meant to be: where nothing is bounded, those that could be true are read to the end.
#[test]
fn files_that_cost_much_are_no_nonsense() {
    let size = Size { lines: 3_000, bytes: 100_000 };
    for forger in ALL {
        let file = forger(size);
        let settings = Settings::default();
        let result = verify_stream(&file.problem, &mut file.text.as_bytes(), &settings, &mut |_| {});
        let last = file.text.lines().count();
        match (file.name, result) {
            (
                "survivals on boards" | "mates on boards" | "references" | "one board" | "many boards",
                Ok(_),
            ) => {}
            ("one line repeated", Err(Failure::Rejected(fault))) => assert_eq!(fault.line, 6),
            (_, Err(Failure::Rejected(fault))) => assert_eq!(fault.line, last, "{fault}"),
            (name, result) => panic!("{name}: {result:?}"),
        }
    }
}

/// Claims with references may come to nothing but many positions, each of which is a step.
#[test]
fn a_limit_of_steps_is_kept_exactly_by_a_certificate_in_order() {
    let file = ALL.map(|forger| forger(Size { lines: 1_500, bytes: 100_000 })).into_iter();
    let file = file.into_iter().find(|file| file.name == "references").unwrap();
    let accepts = |steps: u64| {
        let settings = Settings { most_steps: Limit::fixed(steps), ..Settings::default() };
        let result = verify_stream(&file.problem, &mut file.text.as_bytes(), &settings, &mut |_| {});
        match result {
            Ok(_) => true,
            Err(Failure::TooMuchWork) => false,
            Err(failure) => panic!("{failure}"),
        }
    };
    let (mut too_few, mut enough) = (0, 1 << 30);
    while enough - too_few > 1 {
        let middle = (too_few + enough) / 2;
        *(if accepts(middle) { &mut enough } else { &mut too_few }) = middle;
    }
    // The same every time, and about what the lines and their references come to.
    assert!(!accepts(too_few) && accepts(enough));
    let lines = file.text.lines().count() as u64;
    assert!((20 * lines..2_000 * lines).contains(&enough), "{enough} steps for {lines} lines");
}

#[test]
fn the_page_has_the_limits() {
    let page = include_str!("../../../../docs/CERTIFICATE.md").replace('\n', " ");
    let (steps, bytes) = (steps_of_file(0), memory_of_file(0));
    let says = format!("{} million steps and {} MiB", steps / 1_000_000, bytes >> 20);
    assert!(page.contains(&says), "{says}");
    let large = 1 << 40;
    let says = format!(
        "{} steps and {} bytes for each of its bytes",
        steps_of_file(large) / large,
        memory_of_file(large) / large
    );
    assert!(page.contains(&says), "{says}");
    // They are never smaller for a larger file.
    for bytes in [1, 1 << 20, 2 << 20, 1 << 30, u64::MAX] {
        assert!(steps_of_file(bytes) >= steps_of_file(bytes - 1));
        assert!(memory_of_file(bytes) >= memory_of_file(bytes - 1));
    }
}

/// Certificates as the solver writes them are far from the limits.
#[test]
fn honest_files_need_a_fraction_of_what_is_allowed() {
    for text in [
        include_str!("../certificates/mate-21-version-1.cert"),
        include_str!("../certificates/no-mate-version-1.cert"),
        include_str!("../certificates/shortest-7-version-2.cert"),
    ] {
        let problem = text.lines().nth(1).unwrap().strip_prefix("problem ").unwrap();
        // Five times as much as a file compressed to a tenth may take.
        let limit = steps_of_file(1 << 40) / 5 * text.len() as u64 / 10;
        let settings = Settings { most_steps: Limit::fixed(limit.max(1)), ..Settings::default() };
        verify_stream(problem, &mut text.as_bytes(), &settings, &mut |_| {}).unwrap();
    }
}
