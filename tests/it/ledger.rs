//! `scripts/ledger.py` repeats the rows it wrote, and notices a row that somebody changed by hand.

use crate::program::Scratch;
use std::path::Path;
use std::process::{Command, Output};

/// A mate in eleven that is settled in no time.
const ROW: &str = "muso/82";

/// Runs the script; none where there is no Python.
fn ledger(work: &str, file: &Path) -> Option<Output> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/ledger.py");
    let mut command = Command::new("python3");
    command.arg(script).args([work, "--only", ROW, "--nodes", "20000", "--each", "2000"]);
    command.args(["--program", env!("CARGO_BIN_EXE_tsumugi"), "--ledger"]).arg(file);
    let output = command.output();
    output.inspect_err(|error| println!("skipped: python3: {error}")).ok()
}

#[test]
fn a_row_that_was_changed_by_hand_is_noticed_whichever_answer_it_was() {
    let scratch = Scratch::new("ledger");
    let file = scratch.join("ledger.tsv");
    let Some(made) = ledger("improve", &file) else { return };
    assert!(made.status.success(), "{made:?}");
    let text = std::fs::read_to_string(&file).unwrap();
    let (head, row) = text.trim_end().rsplit_once('\n').unwrap();
    let cells: Vec<&str> = row.split('\t').collect();
    let names: Vec<&str> = head.lines().last().unwrap().split('\t').collect();
    assert_eq!((cells.len(), cells[0], cells[3]), (names.len(), ROW, "11"), "{row}");
    let repeated = ledger("verify", &file).unwrap();
    assert!(repeated.status.success(), "{repeated:?}");
    assert!(String::from_utf8_lossy(&repeated.stdout).ends_with("\trepeated\n"), "{repeated:?}");
    let forgeries = [
        ("id", "muso/999"),
        ("name", "将棋無双 第78番"),
        ("stated", "13"),
        ("strict", "9"),
        ("conventional", "9"),
        ("claim", "shortest 9"),
        ("claims", "1"),
        ("digest", "0123456789abcdef"),
        ("check", "cooked"),
        ("open", "7"),
    ];
    for (name, forged) in forgeries {
        let mut changed: Vec<&str> = cells.clone();
        let place = names.iter().position(|known| *known == name).unwrap();
        assert_ne!(changed[place], forged);
        changed[place] = forged;
        std::fs::write(&file, format!("{head}\n{}\n", changed.join("\t"))).unwrap();
        let output = ledger("verify", &file).unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        let named = if name == "id" { "no such diagram" } else { name };
        assert!(said.contains(named), "{name}: {said}");
    }
}
