//! A game with a resource: OR holds tokens, and more of them never hurt.
//!
//! The board is a random graph. There is a fixed pool of tokens of three kinds; AND holds what OR does not.
//! OR may have to spend a token to make a move, or gain one by it; AND may need to own a token for a move,
//! or give it to OR by the move. These are the drops, captures and interpositions of shogi, without the
//! shogi.

use crate::toy::graph::Graph;
use crate::toy::random_graphs::{Rng, Shape, Spec, random_graph};
use crate::{Hints, Resource, Resources, Rules, Turn};
use std::sync::Arc;

/// How many kinds of tokens there are.
pub const KINDS: usize = 3;

/// Tokens, counted by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tokens(pub [u8; KINDS]);

impl Tokens {
    /// The larger count of each kind.
    pub fn max(self, other: Tokens) -> Tokens {
        self.zip(other, u8::max)
    }

    /// The smaller count of each kind.
    pub fn min(self, other: Tokens) -> Tokens {
        self.zip(other, u8::min)
    }

    fn zip(self, other: Tokens, f: impl Fn(u8, u8) -> u8) -> Tokens {
        Tokens(std::array::from_fn(|kind| f(self.0[kind], other.0[kind])))
    }

    fn with(mut self, kind: usize, count: u8) -> Tokens {
        self.0[kind] = count;
        self
    }

    fn more(self, kind: usize) -> Tokens {
        self.with(kind, self.0[kind] + 1)
    }

    fn less(self, kind: usize) -> Tokens {
        self.with(kind, self.0[kind].saturating_sub(1))
    }
}

impl Resource for Tokens {
    fn covers(self, other: Tokens) -> bool {
        self.0.iter().zip(other.0).all(|(&mine, theirs)| mine >= theirs)
    }
    fn to_bits(self) -> u32 {
        u32::from_le_bytes([self.0[0], self.0[1], self.0[2], 0])
    }
    fn from_bits(bits: u32) -> Tokens {
        let [a, b, c, _] = bits.to_le_bytes();
        Tokens([a, b, c])
    }
}

/// What a move does with tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Quiet,
    /// OR spends one of this kind, and must own it (a drop).
    Spend(usize),
    /// OR gains one of this kind, unless it owns all (a capture).
    Gain(usize),
    /// AND must own one of this kind.
    Need(usize),
    /// AND must own one of this kind and hands it to OR.
    Give(usize),
}

/// A board: where one can go from where, and what that does with tokens.
#[derive(Clone, Debug)]
pub struct Board {
    graph: Graph,
    effects: Vec<Vec<Effect>>,
    pool: Tokens,
}

impl Board {
    /// A random board of `size` places and a pool of 1 to 3 tokens of each kind.
    pub fn random(size: usize, seed: u64) -> Board {
        let mut rng = Rng::new(seed ^ 0x70_6b65_6e73);
        let shape = [Shape::Dag, Shape::Cyclic, Shape::Fan, Shape::Cyclic][rng.below(4)];
        Board::on(random_graph(Spec::new(shape, size), seed), &mut rng)
    }

    /// A board with this graph and random effects of its moves.
    pub fn on(graph: Graph, rng: &mut Rng) -> Board {
        let pool = Tokens(std::array::from_fn(|_| 1 + rng.below(3) as u8));
        let mut effects = Vec::new();
        for node in &graph.nodes {
            let effect = |_: &usize| match (node.turn, rng.below(8)) {
                (Turn::Or, 0..=2) => Effect::Spend(rng.below(KINDS)),
                (Turn::Or, 3) => Effect::Gain(rng.below(KINDS)),
                (Turn::And, 0..=1) => Effect::Need(rng.below(KINDS)),
                (Turn::And, 2..=3) => Effect::Give(rng.below(KINDS)),
                _ => Effect::Quiet,
            };
            effects.push(node.children.iter().map(effect).collect());
        }
        Board { graph, effects, pool }
    }

