//! Slides with AVX2: the four directions of a rook or bishop in the four lanes of a vector.
//!
//! Idea     Towards higher bits, `t ^ (t - 1)` of the blockers `t` on a ray marks everything up to and including
//!          the nearest one. Towards lower bits do the same with the board reversed, and reverse the
//!          result. Squares of a diagonal or rank lie at least eight bits apart, never two in a byte, so
//!          for a bishop reversing the bytes is enough; a file needs its bits reversed too.
//! Source   "Hyperbola quintessence" of computer chess, widened to 128 bits.
//! Switch   The target features of the build (`scripts/anywhere.sh`). `attacks.rs` has the portable form; a test compares them.

use super::{EAST, NORTH, NORTH_EAST, RAYS, SOUTH_EAST};
use crate::{Bitboard, Square};
use core::arch::x86_64::*;

/// The four rays from a square as low and high words: two rays upwards, then two downwards, reversed.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays {
    low: [u64; 4],
    high: [u64; 4],
}

const fn reversed(set: Bitboard, whole_bits: bool) -> u128 {
    if whole_bits { set.bits().reverse_bits() } else { set.bits().swap_bytes() }
}

const fn rays(down: [u8; 2], whole_bits: bool) -> [Rays; 81] {
    let mut out = [Rays { low: [0; 4], high: [0; 4] }; 81];
    let mut i = 0;
    while i < 81 {
        let mut n = 0;
        while n < 2 {
            let up = RAYS[i][7 - down[n] as usize].bits();
            let below = reversed(RAYS[i][down[n] as usize], whole_bits);
            out[i].low[n] = up as u64;
            out[i].high[n] = (up >> 64) as u64;
            out[i].low[n + 2] = below as u64;
            out[i].high[n + 2] = (below >> 64) as u64;
            n += 1;
        }
        i += 1;
    }
    out
}

static ROOK: [Rays; 81] = rays([NORTH, EAST], true);
static BISHOP: [Rays; 81] = rays([NORTH_EAST, SOUTH_EAST], false);

#[inline]
pub(super) fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    // SAFETY: this module is compiled only for targets that have AVX2, and for tests, which look before they call.
    unsafe { four_rays::<true>(&ROOK[from.index()], occupied) }
}

#[inline]
pub(super) fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    // SAFETY: this module is compiled only for targets that have AVX2, and for tests, which look before they call.
    unsafe { four_rays::<false>(&BISHOP[from.index()], occupied) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn reverse<const WHOLE_BITS: bool>(set: __m128i) -> __m128i {
    let mut set = set;
    if WHOLE_BITS {
        let nibbles = _mm_set1_epi8(0x0f);
        let low = _mm_and_si128(set, nibbles);
        let high = _mm_and_si128(_mm_srli_epi16(set, 4), nibbles);
        let to_high = _mm_setr_epi8(
            0x00, -0x80, 0x40, -0x40, 0x20, -0x60, 0x60, -0x20, 0x10, -0x70, 0x50, -0x30, 0x30, -0x50,
            0x70, -0x10,
        );
        let to_low = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
        set = _mm_or_si128(_mm_shuffle_epi8(to_high, low), _mm_shuffle_epi8(to_low, high));
    }
    _mm_shuffle_epi8(set, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))
}

#[inline]
#[target_feature(enable = "avx2")]
fn four_rays<const WHOLE_BITS: bool>(rays: &Rays, occupied: Bitboard) -> Bitboard {
    let words = occupied.words();
    let upright = _mm_set_epi64x(words[1] as i64, words[0] as i64);
    let both = _mm256_set_m128i(reverse::<WHOLE_BITS>(upright), upright);
    // SAFETY: both arrays are 32 bytes long and, 32 bytes apart in a 64-byte aligned struct, aligned.
    let (low, high) = unsafe {
        (_mm256_load_si256(rays.low.as_ptr().cast()), _mm256_load_si256(rays.high.as_ptr().cast()))
    };
    let blockers_low = _mm256_and_si256(_mm256_unpacklo_epi64(both, both), low);
    let blockers_high = _mm256_and_si256(_mm256_unpackhi_epi64(both, both), high);
    // 128-bit t - 1 in two words: the high word loses one where the low word was 0.
    let less_low = _mm256_add_epi64(blockers_low, _mm256_set1_epi64x(-1));
    let borrow = _mm256_cmpeq_epi64(blockers_low, _mm256_setzero_si256());
    let less_high = _mm256_add_epi64(blockers_high, borrow);
    let attacks_low = _mm256_and_si256(_mm256_xor_si256(blockers_low, less_low), low);
    let attacks_high = _mm256_and_si256(_mm256_xor_si256(blockers_high, less_high), high);
    let joined = _mm256_or_si256(
        _mm256_unpacklo_epi64(attacks_low, attacks_high),
        _mm256_unpackhi_epi64(attacks_low, attacks_high),
    );
    let down = reverse::<WHOLE_BITS>(_mm256_extracti128_si256::<1>(joined));
    let all = _mm_or_si128(_mm256_castsi256_si128(joined), down);
    Bitboard::from_words([_mm_cvtsi128_si64(all) as u64, _mm_extract_epi64::<1>(all) as u64])
}
