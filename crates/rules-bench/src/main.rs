//! Times the rules of other crates side by side: perft, and walks over checks and evasions only.
//!
//! Contenders of a workload take turns, a different one first in each round, so that a change in the load
//! of the machine hits all of them. They must agree on the number of nodes.
#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::{Duration, Instant};
use tsumugi_rules_bench::{DROP_HEAVY, START, Walk, calls, haitaka_peer, ours, rsshogi_peer};

const USAGE: &str = "\
usage: tsumugi-rules-bench [options] [PROBLEMS.tsv]

Perft always; with a file (SFEN in the first column) also a check walk over its positions.
With --calls only this: nanoseconds per call of single functions on 1000 positions of the file.

  --rounds K    how often each contender runs (5)
  --only TEXT   only workloads whose title contains TEXT
  --engine TEXT only contenders whose name contains TEXT
  --calls       time single functions instead
  --limit N     positions taken from the file (100; with --calls 1000)
  --depth D     plies of the check walk (7)
  --cap C       moves after which the walk leaves a position (200000)
";

struct Options {
    rounds: usize,
    only: String,
    engine: String,
    calls: bool,
    limit: Option<usize>,
    depth: u32,
    cap: u64,
    file: Option<String>,
}

/// One engine at one workload: does the job and returns the nodes it counted.
struct Contender {
    name: &'static str,
    run: fn(&Walk) -> u64,
}

struct Workload {
    title: String,
    job: Walk,
    contenders: Vec<Contender>,
}

/// What a contender needed, one duration for each round.
struct Timing {
    nodes: u64,
    times: Vec<Duration>,
}

fn main() -> ExitCode {
    match parse(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Whether the contenders agreed.
fn run(options: &Options) -> Result<bool, String> {
    if options.calls {
        let file = options.file.as_ref().ok_or("--calls needs a file of positions")?;
        let sfens = read_sfens(file, options.limit.unwrap_or(1000))?;
        return Ok(calls::measure_and_print(calls::rows(&sfens), options.rounds));
    }
    let mut agreed = true;
    for workload in workloads(options)? {
        if workload.title.contains(&options.only) {
            let timings = measure(&workload, options.rounds);
            agreed &= print(&workload, &timings);
        }
    }
    Ok(agreed)
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        rounds: 5,
        only: String::new(),
        engine: String::new(),
        calls: false,
        limit: None,
        depth: 7,
        cap: 200_000,
        file: None,
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--rounds" => options.rounds = number(&word, words.next())?,
            "--only" => options.only = words.next().ok_or("--only needs a text")?,
            "--engine" => options.engine = words.next().ok_or("--engine needs a text")?,
            "--calls" => options.calls = true,
            "--limit" => options.limit = Some(number(&word, words.next())?),
            "--depth" => options.depth = number(&word, words.next())?,
            "--cap" => options.cap = number(&word, words.next())?,
            _ if word.starts_with('-') || options.file.is_some() => return Err(USAGE.to_owned()),
            _ => options.file = Some(word),
        }
    }
    if options.rounds == 0 {
        return Err("--rounds must be at least 1".to_owned());
    }
    Ok(options)
}

fn number<T: std::str::FromStr>(option: &str, value: Option<String>) -> Result<T, String> {
    value.and_then(|text| text.parse().ok()).ok_or_else(|| format!("{option} needs a number"))
}