    /// All tokens there are.
    pub fn pool(&self) -> Tokens {
        self.pool
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Are there no places?
    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// Every amount OR can hold.
    pub fn amounts(&self) -> Vec<Tokens> {
        let [a, b, c] = self.pool.0;
        let all =
            (0..=a).flat_map(|x| (0..=b).flat_map(move |y| (0..=c).map(move |z| Tokens([x, y, z]))));
        all.collect()
    }

    /// The truth for every place, and in it for every amount in the order of [`Board::amounts`]: `Some(n)`
    /// if OR wins in n plies, `None` if it does not.
    pub fn truth(&self) -> Vec<Vec<Option<u32>>> {
        let amounts = self.amounts();
        let mut states = Graph::new();
        for node in &self.graph.nodes {
            for _ in &amounts {
                states.add(node.turn);
            }
        }
        for (place, node) in self.graph.nodes.iter().enumerate() {
            for (i, &tokens) in amounts.iter().enumerate() {
                for (&child, &effect) in node.children.iter().zip(&self.effects[place]) {
                    if let Some(after) = self.after(effect, tokens) {
                        let j =
                            amounts.iter().position(|&other| other == after).expect("within the pool");
                        states.link(place * amounts.len() + i, child * amounts.len() + j);
                    }
                }
            }
        }
        states.truth().chunks(amounts.len()).map(<[_]>::to_vec).collect()
    }

    /// What OR holds after a move, or `None` if the move cannot be made.
    fn after(&self, effect: Effect, tokens: Tokens) -> Option<Tokens> {
        let all = |kind: usize| tokens.0[kind] == self.pool.0[kind];
        match effect {
            Effect::Quiet => Some(tokens),
            Effect::Spend(kind) => (tokens.0[kind] > 0).then(|| tokens.less(kind)),
            Effect::Gain(kind) => Some(if all(kind) { tokens } else { tokens.more(kind) }),
            Effect::Need(kind) => (!all(kind)).then_some(tokens),
            Effect::Give(kind) => (!all(kind)).then(|| tokens.more(kind)),
        }
    }
}

/// A position on a [`Board`]. A move is the number of the way taken.
#[derive(Clone, Debug)]
pub struct TokenGame {
    board: Arc<Board>,
    place: usize,
    tokens: Tokens,
    undo: Vec<(usize, Tokens)>,
}

impl TokenGame {
    /// A game that starts at `place` with OR holding `tokens`.
    ///
    /// # Panics
    /// If there is no such place, or `tokens` are more than the pool.
    pub fn new(board: impl Into<Arc<Board>>, place: usize, tokens: Tokens) -> TokenGame {
        let board = board.into();
        assert!(place < board.len() && board.pool.covers(tokens), "no such position");
        TokenGame { board, place, tokens, undo: Vec::new() }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the game is.
    pub fn place(&self) -> usize {
        self.place
    }

    fn effects(&self) -> &[Effect] {
        &self.board.effects[self.place]
    }

    fn effect(&self, m: u32) -> Effect {
        self.effects()[m as usize]
    }
}

impl Rules for TokenGame {
    type Move = u32;

    fn turn(&self) -> Turn {
        self.board.graph.nodes[self.place].turn
    }

    fn moves(&self, out: &mut Vec<u32>) {
        let possible = |&m: &u32| self.board.after(self.effect(m), self.tokens).is_some();
        out.extend((0..self.effects().len() as u32).filter(possible));
    }

    fn play(&mut self, m: u32) {
        let after = self.board.after(self.effect(m), self.tokens).expect("a possible move");
        self.undo.push((self.place, self.tokens));
        self.place = self.board.graph.nodes[self.place].children[m as usize];
        self.tokens = after;
    }

    fn undo(&mut self) {
        (self.place, self.tokens) = self.undo.pop().expect("a move to take back");
    }

    fn key(&self) -> u64 {
        self.place as u64
    }
}

impl Resources for TokenGame {
    type Resource = Tokens;

    fn resource(&self) -> Tokens {
        self.tokens
    }

    fn set_resource(&mut self, tokens: Tokens) -> bool {
        let possible = self.board.pool.covers(tokens);
        if possible {
            self.tokens = tokens;
        }
        possible
    }

    fn won_resource(&self) -> Tokens {
        self.proof_join(&[])
    }

    fn lost_resource(&self) -> Tokens {
        self.disproof_join(&[])
    }

    fn proof_before(&self, m: u32, after: Tokens) -> Tokens {
        match self.effect(m) {
            Effect::Spend(kind) => after.more(kind),
            Effect::Gain(kind) => after.less(kind),
            _ => after,
        }
    }

    fn proof_join(&self, replies: &[(u32, Tokens)]) -> Tokens {
        let mut least = Tokens::default();
        for &(m, after) in replies {
            least = least.max(match self.effect(m) {
                Effect::Give(kind) => after.less(kind),
                _ => after,
            });
        }
        // Replies AND lacks only because OR owns every token of a kind: it must go on owning them.
        for effect in self.effects() {
            if let Effect::Need(kind) | Effect::Give(kind) = *effect
                && self.tokens.0[kind] == self.board.pool.0[kind]
            {
                least = least.with(kind, self.tokens.0[kind]);
            }
        }
        least
    }

    fn disproof_before(&self, m: u32, after: Tokens) -> Tokens {
        match self.effect(m) {
            // AND must still own one.
            Effect::Need(kind) => after.with(kind, after.0[kind].min(self.board.pool.0[kind] - 1)),
            Effect::Give(kind) => after.less(kind),
            _ => after,
        }
    }

