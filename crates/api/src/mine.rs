//! The mates of a game: paste one and get what was there to be found.
//!
//! Every position of the game is asked for a mate by the side to move, with a limit for each. What mates is settled: the shortest
//! length, the main line, how hard it was to find. Of a mate that does not merely go on with the one before, a problem is made.

use crate::check::Soundness;
use crate::conductor::Conductor;
use crate::problem::{Place, Posed};
use crate::request::{House, within};
use crate::solve::{self, Question, find};
use crate::{Fault, ProblemText, Reason, Side, Stage, check, message, rounded};
use serde::{Deserialize, Serialize};
use tsumugi_andor::Engine;
use tsumugi_clock::Interrupt;
use tsumugi_notation::At;
use tsumugi_shogi::{Color, Move, Position};
use tsumugi_tsume::{Limits, Problem as MateProblem, Settings, Solver, Verdict};
use tsumugi_verify::{Proved, verify};

/// Positions expanded to find out whether there is a mate in a position, before it gets as many as a mate that is settled. Fewer:
/// more positions are looked at twice. More: nothing is gained, since nearly all are clear by then.
pub const NODES: u64 = 20_000;

/// Positions expanded to settle the length of a mate, and for each diagram that is tried. Fewer: lengths stay open. More: one mate
/// of 31 plies takes as long as a hundred others.
pub const SETTLE: u64 = 200_000;

/// Each other move of a problem gets one part in this many of what a position gets. A smaller number: games with open
/// kings take minutes. A larger one: sound problems stay unsettled.
const CHECK_PART: u64 = 4;

/// A first look at them gets one part in this many of that. A smaller number: cooked problems take longer. A larger one:
/// cooks are not seen at once.
const QUICK_PART: u64 = 16;

/// A mate of fewer plies makes no problem.
pub const LEAST: u32 = 3;

/// A game, and how to look through it. Who must give mate (`attacker`) may be said; the first position to look at is `at`, by
/// default the first of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The game: a position with the moves that follow, or a record.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// Limit on positions expanded for each position; where that settles nothing, it is searched again with `settle`.
    pub nodes: u64,
    /// Limit on positions expanded for the length of a mate, and for each diagram tried.
    pub settle: u64,
    /// Make problems of mates of at least this many plies.
    pub least: u32,
    /// Make problems at all.
    pub problems: bool,
    /// Time limit for the whole game, in seconds.
    pub time: Option<f64>,
    /// MiB for the table.
    pub hash: Option<u32>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            problem: ProblemText::default(),
            nodes: NODES,
            settle: SETTLE,
            least: LEAST,
            problems: true,
            time: None,
            hash: None,
        }
    }
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_hash(&mut self.hash)?;
        house.admit_time(&mut self.time)?;
        within("nodes", self.nodes, 1, u64::MAX)?;
        within("settle", self.settle, 1, u64::MAX)?;
        Game::read(&self.problem).map(|_| ())
    }
}

/// The mates of a game, plain data: `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// Where the game begins.
    pub sfen: String,
    /// How many moves it has that can be played.
    pub moves: usize,
    /// The number of the first move that cannot be played, if there is one: the game is looked at up to there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bad_move: Option<usize>,
    /// How many positions were looked at.
    pub positions: usize,
    /// The mates, in the order of the game.
    pub mates: Vec<Mate>,
    /// The positions that were given up at the limit, by how many moves come before them. There may or may not be a mate.
    pub open: Vec<usize>,
    /// Why the game was not looked through to the end.
    pub reason: Option<Reason>,
    /// Moves played by the search.
    pub nodes: u64,
    /// Positions expanded.
    pub expansions: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A position of a game in which the side to move has a mate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Mate {
    /// How many moves of the game come before.
    pub after: usize,
    /// Who mates.
    pub side: Side,
    /// The position.
    pub sfen: String,
    /// Plies to the mate, futile interpositions not counted, where that is settled.
    pub length: Option<u32>,
    /// There is a mate within this many plies.
    pub at_most: u32,
    /// Plies with everything counted, where that is settled.
    pub strict_length: Option<u32>,
    /// The main line, or a line of a mate where the length is open.
    pub line: Vec<Move>,
    /// The move before.
    pub previous: Option<Move>,
    /// The move that was played.
    pub played: Option<Move>,
    /// What became of the mate.
    pub outcome: Outcome,
    /// Does it merely go on with the mate that the same side had a move before?
    pub follows: bool,
    /// Positions expanded to settle it with an empty table. Not there where it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansions: Option<u64>,
    /// How hard it was to find, see [`difficulty`]. Not there where it follows or is not settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u32>,
    /// The problem that was made of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    /// Is the problem worth keeping?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<Worth>,
}

