//! Which changed diagrams are worth a full check, and which of them a composer would look at first.
//!
//! A full check takes milliseconds and more, and there are thousands of single changes and millions of pairs. So the cheap
//! questions come first: does the intended line ([`replay`]) still mate? Do the faults that are known ([`Obstacle`]) still stand?
//! They only ever throw a diagram out. What is left is for the check to judge.

use crate::changes::Change;
use tsumugi_shogi::{Kind, Move, MoveList, Position, Square};
use tsumugi_tsume::{Limits, Problem, Settings, Solver, Verdict};

/// What became of the intended line on a changed diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replay {
    /// It can be played, every move of the attacker is a check, it ends in mate, and nothing is left over. Where interpositions
    /// are all that is left at the end, whether they are futile (無駄合) is for the check to say.
    Mates,
    /// The move after this many others is not legal, or no check.
    Breaks(usize),
    /// It does not end in mate.
    Unfinished,
    /// Pieces are left in the attacker's hand.
    LeftOver,
}

/// Plays the intended line.
pub fn replay(problem: &Problem, line: &[Move]) -> Replay {
    let mut position = problem.position().clone();
    for (i, &m) in line.iter().enumerate() {
        let attacking = position.turn() == problem.attacker();
        if !position.is_legal(m) || attacking && !position.gives_check(m) {
            return Replay::Breaks(i);
        }
        _ = position.play(m);
    }
    if position.turn() == problem.attacker() || !can_only_interpose(&position) {
        Replay::Unfinished
    } else if !position.hand(problem.attacker()).is_empty() {
        Replay::LeftOver
    } else {
        Replay::Mates
    }
}

/// Is the side to move in check, and can it neither move its king nor take the piece that checks it?
fn can_only_interpose(position: &Position) -> bool {
    if !position.in_check() {
        return false;
    }
    let (king, checkers) = (position.king(position.turn()), position.checkers());
    let mut replies = MoveList::new();
    position.evasions(&mut replies);
    replies.iter().all(|m| m.from() != king && !checkers.has(m.to()))
}

/// A fault that was found beside the intended line: it has to go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obstacle {
    /// A second solution: this check, after some moves of the line, mates too.
    Cook {
        /// After how many moves.
        after: usize,
        /// The check.
        m: Move,
    },
    /// A refutation: after this defence there is no mate.
    Escape {
        /// After how many moves.
        after: usize,
        /// The defence.
        m: Move,
    },
}

impl Obstacle {
    /// Does it still stand on this diagram? If not: the reply that refutes the second solution, where it can be played at all.
    /// `None` when the limits were reached before that was known.
    pub fn stands(
        self,
        problem: &Problem,
        line: &[Move],
        solver: &mut Solver,
        limits: &Limits,
    ) -> Option<Standing> {
        let (Obstacle::Cook { after, m } | Obstacle::Escape { after, m }) = self;
        let mut here = problem.clone();
        for &m in line.get(..after)? {
            if !here.position().is_legal(m) {
                return None;
            }
            here = here.after(m);
        }
        let is_cook = matches!(self, Obstacle::Cook { .. });
        let position = here.position();
        if !position.is_legal(m) || is_cook && !position.gives_check(m) {
            return Some(Standing::Gone(None));
        }
        let (verdict, best) = verdict(&here.after(m), solver, limits);
        match (verdict, is_cook) {
            (Verdict::Mate(_), true) | (Verdict::NoMate, false) => Some(Standing::Stands),
            (Verdict::Mate(_), false) => Some(Standing::Gone(None)),
            (Verdict::NoMate, true) => Some(Standing::Gone(best)),
            (Verdict::Unknown(_), _) => None,
        }
    }
}

/// Does an obstacle stand?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It does.
    Stands,
    /// It does not; of a second solution that can still be tried: because of this reply, if one is known.
    Gone(Option<Move>),
}

/// Is there a mate, and what keeps it or refutes it? Nothing is proved on paper.
pub fn verdict(problem: &Problem, solver: &mut Solver, limits: &Limits) -> (Verdict, Option<Move>) {
    if solver.settings().prove {
        let settings = Settings { prove: false, ..solver.settings().clone() };
        solver.configure(settings);
    }
    let answer = solver.solve_into(problem, limits, &mut (), &mut |_| {});
    (answer.verdict, answer.best)
}

