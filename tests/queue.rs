//! `tsumugi batch --queue` and `tsumugi worker`: the same results as one machine alone, whoever is killed meanwhile.
//!
//! Needs `nats-server` (Debian's package has the name); without it nothing is tested here, and the tests say so.

mod program;

use program::{Scratch, command, outcome, tsumugi};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tsumugi_shogi::random::{Random, Style, position_of};

/// The server, if there is one.
fn nats_server() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"].map(PathBuf::from);
    let found = std::env::split_paths(&path).chain(usual).map(|dir| dir.join("nats-server"));
    let server = found.into_iter().find(|path| path.is_file());
    if server.is_none() {
        eprintln!("skipped: nats-server is not installed");
    }
    server
}

/// A process that does not outlive its test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server on a port of its own, with its streams in a directory.
struct Server {
    program: PathBuf,
    port: u16,
    directory: PathBuf,
    process: Option<Process>,
}

impl Server {
    fn new(program: PathBuf, scratch: &Scratch) -> Server {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Server { program, port, directory: scratch.join("nats"), process: None };
        server.start();
        server
    }

    fn start(&mut self) {
        let child = Command::new(&self.program)
            .args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-js", "-sd"])
            .arg(&self.directory)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        self.process = Some(Process(child));
        let start = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(start.elapsed() < Duration::from_secs(20), "the server does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends it without warning.
    fn kill(&mut self) {
        self.process = None;
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn worker(&self, more: &[&str]) -> Process {
        let url = self.url();
        let args = [&["worker", &url, "--threads", "1", "--hash", "4"], more].concat();
        Process(command().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

fn list(count: u64) -> String {
    let mut text = String::new();
    for i in 0..count {
        writeln!(
            text,
            "{}\tproblem {i}",
            position_of(Style::Tsume, 9_000_000 + i % (count * 4 / 5)).to_sfen()
        )
        .unwrap();
    }
    text
}

/// All that a database says, but for times.
fn dump(path: &Path) -> BTreeMap<i64, String> {
    let connection = Connection::open(path).unwrap();
    let mut select = connection
        .prepare(
            "SELECT problems.line, problems.name, turned, canonical, verdict, length, results.line, nodes, expansions,
             reason, tried_nodes FROM problems JOIN results ON results.id = result",
        )
        .unwrap();
    let rows = select.query_map([], |row| {
        let mut text = String::new();
        for i in 1..11 {
            write!(text, "{:?} ", row.get_ref(i)?).unwrap();
        }
        Ok((row.get(0)?, text))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

fn number(path: &Path, sql: &str) -> i64 {
    Connection::open(path).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn killed_workers_and_a_killed_server_change_nothing() {
    let Some(program) = nats_server() else { return };
    let scratch = Scratch::new("queue-faults");
    let problems = scratch.file("a.tsv", list(1_500));
    let path = problems.to_str().unwrap();
    let limits = ["--nodes", "100,1500"];
    let (alone, shared) = (scratch.join("alone.sqlite"), scratch.join("shared.sqlite"));
    tsumugi([&["batch", path, "--hash", "4", "--out", alone.to_str().unwrap()], &limits[..]].concat());

    let mut server = Server::new(program, &scratch);
    let url = server.url();
    let queue = ["--queue", &url, "--queue-wait", "1"];
    let words = [&["batch", path, "--out", shared.to_str().unwrap()], &limits[..], &queue].concat();
    let mut master = command().args(&words).spawn().unwrap();
    let mut workers: Vec<Process> = (0..3).map(|_| server.worker(&[])).collect();
    let mut random = Random::new(u64::from(std::process::id()));
    let pause =
        |random: &mut Random| std::thread::sleep(Duration::from_millis(100 + random.below(300) as u64));
    let mut rounds = 0;
    while master.try_wait().unwrap().is_none() && rounds < 4 {
        rounds += 1;
        pause(&mut random);
        // Two of three workers.
        workers.truncate(1);
        pause(&mut random);
        server.kill();
        pause(&mut random);
        server.start();
        while workers.len() < 3 {
            workers.push(server.worker(&[]));
        }
    }
    assert!(rounds >= 2, "{rounds} rounds only");
    let said = outcome(master.wait_with_output().unwrap());
    assert!(said.stdout.starts_with("1500 problems: "), "{said:?}");
    assert_eq!(dump(&shared), dump(&alone));
    assert_eq!(number(&shared, "SELECT count(*) - count(DISTINCT canonical) FROM results"), 0);
}

#[test]
fn a_killed_master_continues_and_idle_workers_leave() {
    let Some(program) = nats_server() else { return };
    let scratch = Scratch::new("queue-master");
    let problems = scratch.file("a.tsv", list(600));
    let path = problems.to_str().unwrap();
    let (alone, shared) = (scratch.join("alone.sqlite"), scratch.join("shared.sqlite"));
    tsumugi(["batch", path, "--hash", "4", "--out", alone.to_str().unwrap(), "--nodes", "500"]);
    let server = Server::new(program, &scratch);
    let url = server.url();
    let mut worker = server.worker(&["--idle", "2"]);
    let words = [
        "batch",
        path,
        "--out",
        shared.to_str().unwrap(),
        "--nodes",
        "500",
        "--queue",
        &url,
        "--queue-name",
        "tsumugi",
    ];
    let mut master = command().args(words).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let _ = master.kill();
    master.wait().unwrap();
    let said = tsumugi(words);
    assert!(said.stdout.starts_with("600 problems: "), "{said:?}");
    assert_eq!(dump(&shared), dump(&alone));
    // Nothing to do any more: the worker goes home.
    assert!(worker.0.wait().unwrap().success());
}

#[test]
fn a_server_that_is_not_there_is_reported() {
    let scratch = Scratch::new("queue-nobody");
    let problems = scratch.file("a.tsv", list(5));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("nats://somebody:secret@127.0.0.1:{port}");
    let out = scratch.join("r.sqlite");
    let said =
        tsumugi(["batch", problems.to_str().unwrap(), "--out", out.to_str().unwrap(), "--queue", &url]);
    assert_eq!(said.code, 2);
    assert!(
        said.stderr.contains("cannot use the queue") && !said.stderr.contains("secret"),
        "{said:?}"
    );
    let words = ["worker", &url, "--idle", "0.5", "--threads", "1", "--hash", "1"];
    let said = tsumugi(words);
    assert!(said.code == 0 && said.stderr.contains("waiting for it"), "{said:?}");
}

#[test]
fn one_problem_is_solved_in_parts_and_the_proof_is_whole() {
    let Some(program) = nats_server() else { return };
    let scratch = Scratch::new("queue-parts");
    let server = Server::new(program, &scratch);
    let url = server.url();
    let _workers: Vec<Process> = (0..2).map(|_| server.worker(&[])).collect();
    for (sfen, nodes, code) in [
        ("5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1", "4", 0),
        // The same with the colours exchanged.
        ("9/9/9/9/9/9/2N6/1K7/3b5 w 2s 1", "4", 0),
        ("8k/9/9/9/9/9/9/9/9 b RG 1", "150", 1),
    ] {
        let path = scratch.join("parts.cert");
        let path = path.to_str().unwrap();
        let said = tsumugi([
            "solve",
            sfen,
            "--queue",
            &url,
            "--job-nodes",
            nodes,
            "--certificate",
            path,
            "--format",
            "json",
        ]);
        assert_eq!(said.code, code, "{said:?}");
        let found: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
        assert_eq!((&found["engine"], &found["proved"]), (&"jobs".into(), &true.into()));
        let checked = tsumugi(["verify", sfen, path]);
        assert!(checked.code == 0 && checked.stdout.starts_with("verified"), "{checked:?}");
        // More than one part, or nothing was shared.
        let alone = tsumugi(["solve", sfen, "--nodes", nodes]);
        assert_eq!(alone.code, 3, "{alone:?}");
        if code == 0 {
            assert!(found["length"].as_u64() >= Some(found["line"].as_array().unwrap().len() as u64));
            assert!(!found["line"].as_array().unwrap().is_empty());
        }
    }
}
