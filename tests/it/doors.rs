//! The same request gets the same answer at every door: command line, server, browser module, batch, queue and USI.
//!
//! Limits are positions, not seconds, so the answers do not depend on how busy the machine is. What a door adds or cannot
//! promise is left out of the comparison: times, counts of an optional proof, where a certificate lies.

use crate::engine::Engine;
use crate::http::Server;
use crate::program::{Scratch, tsumugi};
use crate::queue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_shogi::{MoveList, Position};
use tsumugi_tsume::canonical::Turned;
use tsumugi_verify::{LineGoal, check_line};
use tsumugi_wasm::{Endpoint, Means};

const NODES: u64 = 1_000;
const HASH: u32 = 4;

/// What is asked: the name of the request, the question, and how `batch` calls it if it does.
const QUESTIONS: [(&str, Option<&str>, Option<&str>); 7] = [
    ("solve", Some("solution"), None),
    ("solve", Some("mate"), Some("mate")),
    ("solve", Some("shortest"), Some("shortest")),
    ("solve", Some("line"), None),
    ("solve", Some("brinkmate"), None),
    ("check", None, Some("check")),
    ("helpmate", None, Some("helpmate")),
];

/// What `batch` adds to an object.
const ADDED_BY_BATCH: [&str; 6] =
    ["source", "source_line", "digest", "canonical", "question", "turned"];

/// Problems with and without a mate, of one king and of two, either side attacking.
fn problems() -> Vec<String> {
    let known = [
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "5B3/7k1/6n2/9/9/9/9/9/9 b 2S2rb4g2s3n4l18p 1",
        "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1",
    ];
    let random = (0..44).map(|i| {
        let style = if i % 3 == 0 { Style::TwoKings } else { Style::Tsume };
        position_of(style, 7_000_000 + i).to_sfen()
    });
    known.into_iter().map(str::to_string).chain(random).collect()
}

