//! The whole way from boards to weights with ten thousand positions, twice: every bit must be the same.

use std::sync::OnceLock;
use tsumugi_learn::collect::Origin;
use tsumugi_learn::dataset::{Row, Split, from_parquet, to_parquet};
use tsumugi_learn::features::Set;
use tsumugi_learn::fit::{Examples, Fit, least_squares, quality};
use tsumugi_learn::guided::Sight;
use tsumugi_learn::model::{HEADS, PaperModel, fnv};
use tsumugi_shogi::Position;

const POSITIONS: usize = 10_000;

fn labelled() -> Vec<Row> {
    let rows = (0..)
        .flat_map(|seed: u64| Origin::Random(seed).rows(fnv(&seed.to_le_bytes()), Sight::MateInOne));
    rows.take(POSITIONS).collect()
}

/// The positions, labelled once for all tests.
fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(labelled)
}

fn examples(rows: &[Row], set: Set, split: Split) -> Examples {
    let mut examples = Examples::default();
    let mut active = Vec::new();
    for row in rows.iter().filter(|row| row.split() == split) {
        let position = Position::from_sfen(&row.sfen).unwrap();
        set.of(&position, !position.turn(), &mut active);
        let label = &row.label;
        examples
            .push(&active, std::array::from_fn(|head| [label.pn, label.dn][head % 2][head / 2].into()));
    }
    examples
}

fn train(rows: &[Row], threads: usize) -> PaperModel {
    let fit = Fit { steps: 8, ridge: 30.0, least: 50, threads };
    PaperModel::new(
        Set::ALL
            .map(|(set, _)| least_squares(set, &examples(rows, set, Split::Train), fit, &mut |_| ())),
    )
}

#[test]
fn ten_thousand_positions_give_the_same_weights_twice() {
    let stored = from_parquet(to_parquet(rows()).unwrap()).unwrap();
    let first = train(&stored, 2).to_bytes();
    let second = train(rows(), 1).to_bytes();
    assert_eq!(first, second);
    assert!(PaperModel::from_bytes(&first).is_ok());
}

#[test]
fn labels_are_the_same_twice() {
    let again: Vec<Row> = (0..)
        .flat_map(|seed: u64| Origin::Random(seed).rows(fnv(&seed.to_le_bytes()), Sight::MateInOne))
        .take(500)
        .collect();
    assert_eq!(again, rows()[..500]);
}

#[test]
fn what_was_not_learned_from_is_foreseen_too() {
    let set = Set::N;
    let fit = Fit { steps: 20, ridge: 30.0, least: 1, threads: 2 };
    let weights = least_squares(set, &examples(rows(), set, Split::Train), fit, &mut |_| ());
    let quality: [(f64, f64); HEADS] = quality(set, &examples(rows(), set, Split::Test), &weights);
    for (r, _) in quality {
        assert!(r > 0.3, "{quality:?}");
    }
}
