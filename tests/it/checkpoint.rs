//! `tsumugi solve --checkpoint` as a user runs it, and as power cuts, full disks and other people's files have it.

use crate::program::{HEAD_GOLD, PROGRAM, Scratch, command, outcome, tsumugi};
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// 将棋図巧 19: 25 plies, settled after some 70 000 positions.
const LONG: &str = "2+b6/P1l+R5/pk7/N1P6/1S7/2p6/1R7/9/9 b 3Pb4g3s3n3l11p 1";

fn text(path: &Path) -> &str {
    path.to_str().expect("a name of letters")
}

/// Arguments for the shortest length of [`LONG`], with this checkpoint.
fn search(file: &Path) -> Vec<String> {
    let words = ["solve", LONG, "--question", "shortest", "--format", "json", "--checkpoint"];
    words.into_iter().chain([text(file)]).map(String::from).collect()
}

fn parsed(printed: &str) -> Value {
    serde_json::from_str(printed).unwrap_or_else(|_| panic!("one object: {printed}"))
}

/// The whole search in one run.
fn whole() -> Value {
    parsed(&tsumugi(["solve", LONG, "--question", "shortest", "--format", "json"]).good())
}

fn expansions(answer: &Value) -> u64 {
    answer["expansions"].as_u64().expect("a number")
}

