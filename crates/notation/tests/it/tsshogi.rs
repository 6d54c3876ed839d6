//! Talks to `oracle.mjs`, which lets tsshogi (npm) read and write records. `mod tsshogi;` in a test.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use tsumugi_notation::{Ending, NodeId, Play, Record};

/// A running oracle.
pub struct Oracle {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

static INSTALLING: Mutex<()> = Mutex::new(());

impl Oracle {
    /// Starts it, installing the package first if need be; says `skipped` and why if that is impossible.
    pub fn start() -> Option<Oracle> {
        match Oracle::try_start() {
            Ok(oracle) => Some(oracle),
            Err(why) => {
                println!("skipped: {why}");
                None
            }
        }
    }

    fn try_start() -> Result<Oracle, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tsshogi");
        let quiet = |command: &mut Command| -> Result<(), String> {
            let run = command.current_dir(&folder).stdin(Stdio::null()).output();
            match run {
                Ok(out) if out.status.success() => Ok(()),
                Ok(out) => Err(format!("{command:?}: {}", String::from_utf8_lossy(&out.stderr).trim())),
                Err(e) => Err(format!("{command:?}: {e}")),
            }
        };
        quiet(Command::new("node").arg("--version"))?;
        {
            let _one_at_a_time = INSTALLING.lock();
            if !folder.join("node_modules/tsshogi/package.json").exists() {
                quiet(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]))?;
            }
        }
        let mut command = Command::new("node");
        command.arg("oracle.mjs").current_dir(&folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|e| e.to_string())?;
        let input = child.stdin.take().ok_or("no stdin")?;
        let output = BufReader::new(child.stdout.take().ok_or("no stdout")?);
        Ok(Oracle { child, input, output })
    }

    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        writeln!(self.input, "{request}").map_err(|e| e.to_string())?;
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(|e| e.to_string())?;
        let answer: Value = serde_json::from_str(&line).map_err(|e| format!("{e}: {line}"))?;
        match &answer["error"] {
            Value::Null => Ok(answer),
            error => Err(error.to_string()),
        }
    }

    /// What tsshogi reads in a text: `sfen`, `comment`, `headers`, `nodes`; see `oracle.mjs`.
    pub fn read(&mut self, format: &str, text: &str) -> Result<Value, String> {
        self.ask(&json!({ "op": "read", "format": format, "text": text }))
    }

    /// A text as tsshogi writes it in another format.
    #[allow(dead_code)]
    pub fn convert(&mut self, from: &str, text: &str, format: &str) -> Result<String, String> {
        let answer =
            self.ask(&json!({ "op": "write", "from": from, "format": format, "text": text }))?;
        Ok(answer["text"].as_str().unwrap_or_default().to_owned())
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A node, without times: path from the root, ending, diagram, comment.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seen {
    pub path: Vec<String>,
    pub end: Option<String>,
    pub sfen: String,
    pub comment: String,
}

/// What tsshogi calls an ending.
pub fn ending_name(ending: &Ending) -> String {
    let name = match ending {
        Ending::Mate => "mate",
        Ending::NoMate => "noMate",
        Ending::Resign => "resign",
        Ending::Interrupted => "interrupt",
        Ending::Repetition => "repetitionDraw",
        Ending::Impasse => "impass",
        Ending::TimeUp => "timeout",
        Ending::IllegalWin => "foulWin",
        Ending::IllegalLoss => "foulLose",
        Ending::Declaration => "enteringOfKing",
        Ending::Other(words) => return format!("any:{words}"),
    };
    name.to_owned()
}

/// Without the move number, which tsshogi counts from 1.
pub fn no_ply(sfen: &str) -> String {
    sfen.rsplit_once(' ').map_or("", |(rest, _)| rest).to_owned()
}

/// The nodes of a record depth first, as tsshogi lists them, their endings named by `ending`.
pub fn ours(record: &Record, ending: fn(&Ending) -> String) -> Vec<Seen> {
    let mut out = Vec::new();
    let see = |id: NodeId| {
        let node = record.node(id);
        let end = match &node.play {
            Play::End(end) => Some(ending(end)),
            _ => None,
        };
        let path = record.path(id).iter().map(|m| m.to_string()).collect();
        let sfen = no_ply(&record.setup_at(id).unwrap().to_sfen());
        Seen { path, end, sfen, comment: node.comments.join("\n") }
    };
    let mut stack: Vec<NodeId> = record.node(Record::ROOT).children.iter().rev().copied().collect();
    while let Some(id) = stack.pop() {
        out.push(see(id));
        stack.extend(record.node(id).children.iter().rev());
    }
    out
}

/// The nodes that tsshogi has read.
pub fn theirs(answer: &Value) -> Vec<Seen> {
    let mut out: Vec<Seen> = Vec::new();
    for node in answer["nodes"].as_array().unwrap() {
        let parent = node["parent"].as_i64().unwrap();
        let mut path = if parent < 0 { vec![] } else { out[parent as usize].path.clone() };
        path.extend(node["usi"].as_str().map(str::to_owned));
        out.push(Seen {
            path,
            end: node["end"].as_str().map(str::to_owned),
            sfen: no_ply(node["sfen"].as_str().unwrap()),
            // Its comments end with a line end once there are two lines.
            comment: node["comment"].as_str().unwrap().trim_end_matches('\n').to_owned(),
        });
    }
    out
}
