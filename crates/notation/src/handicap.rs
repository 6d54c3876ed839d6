//! Handicaps (手合割): the diagrams that have names, in KIF and in JKF.

use tsumugi_shogi::{Cell, Color, Setup, Square};

/// A diagram with a name.
struct Handicap {
    /// In KIF and KI2.
    kif: &'static str,
    /// In JKF, which has a name for all but one.
    jkf: Option<&'static str>,
    /// The squares from which White's (上手) pieces are taken away.
    gone: &'static [&'static str],
}

const fn handicap(kif: &'static str, jkf: &'static str, gone: &'static [&'static str]) -> Handicap {
    Handicap { kif, jkf: Some(jkf), gone }
}

/// Left and right are White's own: 右香落ち takes the lance on 9一. Programs differ on 三枚落ち; we follow JKF.
/// 七枚落ち without a side is read as 左七枚落ち.
const HANDICAPS: [Handicap; 17] = [
    handicap("平手", "HIRATE", &[]),
    handicap("香落ち", "KY", &["1a"]),
    handicap("右香落ち", "KY_R", &["9a"]),
    handicap("角落ち", "KA", &["2b"]),
    handicap("飛車落ち", "HI", &["8b"]),
    handicap("飛香落ち", "HIKY", &["8b", "1a"]),
    handicap("二枚落ち", "2", &["8b", "2b"]),
    handicap("三枚落ち", "3", &["8b", "2b", "9a"]),
    handicap("四枚落ち", "4", &["8b", "2b", "1a", "9a"]),
    handicap("五枚落ち", "5", &["8b", "2b", "1a", "9a", "8a"]),
    handicap("左五枚落ち", "5_L", &["8b", "2b", "1a", "9a", "2a"]),
    handicap("六枚落ち", "6", &["8b", "2b", "1a", "9a", "2a", "8a"]),
    handicap("左七枚落ち", "7_L", &["8b", "2b", "1a", "9a", "2a", "8a", "3a"]),
    handicap("右七枚落ち", "7_R", &["8b", "2b", "1a", "9a", "2a", "8a", "7a"]),
    Handicap { kif: "七枚落ち", jkf: None, gone: &["8b", "2b", "1a", "9a", "2a", "8a", "3a"] },
    handicap("八枚落ち", "8", &["8b", "2b", "1a", "9a", "2a", "8a", "3a", "7a"]),
    handicap("十枚落ち", "10", &["8b", "2b", "1a", "9a", "2a", "8a", "3a", "7a", "4a", "6a"]),
];

impl Handicap {
    /// The diagram; White (上手) moves first in all but 平手.
    fn setup(&self) -> Setup {
        let mut setup = Setup::startpos();
        for square in self.gone.iter().filter_map(|text| Square::from_usi(text)) {
            setup.set(square, Cell::Empty);
            setup.turn = Color::White;
        }
        setup
    }

    /// Does every reader of KIF know it and mean the same by it?
    fn is_certain(&self) -> bool {
        !["三枚", "五枚", "七枚"].iter().any(|odd| self.kif.contains(odd))
    }
}

/// The diagram of that name in KIF.
pub(crate) fn from_kif(name: &str) -> Option<Setup> {
    HANDICAPS.iter().find(|handicap| handicap.kif == name).map(Handicap::setup)
}

/// The name of a diagram in KIF, if every reader knows it and means the same by it.
pub(crate) fn kif_name(setup: &Setup) -> Option<&'static str> {
    let same = |handicap: &&Handicap| handicap.is_certain() && handicap.setup() == *setup;
    HANDICAPS.iter().find(same).map(|handicap| handicap.kif)
}

/// The diagram of a JKF preset.
pub(crate) fn from_jkf(preset: &str) -> Option<Setup> {
    HANDICAPS.iter().find(|handicap| handicap.jkf == Some(preset)).map(Handicap::setup)
}

/// The JKF preset of a diagram.
pub(crate) fn jkf_name(setup: &Setup) -> Option<&'static str> {
    HANDICAPS.iter().find(|handicap| handicap.setup() == *setup).and_then(|handicap| handicap.jkf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_takes_away_as_many_pieces_as_it_says() {
        let left = |setup: &Setup| setup.pieces().count();
        for (kif, jkf, gone) in [
            ("平手", "HIRATE", 0),
            ("香落ち", "KY", 1),
            ("飛香落ち", "HIKY", 2),
            ("二枚落ち", "2", 2),
            ("左五枚落ち", "5_L", 5),
            ("右七枚落ち", "7_R", 7),
            ("八枚落ち", "8", 8),
            ("十枚落ち", "10", 10),
        ] {
            let setup = from_kif(kif).unwrap();
            assert_eq!(left(&setup), 40 - gone, "{kif}");
            assert_eq!(setup.turn == Color::Black, gone == 0, "{kif}");
            assert_eq!(from_jkf(jkf).unwrap(), setup, "{kif}");
        }
    }

    #[test]
    fn names_are_written_where_they_are_certain() {
        for handicap in &HANDICAPS {
            let setup = handicap.setup();
            assert_eq!(kif_name(&setup), handicap.is_certain().then_some(handicap.kif));
            assert_eq!(from_jkf(jkf_name(&setup).unwrap()), Some(setup));
        }
    }
}
