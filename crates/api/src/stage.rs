//! Where work is done: its clock, its stop flag, and somebody to tell.
//!
//! A search looks at one flag. [`Control`] says when that flag goes up: when the caller cancels, when the time of the
//! whole work is over, or when a part of it that must not take long has taken too long. Whoever has a thread to
//! spare calls [`Control::tick`] now and then; the search itself does so as well, whenever it tells how it goes.

use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tsumugi_andor::{Bounds, Observer, Stats};
use tsumugi_helpmate as helpmate;
use tsumugi_shogi::{Move, Position};

/// No end in sight.
const NEVER: u64 = u64::MAX;

/// Seconds between two things told.
const PAUSE: f64 = 0.1;

/// So many moves of the line being searched are told.
const TOLD_MOVES: usize = 12;

/// Ends work from outside. Times are seconds since the work began.
#[derive(Debug)]
pub struct Control {
    stop: Arc<AtomicBool>,
    cancelled: AtomicBool,
    out_of_time: AtomicBool,
    /// Milliseconds at which the work is given up.
    end: AtomicU64,
    /// Milliseconds at which the part being done is given up.
    part_end: AtomicU64,
    /// Is the work over but for a last part?
    leaving: AtomicBool,
}

impl Default for Control {
    fn default() -> Control {
        Control {
            stop: Arc::default(),
            cancelled: AtomicBool::new(false),
            out_of_time: AtomicBool::new(false),
            end: AtomicU64::new(NEVER),
            part_end: AtomicU64::new(NEVER),
            leaving: AtomicBool::new(false),
        }
    }
}

impl Control {
    /// Ends the work soon. It still says what it knows by then.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Raises the flag if it is time to.
    pub fn tick(&self, now: f64) {
        let due = |at: &AtomicU64| (now * 1000.0) as u64 >= at.load(Ordering::Relaxed);
        if due(&self.end) {
            self.out_of_time.store(true, Ordering::Relaxed);
        }
        let leaving = self.leaving.load(Ordering::Relaxed);
        if (self.is_over() && !leaving) || due(&self.part_end) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Is there no time left for anything?
    fn is_over(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.out_of_time.load(Ordering::Relaxed)
    }
}

/// Where work is done.
pub struct Stage<'a> {
    control: &'a Control,
    clock: &'a (dyn Fn() -> f64 + Sync),
    tell: &'a mut (dyn FnMut(&Value) + Send),
    /// What is being done, in a word.
    stage: &'static str,
    /// How much of it is done, and how much there is.
    parts: Option<(usize, usize)>,
    told: f64,
    line: Vec<u32>,
    /// Must a proof not take longer than what came before it?
    proof_is_courtesy: bool,
    /// Where lines start that are told.
    root: Option<Position>,
    /// What the searches of this work did that are over, and what the current one did.
    before: Stats,
    current: Stats,
}

impl<'a> Stage<'a> {
    /// A stage; the clock counts seconds since the work began.
    pub fn new(
        control: &'a Control,
        clock: &'a (dyn Fn() -> f64 + Sync),
        tell: &'a mut (dyn FnMut(&Value) + Send),
    ) -> Stage<'a> {
        let (line, before, current) = (Vec::new(), Stats::default(), Stats::default());
        let (stage, parts, told, proof_is_courtesy) = ("search", None, 0.0, false);
        Stage {
            control,
            clock,
            tell,
            stage,
            parts,
            told,
            line,
            proof_is_courtesy,
            root: None,
            before,
            current,
        }
    }

    /// Lines are told from here on; one that a search follows from another position is not told.
    pub(crate) fn pose(&mut self, position: &Position) {
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

    /// Seconds since the work began.
    pub(crate) fn seconds(&self) -> f64 {
        (self.clock)()
    }

    /// Gives the work up after so many seconds.
    pub(crate) fn end_at(&self, seconds: Option<f64>) {
        let end = seconds.map_or(NEVER, |seconds| (seconds * 1000.0) as u64);
        self.control.end.store(end, Ordering::Relaxed);
    }

    /// A proof may take as long as everything before it and a little more, no longer.
    pub(crate) fn proof_is_courtesy(&mut self) {
        self.proof_is_courtesy = true;
    }

    /// Begins another part of the work, which may take so many seconds by itself. The flag is down again, unless the
    /// whole work is over.
    pub(crate) fn part(&mut self, stage: &'static str, seconds: Option<f64>) {
        self.stage = stage;
        self.control.leaving.store(false, Ordering::Relaxed);
        let end = seconds.map_or(NEVER, |seconds| ((self.seconds() + seconds) * 1000.0) as u64);
        self.control.part_end.store(end, Ordering::Relaxed);
        // If the caller cancels between these two, the next tick raises the flag again.
        self.control.stop.store(self.control.is_over(), Ordering::Relaxed);
    }

    /// A last part that is done though the work is over, and must not take longer than this.
    pub(crate) fn farewell(&mut self, seconds: f64) {
        self.part("farewell", Some(seconds));
        self.control.leaving.store(true, Ordering::Relaxed);
        self.control.stop.store(false, Ordering::Relaxed);
    }

    /// So many parts are done of so many.
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

    /// The flag that searches look at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.control.stop.clone()
    }

    /// Is there no time left for anything?
    pub(crate) fn is_over(&self) -> bool {
        self.control.tick(self.seconds());
        self.control.is_over()
    }

    /// Did the time run out?
    pub(crate) fn out_of_time(&self) -> bool {
        self.control.out_of_time.load(Ordering::Relaxed)
    }

    /// Looks at the clock; tells what `event` says, unless something was told just now.
    fn tell(&mut self, event: impl FnOnce(&Self) -> Value) {
        let now = self.seconds();
        self.control.tick(now);
        if now - self.told < PAUSE {
            return;
        }
        self.told = now;
        let mut value = event(self);
        value["seconds"] = json!(crate::rounded(now));
        value["stage"] = json!(self.stage);
        value["done"] = json!(self.parts.map(|(done, _)| done));
        value["total"] = json!(self.parts.map(|(_, total)| total));
        (self.tell)(&value);
    }
}

