//! A mate found in a game → a problem: what the mate does not need is taken off the board.
//!
//! The claims of a certificate say where the mate takes place: the squares that a move of theirs leaves or enters, those
//! around the king, the replies, and whoever guards any of them. Everything else is removed in one step. Then single
//! pieces are tried, those farthest from the king first. No step is believed: the diagram is solved again after each, and
//! the step is taken back unless the mate has the same length and the line can still be played.
//!
//! The diagram becomes a problem by convention (`docs/RULES.md`): the attacker is Black and has no king, and the defender
//! holds whatever is neither on the board nor in the attacker's hand. A mate that does not stand up to that is none.

use crate::certificate::{NotReadable, read};
use crate::problem::Problem;
use crate::solve::{Settings, Solver};
use tsumugi_andor::proof::Claim;
use tsumugi_andor::{Limits, Observer};
use tsumugi_shogi::attacks::{between, steps};
use tsumugi_shogi::{
    Bitboard, Cell, Color, Hand, HandKind, Kind, Move, MoveList, Piece, Setup, Square, Waivers,
};

/// What the claims of a certificate need of the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Needed {
    /// The squares on which something happens, or from which something is guarded.
    pub squares: Bitboard,
    /// What the attacker must hold.
    pub hand: Hand,
}

/// What a mate needs, as its certificate has it.
///
/// # Errors
/// When that is no certificate of the problem.
pub fn needed(problem: &Problem, certificate: &str) -> Result<Needed, NotReadable> {
    let attacker = problem.attacker();
    let mut needed = Needed { squares: Bitboard::EMPTY, hand: problem.position().hand(attacker) };
    let root = problem.position().board_key();
    read(problem, certificate, &mut |game, claim| {
        let Claim::Win { m, .. } = claim else { return };
        if game.position().board_key() == root {
            needed.hand = game.position().hand(attacker);
        }
        let mut here = game.position().clone();
        needed.squares |= touched(m);
        _ = here.play(m);
        let Some(king) = here.king(!attacker) else { return };
        let mut guarded = steps(attacker, Kind::King, king) | Bitboard::of(king);
        for checker in here.checkers() {
            guarded |= between(king, checker);
        }
        needed.squares |= guarded;
        // A slider guards what is behind the king, too.
        let occupied = here.occupied() & !Bitboard::of(king);
        for square in guarded {
            needed.squares |= here.attackers(square, attacker, occupied);
        }
        let mut replies = MoveList::new();
        here.legal_moves(&mut replies);
        replies.iter().for_each(|&reply| needed.squares |= touched(reply));
    })?;
    Ok(needed)
}

/// The squares that a move leaves and enters.
fn touched(m: Move) -> Bitboard {
    m.from().map_or(Bitboard::EMPTY, Bitboard::of) | Bitboard::of(m.to())
}

/// A problem made of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reduced {
    /// The diagram, the defender's hand completed.
    pub problem: Problem,
    /// Its length by convention.
    pub length: u32,
    /// How many pieces less than in the game stand on the board or are in the attacker's hand, kings aside.
    pub removed: u32,
}

impl Solver {
    /// Makes problems of a position in which a mate begins with this move: first without what no claim needs, then, where
    /// that is another one, without whatever else the mate stands up to. None if the defender escapes, or another
    /// first move is quicker, when it holds the rest of the set. The limits hold for each diagram, and several times over for
    /// all of them.
    pub fn reduce(
        &mut self,
        problem: &Problem,
        first: Move,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Vec<Reduced> {
        let settings = self.settings().clone();
        self.configure(Settings { prove: true, ..settings.clone() });
        let most = limits.expansions.saturating_mul(EFFORT);
        let reducer = Reducer { solver: self, limits, observer, left: most };
        let reduced = reducer.run(problem, first);
        self.configure(settings);
        reduced
    }
}

/// All diagrams together may take this many times as much as one. Less: long mates keep pieces that they do not need. More:
/// one of them takes minutes.
const EFFORT: u64 = 4;

/// Tries diagrams.
struct Reducer<'a> {
    solver: &'a mut Solver,
    limits: &'a Limits,
    observer: &'a mut (dyn Observer + Send),
    /// Expansions that may still be spent.
    left: u64,
}