/// What became of a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The move that was played keeps a mate.
    Played,
    /// The move that was played is no check, or does not mate.
    Missed,
    /// Whether it does was not found out within the limit.
    Unclear,
    /// The game ended here.
    Over,
}

/// Why a problem is worth keeping.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// It is sound: one solution only, nothing left over.
    Sound,
    /// It is not, but the mate was missed, and there is one first move only.
    Instructive,
}

/// A problem that was made of a position: the attacker is Black and has no king, the defender holds the rest of the set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Problem {
    /// The diagram.
    pub sfen: String,
    /// Plies to the mate by convention.
    pub length: u32,
    /// The main line.
    pub line: Vec<Move>,
    /// What a check of it says.
    pub soundness: Soundness,
    /// Does every other first move fail?
    pub only_first_move: bool,
    /// Was its shortest mate proved, and the certificate checked by the independent verifier?
    pub verified: bool,
    /// How many pieces less than in the game it has, kings aside.
    pub removed: u32,
    /// Positions expanded to settle it with an empty table.
    pub expansions: u64,
    /// How hard it is, see [`difficulty`].
    pub difficulty: u32,
}

/// How hard a mate is to find: ten times the decimal logarithm of the positions that were expanded to settle it with an empty table
/// and one thread, and a point for each ply. A mate in one is about 1, in five plies 20 to 40, in thirteen 50 to 70.
pub fn difficulty(expansions: u64, plies: u32) -> u32 {
    (10.0 * (expansions.max(1) as f64).log10()).round() as u32 + plies
}

/// Answers a request. Each mate is told as soon as all is known about it.
///
/// # Errors
/// When there is no game.
pub(crate) fn conduct(
    request: &Request,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
) -> Result<Answer, Fault> {
    let game = Game::read(&request.problem)?;
    let settings = Settings { prove: false, ..Conductor::settings(request.hash, 1, &[])? };
    stage.end_at(request.time);
    let mut answer = Answer {
        sfen: game.start.to_sfen(),
        moves: game.moves.len(),
        bad_move: game.bad_move,
        ..Answer::default()
    };
    // What was learned before must not change what is said about this game.
    conductor.solver(settings.clone()).clear();
    let mut miner = Miner { request, conductor, stage, settings, answer: &mut answer };
    let found = miner.scan(&game);
    for one in found {
        if miner.stage.is_over() {
            break;
        }
        miner.tell(one);
    }
    answer.reason = stage.whole().interrupt().map(|interrupt| match interrupt {
        Interrupt::Stopped => Reason::Stopped,
        Interrupt::Time => Reason::Time,
    });
    answer.seconds = rounded(stage.seconds());
    Ok(answer)
}

/// A game that can be played.
struct Game {
    start: Position,
    moves: Vec<Move>,
    bad_move: Option<usize>,
    /// After how many moves to begin.
    from: usize,
    /// Who must give mate.
    attacker: Option<Color>,
}

impl Game {
    fn read(text: &ProblemText) -> Result<Game, Fault> {
        let posed: Posed = text.read()?;
        let start = Position::new(&posed.record.setup, posed.waivers)
            .map_err(|error| Fault::inadmissible(&error))?;
        let all = posed.record.main_line();
        let (mut here, mut moves) = (start.clone(), Vec::with_capacity(all.len()));
        for &m in all.iter().take_while(|&&m| {
            let legal = here.is_legal(m);
            if legal {
                _ = here.play(m);
            }
            legal
        }) {
            moves.push(m);
        }
        let bad_move = (moves.len() < all.len()).then_some(moves.len() + 1);
        let from = match text.at {
            None | Some(Place(At::Start)) => 0,
            Some(Place(At::After(count))) if count <= all.len() => count,
            Some(Place(At::End)) => all.len(),
            Some(Place(at)) => {
                let count = all.len();
                return Err(Fault::bad_request(message!(
                    "there is no place {at}: the record has {count} moves",
                    "{at}手目の局面はありません（全{count}手）",
                )));
            }
        };
        Ok(Game { start, moves, bad_move, from, attacker: posed.attacker })
    }
}

