//! The whole truth about small mate problems: every position laid out by the plain rules of `tsumugi-verify`, mates
//! worked out backwards from their ends. No search, no table, no bitboard, no hash key has a part in it.

use std::collections::HashMap;
use tsumugi_shogi::Color;
use tsumugi_verify::naive;

/// Everything that can be reached from some positions by checks and evasions.
pub struct Whole {
    pub attacker: Color,
    pub positions: Vec<naive::Position>,
    /// By position: its moves, and the numbers of the positions after them.
    pub moves: Vec<Vec<(naive::Move, u32)>>,
    /// By position: plies of the shortest mate against the longest defence.
    pub lengths: Vec<Option<u32>>,
}

impl Whole {
    /// The roots come first, in their order. `None` if more than `most` positions can be reached.
    pub fn new(roots: Vec<naive::Position>, attacker: Color, most: usize) -> Option<Whole> {
        let mut numbers: HashMap<naive::Position, u32> = roots.iter().copied().zip(0..).collect();
        assert_eq!(numbers.len(), roots.len(), "roots must be different");
        let (mut positions, mut moves) = (roots, Vec::new());
        while moves.len() < positions.len() {
            let here: naive::Position = positions[moves.len()];
            let attacking = here.turn() == plain(attacker);
            let choices = if attacking { here.checks() } else { here.legal_moves() };
            let number = |m: naive::Move| {
                let after = here.play(m);
                let number = *numbers.entry(after).or_insert_with(|| {
                    positions.push(after);
                    positions.len() as u32 - 1
                });
                (m, number)
            };
            moves.push(choices.into_iter().map(number).collect());
            if positions.len() > most {
                return None;
            }
        }
        let lengths = vec![None; positions.len()];
        let mut whole = Whole { attacker, positions, moves, lengths };
        whole.work_out();
        Some(whole)
    }

    pub fn is_attacking(&self, p: usize) -> bool {
        self.positions[p].turn() == plain(self.attacker)
    }

    /// Round by round: what is mate in exactly that many plies. A defender holds out until its last reply fails.
    fn work_out(&mut self) {
        let mut before = vec![Vec::new(); self.positions.len()];
        for (p, moves) in self.moves.iter().enumerate() {
            moves.iter().for_each(|&(_, q)| before[q as usize].push(p));
        }
        let mut replies: Vec<usize> = self.moves.iter().map(Vec::len).collect();
        let is_end = |p: &usize| self.positions[*p].is_mate() && !self.is_attacking(*p);
        let mut newest: Vec<usize> = (0..self.positions.len()).filter(is_end).collect();
        newest.iter().for_each(|&p| self.lengths[p] = Some(0));
        for length in 1.. {
            let mut next = Vec::new();
            for p in newest.iter().flat_map(|&q| before[q].iter().copied()) {
                replies[p] -= 1;
                if self.lengths[p].is_none() && (self.is_attacking(p) || replies[p] == 0) {
                    self.lengths[p] = Some(length);
                    next.push(p);
                }
            }
            if next.is_empty() {
                return;
            }
            newest = next;
        }
    }
}

/// The same side for the plain rules.
pub fn plain(color: Color) -> naive::Color {
    if color == Color::Black { naive::Color::Black } else { naive::Color::White }
}
