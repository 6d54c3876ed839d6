//! SFEN: what is read is written and read again, and a legal position has the moves of the slow rules.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;
use tsumugi_fuzz::in_order;
use tsumugi_shogi::{MoveList, Position, Setup, Waivers};
use tsumugi_verify::naive;

fuzz_target!(|text: &str| {
    let setup = match text.parse::<Setup>() {
        Ok(setup) => setup,
        Err(error) => return in_order(&error),
    };
    let sfen = setup.to_sfen();
    assert_eq!(sfen.parse::<Setup>().as_ref(), Ok(&setup), "{sfen}");
    let Ok(position) = Position::new(&setup, Waivers::TSUME) else { return };
    let plain = naive::Position::from_sfen(&sfen).unwrap_or_else(|error| panic!("{sfen}: {error:?}"));
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let ours: BTreeSet<String> = moves.iter().map(ToString::to_string).collect();
    let theirs: BTreeSet<String> = plain.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(ours, theirs, "{sfen}");
});