/// A mate that was found and is not settled.
struct Found {
    after: usize,
    problem: MateProblem,
    at_most: u32,
    line: Vec<Move>,
    previous: Option<Move>,
    played: Option<Move>,
    outcome: Outcome,
    follows: bool,
}

/// What a check of a problem says.
struct Checked {
    length: u32,
    /// Of equally long lines the one that leaves the problem sound.
    line: Vec<Move>,
    soundness: Soundness,
    /// Is another first move not settled?
    open: bool,
    /// Does another first move mate?
    cooked: bool,
}

/// Looks through a game.
struct Miner<'a, 's> {
    request: &'a Request,
    conductor: &'a mut Conductor,
    stage: &'a mut Stage<'s>,
    settings: Settings,
    answer: &'a mut Answer,
}

impl Miner<'_, '_> {
    /// Asks every position for a mate. One table serves them all.
    fn scan(&mut self, game: &Game) -> Vec<Found> {
        self.stage.part("positions", None);
        self.stage.pose(&game.start);
        let mut found = Vec::new();
        let mut here = game.start.clone();
        // Whose last move kept a mate.
        let mut keeping = [false; 2];
        for after in 0..=game.moves.len() {
            let played = game.moves.get(after).copied();
            if self.stage.is_over() {
                break;
            }
            let side = here.turn();
            let wanted = game.attacker.is_none_or(|attacker| attacker == side);
            if after >= game.from && wanted {
                self.stage.done(after, game.moves.len());
                self.answer.positions += 1;
                let previous = after.checked_sub(1).map(|before| game.moves[before]);
                let mate = self.look_at(&here, after, played, previous, keeping[side.index()]);
                keeping[side.index()] =
                    mate.as_ref().is_some_and(|mate| mate.outcome == Outcome::Played);
                found.extend(mate);
            }
            if let Some(m) = played {
                _ = here.play(m);
            }
        }
        found
    }

    /// A position of the game.
    fn look_at(
        &mut self,
        here: &Position,
        after: usize,
        played: Option<Move>,
        previous: Option<Move>,
        follows: bool,
    ) -> Option<Found> {
        // Most positions of a game are over here.
        if here.king(!here.turn()).is_none() || !here.has_check() {
            return None;
        }
        let problem = MateProblem::new(here.clone()).attacked_by(here.turn());
        let mut solved = self.solve(&problem, self.request.nodes);
        if matches!(solved.verdict, Verdict::Unknown(_)) && self.request.settle > self.request.nodes {
            // The table remembers the first look.
            solved = self.solve(&problem, self.request.settle);
        }
        let at_most = match solved.verdict {
            Verdict::Mate(plies) => plies,
            Verdict::NoMate => return None,
            Verdict::Unknown(_) => {
                self.answer.open.push(after);
                return None;
            }
        };
        let outcome = match played {
            None => Outcome::Over,
            Some(m) if !here.gives_check(m) => Outcome::Missed,
            Some(m) => match self.solve(&problem.after(m), self.request.settle).verdict {
                Verdict::Mate(_) => Outcome::Played,
                Verdict::NoMate => Outcome::Missed,
                Verdict::Unknown(_) => Outcome::Unclear,
            },
        };
        let line = solved.line;
        Some(Found { after, problem, at_most, line, previous, played, outcome, follows })
    }

    /// Is there a mate?
    fn solve(&mut self, problem: &MateProblem, expansions: u64) -> tsumugi_tsume::Answer {
        let limits = self.limits(expansions);
        let answer = self.conductor.solver(self.settings.clone()).solve(problem, &limits, self.stage);
        self.count(answer.stats.plays, answer.stats.expansions);
        answer
    }

    fn count(&mut self, nodes: u64, expansions: u64) {
        self.answer.nodes += nodes;
        self.answer.expansions += expansions;
    }

    fn limits(&self, expansions: u64) -> Limits {
        self.conductor.limits(&self.settings, expansions, self.stage)
    }

