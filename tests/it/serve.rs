//! `tsumugi serve` over real connections: every request, its limits, and who is turned away.

use crate::http::{Client, LONG, SEVEN, Server, events};
use crate::program::{HEAD_GOLD, Scratch, tsumugi};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// What the command line prints, without what differs from run to run.
fn printed(args: &[&str]) -> Value {
    settled(serde_json::from_str(&tsumugi(args).stdout).expect("JSON"))
}

fn settled(mut answer: Value) -> Value {
    // Where the command line read it.
    answer.as_object_mut().unwrap().retain(|key, _| key != "source" && key != "source_line");
    answer["seconds"] = Value::Null;
    answer
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    let asked = |name: &str, body: Value| settled(server.answer(name, &body));
    assert_eq!(
        asked("solve", json!({ "sfen": HEAD_GOLD })),
        printed(&["solve", HEAD_GOLD, "--format", "json"])
    );
    let body = json!({ "sfen": SEVEN, "question": "line", "tree": 2, "tries": true, "explain": true });
    assert_eq!(
        asked("solve", body),
        printed(&[
            "solve",
            SEVEN,
            "--format",
            "json",
            "--question",
            "line",
            "--tree",
            "2",
            "--tries",
            "--explain"
        ])
    );
    let bare = "4k4/9/9/9/9/9/9/9/9 b G 1";
    assert_eq!(
        asked("solve", json!({ "sfen": bare, "as_written": true, "hash": 1 })),
        printed(&["solve", bare, "--format", "json", "--as-written", "--hash", "1"])
    );
    let brink = "7k1/5R3/9/9/9/9/9/9/9 b Sp 1";
    assert_eq!(
        asked("solve", json!({ "sfen": brink, "question": "brinkmate" })),
        printed(&["solve", brink, "--format", "json", "--question", "brinkmate"])
    );
    let check = asked("check", json!({ "sfen": SEVEN }));
    let by_hand = printed(&["check", SEVEN, "--format", "json", "--threads", "1"]);
    // The courtesy of a proof differs, and with it the effort.
    for key in ["verdict", "length", "strict_length", "line", "given", "leftover", "findings", "open"] {
        assert_eq!(check[key], by_hand[key], "{key}");
    }
    let help = "3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1";
    let helpmate = asked("helpmate", json!({ "sfen": help, "hash": 64 }));
    let by_hand = printed(&["helpmate", help, "--format", "json", "--memory", "64", "--threads", "1"]);
    assert_eq!(helpmate, by_hand);
    let shown = asked("show", json!({ "sfen": SEVEN, "format": "json" }));
    assert_eq!(shown, printed(&["show", SEVEN, "--format", "json"]));
    let drawn = server.answer("show", &json!({ "sfen": SEVEN }));
    assert_eq!(drawn["text"], tsumugi(["show", SEVEN, "--format", "svg"]).good());
}

#[test]
fn a_certificate_is_made_handed_out_and_verified() {
    let server = Server::start(&[]);
    let answer =
        server.answer("solve", &json!({ "sfen": SEVEN, "question": "shortest", "certificate": true }));
    let path = answer["certificate"].as_str().expect("a path");
    let text = server.get(path).text();
    let certificate = Scratch::new("serve-certificate").file("seven.cert", &text);
    let sfen = answer["sfen"].as_str().expect("a position");
    let verified = server.answer("verify", &json!({ "sfen": sfen, "certificate": text }));
    assert_eq!((&verified["verified"], &verified["verdict"]), (&json!(true), &json!("shortest")));
    drop(certificate);
    let id = path.split('/').nth(4).expect("a job");
    assert_eq!(server.answer("verify", &json!({ "sfen": sfen, "job": id })), verified);
    let forged = text.replacen("S*2c", "S*1c", 1);
    let rejected = server.answer("verify", &json!({ "sfen": sfen, "certificate": forged }));
    assert_eq!(rejected["verified"], json!(false));
    assert!(rejected["reason"].is_string());
    let other = server.answer("verify", &json!({ "sfen": HEAD_GOLD, "certificate": text }));
    assert_eq!(other["verified"], json!(false));
    let large = format!("{text}{}", "#\n".repeat(1 << 20));
    let rejected = server.answer("verify", &json!({ "sfen": sfen, "certificate": large }));
    assert_eq!(rejected["verified"], json!(false));
    let none = server.answer("solve", &json!({ "sfen": SEVEN }));
    assert_eq!(none["certificate"], Value::Null);
}