/// An answer without what a door adds or cannot promise.
fn essence(answer: &Value) -> BTreeMap<String, Value> {
    const LEFT_OUT: [&str; 9] = [
        "seconds",
        "nodes",
        "expansions",
        "proved",
        "certificate",
        "name",
        "bytes",
        "positions",
        "open",
    ];
    let object = answer.as_object().unwrap_or_else(|| panic!("no object: {answer}"));
    let kept = object.iter().filter(|(key, _)| !LEFT_OUT.contains(&key.as_str()));
    kept.map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn body(name: &str, question: Option<&str>, sfen: &str) -> Value {
    let mut body = json!({ "sfen": sfen, "hash": HASH, "as_written": true });
    let limit = if name == "check" { "nodes_each" } else { "nodes" };
    body[limit] = json!(NODES);
    if let Some(question) = question {
        body["question"] = json!(question);
    }
    body
}

fn by_command_line(name: &str, question: Option<&str>, sfen: &str) -> Value {
    by_command_line_with(name, question, sfen, &[])
}

fn by_command_line_with(name: &str, question: Option<&str>, sfen: &str, more: &[&str]) -> Value {
    let (nodes, hash) = (NODES.to_string(), HASH.to_string());
    let limit = if name == "check" { "--nodes-each" } else { "--nodes" };
    let mut args = vec![
        name,
        sfen,
        "--format",
        "json",
        "--as-written",
        "--hash",
        &hash,
        limit,
        &nodes,
        "--threads",
        "1",
    ];
    if let Some(question) = question {
        args.extend(["--question", question]);
    }
    args.extend(more);
    let outcome = tsumugi(args);
    let read = serde_json::from_str(&outcome.stdout);
    let mut object: Value = read.unwrap_or_else(|_| panic!("{name} {sfen}: {outcome:?}"));
    // Where it was read.
    object.as_object_mut().unwrap().retain(|key, _| key != "source" && key != "source_line");
    object
}

fn by_browser(endpoint: &mut Endpoint, name: &str, body: Value) -> (u16, Value) {
    let request = json!({ "method": "POST", "path": format!("/api/v1/{name}"), "body": body });
    endpoint.answer(&request, Means { clock: || 0.0, tell: &mut |_| {} })
}

/// The answers of `batch`, by problem.
fn by_batch(question: &str, problems: &[String], more: &[&str], scratch: &Scratch) -> Vec<Value> {
    let list = scratch.file("list.sfen", problems.join("\n"));
    let out = scratch.join(&format!("{question}-{}.jsonl", more.len()));
    let (nodes, hash) = (NODES.to_string(), HASH.to_string());
    let args =
        ["batch", list.to_str().unwrap(), "--out", out.to_str().unwrap(), "--question", question];
    let limits = ["--no-dedup", "--as-written", "--nodes", &nodes, "--hash", &hash, "--threads", "2"];
    let outcome = tsumugi([&args[..], &limits, more].concat());
    assert!([0, 3].contains(&outcome.code), "{outcome:?}");
    let text = std::fs::read_to_string(&out).unwrap();
    let objects = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let objects = objects.filter_map(|object| Some((object["source_line"].as_u64()?, object)));
    objects.collect::<BTreeMap<u64, Value>>().into_values().collect()
}

#[test]
fn the_same_request_gets_the_same_answer_at_every_door() {
    let problems = problems();
    let server = Server::start(&[]);
    let mut endpoint = Endpoint::default();
    let mut requests = 0;
    let scratch = Scratch::new("doors");
    // Without a NATS server there is no queue.
    let nats = queue::nats_server().map(|program| queue::Server::new(program, &scratch));
    let url = nats.as_ref().map(queue::Server::url);
    let _workers: Vec<_> = nats.iter().flat_map(|nats| [nats.worker(&[]), nats.worker(&[])]).collect();
    for (name, question, in_batch) in QUESTIONS {
        let batch = in_batch.map(|question| by_batch(question, &problems, &[], &scratch));
        if let (Some(question), Some(url)) = (in_batch, &url) {
            let queued = by_batch(question, &problems, &["--queue", url], &scratch);
            let queued: Vec<_> = queued.iter().map(essence).collect();
            let alone: Vec<_> = batch.iter().flatten().map(essence).collect();
            assert_eq!(alone, queued, "batch and queue: {name} {question}");
        }
        assert!(
            batch.as_ref().is_none_or(|batch| batch.len() == problems.len()),
            "{name} {question:?}"
        );
        for (i, sfen) in problems.iter().enumerate() {
            let at = format!("{name} {question:?} {sfen}");
            let body = body(name, question, sfen);
            let served = server.post(name, &body).json();
            let (status, browsed) = by_browser(&mut endpoint, name, body);
            assert_eq!(status, 200, "{at}: {browsed}");
            assert_eq!(essence(&served), essence(&browsed), "server and browser: {at}");
            let printed = by_command_line(name, question, sfen);
            assert_eq!(essence(&served), essence(&printed), "server and command line: {at}");
            if let Some(batch) = &batch {
                // A batch adds where the problem came from.
                let mut known = essence(&batch[i]);
                known.retain(|key, _| !ADDED_BY_BATCH.contains(&key.as_str()) || key == "question");
                let served = essence(&served);
                if !served.contains_key("question") {
                    known.remove("question");
                }
                assert_eq!(served, known, "server and batch: {at}");
            }
            requests += 1;
        }
    }
    println!("{requests} requests, three doors each");
}

/// No positions, or none that play can start from.
const BAD: [&str; 7] = [
    "nonsense",
    "",
    "4k4/9/4P4/9/9/9/9/9 b G 1",
    "4k4/9/4P4/9/9/9/9/9/9 b 5G 1",
    "9/9/9/9/9/9/9/9/9 b - 1",
    "4k4/4G4/9/9/9/9/9/9/9 b - 1",
    "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves 5c5b+ 1a1b",
];

#[test]
fn bad_requests_are_refused_at_every_door() {
    let server = Server::start(&[]);
    let mut endpoint = Endpoint::default();
    for sfen in BAD {
        for (name, question, _) in QUESTIONS.iter().filter(|(name, ..)| *name != "check") {
            let body = body(name, *question, sfen);
            let response = server.post(name, &body);
            let (status, browsed) = by_browser(&mut endpoint, name, body);
            let served = (response.status, response.json());
            assert_eq!(served, (status, browsed), "{name} {sfen:?}");
            assert_eq!(status, 422, "{name} {sfen:?}");
            let mut args = vec![*name, sfen, "--format", "json"];
            args.extend(question.iter().flat_map(|question| ["--question", question]));
            let outcome = tsumugi(args);
            let error: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
            assert!(outcome.code == 2 && error["error"].is_string(), "{name} {sfen:?}: {outcome:?}");
        }
    }
}

/// An engine that understands positions and limits as the other doors do here.
fn usi_engine() -> Engine {
    let mut engine = Engine::new();
    engine.send("setoption name DefenderHandAsWritten value true");
    engine.send(&format!("setoption name NodesLimit value {NODES}"));
    engine.send(&format!("setoption name USI_Hash value {HASH}"));
    engine
}

/// What USI can be asked besides: White attacks, the mover stands in check, moves lead to the position.
fn problems_of_games() -> Vec<String> {
    let rotated = Turned { rotated: true, mirrored: false };
    let turned = problems()
        .into_iter()
        .take(12)
        .map(move |sfen| rotated.setup(&sfen.parse().unwrap()).to_sfen());
    let styles = [Style::TwoKings, Style::Game];
    let in_check = (0..).map(move |i| position_of(styles[i as usize % 2], 7_100_000 + i));
    let in_check = in_check.filter(Position::in_check).take(12).map(|position| position.to_sfen());
    let played = problems().into_iter().skip(5).step_by(3).filter_map(|sfen| {
        let mut moves = MoveList::new();
        Position::from_sfen(&sfen).unwrap().legal_moves(&mut moves);
        moves.first().map(|m| format!("{sfen} moves {m}"))
    });
    turned.chain(in_check).chain(played).collect()
}

/// Compares what USI said about a mate with the answer of the command line.
fn assert_agrees(at: &str, answer: &Value, said: &str) {
    match answer["verdict"].as_str().unwrap() {
        // Mated already is no mate of the mover's.
        "mate" if answer["strict_at_most"] == 0 => assert_eq!(said, "checkmate nomate", "{at}"),
        "mate" => {
            let line: Vec<&str> = said.split(' ').skip(1).filter(|word| !word.is_empty()).collect();
            let sfen = answer["sfen"].as_str().unwrap();
            let position = Position::from_sfen(sfen).unwrap();
            let black = tsumugi_tsume::attacker_of(&position) == tsumugi_shogi::Color::Black;
            let mates = check_line(sfen, black, LineGoal::MateDefender, line.iter().copied());
            assert_eq!(mates, Ok(()), "{at}: {said}");
            // A line that is no main line, because the positions allowed were used up, may be shorter than the mate.
            let main = answer["question"] != "solution" || answer["strict_line"].is_array();
            if let Some(plies) = answer["strict_length"].as_u64().filter(|_| main) {
                assert_eq!(line.len() as u64, plies, "{at}: {said}");
            }
        }
        "nomate" => assert_eq!(said, "checkmate nomate", "{at}"),
        _ => assert_eq!(said, "checkmate timeout", "{at}"),
    }
}

#[test]
fn usi_agrees_with_the_others() {
    let mut engine = usi_engine();
    let mut requests = 0;
    for (question, level) in [("mate", "None"), ("solution", "MinLength")] {
        engine.send(&format!("setoption name PostSearchLevel value {level}"));
        for sfen in problems().into_iter().chain(problems_of_games()) {
            let answer = by_command_line("solve", Some(question), &sfen);
            engine.send("usinewgame");
            let said = engine.mate(&format!("sfen {sfen}"), "infinite");
            assert_agrees(&format!("{question} {sfen}"), &answer, &said);
            requests += 1;
        }
    }
    println!("{requests} requests");
}

#[test]
fn usi_refuses_what_the_others_refuse() {
    let mut engine = usi_engine();
    for sfen in BAD {
        assert_eq!(engine.mate(&format!("sfen {sfen}"), "1000"), "checkmate notimplemented", "{sfen}");
        engine.send("go btime 0 wtime 0 byoyomi 1000");
        assert_eq!(engine.answer("bestmove"), "bestmove resign", "{sfen}");
    }
}

/// What the command line says of each move that it settled: the score that USI gives it, if any.
fn scores(answer: &Value) -> BTreeMap<String, Option<u64>> {
    let settled = |one: &&Value| one["verdict"] != "unknown";
    let one = |one: &Value| {
        let score = one["strict_at_most"].as_u64().filter(|_| one["verdict"] == "mate");
        (one["move"].as_str().unwrap().to_string(), score)
    };
    answer["moves"].as_array().unwrap().iter().filter(settled).map(one).collect()
}

/// The same from the last lines that USI said about moves.
fn told_scores(lines: &[String]) -> BTreeMap<String, Option<u64>> {
    let mut told = BTreeMap::new();
    for line in lines.iter().filter(|line| line.contains(" multipv ")) {
        let words: Vec<&str> = line.split(' ').collect();
        let after = |word: &str| words.iter().position(|other| *other == word).map(|at| words[at + 1]);
        let score = after("mate").map(|plies| plies.trim_start_matches('-').parse().unwrap());
        told.insert(after("pv").unwrap().to_string(), score);
    }
    told
}

#[test]
fn a_line_is_followed_at_every_door() {
    let server = Server::start(&[]);
    let mut endpoint = Endpoint::default();
    let seven = "5B3/7k1/6n2/9/9/9/9/9/9 b 2S2rb4g2s3n4l18p 1";
    for moves in ["S*2c 2b1c 2c1d+ 1c1b 1d2c 1b1a S*1b", "S*2c 2b1a S*1b", "4a2c+ 2b2c", "4a5b 2b1a"] {
        let mut body = body("solve", Some("shortest"), seven);
        body["line"] = moves.split(' ').collect();
        let served = server.post("solve", &body).json();
        let (_, browsed) = by_browser(&mut endpoint, "solve", body);
        let line = format!("sfen {seven} moves {moves}");
        let asked = by_command_line_with("solve", Some("shortest"), seven, &["--line", &line]);
        assert_eq!(served["strict_length"], 7, "{moves}: {served}");
        assert_eq!(essence(&served), essence(&browsed), "server and browser: {moves}");
        assert_eq!(essence(&served), essence(&asked), "server and command line: {moves}");
    }
    let mut body = body("solve", Some("brinkmate"), seven);
    body["line"] = json!(["S*2c"]);
    assert_eq!(server.post("solve", &body).status, 422);
}

#[test]
fn what_each_move_comes_to_is_the_same_at_every_door() {
    let server = Server::start(&[]);
    let mut endpoint = Endpoint::default();
    let mut engine = usi_engine();
    engine.send("setoption name MultiPV value 593");
    let mut compared = 0;
    for sfen in problems().into_iter().step_by(2).chain(problems_of_games().into_iter().step_by(3)) {
        let mut body = body("solve", Some("solution"), &sfen);
        body["multipv"] = json!(593);
        // The engine makes no proofs either.
        body["prove"] = json!(false);
        let served = server.post("solve", &body).json();
        let (_, browsed) = by_browser(&mut endpoint, "solve", body);
        assert_eq!(essence(&served), essence(&browsed), "server and browser: {sfen}");
        let printed = by_command_line_with("solve", Some("solution"), &sfen, &["--multipv"]);
        engine.send("usinewgame");
        engine.send(&format!("position sfen {sfen}"));
        engine.send("go mate infinite");
        let told = told_scores(&engine.until("checkmate").1);
        assert_eq!(scores(&served), told, "server and USI: {sfen}");
        // The command line proves what it says, which takes some of the positions allowed.
        let served = scores(&served);
        for (m, score) in scores(&printed) {
            let other = served.get(&m).copied().unwrap_or(score);
            assert_eq!(other.is_some(), score.is_some(), "server and command line: {sfen} {m}");
        }
        compared += told.len();
    }
    println!("{compared} moves");
    assert!(compared > 60, "{compared}");
}