    fn disproof_join(&self, tries: &[(u32, Tokens)]) -> Tokens {
        let pool = self.board.pool;
        let mut most = pool;
        for &(m, after) in tries {
            most = most.min(match self.effect(m) {
                Effect::Spend(kind) => after.more(kind),
                // Owning all, OR gains nothing.
                Effect::Gain(kind) if after.0[kind] < pool.0[kind] => after.less(kind),
                _ => after,
            });
        }
        // Moves OR lacks only because it owns no token of a kind: it must go on owning none.
        for effect in self.effects() {
            if let Effect::Spend(kind) = *effect
                && self.tokens.0[kind] == 0
            {
                most = most.with(kind, 0);
            }
        }
        most
    }
}

impl Hints for TokenGame {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::brute::Brute;
    use crate::{GameValue, Limits, drive};

    const BOARDS: u64 = 300;

    #[test]
    fn more_tokens_never_hurt() {
        let (mut won, mut depends) = (0, 0);
        for seed in 0..BOARDS {
            let board = Board::random(6 + seed as usize % 30, seed);
            let amounts = board.amounts();
            for place in board.truth() {
                for (i, small) in amounts.iter().enumerate().filter(|&(i, _)| place[i].is_some()) {
                    for (j, large) in amounts.iter().enumerate() {
                        let wins = !large.covers(*small) || place[j].is_some();
                        assert!(wins, "seed {seed}: {small:?} wins and {large:?} does not");
                    }
                    won += usize::from(i == 0);
                }
                depends += usize::from(place[0].is_none() && place.iter().any(Option::is_some));
            }
        }
        assert!(won > 200 && depends > 200, "{won} {depends}");
    }

    #[test]
    fn brute_force_agrees_with_the_truth() {
        for seed in 0..BOARDS {
            let board = Arc::new(Board::random(6 + seed as usize % 30, seed));
            let truth = board.truth();
            for (i, &tokens) in board.amounts().iter().enumerate() {
                let game = TokenGame::new(board.clone(), 0, tokens);
                let outcome = drive(&mut Brute::new(game), &Limits::default(), &mut ());
                let wanted =
                    truth[0][i].map_or(GameValue::Disproved, |plies| GameValue::Proved(plies.into()));
                assert_eq!(outcome.verdict, wanted, "seed {seed}, {tokens:?}");
            }
        }
    }

    /// Given resources for the children that are right, and as good as any, the rules make one for the
    /// parent that is right.
    #[test]
    fn proof_and_disproof_resources_are_right_and_cover_the_position() {
        for seed in 0..BOARDS {
            let board = Arc::new(Board::random(6 + seed as usize % 30, seed));
            let (amounts, truth) = (board.amounts(), board.truth());
            let number = |tokens: Tokens| amounts.iter().position(|&t| t == tokens).unwrap();
            let wins = |place: usize, tokens: Tokens| truth[place][number(tokens)].is_some();
            let mut rng = Rng::new(seed);
            for place in 0..board.len() {
                for &tokens in &amounts {
                    let mut game = TokenGame::new(board.clone(), place, tokens);
                    let won = wins(place, tokens);
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    let mut children = Vec::new();
                    for m in moves {
                        game.play(m);
                        let (at, held) = (game.place(), game.resource());
                        game.undo();
                        if wins(at, held) != won {
                            continue;
                        }
                        // Walk down (up) as far as the answer stays.
                        let mut edge = held;
                        for _ in 0..12 {
                            let kind = rng.below(KINDS);
                            let step = if won {
                                edge.less(kind)
                            } else {
                                edge.with(kind, (edge.0[kind] + 1).min(board.pool().0[kind]))
                            };
                            if wins(at, step) == won {
                                edge = step;
                            }
                        }
                        children.push((m, edge));
                    }
                    let found = match (won, game.turn()) {
                        (true, Turn::And) => vec![game.proof_join(&children)],
                        (true, Turn::Or) => {
                            children.iter().map(|&(m, r)| game.proof_before(m, r)).collect()
                        }
                        (false, Turn::Or) => vec![game.disproof_join(&children)],
                        (false, Turn::And) => {
                            children.iter().map(|&(m, r)| game.disproof_before(m, r)).collect()
                        }
                    };
                    assert!(!found.is_empty());
                    for resource in found {
                        let context = format!("seed {seed}, place {place}, {tokens:?}: {resource:?}");
                        assert_eq!(wins(place, resource), won, "{context}");
                        let (more, less) = if won { (tokens, resource) } else { (resource, tokens) };
                        assert!(more.covers(less), "{context}");
                    }
                }
            }
        }
    }
}
