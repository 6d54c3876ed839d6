//! A problem and limits in, a verdict out, with a line of play and a certificate.

use crate::certificate::Lines;
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::problem::Problem;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::parallel;
use tsumugi_andor::proof::{Claim, Claims, extract_with};
use tsumugi_andor::{
    self as andor, Engine, Game, Limits, Observer, Options, Resource, Stats, Table, Turn, drive,
};
use tsumugi_shogi::Move;

pub use tsumugi_andor::StopReason;

/// The answer to a mate problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a forced mate, within this many plies against any defence. Not necessarily the shortest.
    Mate(u32),
    /// There is none.
    NoMate,
    /// Not known.
    Unknown(StopReason),
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which engine.
    pub engine: Engine,
    /// The switches of its techniques.
    pub options: Options,
    /// Memory for the table, in bytes.
    pub bytes: usize,
    /// Threads; more than one for df-pn only.
    pub threads: usize,
    /// When to stop without an answer.
    pub limits: Limits,
    /// Prove the answer and give a line of play (df-pn only).
    pub prove: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            engine: Engine::Dfpn,
            options: Options::default(),
            bytes: 256 << 20,
            threads: 1,
            limits: Limits::default(),
            prove: true,
        }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// For a mate: a line of it, the attacker's proved moves against the defence that holds out longest among
    /// those moves. Empty if none was asked for.
    pub line: Vec<Move>,
    /// The certificate, if proving was asked for and succeeded.
    pub certificate: Option<String>,
    /// What it took.
    pub stats: Stats,
}

/// Solves a problem.
pub fn solve(problem: &Problem, settings: &Settings, observer: &mut (dyn Observer + Send)) -> Answer {
    let game = TsumeGame::new(problem.position().clone(), problem.attacker());
    if let Some(verdict) = over_already(&game) {
        let certificate = Lines::default().finish(problem, verdict).filter(|_| settings.prove);
        return Answer { verdict, line: vec![], certificate, stats: Stats::default() };
    }
    let table = Arc::new(Table::with_bytes(settings.bytes));
    let outcome = search(&game, settings, &table, observer);
    let verdict = match outcome.verdict {
        andor::Verdict::Proved(plies) => Verdict::Mate(plies),
        andor::Verdict::Disproved => Verdict::NoMate,
        andor::Verdict::Unknown(reason) => Verdict::Unknown(reason),
    };
    let mut answer = Answer { verdict, line: vec![], certificate: None, stats: outcome.stats };
    if settings.prove && settings.engine == Engine::Dfpn && !matches!(verdict, Verdict::Unknown(_)) {
        prove(problem, game, &outcome.verdict, settings, &table, &mut answer);
    }
    answer
}

/// Searches with the engine asked for. Only df-pn uses the table.
pub(crate) fn search<G: Game + Clone + Send>(
    game: &G,
    settings: &Settings,
    table: &Arc<Table<G::Resource>>,
    observer: &mut (dyn Observer + Send),
) -> andor::Outcome
where
    G::Move: Send,
{
    let Settings { engine, options, bytes, threads, limits, .. } = settings;
    match (engine, threads) {
        (Engine::Dfpn, 0 | 1) => {
            drive(&mut Dfpn::new(game.clone(), *options, table.clone()), limits, observer)
        }
        (Engine::Dfpn, _) => parallel::solve(game, *options, table, *threads, limits, observer),
        _ => andor::solve(game.clone(), engine, options, *bytes, limits, observer),
    }
}

/// A defender who is to move and cannot is mated if in check, and safe if not.
fn over_already(game: &TsumeGame) -> Option<Verdict> {
    let position = game.position();
    let stuck = game.turn() == Turn::And && !position.has_legal_move();
    stuck.then(|| if position.in_check() { Verdict::Mate(0) } else { Verdict::NoMate })
}

fn prove(
    problem: &Problem,
    game: TsumeGame,
    verdict: &andor::Verdict,
    settings: &Settings,
    table: &Arc<Table<AttackerHand>>,
    answer: &mut Answer,
) {
    let mut lines = Lines::default();
    let mut note = |game: &TsumeGame, claim: &Claim<Move>| lines.add(game, claim);
    let found = extract_with(&game, *verdict, settings.options, table, &settings.limits, &mut note);
    if let Ok(extraction) = found {
        answer.stats =
            answer.stats.plus(&Stats { expansions: extraction.searched, ..Stats::default() });
        if extraction.claims.win {
            answer.line = line(game, &extraction.claims);
        }
        answer.certificate = lines.finish(problem, answer.verdict);
    }
}

/// The claimed moves against the replies that hold out longest, as far as the claims know.
fn line(mut game: TsumeGame, claims: &Claims<Move>) -> Vec<Move> {
    let mut out = Vec::new();
    let count = |game: &TsumeGame| {
        let at = (game.key(), game.resource().to_bits());
        match claims.win_within(at, u32::MAX) {
            Some(Claim::Win { m, plies }) => (plies, Some(m)),
            Some(Claim::Lost { plies }) => (plies, None),
            _ => (0, None),
        }
    };
    loop {
        let next = match game.turn() {
            Turn::Or => count(&game).1,
            Turn::And => {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let held = |m: &Move| {
                    let mut after = game.clone();
                    after.play(*m);
                    count(&after).0
                };
                // Of equally long defences the first, as generated.
                moves.into_iter().rev().max_by_key(held)
            }
        };
        let Some(m) = next else { return out };
        game.play(m);
        out.push(m);
    }
}
