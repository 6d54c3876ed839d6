//! `tsumugi-lab reproduce` prints its tables, repeats them, and stops when asked.

use crate::program::{Scratch, command, outcome, tsumugi as lab};
use serde_json::Value;
use std::time::Duration;

#[test]
fn the_tables_name_everything_that_is_compared_and_nothing_is_wrong() {
    let text = lab(["reproduce", "graphs", "--graphs", "40", "--seed", "7"]).good();
    for word in ["from seed 7", "reduced", "dependency", "snda", "cstar", "2 threads", "24 diamonds"] {
        assert!(text.contains(word), "{word}\n{text}");
    }
    assert_eq!(text.lines().last(), Some("48 graphs, 728 runs, 0 wrong"));
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    let run = || -> Value {
        let args = ["reproduce", "graphs", "--graphs", "25", "--seed", "3", "--format", "json"];
        let mut json: Value = serde_json::from_str(&lab(args).good()).unwrap();
        // What several threads do, and how long it takes, is never quite the same.
        let rows = json["groups"][3]["rows"].as_array_mut().unwrap();
        assert_eq!(rows.pop().unwrap()["name"], "dfpn, 2 threads");
        json["seconds"].take();
        json
    };
    let json = run();
    assert_eq!(json, run());
    assert_eq!(
        (&json["random_graphs"], &json["wrong"], &json["seed"]),
        (&25.into(), &0.into(), &3.into())
    );
    let names: Vec<&str> =
        json["groups"].as_array().unwrap().iter().map(|g| g["group"].as_str().unwrap()).collect();
    assert_eq!(names, ["cycles", "ghi", "sums", "engines"]);
    assert!(json["reason"].is_null());
}

#[test]
fn misuse_is_misuse() {
    for args in [
        &["reproduce"][..],
        &["reproduce", "trees"],
        &["reproduce", "graphs", "--graphs", "0"],
        &["reproduce", "graphs", "--long", "--graphs", "5"],
        &["reproduce", "cstar", "--engine", "cstar,none"],
    ] {
        assert_eq!(lab(args).code, 2, "{args:?}");
    }
}

/// A folder with small lists named like the collections.
fn collections(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let zuko = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1\t図巧 2 (note)\t21\n\
                4k4/9/4P4/9/9/9/9/9/9 b G 1\thead gold\t1\n";
    let muso = "4k4/9/9/9/9/9/9/9/9 b G 1\tno mate\t?\n4k4/9/4P4/9/9/9/9/9/9 b G 1\tagain\t1\n";
    scratch.file("zuko.tsv", zuko);
    scratch.file("muso.tsv", muso);
    scratch
}

const SMALL: [&str; 4] = ["--hash", "8", "--quick", "--format"];

#[test]
fn the_tables_of_cstar_count_every_problem_once() {
    let scratch = collections("reproduce-cstar");
    let folder = scratch.path().to_str().unwrap();
    let args = [&["reproduce", "cstar", folder, "--engine", "cstar,dfpn"], &SMALL[..]].concat();
    let text = lab([&args[..], &["text"]].concat()).good();
    for line in
        ["3 problems, at most 50000 expansions each, 8 MiB", "  21-29", "Not known", "  no mate"]
    {
        assert!(text.to_lowercase().contains(&line.to_lowercase()), "{line}\n{text}");
    }
    let all = text.lines().find(|line| line.starts_with("  all")).unwrap();
    let cells: Vec<&str> = all.split_whitespace().collect();
    assert_eq!(cells[..6], ["all", "3", "2", "67", "2", "67"], "{text}");
    assert_eq!(cells[6..], ["179", "of", "197", "(91", "%)"], "{text}");
    let figures = text
        .lines()
        .skip_while(|line| !line.starts_with("Solutions: "))
        .find(|line| line.starts_with("  cstar"));
    assert!(figures.is_some_and(|line| line.ends_with("2 of 2")), "{text}");
    let json: Value = serde_json::from_str(&lab([&args[..], &["json"]].concat()).good()).unwrap();
    assert_eq!((&json["experiment"], &json["contradictions"]), (&"cstar".into(), &0.into()));
    assert_eq!(json["problems"].as_array().unwrap().len(), 3);
    let zuko = &json["problems"][0]["trials"];
    for engine in ["cstar", "dfpn"] {
        assert_eq!(zuko[engine]["verdict"], "mate", "{json}");
        assert!(zuko[engine]["length"].as_u64().unwrap() >= 21, "{json}");
    }
    assert_eq!(
        json["engines"][0]["by_length"][2],
        serde_json::json!({ "plies": "21-29", "problems": 1, "mates": 1 })
    );
}

