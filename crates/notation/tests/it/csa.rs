//! CSA: what reads, what is written, and where faults are.

use tsumugi_notation::{Ending, Play, Record, WriteError, csa, position_command};

fn sfen(text: &str) -> String {
    csa::read(text).unwrap().setup.to_sfen()
}

fn ending(text: &str) -> Play {
    let record = csa::read(text).unwrap();
    let last = *record.main_line_from(Record::ROOT).last().unwrap();
    record.node(last).play.clone()
}

#[test]
fn positions_are_read_in_all_three_ways() {
    assert_eq!(sfen("PI\n+\n"), tsumugi_shogi::sfen::STARTPOS);
    assert_eq!(
        sfen("V2.2\nPI82HI22KA\n-\n"),
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    );
    assert_eq!(sfen("P-51OU\nP+53FU00KI\n+\n"), "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let rows = "P1 *  *  *  * -OU *  *  *  * \nP2 * * * * * * * * *\nP3 *  *  *  * +TO\u{20}*  *  *  *";
    assert_eq!(sfen(&format!("{rows}\n+")), "4k4/9/4+P4/9/9/9/9/9/9 b - 1");
}

#[test]
fn all_remaining_pieces_are_those_in_neither_hand_whatever_the_order() {
    let full = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    assert_eq!(sfen("P-51OU\nP+53FU00KI\nP-00AL\n+\n"), full);
    assert_eq!(sfen("P-51OU\nP-00AL\nP+53FU00KI\n+\n"), full);
}

#[test]
fn moves_times_comments_and_statements_on_one_line() {
    let text = "'CSA encoding=UTF-8\nV2.2\nN+甲, 乙\nN-丙\n$EVENT:第1回\n$作者:丁\n'平手\nPI\n+\n'*はじめ\n\
                +7776FU,T12,-3334FU,T2\n'良い手\n+8822UM\nT1.900\n%TORYO\nT3\n'summary\n$END_TIME:x\n";
    let record = csa::read(text).unwrap();
    assert_eq!(record.header("先手"), Some("甲, 乙"));
    assert_eq!(record.header("棋戦"), Some("第1回"));
    assert_eq!(record.header("作者"), Some("丁"));
    assert_eq!(record.header("終了日時"), Some("x"));
    assert_eq!(record.node(Record::ROOT).comments, ["はじめ"]);
    let nodes: Vec<_> = record.nodes().map(|(_, node)| node).collect();
    assert_eq!(nodes.iter().map(|n| n.seconds).collect::<Vec<_>>(), [12, 2, 1, 3].map(Some));
    assert_eq!(nodes[1].comments, ["良い手"]);
    assert_eq!(nodes[3].comments, ["summary"]);
    assert_eq!(nodes[3].play, Play::End(Ending::Resign));
    assert_eq!(position_command::write(&record), "position startpos moves 7g7f 3c3d 8h2b+");
    assert_eq!(csa::read(&csa::write(&record).unwrap()).unwrap(), record);
}

#[test]
fn illegal_acts_are_charged_to_the_side_the_sign_names() {
    assert_eq!(ending("PI\n+\n%+ILLEGAL_ACTION"), Play::End(Ending::IllegalLoss));
    assert_eq!(ending("PI\n+\n%-ILLEGAL_ACTION"), Play::End(Ending::IllegalWin));
    assert_eq!(ending("PI\n-\n%-ILLEGAL_ACTION"), Play::End(Ending::IllegalLoss));
    assert_eq!(ending("PI\n-\n%+ILLEGAL_ACTION"), Play::End(Ending::IllegalWin));
    assert_eq!(ending("PI\n+\n%ILLEGAL_MOVE"), Play::End(Ending::IllegalLoss));
}

#[test]
fn every_ending_survives() {
    for name in
        "TSUMI FUZUMI TORYO CHUDAN SENNICHITE JISHOGI TIME_UP ILLEGAL_MOVE +ILLEGAL_ACTION KACHI \
                 HIKIWAKE MATTA ERROR MAX_MOVES"
            .split(' ')
    {
        let text = format!("V2.2\nPI\n+\n+7776FU\n%{name}\n");
        assert_eq!(csa::write(&csa::read(&text).unwrap()).unwrap(), text);
    }
}

#[test]
fn records_between_slashes_are_read_apart() {
    let text = "PI\n+\n/\nP-51OU\n-\n/\nPX\n/\n\n";
    let records = csa::read_all(text);
    assert_eq!(records.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 4, 7]);
    assert_eq!(records[1].1.as_ref().unwrap().setup.to_sfen(), "4k4/9/9/9/9/9/9/9/9 w - 1");
    assert_eq!(records[2].1.as_ref().unwrap_err().line, 7);
    assert_eq!(csa::read(text).unwrap().setup.to_sfen(), tsumugi_shogi::sfen::STARTPOS);
}