#[test]
fn brinkmates_have_certificates_too() {
    let server = Server::start(&[]);
    for (sfen, verdict) in
        [("7k1/5R3/9/9/9/9/9/9/9 b Sp 1", "brinkmate"), ("8k/9/7S1/9/9/9/9/9/9 b p 1", "nobrinkmate")]
    {
        let request = json!({ "sfen": sfen, "question": "brinkmate", "certificate": true });
        let answer = server.answer("solve", &request);
        let text = server.get(answer["certificate"].as_str().expect("a path")).text();
        let verified = server.answer("verify", &json!({ "sfen": sfen, "certificate": text }));
        assert_eq!((&verified["verified"], &verified["verdict"]), (&json!(true), &json!(verdict)));
        assert_eq!((&verified["length"], &answer["verdict"]), (&answer["at_most"], &json!(verdict)));
    }
}

#[test]
fn any_notation_becomes_every_other() {
    let server = Server::start(&[]);
    let kif = tsumugi(["solve", SEVEN, "--question", "line", "--format", "kif"]).good();
    let converted = server.answer("convert", &json!({ "text": kif }));
    assert_eq!(converted["format"], "kif");
    assert_eq!(converted["moves"].as_array().map(Vec::len), Some(7));
    assert_eq!(converted["names"]["ja"][0], "▲２三銀");
    assert_eq!(converted["names"]["en"][0], "S*2c");
    for (format, text) in converted["formats"].as_object().expect("formats") {
        let text = text.as_str().unwrap_or_else(|| panic!("{format} can express it"));
        let back = server.answer("convert", &json!({ "text": text, "to": ["sfen"] }));
        assert_eq!(back["formats"]["sfen"], converted["sfen"], "{format}");
    }
    let faulty = server.answer("convert", &json!({ "text": "4P4/4P4/9/9/9/9/9/9/9 b - 1" }));
    let names: Vec<&str> = faulty["faults"]
        .as_array()
        .expect("faults")
        .iter()
        .filter_map(|f| f["name"].as_str())
        .collect();
    assert!(
        ["no-king", "two-pawns", "dead-piece"].iter().all(|name| names.contains(name)),
        "{names:?}"
    );
    let unreadable = server.post("convert", &json!({ "text": "4k4/9/4Q4 b - 1" }));
    assert_eq!((unreadable.status, unreadable.code().as_str()), (422, "unreadable"));
    assert_eq!(unreadable.json()["error"]["column"], 8);
    let named = server.answer("names", &json!({ "sfen": SEVEN, "lines": [["S*2c", "2b1c"], []] }));
    assert_eq!(named, json!({ "ja": [["▲２三銀", "△１三玉"], []], "en": [["S*2c", "K-1c"], []] }));
}

#[test]
fn a_person_plays_against_the_longest_defence() {
    let server = Server::start(&[]);
    let mut moves: Vec<String> = vec![];
    loop {
        let now = server.answer("play", &json!({ "sfen": SEVEN, "moves": moves, "hint": true }));
        moves = serde_json::from_value(now["moves"].clone()).expect("moves");
        if now["status"] == "mate" {
            break;
        }
        assert_eq!((&now["mates"], &now["status"]), (&json!(true), &json!("playing")));
        assert_eq!(now["length"], json!(7 - moves.len()));
        let hint = now["hint"].as_str().expect("a hint").to_string();
        assert!(now["checks"].as_array().expect("checks").contains(&json!(hint)));
        moves.push(hint);
    }
    assert_eq!(moves.len(), 7);
    let blunder = server.answer("play", &json!({ "sfen": SEVEN, "moves": ["4a2c+"] }));
    assert_eq!((&blunder["keeps"], &blunder["reply"]), (&json!(false), &json!("2b2c")));
    for moves in [json!(["S*5e"]), json!(["S*2b"]), json!(["S*2c", "S*2d"])] {
        let refused = server.post("play", &json!({ "sfen": SEVEN, "moves": moves }));
        assert_eq!((refused.status, refused.code().as_str()), (422, "illegal-move"));
    }
    let lost = "8k/9/9/9/9/9/9/9/9 b P 1";
    let failed = server.answer("play", &json!({ "sfen": lost, "moves": ["P*1b"] }));
    assert_eq!((&failed["status"], &failed["keeps"]), (&json!("failed"), &json!(false)));
}

