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

use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::{Settings, search};
use std::collections::HashMap;
use std::sync::Arc;
use tsumugi_andor::engines::lambda::{Step, Threats};
use tsumugi_andor::proof::{Claim, Claims, check, extract};
use tsumugi_andor::{
    self as andor, Limits, Observer, Plies, Policy, Resource, Resources, Rules, Stats, StopReason,
    Table, Turn,
};
use tsumugi_shogi::Move;

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

/// A proof: claims about positions with orders, which [`check`] has found in order.
pub type Proof = Claims<Step<Move>, <Threats<TsumeGame> as Resources>::Resource>;

/// A position as (key, resource).
type Place = (u64, u32);

/// What was found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// For a brinkmate: a line of it, up to the mate.
    pub line: Vec<Move>,
    /// The proof, if one was asked for and could be made.
    pub proof: Option<Proof>,
    /// What it took.
    pub stats: Stats,
}

impl Answer {
    /// A verdict and nothing to show for it.
    pub(crate) fn bare(verdict: Verdict, stats: Stats) -> Answer {
        Answer { verdict, line: vec![], proof: None, stats }
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
/// whether it is in a brinkmate now.
pub fn solve<P: Policy>(
    problem: &Problem,
    settings: &Settings<P>,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Answer {
    let game = game(problem);
    let table = Arc::new(Table::with_bytes(settings.bytes));
    let outcome = search(&game, settings, &table, limits, observer);
    let mut answer = Answer::bare(outcome.verdict.into(), outcome.stats);
    if !settings.prove {
        return answer;
    }
    let found = extract(&game, outcome.verdict, settings.options, &table, limits);
    if let Ok(extraction) = found {
        let expansions = extraction.searched;
        answer.stats = answer.stats.plus(&Stats { expansions, ..Stats::default() });
        if check(&mut game.clone(), &extraction.claims).is_ok() {
            read_off(game, &extraction.claims, &mut answer);
            answer.proof = Some(extraction.claims);
        }
    }
    answer
}

/// Takes the line and its length from the proof of a brinkmate. The search counts passes too.
fn read_off(mut game: Threats<TsumeGame>, proof: &Proof, answer: &mut Answer) {
    if proof.statement.is_win() {
        let mut lengths = Lengths { proof, known: HashMap::new() };
        answer.verdict = Verdict::Brinkmate(lengths.here(&mut game));
        answer.line = lengths.line(game);
    }
}

/// How long the lines of a proof are, in plies of shogi.
struct Lengths<'a> {
    proof: &'a Proof,
    known: HashMap<Place, u32>,
}

impl Lengths<'_> {
    /// The attacker's move here, if it is its turn.
    fn claimed(&self, game: &Threats<TsumeGame>) -> Option<Step<Move>> {
        match self.proof.win_within(game.key(), game.resource(), Plies::UNLIMITED)?.claim {
            Claim::Win { m, .. } => Some(m),
            Claim::Hold { .. } => None,
        }
    }

    /// The moves that a line may go on with: the claimed one, or all replies. A pass is no move.
    fn continuations(&self, game: &Threats<TsumeGame>) -> Vec<Step<Move>> {
        if game.turn() == Turn::Or {
            return self.claimed(game).into_iter().collect();
        }
        let mut steps = Vec::new();
        game.moves(&mut steps);
        steps.retain(|&step| step != Step::Pass);
        steps
    }

    /// The longest line from here. Claims count down, so this ends.
    fn here(&mut self, game: &mut Threats<TsumeGame>) -> u32 {
        if let Some(&plies) = self.known.get(&place(game)) {
            return plies;
        }
        let steps = self.continuations(game);
        let plies = steps.into_iter().map(|step| self.after(game, step)).max().unwrap_or(0);
        self.known.insert(place(game), plies);
        plies
    }

    /// The longest line that starts with this step.
    fn after(&mut self, game: &mut Threats<TsumeGame>, step: Step<Move>) -> u32 {
        game.play(step);
        let plies = self.here(game) + step.played().is_some() as u32;
        game.undo();
        plies
    }

    /// The longest line, and of equally long ones the first.
    fn line(&mut self, mut game: Threats<TsumeGame>) -> Vec<Move> {
        let mut out = Vec::new();
        loop {
            let steps = self.continuations(&game);
            let longest = steps.into_iter().rev().max_by_key(|&step| self.after(&mut game, step));
            let Some(step) = longest else { return out };
            game.play(step);
            out.extend(step.played());
        }
    }
}

fn place(game: &Threats<TsumeGame>) -> Place {
    (game.key(), game.resource().to_bits())
}
