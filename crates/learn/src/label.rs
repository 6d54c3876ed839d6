//! What plain df-pn thinks of a position after a few expansions: what the paper's functions learn to foresee.

use crate::guided::{Guided, Sight};
use crate::paper::{self, PaperGuide};
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{Bounds, GameValue, Search, Status, Table};
use tsumugi_shogi::{Color, Position};
use tsumugi_tsume::TsumeGame;

/// Expansions after which the numbers are taken: the paper's ps.
pub const STEPS: [u8; 3] = [10, 20, 40];

/// Numbers of a position after each of [`STEPS`], and whether it was solved by then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// Proof numbers; of a mate 1, of a no-mate the number of expansions allowed, which none exceeds.
    pub pn: [u8; 3],
    /// Disproof numbers, the other way round.
    pub dn: [u8; 3],
    /// Mate, no mate, or not known.
    pub mate: [Option<bool>; 3],
}

/// A table large enough for a few expansions.
const BYTES: usize = 1 << 16;

/// Searches a position a little; `attacker` is to mate.
pub fn label(position: &Position, attacker: Color, sight: Sight) -> Label {
    let guide = PaperGuide::new(None);
    let game = Guided::new(TsumeGame::new(position.clone(), attacker), &guide).seeing(sight);
    let options = paper::options(false, false);
    let mut search = Dfpn::new(game, options, Arc::new(Table::with_bytes(BYTES)));
    let mut label = Label::default();
    let mut done = 0;
    for (i, ps) in STEPS.into_iter().enumerate() {
        let status = search.advance(u64::from(ps) - done);
        done = ps.into();
        label.mate[i] = match status {
            Status::Done => Some(matches!(search.verdict(), GameValue::Proved(_))),
            Status::Running => None,
        };
        (label.pn[i], label.dn[i]) = numbers(ps, label.mate[i], search.root_bounds());
    }
    label
}

fn numbers(ps: u8, mate: Option<bool>, bounds: Bounds) -> (u8, u8) {
    let clipped = |number: u32| number.min(ps.into()) as u8;
    match mate {
        Some(true) => (1, ps),
        Some(false) => (ps, 1),
        None => (clipped(bounds.pn()), clipped(bounds.dn())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sfen: &str) -> Label {
        let position = Position::from_sfen(sfen).unwrap();
        label(&position, !position.turn(), Sight::MateInOne)
    }

    #[test]
    fn solved_positions_have_the_numbers_the_paper_gives_them() {
        // The gold cannot be taken.
        let mate = of("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1");
        assert_eq!((mate.pn, mate.dn, mate.mate), ([1; 3], STEPS, [Some(true); 3]));
        // It can.
        let taken = of("4k4/4G4/9/9/9/9/9/9/9 w 2r2b3g4s4n4l18p 1");
        assert_eq!((taken.pn, taken.dn, taken.mate), (STEPS, [1; 3], [Some(false); 3]));
    }

    #[test]
    fn open_positions_are_cut_at_the_number_of_expansions() {
        let open = of("4k4/9/4+R4/9/9/9/9/9/9 w BGSNrb3g3s3n4l17p 1");
        for (i, ps) in STEPS.into_iter().enumerate() {
            assert!((1..=ps).contains(&open.pn[i]) && (1..=ps).contains(&open.dn[i]), "{open:?}");
        }
    }
}
