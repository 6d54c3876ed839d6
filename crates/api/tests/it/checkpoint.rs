//! Checkpoints of a search, in a store that is no file.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use tsumugi_api::solve::{self, Kept, Question, Store};
use tsumugi_api::{Conductor, Fault, ProblemText, Progress, Stage};
use tsumugi_clock::{Clock, StopToken};

/// 将棋図巧 19: 25 plies, settled after some 70 000 positions.
const LONG: &str = "2+b6/P1l+R5/pk7/N1P6/1S7/2p6/1R7/9/9 b 3Pb4g3s3n3l11p 1";

/// Keeps the last checkpoint in memory, if it is no longer than there is room for.
#[derive(Clone)]
struct InMemory {
    kept: Arc<Mutex<Option<Vec<u8>>>>,
    room: usize,
    /// One is due each time it has been asked this many times.
    every: u32,
    asked: u32,
}

impl InMemory {
    fn new(every: u32) -> InMemory {
        InMemory { kept: Arc::default(), room: usize::MAX, every, asked: 0 }
    }
}

impl Store for InMemory {
    fn name(&self) -> String {
        "memory".to_string()
    }

    fn open(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        let kept = self.kept.lock().unwrap().clone();
        Ok(kept.map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn replace(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        if bytes.len() > self.room {
            return Err(io::ErrorKind::StorageFull.into());
        }
        *self.kept.lock().unwrap() = Some(bytes);
        Ok(())
    }

    fn is_due(&mut self) -> bool {
        self.asked += 1;
        self.asked.is_multiple_of(self.every)
    }
}

/// The answer, and what was told of checkpoints.
fn solve(
    conductor: &mut Conductor,
    sfen: &str,
    nodes: Option<u64>,
    threads: u32,
    store: Option<&mut InMemory>,
) -> Result<(solve::Answer, Vec<Kept>), Fault> {
    let problem = ProblemText { sfen: Some(sfen.to_string()), ..ProblemText::default() };
    let question = Question::Shortest;
    let request =
        solve::Request { problem, question, nodes, threads, prove: false, ..solve::Request::default() };
    let mut told = Vec::new();
    let mut tell = |progress: &Progress| told.extend(progress.checkpoint.clone());
    let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut tell);
    let store = store.map(|store| store as &mut dyn Store);
    let answer = conductor.solve_on(&request, store, &mut stage, &mut |_| {})?;
    drop(stage);
    Ok((answer, told))
}

fn anew(nodes: Option<u64>, threads: u32, store: Option<&mut InMemory>) -> (solve::Answer, Vec<Kept>) {
    solve(&mut Conductor::default(), LONG, nodes, threads, store).unwrap()
}

#[test]
fn a_search_in_many_runs_is_about_as_long_as_one() {
    let (whole, _) = anew(None, 1, None);
    assert_eq!(whole.strict_length, Some(25));
    for threads in [1, 3] {
        let mut store = InMemory::new(u32::MAX);
        let mut runs = 0;
        let last = loop {
            let (answer, told) = anew(Some(whole.expansions / 5), threads, Some(&mut store));
            assert!(matches!(told.last(), Some(Kept::Written(1.., _))), "{told:?}");
            assert_eq!(matches!(told[0], Kept::Read(..)), runs > 0, "{told:?}");
            runs += 1;
            if answer.shortest || runs > 50 {
                break answer;
            }
        };
        assert_eq!(last.strict_length, Some(25), "{runs} runs");
        if threads == 1 {
            let (all, one) = (last.expansions, whole.expansions);
            assert!(all * 2 < one * 3 && all * 4 > one * 3, "{all} in {runs} runs, {one} in one");
        }
    }
}

#[test]
fn a_checkpoint_written_at_any_time_changes_nothing() {
    let (whole, _) = anew(None, 1, None);
    let mut store = InMemory::new(3);
    let (often, told) = anew(None, 1, Some(&mut store));
    assert!(told.len() > 4, "{told:?}");
    assert_eq!((often.nodes, often.expansions), (whole.nodes, whole.expansions));
    // What is kept by several threads while they search is as good.
    let mut store = InMemory::new(3);
    let (stopped, told) = anew(Some(30_000), 3, Some(&mut store));
    assert!(!stopped.shortest && told.len() > 2, "{told:?}");
    assert_eq!(anew(None, 1, Some(&mut store)).0.strict_length, Some(25));
}

#[test]
fn where_there_is_no_room_the_search_goes_on_and_the_last_checkpoint_stays() {
    let mut store = InMemory::new(2);
    anew(Some(2_000), 1, Some(&mut store));
    let before = store.kept.lock().unwrap().clone();
    store.room = 1 << 19;
    let (answer, told) = anew(None, 1, Some(&mut store));
    assert_eq!(answer.strict_length, Some(25));
    assert!(matches!(told.last(), Some(Kept::Failed(_))), "{told:?}");
    let after = store.kept.lock().unwrap().clone();
    assert!(before.is_some() && after.is_some_and(|bytes| bytes.len() <= store.room));
}

#[test]
fn what_was_learned_from_another_problem_is_not_kept() {
    let mut conductor = Conductor::default();
    let mut store = InMemory::new(u32::MAX);
    let short = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    solve(&mut conductor, LONG, Some(20_000), 1, None).unwrap();
    solve(&mut conductor, short, None, 1, Some(&mut store)).unwrap();
    let size = store.kept.lock().unwrap().as_ref().unwrap().len();
    assert!(size < 10_000, "{size}");
    let refused = solve(&mut conductor, LONG, None, 1, Some(&mut store)).unwrap_err().to_string();
    assert!(refused.starts_with("memory: a checkpoint of another problem (4k4/9/4P4"), "{refused}");
}
