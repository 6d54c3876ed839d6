//! Would there be a mate if a pawn might be dropped to mate?
//!
//! The rule against it (打歩詰) decides many problems without a mate, and readers want to be told so. The question is asked
//! of a game of its own: the attacker has the forbidden drop among its moves. The search of the real rules has no part
//! in this, so it costs nothing where nobody asks.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::problem::Problem;
use crate::solve::{Answer, Solver, Verdict, over_already, search};
use tsumugi_andor::proof::winning_line;
use tsumugi_andor::{
    Bounds, Decided, Hints, Initial, Limits, Observer, Plies, Policy, Resources, Rules, Stats, Turn,
    Wrapper,
};
use tsumugi_shogi::Move;

/// Tells the positions of this game from those of the real one in a table that both share.
const SALT: u64 = 0x9D3C_51B8_E7A2_460F;

/// A mate problem whose attacker may drop a pawn to mate.
#[derive(Clone, Debug)]
pub(crate) struct PawnDropAllowed(TsumeGame);

impl PawnDropAllowed {
    /// The drop that the real rules forbid the attacker.
    fn drop(&self) -> Option<Move> {
        self.0.position().forbidden_pawn_drop().filter(|_| self.0.turn() == Turn::Or)
    }
}

/// The attacker has one more move in some positions, and that move mates. What is forwarded here is right because that
/// move has no part in it; how far a loss reaches is claimed for no more than the hand at hand.
impl Wrapper for PawnDropAllowed {
    type Inner = TsumeGame;
    const FAITHFUL: bool = false;

    fn inner(&self) -> &TsumeGame {
        &self.0
    }

    fn inner_mut(&mut self) -> &mut TsumeGame {
        &mut self.0
    }

    fn fork(&self, _: Option<PawnDropAllowed>) -> Option<PawnDropAllowed> {
        Some(self.clone())
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.0.moves(out);
        out.extend(self.drop());
    }

    fn key(&self) -> u64 {
        self.0.key() ^ SALT
    }

    fn place_after(&self, m: Move) -> Option<(u64, AttackerHand)> {
        let (key, hand) = self.0.place_after(m)?;
        Some((key ^ SALT, hand))
    }

    /// A mate of the real rules is one here. An attacker without a check may have the drop.
    fn look(&mut self, initial: Initial) -> Result<Decided<AttackerHand>, Bounds> {
        let seen = self.0.look(initial);
        if matches!(seen, Ok(Decided::Win(..))) || self.0.turn() == Turn::And {
            return seen;
        }
        match (self.drop(), seen) {
            (Some(_), _) => Ok(Decided::Win(Plies::ONE, self.0.resource())),
            (None, Ok(_)) => Ok(Decided::Loss(self.0.resource())),
            (None, open) => open,
        }
    }

    /// The game would not know of the drop within the next plies.
    fn decided_in_time(&mut self, _plies: Plies) -> Option<Decided<AttackerHand>> {
        None
    }

    fn foresight(&self) -> Plies {
        Plies::ZERO
    }

    /// The same positions under the keys they have here.
    fn similar(&self, out: &mut Vec<(u64, AttackerHand)>) {
        let first = out.len();
        self.0.similar(out);
        for (key, _) in &mut out[first..] {
            *key ^= SALT;
        }
    }

    fn similar_far(&self, reach: usize, out: &mut Vec<(u64, AttackerHand)>) {
        let first = out.len();
        self.0.similar_far(reach, out);
        for (key, _) in &mut out[first..] {
            *key ^= SALT;
        }
    }

    /// Nothing can be put between a pawn and the king in front of it, so a mated defender is mated as in the real game.
    fn won_resource(&self) -> AttackerHand {
        self.0.won_resource()
    }

    /// With a pawn more the attacker might have the drop.
    fn lost_resource(&self) -> AttackerHand {
        self.0.resource()
    }

    fn proof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        self.0.proof_before(m, after)
    }

    fn proof_join(&self, replies: &[(Move, AttackerHand)]) -> AttackerHand {
        self.0.proof_join(replies)
    }

    fn disproof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        self.0.disproof_before(m, after)
    }

    /// With a pawn more the attacker might have the drop.
    fn disproof_join(&self, _tries: &[(Move, AttackerHand)]) -> AttackerHand {
        self.0.resource()
    }
}

