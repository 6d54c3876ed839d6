//! A network with one hidden layer whose inputs are rows of a table: a position is the sum of its rows.
//!
//! Trouble  Sums of independent parts cannot say that an open square matters only if nobody guards it. A network can, but
//!          a multiplication of all its inputs for every position would take longer than the rest of the search.
//! Idea     Of thousands of inputs some thirty are on, so the first layer is an addition of thirty rows; and what a move
//!          changes is three of them. Rows are bytes, sums words of 16 bits: the same result on every machine,
//!          in vector registers where there are any.
//! Source   NNUE \[Nasu18\]; the inputs and the target are ours.

/// Numbers in a row: the outputs, and the hidden units.
pub const WIDTH: usize = 32;
/// Outputs: proof and disproof number where plies are not limited, and where they are. A row adds to them directly, too.
pub const OUTPUTS: usize = 4;
/// What a row calls 1: a hidden unit is cut off there, and an output of 1 is a factor of two. A coarser
/// scale would lose what distinguishes siblings; with a finer one the largest weights would not fit a byte.
pub const ONE: i16 = 64;
/// What the weight of a hidden unit calls 1.
pub const UNIT: i16 = 256;
/// The largest weight of a hidden unit, up or down: times a unit it fits 16 bits.
pub const LARGEST: i16 = i16::MAX / ONE;

/// What an input adds to the outputs and the hidden units.
///
/// Bytes, so that all rows of a network fit into a processor's nearer caches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Row(pub [i8; WIDTH]);

/// A sum of rows, or a row of larger numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Sum(pub [i16; WIDTH]);

// Plain loops that make a new array of two others: compilers make vector instructions of them, and not of iterators
// in every build.
#[allow(clippy::needless_range_loop)]
impl Sum {
    /// With a row more. What leaves 16 bits wraps, so that taking a row away again is exact whatever came between.
    #[inline(always)]
    #[must_use]
    pub(super) fn plus(self, row: &Row) -> Sum {
        let mut out = [0; WIDTH];
        for i in 0..WIDTH {
            out[i] = self.0[i].wrapping_add(row.0[i] as i16);
        }
        Sum(out)
    }

    /// With a row less.
    #[inline(always)]
    #[must_use]
    pub(super) fn less(self, row: &Row) -> Sum {
        let mut out = [0; WIDTH];
        for i in 0..WIDTH {
            out[i] = self.0[i].wrapping_sub(row.0[i] as i16);
        }
        Sum(out)
    }
}

/// The network for positions after a check, or for those after a reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// What every position begins with.
    pub(super) bias: Sum,
    pub(super) rows: Box<[Row]>,
    /// What each unit adds to each output, in units of `1 / UNIT`; nothing for the outputs themselves.
    pub(super) weights: [Sum; OUTPUTS],
}

impl Network {
    /// A pair of outputs, in parts of [`super::SCALE`] to a factor of two.
    #[inline(always)]
    pub(super) fn outputs(&self, sum: &Sum, first: usize) -> [i32; 2] {
        let [pn, dn] = [&self.weights[first], &self.weights[first + 1]];
        let mut products = [0; 2];
        for i in 0..WIDTH {
            let unit = sum.0[i].clamp(0, ONE);
            products[0] += i32::from(unit.wrapping_mul(pn.0[i]));
            products[1] += i32::from(unit.wrapping_mul(dn.0[i]));
        }
        let scale = i32::from(super::SCALE);
        let whole = |i: usize| {
            i32::from(sum.0[first + i]) * (scale / i32::from(ONE))
                + products[i] / (i32::from(UNIT) * i32::from(ONE) / scale)
        };
        [whole(0), whole(1)]
    }
}
