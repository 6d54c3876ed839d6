//! `tsumugi convert`: every format to every other, in either encoding, whole files or none.

use crate::program::{HEAD_GOLD, Scratch, tsumugi, tsumugi_reading};

const FORMATS: [&str; 8] = ["sfen", "usi", "kif", "ki2", "csa", "jkf", "usen", "url"];
const OPENING: &str = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b";
const PROBLEM: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 moves G*5b";

#[test]
fn a_record_goes_through_every_format_and_comes_back() {
    for usi in [OPENING, PROBLEM] {
        for format in FORMATS.into_iter().filter(|&format| format != "sfen") {
            let text = tsumugi(["convert", usi, "--to", format]).good();
            let back = tsumugi_reading(["convert", "-", "--to", "usi"], text.as_bytes()).good();
            assert_eq!(back, format!("{usi}\n"), "{format}:\n{text}");
            let named = ["convert", "-", "--from", format, "--to", "usi"];
            assert_eq!(tsumugi_reading(named, text.as_bytes()).good(), back, "{format}");
        }
    }
    assert_eq!(tsumugi(["convert", HEAD_GOLD, "--to", "sfen"]).good(), format!("{HEAD_GOLD}\n"));
}

#[test]
fn the_name_of_a_file_decides_its_encoding() {
    let scratch = Scratch::new("encoding");
    // 手合割
    let sjis = b"\x8e\xe8\x8d\x87\x8a\x84";
    for (name, option, shift_jis) in [
        ("a.kif", None, true),
        ("a.kifu", None, false),
        ("b.kif", Some("utf-8"), false),
        ("b.kifu", Some("shift_jis"), true),
    ] {
        let path = scratch.join(name);
        let mut args = vec!["convert", OPENING, "--to", "kif", "--output", path.to_str().unwrap()];
        args.extend(option.iter().flat_map(|encoding| ["--encoding", encoding]));
        tsumugi(&args).good();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes.windows(6).any(|six| six == sjis), shift_jis, "{name}");
        assert_eq!(std::str::from_utf8(&bytes).is_err(), shift_jis, "{name}");
        let back = tsumugi(["convert", path.to_str().unwrap(), "--to", "usi"]).good();
        assert_eq!(back, format!("{OPENING}\n"), "{name}");
    }
}

#[test]
fn a_character_that_shift_jis_lacks_is_an_error_and_leaves_the_file_alone() {
    let scratch = Scratch::new("lacks");
    let path = scratch.file("a.kif", "old");
    let kif = "備考：\u{1f600}\n手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";
    let args = ["convert", "-", "--to", "kif", "--output", path.to_str().unwrap()];
    let outcome = tsumugi_reading(args, kif.as_bytes());
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.contains("U+1F600") && outcome.stderr.contains("--encoding utf-8"),
        "{outcome:?}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(scratch.names(), ["a.kif"]);
}

#[test]
fn a_directory_gets_a_file_for_each_problem() {
    let scratch = Scratch::new("directory");
    let list = scratch.file("set.sfen", format!("{HEAD_GOLD}\nbad/9 b - 1\n{HEAD_GOLD}\n"));
    let out = scratch.join("out");
    std::fs::create_dir(&out).unwrap();
    let args = ["convert", list.to_str().unwrap(), "--to", "csa", "--output", out.to_str().unwrap()];
    let outcome = tsumugi(args);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("set.sfen:2:"), "{outcome:?}");
    assert!(out.join("set-1.csa").is_file() && !out.join("set-2.csa").exists());
    assert!(out.join("set-3.csa").is_file());
}

#[test]
fn an_input_is_not_overwritten_by_chance() {
    let scratch = Scratch::new("input");
    let file = scratch.file("game.usi", OPENING);
    let dir = scratch.path().to_str().unwrap();
    let outcome = tsumugi(["convert", file.to_str().unwrap(), "--to", "usi", "--output", dir]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("is an input and would be overwritten"), "{outcome:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), OPENING);
}

#[test]
fn several_problems_share_a_file_only_by_lines() {
    let scratch = Scratch::new("share");
    let out = scratch.join("both.sfen");
    let words = ["convert", HEAD_GOLD, OPENING, "--output", out.to_str().unwrap()];
    tsumugi(words.iter().chain(&["--to", "sfen"])).good();
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 2);
    let outcome = tsumugi(words.iter().chain(&["--to", "kif"]));
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("2 problems do not fit into one .kif file"), "{outcome:?}");
}

#[test]
fn an_unwritable_file_is_a_clear_error() {
    let scratch = Scratch::new("unwritable");
    let nowhere = scratch.join("no/such/place.sfen");
    let outcome =
        tsumugi(["convert", HEAD_GOLD, "--to", "sfen", "--output", nowhere.to_str().unwrap()]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.contains("cannot write") && outcome.stderr.contains("place.sfen"),
        "{outcome:?}"
    );
    if cfg!(target_os = "linux") {
        let outcome = tsumugi(["convert", HEAD_GOLD, "--to", "sfen", "--output", "/dev/full"]);
        assert_eq!(outcome.code, 2);
        assert!(outcome.stderr.contains("cannot write /dev/full: no space left"), "{outcome:?}");
        tsumugi(["convert", HEAD_GOLD, "--to", "sfen", "--output", "/dev/null"]).good();
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("link");
    let real = scratch.file("real.sfen", "old");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = scratch.join("link.sfen");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    tsumugi(["convert", HEAD_GOLD, "--to", "sfen", "--output", link.to_str().unwrap()]).good();
    assert_eq!(std::fs::read_to_string(&real).unwrap(), format!("{HEAD_GOLD}\n"));
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_diagram_that_breaks_rules_is_converted_as_it_stands() {
    let sfen = "P3k4/9/9/9/9/P8/9/9/9 b - 1";
    let kif = tsumugi(["convert", sfen, "--to", "kif"]).good();
    let back = tsumugi_reading(["convert", "-", "--to", "sfen"], kif.as_bytes()).good();
    assert_eq!(back, format!("{sfen}\n"));
}

#[test]
fn what_a_format_cannot_say_is_told() {
    let outcome = tsumugi(["convert", "4k4/4O4/9/9/9/9/9/9/9 b G 1", "--to", "csa"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("walled square 5b"), "{outcome:?}");
}

#[test]
fn a_name_in_a_list_becomes_the_name_of_the_record() {
    let list = format!("{HEAD_GOLD}\t頭金\n");
    for format in ["kif", "ki2", "jkf"] {
        let text = tsumugi_reading(["convert", "-", "--to", format], list.as_bytes()).good();
        let shown = tsumugi_reading(["show", "-"], text.as_bytes()).good();
        assert!(shown.starts_with("頭金\n"), "{format}:\n{text}\n{shown}");
    }
}

#[test]
fn variations_are_kept_or_their_loss_is_told() {
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n\
               変化：1手\n   1 ２六歩(27)\n";
    for (format, kept) in
        [("kif", true), ("ki2", true), ("jkf", true), ("usen", true), ("csa", false), ("usi", false)]
    {
        let outcome = tsumugi_reading(["convert", "-", "--to", format], kif.as_bytes());
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert_eq!(outcome.stderr.is_empty(), kept, "{format} {outcome:?}");
        let back = tsumugi_reading(["show", "-", "--format", "json"], outcome.stdout.as_bytes()).good();
        assert_eq!(back.contains("\"variations\":true"), kept, "{format} {back}");
    }
}