impl<P: Policy> Solver<P> {
    /// Is there a mate if the attacker may drop a pawn to mate? Its line ends as soon as it is settled by the drop or by
    /// an ordinary mate. There is no certificate.
    pub fn solve_with_pawn_drops(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Answer {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        if let Some(verdict) = over_already(&game) {
            return Answer::bare(verdict, Stats::default());
        }
        let (game, table) = (PawnDropAllowed(game), self.table());
        let outcome = search(&game, self.settings(), &table, limits, observer);
        let mut answer = Answer::bare(outcome.verdict.into(), outcome.stats);
        if let Verdict::Mate(plies) = answer.verdict {
            let line = winning_line(&game, plies, self.settings().options, &table, limits);
            answer.best = line.moves.first().copied();
            answer.line = if line.stopped.is_none() { line.moves } else { vec![] };
        }
        answer
    }

    /// How a problem without a mate fails by the forbidden drop alone: the attacker's way to it against the replies
    /// that escape by the real rules. The last move is the drop. `None` if the drop would not help, or that was not
    /// found out within the limits.
    pub fn line_to_pawn_drop(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Option<Vec<Move>> {
        let (mut here, mut line) = (problem.clone(), Vec::new());
        while line.len() < LONGEST {
            if here.position().turn() == here.attacker() {
                if let Some(drop) = here.pawn_drop_mate() {
                    line.push(drop);
                    return Some(line);
                }
                let m = self.solve_with_pawn_drops(&here, limits, observer).best?;
                here = here.after(m);
                line.push(m);
            } else {
                let answer = self.solve(&here, limits, observer);
                let reply = answer.best.filter(|_| answer.verdict == Verdict::NoMate)?;
                here = here.after(reply);
                line.push(reply);
            }
        }
        None
    }
}

/// A line to the drop that is longer than this goes in circles.
const LONGEST: usize = 400;

/// Against the whole truth about small boards: every position laid out by the plain rules of `tsumugi-verify`.
/// `TSUMUGI_CASES` and `TSUMUGI_SEED` as in `tests/it/small_boards.rs`; a failure prints its seed.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain_truth::{Whole, plain};
    use crate::{Settings, attacker_of};
    use tsumugi_andor::Options;
    use tsumugi_shogi::Position;
    use tsumugi_shogi::random::{Random, Style, position_of};
    use tsumugi_testkit::seeds;
    use tsumugi_verify::naive;

    /// Is there a pawn that mates if the attacker drops it here, and that only the rule against it forbids?
    fn has_forbidden(position: &naive::Position, attacker: naive::Color) -> bool {
        if position.turn() != attacker || position.hand(attacker, naive::Kind::Pawn) == 0 {
            return false;
        }
        let before = position.faults();
        let is_free = |to: &naive::Square| position.piece_at(*to).is_none() && !position.is_stone(*to);
        naive::Square::all().filter(is_free).any(|to| {
            let m = naive::Move::Drop { kind: naive::Kind::Pawn, to };
            let after = position.play(m);
            // Two pawns on a file, a dead end, or a check to the own king that stays would forbid it too.
            let sound = after.faults().iter().all(|fault| before.contains(fault));
            sound && !position.is_legal(m) && after.is_mate()
        })
    }

    /// By position: does the attacker mate if it may drop pawns to mate? The definition, until nothing changes.
    fn truth(whole: &Whole) -> Vec<bool> {
        let attacker = plain(whole.attacker);
        let drops: Vec<bool> =
            whole.positions.iter().map(|position| has_forbidden(position, attacker)).collect();
        let mut won = vec![false; whole.positions.len()];
        loop {
            let wins = |p: usize| match whole.is_attacking(p) {
                true => drops[p] || whole.moves[p].iter().any(|&(_, q)| won[q as usize]),
                false => {
                    let mut replies = whole.moves[p].iter();
                    whole.positions[p].is_mate()
                        || !whole.moves[p].is_empty() && replies.all(|&(_, q)| won[q as usize])
                }
            };
            let next: Vec<bool> = (0..won.len()).map(wins).collect();
            if next == won {
                return won;
            }
            won = next;
        }
    }

    #[test]
    fn the_drop_allowed_decides_as_the_plain_rules_do() {
        let (mut asked, mut changed) = (0, 0);
        for seed in seeds(1_000) {
            let position = position_of(Style::Walled, Random::new(seed).bits());
            let attacker = attacker_of(&position);
            let root = naive::Position::from_sfen(&position.to_sfen()).unwrap();
            let Some(whole) = Whole::new(vec![root], attacker, 1_500) else { continue };
            let won = truth(&whole);
            let mut solver = Solver::new(Settings::<Options> { bytes: 1 << 22, ..Settings::default() });
            for (p, plain_position) in whole.positions.iter().enumerate().take(40) {
                let position = Position::from_sfen(&plain_position.to_sfen()).unwrap();
                let problem = Problem::new(position).attacked_by(attacker);
                let limits = Limits::default();
                let answer = solver.solve_with_pawn_drops(&problem, &limits, &mut ());
                let found = matches!(answer.verdict, Verdict::Mate(_));
                assert_eq!(found, won[p], "seed {seed}: {}", plain_position.to_sfen());
                asked += 1;
                if won[p] && whole.lengths[p].is_none() {
                    changed += 1;
                    let line = solver.line_to_pawn_drop(&problem, &limits, &mut ()).expect("a line");
                    assert_ends_with_the_drop(&problem, &line);
                }
            }
        }
        println!("{asked} positions, {changed} mates by the drop alone");
        assert!(changed > 0, "{asked} positions");
    }

    /// All moves but the last are legal; the last is the forbidden drop.
    fn assert_ends_with_the_drop(problem: &Problem, line: &[Move]) {
        let (drop, played) = line.split_last().expect("a drop");
        let mut here = problem.clone();
        for &m in played {
            assert!(here.position().is_legal(m), "{problem:?} {line:?}");
            here = here.after(m);
        }
        assert_eq!(here.pawn_drop_mate(), Some(*drop), "{problem:?} {line:?}");
    }
}
