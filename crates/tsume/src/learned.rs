//! First guesses learned from the solver's own searches.
//!
//! Trouble  The guess of `estimate.rs` sees the last move and how many ways out there are, not how the king stands.
//!          A learned function that looks at everything around it needs half the positions and five times as long
//!          for each \[Kaneko04\].
//! Idea     Look only at what the first look at a position knows anyway: where the king can go, how many checks there
//!          are and how many of them were worth trying. Each feature is a number that picks a row of a table, so that a
//!          guess is a dozen additions of whole numbers. There are two functions, after a check and after a reply,
//!          each for both numbers, in logarithms of base 2.
//! Source   \[Kaneko04\]; the features and the target (the numbers of this solver after some expansions, not of
//!          plain df-pn) are ours. `tsumugi train guess` makes the weights, see docs/LEARNING.md.
//! Switch   `learned`. Without it, or if the weights are damaged, `estimate.rs` guesses.

use crate::game::{LastMove, TsumeGame};
use tsumugi_andor::Bounds;
use tsumugi_shogi::{Bitboard, Checks, Color, Hand, HandKind, Kind, Square, WaysOut, attacks};

/// What the first look at a position showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A defender in check, and its ways out.
    Checked(WaysOut),
    /// An attacker to move, and its checks.
    Answered(Checks),
}

/// How many values the features after a check and after a reply have, in the order in which they are handed out.
const AFTER_CHECK: [usize; 11] = [24 * 16, 16 * 24, 16 * 3, 16, 45, HANDS, 256, 256, 256, 256, 2 * 24];
const AFTER_REPLY: [usize; 12] =
    [8 * 16, 16 * 3, 16 * 8, 45, HANDS, 24 * 8, 16 * 16, 16 * 8, 256, 256, 256, 256];
/// Hands as [`hand`] tells them apart.
const HANDS: usize = 2 * 2 * 2 * 3 * 3 * 2 * 3;

/// Rows of the table for positions after a check, and after a reply.
pub const ROWS: [usize; 2] = [1 + sum(&AFTER_CHECK), 1 + sum(&AFTER_REPLY)];

const fn sum(sizes: &[usize]) -> usize {
    let (mut total, mut i) = (0, 0);
    while i < sizes.len() {
        total += sizes[i];
        i += 1;
    }
    total
}

/// Hands out rows, feature by feature.
struct Rows<'a, V> {
    visit: V,
    sizes: std::slice::Iter<'a, usize>,
    next: usize,
}

impl<V: FnMut(usize)> Rows<'_, V> {
    #[inline]
    fn add(&mut self, value: usize) {
        let size = self.sizes.next().copied().unwrap_or(0);
        debug_assert!(value < size, "{value} of {size}");
        (self.visit)(self.next + value);
        self.next += size;
    }
}

/// Hands out the rows of a position: of the table after a check if its defender is to move, else of that after a
/// reply. None but the first if it is not known how the position came about.
pub fn rows(game: &TsumeGame, look: &Look, mut visit: impl FnMut(usize)) {
    visit(0);
    let (Some(last), Some(king)) = (game.last_move(), game.position().king(game.defender())) else {
        return;
    };
    match look {
        Look::Checked(ways) => after_check(game, &last, king, ways, visit),
        Look::Answered(checks) => after_reply(game, &last, king, checks, visit),
    }
}

fn after_check(
    game: &TsumeGame,
    last: &LastMove,
    king: Square,
    ways: &WaysOut,
    visit: impl FnMut(usize),
) {
    let mut rows = Rows { visit, sizes: AFTER_CHECK.iter(), next: 1 };
    let (us, to) = (game.attacker(), last.m.to());
    let ways_out = 2 * ways.moves.min(11) as usize + ways.drops as usize;
    let kind = kind_on(game, to);
    let place = from_king(us, king, to);
    rows.add(ways_out * 16 + strength(game, to));
    rows.add(kind * 24 + place);
    rows.add(kind * 3 + how(last));
    rows.add(taken(last));
    rows.add(home(us, king));
    rows.add(hand(game.position().hand(us)));
    let around = Around::new(us, king);
    rows.add(around.of(ways.king));
    rows.add(around.blocked(game.position().pieces(!us)));
    rows.add(around.of(game.position().pieces(us)));
    rows.add(around.of(game.position().stepped_on(us)));
    rows.add(place * 2 + game.position().checkers().many() as usize);
}

