//! Heuristic initialisation learned from the solver's own searches.
//!
//! Trouble  The guess of `estimate.rs` sees the last move and how many ways out there are, not how the king stands.
//!          A learned function that looks at everything around it needs half the positions and five times as long
//!          for each \[Kaneko04\].
//! Idea     A small network whose inputs are what the first look at a position knows anyway (where the king can go, how
//!          many checks there are and how many of them were worth trying), each piece as the king sees it, and the
//!          hands. There are two networks, after a check and after a reply, each with a pair of outputs for searches
//!          without a limit of plies and one for searches within a number of them, which see how many are left. Outputs
//!          are logarithms of base 2.
//!          Siblings are looked at one after the other: what the board was before their moves is added up once.
//! Source   \[Kaneko04\], \[Nasu18\]; the inputs and the target (the work it takes to solve a position) are ours.
//!          `tsumugi-lab train collect` and `scripts/train_guess.py` make the weights, see crates/learn/README.md.
//! Switch   `learned`. Without it, or if the weights are damaged, `estimate.rs` is used.

mod board;
mod hood;
mod network;
mod scene;
mod weights;

#[cfg(test)]
mod plain;

use crate::game::TsumeGame;
use network::{Network, Sum};
use scene::BOARD;
pub use scene::ROWS;
pub(crate) use scene::Scene;
use tsumugi_andor::{Bounds, Plies};
use tsumugi_shogi::{Bitboard, Checks, Hand, WaysOut};
pub use weights::{Guess, SCALE};

/// What the first look at a position showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A defender in check, and its ways out.
    Checked(WaysOut),
    /// An attacker to move, and its checks.
    Answered(Checks),
}

impl Look {
    /// Of the networks and their rows: 0 after a check, 1 after a reply.
    #[inline]
    fn side(&self) -> usize {
        matches!(self, Look::Answered(_)) as usize
    }
}

/// Hands out the rows of a position, in order: of the network after a check if its defender is to move, else of that
/// after a reply. None but the first if it is not known how the position came about.
pub fn rows(game: &TsumeGame, look: &Look, left: Plies, visit: impl FnMut(usize)) {
    let mut out = vec![];
    match game.scene() {
        None => out.push(0),
        Some(scene) => {
            match look {
                Look::Checked(ways) => out.extend(scene.after_check(ways)),
                Look::Answered(checks) => {
                    out.extend(scene.after_reply(checks, scene.stepped_on()));
                }
            }
            if !left.is_unlimited() {
                out.push(scene::in_time(look, left));
            }
            scene.board(|row| out.push(BOARD[look.side()] + row));
        }
    }
    out.sort_unstable();
    out.into_iter().for_each(visit);
}

/// Positions that one move leads to from the same position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Family {
    /// The key of that position.
    before: u64,
    /// What the attacker and the defender held there.
    hands: [Hand; 2],
    side: usize,
}

/// What a family has in common.
#[derive(Clone, Copy, Debug)]
struct Common {
    family: Family,
    /// The sum of the board's rows before the move, once a position came up whose king did not move.
    board: Option<Sum>,
    /// Where the attacker's steps lead, once a reply came up that took nothing.
    stepped_on: Option<Bitboard>,
}

/// Guesses for one search, in which siblings are looked at one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Scorer<'a> {
    guess: &'a Guess,
    /// Of the latest family.
    common: Option<Common>,
}

impl<'a> Scorer<'a> {
    /// Guesses with these weights.
    pub fn new(guess: &'a Guess) -> Scorer<'a> {
        Scorer { guess, common: None }
    }

    /// The bounds of a game's position.
    pub fn bounds(&mut self, game: &TsumeGame, look: &Look, left: Plies) -> Bounds {
        self.bounds_of(game.scene(), look, left)
    }

    /// The bounds of a position.
    #[inline]
    pub(crate) fn bounds_of(&mut self, scene: Option<Scene>, look: &Look, left: Plies) -> Bounds {
        let network = match look {
            Look::Checked(_) => &self.guess.after_check,
            Look::Answered(_) => &self.guess.after_reply,
        };
        let rows = &network.rows;
        let Some(scene) = scene else {
            let sum = network.bias.plus(&rows[0]);
            return bounds(network, &sum, left);
        };
        let common = self.common(&scene, look.side());
        let mut sum = common.board(network, &scene);
        match look {
            Look::Checked(ways) => {
                for row in scene.after_check(ways) {
                    sum = sum.plus(&rows[row]);
                }
            }
            Look::Answered(checks) => {
                for row in scene.after_reply(checks, common.stepped_on(&scene)) {
                    sum = sum.plus(&rows[row]);
                }
            }
        }
        if !left.is_unlimited() {
            sum = sum.plus(&rows[scene::in_time(look, left)]);
        }
        bounds(network, &sum, left)
    }

    /// What this position's family has in common.
    #[inline]
    fn common(&mut self, scene: &Scene, side: usize) -> &mut Common {
        let family = Family { before: scene.before, hands: scene.hands_before(), side };
        match &mut self.common {
            Some(common) if common.family == family => {}
            common => *common = Some(Common { family, board: None, stepped_on: None }),
        }
        // It was put there if it was not.
        self.common.get_or_insert(Common { family, board: None, stepped_on: None })
    }
}

impl Common {
    /// The sum of the board's rows, and of what every position begins with.
    #[inline]
    fn board(&mut self, network: &Network, scene: &Scene) -> Sum {
        let side = self.family.side;
        if scene.king_moved() {
            return whole_board(network, scene, side);
        }
        let rows = &network.rows[BOARD[side]..];
        if let Some(mut sum) = self.board {
            scene.changes(|row, new| {
                sum = if new { sum.plus(&rows[row]) } else { sum.less(&rows[row]) };
            });
            return sum;
        }
        let sum = whole_board(network, scene, side);
        let mut before = sum;
        scene.changes(|row, new| {
            before = if new { before.less(&rows[row]) } else { before.plus(&rows[row]) };
        });
        self.board = Some(before);
        sum
    }

