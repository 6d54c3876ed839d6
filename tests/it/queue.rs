//! `tsumugi batch --queue` and `tsumugi worker`: the same results as one machine alone, whoever is killed meanwhile.
//!
//! Needs `nats-server` (Debian's package has the name); without it nothing is tested here, and the tests say so.

use crate::program::{Scratch, command, outcome, tsumugi};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tsumugi_shogi::Setup;
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_tsume::canonical::Turned;

/// The server, if there is one.
pub fn nats_server() -> Option<PathBuf> {
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
pub struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server on a port of its own, with its streams in a directory.
pub struct Server {
    program: PathBuf,
    port: u16,
    directory: PathBuf,
    /// More words for it.
    more: Vec<String>,
    process: Option<Process>,
}

impl Server {
    pub fn new(program: PathBuf, scratch: &Scratch) -> Server {
        Server::with(program, scratch, &[])
    }

    fn with(program: PathBuf, scratch: &Scratch, more: &[&str]) -> Server {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let more = more.iter().map(|word| word.to_string()).collect();
        let mut server = Server { program, port, directory: scratch.join("nats"), more, process: None };
        server.start();
        server
    }

    fn start(&mut self) {
        let child = Command::new(&self.program)
            .args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-js", "-sd"])
            .arg(&self.directory)
            .arg("-l")
            .arg(self.directory.with_extension("log"))
            .args(&self.more)
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

    /// Until a master has begun to set its streams up.
    fn wait_for_streams(&self) {
        let (streams, start) = (self.directory.join("jetstream/$G/streams"), Instant::now());
        while !std::fs::read_dir(&streams).is_ok_and(|mut found| found.next().is_some()) {
            assert!(start.elapsed() < Duration::from_secs(20), "no streams");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends it without warning.
    fn kill(&mut self) {
        self.process = None;
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn worker(&self, more: &[&str]) -> Process {
        worker(&self.url(), more)
    }
}

impl Drop for Server {
    /// A test that fails shows what its server had to say.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let said = std::fs::read_to_string(self.directory.with_extension("log"));
            eprintln!("the server: {}", said.unwrap_or_default());
        }
    }
}

fn worker(url: &str, more: &[&str]) -> Process {
    let args = [&["worker", url, "--threads", "1", "--hash", "4"], more].concat();
    Process(command().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
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
    let problems = scratch.file("a.tsv", list(900));
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
    // A server that is away from the start is a mistake of the caller; from now on it is an accident.
    server.wait_for_streams();
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
    assert!(said.stdout.starts_with("900 problems: "), "{said:?}");
    assert_eq!(dump(&shared), dump(&alone));
    assert_eq!(number(&shared, "SELECT count(*) - count(DISTINCT canonical) FROM results"), 0);
}

#[test]
fn a_server_that_lost_its_disk_is_given_everything_again() {
    let Some(program) = nats_server() else { return };
    let scratch = Scratch::new("queue-disk");
    let problems = scratch.file("a.tsv", list(40));
    let out = scratch.join("r.sqlite");
    let mut server = Server::new(program, &scratch);
    let url = server.url();
    let words = ["batch", problems.to_str().unwrap(), "--nodes", "50", "--queue", &url, "--out"];
    let mut master = command().args(words).arg(&out).spawn().unwrap();
    // Nobody works yet, so that jobs are lost with the disk.
    server.wait_for_streams();
    server.kill();
    std::fs::remove_dir_all(&server.directory).unwrap();
    server.start();
    let _worker = server.worker(&[]);
    let start = Instant::now();
    while master.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "the batch does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = outcome(master.wait_with_output().unwrap());
    assert!(said.stdout.starts_with("40 problems: "), "{said:?}");
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
    let mut worker = server.worker(&["--idle", "4"]);
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
        // Less than the worker's patience: a job that is lost on its way comes again before the worker leaves.
        "--queue-wait",
        "1",
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
fn problems_told_apart_are_solved_as_they_are_written() {
    let Some(program) = nats_server() else { return };
    let scratch = Scratch::new("queue-apart");
    let mut text = String::new();
    for i in 0..60 {
        let setup: Setup = position_of(Style::Tsume, 77_000 + i).to_sfen().parse().unwrap();
        for bits in [0, 1, 3] {
            writeln!(text, "{}", Turned::from_bits(bits).setup(&setup).to_sfen()).unwrap();
        }
    }
    let problems = scratch.file("a.sfen", text);
    let path = problems.to_str().unwrap();
    let (alone, shared) = (scratch.join("alone.sqlite"), scratch.join("shared.sqlite"));
    let words = |out: &Path, hash: &[&str]| -> Vec<String> {
        let all = ["batch", path, "--no-dedup", "--nodes", "20,500", "--out", out.to_str().unwrap()];
        all.iter().chain(hash).map(|word| word.to_string()).collect()
    };
    tsumugi(words(&alone, &["--hash", "4"]));
    let server = Server::new(program, &scratch);
    let _workers: Vec<Process> = (0..2).map(|_| server.worker(&[])).collect();
    tsumugi(words(&shared, &["--queue", &server.url()]));
    assert_eq!((dump(&shared).len(), dump(&shared)), (180, dump(&alone)));
    assert!(number(&shared, "SELECT count(*) FROM results WHERE canonical LIKE '% w %'") > 50);
}

/// Runs openssl in a directory; `None` if there is none.
fn openssl(scratch: &Scratch, words: &str) -> Option<()> {
    let run = Command::new("openssl").args(words.split(' ')).current_dir(scratch.path()).output();
    let Ok(said) = run else {
        eprintln!("skipped: openssl is not installed");
        return None;
    };
    assert!(said.status.success(), "openssl {words}: {}", String::from_utf8_lossy(&said.stderr));
    Some(())
}

/// An authority, and a certificate by it for each name.
fn certificates(scratch: &Scratch, authority: &str, names: &[&str]) -> Option<()> {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    let request = |name: &str| format!("req {key} -keyout {name}.key -subj /CN={name}");
    openssl(scratch, &format!("{} -x509 -days 2 -out {authority}.pem", request(authority)))?;
    scratch.file("names.txt", "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
    for name in names {
        openssl(scratch, &format!("{} -out {name}.csr", request(name)))?;
        let by = format!("-CA {authority}.pem -CAkey {authority}.key -CAcreateserial");
        let sign = format!("x509 -req -days 2 -in {name}.csr {by} -extfile names.txt -out {name}.pem");
        openssl(scratch, &sign)?;
    }
    Some(())
}

#[test]
fn a_server_with_certificates_and_passwords_lets_in_whom_it_should() {
    let Some(program) = nats_server() else { return };
    let scratch = Scratch::new("queue-tls");
    let made = certificates(&scratch, "authority", &["server", "client"])
        .and_then(|()| certificates(&scratch, "stranger", &[]));
    if made.is_none() {
        return;
    }
    let file = |name: &str| scratch.join(name).to_str().unwrap().to_string();
    let [ca, other] = [file("authority.pem"), file("stranger.pem")];
    let (certificate, key) = (file("client.pem"), file("client.key"));
    let tls = ["--tlscert", &file("server.pem"), "--tlskey", &file("server.key"), "--tlscacert", &ca];
    let users = ["--tlsverify", "--user", "somebody", "--pass", "s@cret"];
    let server = Server::with(program, &scratch, &[&tls[..], &users].concat());
    let problems = scratch.file("a.tsv", list(40));
    let url = |password: &str| format!("tls://somebody:{password}@127.0.0.1:{}", server.port);
    let own = ["--queue-cert", &certificate, "--queue-key", &key];
    let batch = |out: &str, url: &str, access: &[&str]| {
        let out = scratch.join(out);
        let words = ["batch", problems.to_str().unwrap(), "--nodes", "50", "--queue", url, "--out"];
        tsumugi([&words[..], &[out.to_str().unwrap()], access].concat())
    };

    let good = [&["--queue-ca", &ca], &own[..]].concat();
    let _worker = worker(&url("s%40cret"), &good);
    let said = batch("good.sqlite", &url("s%40cret"), &good);
    assert!(said.stdout.starts_with("40 problems: "), "{said:?}");

    for (out, url, access, why) in [
        ("password", url("secret"), good.clone(), "authorization"),
        ("stranger", url("s%40cret"), [&["--queue-ca", &other], &own[..]].concat(), "--queue-ca"),
        ("nobody", url("s%40cret"), own.to_vec(), "--queue-ca"),
        ("bare", url("s%40cret"), vec!["--queue-ca", &ca], "--queue-cert"),
        ("no-file", url("s%40cret"), vec!["--queue-ca", "no-such-file.pem"], "no-such-file.pem"),
    ] {
        let said = batch(&format!("{out}.sqlite"), &url, &access);
        let clear = said.stderr.contains("cannot use the queue") && said.stderr.contains(why);
        assert!(said.code == 2 && clear && !said.stderr.contains("cret"), "{out}: {said:?}");
    }
}

#[test]
fn a_server_with_accounts_lets_in_who_has_credentials() {
    let Some(program) = nats_server() else { return };
    let scratch = Scratch::new("queue-creds");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/queue");
    let file = |name: &str| fixtures.join(name).to_str().unwrap().to_string();
    let server = Server::with(program, &scratch, &["-c", &file("operator.conf")]);
    let problems = scratch.file("a.tsv", list(40));
    let batch = |out: &str, access: &[&str]| {
        let (out, url) = (scratch.join(out), server.url());
        let words = ["batch", problems.to_str().unwrap(), "--nodes", "50", "--queue", &url, "--out"];
        tsumugi([&words[..], &[out.to_str().unwrap()], access].concat())
    };

    let creds = file("user.creds");
    let good = ["--queue-creds", &creds];
    let _worker = server.worker(&good);
    let said = batch("good.sqlite", &good);
    assert!(said.stdout.starts_with("40 problems: "), "{said:?}");
    let said = batch("nobody.sqlite", &[]);
    assert!(said.code == 2 && said.stderr.contains("authorization"), "{said:?}");

    let text = std::fs::read_to_string(&creds).unwrap();
    let damaged = scratch.file("damaged.creds", text.replace("\nSU", "\nSX"));
    for path in [damaged.to_str().unwrap(), "no-such-file.creds"] {
        let url = server.url();
        let asked = batch("bad.sqlite", &["--queue-creds", path]);
        // Nothing to wait for: the worker ends too.
        let worked = tsumugi(["worker", &url, "--queue-creds", path, "--hash", "1"]);
        for said in [asked, worked] {
            assert!(said.code == 2 && said.stderr.contains(path), "{said:?}");
        }
    }
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
            assert!(found["at_most"].as_u64() >= Some(found["line"].as_array().unwrap().len() as u64));
            assert!(!found["line"].as_array().unwrap().is_empty());
        }
    }
}
