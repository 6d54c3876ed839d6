//! What the paper looks at: the 24 squares around the defender's king, the hands, the material.
//!
//! Everything is seen by an attacker who moves up the board; for a White attacker the board is turned round. A
//! position becomes a short list of (feature, value) with value ≠ 0. The set `n2` has no list of its own: its
//! features are the pairs of those of `n`, see [`Space::each`].

use tsumugi_shogi::{Color, HandKind, Kind, Position, Square};

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Set {
    /// 24 squares: defenders on them, both sides' attacks on them; hands.
    E,
    /// 24 squares: what stands on them, attacks by the attacker; hands, the king's place, material.
    N,
    /// The features of `N` and all products of two of them.
    N2,
}

/// A feature that is there, and how much of it.
pub type Active = (u16, f32);

/// Numbers features: how many there are, and which a list of active ones stands for.
pub trait Space: Copy + Sync {
    /// How many features there are; the numbers handed out by [`Space::each`] are below this.
    fn count(self) -> usize;

    /// Goes through features with their numbers and values.
    fn each(self, active: &[Active], visit: impl FnMut(usize, f32));
}

/// A fixed number of features, each active one standing for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flat(pub usize);

impl Space for Flat {
    fn count(self) -> usize {
        self.0
    }

    #[inline]
    fn each(self, active: &[Active], mut visit: impl FnMut(usize, f32)) {
        active.iter().for_each(|&(i, value)| visit(i as usize, value));
    }
}

/// Squares around the king.
const AROUND: usize = 24;
/// What can stand on a square: 16 numbers of kinds for each side, and the end of the board.
const CELLS: usize = 33;
const OFF_BOARD: usize = 32;
/// Both hands.
const HANDS: usize = 14;
/// The feature that is always 1.
const ALWAYS: usize = 1;

const E_COUNT: usize = ALWAYS + 3 * AROUND + HANDS;
const N_COUNT: usize = ALWAYS + AROUND * (CELLS + 1) + HANDS + Square::COUNT + 1;

impl Set {
    /// Every set with its name.
    pub const ALL: [(Set, &'static str); 3] = [(Set::E, "e"), (Set::N, "n"), (Set::N2, "n2")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Set::ALL.iter().find(|(set, _)| *set == self).map_or("", |(_, name)| name)
    }

    /// The features of a position in which `attacker` has the other side's king in check, or could have. For `N2`
    /// those of `N`. Without a king to mate there is none but the constant.
    pub fn of(self, position: &Position, attacker: Color, out: &mut Vec<Active>) {
        out.clear();
        out.push((0, 1.0));
        if let Some(king) = position.king(!attacker) {
            let view = View { position, attacker, king };
            match self {
                Set::E => view.plain(out),
                Set::N | Set::N2 => view.better(out),
            }
        }
    }
}

impl Space for Set {
    fn count(self) -> usize {
        match self {
            Set::E => E_COUNT,
            Set::N => N_COUNT,
            Set::N2 => N_COUNT * (N_COUNT - 1) / 2,
        }
    }

    /// Of `N2` these are all pairs; a pair with the constant, which is always the first, is the feature itself.
    #[inline]
    fn each(self, active: &[Active], mut visit: impl FnMut(usize, f32)) {
        match self {
            Set::E | Set::N => Flat(self.count()).each(active, visit),
            Set::N2 => {
                for (k, &(j, right)) in active.iter().enumerate() {
                    let row = (j as usize) * (j as usize).saturating_sub(1) / 2;
                    for &(i, left) in &active[..k] {
                        visit(row + i as usize, left * right);
                    }
                }
            }
        }
    }
}

/// A position from the attacker's side.
struct View<'a> {
    position: &'a Position,
    attacker: Color,
    king: Square,
}

