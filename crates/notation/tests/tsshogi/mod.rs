//! Talks to `oracle.mjs`, which lets tsshogi (npm) read and write records. `mod tsshogi;` in a test.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

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
