//! Where keys go in a table of a given size, and what a slot says about its key.

/// Slots in a bucket: a line of the cache. Fewer waste a part of it, more take a second.
pub const BUCKET: usize = 8;
/// Bits of a slot for the distance from home, in buckets. Sometimes that is too little shortly before a table is full: it was
/// seen in one of 30,000 buckets.
pub const DISTANCE_BITS: u32 = 8;
/// And in a large table, where a run of full buckets too long for this is estimated to occur once in 10¹² buckets.
pub const FAR_DISTANCE_BITS: u32 = 10;
/// For each bucket that a key may be away from home, this many from the start are set aside while the table grows: there
/// keys might not move far enough.
pub const ASIDE: usize = 16;
/// The table is full at this part of its slots. Less: memory. More: keys are farther from home than a slot can say.
const FULL: f64 = 0.92;
/// Layers that the byte beside a slot tells apart.
const LOW_LAYERS: u32 = 256;

/// How keys are placed. A slot is, from the top: the low bits of the key, the distance from home in buckets, and the layer
/// or its high part plus one, so that no slot in use is 0.
#[derive(Clone, Copy)]
pub struct Shape {
    pub buckets: u64,
    /// Low bits of the key that are stored.
    low_bits: u32,
    /// A slot is at most this many buckets away from its key's home; all bits of the distance.
    pub farthest: usize,
    /// Bits of a slot for the layer or its high part.
    layer_bits: u32,
    /// Layers that the byte beside a slot tells apart; 1 if there is none.
    pub low_layers: u32,
}

impl Shape {
    /// With this many bits for the distance, and with or without a byte beside each slot.
    pub fn new(buckets: usize, distance_bits: u32, beside: bool) -> Shape {
        let known = buckets.ilog2();
        Shape {
            buckets: buckets as u64,
            low_bits: 64 - known,
            farthest: (1 << distance_bits) - 1,
            layer_bits: known - distance_bits,
            low_layers: if beside { LOW_LAYERS } else { 1 },
        }
    }

    /// How many keys fit before it is crowded.
    pub fn capacity(self) -> u64 {
        (self.buckets as f64 * (BUCKET as f64 * FULL)) as u64
    }

    /// How many layers slots of this shape tell apart.
    pub fn layers(self) -> u32 {
        (((1u64 << self.layer_bits) - 1) * self.low_layers as u64).min(u32::MAX as u64) as u32
    }

    #[inline]
    pub fn home(self, key: u64) -> usize {
        ((key as u128 * self.buckets as u128) >> 64) as usize
    }

    /// The slot of a key at home, with no layer.
    #[inline]
    pub fn slot(self, key: u64) -> u64 {
        key << (64 - self.low_bits)
    }

    /// What a slot says about its key and distance.
    #[inline]
    pub fn without_layer(self, slot: u64) -> u64 {
        slot & !((1 << self.layer_bits) - 1)
    }

    /// What one bucket farther away adds to a slot.
    #[inline]
    pub fn step(self) -> u64 {
        1 << self.layer_bits
    }

    #[inline]
    pub fn distance(self, slot: u64) -> usize {
        (slot >> self.layer_bits) as usize & self.farthest
    }

    /// The layer or its high part, as a slot has it.
    #[inline]
    pub fn high_layer(self, layer: u32) -> u64 {
        (layer / self.low_layers) as u64 + 1
    }

    pub fn layer(self, slot: u64, low: u8) -> u32 {
        let high = slot & ((1 << self.layer_bits) - 1);
        (high as u32).saturating_sub(1) * self.low_layers + low as u32
    }

    /// The smallest key at home in a bucket.
    pub fn first_key(self, home: usize) -> u64 {
        ((home as u128) << 64).div_ceil(self.buckets as u128) as u64
    }

    /// The first bucket from which on all keys move to `moved` or farther up when the table takes a larger shape.
    pub fn first_to_clear(self, larger: Shape, moved: usize) -> usize {
        let home = (moved as u128 * self.buckets as u128).div_ceil(larger.buckets as u128);
        home as usize + self.farthest
    }

    /// Buckets from the start that are set aside while a table of this shape grows.
    pub fn aside(self) -> usize {
        ASIDE * (self.farthest + 1)
    }

    /// Slots of a table of this shape.
    pub fn slots(self) -> usize {
        (self.buckets as usize + self.farthest + 1) * BUCKET
    }

    /// The key of a slot whose home's first key is given.
    #[inline]
    pub fn key(self, first: u64, slot: u64) -> u64 {
        let mask = (1 << self.low_bits) - 1;
        first.wrapping_add((slot >> (64 - self.low_bits)).wrapping_sub(first) & mask)
    }
}
