//! `tsumugi census`: frontiers, certificates, continuing.

use crate::program::{Scratch, command, tsumugi};
use std::collections::BTreeSet;
use std::time::Duration;

fn census<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["census", "bare-king", "--threads", "1", "--hash", "16", "--out", out], more].concat()
}

#[test]
fn no_two_pieces_mate_a_king_in_the_corner_and_it_is_proved() {
    let scratch = Scratch::new("census-two");
    let out = scratch.join("c");
    let out_name = out.to_str().unwrap();
    // 91 is 11 in the mirror.
    let words = census(out_name, &["--squares", "11,91", "--max-pieces", "2", "--nodes", "100,100000"]);
    let said = tsumugi(&words).good();
    // A defence may stand up to more than two pieces, and one hand of the frontier take the place of several.
    let (counts, rest) = said.split_once("; frontier 0 + ").unwrap();
    assert_eq!(counts, "11: 0 hands mate, 36 do not, 0 open");
    let (frontier, certified) = rest.split(" certified").next().unwrap().split_once(", ").unwrap();
    assert_eq!(frontier, certified);
    assert!((1..=28).contains(&frontier.parse().unwrap()), "{said}");
    assert_eq!(said.lines().count(), 1);
    let certificate = out.join("certificates/11/nomate-RB.cert.zst");
    let verified = tsumugi(["verify", "8k/9/9/9/9/9/9/9/9 b RB 1", certificate.to_str().unwrap()]);
    assert!(verified.stdout.starts_with("verified: there is no mate"), "{verified:?}");
    // Everything is known: nothing is asked again.
    let questions = |text: &str| text.split("; ").nth(2).unwrap().to_string();
    assert_eq!(questions(&tsumugi(&words).good()), questions(&said));
    assert!(std::fs::read_to_string(out.join("atlas.html")).unwrap().contains("King on 11"));
}

#[test]
fn many_threads_on_one_square_find_the_same() {
    let scratch = Scratch::new("census-threads");
    let (one, many) = (scratch.join("one"), scratch.join("many"));
    let frontier = |out: &std::path::Path, threads: &str| {
        let out_name = out.to_str().unwrap();
        let limits = ["--squares", "11,55", "--max-pieces", "2", "--nodes", "100,100000"];
        let words = ["census", "bare-king", "--hash", "16", "--threads", threads, "--out", out_name];
        tsumugi([&words[..], &limits].concat()).good();
        let text = std::fs::read_to_string(out.join("frontier.tsv")).unwrap();
        let cells = |line: &str| line.split('\t').map(str::to_string).collect::<Vec<_>>();
        text.lines().skip(1).map(cells).collect::<Vec<_>>()
    };
    let (one, many) = (frontier(&one, "1"), frontier(&many, "5"));
    assert!(many.iter().all(|row| !row[4].is_empty()), "certified: {many:?}");
    assert_eq!(pairs(&one), pairs(&many));
    // Two kinds of piece or two of one kind, of seven kinds, on two squares.
    assert_eq!(pairs(&one).len(), 2 * 28);
}

/// Square, verdict and pieces: what a frontier says about hands of two pieces none of which mate.
fn pairs(rows: &[Vec<String>]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for row in rows {
        let mut pieces = String::new();
        let mut number = String::new();
        for c in row[2].chars() {
            if c.is_ascii_digit() {
                number.push(c);
            } else {
                pieces.extend(std::iter::repeat_n(c, number.parse().unwrap_or(1).min(2)));
                number.clear();
            }
        }
        for (i, a) in pieces.char_indices() {
            all.extend(pieces[i + 1..].chars().map(|b| format!("{} {} {a}{b}", row[0], row[1])));
        }
    }
    all
}

#[test]
fn parts_together_are_the_whole() {
    let scratch = Scratch::new("census-parts");
    let (whole, parts) = (scratch.join("whole"), scratch.join("parts"));
    let limits = ["--squares", "11,51,55,33,42", "--max-pieces", "1", "--nodes", "10000"];
    tsumugi(census(whole.to_str().unwrap(), &limits)).good();
    let mut said = String::new();
    for shard in ["1/2", "2/2"] {
        said += &tsumugi(census(parts.to_str().unwrap(), &[&limits[..], &["--shard", shard]].concat()))
            .good();
        assert!(!parts.join("frontier.tsv").exists());
    }
    assert_eq!(said.lines().count(), 5);
    // What the parts have settled is not asked again.
    let questions = |text: &str| {
        let mut each: Vec<String> = text.lines().map(str::to_string).collect();
        each.sort();
        each
    };
    let together = tsumugi(census(parts.to_str().unwrap(), &limits)).good();
    assert_eq!(questions(&together), questions(&said));
    let hands = |out: &std::path::Path| {
        let text = std::fs::read_to_string(out.join("frontier.tsv")).unwrap();
        text.lines()
            .map(|line| line.split('\t').take(3).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(hands(&parts), hands(&whole));
    assert!(hands(&whole).len() > 5 * 7);
}

#[test]
fn a_census_that_is_killed_finds_the_same() {
    let scratch = Scratch::new("census-killed");
    let (plain, killed) = (scratch.join("plain"), scratch.join("killed"));
    let limits = ["--squares", "11", "--max-pieces", "4", "--nodes", "80"];
    let said = tsumugi(census(plain.to_str().unwrap(), &limits));
    // Much is left open with so little effort, but some hands are found to mate.
    assert_eq!(said.code, 3, "{said:?}");
    let mut kills = 0;
    for wait in [150, 300, 450] {
        let mut child = command().args(census(killed.to_str().unwrap(), &limits)).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        kills += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "it is over before it is killed");
    tsumugi(census(killed.to_str().unwrap(), &limits));
    let frontier = |name: &str| {
        let text = std::fs::read_to_string(scratch.join(name).join("frontier.tsv")).unwrap();
        let rows =
            text.lines().skip(1).map(|line| line.split('\t').map(str::to_string).collect::<Vec<_>>());
        rows.collect::<Vec<_>>()
    };
    for name in ["plain", "killed"] {
        let rows = frontier(name);
        let verdicts: BTreeSet<&str> = rows.iter().map(|row| row[1].as_str()).collect();
        assert_eq!(verdicts, BTreeSet::from(["mate", "nomate"]), "{name}");
        // Whatever was settled is certified.
        assert!(rows.iter().all(|row| !row[4].is_empty()), "{name}");
    }
    // What one knows the other may have left open, but they never disagree: see `verify`.
    let mates = frontier("killed").into_iter().find(|row| row[1] == "mate").unwrap();
    let path = killed.join(format!("certificates/11/mate-{}.cert.zst", mates[2]));
    let sfen = format!("8k/9/9/9/9/9/9/9/9 b {} 1", mates[2]);
    let verified = tsumugi(["verify", &sfen, path.to_str().unwrap()]);
    assert!(verified.stdout.starts_with("verified: the attacker mates"), "{verified:?}");
}