fn after_reply(
    game: &TsumeGame,
    last: &LastMove,
    king: Square,
    checks: &Checks,
    visit: impl FnMut(usize),
) {
    let mut rows = Rows { visit, sizes: AFTER_REPLY.iter(), next: 1 };
    let (us, to) = (game.attacker(), last.m.to());
    let sort = usize::from(king == to) * 2
        + usize::from(last.captured.is_some())
        + usize::from(last.m.is_drop()) * 4;
    let count = checks.count.min(15) as usize;
    rows.add(sort * 16 + strength(game, to));
    rows.add(kind_on(game, to) * 3 + how(last));
    rows.add(taken(last) * 8 + sort);
    rows.add(home(us, king));
    rows.add(hand(game.position().hand(us)));
    rows.add(from_king(us, king, to) * 8 + sort);
    rows.add(count * 16 + checks.close.min(15) as usize);
    rows.add(count * 8 + sort);
    let around = Around::new(us, king);
    rows.add(around.of(checks.escapes));
    rows.add(around.blocked(game.position().pieces(!us)));
    rows.add(around.of(game.position().pieces(us)));
    rows.add(around.of(game.position().stepped_on(us)));
}

/// Attackers and defenders of a square, of each up to three.
fn strength(game: &TsumeGame, square: Square) -> usize {
    let count = |color| game.attackers(square, color).min(3) as usize;
    count(game.attacker()) * 4 + count(game.defender())
}

fn kind_on(game: &TsumeGame, square: Square) -> usize {
    game.position().piece(square).map_or(Kind::King.index(), |piece| piece.kind.index())
}

/// A drop, a move or a promotion.
fn how(last: &LastMove) -> usize {
    if last.m.is_drop() { 0 } else { 1 + usize::from(last.m.is_promotion()) }
}

fn taken(last: &LastMove) -> usize {
    last.captured.map_or(Kind::King.index(), Kind::index)
}

/// The king's place; left and right are the same.
fn home(attacker: Color, king: Square) -> usize {
    let king = seen_by(attacker, king);
    usize::from(king.file().abs_diff(5)) * 9 + usize::from(king.rank()) - 1
}

/// A square as seen from the king: one of 15 near ones, else a direction. Left and right are the same.
fn from_king(attacker: Color, king: Square, square: Square) -> usize {
    let (king, square) = (seen_by(attacker, king), seen_by(attacker, square));
    let across = king.file().abs_diff(square.file());
    let down = square.rank() as i8 - king.rank() as i8;
    if across <= 2 && down.abs() <= 2 {
        return usize::from(across) * 5 + (down + 2) as usize;
    }
    let line = match (across, down) {
        (0, _) => 0,
        (_, 0) => 1,
        _ => 2,
    };
    15 + line * 3 + (down.signum() + 1) as usize
}

fn seen_by(attacker: Color, square: Square) -> Square {
    if attacker == Color::Black { square } else { square.rotated() }
}

/// What a hand is good for: of each kind none, one or more.
fn hand(hand: Hand) -> usize {
    let kinds = [
        (HandKind::Pawn, 1),
        (HandKind::Lance, 1),
        (HandKind::Knight, 1),
        (HandKind::Silver, 2),
        (HandKind::Gold, 2),
        (HandKind::Bishop, 1),
        (HandKind::Rook, 2),
    ];
    kinds.iter().rev().fold(0, |number, &(kind, most)| {
        number * (usize::from(most) + 1) + usize::from(hand.count(kind).min(most))
    })
}

/// The eight squares around a king, as bits in the order of an attacker who moves up the board.
struct Around {
    king: Square,
    on_board: u8,
    turned: bool,
}

impl Around {
    fn new(attacker: Color, king: Square) -> Around {
        let near = attacks::steps(attacker, Kind::King, king);
        Around { king, on_board: cut(near, king), turned: attacker == Color::White }
    }

    /// Which of them are in a set.
    #[inline]
    fn of(&self, set: Bitboard) -> usize {
        self.seen(cut(set, self.king) & self.on_board)
    }

    /// Which of them are in a set or beyond the edge.
    #[inline]
    fn blocked(&self, set: Bitboard) -> usize {
        self.seen(cut(set, self.king) | !self.on_board)
    }

    fn seen(&self, bits: u8) -> usize {
        usize::from(if self.turned { bits.reverse_bits() } else { bits })
    }
}

/// The bits around a square. A file is nine bits: what lies beyond an edge comes from the neighbouring file.
#[inline]
fn cut(set: Bitboard, square: Square) -> u8 {
    let bits = (set.bits() << 10 >> square.index()) as u32;
    (bits & 7 | bits >> 6 & 8 | bits >> 7 & 16 | bits >> 13 & 224) as u8
}

/// A weight is this many to a factor of two.
pub const SCALE: f32 = 256.0;
/// A file begins so.
const MAGIC: &[u8] = b"tsumugi guess weights 1\n";
/// How long a file is: two weights of 16 bits a row, little-endian, and a hash.
const SIZE: usize = MAGIC.len() + 4 * (ROWS[0] + ROWS[1]) + 8;