impl View<'_> {
    /// The square so far from the king, if it is on the board; `up` is where the attacker moves to.
    fn near(&self, across: i8, up: i8) -> Option<Square> {
        let sign = if self.attacker == Color::Black { 1 } else { -1 };
        let file = self.king.file() as i8 + sign * across;
        let rank = self.king.rank() as i8 - sign * up;
        Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
    }

    fn around(&self) -> impl Iterator<Item = Option<Square>> {
        let all = (-2..=2).flat_map(|across| (-2..=2).map(move |up| (across, up)));
        all.filter(|&place| place != (0, 0)).map(|(across, up)| self.near(across, up))
    }

    fn attacks(&self, square: Square, by: Color) -> f32 {
        self.position.attackers(square, by, self.position.occupied()).count() as f32
    }

    fn plain(&self, out: &mut Vec<Active>) {
        let mut add = adder(out);
        for (i, square) in self.around().enumerate() {
            let first = ALWAYS + 3 * i;
            let Some(square) = square else {
                add(first, 1.0);
                continue;
            };
            let piece = self.position.piece(square);
            add(first, piece.is_some_and(|piece| piece.color != self.attacker) as u8 as f32);
            add(first + 1, self.attacks(square, self.attacker));
            add(first + 2, self.attacks(square, !self.attacker));
        }
        self.hands(ALWAYS + 3 * AROUND, &mut add);
    }

    fn better(&self, out: &mut Vec<Active>) {
        let mut add = adder(out);
        for (i, square) in self.around().enumerate() {
            let first = ALWAYS + (CELLS + 1) * i;
            let Some(square) = square else {
                add(first + OFF_BOARD, 1.0);
                continue;
            };
            if let Some(piece) = self.position.piece(square) {
                let side = if piece.color == self.attacker { 0 } else { 16 };
                add(first + side + piece.kind.index(), 1.0);
            }
            add(first + CELLS, self.attacks(square, self.attacker));
        }
        let hands = ALWAYS + (CELLS + 1) * AROUND;
        self.hands(hands, &mut add);
        let place = if self.attacker == Color::Black { self.king } else { self.king.rotated() };
        add(hands + HANDS + place.index(), 1.0);
        add(hands + HANDS + Square::COUNT, self.material());
    }

    fn hands(&self, first: usize, add: &mut impl FnMut(usize, f32)) {
        for (side, color) in [self.attacker, !self.attacker].into_iter().enumerate() {
            for kind in HandKind::ALL {
                add(first + 7 * side + kind.index(), self.position.hand(color).count(kind).into());
            }
        }
    }

    /// How much more the attacker's pieces are worth, in thousands.
    fn material(&self) -> f32 {
        let on_board = Square::all().filter_map(|square| self.position.piece(square));
        let board: i32 = on_board.map(|piece| self.signed(piece.color, worth(piece.kind))).sum();
        let held = |color| {
            let count = |kind| i32::from(self.position.hand(color).count(kind));
            HandKind::ALL.into_iter().map(|kind| count(kind) * worth(kind.kind())).sum()
        };
        let hands: i32 = Color::ALL.into_iter().map(|color| self.signed(color, held(color))).sum();
        (board + hands) as f32 / 1000.0
    }

    fn signed(&self, color: Color, worth: i32) -> i32 {
        if color == self.attacker { worth } else { -worth }
    }
}

/// Notes what is there.
fn adder(out: &mut Vec<Active>) -> impl FnMut(usize, f32) {
    |feature, value| {
        if value != 0.0 {
            out.push((feature as u16, value));
        }
    }
}

/// Table 3 of the paper.
pub(crate) fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Lance | Kind::Knight => 400,
        Kind::Silver => 550,
        Kind::Bishop => 800,
        Kind::Rook => 950,
        Kind::Horse => 1150,
        Kind::Dragon => 1300,
        Kind::King => 0,
        _ => 600,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::random;

    fn of(set: Set, sfen: &str, attacker: Color) -> Vec<Active> {
        let mut out = Vec::new();
        set.of(&Position::from_sfen(sfen).unwrap(), attacker, &mut out);
        out
    }

    #[test]
    fn features_come_in_order_and_are_below_their_count() {
        for seed in 0..300 {
            let position = random::position(seed);
            let mut active = Vec::new();
            for (set, _) in Set::ALL {
                set.of(&position, !position.turn(), &mut active);
                assert!(active.is_sorted_by(|a, b| a.0 < b.0), "seed {seed}");
                let mut seen = std::collections::HashSet::new();
                set.each(&active, |i, _| assert!(i < set.count() && seen.insert(i), "seed {seed}"));
            }
        }
    }

    #[test]
    fn the_board_turned_round_looks_the_same() {
        let black = "3sk4/4G4/4P4/9/9/9/9/9/9 w Br 1";
        let white = "9/9/9/9/9/9/4p4/4g4/4KS3 b Rb 1";
        for (set, _) in Set::ALL {
            assert_eq!(of(set, black, Color::Black), of(set, white, Color::White));
        }
    }

    #[test]
    fn a_gold_before_a_king_on_the_edge() {
        let active = of(Set::E, "4k4/4G4/4P4/9/9/9/9/9/9 w 2P 1", Color::Black);
        // Two rows beyond the edge count as defended: ten squares.
        assert_eq!(active.iter().filter(|&&(i, _)| i > 0 && i <= 72 && i % 3 == 1).count(), 10);
        // Two pawns in hand.
        assert!(active.contains(&(ALWAYS as u16 + 72, 2.0)));
        let better = of(Set::N, "4k4/4G4/4P4/9/9/9/9/9/9 w 2P 1", Color::Black);
        // A gold, three pawns.
        assert_eq!(better.last(), Some(&((N_COUNT - 1) as u16, 0.9)));
    }

    #[test]
    fn pairs_hold_each_feature_once_and_no_squares() {
        let active = [(0, 1.0), (3, 2.0), (7, 5.0)];
        let mut pairs = Vec::new();
        Set::N2.each(&active, |i, value| pairs.push((i, value)));
        assert_eq!(pairs, [(3, 2.0), (21, 5.0), (24, 10.0)]);
    }
}