/// A diagram that was solved.
struct Settled {
    problem: Problem,
    length: u32,
    line: Vec<Move>,
    certificate: Option<String>,
}

impl Reducer<'_> {
    fn run(mut self, problem: &Problem, first: Move) -> Vec<Reduced> {
        let rotated = problem.attacker() == Color::White;
        let setup = problem.position().to_setup();
        let mut setup = if rotated { setup.rotated() } else { setup };
        let first = if rotated { crate::canonical::rotated(first) } else { first };
        let king = setup.kings(Color::Black).next();
        king.into_iter().for_each(|king| setup.set(king, Cell::Empty));
        let before = weight(&setup);
        let Some(whole) = self.settle(&setup).filter(|whole| whole.line.first() == Some(&first)) else {
            return vec![];
        };
        let needs = whole.certificate.as_deref().and_then(|text| needed(&whole.problem, text).ok());
        let bulk = needs.and_then(|needs| self.without_rest(&whole, needs)).unwrap_or(whole);
        let small = self.one_by_one(&bulk);
        let told = |settled: &Settled| Reduced {
            problem: settled.problem.clone(),
            length: settled.length,
            removed: before.saturating_sub(weight(&settled.problem.position().to_setup())),
        };
        let mut all = vec![told(&bulk)];
        all.extend(small.as_ref().map(told));
        all
    }

    /// Without everything that no claim needs: hand and board, or the board alone.
    fn without_rest(&mut self, whole: &Settled, needs: Needed) -> Option<Settled> {
        let mut setup = bare(&whole.problem);
        let king = Piece::new(Color::White, Kind::King);
        for square in Square::all().filter(|&square| !needs.squares.has(square)) {
            if setup.piece(square) != Some(king) && setup.cell(square) != Cell::Wall {
                setup.set(square, Cell::Empty);
            }
        }
        let mut lighter = setup.clone();
        for kind in HandKind::ALL {
            lighter.hands[Color::Black.index()][kind.index()] = needs.hand.count(kind);
        }
        self.settle_like(&lighter, whole).or_else(|| self.settle_like(&setup, whole))
    }

    /// Without every single piece that the mate stands up to, if there is one.
    fn one_by_one(&mut self, from: &Settled) -> Option<Settled> {
        let mut best: Option<Settled> = None;
        let king = from.problem.position().king(from.problem.defender())?;
        let setup = bare(&from.problem);
        let mut squares: Vec<Square> =
            setup.pieces().map(|(square, _)| square).filter(|&square| square != king).collect();
        squares.sort_by_key(|square| std::cmp::Reverse((square.distance(king), square.index())));
        for square in squares {
            let mut less = bare(&best.as_ref().unwrap_or(from).problem);
            less.set(square, Cell::Empty);
            best = self.settle_like(&less, from).or(best);
        }
        for kind in HandKind::ALL {
            loop {
                let mut less = bare(&best.as_ref().unwrap_or(from).problem);
                let held = &mut less.hands[Color::Black.index()][kind.index()];
                let Some(fewer) = held.checked_sub(1) else { break };
                *held = fewer;
                let Some(settled) = self.settle_like(&less, from) else { break };
                best = Some(settled);
            }
        }
        best
    }

    /// Solves a diagram; it counts if the mate is as long as another, whose line can still be played.
    fn settle_like(&mut self, setup: &Setup, other: &Settled) -> Option<Settled> {
        let mut here = completed(setup)?;
        for &m in &other.line {
            let attacks = here.position().turn() == here.attacker();
            if !here.position().is_legal(m) || attacks && !here.position().gives_check(m) {
                return None;
            }
            here = here.after(m);
        }
        self.settle(setup).filter(|settled| settled.length == other.length)
    }

    /// Solves a diagram with all that the defender holds by convention.
    fn settle(&mut self, setup: &Setup) -> Option<Settled> {
        let problem = completed(setup)?;
        let limits =
            Limits { expansions: self.limits.expansions.min(self.left), ..self.limits.clone() };
        let mut text = String::new();
        let answer =
            self.solver.line_into(&problem, &limits, self.observer, &mut |lines| text += lines);
        self.left = self.left.saturating_sub(answer.stats.expansions);
        let solution = answer.solution?;
        let length = solution.conventional.exact()?;
        let line = solution.main_line()?.moves.clone();
        let certificate = answer.claims.map(|_| text);
        Some(Settled { problem, length, line, certificate })
    }
}

