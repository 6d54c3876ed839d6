//! A collection, ready to be compared with: its diagrams in an index, its solutions as far as they are known.

use super::{Member, Origin};
use crate::conductor::Conductor;
use crate::solve::{Question, Verdict};
use crate::{Fault, ProblemText, Progress, Stage, solve};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tsumugi_clock::{Clock, StopToken, threads};
use tsumugi_shogi::{Move, Setup};
use tsumugi_tsume::Problem;
use tsumugi_tsume::themes::{Theme, themes};
use tsumugi_workshop::picture::Picture;
use tsumugi_workshop::similar::Index;

/// A problem of the set that cannot be compared with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Unread {
    /// Its number in the set, from 1.
    pub number: usize,
    /// Why, in English.
    pub message: String,
    /// Why, in Japanese.
    pub message_ja: String,
}

/// A collection. Building it once is worth it where several problems are compared with it.
#[derive(Debug, Default)]
pub struct Collection {
    pub(super) entries: Vec<Entry>,
    pub(super) index: Index,
    pub(super) unread: Vec<Unread>,
}

/// A problem of the collection.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its number in the set, from 1.
    pub(super) number: usize,
    pub(super) name: Option<String>,
    pub(super) place: Option<String>,
    pub(super) setup: Setup,
    problem: ProblemText,
    line: Vec<Move>,
    /// Its solution, once that was wanted.
    pub(super) solution: Option<Solution>,
}

/// What is compared of a solution.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub(super) origin: Origin,
    pub(super) themes: Vec<Theme>,
    pub(super) picture: Option<Picture>,
}

/// With what solutions are looked for.
pub(super) struct Effort {
    pub(super) nodes: u64,
    pub(super) hash: Option<u32>,
    pub(super) threads: u32,
}

impl Collection {
    /// The collection with this set; the two classic books if it is empty.
    pub fn of(set: &[Member]) -> Collection {
        if set.is_empty() {
            return Collection::of(&classics());
        }
        let mut collection = Collection::default();
        for (number, member) in (1..).zip(set) {
            if let Err(fault) = collection.put(number, member) {
                let said = fault.message();
                let (message, message_ja) = (said.english().into(), said.japanese().into());
                collection.unread.push(Unread { number, message, message_ja });
            }
        }
        collection
    }

    fn put(&mut self, number: usize, member: &Member) -> Result<(), Fault> {
        let text = ProblemText { sfen: Some(member.sfen.clone()), ..ProblemText::default() };
        let (posed, problem) = text.problem()?;
        let setup = problem.position().to_setup();
        self.index.add(&setup, problem.attacker());
        self.entries.push(Entry {
            number,
            name: member.name.clone(),
            place: member.place.clone(),
            setup,
            line: posed.record.main_line(),
            problem: ProblemText::of(&problem, &[], &[]),
            solution: None,
        });
        Ok(())
    }

    /// How many problems there are to compare with.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What cannot be compared with.
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// Settles the solution of every problem as far as the limits allow. What was settled before stays.
    pub(super) fn solve(&mut self, effort: &Effort, stage: &mut Stage<'_>) -> Result<(), Fault> {
        stage.part("similar", None);
        let open: Vec<Mutex<&mut Entry>> =
            self.entries.iter_mut().filter(|entry| entry.solution.is_none()).map(Mutex::new).collect();
        let (next, done, total) = (AtomicUsize::new(0), AtomicUsize::new(0), open.len());
        let (clock, stop) = (stage.clock().clone(), stage.whole().clone());
        let telling = Mutex::new(stage);
        let work = |_| -> Result<(), Fault> {
            let mut conductor = Conductor::default();
            while let Some(entry) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                if stop.is_over() {
                    break;
                }
                let mut entry = entry.lock().unwrap_or_else(PoisonError::into_inner);
                let found =
                    solution(&entry.problem, &entry.line, effort, &clock, &stop, &mut conductor)?;
                // What was broken off is not known to be too hard.
                if found.origin != Origin::Unsettled || !stop.is_over() {
                    entry.solution = Some(found);
                }
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                let mut stage = telling.lock().unwrap_or_else(PoisonError::into_inner);
                stage.done(done, total);
                stage.breathe();
            }
            Ok(())
        };
        threads::each(0..effort.threads, work).into_iter().collect()
    }
}

