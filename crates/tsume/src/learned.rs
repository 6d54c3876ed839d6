//! First guesses learned from the solver's own searches.
//!
//! Trouble  The guess of `estimate.rs` sees the last move and how many ways out there are, not how the king stands.
//!          A learned function that looks at everything around it needs half the positions and five times as long
//!          for each \[Kaneko04\].
//! Idea     Look only at what the first look at a position knows anyway: where the king can go, how many checks there
//!          are and how many of them were worth trying. Each feature is a number that picks a row of a table, so that a
//!          guess is a dozen additions of whole numbers. There are two functions, after a check and after a reply,
//!          each for both numbers, in logarithms of base 2; and two more for searches within a number of plies, which
//!          see how many are left.
//!          Siblings are looked at one after the other: what those have in common that took nothing is added up once.
//! Source   \[Kaneko04\]; the features and the target (the numbers of this solver after some expansions, not of
//!          plain df-pn) are ours. `tsumugi-lab train guess` makes the weights, see docs/LEARNING.md.
//! Switch   `learned`. Without it, or if the weights are damaged, `estimate.rs` guesses.

mod hood;
mod pair;
mod scene;
mod weights;

#[cfg(test)]
mod plain;

use crate::game::TsumeGame;
pub use pair::LARGEST;
use pair::Pair;
pub use scene::ROWS;
pub(crate) use scene::Scene;
use tsumugi_andor::{Bounds, Plies};
use tsumugi_shogi::{Bitboard, Checks, Color, Hand, Square, WaysOut};
pub use weights::{Guess, SCALE, Tables};

/// What the first look at a position showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A defender in check, and its ways out.
    Checked(WaysOut),
    /// An attacker to move, and its checks.
    Answered(Checks),
}

/// Hands out the rows of a position, in order: of the table after a check if its defender is to move, else of that
/// after a reply. None but the first if it is not known how the position came about.
pub fn rows(game: &TsumeGame, look: &Look, left: Plies, visit: impl FnMut(usize)) {
    let mut out = match (game.scene(), look) {
        (None, _) => vec![0],
        (Some(scene), Look::Checked(ways)) => {
            [&scene.own_after_check(ways)[..], &scene.common_after_check()].concat()
        }
        (Some(scene), Look::Answered(checks)) => {
            [&scene.own_after_reply(checks)[..], &scene.common_after_reply(scene.stepped_on())].concat()
        }
    };
    if !left.is_unlimited() {
        out.push(scene::in_time(look, left));
    }
    out.sort_unstable();
    out.into_iter().for_each(visit);
}

/// Adds rows of a table.
#[inline]
fn add<const N: usize>(sum: Pair, table: &[Pair], rows: [usize; N]) -> Pair {
    rows.into_iter().fold(sum, |sum, row| sum.plus(table[row]))
}

/// What positions have in common that were reached from one position by moves that took nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Common {
    /// Tells families apart, and whether plies are limited. After a check hands differ, and count as empty.
    before: (u64, Color, Hand, bool),
    /// Where the attacker's steps lead, after a reply.
    stepped_on: Bitboard,
    /// The sum of the common rows, as long as the king is here.
    king: Square,
    sum: Pair,
}

/// Guesses for one search, in which siblings are looked at one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Scorer<'a> {
    guess: &'a Guess,
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
        let tables = self.guess.tables(left);
        let Tables { after_check, after_reply } = tables;
        let mut sum = match (&scene, look) {
            (None, Look::Checked(_)) => add(Pair::ZERO, after_check, [0]),
            (None, Look::Answered(_)) => add(Pair::ZERO, after_reply, [0]),
            (Some(scene), Look::Checked(ways)) => add(
                self.common_after_check(tables, scene, left),
                after_check,
                scene.own_after_check(ways),
            ),
            (Some(scene), Look::Answered(checks)) => add(
                self.common_after_reply(tables, scene, left),
                after_reply,
                scene.own_after_reply(checks),
            ),
        };
        if !left.is_unlimited() {
            sum = add(sum, tables.of(look), [scene::in_time(look, left)]);
        }
        let [pn, dn] = sum.get().map(|logarithm| power(logarithm.into()));
        Bounds::open(pn, dn)
    }

    #[inline]
    fn common_after_check(&mut self, tables: &Tables, scene: &Scene, left: Plies) -> Pair {
        let make = || add(Pair::ZERO, &tables.after_check, scene.common_after_check());
        if scene.captured.is_some() {
            return make();
        }
        let before = (scene.before, scene.us, Hand::EMPTY, left.is_unlimited());
        match self.common {
            Some(common) if common.before == before => common.sum,
            _ => {
                let sum = make();
                let (king, stepped_on) = (scene.king, Bitboard::EMPTY);
                self.common = Some(Common { before, stepped_on, king, sum });
                sum
            }
        }
    }

    #[inline]
    fn common_after_reply(&mut self, tables: &Tables, scene: &Scene, left: Plies) -> Pair {
        let make =
            |stepped_on| add(Pair::ZERO, &tables.after_reply, scene.common_after_reply(stepped_on));
        if scene.captured.is_some() {
            return make(scene.stepped_on());
        }
        let hand = scene.position.hand(scene.us);
        let (king, before) = (scene.king, (scene.before, scene.us, hand, left.is_unlimited()));
        let stepped_on = match self.common {
            Some(common) if common.before == before && common.king == king => return common.sum,
            Some(common) if common.before == before => common.stepped_on,
            _ => scene.stepped_on(),
        };
        let sum = make(stepped_on);
        self.common = Some(Common { before, stepped_on, king, sum });
        sum
    }
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
    use super::scene::{AFTER_CHECK, AFTER_REPLY};
    use super::weights::MAGIC;
    use super::*;
    use crate::attacker_of;
    use crate::hands::AttackerHand;
    use tsumugi_andor::{Resources, Rules, Turn};
    use tsumugi_shogi::random::{self, Random};
    use tsumugi_shogi::{HandKind, Kind, Move, Position, attacks};

    fn made_up() -> Guess {
        let weights =
            |rows: usize| -> Vec<[i16; 2]> { (0..rows as i16).map(|i| [i % 97, -i % 89]).collect() };
        let other = |rows| weights(rows).iter().map(|[pn, dn]| [dn + 3, pn - 5]).collect::<Vec<_>>();
        Guess {
            unlimited: Tables::new(&weights(ROWS[0]), &weights(ROWS[1])).unwrap(),
            in_time: Tables::new(&other(ROWS[0]), &other(ROWS[1])).unwrap(),
        }
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
        let rows = |largest| ROWS.map(|rows| vec![[0, largest]; rows]);
        let [check, reply] = rows(-LARGEST);
        let tables = Tables::new(&check, &reply).unwrap();
        let guess = Guess { unlimited: tables.clone(), in_time: tables };
        assert_eq!(Guess::from_bytes(&guess.to_bytes()), Some(guess));
        let [check, reply] = rows(LARGEST + 1);
        assert_eq!(Tables::new(&check, &reply), None);
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
            // A row of each feature but the last, and the first row.
            assert_eq!(one.len(), [AFTER_CHECK.len(), AFTER_REPLY.len()][count - 1]);
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