/// The whole programme. To add an engine, add its line to each workload it can do.
fn workloads(options: &Options) -> Result<Vec<Workload>, String> {
    let mut workloads = vec![
        Workload {
            title: "start position, perft 5, leaves counted".to_owned(),
            job: perft_job(START, 5),
            contenders: vec![
                contender("rsshogi", |job| perft(job, rsshogi_peer::perft_bulk)),
                contender("rsshogi own", |job| perft(job, rsshogi_peer::perft_own)),
                contender("haitaka", |job| perft(job, haitaka_peer::perft_bulk)),
                contender("tsumugi", |job| perft(job, ours::perft_bulk)),
            ],
        },
        Workload {
            title: "start position, perft 5, leaves made".to_owned(),
            job: perft_job(START, 5),
            contenders: vec![
                contender("rsshogi", |job| perft(job, rsshogi_peer::perft_leaf)),
                contender("haitaka", |job| perft(job, haitaka_peer::perft_leaf)),
                contender("tsumugi", |job| perft(job, ours::perft_leaf)),
            ],
        },
        Workload {
            title: "drop-heavy position, perft 3, leaves made".to_owned(),
            job: perft_job(DROP_HEAVY, 3),
            contenders: vec![
                contender("rsshogi", |job| perft(job, rsshogi_peer::perft_leaf)),
                contender("haitaka", |job| perft(job, haitaka_peer::perft_leaf)),
                contender("tsumugi", |job| perft(job, ours::perft_leaf)),
            ],
        },
    ];
    if let Some(file) = &options.file {
        let sfens = read_sfens(file, options.limit.unwrap_or(100))?;
        workloads.push(Workload {
            title: format!(
                "check walk, {} positions, depth {}, at most {} moves each",
                sfens.len(),
                options.depth,
                options.cap
            ),
            job: Walk { sfens, depth: options.depth, cap: options.cap },
            contenders: vec![
                contender("rsshogi", rsshogi_peer::check_walks),
                contender("tsumugi", ours::check_walks),
                contender("tsumugi copy", ours::check_walks_copying),
            ],
        });
    }
    for workload in &mut workloads {
        workload.contenders.retain(|contender| contender.name.contains(&options.engine));
    }
    workloads.retain(|workload| !workload.contenders.is_empty());
    Ok(workloads)
}

fn contender(name: &'static str, run: fn(&Walk) -> u64) -> Contender {
    Contender { name, run }
}

fn perft_job(sfen: &str, depth: u32) -> Walk {
    Walk { sfens: vec![sfen.to_owned()], depth, cap: u64::MAX }
}

fn perft(job: &Walk, count: fn(&str, u32) -> u64) -> u64 {
    job.sfens.iter().map(|sfen| count(sfen, job.depth)).sum()
}

fn read_sfens(file: &str, limit: usize) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let sfens: Vec<String> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split('\t').next())
        .map(|sfen| sfen.trim_start_matches("sfen ").to_owned())
        .take(limit)
        .collect();
    if sfens.is_empty() {
        return Err(format!("{file}: no positions"));
    }
    Ok(sfens)
}

fn measure(workload: &Workload, rounds: usize) -> Vec<Timing> {
    let contenders = &workload.contenders;
    let mut timings: Vec<Timing> = contenders
        .iter()
        .map(|contender| Timing {
            // Not timed: fills the tables an engine builds on first use, and warms the caches.
            nodes: (contender.run)(&workload.job),
            times: Vec::with_capacity(rounds),
        })
        .collect();
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let index = (round + turn) % contenders.len();
            let start = Instant::now();
            let nodes = (contenders[index].run)(&workload.job);
            timings[index].times.push(start.elapsed());
            assert_eq!(nodes, timings[index].nodes, "{}", contenders[index].name);
        }
    }
    for timing in &mut timings {
        timing.times.sort_unstable();
    }
    timings
}

/// Prints the table of one workload; ratios are against its first contender. False if the nodes differ.
fn print(workload: &Workload, timings: &[Timing]) -> bool {
    println!("{}", workload.title);
    println!(
        "  {:<14} {:>12} {:>9} {:>9} {:>9} {:>9} {:>6} {:>6}",
        "", "nodes", "best s", "median s", "Mn/s", "median", "ratio", "median"
    );
    for (contender, timing) in workload.contenders.iter().zip(timings) {
        println!(
            "  {:<14} {:>12} {:>9.4} {:>9.4} {:>9.2} {:>9.2} {:>6.2} {:>6.2}",
            contender.name,
            timing.nodes,
            best(timing),
            median(timing),
            speed(timing, best),
            speed(timing, median),
            speed(timing, best) / speed(&timings[0], best),
            speed(timing, median) / speed(&timings[0], median),
        );
    }
    let agreed = timings.iter().all(|timing| timing.nodes == timings[0].nodes);
    if !agreed {
        println!("  THE NODES DIFFER");
    }
    println!();
    agreed
}

fn best(timing: &Timing) -> f64 {
    timing.times[0].as_secs_f64()
}

fn median(timing: &Timing) -> f64 {
    let middle = timing.times.len() / 2;
    if timing.times.len() % 2 == 1 {
        timing.times[middle].as_secs_f64()
    } else {
        (timing.times[middle - 1] + timing.times[middle]).as_secs_f64() / 2.0
    }
}

fn speed(timing: &Timing, seconds: fn(&Timing) -> f64) -> f64 {
    timing.nodes as f64 / seconds(timing) / 1e6
}
