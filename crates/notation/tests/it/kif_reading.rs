//! KIF and KI2 as other programs and people write them.

use tsumugi_notation::{Ending, Play, Record, ki2, kif, text};
use tsumugi_shogi::Color;

/// A mate in three: 金 on the head after a sacrifice, with a variation and times.
const TSUME: &str = "#KIF version=2.0 encoding=UTF-8
# made by hand
作品名：頭金　
手合割：平手
後手の持駒：残り全部
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛　金
手数----指手---------消費時間--
*始めの一言
*
&しおり
   1 ４一飛打     ( 0:16/00:00:16)
*飛車
   2 同　玉(51)   ( 1:02/00:01:02)+
   3 ５一金打     (00:01 / 00:00:17)
   4 中断
まで3手で中断

変化：2手
*紛れ
   2 ６二玉(51)
まで2手で詰み
変化：2手
   2 ５二玉(51)
";

fn usi(record: &Record, child: &[usize]) -> Vec<String> {
    let mut at = Record::ROOT;
    for &index in child {
        at = record.node(at).children[index];
    }
    record.path(at).iter().map(|m| m.to_string()).collect()
}

#[test]
fn a_kif_file_with_everything_in_it_is_read() {
    let record = kif::read(TSUME).unwrap();
    assert_eq!(record.setup.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b RGr2b3g4s4n4l17p 1");
    assert_eq!(record.headers, [("作品名".to_owned(), "頭金".to_owned())]);
    let root = record.node(Record::ROOT);
    assert_eq!(root.comments, ["始めの一言", "", "&しおり"]);
    let first = record.node(root.children[0]);
    assert_eq!((first.seconds, first.comments.join("|").as_str()), (Some(16), "飛車"));
    assert_eq!(first.children.len(), 3);
    let seconds = record.node(first.children[0]).seconds;
    assert_eq!(seconds, Some(62));
    assert_eq!(usi(&record, &[0, 0, 0]), ["R*4a", "5a4a", "G*5a"]);
    assert_eq!(usi(&record, &[0, 1]), ["R*4a", "5a6b"]);
    assert_eq!(usi(&record, &[0, 2]), ["R*4a", "5a5b"]);
    let other = record.node(first.children[1]);
    assert_eq!(other.comments, ["紛れ"]);
    assert_eq!(record.node(other.children[0]).play, Play::End(Ending::Mate));
}

#[test]
fn line_ends_widths_and_encodings_change_nothing() {
    let expected = kif::read(TSUME).unwrap();
    for changed in [
        TSUME.replace('\n', "\r\n"),
        TSUME.replace('\n', "\r"),
        format!("\u{feff}{TSUME}"),
        TSUME.replace("：", ":"),
        TSUME.replace("   1 ４一", "１　4一").replace("(51)", "（５１）"),
        TSUME.replace("   1 ４一", "1 ▲41"),
        TSUME.replace("+\n", "\n"),
        TSUME.replace("まで3手で中断\n", ""),
        TSUME.replace("変化：2手", "変化 : 2手"),
        TSUME.replace("手合割：平手", "手合割：詰将棋"),
        TSUME.replace("手合割：平手\n", ""),
        TSUME.replace("後手の持駒", "玉方の持駒").replace("先手の持駒：飛　金", "攻方持駒：飛金"),
        TSUME.replace("   3 ５一金打", "先手：x\n   3 ５一金打").replace("先手：x\n", "\n"),
    ] {
        let record = kif::read(&changed).unwrap_or_else(|e| panic!("{e}\n{changed}"));
        assert!(record.is_same_as(&expected), "{changed}");
    }
    let bytes = text::encode(&TSUME.replace("encoding=UTF-8", ""), text::Encoding::ShiftJis).unwrap();
    let (decoded, encoding) = text::decode(&bytes, Some("a.kif")).unwrap();
    assert_eq!(encoding, text::Encoding::ShiftJis);
    assert!(kif::read(&decoded).unwrap().is_same_as(&expected));
}

#[test]
fn what_is_written_is_laid_out_as_kakinoki_does() {
    let record = kif::read(TSUME).unwrap();
    let written = kif::write(&record);
    let moves = written.split_once("先手の持駒：飛　金\n").unwrap().1;
    assert_eq!(
        moves,
        "手数----指手---------消費時間--
*始めの一言
*
&しおり
   1 ４一飛打     ( 0:16/00:00:16)
*飛車
   2 同　玉(51)   ( 1:02/00:01:02)+
   3 ５一金打     ( 0:01/00:00:17)
   4 中断
まで3手で中断

変化：2手
   2 ６二玉(51)   +
*紛れ
   3 詰み

変化：2手
   2 ５二玉(51)
"
    );
    assert!(kif::read(&written).unwrap().is_same_as(&record));
    let moves = ki2::write(&record);
    let moves = moves.split_once("先手の持駒：飛　金\n").unwrap().1;
    assert_eq!(
        moves,
        "*始めの一言
*
&しおり
▲４一飛
*飛車
△同　玉 ▲５一金
まで3手で中断

変化：2手
△６二玉
*紛れ
まで2手で詰み

変化：2手
△５二玉
"
    );
}

#[test]
fn handicaps_have_their_diagrams_and_white_moves_first() {
    for (name, board) in [
        ("平手", "lnsgkgsnl/1r5b1"),
        ("香落ち", "lnsgkgsn1/1r5b1"),
        ("右香落ち", "1nsgkgsnl/1r5b1"),
        ("角落ち", "lnsgkgsnl/1r7"),
        ("飛車落ち", "lnsgkgsnl/7b1"),
        ("飛香落ち", "lnsgkgsn1/7b1"),
        ("二枚落ち", "lnsgkgsnl/9"),
        ("三枚落ち", "1nsgkgsnl/9"),
        ("四枚落ち", "1nsgkgsn1/9"),
        ("五枚落ち", "2sgkgsn1/9"),
        ("左五枚落ち", "1nsgkgs2/9"),
        ("六枚落ち", "2sgkgs2/9"),
        ("七枚落ち", "2sgkg3/9"),
        ("左七枚落ち", "2sgkg3/9"),
        ("右七枚落ち", "3gkgs2/9"),
        ("八枚落ち", "3gkg3/9"),
        ("十枚落ち", "4k4/9"),
    ] {
        let record = kif::read(&format!("手合割：{name}　　\n下手：私\n上手：先生\n")).unwrap();
        let turn = if name == "平手" { 'b' } else { 'w' };
        let sfen = format!("{board}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {turn} - 1");
        assert_eq!(record.setup.to_sfen(), sfen, "{name}");
        for written in [kif::write(&record), ki2::write(&record)] {
            assert!(kif::read(&written).unwrap().is_same_as(&record), "{written}");
        }
    }
    assert_eq!(kif::read("先手：a\n").unwrap().setup.turn, Color::Black);
}

#[test]
fn moves_may_be_numbered_from_1_or_from_the_number_of_the_diagram() {
    let diagram = TSUME.split("手数----").next().unwrap().replace("手合割：平手", "手数＝30 まで");
    for rows in [
        "   1 ４一飛打\n   2 同　玉(51)\n変化：2手\n   2 ６二玉(51)\n",
        "  31 ４一飛打\n  32 同　玉(51)\n変化：32手\n  32 ６二玉(51)\n",
    ] {
        let record = kif::read(&format!("{diagram}{rows}")).unwrap();
        assert_eq!(record.setup.ply, 31);
        assert_eq!(usi(&record, &[0, 1]), ["R*4a", "5a6b"]);
        assert!(kif::read(&kif::write(&record)).unwrap().is_same_as(&record));
    }
}

#[test]
fn a_number_seen_before_is_a_variation_or_the_next_move() {
    let rows = "1 ７六歩(77)\n2 ３四歩(33)\n2 ８四歩(83)\n2 ２六歩(27)\n1 ５六歩(57)\n";
    let record = kif::read(rows).unwrap();
    assert_eq!(usi(&record, &[0, 0]), ["7g7f", "3c3d"]);
    assert_eq!(usi(&record, &[0, 1, 0]), ["7g7f", "8c8d", "2g2f"]);
    assert_eq!(usi(&record, &[1]), ["5g5f"]);
}

#[test]
fn ki2_may_end_right_behind_its_last_move() {
    let head = ki2::write(&Record::new("4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap()));
    for end in ["まで1手詰", "まで、１手で詰み", " まで1手詰め。"] {
        let record = ki2::read(&format!("{head}▲５二金{end}\n")).unwrap();
        assert_eq!(usi(&record, &[0]), ["G*5b"]);
        assert_eq!(record.nodes().last().unwrap().1.play, Play::End(Ending::Mate), "{end}");
    }
    let record = ki2::read("☗７六歩 ☖投了\n").unwrap();
    assert_eq!(record.nodes().last().unwrap().1.play, Play::End(Ending::Resign));
    assert_eq!(ki2::read("☗７六歩 ☖投了 ☗２六歩\n").unwrap_err().column, 11);
}

#[test]
fn ki2_reads_every_word_for_a_direction() {
    let silvers = "7k1/9/9/2S1S4/9/2SSS4/9/9/4K4 b - 1";
    for (word, origin) in [
        ("左上", "7f"),
        ("左行", "7f"),
        ("左入", "7f"),
        ("直", "6f"),
        ("右上", "5f"),
        ("上右", "5f"),
        ("左引", "7d"),
        ("右引", "5d"),
    ] {
        let mut record = Record::new(silvers.parse().unwrap());
        let head = ki2::write(&record);
        for mark in ["▲", "☗", "▼"] {
            record = ki2::read(&format!("{head}{mark}６五銀{word}\n")).unwrap();
            assert_eq!(usi(&record, &[0]), [format!("{origin}6e")], "{word}");
        }
    }
    let dragons = ki2::write(&Record::new("7k1/9/9/9/9/9/9/7+R1/K7+R b - 1".parse().unwrap()));
    assert_eq!(usi(&ki2::read(&format!("{dragons}▲１七竜左")).unwrap(), &[0]), ["2h1g"]);
    assert_eq!(usi(&ki2::read(&format!("{dragons}▲1七龍右")).unwrap(), &[0]), ["1i1g"]);
}

#[test]
fn ki2_prefers_the_legal_one_of_two_readings() {
    // The gold on ４八 is pinned by the rook.
    let head = ki2::write(&Record::new("3k1r3/9/9/9/9/9/9/5G3/3G1K3 b - 1".parse().unwrap()));
    let record = ki2::read(&format!("{head}▲５八金\n")).unwrap();
    assert_eq!(usi(&record, &[0]), ["6i5h"]);
}
