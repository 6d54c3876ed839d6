//! Where a request is worked on: its clock, when it has to stop, and somebody to tell how it goes.

use crate::solve::{CHECKPOINTS, Keeper, Kept, Spent};
use crate::{Reason, mend, mine, solve};
use serde::Serialize;
use std::fmt;
use std::time::Duration;
use tsumugi_andor::{Bounds, Limits, Observer, Stats};
use tsumugi_clock::{Clock, Interrupt, StopToken};
use tsumugi_helpmate as helpmate;
use tsumugi_shogi::{Move, Position};

/// Time between two things told. Less: screens and streams that nobody can follow. More: it seems to hang.
const PAUSE: Duration = Duration::from_millis(100);

/// How many moves of the line being searched are reported. Fewer say little; more do not fit into a line on the screen.
const TOLD_MOVES: usize = 12;

/// A proof that nobody asked for may take this much longer than what came before it. Less: easy problems go without. More:
/// the answer waits for it noticeably.
const COURTESY: Duration = Duration::from_millis(500);

/// How a request goes on. A key that does not apply is left out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Progress {
    /// Moves played, or positions met.
    pub nodes: u64,
    /// Positions expanded.
    pub expansions: u64,
    /// The proof number of the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pn: Option<u32>,
    /// The disproof number of the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dn: Option<u32>,
    /// The longest line searched, or the ply of a search in layers.
    pub depth: u32,
    /// Of a search in layers: positions of the current layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frontier: Option<u64>,
    /// Of a search in layers: bytes in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// How full the table is, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<f64>,
    /// The line being searched.
    pub line: Vec<String>,
    /// Since the work began.
    pub seconds: f64,
    /// What is being done, in a word.
    pub stage: &'static str,
    /// The same more closely, for a person at a terminal.
    #[serde(skip)]
    pub detail: &'static str,
    /// How much of it is done.
    pub done: Option<usize>,
    /// How much of it there is.
    pub total: Option<usize>,
    /// The mate that was found, while its line and length are being looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Box<solve::Answer>>,
    /// If asked for: what is known of each move by now, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<solve::Outcome>,
    /// Of a game: a mate about which all is known. Each is told once.
    #[cfg_attr(target_family = "wasm", serde(skip_serializing))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<Box<mine::Mate>>,
    /// The mended diagrams found by now, the best first.
    #[cfg_attr(target_family = "wasm", serde(skip_serializing))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mended: Vec<mend::Mended>,
    /// A checkpoint of the search that was read or written just now. Each is told once.
    #[serde(skip)]
    pub checkpoint: Option<Kept>,
}

/// Where a request is worked on.
pub struct Stage<'a> {
    clock: Clock,
    /// When the work began.
    start: Duration,
    /// What the same work took before, up to a checkpoint.
    earlier: Spent,
    /// Writes checkpoints, if they are wanted.
    keeper: Option<Keeper<'a>>,
    /// When all of it has to stop.
    whole: StopToken,
    /// When the part has to stop that is being done.
    part: StopToken,
    tell: &'a mut (dyn FnMut(&Progress) + Send),
    stage: &'static str,
    parts: Option<(usize, usize)>,
    told: Duration,
    line: Vec<u32>,
    /// Must a proof not take longer than what came before it?
    proof_is_courtesy: bool,
    /// Where lines start that are told.
    root: Option<Position>,
    /// What the searches of this work did that are over, and what the current one did.
    before: Stats,
    current: Stats,
    /// The best answer so far.
    found: Option<Box<solve::Answer>>,
    /// What is known of each move.
    moves: Vec<solve::Outcome>,
    /// Mended diagrams.
    mended: Vec<mend::Mended>,
}

impl fmt::Debug for Stage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage")
            .field("stage", &self.stage)
            .field("whole", &self.whole)
            .field("part", &self.part)
            .finish_non_exhaustive()
    }
}

