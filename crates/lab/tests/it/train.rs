//! `tsumugi-lab train` gives the same files every time, and `reproduce` accepts them.

use crate::program::{Scratch, tsumugi as lab};
use std::path::{Path, PathBuf};

/// A folder with a list of problems under names that `train` and `reproduce` know.
fn lists(scratch: &Scratch) -> PathBuf {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/bench.tsv");
    let folder = scratch.path().join("lists");
    std::fs::create_dir(&folder).unwrap();
    for list in ["yaneuraou_mate5.tsv", "yaneuraou_mate9.tsv"] {
        std::fs::copy(&bench, folder.join(list)).unwrap();
    }
    folder
}

/// Runs a command that ends in `--out FILE` twice; the file, which must be the same.
fn twice(scratch: &Scratch, name: &str, words: &[&str]) -> (PathBuf, Vec<u8>) {
    let run = |number: u32| {
        let path = scratch.path().join(format!("{name}{number}"));
        let threads = number.to_string();
        let all = [words, &["--threads", &threads, "--out", path.to_str().unwrap()]].concat();
        lab(all).good();
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    };
    let (one, other) = (run(1), run(2));
    assert_eq!(one.1, other.1, "{words:?}");
    one
}

#[test]
fn data_and_the_papers_weights_are_the_same_every_time() {
    let scratch = Scratch::new("train-paper");
    let lists = lists(&scratch);
    let (data, bytes) =
        twice(&scratch, "data", &["train", "data", lists.to_str().unwrap(), "--limit", "40"]);
    assert!(bytes.starts_with(b"PAR1"));
    let words = ["train", "paper", data.to_str().unwrap(), "--steps", "3", "--least", "5"];
    let (weights, _) = twice(&scratch, "weights", &words);
    let weights = weights.to_str().unwrap();
    // There is no game in these lists, but the weights are read first.
    let outcome = lab(["reproduce", "dfpn-plus", lists.to_str().unwrap(), "--weights", weights]);
    assert!(outcome.stderr.contains("games_usi.tsv"), "{}", outcome.stderr);
    let outcome = lab(["reproduce", "dfpn-plus", "--weights", data.to_str().unwrap()]);
    assert_eq!(outcome.code, 2);
}

#[test]
fn examples_are_the_same_every_time_and_weights_can_be_tried() {
    let scratch = Scratch::new("train-guess");
    let lists = lists(&scratch);
    let lists = lists.to_str().unwrap();
    let words = ["train", "examples", lists, "--limit", "4", "--work", "30"];
    let (_, examples) = twice(&scratch, "examples", &words);
    // Eight bytes of numbers and 56 rows each.
    assert!(examples.len() > 120 * 100 && examples.len().is_multiple_of(120), "{}", examples.len());
    assert_eq!(lab(["train", "examples", lists, "--work", "0", "--out", "nowhere"]).code, 2);
    let bytes = tsumugi_tsume::learned::Guess::shipped().unwrap().to_bytes();
    let weights = scratch.path().join("guess.weights");
    std::fs::write(&weights, &bytes).unwrap();
    let damaged = scratch.path().join("damaged");
    std::fs::write(&damaged, &bytes[1..]).unwrap();
    let table = scratch.path().join("table.tsv");
    let compare = |weights: &Path| {
        let (weights, table) = (weights.to_str().unwrap(), table.to_str().unwrap());
        let words = ["reproduce", "learned", lists, "--weights", weights, "--limit", "2"];
        lab([&words[..], &["--nodes", "20000", "--repeats", "1", "--table", table]].concat())
    };
    assert!(compare(&damaged).stderr.contains("no weights, or damaged ones"));
    let compared = compare(&weights).good();
    assert!(compared.contains("yaneuraou_mate9.tsv         2 "), "{compared}");
    let table = std::fs::read_to_string(&table).unwrap();
    assert!(table.contains("yaneuraou_mate9.tsv\t2\tlearned\t"), "{table}");
    let one = format!("{lists}/yaneuraou_mate9.tsv");
    let words = ["reproduce", "learned", &one, "--weights", weights.to_str().unwrap(), "--limit", "2"];
    let alone = lab([&words[..], &["--nodes", "20000", "--repeats", "2"]].concat()).good();
    assert!(alone.contains("yaneuraou_mate9.tsv         2 ") && !alone.contains("zuko.tsv"), "{alone}");
    let other = scratch.path().join("other.tsv");
    std::fs::copy(one, &other).unwrap();
    let refused = lab(["reproduce", "learned", other.to_str().unwrap()]);
    assert!(refused.code == 2 && refused.stderr.contains("lists called"), "{refused:?}");
}

#[test]
fn without_lists_it_says_what_it_wants() {
    let scratch = Scratch::new("train-nothing");
    let out = scratch.path().join("out");
    for what in ["data", "examples"] {
        let words = ["train", what, scratch.path().to_str().unwrap(), "--out", out.to_str().unwrap()];
        let outcome = lab(words);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(outcome.stderr.contains("yaneuraou_mate9.tsv") && !out.exists(), "{outcome:?}");
    }
}