    /// Where the attacker's steps lead after a reply.
    #[inline]
    fn stepped_on(&mut self, scene: &Scene) -> Bitboard {
        if scene.captured.is_some() {
            return scene.stepped_on();
        }
        *self.stepped_on.get_or_insert_with(|| scene.stepped_on())
    }
}

/// What a sum of rows comes to.
#[inline]
fn bounds(network: &Network, sum: &Sum, left: Plies) -> Bounds {
    let first = if left.is_unlimited() { 0 } else { 2 };
    let [pn, dn] = network.outputs(sum, first);
    Bounds::open(power(pn), power(dn))
}

/// The sum of the board's rows and of what every position begins with, from nothing.
fn whole_board(network: &Network, scene: &Scene, side: usize) -> Sum {
    let (mut sum, rows) = (network.bias, &network.rows[BOARD[side]..]);
    scene.board(|row| sum = sum.plus(&rows[row]));
    sum
}

/// Powers of two in sixteenths, up to the twelfth.
const POWERS: [u16; 16 * 12 + 1] = {
    // The sixteenth root of two.
    let (mut out, mut i, mut power) = ([0; 16 * 12 + 1], 0, 1.0_f64);
    while i < out.len() {
        out[i] = (power + 0.5) as u16;
        power *= 1.044_273_782_427_413_8;
        i += 1;
    }
    out
};

/// 2 to the power of this over [`SCALE`].
#[inline]
fn power(logarithm: i32) -> u32 {
    let sixteenths = (logarithm + 8) >> 4;
    POWERS[sixteenths.clamp(0, 16 * 12) as usize].into()
}

#[cfg(test)]
mod tests {
    use super::hood::HOODS;
    use super::network::{OUTPUTS, Row};
    use super::weights::MAGIC;
    use super::*;
    use crate::attacker_of;
    use crate::hands::AttackerHand;
    use tsumugi_andor::{Resources, Rules, Turn};
    use tsumugi_shogi::random::{self, Random};
    use tsumugi_shogi::{Color, HandKind, Kind, Move, Position, Square, attacks};

    fn made_up() -> Guess {
        let number = |i: usize, j: usize| ((i * 31 + j * 17) % 97) as i16 - 48;
        let row = |i: usize| Row(std::array::from_fn(|j| number(i, j) as i8));
        let words = |i: usize| Sum(std::array::from_fn(|j| number(i, j) * 3));
        let network = |rows: usize, first: usize| {
            let mut weights = std::array::from_fn(|output| words(first + output));
            weights.iter_mut().for_each(|weights| weights.0[..OUTPUTS].fill(0));
            Network { bias: words(first), rows: (first..first + rows).map(row).collect(), weights }
        };
        Guess { after_check: network(ROWS[0], 3), after_reply: network(ROWS[1], 7) }
    }

    #[test]
    fn what_came_with_the_program_is_sound() {
        assert!(Guess::shipped().is_some());
    }

    #[test]
    fn a_file_is_read_as_it_was_written_or_not_at_all() {
        let bytes = made_up().to_bytes();
        assert_eq!(Guess::from_bytes(&bytes), Some(made_up()));
        for place in [0, MAGIC.len() + 5, bytes.len() / 2, bytes.len() - 1] {
            let mut bad = bytes.clone();
            bad[place] ^= 4;
            assert_eq!(Guess::from_bytes(&bad), None, "byte {place}");
        }
        assert_eq!(Guess::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Guess::from_bytes(b""), None);
    }