impl<'a> Stage<'a> {
    /// A stage for work that begins now and has to stop when the token says so.
    pub fn new(
        clock: &Clock,
        stop: StopToken,
        tell: &'a mut (dyn FnMut(&Progress) + Send),
    ) -> Stage<'a> {
        let start = clock.now();
        Stage {
            clock: clock.clone(),
            start,
            earlier: Spent::default(),
            keeper: None,
            part: stop.clone(),
            whole: stop,
            tell,
            stage: "search",
            parts: None,
            told: start,
            line: Vec::new(),
            proof_is_courtesy: false,
            root: None,
            before: Stats::default(),
            current: Stats::default(),
            found: None,
            moves: Vec::new(),
            mended: Vec::new(),
        }
    }

    /// Lines are told from here on; one that a search follows from another position is not told.
    pub fn pose(&mut self, position: &Position) {
        self.root = Some(position.clone());
    }

    /// The moves being searched, as far as they can be played from the start.
    fn played(&self) -> Vec<String> {
        let Some(mut here) = self.root.clone() else { return vec![] };
        let mut moves = Vec::new();
        for m in self.line.iter().map_while(|&bits| Move::from_bits(bits as u16)) {
            if !here.is_legal(m) {
                break;
            }
            _ = here.play(m);
            moves.push(m.to_string());
        }
        moves
    }

    /// Goes on with a search that took this before, and writes checkpoints of it.
    pub(crate) fn keep(&mut self, keeper: Keeper<'a>, earlier: Option<Spent>) {
        self.keeper = Some(keeper);
        if let Some(earlier) = earlier {
            let checkpoint = Some(Kept::Read(earlier.expansions, earlier.seconds));
            self.earlier = earlier;
            self.tell_now(|_| Progress { checkpoint, ..Progress::default() });
        }
    }

    /// What the work took before, up to a checkpoint.
    pub(crate) fn earlier(&self) -> &Spent {
        &self.earlier
    }

    /// Writes a checkpoint if it is time to.
    fn keep_if_due(&mut self) {
        if CHECKPOINTS && self.keeper.as_mut().is_some_and(Keeper::is_due) {
            let all = self.before.plus(&self.current);
            self.keep_now(all.expansions, all.plays, all.max_depth);
        }
    }

    /// Writes a checkpoint, if checkpoints are wanted, and tells of it. So much was done since the one that was read.
    pub(crate) fn keep_now(&mut self, expansions: u64, plays: u64, depth: u32) {
        let Some(mut keeper) = self.keeper.take().filter(|_| CHECKPOINTS) else { return };
        let spent = Spent {
            expansions: self.earlier.expansions + expansions,
            plays: self.earlier.plays + plays,
            depth: self.earlier.depth.max(depth),
            seconds: crate::rounded(self.seconds()),
        };
        let checkpoint = Some(keeper.write(&spent, self));
        self.keeper = Some(keeper);
        self.tell_now(|_| Progress { checkpoint, ..Progress::default() });
    }

    /// The time that the work took by now, before its checkpoint was read and since.
    fn elapsed(&self) -> Duration {
        let before = Duration::try_from_secs_f64(self.earlier.seconds).unwrap_or_default();
        self.clock.now().saturating_sub(self.start).saturating_add(before)
    }

    /// Seconds since the work began.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// Ends the work this many seconds after it began.
    pub(crate) fn end_at(&mut self, seconds: Option<f64>) {
        let at = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        if let Some(at) = at.and_then(|at| self.start.checked_add(at)) {
            self.whole = self.whole.and_at(&self.clock, at);
        }
        self.part = self.whole.clone();
    }

    /// A proof may take as long as everything before it and a little more, no longer.
    pub fn proof_is_courtesy(&mut self) {
        self.proof_is_courtesy = true;
    }

    /// Begins another part of the work, which may take this many seconds by itself.
    pub(crate) fn part(&mut self, stage: &'static str, seconds: Option<f64>) {
        self.stage = stage;
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        self.part = time.map_or(self.whole.clone(), |time| self.whole.and_within(&self.clock, time));
    }

    /// A last part that is done though the time for the work is over, and must not take longer than this.
    pub(crate) fn farewell(&mut self, seconds: f64) {
        self.stage = "farewell";
        self.part = StopToken::within(&self.clock, Duration::from_secs_f64(seconds));
    }

    /// Records how many parts are done, and how many there are.
    pub(crate) fn done(&mut self, done: usize, total: usize) {
        self.parts = Some((done, total));
    }

    /// Counts what a search did, all in all; one that did less than the last is another one.
    fn count(&mut self, stats: &Stats) {
        if stats.plays < self.current.plays {
            self.before = self.before.plus(&self.current);
        }
        self.current = *stats;
    }

    /// An answer that may still get better: told at once.
    pub(crate) fn note_found(&mut self, answer: &solve::Answer) {
        self.found = Some(Box::new(answer.clone()));
        self.told = Duration::ZERO;
        self.tell(|this| Progress {
            nodes: this.earlier.plays + answer.nodes,
            expansions: this.earlier.expansions + answer.expansions,
            depth: answer.depth,
            ..Progress::default()
        });
    }

    /// What is known of each move by now.
    pub(crate) fn note_moves(&mut self, moves: Vec<solve::Outcome>) {
        self.moves = moves;
        self.tell(|this| {
            let all = this.before.plus(&this.current);
            let depth = this.current.max_depth;
            Progress { nodes: all.plays, expansions: all.expansions, depth, ..Progress::default() }
        });
    }

    /// A mate of a game: told at once, and once.
    pub(crate) fn note_mate(&mut self, mate: &mine::Mate) {
        let mate = Some(Box::new(mate.clone()));
        self.tell_now(|_| Progress { mate, ..Progress::default() });
    }

    /// The mended diagrams found by now: told at once.
    pub(crate) fn note_mended(&mut self, mended: Vec<mend::Mended>) {
        self.mended = mended;
        self.told = Duration::ZERO;
        self.tell(|_| Progress::default());
    }

    /// When the part has to stop that is being done.
    pub(crate) fn stop(&self) -> StopToken {
        self.part.clone()
    }

    /// The clock.
    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// When all of the work has to stop.
    pub(crate) fn whole(&self) -> &StopToken {
        &self.whole
    }

    /// Is there no time left for anything?
    pub(crate) fn is_over(&self) -> bool {
        self.whole.is_over()
    }

    /// Why there is no time left for anything.
    pub(crate) fn interrupted(&self) -> Option<Reason> {
        self.whole.interrupt().map(|interrupt| match interrupt {
            Interrupt::Time => Reason::Time,
            Interrupt::Stopped => Reason::Stopped,
        })
    }

    /// Lets whoever hears of the work know that it goes on.
    pub(crate) fn breathe(&mut self) {
        self.tell(|_| Progress::default());
    }

    /// Tells how it goes, unless something was told just now.
    pub(crate) fn tell(&mut self, progress: impl FnOnce(&Self) -> Progress) {
        if self.clock.now().saturating_sub(self.told) >= PAUSE {
            self.tell_now(progress);
        }
    }

    fn tell_now(&mut self, progress: impl FnOnce(&Self) -> Progress) {
        self.told = self.clock.now();
        let progress = Progress {
            seconds: crate::rounded(self.seconds()),
            stage: self.stage,
            done: self.parts.map(|(done, _)| done),
            total: self.parts.map(|(_, total)| total),
            found: self.found.clone(),
            moves: self.moves.clone(),
            mended: self.mended.clone(),
            ..progress(self)
        };
        (self.tell)(&progress);
    }
}

