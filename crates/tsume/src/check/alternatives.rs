//! Checks beside the main line: do they mate too, and what does that mean?

use super::landmarks::{self, Relation};
use super::variation;
use super::work::Work;
use super::{Alternative, Check, Class, Dual, Judged, Judgement, Than, join, moves_of};
use crate::problem::Problem;
use crate::solve::{Solver, Verdict};
use std::cmp::Ordering;
use tsumugi_andor::{self as andor, Limits, Observer, Stats};
use tsumugi_shogi::{Kind, Move, Position, Square};

impl Check {
    /// Proves what was judged about a check beside the main line, that it mates or that it does not, and writes the
    /// certificate into `sink`, as [`Solver::solve_into`] does. Was it proved? What the solver's table has lost since then
    /// is searched again.
    pub fn prove(
        &self,
        alternative: Alternative,
        mates: bool,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
    ) -> (bool, Stats) {
        let after = self.positions[alternative.after].after(alternative.m);
        let answer = solver.solve_into(&after, limits, observer, sink);
        let same = match answer.verdict {
            Verdict::Mate(_) => mates,
            Verdict::NoMate => !mates,
            Verdict::Unknown(_) => false,
        };
        (same && answer.claims.is_some(), answer.stats)
    }

    /// Does a check beside the main line mate too, and what does that mean? Writes the certificate of the answer
    /// into `sink`, as [`Solver::solve_into`] does, if the solver is set to prove.
    pub fn judge(
        &self,
        alternative: Alternative,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
    ) -> Judged {
        let after = self.positions[alternative.after].after(alternative.m);
        let answer = solver.solve_into(&after, limits, observer, sink);
        let mut work = Work::new(solver, limits, observer, self.count);
        work.stats = answer.stats;
        let judgement = match answer.verdict {
            Verdict::NoMate => {
                Judgement::NoMate { proved: answer.claims.is_some(), refutation: answer.best }
            }
            Verdict::Unknown(reason) => Judgement::Open(reason),
            Verdict::Mate(plies) => {
                let mut dual = self.dual(alternative, &after, plies, answer.line, &mut work);
                dual.proved = answer.claims.is_some();
                Judgement::Mate(dual)
            }
        };
        Judged { judgement, stats: work.stats }
    }

