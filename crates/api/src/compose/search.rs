//! Goes through a part of a family, number by number.

use super::request::{Plan, Request};
use super::wishes::{self, Solved};
use super::{Answer, Composed, Row};
use crate::check::{self, Soundness, Trouble};
use crate::conductor::Conductor;
use crate::{Fault, Progress, Stage, rounded};
use std::ops::Range;
use tsumugi_shogi::{Cell, Color, Setup, Square};
use tsumugi_tsume::Problem;
use tsumugi_workshop::pattern::Wish;
use tsumugi_workshop::sieve::{Sieve, Sifted};

/// Arrangements between two looks at the clock. Fewer: the clock takes a share of the work. More: seconds pass before a stop is heard.
const SLICE: u64 = 256;
/// The most diagrams to list that are not settled; all of them are counted.
const MOST_OPEN: usize = 100;

/// A part of a family being searched.
pub(super) struct Search<'a> {
    request: &'a Request,
    plan: &'a Plan,
    sieve: Sieve,
    /// Does every dual count?
    strict: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(request: &'a Request, plan: &'a Plan) -> Search<'a> {
        let length = plan.pattern.length;
        let sieve = Sieve::new(length.least.into(), length.most.into(), request.futile);
        let strict = plan.pattern.wishes.contains(&Wish::Unique);
        Search { request, plan, sieve, strict }
    }

    pub(super) fn run(
        mut self,
        part: Range<u64>,
        conductor: &mut Conductor,
        stage: &mut Stage<'_>,
    ) -> Result<Answer, Fault> {
        let mut answer = Answer::none(self.plan.family.len(), part.start);
        let total = part.end - part.start;
        for number in part.clone() {
            let done = number - part.start;
            if done.is_multiple_of(SLICE) {
                stage.part("compose", None);
                stage.done(done as usize, total as usize);
                stage.breathe();
            }
            if done.is_multiple_of(SLICE) && stage.is_over()
                || !self.one(number, &mut answer, conductor, stage)?
            {
                answer.reason = stage.interrupted();
                break;
            }
            answer.to = number + 1;
        }
        answer.rank(self.request.limit);
        answer.seconds = rounded(stage.seconds());
        Ok(answer)
    }

    /// Tries one arrangement; false if it was broken off.
    fn one(
        &mut self,
        number: u64,
        answer: &mut Answer,
        conductor: &mut Conductor,
        stage: &mut Stage<'_>,
    ) -> Result<bool, Fault> {
        let family = &self.plan.family;
        let position = family.arrangement(number).and_then(|arrangement| {
            let position = family.position(&arrangement)?;
            let first = family.is_first_image(number, &arrangement, &position);
            Some((position, first))
        });
        let tried = &mut answer.tried;
        let count = match position {
            None => &mut tried.illegal,
            Some((_, false)) => &mut tried.images,
            Some((mut position, true)) => match self.sieve.look(&mut position) {
                Sifted::NoCheck => &mut tried.no_check,
                Sifted::Short => &mut tried.short,
                Sifted::Long => &mut tried.long,
                Sifted::Cooked => &mut tried.cooked,
                Sifted::Worth => {
                    let problem = Problem::new(position).attacked_by(Color::Black);
                    return self.examine(number, &problem, answer, conductor, stage);
                }
            },
        };
        *count += 1;
        answer.tried.arrangements += 1;
        Ok(true)
    }

    /// Checks a diagram in full.
    fn examine(
        &self,
        number: u64,
        problem: &Problem,
        answer: &mut Answer,
        conductor: &mut Conductor,
        stage: &mut Stage<'_>,
    ) -> Result<bool, Fault> {
        let checked = self.check(problem, conductor, stage)?;
        if checked.verdict == Soundness::Unsettled && stage.is_over() {
            return Ok(false);
        }
        answer.expansions += checked.expansions;
        answer.tried.arrangements += 1;
        let lengths = self.plan.pattern.length;
        let solution = checked.solution.as_ref();
        let fits =
            |solution: &&check::Solution| solution.length.is_some_and(|plies| lengths.has(plies));
        match (checked.verdict, solution.filter(fits)) {
            (Soundness::Unsettled, _) => {
                answer.tried.open += 1;
                if answer.open.len() < MOST_OPEN {
                    answer.open.push(checked.sfen.clone());
                }
            }
            (Soundness::Sound, Some(solution)) => {
                let solved = Solved::new(problem, solution);
                let wanted = solved.fits(&self.plan.pattern.wishes)
                    && !self.is_shifted(problem, solution, conductor, stage)?;
                if stage.is_over() {
                    // Whether it is a shift of another was perhaps not settled.
                    answer.tried.arrangements -= 1;
                    return Ok(false);
                }
                self.add(number, &solved, wanted, answer);
            }
            _ => answer.tried.refused += 1,
        }
        Ok(true)
    }

    fn add(&self, number: u64, solved: &Solved<'_>, wanted: bool, answer: &mut Answer) {
        let composed = solved.composed(number);
        let Composed { on_board, in_hand, length, .. } = composed;
        answer.count(Row { on_board, in_hand, length, sound: 1, wanted: wanted.into() });
        answer.tried.sound += 1;
        if wanted {
            answer.tried.wanted += 1;
            answer.problems.push(composed);
            if answer.problems.len() >= 2 * self.request.limit {
                answer.rank(self.request.limit);
            }
        }
    }

    /// Checks with an empty table: what is said about a diagram must not depend on those before it.
    fn check(
        &self,
        problem: &Problem,
        conductor: &mut Conductor,
        stage: &mut Stage<'_>,
    ) -> Result<check::Answer, Fault> {
        conductor.clear();
        let mut nobody = |_: &Progress| {};
        let clock = stage.clock().clone();
        let mut own = Stage::new(&clock, stage.whole().clone(), &mut nobody);
        let request = self.request.check(problem, self.strict);
        check::conduct(&request, conductor, &mut own, &()).map_err(Trouble::into_fault)
    }

    /// Where that matters: is there the same problem nearer to the right edge?
    fn is_shifted(
        &self,
        problem: &Problem,
        solution: &check::Solution,
        conductor: &mut Conductor,
        stage: &mut Stage<'_>,
    ) -> Result<bool, Fault> {
        if !self.plan.pattern.wishes.contains(&Wish::NoShifts) {
            return Ok(false);
        }
        let setup = problem.position().to_setup();
        for by in 1..9 {
            let Some(shifted) = shifted(&setup, by) else { return Ok(false) };
            let Some(number) = self.plan.family.number_of(&shifted) else { continue };
            let arrangement = self.plan.family.arrangement(number);
            let Some(position) = arrangement.and_then(|one| self.plan.family.position(&one)) else {
                continue;
            };
            let other = Problem::new(position).attacked_by(Color::Black);
            let checked = self.check(&other, conductor, stage)?;
            let line = wishes::shifted(&solution.line, by);
            let same = checked.solution.is_some_and(|other| Some(other.line) == line);
            if checked.verdict == Soundness::Sound && same {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A diagram moved by this many files towards the right edge, if there is room.
fn shifted(setup: &Setup, by: u8) -> Option<Setup> {
    let mut out = Setup { board: [Cell::Empty; 81], ..setup.clone() };
    for square in Square::all().filter(|&square| setup.cell(square) != Cell::Empty) {
        let to = Square::new(square.file().checked_sub(by)?, square.rank())?;
        out.set(to, setup.cell(square));
    }
    Some(out)
}