#[test]
fn a_job_tells_how_it_goes_and_can_be_ended() {
    let server = Server::start(&[]);
    let id = server.job("solve", json!({ "sfen": LONG, "question": "line" }));
    let path = format!("/api/v1/jobs/{id}");
    let listener = std::thread::scope(|scope| {
        let stream = scope.spawn(|| server.get(&format!("{path}/events")));
        std::thread::sleep(Duration::from_millis(600));
        let running = server.get(&path).json();
        assert_eq!((&running["state"], &running["kind"]), (&json!("running"), &json!("solve")));
        assert_eq!(server.connect().ask("DELETE", &path, &[], b"").status, 204);
        stream.join().expect("a stream")
    });
    assert_eq!(listener.header("content-type"), Some("text/event-stream"));
    let events = events(&listener.text());
    let (last, progress) = events.split_last().expect("events");
    assert!(progress.len() >= 2 && progress.iter().all(|(name, _)| name == "progress"), "{events:?}");
    let nodes: Vec<u64> = progress.iter().filter_map(|(_, data)| data["nodes"].as_u64()).collect();
    assert!(nodes.len() == progress.len() && nodes.is_sorted(), "{nodes:?}");
    for key in ["pn", "dn", "fill", "line", "seconds", "stage"] {
        assert!(!progress[0].1[key].is_null(), "{key}");
    }
    assert_eq!((last.0.as_str(), &last.1["state"]), ("done", &json!("done")));
    assert!(last.1["answer"]["verdict"].is_string());
    // Who asks again hears the end again.
    assert_eq!(server.get(&path).json(), last.1);
    let again = crate::http::events(&server.get(&format!("{path}/events")).text());
    assert_eq!(again.last(), Some(last));
    for path in ["/api/v1/jobs/1-0", "/api/v1/jobs/1-0/events", "/api/v1/jobs/1-0/certificate"] {
        assert_eq!(server.get(path).status, 404);
    }
}