#[test]
fn the_no_mates_are_told_one_by_one_with_the_programs_of_the_paper() {
    let scratch = Scratch::new("reproduce-ghi-hard");
    scratch.file("zuko.tsv", "4k4/9/4P4/9/9/9/9/9/9 b G 1\thead gold\t1\n");
    let folder = scratch.path().to_str().unwrap();
    let args = ["reproduce", "ghi", folder, "--hard", "--hash", "8", "--format", "text"];
    assert_eq!(lab(args).code, 2, "none of its problems is one of them");
    scratch.file("muso.tsv", "4k4/9/9/9/9/9/9/9/9 b G 1\t将棋無双 第37番\t47\n");
    let text = lab(args).good();
    let row = |name: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(name));
        line.unwrap_or_else(|| panic!("{name}\n{text}")).to_string()
    };
    let cells = |name: &str| {
        row(name)[name.len() + 2..].split_whitespace().map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(cells("nagai, 2004"), ["0", "1", "0", "388", "0"], "{text}");
    assert_eq!(cells("twin, 2004"), ["0", "1", "0", "388", "12"], "{text}");
    assert_eq!(cells("dependency"), ["0", "1", "0", "–", "–"], "{text}");
    assert!(text.contains("No mate: expansions") && row("将棋無双").contains("37"), "{text}");
}

#[test]
fn the_survey_compares_and_nothing_contradicts() {
    let scratch = collections("reproduce-survey");
    let folder = scratch.path().to_str().unwrap();
    let args = [&["reproduce", "survey", folder, "--limit", "4"], &SMALL[..], &["json"]].concat();
    let json: Value = serde_json::from_str(&lab(args).good()).unwrap();
    let parts = json["parts"].as_array().unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part["part"].as_str().unwrap()).collect();
    assert_eq!(names, ["mcpn", "double-counts", "evaluation", "dual"]);
    for part in parts {
        assert_eq!(
            (&part["contradictions"], part["rows"].as_array().unwrap().len() > 2),
            (&0.into(), true)
        );
    }
    for part in &parts[..3] {
        // Head gold, and that it takes a pawn: whatever the technique.
        assert_eq!(part["problems"], 3);
        for row in part["rows"].as_array().unwrap() {
            assert!(row["wins"].as_u64() >= Some(1) && row["no_wins"].as_u64() == Some(1), "{row}");
        }
    }
}

#[test]
fn a_limit_and_a_time_leave_problems_open() {
    let scratch = collections("reproduce-limits");
    let list = scratch.join("zuko.tsv");
    let args =
        ["reproduce", "cstar", list.to_str().unwrap(), "--hash", "8", "--nodes", "10", "--time", "20"];
    let text = lab(args).good();
    assert!(text.contains("Not solved by cstar: 図巧 2 (21)\n"), "{text}");
    let one = lab([&args[..], &["--limit", "1"]].concat()).good();
    assert!(one.starts_with("1 problems, at most 10 expansions and 20 s each"), "{one}");
}

#[test]
fn the_ways_against_repetition_agree_and_are_drawn() {
    let scratch = collections("reproduce-ghi");
    let (folder, svg) = (scratch.path().to_str().unwrap(), scratch.join("svg"));
    let args = [&["reproduce", "ghi", folder, "--svg", svg.to_str().unwrap()], &SMALL[..]].concat();
    let json: Value = serde_json::from_str(&lab([&args[..], &["json"]].concat()).good()).unwrap();
    assert_eq!((&json["common_mates"], &json["common_no_mates"]), (&2.into(), &1.into()));
    for way in json["ways"].as_array().unwrap() {
        assert_eq!((&way["mates"], &way["no_mates"], &way["open"]), (&2.into(), &1.into(), &0.into()));
        assert_eq!(
            (&way["mate_proofs"]["made"], &way["no_mate_proofs"]["made"]),
            (&2.into(), &1.into())
        );
    }
    let drawn = std::fs::read_to_string(svg.join("twin-nagai.svg")).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.matches("<circle").count() == 3, "{drawn}");
    assert_eq!(std::fs::read_dir(&svg).unwrap().count(), 7);
    let text = lab([&args[..], &["text"]].concat()).good();
    assert!(text.contains("on the 2 mates and 1 no-mates that all solved"), "{text}");
}

