//! The eight squares around a king, cut out of sets of squares.

use tsumugi_shogi::Bitboard;

/// How to cut the eight squares around a square out of a set.
///
/// A file is nine bits, so the eight are among 21 bits of the set. Turning both of its halves by the same number of places
/// brings them down to the lowest 21 of either; a mask for each half keeps what came from there and is on the board.
#[derive(Clone, Copy)]
pub(super) struct Hood {
    turn: u32,
    masks: [u64; 2],
    /// Which of the eight are beyond the edge.
    pub(super) beyond: u8,
}

pub(super) static HOODS: [Hood; 81] = {
    let mut out = [Hood { turn: 0, masks: [0; 2], beyond: 0 }; 81];
    let mut at = 0;
    while at < 81 {
        out[at] = Hood::at(at);
        at += 1;
    }
    out
};

impl Hood {
    const fn at(at: usize) -> Hood {
        let (mut masks, mut beyond, mut step) = ([0; 2], 0, 0);
        while step < 9 {
            let (file, rank) = (at / 9 + step / 3, at % 9 + step % 3);
            let there = 1_u64 << (step / 3 * 9 + step % 3);
            if file < 1 || file > 9 || rank < 1 || rank > 9 {
                beyond |= packed(there);
            } else if step != 4 {
                masks[((file - 1) * 9 + rank - 1) / 64] |= there;
            }
            step += 1;
        }
        Hood { turn: (64 + 10 - at as u32 % 64) % 64, masks, beyond }
    }

    /// The squares around that are in a set, as eight bits.
    #[inline]
    pub(super) fn cut(&self, set: Bitboard) -> u8 {
        let bits = set.bits();
        let low = (bits as u64).rotate_left(self.turn) & self.masks[0];
        let high = ((bits >> 64) as u64).rotate_left(self.turn) & self.masks[1];
        packed(low | high)
    }
}

/// Bits 0 to 2, 9, 11 and 18 to 20 side by side.
#[inline]
const fn packed(bits: u64) -> u8 {
    (bits & 7 | bits >> 6 & 8 | bits >> 7 & 16 | bits >> 13 & 224) as u8
}