/// The defences after the first `after` moves of a line that there is no mate against.
pub fn escapes(
    problem: &Problem,
    line: &[Move],
    after: usize,
    solver: &mut Solver,
    limits: &Limits,
) -> Vec<Obstacle> {
    let mut here = problem.clone();
    for &m in line.iter().take(after) {
        if !here.position().is_legal(m) {
            return vec![];
        }
        here = here.after(m);
    }
    let mut replies = MoveList::new();
    here.position().legal_moves(&mut replies);
    let holds = |m: &Move| verdict(&here.after(*m), solver, limits).0 == Verdict::NoMate;
    let escapes: Vec<Move> = replies.iter().copied().filter(holds).collect();
    escapes.into_iter().map(|m| Obstacle::Escape { after, m }).collect()
}

/// How a composer would rank a mended diagram; the smallest first. `tsumugi mend --help` has the rules in words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rank {
    /// How many changes it took.
    pub changes: u32,
    /// How many moves of the solution take a piece that a change put there.
    pub captures: u32,
    /// What the changes cost, the more the less natural the diagram looks.
    pub cost: u32,
}

impl Rank {
    /// The rank of these changes of a problem that is meant to have this solution.
    pub fn new(changes: &[Change], problem: &Problem, line: &[Move]) -> Rank {
        let neighbourhood = Neighbourhood::new(problem, line);
        Rank {
            changes: changes.len() as u32,
            captures: changes.iter().map(|&change| captures(change, line)).sum(),
            cost: changes.iter().map(|&change| neighbourhood.cost(change)).sum(),
        }
    }
}

/// How many moves of the line take the piece that a change puts on the board, before it moves: one or none.
pub fn captures(change: Change, line: &[Move]) -> u32 {
    let Some((square, _)) = change.placed() else { return 0 };
    let touched = line.iter().find(|m| m.to() == square || m.from() == Some(square));
    touched.is_some_and(|m| m.to() == square) as u32
}

/// Where the play is: the squares that the king visits and those next to them are where a piece looks as if it belonged.
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    visited: Vec<Square>,
}

impl Neighbourhood {
    /// That of a problem with this solution, as far as it can be played.
    pub fn new(problem: &Problem, line: &[Move]) -> Neighbourhood {
        let (mut position, defender) = (problem.position().clone(), problem.defender());
        let mut visited: Vec<Square> = position.king(defender).into_iter().collect();
        for &m in line {
            if !position.is_legal(m) {
                break;
            }
            _ = position.play(m);
            visited.extend(position.king(defender));
        }
        Neighbourhood { visited }
    }

    /// How unnatural a change looks.
    pub fn cost(&self, change: Change) -> u32 {
        let far = change.placed().map_or(0, |(square, _)| self.distance(square).saturating_sub(2));
        let own = match change {
            Change::Remove { .. } => 0,
            Change::Take(_) => 1,
            Change::Shift { piece, .. } if piece.kind == Kind::King => 6,
            Change::Shift { from, to, .. } => 2 + distance(from, to) - 1,
            Change::Swap { .. } => 3,
            Change::Exchange { was, now, .. } => 3 + dear(now.kind).saturating_sub(dear(was.kind)),
            Change::Add { piece, attacking, .. } => {
                // A pawn of the defender is what composers reach for first.
                4 + dear(piece.kind) + if attacking { 2 } else { 0 }
            }
            Change::Give(kind) => 6 + dear(kind.kind()),
        };
        own + far
    }

    /// How far a square is from where the play is, in steps of a king.
    fn distance(&self, square: Square) -> u32 {
        self.visited.iter().map(|&king| distance(king, square)).min().unwrap_or(0)
    }
}

fn distance(one: Square, other: Square) -> u32 {
    u32::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
}