    #[test]
    fn powers_are_those_of_two() {
        for (logarithm, expected) in
            [(-999, 1), (0, 1), (256, 2), (512, 4), (256 * 12, 4096), (9999, 4096)]
        {
            assert_eq!(power(logarithm), expected);
        }
        assert_eq!(power(256 * 3 / 2 * 2 - 128), 6);
    }

    /// The rows of the position after some moves.
    fn rows_of(sfen: &str, attacker: Color, words: &[&str]) -> Vec<usize> {
        let mut game = TsumeGame::new(Position::from_sfen(sfen).unwrap(), attacker);
        for m in words.iter().map(|word| word.parse::<Move>().unwrap()) {
            game.play(m);
        }
        let look = game.see().unwrap_err();
        let mut out = Vec::new();
        rows(&game, &look, Plies::UNLIMITED, |row| out.push(row));
        let table = if game.turn() == Turn::And { 0 } else { 1 };
        assert!(out.iter().all(|&row| row < ROWS[table]), "{out:?}");
        out
    }

    #[test]
    fn the_board_turned_round_looks_the_same() {
        let black = ("3sk4/9/4P4/9/9/9/9/9/9 b 2GBr 1", ["G*6b", "5a4a"]);
        let white = ("9/9/9/9/9/9/4p4/9/4KS3 w Rb2g 1", ["G*4h", "5i6i"]);
        for count in 1..=2 {
            let one = rows_of(black.0, Color::Black, &black.1[..count]);
            assert_eq!(one, rows_of(white.0, Color::White, &white.1[..count]));
        }
    }

    #[test]
    fn squares_around_a_king_are_cut_out_at_every_edge() {
        for king in Square::all() {
            let near = attacks::steps(Color::Black, Kind::King, king);
            let hood = &HOODS[king.index()];
            assert_eq!(hood.cut(Bitboard::ALL), !hood.beyond);
            assert_eq!(hood.cut(Bitboard::ALL).count_ones(), near.count());
            for square in Square::all() {
                let cut = hood.cut(Bitboard::of(square));
                assert_eq!(cut.count_ones(), u32::from(near.has(square)), "{king:?} {square:?}");
            }
            let order: Vec<u8> = near.into_iter().map(|near| hood.cut(Bitboard::of(near))).collect();
            assert!(order.is_sorted(), "{king:?} {order:?}");
        }
    }

    /// Looks at all children of a position, as a search does, and compares with the plain guess. Returns how many there
    /// were to compare.
    fn compare_children(game: &mut TsumeGame, scorer: &mut Scorer, left: Plies, seed: u64) -> usize {
        let (mut moves, mut compared) = (Vec::new(), 0);
        game.moves(&mut moves);
        for &m in &moves {
            game.play(m);
            if let Err(look) = game.see() {
                let said = || format!("seed {seed}: {} after {m}", game.position().to_sfen());
                let mut seen = Vec::new();
                rows(game, &look, left, |row| seen.push(row));
                assert_eq!(seen, plain::rows(game, &look, left), "{}", said());
                let expected = plain::bounds(scorer.guess, game, &look, left);
                assert_eq!(scorer.bounds(game, &look, left), expected, "{}", said());
                compared += 1;
            }
            game.undo();
        }
        compared
    }

    /// The game's hand as another one of the same pieces.
    fn change_hand(game: &mut TsumeGame, random: &mut Random) {
        let kind = random.pick(&HandKind::ALL);
        let AttackerHand(hand) = game.resource();
        let other = if hand.has(kind) { hand.minus(kind) } else { hand.plus(kind) };
        game.set_resource(AttackerHand(other));
    }

    #[test]
    fn fast_guesses_are_the_plain_ones() {
        let (made_up, mut compared) = (made_up(), 0);
        for seed in 0..600 {
            let position = random::position(seed);
            let attacker = attacker_of(&position);
            let mut game = TsumeGame::new(position, attacker);
            let mut random = Random::new(seed);
            let guess = if seed % 2 == 0 { Guess::shipped().unwrap() } else { &made_up };
            let mut scorer = Scorer::new(guess);
            for _ in 0..6 {
                let some = Plies::new(random.below(40) as u32);
                let left = random.pick(&[Plies::UNLIMITED, some]);
                compared += compare_children(&mut game, &mut scorer, left, seed);
                // The same children with and without a limit, and with another hand, too.
                compared += compare_children(&mut game, &mut scorer, Plies::new(7), seed);
                change_hand(&mut game, &mut random);
                compared += compare_children(&mut game, &mut scorer, left, seed);
                let mut moves = Vec::new();
                game.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                game.play(random.pick(&moves));
            }
        }
        assert!(compared > 20_000, "{compared}");
    }
}
