//! AND nodes of C*: which reply to look at next, and how many tips all of them come to.
//!
//! Trouble  How many iterations there are depends on the order of the replies. And where lines meet again, the tips
//!          below are counted once for each way to them: numbers of long solutions explode, and the solution is
//!          looked at last.
//! Idea     In a solution every reply must be solved, so begin with the easiest: it makes room for the others. When it comes
//!          back unsolved it may not be the easiest any more, and another one is next. The longest problems want patience:
//!          `follow` keeps the reply at hand while it needs no more than so many times as many tips as the easiest. To begin
//!          with the hardest took several times as many expansions.
//!          Against double counting, count the reply that needs most tips in full and the others as one each. That does
//!          not pay: nothing keeps long lines with few replies from being followed for ever. Neither did half of what the
//!          others need, nor counting replies once whose best answers lead to the same position, nor forgetting open
//!          numbers from time to time.
//! Source   \[Seo95, sections 5 and 6\] names both troubles. The other numbers are weak proof numbers.
//! Switch   `easiest_first` and `tips` of [`super::CstarOptions`], `follow` of [`crate::PaperOptions`].

use super::{Child, Cstar, Frame, LARGEST, LOST, Number, Tips, sum};
use crate::{Game, Turn};

/// How an AND node goes on.
pub(super) enum Reply {
    /// Search the reply at this index, with this threshold of tips.
    Look(usize, Number),
    /// The threshold is exceeded: it takes this many tips.
    TooMany(Number),
    /// A reply cannot be met.
    Refutes,
    /// Every reply is solved.
    AllSolved,
}

impl<G: Game> Cstar<G> {
    /// Fills in the children of the AND node just entered.
    pub(super) fn look_at_replies(&mut self, start: usize) {
        self.after.clear();
        self.after.resize(self.generated.len(), None);
        if self.delay {
            self.game.delays(&self.generated, &mut self.after);
        }
        for i in 0..self.generated.len() {
            let m = self.generated[i];
            let futile = self.delay && self.game.futile(m);
            let mut child = Child { after: self.after[i], futile, ..Child::new(m) };
            self.look_at(&mut child);
            self.children.push(child);
        }
        debug_assert_eq!(self.children.len() - start, self.generated.len());
    }

    /// How to go on with an AND node.
    pub(super) fn next_reply(&self, frame: &Frame) -> Reply {
        debug_assert_eq!(frame.turn, Turn::And);
        let replies = &self.children[frame.start..];
        let serious = replies.iter().any(|reply| !reply.done && !reply.futile);
        let mut next = None;
        let (mut total, mut most, mut others) = (0, 0, 0);
        for (at, reply) in replies.iter().enumerate() {
            if reply.number == LOST {
                return Reply::Refutes;
            }
            if !counts(replies, reply, serious) {
                continue;
            }
            total = sum(total, reply.number);
            (most, others) = (most.max(reply.number), others + u64::from(reply.number > 0));
            let better = |best: usize| self.limits.easiest_first && reply.number < replies[best].number;
            if next.is_none_or(better) {
                next = Some(at);
            }
        }
        let Some(easiest) = next else { return Reply::AllSolved };
        let at_hand = Some(frame.at - frame.start).filter(|&at| frame.begun && !replies[at].done);
        let enough = replies[easiest].number.saturating_mul(self.follow);
        let next = at_hand.filter(|&at| replies[at].number <= enough).unwrap_or(easiest);
        let reply = &replies[next];
        others = others.saturating_sub(1);
        let (all, beside) = match self.limits.tips {
            Tips::Sum => (total, total - reply.number),
            Tips::Largest => (sum(most, others), others),
        };
        if all >= frame.threshold {
            return Reply::TooMany(all);
        }
        let affordable = frame.threshold - beside.min(LARGEST);
        let threshold = match self.limits.multiple_deepening {
            true => affordable.min(self.farther(reply.number)),
            false => affordable,
        };
        Reply::Look(frame.start + next, threshold)
    }
}

/// Does a reply count already?
fn counts<M, R>(replies: &[Child<M, R>], reply: &Child<M, R>, serious: bool) -> bool {
    let waits = reply.after.is_some_and(|first| !replies[usize::from(first)].done);
    !(reply.done || waits || reply.futile && serious)
}
