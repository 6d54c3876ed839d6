//! A server to test, and a plain HTTP/1.1 client to ask it.

use crate::program::command;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::time::Duration;

/// A mate in seven with variations, found at once.
pub const SEVEN: &str = "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1";

/// A search that is not over soon: whether there is a mate shorter than the first one found.
pub const LONG: &str = "4k4/9/9/9/9/9/9/9/9 b RB2G2Srb2g2s4n4l18p 1";

/// A running `tsumugi serve`, ended with the test.
pub struct Server {
    child: Child,
    /// `127.0.0.1:12345`
    pub address: String,
}

impl Server {
    /// Starts one on a port that is free.
    pub fn start(args: &[&str]) -> Server {
        let mut command = command();
        let mut child = command.args(["serve", "--port", "0"]).args(args).spawn().expect("it starts");
        let stdout = child.stdout.as_mut().expect("a pipe");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("it says its address");
        let rest = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("{line:?}"));
        let address = rest.split('/').next().unwrap_or_default().to_string();
        Server { child, address }
    }

    /// A connection to it.
    pub fn connect(&self) -> Client {
        Client::new(&self.address)
    }

    /// Asks once, on a connection of its own.
    pub fn post(&self, name: &str, body: &Value) -> Response {
        self.connect().post(name, body)
    }

    /// Asks once, on a connection of its own.
    pub fn get(&self, path: &str) -> Response {
        self.connect().ask("GET", path, &[], b"")
    }

    /// The answer to a question that is in order.
    #[track_caller]
    pub fn answer(&self, name: &str, body: &Value) -> Value {
        let response = self.post(name, body);
        assert_eq!(response.status, 200, "{body}: {}", response.text());
        response.json()
    }

    /// Starts a job: its name.
    #[track_caller]
    pub fn job(&self, name: &str, mut body: Value) -> String {
        body["job"] = true.into();
        let response = self.post(name, &body);
        assert_eq!(response.status, 202, "{}", response.text());
        response.json()["job"].as_str().expect("a name").to_string()
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// How much memory it has in use, in KiB, where the system tells.
    pub fn resident(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    /// Its exit code, once it has ended.
    pub fn wait(mut self, most: Duration) -> Option<i32> {
        let start = std::time::Instant::now();
        while start.elapsed() < most {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept.
pub struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

/// What came back.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Client {
    pub fn new(address: &str) -> Client {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        Client { stream: BufReader::new(stream), host: address.to_string() }
    }

    /// Posts JSON to the API.
    pub fn post(&mut self, name: &str, body: &Value) -> Response {
        let path = format!("/api/v1/{name}");
        self.ask("POST", &path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    /// Sends a request and reads the whole response.
    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        self.send(method, path, headers, body);
        let (status, headers) = self.head();
        let body = self.body(&headers, status);
        Response { status, headers, body }
    }

    /// Sends a request without waiting for anything.
    pub fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) {
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.host);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        let bytes = [text.as_bytes(), body].concat();
        self.stream.get_mut().write_all(&bytes).expect("the server reads");
    }

    /// Reads status and headers.
    pub fn head(&mut self) -> (u16, Vec<(String, String)>) {
        let status = self.line();
        let status = status.split(' ').nth(1).and_then(|word| word.parse().ok());
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_string()));
        }
        (status.expect("a status line"), headers)
    }

    /// A line without its end.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("the server answers");
        line.trim_end_matches(['\r', '\n']).to_string()
    }

    fn body(&mut self, headers: &[(String, String)], status: u16) -> Vec<u8> {
        let of = |name: &str| headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
        if matches!(status, 204 | 304) {
            return vec![];
        }
        let mut body = Vec::new();
        if of("transfer-encoding") == Some("chunked") {
            loop {
                let length = usize::from_str_radix(&self.line(), 16).expect("the length of a chunk");
                let mut chunk = vec![0; length + 2];
                self.stream.read_exact(&mut chunk).expect("a chunk");
                if length == 0 {
                    return body;
                }
                body.extend_from_slice(&chunk[..length]);
            }
        }
        let length = of("content-length").and_then(|length| length.parse().ok()).expect("a length");
        body.resize(length, 0);
        self.stream.read_exact(&mut body).expect("a body");
        body
    }
}

impl Response {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The kind of error it tells of.
    #[track_caller]
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_string()
    }

    /// A header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// A stream of events as pairs of name and data.
pub fn events(text: &str) -> Vec<(String, Value)> {
    let mut events = Vec::new();
    for block in text.split("\n\n") {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        if let (Some(name), Some(data)) = (field("event: "), field("data: ")) {
            events.push((name.to_string(), serde_json::from_str(data).expect("JSON in an event")));
        }
    }
    events
}