#[test]
fn a_stopped_search_says_that_it_was_stopped_and_one_out_of_time_that_it_was() {
    let server = Server::start(&[]);
    let body = json!({ "sfen": LONG, "question": "line", "time": 0.0 });
    let answer = server.answer("solve", &body);
    assert_eq!((&answer["verdict"], &answer["reason"]), (&json!("unknown"), &json!("time")));
    let answer = server.answer("solve", &json!({ "sfen": LONG, "nodes": 10 }));
    assert_eq!((&answer["verdict"], &answer["reason"]), (&json!("unknown"), &json!("nodes")));
    let start = Instant::now();
    let answer = server.answer("check", &json!({ "sfen": LONG, "time": 0.5 }));
    assert_eq!(answer["verdict"], "unsettled");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn who_hangs_up_wants_no_answer() {
    let server = Server::start(&["--workers", "1"]);
    let body = json!({ "sfen": LONG, "question": "line" }).to_string();
    let mut client = server.connect();
    client.send("POST", "/api/v1/solve", &[("Content-Type", "application/json")], body.as_bytes());
    std::thread::sleep(Duration::from_millis(300));
    let waiting = server.job("solve", json!({ "sfen": HEAD_GOLD }));
    let path = format!("/api/v1/jobs/{waiting}");
    assert_eq!(server.get(&path).json()["state"], "queued");
    drop(client);
    let events = events(&server.get(&format!("{path}/events")).text());
    assert_eq!(events.last().expect("an end").1["answer"]["verdict"], "mate");
}

#[test]
fn memory_and_queue_are_bounded() {
    let server = Server::start(&["--workers", "1", "--queue", "1", "--memory", "100"]);
    let most = server.get("/api/v1/version").json()["most_hash"].as_u64().expect("a number");
    assert_eq!(most, 80);
    let too_large = server.post("solve", &json!({ "sfen": SEVEN, "hash": most + 1 }));
    assert_eq!((too_large.status, too_large.code().as_str()), (422, "memory"));
    let with_certificate = json!({ "sfen": SEVEN, "hash": most, "certificate": true });
    let too_large = server.post("solve", &with_certificate);
    assert_eq!((too_large.status, too_large.code().as_str()), (422, "memory"));
    let long = json!({ "sfen": LONG, "question": "line", "hash": 44 });
    let first = server.job("solve", long.clone());
    while server.get(&format!("/api/v1/jobs/{first}")).json()["state"] == "queued" {}
    let refused = server.post("solve", &long);
    assert_eq!((refused.status, refused.code().as_str()), (503, "memory"));
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert!(refused.text().contains("60 MiB are needed, 40 of 100 MiB are free"), "{}", refused.text());
    let small = json!({ "sfen": SEVEN, "hash": 10 });
    let second = server.job("solve", small.clone());
    let refused = server.post("solve", &small);
    assert_eq!((refused.status, refused.code().as_str()), (503, "busy"));
    // What is quick is not refused.
    assert_eq!(server.post("show", &json!({ "sfen": SEVEN })).status, 200);
    server.connect().ask("DELETE", &format!("/api/v1/jobs/{first}"), &[], b"");
    let ended = server.get(&format!("/api/v1/jobs/{second}/events")).text();
    assert_eq!(events(&ended).last().expect("an end").1["answer"]["verdict"], "mate");
    assert_eq!(server.answer("solve", &json!({ "sfen": SEVEN, "hash": most }))["verdict"], "mate");
}

#[test]
fn what_is_not_in_order_is_refused() {
    let server = Server::start(&[]);
    let mut client = server.connect();
    let json = [("Content-Type", "application/json")];
    let mut refused = |method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        let response = client.ask(method, path, headers, body.as_bytes());
        (response.status, response.header("content-type").unwrap_or_default().to_string())
    };
    let json_kind = "application/json".to_string();
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 422),
        ("null", 422),
        ("{}", 422),
        (r#"{"sfen":1}"#, 422),
        (r#"{"sfen":"x"}"#, 422),
        (r#"{"sfen":"9/9/9/9/9/9/9/9/9 b - 1"}"#, 422),
        (r#"{"sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","txet":""}"#, 422),
        (r#"{"sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","time":-1}"#, 422),
        (r#"{"sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","time":1e300}"#, 422),
        (r#"{"sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","hash":0}"#, 422),
        (r#"{"sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","job":1}"#, 422),
        (r#"{"sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","question":"why"}"#, 422),
        (r#"{"sfen":"4k4/9/4P4/9/9/9/9/9/9 b G 1","allow":["nifu"]}"#, 422),
    ] {
        let said = refused("POST", "/api/v1/solve", &json, body);
        assert_eq!(said, (status, json_kind.clone()), "{body}");
    }
    let good = json!({ "sfen": HEAD_GOLD }).to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"]
    {
        let said = refused("POST", "/api/v1/solve", &[("Content-Type", kind)], &good);
        assert_eq!(said, (415, json_kind.clone()), "{kind}");
    }
    assert_eq!(refused("POST", "/api/v1/solve", &[], &good).0, 415);
    assert_eq!(refused("GET", "/api/v1/solve", &[], "").0, 405);
    assert_eq!(refused("POST", "/", &json, &good).0, 405);
    assert_eq!(refused("GET", "/api/v1/nothing", &[], ""), (404, json_kind.clone()));
    assert_eq!(refused("GET", "/api/v2/version", &[], "").0, 404);
    for path in
        ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/..\\Cargo.toml"]
    {
        assert_eq!(refused("GET", path, &[], "").0, 404, "{path}");
    }
    let too_large = format!(r#"{{"sfen":"{}"}}"#, "x".repeat(1 << 20));
    let said = server.connect().ask("POST", "/api/v1/solve", &json, too_large.as_bytes());
    assert_eq!((said.status, said.code().as_str()), (413, "too-large"));
}

#[test]
fn a_page_from_elsewhere_gets_nothing() {
    let server = Server::start(&[]);
    let ask =
        |headers: &[(&str, &str)]| server.connect().ask("GET", "/api/v1/version", headers, b"").status;
    let origin = format!("http://{}", server.address);
    assert_eq!(ask(&[("Host", "localhost:1234")]), 200);
    assert_eq!(ask(&[("Origin", &origin)]), 200);
    assert_eq!(ask(&[("Host", "rebound.example.org")]), 403);
    assert_eq!(ask(&[("Origin", "http://example.org")]), 403);
    assert_eq!(ask(&[("Origin", "null")]), 403);
    let page = server.get("/");
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("cross-origin-opener-policy"), Some("same-origin"));
    assert_eq!(page.header("cross-origin-embedder-policy"), Some("require-corp"));
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let tag = page.header("etag").expect("a tag").to_string();
    let again = server.connect().ask("GET", "/", &[("If-None-Match", &tag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[test]
fn beyond_this_machine_a_token_is_needed() {
    let open = tsumugi(["serve", "--host", "0.0.0.0", "--port", "0"]);
    assert_eq!(open.code, 2);
    assert!(open.stderr.contains("--token is needed"), "{}", open.stderr);
    let server = Server::start(&["--host", "0.0.0.0", "--token", "cherry-tree"]);
    let address = server.address.replace("0.0.0.0", "127.0.0.1");
    let ask =
        |path: &str, headers: &[(&str, &str)]| Client::new(&address).ask("GET", path, headers, b"");
    assert_eq!(ask("/api/v1/version", &[]).status, 401);
    assert_eq!(ask("/", &[]).status, 401);
    assert_eq!(ask("/api/v1/version", &[("Authorization", "Bearer cherry-pie")]).status, 401);
    assert_eq!(ask("/?token=cherry-pie", &[]).status, 401);
    assert_eq!(ask("/api/v1/version", &[("Authorization", "Bearer cherry-tree")]).status, 200);
    let welcome = ask("/?token=cherry-tree", &[]);
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let cookie = cookie.split(';').next().unwrap_or_default();
    assert_eq!(ask("/api/v1/version", &[("Cookie", cookie)]).status, 200);
    assert_eq!(ask("/api/v1/version", &[("Cookie", cookie), ("Host", "tsumugi.local")]).status, 200);
}

#[test]
fn the_collection_can_be_read_and_is_what_it_says() {
    let server = Server::start(&[]);
    let problems = server.get("/api/v1/problems").json();
    let problems = problems.as_array().expect("problems");
    assert!(problems.len() >= 10);
    for problem in problems {
        let sfen = &problem["sfen"];
        assert_eq!(
            server.answer("convert", &json!({ "text": sfen }))["faults"],
            json!([]),
            "{problem}"
        );
        // The lengths of the books are their authors', which are not always the shortest; problems/ledger.tsv has them side by side.
        let of_book = problem["name"]["en"].as_str().is_some_and(|name| name.starts_with("Shogi "));
        let length = problem["length"].as_u64().filter(|&length| length < 20 && !of_book);
        let Some(length) = length else { continue };
        let answer = match problem["kind"].as_str() {
            Some("helpmate") => server.answer("helpmate", &json!({ "sfen": sfen })),
            _ => server.answer("solve", &json!({ "sfen": sfen, "question": "line" })),
        };
        assert_eq!(answer["length"], json!(length), "{problem}");
    }
    assert_eq!(server.get("/api/v1/version").json()["backend"], "server");
}

#[test]
fn ctrl_c_ends_searches_streams_and_the_server() {
    let server = Server::start(&[]);
    let id = server.job("solve", json!({ "sfen": LONG, "question": "line" }));
    let mut listener = server.connect();
    listener.send("GET", &format!("/api/v1/jobs/{id}/events"), &[], b"");
    assert_eq!(listener.head().0, 200);
    let interrupted = Command::new("kill").args(["-INT", &server.pid().to_string()]).status();
    assert!(interrupted.expect("kill runs").success());
    assert_eq!(server.wait(Duration::from_secs(10)), Some(0));
}
