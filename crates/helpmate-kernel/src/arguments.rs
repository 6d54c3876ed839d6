//! What a kernel is told: where everything is in the memory of the device.

use crate::{List, Step, Table};
use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use tsumugi_shogi::{Bitboard, Color, Hand, Packer};

/// What a device can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// [`Step::list_replies`].
    ListReplies,
    /// [`Step::list_ways`].
    ListWays,
    /// [`Step::make_position`].
    MakePositions,
    /// Adds keys to the table.
    Insert,
    /// Looks up the layers of keys; 256 is found where there is none.
    LookUp,
}

impl Kernel {
    /// Every kernel with its name.
    pub const ALL: [(Kernel, &'static str); 5] = [
        (Kernel::ListReplies, "list_replies"),
        (Kernel::ListWays, "list_ways"),
        (Kernel::MakePositions, "make_positions"),
        (Kernel::Insert, "insert"),
        (Kernel::LookUp, "look_up"),
    ];
}

/// A piece of the device's memory: its address, and how many items fit.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Room {
    /// The address.
    pub at: u64,
    /// Items.
    pub len: u64,
}

impl Room {
    /// # Safety
    /// There must be as many items of the type at the address as the room says, for as long as the slice is used.
    unsafe fn slice<'a, T>(self) -> &'a [T] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: the caller's.
        unsafe { from_raw_parts(self.at as *const T, self.len as usize) }
    }
}

/// What a kernel works with; [`Step`] has the meaning of most.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// The walls, as two words of bits.
    pub walls: [u64; 2],
    /// All pieces but kings, as a packed hand.
    pub total: u32,
    /// 0 for black.
    pub attacker: u32,
    /// Not 0: mates with pieces left in hand do not count.
    pub no_surplus: u32,
    /// Not 0: the attacker is to be mated.
    pub selfmate: u32,
    /// The layer being made, modulo 256.
    pub layer: u32,
    /// For the alignment of what follows.
    pub unused: u32,
    /// Of 32 bits.
    pub slots: Room,
    /// Bytes, one a slot.
    pub layers: Room,
    /// Of 64 bits; a power of two of them.
    pub recent: Room,
    /// Words of packed positions.
    pub positions: Room,
    /// Of 32 bits: the lengths of the four lists that follow.
    pub lengths: Room,
    /// Of 64 bits.
    pub replies: Room,
    /// Of 64 bits.
    pub ways: Room,
    /// Of 64 bits.
    pub mates: Room,
    /// Of 64 bits.
    pub full: Room,
    /// Words of packed positions.
    pub next: Room,
    /// Of 64 bits: what to insert or to look up.
    pub keys: Room,
    /// Of 32 bits: the layer of each.
    pub found: Room,
    /// The number of the first item.
    pub first: u64,
}

impl Arguments {
    /// Every room with its bytes.
    pub fn rooms(&self) -> [(Room, usize); 12] {
        let all = [
            (self.slots, 4),
            (self.layers, 1),
            (self.recent, 8),
            (self.positions, 8),
            (self.lengths, 4),
            (self.replies, 8),
            (self.ways, 8),
            (self.mates, 8),
            (self.full, 8),
            (self.next, 8),
            (self.keys, 8),
            (self.found, 4),
        ];
        all.map(|(room, bytes)| (room, (room.len as usize).saturating_mul(bytes)))
    }

    /// Does what a kernel does with one item, counted from the first.
    ///
    /// # Safety
    /// Every room must be memory of the device as long as it says, for as long as the kernel runs; meanwhile nobody but
    /// kernels may write there.
    #[inline]
    pub unsafe fn run(&self, kernel: Kernel, item: usize) {
        let item = self.first as usize + item;
        // SAFETY: the caller's.
        unsafe {
            match kernel {
                Kernel::ListReplies => self.step().list_replies(item),
                Kernel::ListWays => self.step().list_ways(item),
                Kernel::MakePositions => self.step().make_position(item),
                Kernel::Insert => {
                    let key = self.keys.slice::<AtomicU64>()[item].load(Relaxed);
                    let _ = self.table().insert(key, self.layer as u8);
                }
                Kernel::LookUp => {
                    let key = self.keys.slice::<AtomicU64>()[item].load(Relaxed);
                    let layer = self.table().layer(key).map_or(256, u32::from);
                    self.found.slice::<AtomicU32>()[item].store(layer, Relaxed);
                }
            }
        }
    }

    fn attacker(&self) -> Color {
        if self.attacker == 0 { Color::Black } else { Color::White }
    }

    #[inline]
    fn packer(&self) -> Packer {
        let walls = self.walls[0] as u128 | (self.walls[1] as u128) << 64;
        let total = Hand::from_bits(self.total).unwrap_or(Hand::EMPTY);
        Packer::of(Bitboard::from_bits(walls & Bitboard::ALL.bits()), total, self.attacker())
    }

    #[inline]
    unsafe fn step<'a>(&self) -> Step<'a> {
        // SAFETY: the caller's.
        unsafe {
            let lengths = self.lengths.slice::<AtomicU32>();
            let list = |i: usize, room: Room| List { len: &lengths[i], items: room.slice() };
            Step {
                packer: self.packer(),
                attacker: self.attacker(),
                selfmate: self.selfmate != 0,
                no_surplus: self.no_surplus != 0,
                table: self.table(),
                layer: self.layer as u8,
                recent: self.recent.slice(),
                positions: self.positions.slice(),
                replies: list(0, self.replies),
                ways: list(1, self.ways),
                mates: list(2, self.mates),
                full: list(3, self.full),
                next: self.next.slice(),
            }
        }
    }

    #[inline]
    unsafe fn table<'a>(&self) -> Table<'a> {
        // SAFETY: the caller's.
        unsafe { Table::new(self.slots.slice::<AtomicU32>(), self.layers.slice::<AtomicU8>()) }
    }
}