/// Positions expanded up to a checkpoint, as it says itself.
fn kept_in(file: &Path) -> u64 {
    let bytes = std::fs::read(file).expect("a checkpoint");
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let line = head.lines().find_map(|line| line.strip_prefix("spent ")).expect("what was spent");
    line.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// Starts a search that writes checkpoints all the time.
fn started(file: &Path, more: &[&str]) -> Child {
    let mut command = command();
    command.args(search(file)).args(["--checkpoint-every", "0"]).args(more);
    command.spawn().expect("the program starts")
}

/// Waits until a checkpoint holds so many expansions, or the search has ended.
fn wait_for(file: &Path, expansions: u64, child: &mut Child) -> bool {
    let start = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        assert!(start.elapsed() < Duration::from_secs(300), "no checkpoint");
        if file.exists() && kept_in(file) >= expansions {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    false
}

fn assert_same_answer(one: &Value, other: &Value) {
    // Not whether it was proved: without a certificate the proof has no more time than the search took.
    for field in ["verdict", "strict_length", "strict_at_least", "shortest", "reason"] {
        assert_eq!(one[field], other[field], "{field}");
    }
}

/// What two runs expanded together is about what one does: a line from the root is walked again, and what was
/// disproved on that line alone.
fn assert_about(all: u64, whole: u64) {
    assert!(all * 4 >= whole * 3 && all * 4 <= whole * 5, "{all} instead of {whole}");
}

#[test]
fn a_search_that_is_killed_goes_on_from_its_checkpoint() {
    let scratch = Scratch::new("checkpoint-killed");
    let (file, whole) = (scratch.join("long.table"), whole());
    for threads in ["1", "2"] {
        let mut kills = 0;
        for part in [1, 2, 3] {
            let mut child = started(&file, &["--threads", threads]);
            kills += u32::from(wait_for(&file, expansions(&whole) * part / 4, &mut child));
            child.kill().expect("killed");
            child.wait().expect("ended");
        }
        assert!(kills > 1, "{kills}");
        let certificate = scratch.join("long.cert");
        let last = tsumugi(
            search(&file).iter().map(String::as_str).chain(["--certificate", text(&certificate)]),
        );
        assert_eq!(last.code, 0, "{last:?}");
        assert!(last.stderr.contains("going on after"), "{last:?}");
        let answer = parsed(&last.stdout);
        assert_same_answer(&answer, &whole);
        if threads == "1" {
            assert_about(expansions(&answer), expansions(&whole));
        }
        let verified = tsumugi(["verify", LONG, text(&certificate)]).good();
        let length = &whole["strict_length"];
        assert!(verified.contains(&format!("{length}")), "{verified}");
        // Asked again, it knows.
        let again = parsed(&tsumugi(search(&file)).stdout);
        assert_same_answer(&again, &whole);
        assert!(expansions(&again) < expansions(&answer) + expansions(&whole) / 20, "{again}");
        std::fs::remove_file(&file).expect("the checkpoint is there");
    }
}

#[test]
fn half_and_half_make_a_whole() {
    let scratch = Scratch::new("checkpoint-half");
    let (file, whole) = (scratch.join("half.table"), whole());
    let half = expansions(&whole) / 2;
    let args = search(&file);
    let words = || args.iter().map(String::as_str);
    let first = tsumugi(words().chain(["--nodes", &half.to_string()]));
    assert_eq!(parsed(&first.stdout)["shortest"], false, "{first:?}");
    assert!(first.stderr.contains("the same command goes on from"), "{first:?}");
    assert_eq!(expansions(&parsed(&first.stdout)), kept_in(&file));
    let small = [&words().collect::<Vec<_>>()[..], &["--hash", "1"]].concat();
    assert_refused(&file, &small, &["does not fit into the table: it was written with 256 MiB"]);
    // With more memory than before.
    let second = tsumugi(words().chain(["--hash", "300"]));
    assert_same_answer(&parsed(&second.stdout), &whole);
    assert_about(expansions(&parsed(&second.stdout)), expansions(&whole));
    assert_eq!(scratch.names(), ["half.table"]);
}

#[test]
fn writing_checkpoints_changes_nothing() {
    let scratch = Scratch::new("checkpoint-often");
    let file = scratch.join("often.table");
    let often = tsumugi(search(&file).iter().map(String::as_str).chain(["--checkpoint-every", "0.05"]));
    assert!(often.stderr.matches(": checkpoint of ").count() > 1, "{often:?}");
    let (often, alone) = (parsed(&often.stdout), whole());
    assert_same_answer(&often, &alone);
    // Expansions are also those of the proof, which has its time.
    for field in ["line", "nodes", "depth"] {
        assert_eq!(often[field], alone[field], "{field}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_the_end_of_the_time_leave_a_checkpoint() {
    let scratch = Scratch::new("checkpoint-stopped");
    let file = scratch.join("stopped.table");
    let mut child = started(&file, &[]);
    assert!(wait_for(&file, 10_000, &mut child));
    let before = kept_in(&file);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let stopped = outcome(child.wait_with_output().expect("ended"));
    let answer = parsed(&stopped.stdout);
    assert_eq!(answer["shortest"], false, "{stopped:?}");
    assert!(expansions(&answer) >= before && expansions(&answer) == kept_in(&file), "{answer}");
    // Seldom, and yet at the end of the time.
    let short = tsumugi(search(&file).iter().map(String::as_str).chain(["--time", "0.5"]));
    assert!(short.stderr.contains(": checkpoint of "), "{short:?}");
    assert!(kept_in(&file) >= expansions(&answer), "{short:?}");
}

/// A checkpoint of a search that was cut short.
fn begun(scratch: &Scratch) -> std::path::PathBuf {
    let file = scratch.join("begun.table");
    let said = tsumugi(search(&file).iter().map(String::as_str).chain(["--nodes", "3000"]));
    assert!(said.stderr.contains("the same command goes on from"), "{said:?}");
    file
}

/// The search is refused with these words, and the file stays as it is.
#[track_caller]
fn assert_refused(file: &Path, args: &[&str], words: &[&str]) {
    let before = std::fs::read(file).expect("the checkpoint");
    let refused = tsumugi(args);
    assert_eq!(refused.code, 2, "{refused:?}");
    for word in words {
        assert!(refused.stderr.contains(word), "{word}: {refused:?}");
    }
    assert!(std::fs::read(file).expect("the checkpoint") == before);
}

#[test]
fn what_does_not_belong_to_the_search_is_refused() {
    let scratch = Scratch::new("checkpoint-refused");
    let file = begun(&scratch);
    let name = text(&file);
    let kept = ["--checkpoint", name];
    assert_refused(
        &file,
        &[&["solve", HEAD_GOLD], &kept[..]].concat(),
        &[name, "another problem", "2+b6/P1l+R5"],
    );
    let option = ["solve", LONG, "--option", "epsilon=7"];
    assert_refused(
        &file,
        &[&option, &kept[..]].concat(),
        &[name, "another option (epsilon=16, not 7)"],
    );
    let good = std::fs::read(&file).expect("the checkpoint");
    let asked = [&["solve", LONG], &kept[..]].concat();
    let mut bytes = good.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    std::fs::write(&file, &bytes).unwrap();
    assert_refused(&file, &asked, &[name, "is damaged from byte", "the checksum is wrong"]);
    std::fs::write(&file, &good[..middle]).unwrap();
    assert_refused(&file, &asked, &[name, "is damaged from byte", "the file is cut off"]);
    let title = b"tsumugi solve checkpoint 1";
    assert!(good.starts_with(title));
    let other = [b"tsumugi solve checkpoint 0", &good[title.len()..]].concat();
    std::fs::write(&file, other).unwrap();
    assert_refused(&file, &asked, &[name, "another version of tsumugi (format 0"]);
    std::fs::write(&file, "a list of problems\n").unwrap();
    assert_refused(&file, &asked, &[name, "not a checkpoint"]);
    std::fs::write(&file, &good).unwrap();
    // In Japanese too.
    let said = crate::program::tsumugi_in("ja_JP.UTF-8", [&["solve", HEAD_GOLD], &kept[..]].concat());
    assert!(said.stderr.contains("別の問題の途中経過です"), "{said:?}");
}

#[test]
fn a_checkpoint_is_for_one_search_of_the_right_kind() {
    for (args, words) in [
        (
            vec!["solve", HEAD_GOLD, LONG, "--checkpoint", "x"],
            "--checkpoint is for one problem at a time",
        ),
        (
            vec!["solve", HEAD_GOLD, "--question", "brinkmate", "--checkpoint", "x"],
            "--checkpoint is not for --question brinkmate",
        ),
        (vec!["solve", HEAD_GOLD, "--checkpoint-every", "3"], "--checkpoint <FILE>"),
        (vec!["solve", HEAD_GOLD, "--checkpoint", "no/such/place"], "cannot use no/such/place"),
        (vec!["solve", HEAD_GOLD, "--checkpoint", "."], "is a directory"),
    ] {
        let said = tsumugi(args);
        assert_eq!((said.code, said.stdout.as_str()), (2, ""), "{said:?}");
        assert!(said.stderr.contains(words), "{words}: {said:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_replaced_is_said_before_the_search() {
    let scratch = Scratch::new("checkpoint-permission");
    let said = tsumugi(["solve", HEAD_GOLD, "--checkpoint", "/dev/full"]);
    assert_eq!((said.code, said.stdout.as_str()), (2, ""), "{said:?}");
    assert!(said.stderr.contains("cannot use /dev/full: not a file"), "{said:?}");
    // Root may write everywhere but where nobody can.
    let file = Path::new("/proc/self/checkpoint.table");
    let said = tsumugi(["solve", HEAD_GOLD, "--checkpoint", text(file)]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.stderr.contains("cannot use /proc/self/checkpoint.table"), "{said:?}");
    let file = begun(&scratch);
    let mode = |mode| {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(scratch.path(), PermissionsExt::from_mode(mode)).unwrap();
    };
    mode(0o500);
    let may_write = std::fs::File::create(scratch.join("probe")).is_ok();
    if !may_write {
        assert_refused(&file, &["solve", LONG, "--checkpoint", text(&file)], &["permission denied"]);
    }
    mode(0o700);
}

/// A limit on the size of files stands in for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_the_search_goes_on() {
    let scratch = Scratch::new("checkpoint-full");
    let file = begun(&scratch);
    let before = std::fs::read(&file).expect("the checkpoint");
    let words: Vec<String> = search(&file).iter().map(|word| format!("'{word}'")).collect();
    let words = words.join(" ");
    // Blocks of 512 bytes; the signal for too large a file is ignored, so that writing fails instead.
    let script = format!("trap '' XFSZ; ulimit -f 40; '{PROGRAM}' {words} --checkpoint-every 0.1");
    let full = outcome(Command::new("sh").args(["-c", &script]).output().expect("a shell"));
    assert_eq!(full.code, 0, "{full:?}");
    assert_same_answer(&parsed(&full.stdout), &whole());
    assert!(full.stderr.contains("cannot write"), "{full:?}");
    assert!(full.stderr.contains("the search goes on"), "{full:?}");
    assert!(std::fs::read(&file).expect("the checkpoint") == before);
    assert_eq!(scratch.names(), ["begun.table"]);
}
