//! Random numbers for position keys (Zobrist hashing).
//!
//! The board key covers the pieces on the board, the walls and the side to move; hands are kept apart,
//! because positions that differ only in the hands are compared, not merely told apart (dominance).

use crate::{Color, Piece, Square};

/// One step of SplitMix64: a fixed, well-mixed sequence.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// By square and piece number; number 12, which no piece has, serves walls.
static PIECES: [[u64; 32]; 81] = {
    let mut table = [[0; 32]; 81];
    let mut i = 0;
    while i < 32 * 81 {
        table[i / 32][i % 32] = mix(i as u64 + 1);
        i += 1;
    }
    table
};

const WALLS: usize = 12;
pub(crate) const WHITE_TO_MOVE: u64 = mix(1 << 32);

#[inline]
pub(crate) fn piece(index: usize, square: Square) -> u64 {
    PIECES[square.index()][index & 31]
}

pub(crate) fn wall(square: Square) -> u64 {
    PIECES[square.index()][WALLS]
}

/// The number that placing `piece` on `square` changes the board key by.
pub fn of_piece(piece_on: Piece, square: Square) -> u64 {
    piece(piece_on.index(), square)
}

/// The number for a side to move.
pub(crate) fn turn(color: Color) -> u64 {
    if color == Color::White { WHITE_TO_MOVE } else { 0 }
}

/// A 128-bit hash of bytes, by folded multiplication; for [`crate::Position::wide_key`].
pub(crate) fn wide(bytes: &[u8]) -> u128 {
    let (mut a, mut b) = (0x243F_6A88_85A3_08D3u64, 0x1319_8A2E_0370_7344u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let word = u64::from_le_bytes(word);
        let x = (a ^ word) as u128 * 0xA409_3822_299F_31D1_u128;
        let y = (b ^ word.rotate_left(29)) as u128 * 0x082E_FA98_EC4E_6C89_u128;
        a = mix(x as u64 ^ (x >> 64) as u64);
        b = mix(y as u64 ^ (y >> 64) as u64).wrapping_add(a.rotate_left(17));
    }
    (mix(a ^ b.rotate_left(32)) as u128) << 64 | mix(b.wrapping_add(a)) as u128
}