    /// A second solution (余詰) at the first move, if one is found with little effort: a check that mates without a position of
    /// the line and differs from the line's in more than promotion or distance. How long its mate is makes no difference then,
    /// nor does how long the defences hold out. The limits are those of each check; "none" says nothing.
    pub fn cook_at_once(
        &self,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> (Option<(Alternative, Dual)>, Stats) {
        let mut stats = Stats::default();
        if self.line.len() < 2 {
            return (None, stats);
        }
        let first = moves_of(&self.positions[0]).into_iter().filter(|&m| m != self.line[0]);
        for alternative in first.map(|m| Alternative { after: 0, m }) {
            let lesser = self.same_but(alternative).is_some()
                || landmarks::mirrors(&self.positions[0], alternative, self.line[0]);
            if lesser {
                continue;
            }
            let mut work = Work::new(solver, limits, observer, self.count);
            let found = self.avoids_line(alternative, &mut work);
            stats = stats.plus(&work.stats);
            if let Some(plies) = found {
                let class = Class::Cook(Than::Unknown);
                let line = vec![alternative.m];
                let dual = Dual { class, line, plies: plies + 1, at_least: 1, proved: false };
                return (Some((alternative, dual)), stats);
            }
        }
        (None, stats)
    }

    /// Within how many plies the defender is mated after an alternative, if that is so without passing through the line, too.
    fn avoids_line(&self, alternative: Alternative, work: &mut Work<'_>) -> Option<u32> {
        let after = self.positions[alternative.after].after(alternative.m);
        let Verdict::Mate(plies) = work.solve(&after) else { return None };
        match work.solve_avoiding(&after, &self.landmarks().forbidden) {
            andor::GameValue::Proved(_) => Some(plies),
            _ => None,
        }
    }

    fn dual(
        &self,
        alternative: Alternative,
        after: &Problem,
        plies: u32,
        line: Vec<Move>,
        work: &mut Work<'_>,
    ) -> Dual {
        let (than, at_least) = self.compare(alternative, after, work);
        let (plies, line) = variation::short_line(after, work).unwrap_or((plies, line));
        let line = [vec![alternative.m], line].concat();
        let class = Class::Cook(than);
        let mut dual = Dual { class, line, plies: plies + 1, at_least: at_least + 1, proved: false };
        let same_but = self.same_but(alternative);
        if alternative.after + 1 == self.line.len() {
            dual.class = Class::LastMove;
        } else if let Some(class) = same_but.filter(|_| than == Than::Equal) {
            dual.class = class;
        } else {
            self.seek_joining(alternative, after, &mut dual, work);
        }
        match (dual.class, same_but) {
            (Class::Cook(Than::Longer), Some(Class::Promotion))
                if self.line[alternative.after].is_promotion() =>
            {
                dual.class = Class::Unpromoted;
            }
            // Which of the two it is was not settled.
            (Class::Cook(Than::Unknown), Some(_)) => dual.class = Class::Unclear(work.why()),
            _ => {}
        }
        dual
    }

    /// How the mate after an alternative compares with the one after the move of the main line, and how many plies it
    /// takes at least.
    fn compare(&self, alternative: Alternative, after: &Problem, work: &mut Work<'_>) -> (Than, u32) {
        let main = self.longest[alternative.after + 1];
        let sooner = main.checked_sub(2).map_or(Some(None), |plies| work.within(after, plies));
        match (sooner, work.within(after, main)) {
            (Some(Some(_)), _) => (Than::Shorter, 0),
            (Some(None), Some(Some(_))) => (Than::Equal, main),
            (_, Some(None)) => (Than::Longer, main + 2),
            (Some(None), None) => (Than::Unknown, main),
            (None, _) => (Than::Unknown, 0),
        }
    }

    /// The class of a move that differs from the main line's in its promotion or its distance only, if its mate is as long.
    fn same_but(&self, alternative: Alternative) -> Option<Class> {
        let (m, main) = (alternative.m, self.line[alternative.after]);
        if m.from() != main.from() || m.dropped() != main.dropped() {
            return None;
        }
        if m.to() == main.to() {
            return Some(Class::Promotion);
        }
        self.is_another_distance(alternative).then_some(Class::Distance)
    }

    /// Does a far-reaching piece stand on another square of the same line to the king?
    fn is_another_distance(&self, alternative: Alternative) -> bool {
        let position = self.positions[alternative.after].position();
        let (m, main) = (alternative.m, self.line[alternative.after]);
        let (Some(kind), Some(king)) = (kind_after(position, m), position.king(!position.turn()))
        else {
            return false;
        };
        let far = matches!(kind, Kind::Lance | Kind::Bishop | Kind::Rook | Kind::Horse | Kind::Dragon);
        far && m.is_promotion() == main.is_promotion()
            && ray(king, m.to()).is_some_and(|ray_to| ray(king, main.to()) == Some(ray_to))
    }

    /// Does the mate work without passing through the main line? If not, where does it join it?
    fn seek_joining(
        &self,
        alternative: Alternative,
        after: &Problem,
        dual: &mut Dual,
        work: &mut Work<'_>,
    ) {
        if landmarks::mirrors(
            &self.positions[alternative.after],
            alternative,
            self.line[alternative.after],
        ) {
            dual.class = Class::Mirror(alternative.after + 1);
            return;
        }
        match work.solve_avoiding(after, &self.landmarks().forbidden) {
            andor::GameValue::Proved(_) => {}
            andor::GameValue::Unknown(reason) => dual.class = Class::Unclear(reason),
            andor::GameValue::Disproved => match join::find(self, alternative, after, work) {
                Ok(joined) => {
                    let Class::Cook(than) = dual.class else { return };
                    dual.class = joined.class(alternative.after, than, work);
                    dual.line = joined.line;
                }
                Err(reason) => dual.class = Class::Unclear(reason),
            },
        }
    }
}

impl join::Joined {
    /// What coming back makes of an alternative that left the main line after `left` moves, and whose mate compares this way
    /// with the main line's. A position that the main line reaches later is a short cut only if the mate is sooner, too:
    /// with fewer pieces in hand it may not be.
    fn class(&self, left: usize, than: Than, work: &Work<'_>) -> Class {
        let taken = left + self.line.len();
        match (self.relation, taken.cmp(&self.at)) {
            (_, Ordering::Less) if than == Than::Shorter => Class::Cook(Than::Shorter),
            (_, Ordering::Less) if than == Than::Unknown => Class::Unclear(work.why()),
            (Relation::Mirrored, _) => Class::Mirror(self.at),
            (Relation::GivenAway, _) => Class::GivenAway(self.at),
            (Relation::Own, Ordering::Equal) => Class::Transposition(self.at),
            (Relation::Own, Ordering::Less | Ordering::Greater) => Class::Detour(self.at),
        }
    }
}

/// What a move puts on its square.
fn kind_after(position: &Position, m: Move) -> Option<Kind> {
    match (m.from(), m.dropped()) {
        (_, Some(kind)) => Some(kind.kind()),
        (Some(from), None) => {
            let kind = position.piece(from)?.kind;
            if m.is_promotion() { kind.promoted() } else { Some(kind) }
        }
        (None, None) => None,
    }
}

/// The direction from one square to another on the same line.
fn ray(from: Square, to: Square) -> Option<(i8, i8)> {
    let across = to.file() as i8 - from.file() as i8;
    let down = to.rank() as i8 - from.rank() as i8;
    let straight = across == 0 || down == 0 || across.abs() == down.abs();
    straight.then_some((across.signum(), down.signum()))
}
