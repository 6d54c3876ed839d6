//! One number by which keys are spread.

/// 2⁶⁴ divided by the golden ratio, made odd: a product with it spreads neighbouring keys far over the high bits, and no two
/// keys have the same.
pub(crate) const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