#[test]
fn rows_are_padded_and_hands_spelt_out() {
    let record = position_command::read("4k4/9/4+P4/9/9/9/9/9/9 b 2Gp 1 moves G*5b").unwrap();
    let text = csa::write(&record).unwrap();
    let empty = " * ".repeat(9);
    assert_eq!(
        text,
        format!(
            "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2{empty}\nP3 *  *  *  * +TO *  *  *  * \nP4{empty}\n\
             P5{empty}\nP6{empty}\nP7{empty}\nP8{empty}\nP9{empty}\nP+00KI00KI\nP-00FU\n+\n+0052KI\n"
        )
    );
}

#[test]
fn a_wall_is_refused_by_name() {
    let record = position_command::read("4k4/9/4O4/9/9/9/9/9/9 b - 1").unwrap();
    let error = csa::write(&record).unwrap_err();
    assert!(matches!(error, WriteError::Wall { format: "CSA", .. }));
    assert_eq!(error.to_string(), "CSA cannot express the walled square 5c");
}

#[test]
fn bad_texts_name_line_and_column() {
    for (text, line, column, message) in [
        ("", 1, 1, "there is nothing to read"),
        ("V2.2\nN+a", 2, 4, "expected a position (PI, P1 to P9, P+ or P-) or moves"),
        ("PI\n+\nhello", 3, 1, "expected a statement starting with V N $ P + - % T or '"),
        ("$EVENT", 1, 7, "expected ':' after the keyword"),
        ("PX", 1, 2, "expected I, a rank 1-9, + or - after P"),
        ("PI82KA", 1, 3, "expected a square and the piece to take away there, e.g. 82HI"),
        ("PI82HI2", 1, 7, "expected a square and the piece to take away there, e.g. 82HI"),
        ("P1 *  * ", 1, 8, "expected nine squares in the rank"),
        ("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY *", 1, 31, "expected no more than nine squares in the rank"),
        ("P1-KY-XX", 1, 7, "expected a piece such as FU or RY"),
        ("P1-KY?", 1, 6, "expected '*', or + or - and a piece"),
        (
            "P2 * * * * * * * * *\nP2 * * * * * * * * *",
            2,
            2,
            "expected each rank once, but P2 is here again",
        ),
        ("P+00OU", 1, 5, "expected a piece that can be in hand"),
        ("P+00TO", 1, 5, "expected a piece that can be in hand"),
        ("P+5xFU", 1, 3, "expected a square 11-99 or 00"),
        ("P+55FU55KI", 1, 7, "expected a free square"),
        ("P+00AL\nP-00AL", 2, 3, "expected only one AL in a position"),
        ("PI\n+\n+", 3, 1, "expected a move, not a second turn line"),
        ("PI\n+\nPI", 3, 1, "expected no position after the turn or the moves"),
        ("PI\n+\n-3334FU", 3, 1, "expected a move of black"),
        ("PI\n+\n+7776FU,+7675FU", 3, 9, "expected a move of white"),
        ("PI\n+\n+77", 3, 1, "expected a move such as +7776FU or -0055KI"),
        ("PI\n+\n+7706FU", 3, 4, "expected a square 11-99"),
        ("PI\n+\n+7776XX", 3, 6, "expected a piece such as FU or RY"),
        ("PI\n+\n+7776KI", 3, 6, "the piece on 7g cannot become this one by the move"),
        ("PI\n+\n+7777FU", 3, 2, "expected a square 11-99, or 00 for a drop"),
        ("PI\n+\n+0055TO", 3, 6, "expected a piece that can be dropped"),
        ("PI\n+\n+0055KI", 3, 1, "no gold in hand to drop"),
        ("PI\n+\n+5554FU", 3, 1, "no piece of the side to move stands on 5e"),
        ("PI\n+\n+7776TO", 3, 1, "the piece on 7g cannot promote with this move"),
        ("PI\n+\n%TORYO\n+7776FU", 4, 1, "expected nothing after the ending"),
        ("PI\n+\n%投了", 3, 2, "expected an ending such as TORYO or TSUMI"),
        ("PI\n+\nT1", 3, 1, "expected a move before its time"),
        ("PI\n+\n+7776FU,Tx", 3, 10, "expected seconds"),
        ("P+歩歩歩歩", 1, 5, "expected a piece such as FU or RY"),
    ] {
        let error = csa::read(text).unwrap_err();
        let found = (error.line, error.column, error.why.to_string());
        assert_eq!(found, (line, column, message.to_string()), "{text:?}");
    }
}