/// Three helpmates, the last without a stated length.
const HELPMATES: &str = "9/9/9/9/9/9/9/5k3/8+l b P 1\tpawn\t41\n\
    9/9/9/9/9/9/9/9/6k2 b B 1\tbishop\t5\n\
    4k4/9/4P4/9/9/9/9/9/9 b G 1\thead gold\t?\n";

#[test]
fn the_methods_for_helpmates_come_in_the_order_of_the_paper() {
    let scratch = Scratch::new("reproduce-helpmate");
    let list = scratch.file("helpmate.tsv", HELPMATES);
    let args = ["reproduce", "helpmate", list.to_str().unwrap(), "--quick", "--time", "60"];
    let json: Value =
        serde_json::from_str(&lab([&args[..], &["--format", "json"]].concat()).good()).unwrap();
    assert_eq!((&json["experiment"], &json["odd"]), (&"helpmate".into(), &0.into()));
    let tables = json["tables"].as_array().unwrap();
    let numbers: Vec<u64> = tables.iter().map(|table| table["table"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [2, 3, 4, 5, 6, 7]);
    let trials = |table: usize| tables[table - 2]["trials"].as_array().unwrap();
    let figure = |table, program: &str, name: &str| {
        let trial = trials(table).iter().find(|trial| trial["program"] == program).unwrap();
        assert_eq!((&trial["problem"], &trial["solved"]), (&"pawn".into(), &true.into()));
        trial[name].as_u64().unwrap()
    };
    assert_eq!(trials(2).len(), 2);
    let scanned = ["C", "B", "E", "D", "F"].map(|program| figure(5, program, "scanned"));
    assert!(scanned.is_sorted(), "{scanned:?}");
    let distinct = ["B", "C", "D", "E", "F"].map(|program| figure(6, program, "distinct"));
    assert!(distinct.iter().all(|&n| n == distinct[0]), "{distinct:?}");
    let open = trials(6).iter().filter(|trial| trial["problem"] != "pawn");
    let mut open: Vec<_> =
        open.map(|trial| (&trial["problem"], &trial["program"], &trial["scanned"])).collect();
    open.sort_by_key(|(problem, _, scanned)| (problem.as_str(), scanned.as_u64()));
    let programs: Vec<&str> = open.iter().filter_map(|(_, program, _)| program.as_str()).collect();
    assert_eq!(programs, ["B", "C", "E", "D", "F"].repeat(3), "{open:?}");
    assert!(figure(7, "A", "most_protected") < figure(7, "B", "most_protected"));
    let beside = &trials(5)[0]["paper"];
    assert_eq!(
        (&trials(5)[0]["program"], &beside["paper's 14: scanned"]),
        (&"B".into(), &"18508".into())
    );
    let text = lab(args).good();
    assert!(text.contains("Table 7: What ProtectGC saves"), "{text}");
}

#[test]
fn without_lists_helpmates_come_from_the_paper_and_from_random_boards() {
    let mut search = command();
    search.args(["reproduce", "helpmate", "--quick", "--time", "0.2"]).env_remove("TSUMUGI_PROBLEMS");
    let text = outcome(search.output().unwrap()).good();
    for word in [
        "board ",
        "open board, silver",
        "寿限無3",
        "paper's 14: scanned",
        "13418156",
        "A solves 92 of the 95",
        "Without lists: ",
    ] {
        assert!(text.contains(word), "{word}\n{text}");
    }
    // The diagram is beside its own row of the paper's table 4, whether it was solved or not.
    let row = |program| {
        let start = |line: &&str| {
            let cells: Vec<&str> = line.split_whitespace().take(3).collect();
            cells == ["寿限無3", "49909", program]
        };
        text.lines().skip_while(|line| !line.starts_with("Table 4")).find(start).unwrap()
    };
    assert!(row("A").ends_with(" 13418156     38682"), "{text}");
    assert!(row("h").ends_with(" 13418156      3047"), "{text}");
}

#[test]
fn only_the_programs_asked_for_are_run_and_each_stops_by_its_own_processor_time() {
    let scratch = Scratch::new("reproduce-helpmate-programs");
    // The paper's problem of this length, which nobody solves in no time.
    let list = scratch.file("list.tsv", "9/9/9/9/9/9/9/5k3/8+l b P 1\tpawn\t41\n");
    let words =
        ["reproduce", "helpmate", list.to_str().unwrap(), "--program", "C,h", "--format", "json"];
    let json: Value = serde_json::from_str(&lab(words).good()).unwrap();
    let tables = json["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 1);
    let trials = tables[0]["trials"].as_array().unwrap();
    let programs: Vec<&str> = trials.iter().map(|trial| trial["program"].as_str().unwrap()).collect();
    assert_eq!(programs, ["C", "h"]);
    assert!(trials.iter().all(|trial| trial["solved"] == true), "{json}");
    assert_eq!(trials[1]["paper"]["paper: positions"], "–");
    assert_eq!(lab([&words[..4], &["X"]].concat()).code, 2);
    let none = lab([&words[..3], &["--program", "F", "--time", "0"]].concat());
    let text = none.good();
    let line = text.lines().find(|line| line.contains("pawn")).unwrap();
    assert!(line.contains(" no ") && line.contains('>'), "{text}");
}

#[test]
fn a_helpmate_of_another_length_than_stated_is_reported() {
    let scratch = Scratch::new("reproduce-helpmate-odd");
    let list = scratch.file("helpmate.tsv", HELPMATES.replace("bishop\t5", "bishop\t7"));
    let outcome = lab(["reproduce", "helpmate", list.to_str().unwrap(), "--quick"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("bishop: program A says Mate(5), not 7"), "{}", outcome.stderr);
}

#[test]
fn learned_guesses_come_from_games_that_the_program_plays_where_there_are_no_others() {
    let scratch = Scratch::new("reproduce-dfpn-plus");
    let svg = scratch.join("svg");
    let run = |more: &[&str]| {
        let mut search = command();
        search.args(["reproduce", "dfpn-plus", "--games", "6", "--positions", "6", "--nodes", "150"]);
        for way in ["null/null", "n2/20/null", "n2/20/piece"] {
            search.args(["--way", way]);
        }
        search.args(more).env_remove("TSUMUGI_PROBLEMS");
        outcome(search.output().unwrap()).good()
    };
    let text = run(&["--svg", svg.to_str().unwrap()]);
    for word in [
        "6 games of the program against itself",
        "Figure 2: disproof numbers",
        "12379.5",
        "Why positions are expanded again",
        "1+ε, ε = 1",
    ] {
        assert!(text.contains(word), "{word}\n{text}");
    }
    assert_eq!(std::fs::read_dir(&svg).unwrap().count(), 12);
    let first = std::fs::read_to_string(svg.join("figure-01.svg")).unwrap();
    assert!(first.contains("proof numbers") && first.contains("ps 40"), "{first}");
    let rows = |more: &[&str]| -> Vec<Value> {
        let text = run(&[&["--format", "json"], more].concat());
        let mut rows: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        rows.iter_mut().for_each(|row| row["clocks"] = Value::Null);
        rows
    };
    let (one, two) = (rows(&["--workers", "1"]), rows(&[]));
    assert_eq!(one, two);
    assert_eq!((one.len(), &one[2]["paper"]["mate_total_nodes"]), (3, &3398.4.into()));
    // Who sees mates in one answers no less, with other numbers.
    let seeing = rows(&["--sight"]);
    let answered =
        |row: &Value| row["solved_mate"].as_u64().unwrap() + row["solved_nomate"].as_u64().unwrap();
    assert!(answered(&seeing[0]) >= answered(&one[0]) && seeing != one, "{seeing:?} {one:?}");
}

#[test]
fn missing_collections_are_explained() {
    let scratch = Scratch::new("reproduce-missing");
    let mut search = command();
    search.args(["reproduce", "cstar"]).env("TSUMUGI_PROBLEMS", scratch.path());
    let outcome = outcome(search.output().unwrap());
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("none of zuko.tsv, muso.tsv is in "), "{outcome:?}");
    assert!(outcome.stderr.contains("TSUMUGI_PROBLEMS"), "{outcome:?}");
    let bad = scratch.file("bad.tsv", "4k4/9 b - 1\tbad\t1\n");
    for args in [["cstar", "no-such-list.tsv"], ["ghi", bad.to_str().unwrap()]] {
        assert_eq!(lab([&["reproduce"], &args[..]].concat()).code, 2, "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_what_is_known() {
    let args = ["reproduce", "graphs", "--long", "--format", "json"];
    let child = command().args(args).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let kill = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let outcome = outcome(child.wait_with_output().unwrap());
    assert_eq!(outcome.code, 3, "{outcome:?}");
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let done = json["random_graphs"].as_u64().unwrap();
    assert!(
        done > 0 && done < 125_000 && json["wrong"] == 0 && json["reason"] == "stopped",
        "{outcome:?}"
    );
    assert!(outcome.stderr.contains("of 125000 graphs done"), "{outcome:?}");
}
