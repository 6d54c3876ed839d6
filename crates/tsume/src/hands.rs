//! The attacker's hand as a resource of AND/OR search.

use tsumugi_andor::Resource;
use tsumugi_shogi::Hand;

/// What the attacker holds; more never hurts it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttackerHand(pub Hand);

impl Resource for AttackerHand {
    const BITS: u32 = Hand::BITS;

    #[inline]
    fn covers(self, other: AttackerHand) -> bool {
        self.0.covers(other.0)
    }

    #[inline]
    fn to_bits(self) -> u32 {
        self.0.to_bits()
    }

    #[inline]
    fn from_bits(bits: u32) -> AttackerHand {
        AttackerHand(Hand::from_bits(bits).unwrap_or(Hand::EMPTY))
    }
}
