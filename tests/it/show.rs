//! `tsumugi show`: the board as people know it, in four formats.

use crate::program::{HEAD_GOLD, Scratch, tsumugi, tsumugi_reading};
use serde_json::Value;

const OPENING: &str = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b";

#[test]
fn the_board_is_drawn_as_in_a_book() {
    let stdout = tsumugi(["show", OPENING, "--ply", "last"]).good();
    assert_eq!(
        stdout,
        "\
後手の持駒：角
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金 ・v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v銀 ・|二
|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三
| ・ ・ ・ ・ ・ ・v歩 ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六
| 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七
| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：角
Black (先手) to move (move 5), not in check, 77 legal moves
sfen lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5
"
    );
}

#[test]
fn the_moves_of_a_record_are_named() {
    let stdout = tsumugi(["show", OPENING]).good();
    assert!(stdout.contains("\n4 moves: ☗７六歩 ☖３四歩 ☗２二角成 ☖同銀\n"), "{stdout}");
    let stdout = tsumugi(["show", OPENING, "--ply", "3"]).good();
    assert!(stdout.contains("\n1 move: ☖２二銀\n"), "{stdout}");
}

#[test]
fn the_text_is_in_the_language_asked_for() {
    let japanese =
        |position: &str, ply: &str| tsumugi(["show", position, "--ply", ply, "--lang", "ja"]).good();
    let stdout = japanese(OPENING, "3");
    assert!(stdout.contains("\n後手番 (4手目)、王手なし、合法手"), "{stdout}");
    assert!(stdout.contains("\n1手: ☖２二銀\n"), "{stdout}");
    let check = japanese(&format!("{HEAD_GOLD} moves G*4b"), "last");
    assert!(check.contains("\n後手番 (2手目)、王手がかかっている、合法手3\n"), "{check}");
    let mate = japanese(&format!("{HEAD_GOLD} moves G*5b"), "last");
    assert!(mate.contains("\n後手番 (2手目)、詰み\n"), "{mate}");
    let english = tsumugi(["show", OPENING, "--lang", "en"]).good();
    assert!(english.contains("\n4 moves: P-7f P-3d Bx2b+ Sx2b\n"), "{english}");
}

#[test]
fn check_and_mate_are_told() {
    for (position, told) in [
        (HEAD_GOLD.to_string(), "Black (先手) to move, not in check"),
        (format!("{HEAD_GOLD} moves G*4b"), "White (後手) to move (move 2), in check, 3 legal moves\n"),
        (format!("{HEAD_GOLD} moves G*5b"), "White (後手) to move (move 2), mated (詰み)\n"),
    ] {
        let stdout = tsumugi(["show", &position, "--ply", "last"]).good();
        assert!(stdout.contains(told), "{told:?} {stdout}");
    }
}

#[test]
fn the_board_can_be_mirrored_turned_and_completed() {
    let sfen = |options: &[&str]| {
        let args = ["show", "6k2/9/6P2/9/9/9/9/9/9 b G 1", "--format", "sfen"];
        tsumugi(args.iter().chain(options)).good()
    };
    assert_eq!(sfen(&["--mirror"]), "2k6/9/2P6/9/9/9/9/9/9 b G 1\n");
    assert_eq!(sfen(&["--flip"]), "9/9/9/9/9/9/2p6/9/2K6 w g 1\n");
    assert_eq!(sfen(&["--flip", "--mirror"]), "9/9/9/9/9/9/6p2/9/6K2 w g 1\n");
    for side in ["white", "defender"] {
        let complete = "6k2/9/6P2/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n";
        assert_eq!(sfen(&["--rest-to", side]), complete);
    }
    assert_eq!(sfen(&["--rest-to", "black"]), "6k2/9/6P2/9/9/9/9/9/9 b 2R2B4G4S4N4L17P 1\n");
    assert_eq!(
        sfen(&["--rest-to", "defender", "--flip"]),
        "9/9/9/9/9/9/2p6/9/2K6 w 2R2B3G4S4N4L17Pg 1\n"
    );
    // The moves turn with the board.
    let turned = tsumugi(["show", OPENING, "--flip", "--mirror"]).good();
    assert!(turned.contains("☖７四歩 ☗３六歩"), "{turned}");
}

#[test]
fn json_is_an_object_per_line() {
    let input = format!("{HEAD_GOLD}\t頭金\n{OPENING}\n");
    let stdout = tsumugi_reading(["show", "-", "--format", "json"], input.as_bytes()).good();
    let lines: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["sfen"], HEAD_GOLD);
    assert_eq!((&lines[0]["name"], &lines[0]["source"]), (&"頭金".into(), &"<stdin>:1".into()));
    assert_eq!((&lines[0]["turn"], &lines[0]["in_check"]), (&"black".into(), &false.into()));
    assert_eq!(lines[1]["moves"], serde_json::json!(["7g7f", "3c3d", "8h2b+", "3a2b"]));
    assert!(stdout.starts_with("{\"sfen\":"));
}

#[test]
fn svg_is_written_to_a_file_or_several_into_a_directory() {
    let scratch = Scratch::new("svg");
    let one = scratch.join("one.svg");
    tsumugi(["show", HEAD_GOLD, "--format", "svg", "--output", one.to_str().unwrap()]).good();
    let svg = std::fs::read_to_string(&one).unwrap();
    assert!(svg.contains("<svg") && svg.trim_end().ends_with("</svg>") && svg.contains("玉"), "{svg}");

    let list = scratch.file("list.sfen", format!("{HEAD_GOLD}\n{OPENING}\n"));
    let list = list.to_str().unwrap();
    let outcome = tsumugi(["show", list, "--format", "svg", "--output", one.to_str().unwrap()]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("2 problems do not fit into one .svg file"), "{outcome:?}");
    assert_eq!(std::fs::read_to_string(&one).unwrap(), svg, "the old file is as it was");

    let dir = format!("{}/drawn/", scratch.path().display());
    tsumugi(["show", list, HEAD_GOLD, "--format", "svg", "--output", &dir]).good();
    let mut names: Vec<_> = std::fs::read_dir(dir).unwrap().flatten().map(|e| e.file_name()).collect();
    names.sort();
    assert_eq!(names, ["list-1.svg", "list-2.svg", "problem-2.svg"]);
}

#[test]
fn several_boards_are_set_apart() {
    let stdout = tsumugi(["show", HEAD_GOLD, HEAD_GOLD]).good();
    let (first, second) = stdout.split_once("\n\n").unwrap();
    assert_eq!(format!("{first}\n"), second);
}

#[test]
fn a_record_shows_its_headers_and_name() {
    let kif =
        "作者：看寿\n作品名：試し\n手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";
    let stdout = tsumugi_reading(["show", "-"], kif.as_bytes()).good();
    assert!(stdout.starts_with("試し\n"), "{stdout}");
    assert!(stdout.contains("作者：看寿\n") && !stdout.contains("作品名"), "{stdout}");
    assert!(stdout.contains("\n1 move: ☗７六歩\n"), "{stdout}");
}

#[test]
fn an_unquoted_position_is_recognised_as_such() {
    let outcome = tsumugi(["show", "4k4/9/9/9/9/9/9/9/9", "b", "G", "1", HEAD_GOLD]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("put the position in quotes"), "{outcome:?}");
    assert_eq!(outcome.stderr.matches("error:").count(), 1, "{outcome:?}");
    assert!(outcome.stdout.contains(HEAD_GOLD), "the next problem is shown: {outcome:?}");
}