impl Observer for Stage<'_> {
    fn proving(&mut self) {
        self.stage = "proof";
        if self.proof_is_courtesy {
            let end = (self.seconds() * 2.0 + 0.5) * 1000.0;
            self.control.part_end.store(end as u64, Ordering::Relaxed);
        }
    }

    fn line(&mut self, moves: &[u32]) {
        self.line.clear();
        self.line.extend(moves.iter().take(TOLD_MOVES));
    }

    fn progress(&mut self, stats: &Stats, root: Bounds, fill: f64) {
        self.count(stats);
        self.tell(|this| {
            let all = this.before.plus(&this.current);
            json!({
                "nodes": all.plays,
                "expansions": all.expansions,
                "pn": root.pn(),
                "dn": root.dn(),
                "depth": stats.max_depth,
                "fill": crate::rounded(fill),
                "line": this.played(),
            })
        });
    }
}

impl helpmate::Observer for Stage<'_> {
    fn progress(&mut self, progress: &helpmate::Progress) {
        self.tell(|_| {
            json!({
                "nodes": progress.positions,
                "expansions": progress.expansions,
                "depth": progress.ply,
                "frontier": progress.frontier,
                "bytes": progress.bytes,
                "line": [],
            })
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_took_too_long_does_not_end_the_work() {
        let (control, mut nobody) = (Control::default(), |_: &Value| {});
        let mut stage = Stage::new(&control, &|| 1.0, &mut nobody);
        stage.part("proof", Some(0.5));
        control.tick(1.4);
        assert!(!stage.flag().load(Ordering::Relaxed));
        control.tick(1.6);
        assert!(stage.flag().load(Ordering::Relaxed));
        stage.part("variations", None);
        assert!(!stage.flag().load(Ordering::Relaxed) && !stage.out_of_time());
        stage.end_at(Some(2.0));
        control.tick(2.0);
        stage.part("variations", None);
        assert!(stage.flag().load(Ordering::Relaxed) && stage.out_of_time());
    }

    #[test]
    fn a_last_part_has_its_own_end() {
        let (control, mut nobody) = (Control::default(), |_: &Value| {});
        let mut stage = Stage::new(&control, &|| 1.0, &mut nobody);
        control.cancel();
        stage.farewell(0.5);
        control.tick(1.4);
        assert!(!stage.flag().load(Ordering::Relaxed) && stage.is_over());
        control.tick(1.5);
        assert!(stage.flag().load(Ordering::Relaxed));
        stage.part("variations", None);
        assert!(stage.flag().load(Ordering::Relaxed));
    }

    #[test]
    fn who_cancels_is_heard_whatever_comes_next() {
        let (control, mut nobody) = (Control::default(), |_: &Value| {});
        let mut stage = Stage::new(&control, &|| 1.0, &mut nobody);
        control.cancel();
        stage.part("search", Some(100.0));
        assert!(stage.flag().load(Ordering::Relaxed) && !stage.out_of_time() && stage.is_over());
    }
}
