//! Malformed KIF and KI2: the error stands at the right line and column.

use tsumugi_notation::{ReadError, Record, ki2, kif};

const BOARD: &str = "後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ 金 歩 金 ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

fn check(cases: &[(&str, (usize, usize), &str)], read: fn(&str) -> Result<Record, ReadError>) {
    let mut wrong = String::new();
    for (text, place, word) in cases {
        match read(text) {
            Ok(_) => wrong += &format!("{text:?} was read\n"),
            Err(e) if (e.line, e.column) == *place && e.to_string().contains(word) => {}
            Err(e) => wrong += &format!("{text:?}: {e}, not {place:?} {word}\n"),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn faults_of_kif_are_found_where_they_are() {
    check(
        &[
            ("", (1, 1), "nothing"),
            (" \r\n　\n", (1, 1), "nothing"),
            ("hello\n", (1, 1), "a header"),
            ("手合割：平手\nnonsense\n", (2, 1), "a header"),
            ("   1:７六歩(77)\n", (1, 4), "a header"),
            ("▲７六歩:\n", (1, 1), "a header"),
            ("手合割：大将落ち\n   1 ７六歩(77)\n", (1, 5), "handicap"),
            ("手合割：その他\n", (1, 5), "diagram"),
            ("手合割：平手\n手合割：平手\n", (2, 1), "once"),
            ("   2 ７六歩(77)\n", (1, 4), "move number 1"),
            ("   1 ７六歩(77)\n   3 ３四歩(33)\n", (2, 4), "move number 2"),
            ("   1 ７六歩(77)\n   1 ５五角打\n", (2, 4), "move number 2"),
            ("   1 ７六歩(77)\n   1 投了\n", (2, 4), "move number 2"),
            ("   0 ７六歩(77)\n", (1, 4), "move number 1"),
            ("99999999999 ７六歩(77)\n", (1, 1), "number"),
            ("   1 ０六歩(77)\n", (1, 6), "a file"),
            ("   1 ７十歩(77)\n", (1, 7), "a rank"),
            ("   1 ７六象(77)\n", (1, 8), "a piece"),
            ("   1 ７六歩(70)\n", (1, 9), "departure"),
            ("   1 ７六歩(777)\n", (1, 9), "departure"),
            ("   1 ７六歩(78)\n", (1, 6), "no piece"),
            ("   1 ７六歩(67)x\n", (1, 13), "a time"),
            ("   1 ７六歩(33)\n", (1, 6), "no piece"),
            ("   1 ７六銀(77)\n", (1, 6), "stands on"),
            ("   1 ７七歩(77)\n", (1, 6), "change"),
            ("   1 ７六歩(77)\n   2 同　歩成(33)\n", (2, 6), "cannot promote"),
            ("   1 同　歩(77)\n", (1, 6), "同"),
            ("   1 ８八銀(79)\n", (1, 6), "not free"),
            ("   1 ５五角打\n", (1, 6), "in hand"),
            ("   1 ５五玉打\n", (1, 6), "never in hand"),
            ("   1 ５五角成打\n", (1, 6), "drop"),
            ("   1 ７六歩成(77)\n", (1, 6), "cannot promote"),
            ("   1 ７六歩(77) (0:1a)\n", (1, 18), ") after"),
            ("   1 ７六歩(77) ( :10)\n", (1, 16), "a time"),
            ("   1 ７六歩(77) (99999999:99/)\n", (1, 14), "136 years"),
            ("   1 投了\n   2 ７六歩(77)\n", (2, 4), "move number 1"),
            ("   1 投了\n   1 ７六歩(77)\n", (2, 6), "ended"),
            ("   1 ７六歩(77)\nまで1手で詰み\n   2 ３四歩(33)\n", (3, 6), "ended"),
            ("   1 パス\n", (1, 6), "a file"),
            ("   1 ７六歩(77)\n変化：3手\n", (2, 4), "from 1 to 2"),
            ("   1 ７六歩(77)\n変化：0手\n", (2, 4), "from 1 to 2"),
            ("   1 ７六歩(77)\n変化：x手\n", (2, 4), "number of the move"),
            ("   1 ７六歩(77)\n変化：1手目から\n", (2, 6), "nothing more"),
            ("   1 ７六歩(77)\n先手の持駒：金\n", (2, 1), "no diagram"),
            ("先手の持駒：金\n   1 ７六歩(77)\n", (2, 1), "a board"),
            ("▲７六歩\n", (1, 1), "a header"),
        ],
        kif::read,
    );
}

#[test]
fn faults_of_ki2_are_found_where_they_are() {
    let on_board = |moves: &str| format!("{BOARD}{moves}\n");
    let (both, none, side) = (on_board("▲５二金"), on_board("▲５五銀"), on_board("▲５二金直"));
    let (drop, hand) = (on_board("▲４二金打 △同　玉 ▲５三金"), on_board("▲５四飛"));
    check(
        &[
            ("", (1, 1), "nothing"),
            ("▲７六歩 ３四歩\n", (1, 6), "▲ or △"),
            ("▲７六歩 ▲２六歩\n", (1, 7), "white"),
            ("△３四歩\n", (1, 2), "black"),
            ("▲７六歩 △\n", (1, 7), "a file"),
            ("▲７六\n", (1, 4), "a piece"),
            ("▲同　歩\n", (1, 2), "同"),
            ("▲７六歩 △３四歩 ▲２二角成 △同　銀左\n", (1, 18), "comes from there"),
            ("▲７五歩\n", (1, 2), "no 歩 of black"),
            ("▲７六歩成\n", (1, 2), "cannot promote"),
            ("▲７六歩まで1手で中断 △３四歩\n", (1, 7), "no more moves"),
            ("▲７六歩まで1手で中断\n△３四歩\n", (2, 2), "ended"),
            ("▲７六歩\nまで1手で中断\n△３四歩\n", (3, 2), "ended"),
            ("▲７六歩\n変化：5手\n", (2, 4), "from 1 to 2"),
            ("   1 ７六歩(77)\n", (1, 4), "a header"),
            (&both, (15, 2), "from ４三, ６三"),
            (&none, (15, 2), "no 銀 of black"),
            (&side, (15, 2), "comes from there"),
            (&drop, (15, 13), "more than one"),
            (&hand, (15, 2), "no 飛"),
            ("▲７六歩 △３四歩\n変化：1手\n△３四歩\n", (3, 2), "black"),
        ],
        ki2::read,
    );
}
