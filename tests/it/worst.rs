//! `tsumugi verify` on the worst files of a megabyte, plain and compressed: none takes 10 seconds or 200 MB. It takes minutes
//! to write them, so this is one of the long runs (`scripts/long.sh`), and it counts in an optimised build only.

#[path = "../../crates/verify/tests/it/worst/files.rs"]
mod files;

use crate::program::{Scratch, command};
use files::{ALL, Size, Worst};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const MEGABYTE: usize = 1_000_000;

/// What a compressed megabyte may become: the page says so.
const COMPRESSED: Size = Size { lines: 799_000, bytes: 48_900_000 };

/// Of files that take long to write, and longer to check, the rest is not looked at any more.
const LONG: [&str; 3] = ["survivals in a tree", "survivals on boards", "mates on boards"];
const LINES_LOOKED_AT: usize = 60_000;

/// Compressed by the program zstd, which does it better than ours: whoever forges files would take that one.
fn encoded(text: &str, level: &str) -> Vec<u8> {
    let mut zstd = Command::new("zstd");
    zstd.args(["--quiet", level, "--stdout"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = zstd.spawn().expect("the program zstd is needed");
    let mut input = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        scope.spawn(move || input.write_all(text.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    });
    assert!(output.status.success());
    output.stdout
}

/// Compressed, and made a byte shorter than a megabyte with what a reader skips. None if it does not get as short.
fn compressed(text: &str) -> Option<Vec<u8>> {
    let mut file = encoded("", "-1");
    let body = encoded(text, "-9");
    let room = MEGABYTE.checked_sub(1 + file.len() + 8 + body.len())?;
    // A frame to be skipped: what was read by then decides what the rest may become.
    file.extend([0x50, 0x2a, 0x4d, 0x18]);
    file.extend(u32::try_from(room).unwrap().to_le_bytes());
    file.resize(file.len() + room, 0);
    file.extend(body);
    Some(file)
}

/// The largest file of a kind that can be compressed into a megabyte.
fn largest(forger: files::Forger) -> (Worst, Vec<u8>) {
    let is_long = LONG.contains(&forger(Size { lines: 100, bytes: 10_000 }).name);
    let mut size = COMPRESSED;
    if is_long {
        size.lines = LINES_LOOKED_AT;
    }
    loop {
        let file = forger(size);
        if let Some(bytes) = compressed(&file.text) {
            return (file, bytes);
        }
        size.lines = size.lines * 9 / 10;
    }
}

/// Checks a file: what the program says, its seconds on the processor and its largest size in megabytes.
fn measured(problem: &str, path: &Path) -> (String, f64, f64) {
    let mut command = command();
    command.args(["verify", "--exact", "--threads", "1", problem]).arg(path);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut seconds, mut megabytes) = (0.0_f64, 0.0_f64);
    let folder = format!("/proc/{}", child.id());
    while child.try_wait().unwrap().is_none() {
        let number = |text: &str| text.parse::<f64>().unwrap();
        if let Ok(stat) = fs::read_to_string(format!("{folder}/stat")) {
            // After the name, which may have spaces: the times in hundredths of seconds are the 14th and 15th word.
            let words: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
            seconds = seconds.max((number(words[11]) + number(words[12])) / 100.0);
        }
        let status = fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        if let Some(peak) = peak {
            megabytes = megabytes.max(number(peak.trim().trim_end_matches(" kB")) * 1024.0 / 1e6);
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8(said).unwrap().lines().next().unwrap().to_string(), seconds, megabytes)
}

#[test]
#[ignore = "takes minutes, in an optimised build"]
fn no_file_of_a_megabyte_takes_ten_seconds_or_200_megabytes() {
    let scratch = Scratch::new("worst");
    let mut out = std::io::stdout();
    for forger in ALL {
        let plain = forger(Size { lines: usize::MAX, bytes: MEGABYTE - 1 });
        let (file, bytes) = largest(forger);
        for (kind, path, lines) in [
            ("plain", scratch.file("worst.cert", &plain.text), plain.text.lines().count()),
            ("compressed", scratch.file("worst.zst", &bytes), file.text.lines().count()),
        ] {
            assert!(fs::metadata(&path).unwrap().len() < MEGABYTE as u64);
            let (said, seconds, megabytes) = measured(&file.problem, &path);
            let said = said.chars().take(90).collect::<String>();
            let name = file.name;
            writeln!(out, "{name}, {kind}: {lines} lines, {seconds:.1} s, {megabytes:.0} MB; {said}")
                .unwrap();
            assert!(seconds < 10.0 && megabytes < 200.0, "{name}, {kind}");
        }
    }
}