/// What a piece costs on a diagram: composers save the strong ones, and promoted ones look as if something were amiss.
fn dear(kind: Kind) -> u32 {
    let own = match kind.unpromoted() {
        Kind::Pawn => 0,
        Kind::Lance | Kind::Knight => 1,
        Kind::Silver | Kind::Gold => 2,
        _ => 3,
    };
    own + if kind.is_promoted() { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::{Color, Piece, Setup, Waivers};

    fn problem(sfen: &str) -> Problem {
        let setup: Setup = sfen.parse().unwrap();
        Problem::from_setup(&setup, Waivers::TSUME, false).unwrap()
    }

    fn moves(words: &str) -> Vec<Move> {
        words.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    const SOUND: &str = "7s1/6+B1k/9/9/9/9/9/9/9 b G 1";
    const LINE: &str = "G*2c 1b1a 3b2a 1a2a S*2b";

    #[test]
    fn a_line_is_replayed_to_the_end() {
        let of = |sfen: &str, line: &str| replay(&problem(sfen), &moves(line));
        assert_eq!(of(SOUND, LINE), Replay::Mates);
        // Without the silver to take, the last move cannot be played.
        assert_eq!(of("9/6+B1k/9/9/9/9/9/9/9 b G 1", LINE), Replay::Breaks(4));
        assert_eq!(of(SOUND, "G*2c 1b1a"), Replay::Unfinished);
        assert_eq!(of(SOUND, "G*2c 1b1a 3b2a"), Replay::Unfinished);
        assert_eq!(of("7s1/6+B1k/9/9/9/9/9/9/9 b GP 1", LINE), Replay::LeftOver);
        // No check.
        assert_eq!(of(SOUND, "G*5e"), Replay::Breaks(0));
    }

    #[test]
    fn interpositions_do_not_end_a_line() {
        // The rook checks from afar: a pawn can be dropped in between, and taken.
        let far = problem("6l1k/6l1s/9/9/9/9/9/9/R8 b - 1");
        assert_eq!(replay(&far, &moves("9i9a+")), Replay::Breaks(0));
    }

    #[test]
    fn obstacles_stand_until_something_refutes_them() {
        let mut solver = Solver::new(Settings { bytes: 1 << 20, ..Settings::default() });
        let limits = Limits::default();
        // G*1b mates at once; with a rook on the first rank it is taken.
        let cook = Obstacle::Cook { after: 0, m: "G*5b".parse().unwrap() };
        let mut ask = |sfen: &str| cook.stands(&problem(sfen), &[], &mut solver, &limits);
        assert_eq!(ask("4k4/9/4P4/9/9/9/9/9/9 b G 1"), Some(Standing::Stands));
        let reply = "4b5b".parse().unwrap();
        assert_eq!(ask("4k4/5g3/4P4/9/9/9/9/9/9 b G 1"), Some(Standing::Gone(Some(reply))));
        // No gold in hand: it cannot be tried.
        assert_eq!(ask("4k4/9/4P4/9/9/9/9/9/9 b S 1"), Some(Standing::Gone(None)));
    }

    #[test]
    fn defences_that_escape_are_found() {
        let mut solver = Solver::new(Settings { bytes: 1 << 20, ..Settings::default() });
        // After the silver the king can take it, or step aside.
        let problem = problem("4k4/9/9/9/9/9/9/9/9 b S 1");
        let found = escapes(&problem, &moves("S*5b"), 1, &mut solver, &Limits::default());
        assert!(found.contains(&Obstacle::Escape { after: 1, m: "5a5b".parse().unwrap() }));
    }

    #[test]
    fn composers_prefer_less_to_more_and_near_to_far() {
        let (problem, line) = (problem(SOUND), moves(LINE));
        let square = |name: &str| Square::from_usi(name).unwrap();
        let add = |name: &str, color, kind| Change::Add {
            square: square(name),
            piece: Piece::new(color, kind),
            attacking: color == Color::Black,
        };
        let silver = Piece::new(Color::White, Kind::Silver);
        let rank = |change: Change| Rank::new(&[change], &problem, &line);
        let order = [
            Change::Remove { square: square("2a"), piece: silver, attacking: false },
            add("3c", Color::White, Kind::Pawn),
            add("3c", Color::White, Kind::Gold),
            add("3c", Color::Black, Kind::Gold),
            add("9h", Color::Black, Kind::Gold),
            // The solution takes it.
            add("2b", Color::White, Kind::Pawn),
        ];
        assert!(order.windows(2).all(|two| rank(two[0]) < rank(two[1])), "{:?}", order.map(rank));
        let two = Rank::new(&[order[0], order[1]], &problem, &line);
        assert!(order.iter().all(|&one| rank(one) < two));
    }
}
