//! Many certificates into one.
//!
//! All of them are about positions of one problem, with the same pieces in play, so a claim that is right in one is
//! right beside those of the others. What the tree above the certificates knows becomes claims too: the attacker's
//! move at each position that is won by it, the defender's at each that is held by it.

use super::job_tree::{Jobs, Side};
use crate::report::Report;
use std::collections::HashMap;
use tsumugi_andor::proof::{Claim, Placed, Statement};
use tsumugi_andor::{Plies, Resources, Rules};
use tsumugi_api::message;
use tsumugi_shogi::Move;
use tsumugi_tsume::canonical::Turned;
use tsumugi_tsume::certificate::{self, Proof, line_of_claims};
use tsumugi_tsume::{Problem, TsumeGame};

/// All claims about a problem whose attacker is Black.
pub struct Merged {
    root: TsumeGame,
    proof: Proof,
}

impl Merged {
    /// Merges what is known about the leaves of a settled tree, by the texts of their problems.
    ///
    /// # Errors
    /// When something needed is not there: a mistake of this program.
    pub fn new(
        root: &Problem,
        jobs: &Jobs<Move>,
        known: &HashMap<String, (bool, String)>,
    ) -> Result<Merged, Report> {
        let never = Statement::NotWon(Plies::UNLIMITED);
        let mut merged = Merged { root: game(root), proof: Proof::new(never) };
        let yes = jobs.answer() == Some(true);
        let plies = merged.node(root, jobs, Jobs::<Move>::ROOT, yes, known)?;
        merged.proof.statement = if yes { Statement::Won(plies) } else { never };
        Ok(merged)
    }

    /// Within how many plies the attacker mates; `None` if it does not.
    pub fn plies(&self) -> Option<u32> {
        self.proof.statement.is_win().then(|| self.proof.statement.plies().get())
    }

    /// Adds the claims below a node: the plies to the mate, if it is one.
    fn node(
        &mut self,
        problem: &Problem,
        jobs: &Jobs<Move>,
        node: usize,
        yes: bool,
        known: &HashMap<String, (bool, String)>,
    ) -> Result<Plies, Report> {
        if jobs.is_leaf(node) {
            return self.leaf(problem, known);
        }
        let settled: Vec<(Move, usize)> =
            jobs.children(node).filter(|&(_, child)| jobs.answer_at(child) == Some(yes)).collect();
        let chooses = (jobs.side(node) == Side::Or) == yes;
        let mut plies = Plies::ZERO;
        for &(m, child) in settled.iter().take(if chooses { 1 } else { usize::MAX }) {
            plies = plies.max(self.node(&problem.after(m), jobs, child, yes, known)? + 1);
            if chooses {
                let claim = match yes {
                    true => Claim::Win { m, plies },
                    false => Claim::Hold { m, plies: Plies::UNLIMITED },
                };
                self.claim(&game(problem), claim);
            }
        }
        Ok(plies)
    }

    /// Adds the claims of a certificate.
    fn leaf(
        &mut self,
        problem: &Problem,
        known: &HashMap<String, (bool, String)>,
    ) -> Result<Plies, Report> {
        let Some((_, text)) = known.get(&super::jobs::text_of(problem)) else {
            // A position that came back (its claims are where it was first), or one that is over at sight.
            return Ok(Plies::ZERO);
        };
        let statement = certificate::read(problem, text, &mut |game, claim| self.claim(game, claim));
        let statement = statement.map_err(|why| {
            let line = why.line;
            Report::new(message!(
                "line {line} of a worker's certificate cannot be read",
                "ワーカーの証明書の{line}行目が読めません",
            ))
        })?;
        Ok(if statement.is_win() { statement.plies() } else { Plies::ZERO })
    }

    fn claim(&mut self, game: &TsumeGame, claim: Claim<Move>) {
        self.proof.add(Placed { key: game.key(), resource: game.resource(), claim });
    }

    /// The certificate of the problem that was turned to become the root; none if claims are missing, a mistake of this
    /// program.
    pub fn text(&self, problem: &Problem, turned: Turned) -> Option<String> {
        let mut text = String::new();
        let mut sink = |lines: &str| text.push_str(lines);
        certificate::write(problem, &self.root, turned, &self.proof, &mut sink).ok()?;
        Some(text)
    }

    /// The claimed moves against the replies that hold out longest, as far as the claims know.
    pub fn line(&self) -> Vec<Move> {
        match self.proof.statement {
            Statement::Won(_) => line_of_claims(self.root.clone(), &self.proof),
            Statement::NotWon(_) => vec![],
        }
    }
}

fn game(problem: &Problem) -> TsumeGame {
    TsumeGame::new(problem.position().clone(), problem.attacker())
}
