//! Handicaps (手合割): the diagrams that have names.

use tsumugi_shogi::{Cell, Color, Setup, Square};

/// A name, and the squares from which White's (上手) pieces are taken away.
///
/// Left and right are White's own: 右香落ち takes the lance on 9一. Programs differ on 三枚落ち; we follow JKF.
/// 七枚落ち without a side is read as 左七枚落ち.
const HANDICAPS: [(&str, &[&str]); 17] = [
    ("平手", &[]),
    ("香落ち", &["1a"]),
    ("右香落ち", &["9a"]),
    ("角落ち", &["2b"]),
    ("飛車落ち", &["8b"]),
    ("飛香落ち", &["8b", "1a"]),
    ("二枚落ち", &["8b", "2b"]),
    ("三枚落ち", &["8b", "2b", "9a"]),
    ("四枚落ち", &["8b", "2b", "1a", "9a"]),
    ("五枚落ち", &["8b", "2b", "1a", "9a", "8a"]),
    ("左五枚落ち", &["8b", "2b", "1a", "9a", "2a"]),
    ("六枚落ち", &["8b", "2b", "1a", "9a", "2a", "8a"]),
    ("左七枚落ち", &["8b", "2b", "1a", "9a", "2a", "8a", "3a"]),
    ("右七枚落ち", &["8b", "2b", "1a", "9a", "2a", "8a", "7a"]),
    ("七枚落ち", &["8b", "2b", "1a", "9a", "2a", "8a", "3a"]),
    ("八枚落ち", &["8b", "2b", "1a", "9a", "2a", "8a", "3a", "7a"]),
    ("十枚落ち", &["8b", "2b", "1a", "9a", "2a", "8a", "3a", "7a", "4a", "6a"]),
];

/// The diagram of that name; White (上手) moves first in all but 平手.
pub(super) fn setup(name: &str) -> Option<Setup> {
    HANDICAPS.iter().find(|(known, _)| *known == name).map(|(_, gone)| built(gone))
}

/// The name of a diagram, if every reader knows it and means the same by it.
pub(super) fn name(setup: &Setup) -> Option<&'static str> {
    let certain = |name: &str| !["三枚", "五枚", "七枚"].iter().any(|odd| name.contains(odd));
    let same = |gone: &[&str]| built(gone) == *setup;
    HANDICAPS.iter().find(|(name, gone)| certain(name) && same(gone)).map(|&(name, _)| name)
}

fn built(gone: &[&str]) -> Setup {
    let mut setup = Setup::startpos();
    for square in gone.iter().filter_map(|text| Square::from_usi(text)) {
        setup.set(square, Cell::Empty);
        setup.turn = Color::White;
    }
    setup
}
