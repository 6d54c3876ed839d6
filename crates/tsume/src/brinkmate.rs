//! Brinkmate (必至): can the attacker win by moves each of which is a check or a threat of mate?
//!
//! The definition is in `docs/RULES.md`. The search is λ-search of order 2 ([`Threats`]): one df-pn over
//! positions with orders, in which a mate problem (order 1) is what a threat has to show. No threat is ever
//! taken for refuted because a search was cut short: there is one search, and it ends as a whole.
//!
//! ```
//! use tsumugi_shogi::Position;
//! use tsumugi_tsume::brinkmate::{self, Verdict};
//! use tsumugi_tsume::{Limits, Problem, Settings};
//!
//! let position = Position::from_sfen("8k/9/9/9/9/9/9/9/9 b 2G 1").unwrap();
//! let settings = Settings { bytes: 1 << 20, ..Settings::default() };
//! let answer = brinkmate::solve(&Problem::new(position), &settings, &Limits::default(), &mut ());
//! assert!(matches!(answer.verdict, Verdict::Brinkmate(_)));
//! ```

mod certificate;
mod proof;

use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::{Settings, search};
use proof::Gathering;
use std::sync::Arc;
use tsumugi_andor::engines::lambda::{Step, Threats};
use tsumugi_andor::proof::{Claims, Statement, extract_with};
use tsumugi_andor::{
    self as andor, Limits, Observer, Policy, Resources, Rules, Stats, StopReason, Table, Turn,
};
use tsumugi_shogi::Move;

/// A claim with its position takes this many times the memory of one that the search keeps, so a limit on claims is divided
/// by this. Smaller: a proof takes more memory than the caller set aside. Larger: proofs that fit are given up.
const LARGER: u64 = 4;

/// The order of threats that brinkmates are made of.
pub const ORDER: u32 = 2;

/// The answer to the question for a brinkmate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker wins by checks and threats of mate: the defender is mated (or out of moves) within this
    /// many plies against any defence. Not necessarily the shortest.
    Brinkmate(u32),
    /// It does not win so. It may still win by quieter moves.
    NoBrinkmate,
    /// Not known.
    Unknown(StopReason),
}

/// A proof: claims about positions with orders.
pub type Proof = Claims<Step<Move>, <Threats<TsumeGame> as Resources>::Resource>;

/// What was found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// For a brinkmate: a line of it, up to the mate.
    pub line: Vec<Move>,
    /// The proof as the search has it, if one was asked for and could be made.
    pub proof: Option<Proof>,
    /// How many claims prove the verdict, if proving was asked for and succeeded.
    pub claims: Option<u64>,
    /// The certificate, if it was not written elsewhere.
    pub certificate: Option<String>,
    /// What it took.
    pub stats: Stats,
}

impl Answer {
    /// A verdict and nothing to show for it.
    pub(crate) fn bare(verdict: Verdict, stats: Stats) -> Answer {
        Answer { verdict, line: vec![], proof: None, claims: None, certificate: None, stats }
    }
}

impl From<andor::GameValue> for Verdict {
    fn from(verdict: andor::GameValue) -> Verdict {
        match verdict {
            andor::GameValue::Proved(plies) => Verdict::Brinkmate(plies.get()),
            andor::GameValue::Disproved => Verdict::NoBrinkmate,
            andor::GameValue::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}

/// The game that is searched.
pub fn game(problem: &Problem) -> Threats<TsumeGame> {
    Threats::new(TsumeGame::new(problem.position().clone(), problem.attacker()), ORDER)
}

/// Answers the question for a problem in which either side may be to move. If it is the defender, the question is
/// whether it is in a brinkmate now. The answer carries the whole certificate.
pub fn solve<P: Policy>(
    problem: &Problem,
    settings: &Settings<P>,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Answer {
    let mut text = String::new();
    let mut answer = solve_into(problem, settings, limits, observer, &mut |lines| text.push_str(lines));
    answer.certificate = answer.claims.map(|_| text);
    answer
}

/// As [`solve`], with the certificate written into `sink`: whole lines, with their line feeds. What was written is worth nothing
/// unless the answer counts its claims.
pub fn solve_into<P: Policy>(
    problem: &Problem,
    settings: &Settings<P>,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
    sink: &mut dyn FnMut(&str),
) -> Answer {
    let game = game(problem);
    let table = Arc::new(Table::with_bytes(settings.bytes));
    let outcome = search(&game, settings, &table, limits, observer);
    let mut answer = Answer::bare(outcome.verdict.into(), outcome.stats);
    let Some(statement) = Statement::of(outcome.verdict).ok().filter(|_| settings.prove) else {
        return answer;
    };
    let claims = if limits.claims == u64::MAX { u64::MAX } else { limits.claims / LARGER };
    let limits = &Limits { claims, ..limits.clone() };
    let mut gathering = Gathering::default();
    let mut gather = |game: &Threats<TsumeGame>, claim: &_| gathering.add(game, claim);
    let Ok(found) = extract_with(&game, statement, settings.options, &table, limits, &mut gather)
    else {
        return answer;
    };
    answer.stats = answer.stats.plus(&Stats::expansions(found.searched));
    let Some(proof) = gathering.into_proof(limits) else { return answer };
    if statement.is_win() {
        let Some(plies) = plies_here(&proof, game.game()) else { return answer };
        answer.verdict = Verdict::Brinkmate(plies);
        answer.line = proof.line(game.into_game());
    }
    answer.claims = certificate::write(problem, answer.verdict, &proof, limits, sink);
    answer.proof = Some(found.claims);
    answer
}

/// Within how many plies a brinkmate is over, by its proof. The search counts passes too.
fn plies_here(proof: &proof::Proof, game: &TsumeGame) -> Option<u32> {
    match game.turn() {
        Turn::Or => proof.soonest(game).map(|(plies, _)| plies),
        Turn::And => proof.plies_against(&mut game.clone()),
    }
}