/// The solution of a problem: the line that came with it, if that mates, else the one that is found.
pub(super) fn solution(
    problem: &ProblemText,
    line: &[Move],
    effort: &Effort,
    clock: &Clock,
    stop: &StopToken,
    conductor: &mut Conductor,
) -> Result<Solution, Fault> {
    let (_, posed) = problem.problem()?;
    if let Some(given) = told(&posed, line, Origin::Given) {
        return Ok(given);
    }
    let request = solve::Request {
        problem: problem.clone(),
        question: Question::Line,
        nodes: Some(effort.nodes),
        hash: effort.hash,
        prove: false,
        ..solve::Request::default()
    };
    let mut nobody = |_: &Progress| {};
    let mut stage = Stage::new(clock, stop.clone(), &mut nobody);
    conductor.clear();
    let answer = conductor.solve(&request, &mut stage, &mut |_| {})?;
    let nothing = |origin| Solution { origin, themes: vec![], picture: None };
    Ok(match answer.verdict {
        Verdict::NoMate => nothing(Origin::None),
        Verdict::Mate if answer.length.is_some() => {
            told(&posed, &answer.line, Origin::Found).unwrap_or_else(|| nothing(Origin::Unsettled))
        }
        _ => nothing(Origin::Unsettled),
    })
}

/// What a line shows, if it can be played, every move of the attacker is a check, and it ends in mate.
fn told(problem: &Problem, line: &[Move], origin: Origin) -> Option<Solution> {
    let mut here = problem.clone();
    for &m in line {
        let (position, attacks) = (here.position(), here.position().turn() == problem.attacker());
        if !position.is_legal(m) || attacks && !position.gives_check(m) {
            return None;
        }
        here = here.after(m);
    }
    let picture =
        Some(Picture::of(here.position(), problem.attacker())?).filter(|_| !line.is_empty())?;
    Some(Solution { origin, themes: themes(problem, line), picture: Some(picture) })
}

/// 将棋図巧 and 将棋無双, with the lines there are for their diagrams.
fn classics() -> Vec<Member> {
    use tsumugi_problems::{MUSO, MUSO_LINES, ZUKO, ZUKO_LINES};
    let lines = ZUKO_LINES.lines().chain(MUSO_LINES.lines());
    let lines: HashMap<&str, &str> = lines
        .filter_map(|row| {
            let mut columns = row.split('\t');
            Some((columns.next()?, columns.nth(2)?))
        })
        .collect();
    let rows = ZUKO.lines().chain(MUSO.lines());
    rows.filter_map(|row| {
        let mut columns = row.split('\t');
        let (sfen, name) = (columns.next()?, columns.next()?);
        let with_line = lines.get(sfen).map(|line| format!("sfen {sfen} moves {line}"));
        let sfen = with_line.unwrap_or_else(|| sfen.to_string());
        Some(Member { sfen, name: Some(name.to_string()), place: None })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classics_are_all_readable_and_nearly_all_have_a_line() {
        let all = classics();
        let collection = Collection::of(&[]);
        assert_eq!((collection.len(), collection.unread()), (all.len(), &[][..]));
        let with_line = all.iter().filter(|member| member.sfen.contains(" moves ")).count();
        assert!(all.len() == 210 && with_line >= 195, "{with_line} of {}", all.len());
    }

    #[test]
    fn what_cannot_be_read_is_told_and_the_others_are_there() {
        let member = |sfen: &str| Member { sfen: sfen.into(), name: None, place: None };
        let collection = Collection::of(&[
            member("4k4/9"),
            member("4k4/9/4P4/9/9/9/9/9/9 b G 1"),
            member("9/9/9/9/9/9/9/9/9 b G 1"),
        ]);
        assert_eq!(collection.len(), 1);
        let numbers: Vec<usize> = collection.unread().iter().map(|unread| unread.number).collect();
        assert_eq!(numbers, [1, 3]);
        assert!(collection.unread().iter().all(|unread| !unread.message_ja.is_empty()));
    }
}
