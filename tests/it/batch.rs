//! `tsumugi batch` and `tsumugi stats`: results, equal problems, limits that grow, shards, exports, and what is left
//! when the program is killed.

use crate::program::{Outcome, Scratch, command, outcome, tsumugi, tsumugi_reading};
use rusqlite::Connection;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_shogi::{Position, Setup};
use tsumugi_tsume::canonical::Turned;

/// Limits that do not depend on how busy the machine is.
const NODES: [&str; 4] = ["--nodes", "40,400", "--hash", "4"];

/// A list of random problems, the same for the same seed.
fn list(count: u64, seed: u64) -> String {
    let mut text = String::from("sfen\tname\n# a comment\n\n");
    for i in 0..count {
        let sfen = position_of(Style::Tsume, seed * 1_000_000 + i).to_sfen();
        writeln!(text, "{sfen}\tproblem {i}").unwrap();
    }
    text
}

fn batch(args: &[&str]) -> Outcome {
    tsumugi([&["batch"], args].concat())
}

fn objects(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// All that a database says, but for times: by file and line.
fn dump(path: &Path) -> BTreeMap<(String, i64), String> {
    let connection = Connection::open(path).unwrap();
    let mut select = connection
        .prepare(
            "SELECT files.name, problems.line, problems.name, turned, canonical, verdict, length, results.line,
             nodes, expansions, reason, tried_nodes FROM problems
             JOIN results ON results.id = result JOIN files ON files.id = file",
        )
        .unwrap();
    let rows = select.query_map([], |row| {
        let mut text = String::new();
        for i in 2..12 {
            write!(text, "{:?} ", row.get_ref(i)?).unwrap();
        }
        let file: String = row.get(0)?;
        let name = Path::new(&file).file_name().unwrap().to_string_lossy().into_owned();
        Ok(((name, row.get(1)?), text))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

/// No result belongs to nobody, and none is there twice.
fn nothing_is_left_over(path: &Path) {
    let connection = Connection::open(path).unwrap();
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(number("SELECT count(*) FROM results WHERE id NOT IN (SELECT result FROM problems)"), 0);
    assert_eq!(number("SELECT count(*) - count(DISTINCT canonical) FROM results"), 0);
    assert_eq!(number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
}

#[test]
fn answers_are_those_of_solve() {
    let scratch = Scratch::new("batch-answers");
    let problems = scratch.file("a.tsv", list(60, 1));
    let out = scratch.join("r.jsonl");
    let path = problems.to_str().unwrap();
    let said =
        batch(&[&[path, "--out", out.to_str().unwrap(), "--nodes", "2000"], &NODES[2..]].concat());
    assert!(said.stdout.starts_with("60 problems: "), "{said:?}");
    let solved = tsumugi(["solve", path, "--nodes", "2000", "--format", "json"]);
    let expected: Vec<Value> =
        solved.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found = objects(&out);
    assert_eq!((found.len(), expected.len()), (60, 60));
    let mut seen = BTreeSet::new();
    for one in &found {
        // The first problem is on line 4.
        let number = one["source_line"].as_u64().unwrap() as usize - 4;
        assert!(seen.insert(number));
        let other = &expected[number];
        assert_eq!(one["name"], format!("problem {number}"));
        assert_eq!(one["sfen"], other["sfen"]);
        let verdict = |object: &Value| object["verdict"].as_str().unwrap().to_string();
        // A limit may be reached in one order of moves and not in another; an answer is an answer.
        if verdict(one) != "unknown" && verdict(other) != "unknown" {
            assert_eq!(verdict(one), verdict(other));
        }
        if verdict(one) == "mate" {
            ends_in_mate(one);
        }
    }
    assert!(found.iter().filter(|one| one["verdict"] == "mate").count() > 5);
}

/// The line can be played from the problem itself, however that was turned, and mates.
fn ends_in_mate(answer: &Value) {
    let mut position = Position::from_sfen(answer["sfen"].as_str().unwrap()).unwrap();
    for m in answer["line"].as_array().unwrap() {
        let m = m.as_str().unwrap().parse().unwrap();
        assert!(position.is_legal(m), "{answer}");
        _ = position.play(m);
    }
    assert!(position.is_mate(), "{answer}");
}

#[test]
fn equal_problems_are_solved_once_and_answered_each() {
    let scratch = Scratch::new("batch-equal");
    let mut text = String::new();
    for i in 0..20 {
        let setup: Setup = position_of(Style::Tsume, 77_000 + i).to_sfen().parse().unwrap();
        for bits in [0, 2, 1, 3, 0] {
            writeln!(text, "{}", Turned::from_bits(bits).setup(&setup).to_sfen()).unwrap();
        }
    }
    let problems = scratch.file("a.sfen", text);
    let path = problems.to_str().unwrap();
    for (name, kind) in [("r.jsonl", "jsonl"), ("r.sqlite", "sqlite")] {
        let out = scratch.join(name);
        let said = batch(&[&[path, "--out", out.to_str().unwrap()], &NODES[..]].concat());
        assert!(said.stdout.contains("20 solved"), "{said:?}");
        assert!(said.stdout.contains("80 equal to others"), "{said:?}");
        if kind == "sqlite" {
            assert_eq!(dump(&out).len(), 100);
            nothing_is_left_over(&out);
            let export = scratch.join("r.export.jsonl");
            tsumugi(["stats", out.to_str().unwrap(), "--export", export.to_str().unwrap()]).good();
            objects(&export).iter().filter(|one| one["verdict"] == "mate").for_each(ends_in_mate);
        } else {
            let found = objects(&out);
            assert_eq!(found.len(), 100);
            assert_eq!(
                found.iter().map(|one| one["canonical"].to_string()).collect::<BTreeSet<_>>().len(),
                20
            );
            found.iter().filter(|one| one["verdict"] == "mate").for_each(ends_in_mate);
        }
    }
    let out = scratch.join("each.sqlite");
    let said = batch(&[&[path, "--out", out.to_str().unwrap(), "--no-dedup"], &NODES[..]].concat());
    assert!(said.stdout.contains("100 solved"), "{said:?}");
}

#[test]
fn problems_told_apart_are_solved_as_they_are_written() {
    let scratch = Scratch::new("batch-apart");
    let mut text = String::new();
    for i in 0..20 {
        let setup: Setup = position_of(Style::Tsume, 77_000 + i).to_sfen().parse().unwrap();
        for bits in 0..4 {
            writeln!(text, "{}", Turned::from_bits(bits).setup(&setup).to_sfen()).unwrap();
        }
    }
    let problems = scratch.file("a.sfen", text);
    let path = problems.to_str().unwrap();
    let (stream, database) = (scratch.join("r.jsonl"), scratch.join("r.sqlite"));
    let apart = [&["--no-dedup"], &NODES[..]].concat();
    batch(&[&[path, "--out", stream.to_str().unwrap()], &apart[..]].concat());
    batch(&[&[path, "--out", database.to_str().unwrap()], &apart[..]].concat());
    // The same search as that of `solve`, to the last position.
    let solved = tsumugi([
        "solve",
        path,
        "--question",
        "mate",
        "--nodes",
        "400",
        "--hash",
        "4",
        "--format",
        "json",
    ]);
    let solved: Vec<Value> =
        solved.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found = objects(&stream);
    assert_eq!((found.len(), solved.len()), (80, 80));
    for one in &found {
        let other = &solved[one["source_line"].as_u64().unwrap() as usize - 1];
        for name in ["sfen", "verdict", "line"] {
            assert_eq!(one[name], other[name], "{one}");
        }
        if one["verdict"] == "mate" {
            ends_in_mate(one);
        }
    }
    assert!(found.iter().filter(|one| one["verdict"] == "mate").count() > 10);
    let connection = Connection::open(&database).unwrap();
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(number("SELECT count(*) FROM problems WHERE turned = 0"), 80);
    assert!(number("SELECT count(DISTINCT canonical) FROM results WHERE canonical LIKE '% w %'") > 35);
    // Whoever goes on with that store has to tell them apart too.
    let said = batch(&[&[path, "--out", database.to_str().unwrap()], &NODES[..]].concat());
    assert!(said.code == 2 && said.stderr.contains("told apart"), "{said:?}");
}

#[test]
fn bad_lines_are_reported_with_their_place_and_skipped() {
    let scratch = Scratch::new("batch-bad");
    let good = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let text = format!("{good}\nthis is nothing\n\n{good}\n4k4/9 b - 1\n9/9/9/9/9/9/9/9/9 b G 1\n");
    let problems = scratch.file("a.tsv", text);
    let out = scratch.join("r.sqlite");
    let said = batch(&[problems.to_str().unwrap(), "--out", out.to_str().unwrap(), "--hash", "1"]);
    assert_eq!(said.code, 2);
    for place in ["a.tsv:2", "a.tsv:5", "a.tsv:6"] {
        assert!(said.stderr.contains(place), "{said:?}");
    }
    assert!(said.stdout.starts_with("2 problems: 2 mate\n"), "{said:?}");
    let missing = batch(&["no-such-file.tsv", "--out", out.to_str().unwrap()]);
    assert!(missing.code == 2 && missing.stderr.contains("no-such-file.tsv"), "{missing:?}");
    let nowhere = batch(&[problems.to_str().unwrap(), "--out", "results.txt"]);
    assert!(nowhere.code == 2 && nowhere.stderr.contains("neither .sqlite nor .jsonl"), "{nowhere:?}");
}

#[test]
fn what_is_open_is_tried_again_with_more() {
    let scratch = Scratch::new("batch-ladder");
    let problems = scratch.file("a.tsv", list(80, 2));
    let path = problems.to_str().unwrap();
    let (steep, flat) = (scratch.join("steep.sqlite"), scratch.join("flat.sqlite"));
    batch(&[path, "--out", steep.to_str().unwrap(), "--nodes", "5,50,1000", "--hash", "4"]);
    batch(&[path, "--out", flat.to_str().unwrap(), "--nodes", "1000", "--hash", "4"]);
    let verdicts = |path: &Path| {
        let rows = dump(path).into_iter();
        rows.map(|(place, text)| (place, text.split("tried").next().unwrap().to_string()))
            .collect::<Vec<_>>()
    };
    // Each attempt starts afresh, so the last one finds what it would have found alone.
    let solved = |path: &Path| {
        let connection = Connection::open(path).unwrap();
        let mut select =
            connection.prepare("SELECT canonical, verdict, length FROM results ORDER BY 1").unwrap();
        let rows = select.query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<i64>>(2)?))
        });
        rows.unwrap().map(Result::unwrap).collect::<Vec<_>>()
    };
    assert_eq!(solved(&steep), solved(&flat));
    assert_eq!(verdicts(&steep).len(), 80);
    // A later run with more effort goes on with what is open, and with nothing else.
    let open = solved(&flat).iter().filter(|(_, verdict, _)| verdict == "unknown").count();
    assert!(open > 0);
    let said = batch(&[path, "--out", flat.to_str().unwrap(), "--nodes", "2000", "--hash", "4"]);
    assert!(
        said.stdout.contains(&format!("0 solved, {open} attempts repeated, 80 done before")),
        "{said:?}"
    );
    let said = batch(&[path, "--out", flat.to_str().unwrap(), "--nodes", "2000", "--hash", "4"]);
    assert!(said.stdout.contains("0 solved, 80 done before"), "{said:?}");
}

#[test]
fn a_changed_line_is_solved_again() {
    let scratch = Scratch::new("batch-changed");
    let out = scratch.join("r.sqlite");
    let run = |text: &str| {
        let problems = scratch.file("a.sfen", text);
        batch(&[problems.to_str().unwrap(), "--out", out.to_str().unwrap(), "--hash", "1"])
    };
    run("4k4/9/4P4/9/9/9/9/9/9 b G 1\n4k4/9/4P4/9/9/9/9/9/9 b S 1\n");
    let said =
        run("4k4/9/4P4/9/9/9/9/9/9 b G 1\n4k4/9/9/9/9/9/9/9/9 b G 1\n4k4/9/9/9/9/9/9/9/9 b N 1\n");
    assert!(said.stdout.starts_with("3 problems: 1 mate, 2 nomate\n"), "{said:?}");
    assert!(said.stdout.contains("2 solved, 1 done before"), "{said:?}");
}

#[test]
fn shards_are_parts_of_the_whole() {
    let scratch = Scratch::new("batch-shards");
    let problems = scratch.file("a.tsv", list(90, 3));
    let path = problems.to_str().unwrap();
    let run = |name: &str, shard: &[&str]| {
        let out = scratch.join(name);
        batch(&[&[path, "--out", out.to_str().unwrap()], &NODES[..], shard].concat());
        dump(&out)
    };
    let whole = run("whole.sqlite", &[]);
    let mut parts = BTreeMap::new();
    for i in 1..=3 {
        let part = run(&format!("{i}.sqlite"), &["--shard", &format!("{i}/3")]);
        assert!(part.len() > 10 && part.keys().all(|place| !parts.contains_key(place)));
        parts.extend(part);
    }
    assert_eq!(parts, whole);
    assert_eq!(batch(&[path, "--out", "x.sqlite", "--shard", "4/3"]).code, 2);
}

#[test]
fn every_question_is_answered_from_standard_input_too() {
    let scratch = Scratch::new("batch-questions");
    let text = "8k/6+L2/9/8S/9/9/9/9/9 b S 1\n8k/9/6+L2/9/9/9/9/9/9 b - 1\n";
    for (question, verdict) in
        [("mate", "mate"), ("shortest", "mate"), ("check", "sound"), ("helpmate", "mate")]
    {
        let out = scratch.join(&format!("{question}.jsonl"));
        let args =
            ["batch", "-", "--out", out.to_str().unwrap(), "--question", question, "--hash", "8"];
        let said = tsumugi_reading([&args[..], &["--threads", "1"]].concat(), text.as_bytes());
        let found = objects(&out);
        assert_eq!(found.len(), 2, "{said:?}");
        let one = found.iter().find(|one| one["source_line"] == 1).unwrap();
        assert_eq!((&one["verdict"], &one["question"]), (&verdict.into(), &question.into()), "{one}");
        assert_eq!(one["source"], "<stdin>");
    }
    let mate = scratch.join("mate.jsonl");
    let other = ["batch", "-", "--out", mate.to_str().unwrap(), "--question", "shortest"];
    let said = tsumugi_reading(other, text.as_bytes());
    assert!(said.code == 2 && said.stderr.contains("another question"), "{said:?}");
}

#[test]
fn proofs_are_verified_on_request() {
    let scratch = Scratch::new("batch-verify");
    let problems = scratch.file("a.tsv", list(30, 4));
    let out = scratch.join("r.jsonl");
    let path = problems.to_str().unwrap();
    batch(&[&[path, "--out", out.to_str().unwrap(), "--verify"], &NODES[..]].concat());
    let found = objects(&out);
    assert!(found.iter().any(|one| one["verdict"] == "mate"));
    assert!(found.iter().filter(|one| one["verdict"] != "unknown").all(|one| one["proved"] == true));
}

#[test]
fn stats_count_and_export() {
    let scratch = Scratch::new("batch-stats");
    let problems = scratch.file("a.tsv", list(50, 5));
    let out = scratch.join("r.sqlite");
    batch(&[&[problems.to_str().unwrap(), "--out", out.to_str().unwrap()], &NODES[..]].concat());
    let (csv, parquet, svg) = (scratch.join("r.csv"), scratch.join("r.parquet"), scratch.join("r.svg"));
    let stats = |args: &[&str]| tsumugi([&["stats", out.to_str().unwrap()], args].concat()).good();
    let text = stats(&["--export", csv.to_str().unwrap(), "--svg", svg.to_str().unwrap()]);
    assert!(text.starts_with("50 problems, ") && text.contains("\nhardest\n"), "{text}");
    let found: Value =
        serde_json::from_str(&stats(&["--format", "json", "--export", parquet.to_str().unwrap()]))
            .unwrap();
    let total: u64 = found["verdicts"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!((found["problems"].as_u64(), total), (Some(50), 50));
    let csv = std::fs::read_to_string(csv).unwrap();
    assert_eq!(csv.lines().count(), 51);
    assert!(csv.starts_with("source,source_line,name,sfen,canonical,verdict,"));
    let bytes = std::fs::read(parquet).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert!(std::fs::read_to_string(svg).unwrap().trim_end().ends_with("</svg>"));
    let none = scratch.file("none.sqlite", "this is no database");
    assert_eq!(tsumugi(["stats", none.to_str().unwrap()]).code, 2);
}

/// Kills a batch again and again, at moments it does not know of, and lets it end once: what is in the store then.
fn killed(
    scratch: &Scratch,
    name: &str,
    args: &[&str],
    random: &mut Random,
) -> (std::path::PathBuf, u32) {
    let out = scratch.join(name);
    let words = [&["batch", "--out", out.to_str().unwrap()], args].concat();
    let mut kills = 0;
    for _ in 0..40 {
        let mut child = command().args(&words).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(10 + random.below(140) as u64));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    outcome(command().args(&words).spawn().unwrap().wait_with_output().unwrap());
    (out, kills)
}

#[test]
fn a_batch_that_is_killed_again_and_again_ends_like_one_that_is_not() {
    let scratch = Scratch::new("batch-killed");
    let text = list(350, 6) + &list(100, 6);
    let problems = scratch.file("a.tsv", text);
    let path = problems.to_str().unwrap();
    let args = [&[path], &NODES[..]].concat();
    let mut random = Random::new(u64::from(std::process::id()));
    let plain = scratch.join("plain.sqlite");
    batch(&[&["--out", plain.to_str().unwrap()], &args[..]].concat());
    let (database, kills) = killed(&scratch, "killed.sqlite", &args, &mut random);
    assert!(kills >= 2, "{kills} kills only");
    let expected = dump(&plain);
    assert_eq!(expected.len(), 450);
    assert_eq!(dump(&database), expected);
    nothing_is_left_over(&database);

    let plain = scratch.join("plain.jsonl");
    batch(&[&["--out", plain.to_str().unwrap()], &args[..]].concat());
    let (stream, kills) = killed(&scratch, "killed.jsonl", &args, &mut random);
    assert!(kills >= 2, "{kills} kills only");
    let lines = |path: &Path| {
        let mut lines: Vec<String> = objects(path)
            .into_iter()
            .map(|mut one| {
                one["seconds"] = Value::Null;
                one.to_string()
            })
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&stream), lines(&plain));
}
