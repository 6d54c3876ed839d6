//! How fast the solver is by itself: reads a list, solves every problem, keeps nothing.
//!
//! `cargo run --release -p tsumugi-tsume --example raw -- LIST.tsv [THREADS]`; compare with `tsumugi batch`.

use std::io::{BufRead, BufReader};
use std::sync::Mutex;
use std::time::Instant;
use tsumugi_notation::read::read_list_line;
use tsumugi_shogi::Waivers;
use tsumugi_tsume::{Limits, Problem, Settings, Solver};

fn main() {
    let mut words = std::env::args().skip(1);
    let path = words.next().expect("a list of problems");
    let threads: usize = words.next().map_or(1, |word| word.parse().expect("a number of threads"));
    let lines = Mutex::new(BufReader::new(std::fs::File::open(path).expect("a file")).lines());
    let (start, solved) = (Instant::now(), Mutex::new(0u64));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| *solved.lock().expect("no panic") += work(&lines));
        }
    });
    let (count, seconds) = (*solved.lock().expect("no panic"), start.elapsed().as_secs_f64());
    println!("{count} problems, {seconds:.2} s, {:.0}/s", count as f64 / seconds);
}

fn work(lines: &Mutex<std::io::Lines<BufReader<std::fs::File>>>) -> u64 {
    let mut solver = Solver::new(Settings { bytes: 64 << 20, prove: false, ..Settings::default() });
    let mut count = 0;
    loop {
        let Some(Ok(line)) = lines.lock().expect("no panic").next() else { return count };
        let Some(Ok(read)) = read_list_line(2, line.as_bytes(), None) else { continue };
        let Ok(problem) = Problem::from_setup(&read.record.setup, Waivers::TSUME, false) else {
            continue;
        };
        solver.solve(&problem, &Limits::default(), &mut ());
        solver.clear();
        count += 1;
    }
}