/// The diagram of a problem, the defender's hand left open.
fn bare(problem: &Problem) -> Setup {
    let mut setup = problem.position().to_setup();
    setup.hands[problem.defender().index()] = [0; 7];
    setup
}

/// Black's problem with this diagram; the defender holds the rest.
fn completed(setup: &Setup) -> Option<Problem> {
    let mut setup = Setup { ply: 1, ..setup.clone() };
    setup.hands[Color::White.index()] = [0; 7];
    setup.give_rest_to(Color::White);
    Problem::from_setup_for(&setup, Waivers::TSUME, true, Some(Color::Black)).ok()
}

/// How many pieces stand on the board or are in the attacker's hand.
fn weight(setup: &Setup) -> u32 {
    let hand = setup.hands[Color::Black.index()].iter().map(|&count| u32::from(count)).sum::<u32>();
    setup.pieces().count() as u32 + hand
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solver() -> Solver {
        Solver::new(Settings { bytes: 16 << 20, ..Settings::default() })
    }

    fn problem(sfen: &str) -> Problem {
        Problem::new(tsumugi_shogi::Position::from_sfen(sfen).unwrap())
    }

    #[test]
    fn what_no_claim_needs_is_taken_away() {
        // Gold to 5b mates; everything else is decoration.
        let game = problem("4k4/9/4P4/9/p7p/9/P7P/1B5R1/L3K3L b GS 1");
        let first = "G*5b".parse().unwrap();
        let reduced = solver().reduce(&game, first, &Limits::default(), &mut ());
        let last = reduced.last().unwrap();
        assert!(last.problem.position().to_sfen().starts_with("4k4/9/4P4/9/9/9/9/9/9 b G"), "{last:?}");
        assert_eq!((last.length, last.removed), (1, 9));
        // Nothing but what the certificate needs is left already by the first step.
        assert_eq!(reduced.len(), 1);
    }

    #[test]
    fn the_attacker_becomes_black_and_other_first_moves_are_refused() {
        let game = problem("9/9/9/9/9/9/4p4/9/4K3k w g 1");
        let reduced = solver().reduce(&game, "G*5h".parse().unwrap(), &Limits::default(), &mut ());
        assert_eq!(reduced[0].problem.attacker(), Color::Black);
        let refused = solver().reduce(&game, "G*4h".parse().unwrap(), &Limits::default(), &mut ());
        assert_eq!(refused, []);
    }

    #[test]
    fn a_mate_that_needs_the_defenders_empty_hand_is_no_problem() {
        // With a gold to interpose on 1b the king lives on.
        let game = problem("7lk/7p1/9/9/9/9/9/9/4K4 b R 1");
        let first = "R*1e".parse().unwrap();
        let answer = solver().solve(&game, &Limits::default(), &mut ());
        assert_eq!(answer.verdict, crate::Verdict::Mate(1));
        assert_eq!(solver().reduce(&game, first, &Limits::default(), &mut ()), []);
    }

    #[test]
    fn squares_far_from_a_mate_are_not_needed() {
        let game = problem("4k4/9/4P4/9/9/9/9/9/R8 b G 1");
        let answer = solver().solve(&game, &Limits::default(), &mut ());
        let needed = needed(&game, &answer.certificate.unwrap()).unwrap();
        let square = |text| Square::from_usi(text).unwrap();
        assert!(needed.squares.has(square("5c")) && !needed.squares.has(square("9i")));
        assert_eq!(needed.hand.total(), 1);
    }
}