/// The weights of a learned guess: for each row a part of the proof number and one of the disproof number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guess {
    after_check: [[i16; 2]; ROWS[0]],
    after_reply: [[i16; 2]; ROWS[1]],
}

/// What came with the program.
static SHIPPED: Option<Guess> = Guess::from_bytes(include_bytes!("../weights/guess.weights"));

impl Guess {
    /// The weights that came with the program; none if they are damaged.
    pub fn shipped() -> Option<&'static Guess> {
        SHIPPED.as_ref()
    }

    /// A guess with these weights, row by row; there must be as many as [`ROWS`] says.
    pub fn new(after_check: &[[i16; 2]], after_reply: &[[i16; 2]]) -> Option<Guess> {
        Some(Guess {
            after_check: after_check.try_into().ok()?,
            after_reply: after_reply.try_into().ok()?,
        })
    }

    /// As a file: what it is, the weights after checks and after replies, FNV-1a of all that.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let weights = self.after_check.iter().chain(&self.after_reply).flatten();
        weights.for_each(|weight| out.extend(weight.to_le_bytes()));
        let hash = fnv(&out, out.len());
        out.extend(hash.to_le_bytes());
        out
    }

    /// From a file; none if it is not exactly what [`Guess::to_bytes`] writes.
    pub const fn from_bytes(bytes: &[u8]) -> Option<Guess> {
        if bytes.len() != SIZE || fnv(bytes, SIZE - 8) != last_word(bytes) || !begins_well(bytes) {
            return None;
        }
        Some(Guess { after_check: table(bytes, 0), after_reply: table(bytes, ROWS[0]) })
    }

    /// The bounds of a position.
    pub fn bounds(&self, game: &TsumeGame, look: &Look) -> Bounds {
        let table: &[[i16; 2]] = match look {
            Look::Checked(_) => &self.after_check,
            Look::Answered(_) => &self.after_reply,
        };
        let (mut pn, mut dn) = (0, 0);
        rows(game, look, |row| {
            let [more_pn, more_dn] = table[row];
            pn += i32::from(more_pn);
            dn += i32::from(more_dn);
        });
        Bounds::open(power(pn), power(dn))
    }
}

const fn begins_well(bytes: &[u8]) -> bool {
    let mut i = 0;
    while i < MAGIC.len() {
        if bytes[i] != MAGIC[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn last_word(bytes: &[u8]) -> u64 {
    let (mut word, mut i) = (0, 0);
    while i < 8 {
        word |= (bytes[bytes.len() - 8 + i] as u64) << (8 * i);
        i += 1;
    }
    word
}

/// FNV-1a of the first so many bytes.
const fn fnv(bytes: &[u8], count: usize) -> u64 {
    let (mut hash, mut i) = (0xCBF2_9CE4_8422_2325_u64, 0);
    while i < count {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        i += 1;
    }
    hash
}

/// The rows of a file from `first` on.
const fn table<const N: usize>(bytes: &[u8], first: usize) -> [[i16; 2]; N] {
    let (mut out, mut i) = ([[0; 2]; N], 0);
    while i < N {
        let at = MAGIC.len() + 4 * (first + i);
        out[i] = [
            i16::from_le_bytes([bytes[at], bytes[at + 1]]),
            i16::from_le_bytes([bytes[at + 2], bytes[at + 3]]),
        ];
        i += 1;
    }
    out
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
    use super::*;
    use tsumugi_andor::{Game, Turn};
    use tsumugi_shogi::{Move, Position};

    fn made_up() -> Guess {
        let weights =
            |rows: usize| -> Vec<[i16; 2]> { (0..rows as i16).map(|i| [i % 97, -i % 89]).collect() };
        Guess::new(&weights(ROWS[0]), &weights(ROWS[1])).unwrap()
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
        rows(&game, &look, |row| out.push(row));
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
            assert_eq!(one.len(), 1 + [AFTER_CHECK.len(), AFTER_REPLY.len()][count - 1]);
        }
    }

    #[test]
    fn squares_around_a_king_are_cut_out_at_every_edge() {
        for king in Square::all() {
            let near = attacks::steps(Color::Black, Kind::King, king);
            let around = Around::new(Color::Black, king);
            assert_eq!(around.of(near).count_ones(), near.count());
            assert_eq!(around.blocked(Bitboard::EMPTY).count_ones(), 8 - near.count());
            for square in near {
                assert_eq!(around.of(Bitboard::of(square)).count_ones(), 1, "{king:?} {square:?}");
            }
        }
    }
}
