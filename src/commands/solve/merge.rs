//! Many certificates into one.
//!
//! All of them are about positions of one problem, with the same pieces in play, so a claim that is right in one is
//! right beside those of the others. Of a mate, where several claims speak about one board and hand, the quickest is
//! kept. What the tree above the certificates knows becomes claims too: the attacker's move at each position that is
//! won by it, the defender's at each that is held by it.

use super::job_tree::{Jobs, Side};
use crate::report::Report;
use std::collections::HashMap;
use std::fmt::Write;
use tsumugi_andor::{Rules, Turn};
use tsumugi_shogi::{Color, Hand, Move, Setup};
use tsumugi_tsume::canonical::Turned;
use tsumugi_tsume::{Problem, TsumeGame};

/// A board and the attacker's hand.
type Place = (String, String);

/// All claims about a problem whose attacker is Black.
pub struct Merged {
    root: Problem,
    /// Within how many plies it mates; `None` if it does not.
    plies: Option<u32>,
    /// Moves, for a mate with the plies to its end.
    claims: HashMap<Place, (u32, String)>,
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
        let mut merged = Merged { root: root.clone(), plies: None, claims: HashMap::new() };
        let yes = jobs.answer() == Some(true);
        let plies = merged.node(root, jobs, Jobs::<Move>::ROOT, yes, known)?;
        merged.plies = yes.then_some(plies);
        Ok(merged)
    }

    /// Within how many plies the attacker mates; `None` if it does not.
    pub fn plies(&self) -> Option<u32> {
        self.plies
    }

    /// Adds the claims below a node: the plies to the mate, if it is one.
    fn node(
        &mut self,
        problem: &Problem,
        jobs: &Jobs<Move>,
        node: usize,
        yes: bool,
        known: &HashMap<String, (bool, String)>,
    ) -> Result<u32, Report> {
        if jobs.is_leaf(node) {
            return self.leaf(problem, yes, known);
        }
        let settled: Vec<(Move, usize)> =
            jobs.children(node).filter(|&(_, child)| jobs.answer_at(child) == Some(yes)).collect();
        let chooses = (jobs.side(node) == Side::Or) == yes;
        let mut plies = 0;
        for &(m, child) in settled.iter().take(if chooses { 1 } else { usize::MAX }) {
            plies = plies.max(1 + self.node(&problem.after(m), jobs, child, yes, known)?);
            if chooses {
                self.claim(place(problem), if yes { plies } else { 0 }, m.to_string());
            }
        }
        Ok(plies)
    }

    /// Adds the claims of a certificate.
    fn leaf(
        &mut self,
        problem: &Problem,
        yes: bool,
        known: &HashMap<String, (bool, String)>,
    ) -> Result<u32, Report> {
        let Some((_, certificate)) = known.get(&super::jobs::text_of(problem)) else {
            // A position that came back (its claims are where it was first), or one that is over at sight.
            return Ok(0);
        };
        let mut plies = 0;
        for line in certificate.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let at = |board: &str, hand: &str| (board.to_string(), hand.to_string());
            match words[..] {
                ["claim", "mate", n] if yes => plies = n.parse().unwrap_or(0),
                ["w", board, hand, n, m] if yes => {
                    self.claim(at(board, hand), n.parse().unwrap_or(u32::MAX), m.to_string());
                }
                ["h", board, hand, m] if !yes => self.claim(at(board, hand), 0, m.to_string()),
                _ => {}
            }
        }
        Ok(plies)
    }

    fn claim(&mut self, place: Place, plies: u32, m: String) {
        let claim = self.claims.entry(place).or_insert_with(|| (plies, m.clone()));
        if plies < claim.0 {
            *claim = (plies, m);
        }
    }

    /// The certificate of the problem that was turned to become the root.
    pub fn text(&self, problem: &Problem, turned: Turned) -> String {
        let attacker = if problem.attacker() == Color::Black { "black" } else { "white" };
        let claim = self.plies.map_or("nomate".to_string(), |plies| format!("mate {plies}"));
        let sfen = problem.position().to_sfen();
        let mut out =
            format!("tsumugi certificate 1\nproblem {sfen}\nattacker {attacker}\nclaim {claim}\n");
        let mut lines: Vec<String> = self
            .claims
            .iter()
            .map(|((board, hand), (plies, m))| {
                let (board, m) = (turned_board(board, turned), turned_move(m, turned));
                match self.plies {
                    Some(_) => format!("w {board} {hand} {plies} {m}"),
                    None => format!("h {board} {hand} {m}"),
                }
            })
            .collect();
        lines.sort_unstable();
        for line in &lines {
            let _ = writeln!(out, "{line}");
        }
        out + &format!("end {}\n", lines.len())
    }

    /// The claimed moves against the replies that hold out longest, as far as the claims know.
    pub fn line(&self) -> Vec<Move> {
        let Some(mut left) = self.plies else { return vec![] };
        let mut boards: HashMap<&str, Vec<(Hand, u32, &str)>> = HashMap::new();
        for ((board, hand), (plies, m)) in &self.claims {
            let hand = hand_from(hand);
            boards.entry(board).or_default().push((hand, *plies, m));
        }
        let best = |game: &TsumeGame| {
            let sfen = game.position().to_sfen();
            let board = sfen.split(' ').next().unwrap_or_default();
            let held = game.position().hand(game.attacker());
            let fits = boards.get(board)?.iter().filter(|(hand, ..)| held.covers(*hand));
            fits.min_by_key(|(_, plies, _)| *plies).map(|(_, plies, m)| (*plies, *m))
        };
        let mut game = TsumeGame::new(self.root.position().clone(), self.root.attacker());
        let mut line = Vec::new();
        while left > 0 {
            let next = match game.turn() {
                Turn::Or => best(&game).and_then(|(_, m)| m.parse::<Move>().ok()),
                Turn::And => {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    moves.into_iter().max_by_key(|&m| {
                        let mut after = game.clone();
                        after.play(m);
                        best(&after).map(|(plies, _)| plies)
                    })
                }
            };
            let Some(m) = next else { break };
            game.play(m);
            line.push(m);
            left -= 1;
        }
        line
    }
}

fn place(problem: &Problem) -> Place {
    let sfen = problem.position().to_sfen();
    let board = sfen.split(' ').next().unwrap_or_default();
    (board.to_string(), format!("{:?}", problem.position().hand(problem.attacker())))
}

fn hand_from(text: &str) -> Hand {
    let setup = format!("9/9/9/9/9/9/9/9/9 b {text} 1").parse::<Setup>();
    let counts = setup.map(|setup| setup.hands[Color::Black.index()]).unwrap_or_default();
    Hand::from_counts(counts).unwrap_or(Hand::EMPTY)
}

fn turned_board(board: &str, turned: Turned) -> String {
    let setup = format!("{board} b - 1").parse::<Setup>();
    let sfen = setup.map(|setup| turned.setup(&setup).to_sfen()).unwrap_or_default();
    sfen.split(' ').next().unwrap_or_default().to_string()
}

fn turned_move(m: &str, turned: Turned) -> String {
    m.parse::<Move>().map_or(m.to_string(), |m| turned.m(m).to_string())
}
