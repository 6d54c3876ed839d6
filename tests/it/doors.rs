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
use tsumugi_shogi::Position;
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_verify::{LineGoal, check_line};
use tsumugi_wasm::{Endpoint, Means};

const NODES: u64 = 3_000;
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

#[test]
fn bad_requests_are_refused_at_every_door() {
    let server = Server::start(&[]);
    let mut endpoint = Endpoint::default();
    for sfen in [
        "nonsense",
        "",
        "4k4/9/4P4/9/9/9/9/9 b G 1",
        "4k4/9/4P4/9/9/9/9/9/9 b 5G 1",
        "9/9/9/9/9/9/9/9/9 b - 1",
        "4k4/4G4/9/9/9/9/9/9/9 b - 1",
        "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves 5c5b+ 1a1b",
    ] {
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

#[test]
fn usi_agrees_with_the_others() {
    let mut engine = Engine::new();
    engine.send("setoption name DefenderHandAsWritten value true");
    engine.send(&format!("setoption name NodesLimit value {NODES}"));
    engine.send(&format!("setoption name USI_Hash value {HASH}"));
    for sfen in problems() {
        let answer = by_command_line("solve", Some("mate"), &sfen);
        engine.send("usinewgame");
        let said = engine.mate(&format!("sfen {sfen}"), "infinite");
        match answer["verdict"].as_str().unwrap() {
            "nomate" => assert_eq!(said, "checkmate nomate", "{sfen}"),
            "unknown" => assert_eq!(said, "checkmate timeout", "{sfen}"),
            _ => {
                let line: Vec<&str> = said.split(' ').skip(1).filter(|word| !word.is_empty()).collect();
                let position = Position::from_sfen(&sfen).unwrap();
                let black = tsumugi_tsume::attacker_of(&position) == tsumugi_shogi::Color::Black;
                assert_eq!(
                    check_line(&sfen, black, LineGoal::MateDefender, line),
                    Ok(()),
                    "{sfen}: {said}"
                );
            }
        }
    }
}