impl Observer for Stage<'_> {
    fn proving(&mut self, limits: &Limits) -> Limits {
        self.stage = "proof";
        self.keep_if_due();
        let mut limits = limits.clone();
        if self.proof_is_courtesy {
            let end = self.clock.now() + self.elapsed() + COURTESY;
            limits.stop = limits.stop.and_at(&self.clock, end);
        }
        limits
    }

    fn line(&mut self, moves: &[u32]) {
        self.line.clear();
        self.line.extend(moves.iter().take(TOLD_MOVES));
    }

    fn progress(&mut self, stats: &Stats, root: Bounds, fill: f64) {
        self.count(stats);
        self.keep_if_due();
        self.tell(|this| {
            let all = this.before.plus(&this.current);
            Progress {
                nodes: this.earlier.plays + all.plays,
                expansions: this.earlier.expansions + all.expansions,
                pn: Some(root.pn()),
                dn: Some(root.dn()),
                depth: stats.max_depth,
                fill: Some(crate::rounded(fill)),
                line: this.played(),
                ..Progress::default()
            }
        });
    }
}

impl helpmate::Observer for Stage<'_> {
    fn progress(&mut self, progress: &helpmate::Progress) {
        self.tell(|_| Progress {
            nodes: progress.positions,
            expansions: progress.expansions,
            depth: progress.ply,
            detail: progress.stage,
            frontier: Some(progress.frontier),
            bytes: Some(progress.bytes),
            ..Progress::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    /// A clock that is turned by hand, in milliseconds.
    fn by_hand() -> (Clock, Arc<AtomicU64>) {
        let hand = Arc::new(AtomicU64::new(1_000));
        let shown = hand.clone();
        (Clock::new(move || Duration::from_millis(shown.load(Ordering::Relaxed))), hand)
    }

    #[test]
    fn a_part_that_took_too_long_does_not_end_the_work() {
        let ((clock, hand), mut nobody) = (by_hand(), |_: &Progress| {});
        let mut stage = Stage::new(&clock, StopToken::default(), &mut nobody);
        stage.part("proof", Some(0.5));
        let stop = stage.stop();
        hand.store(1_400, Ordering::Relaxed);
        assert_eq!(stop.interrupt(), None);
        hand.store(1_600, Ordering::Relaxed);
        assert_eq!(stop.interrupt(), Some(Interrupt::Time));
        stage.part("variations", None);
        assert!(!stage.stop().is_over() && !stage.is_over());
        stage.end_at(Some(1.0));
        hand.store(2_000, Ordering::Relaxed);
        stage.part("variations", Some(10.0));
        assert_eq!(stage.stop().interrupt(), Some(Interrupt::Time));
    }

    #[test]
    fn a_last_part_has_its_own_end() {
        let ((clock, hand), mut nobody) = (by_hand(), |_: &Progress| {});
        let mut stage = Stage::new(&clock, StopToken::default(), &mut nobody);
        stage.end_at(Some(0.2));
        hand.store(1_200, Ordering::Relaxed);
        stage.farewell(0.5);
        let stop = stage.stop();
        assert!(!stop.is_over() && stage.is_over());
        hand.store(1_700, Ordering::Relaxed);
        assert!(stop.is_over());
        stage.part("variations", None);
        assert!(stage.stop().is_over());
    }

    #[test]
    fn who_cancels_is_heard_whatever_comes_next() {
        let ((clock, _), mut nobody) = (by_hand(), |_: &Progress| {});
        let flag = Arc::new(AtomicBool::new(false));
        let mut stage = Stage::new(&clock, StopToken::on(flag.clone()), &mut nobody);
        flag.store(true, Ordering::Relaxed);
        stage.part("search", Some(100.0));
        assert_eq!(stage.stop().interrupt(), Some(Interrupt::Stopped));
        assert!(stage.is_over());
    }

    #[test]
    fn a_proof_that_is_a_courtesy_takes_no_longer_than_the_search() {
        let ((clock, hand), mut nobody) = (by_hand(), |_: &Progress| {});
        let mut stage = Stage::new(&clock, StopToken::default(), &mut nobody);
        hand.store(3_000, Ordering::Relaxed);
        assert_eq!(stage.proving(&Limits::default()).stop.time_left(), None);
        stage.proof_is_courtesy();
        let left = stage.proving(&Limits::default()).stop.time_left();
        assert_eq!(left, Some(Duration::from_millis(2_500)));
    }
}