    /// Settles a mate, makes a problem of it, and tells it.
    fn tell(&mut self, found: Found) {
        self.stage.part("mates", None);
        self.stage.pose(found.problem.position());
        let fresh = !found.follows;
        let settled = self.settle(&found.problem, fresh, &mut |_| {});
        // A limit that was reached with an empty table takes nothing back.
        let (at_most, line) = match settled.at_most {
            Some(most) if !settled.line.is_empty() => (most.min(found.at_most), settled.line),
            _ => (found.at_most, found.line),
        };
        let position = found.problem.position();
        let mut mate = Mate {
            after: found.after,
            side: position.turn().into(),
            sfen: position.to_sfen(),
            length: settled.length,
            at_most,
            strict_length: settled.strict_length,
            line,
            previous: found.previous,
            played: found.played,
            outcome: found.outcome,
            follows: found.follows,
            expansions: fresh.then_some(settled.expansions),
            difficulty: None,
            problem: None,
            worth: None,
        };
        if let Some(length) = settled.length.filter(|_| fresh) {
            mate.difficulty = Some(difficulty(settled.expansions, length));
            if self.request.problems && length >= self.request.least {
                mate.problem = mate.line.first().and_then(|&m| self.pose(&found.problem, m));
            }
        }
        mate.worth = mate.problem.as_ref().and_then(|problem| worth(problem, mate.outcome));
        self.stage.note_mate(&mate);
        self.answer.mates.push(mate);
    }

    /// The shortest mate and its main line; `fresh`: as if nothing were known. The certificate goes into the sink, if one is wanted.
    fn settle(
        &mut self,
        problem: &MateProblem,
        fresh: bool,
        sink: &mut dyn FnMut(&str),
    ) -> solve::Answer {
        let limits = self.limits(self.request.settle);
        let solver = self.conductor.solver(self.settings.clone());
        if fresh {
            solver.clear();
        }
        let found = find(Question::Line, problem, solver, &limits, self.stage, sink);
        let answer = solve::Answer::new(Question::Line, problem, found, Engine::Dfpn.name());
        self.count(answer.nodes, answer.expansions);
        answer
    }

    /// The problem in a position with a mate that begins with this move: the smallest that is sound, or else the smallest.
    fn pose(&mut self, problem: &MateProblem, first: Move) -> Option<Problem> {
        let limits = self.limits(self.request.settle);
        let solver: &mut Solver = self.conductor.solver(self.settings.clone());
        let reduced = solver.reduce(problem, first, &limits, self.stage);
        let mut best: Option<(Problem, MateProblem)> = None;
        for one in reduced.into_iter().rev() {
            if self.stage.is_over() {
                return None;
            }
            let Some(posed) = self.examine(&one.problem, one.removed) else { continue };
            let sound = posed.soundness == Soundness::Sound;
            if sound || best.is_none() {
                best = Some((posed, one.problem));
            }
            if sound {
                break;
            }
        }
        let (posed, problem) = best?;
        let verified = self.is_verified(&problem);
        Some(Problem { verified, ..posed })
    }

    /// Solves a problem as if nothing were known, and looks for second solutions.
    fn examine(&mut self, problem: &MateProblem, removed: u32) -> Option<Problem> {
        let expansions = self.settle(problem, true, &mut |_| {}).expansions;
        let most = (self.request.nodes / CHECK_PART).max(1);
        // Most problems are cooked, and most cooks are found at once.
        let quick = self.check(problem, (most / QUICK_PART).max(1));
        let is_settled = |found: &Checked| found.soundness != Soundness::Unsettled && !found.open;
        let found = match quick.filter(is_settled) {
            Some(found) => found,
            None => self.check(problem, most)?,
        };
        let Checked { length, line, soundness, open, cooked } = found;
        Some(Problem {
            sfen: problem.position().to_sfen(),
            length,
            line,
            soundness,
            only_first_move: !open && !cooked,
            verified: false,
            removed,
            expansions,
            difficulty: difficulty(expansions, length),
        })
    }

    /// Looks for second solutions, with `nodes_each` expansions for each other move. None if that does not settle the length.
    fn check(&mut self, problem: &MateProblem, nodes_each: u64) -> Option<Checked> {
        let request = check::Request {
            problem: ProblemText::of(problem, &[], &[]),
            nodes_each: Some(nodes_each),
            hash: self.request.hash,
            ..check::Request::default()
        };
        let checked = self.conductor.check(&request, self.stage, &()).ok()?;
        self.count(0, checked.expansions);
        let found = checked.solution?;
        Some(Checked {
            length: found.length?,
            open: found.open.iter().any(|open| open.move_number == 1),
            cooked: found.findings.iter().any(|one| one.spoils && one.move_number == 1),
            line: found.line,
            soundness: checked.verdict,
        })
    }

