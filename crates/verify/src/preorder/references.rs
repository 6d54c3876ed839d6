//! The claims that were kept, and the references to them.

use super::letter::Letter;
use crate::fault::Reason;
use crate::hand::Hand;
use crate::packed::PackedBoard;
use crate::read_certificate::read_number;

/// A claim that later lines may refer to. It was checked.
pub(super) struct KeptClaim {
    pub(super) board: PackedBoard,
    pub(super) hand: Hand,
    pub(super) letter: Letter,
    /// Zero if the claim is without a number.
    pub(super) plies: u32,
    /// Where it stands, for messages.
    pub(super) line: u32,
}

/// Claims of a block.
const BLOCK: usize = 1 << 12;

/// The claims kept so far, in the order of their lines. They are never moved to a larger place, so that the need never doubles
/// for a moment.
#[derive(Default)]
pub(super) struct Kept {
    blocks: Vec<Vec<KeptClaim>>,
}

impl Kept {
    pub(super) fn bytes(&self) -> u64 {
        (self.len() * size_of::<KeptClaim>()) as u64
    }

    fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.len())
    }

    pub(super) fn push(&mut self, claim: KeptClaim) {
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(claim);
        }
    }

    fn get(&self, index: usize) -> Option<&KeptClaim> {
        self.blocks.get(index / BLOCK)?.get(index % BLOCK)
    }
}

/// The references of a line, as they are read.
#[derive(Default)]
pub(super) struct References {
    count: usize,
    /// The claim kept next after the one referred to last.
    next: Option<usize>,
}

impl References {
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Reads a word, and shows every claim that it refers to, up to the first that is not good.
    pub(super) fn read(
        &mut self,
        word: &str,
        kept: &Kept,
        mut show: impl FnMut(&KeptClaim) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let digits = word.trim_end_matches('+');
        let back = read_number(digits).map_err(|_| Reason::Reference)? as usize;
        let first = kept.len().checked_sub(back).filter(|_| back > 0).ok_or(Reason::NotKept)?;
        if self.next == Some(first) {
            return Err(Reason::NotAsPlus);
        }
        let count = 1 + word.len() - digits.len();
        for index in first..first + count {
            show(kept.get(index).ok_or(Reason::NotKept)?)?;
        }
        self.count += count;
        self.next = Some(first + count);
        Ok(())
    }
}