    /// Proves the shortest mate of a problem and has the certificate checked.
    fn is_verified(&mut self, problem: &MateProblem) -> bool {
        let usual = self.settings.clone();
        self.settings.prove = true;
        let mut text = String::new();
        let settled = self.settle(problem, true, &mut |lines| text += lines);
        self.settings = usual;
        let Some(strict) = settled.strict_length.filter(|_| settled.proved) else { return false };
        let verified = verify(&problem.position().to_sfen(), &text);
        verified.is_ok_and(|verified| verified.claim == Proved::Shortest(strict))
    }
}

/// Is a problem worth keeping?
fn worth(problem: &Problem, outcome: Outcome) -> Option<Worth> {
    match problem.soundness {
        Soundness::Sound => Some(Worth::Sound),
        Soundness::Cooked | Soundness::Flawed
            if outcome == Outcome::Missed && problem.only_first_move =>
        {
            Some(Worth::Instructive)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Progress;
    use tsumugi_clock::{Clock, StopToken};

    /// Black has a mate in five, and does not need the pawns for it.
    const DIAGRAM: &str = "7s1/6+B1k/p8/9/9/9/P8/9/K8 b Gg 1";

    fn mined(request: &Request) -> (Answer, usize) {
        let mut told = 0;
        let mut tell = |progress: &Progress| told += progress.mate.is_some() as usize;
        let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut tell);
        let answer = conduct(request, &mut Conductor::default(), &mut stage).unwrap();
        drop(stage);
        (answer, told)
    }

    fn request(moves: &str) -> Request {
        let sfen = Some(format!("{DIAGRAM} moves {moves}").trim_end_matches(" moves ").to_string());
        let problem = ProblemText { sfen, ..ProblemText::default() };
        Request { problem, hash: Some(4), ..Request::default() }
    }

    #[test]
    fn a_mate_that_is_missed_is_found_and_told() {
        let (answer, told) = mined(&request("9i8i 1b1a"));
        let mate = &answer.mates[0];
        assert_eq!((mate.after, mate.outcome, mate.side), (0, Outcome::Missed, Side::Black));
        assert_eq!((mate.length, mate.follows, told), (Some(5), false, answer.mates.len()));
        let problem = mate.problem.as_ref().unwrap();
        assert!(problem.sfen.starts_with("7s1/6+B1k/9/9/9/9/9/9/9 b G2r"), "{problem:?}");
        assert!(problem.verified && problem.length == 5 && problem.removed == 2, "{problem:?}");
        assert_eq!((mate.worth, answer.positions), (Some(Worth::Sound), 3));
    }

    #[test]
    fn one_that_is_played_is_the_same_mate_to_its_end() {
        let (first, _) = mined(&request(""));
        assert_eq!(first.mates[0].outcome, Outcome::Over);
        let line: Vec<String> = first.mates[0].line.iter().map(ToString::to_string).collect();
        let (answer, _) = mined(&request(&line.join(" ")));
        let lengths: Vec<_> = answer.mates.iter().map(|mate| (mate.length, mate.follows)).collect();
        assert_eq!(lengths[0], (Some(5), false));
        assert!(lengths[1..].iter().all(|(_, follows)| *follows), "{lengths:?}");
        assert_eq!(answer.mates.last().unwrap().length, Some(1));
        assert!(answer.mates.iter().all(|mate| mate.outcome == Outcome::Played));
        assert!(answer.mates[1..].iter().all(|mate| mate.problem.is_none()));
    }

    #[test]
    fn an_illegal_move_ends_the_game_and_a_limit_is_no_answer() {
        let (answer, _) = mined(&request("9i8i 1b1a 8i8e"));
        assert_eq!((answer.moves, answer.bad_move), (2, Some(3)));
        let mut hurried = request("9i8i");
        (hurried.nodes, hurried.settle) = (1, 1);
        let (answer, _) = mined(&hurried);
        assert!(answer.mates.is_empty() && answer.open.contains(&0), "{answer:?}");
    }

    #[test]
    fn the_formula_of_difficulty() {
        assert_eq!(difficulty(0, 1), 1);
        assert_eq!(difficulty(1_000, 5), 35);
    }
}
