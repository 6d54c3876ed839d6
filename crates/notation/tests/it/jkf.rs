//! JKF: what reads, what is written, and where faults are.

use tsumugi_notation::{Ending, Play, Record, jkf, position_command, usen};

#[test]
fn a_tree_with_comments_and_times_survives() {
    let mut record = usen::read("~0.6y236e7ku2sq.r~2.7ku.p~1.2jm.").unwrap();
    record.headers.push(("先手".to_string(), "\"甲\"\n乙".to_string()));
    record.headers.push(("あ".to_string(), String::new()));
    record.node_mut(Record::ROOT).comments.push("はじめ".to_string());
    let first = record.node(Record::ROOT).children[0];
    record.node_mut(first).comments.extend(["一".to_string(), "*二".to_string()]);
    record.node_mut(first).seconds = Some(3_661);
    let text = jkf::write(&record).unwrap();
    assert!(text.contains(r#""time":{"now":{"m":61,"s":1},"total":{"h":1,"m":1,"s":1}}"#), "{text}");
    assert!(text.contains(r#""initial":{"preset":"HIRATE"}"#), "{text}");
    let back = jkf::read(&text).unwrap();
    assert_eq!(back.headers, record.headers);
    assert_eq!(usen::write(&back).unwrap(), usen::write(&record).unwrap());
    assert_eq!(jkf::write(&back).unwrap(), text);
}

#[test]
fn a_key_that_comes_twice_is_written_once_and_many_keys_take_no_time() {
    let mut record = Record::new(tsumugi_shogi::Setup::startpos());
    let mut add = |key: &str, value: &str| record.headers.push((key.to_string(), value.to_string()));
    ["a", "b", "a"].into_iter().for_each(|key| add(key, key));
    (0..200_000).for_each(|i| add(&format!("k{i}"), ""));
    let began = std::time::Instant::now();
    let text = jkf::write(&record).unwrap();
    assert!(began.elapsed().as_secs() < 5);
    assert!(text.starts_with(r#"{"header":{"a":"a\na","b":"b","k0":"","k1":"""#), "{}", &text[..99]);
}

#[test]
fn the_normal_form_says_what_was_taken_and_whether_it_promoted() {
    let line = "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e";
    let text = jkf::write(&position_command::read(line).unwrap()).unwrap();
    for part in [
        r#"{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}"#,
        r#"{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"color":0,"piece":"KA","promote":true,"capture":"KA"}"#,
        r#"{"from":{"x":3,"y":1},"to":{"x":2,"y":2},"color":1,"piece":"GI","same":true,"capture":"UM"}"#,
        r#"{"to":{"x":4,"y":5},"color":0,"piece":"KA"}"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn what_singles_out_a_piece_is_said_in_letters() {
    for (line, relative) in [
        ("startpos moves 6i5h", Some("L")),
        ("startpos moves 4i5h", Some("R")),
        ("startpos moves 4i4h", None),
        ("4k4/9/9/9/9/9/9/9/4G4 b G 1 moves G*5h", Some("H")),
        ("4k4/9/9/9/9/9/9/4GG3/4GG3 b - 1 moves 5i6h", Some("U")),
        ("4k4/9/9/9/9/9/4G4/5G3/4GG3 b - 1 moves 4i5h", Some("RU")),
        ("4k4/9/9/9/9/9/4G4/5G3/4GG3 b - 1 moves 4h5h", Some("M")),
    ] {
        let text = jkf::write(&position_command::read(line).unwrap()).unwrap();
        let said =
            relative.is_none_or(|letters| text.contains(&format!(r#""relative":"{letters}"}}"#)));
        assert!(said && (relative.is_some() || !text.contains("relative")), "{text}");
    }
}

#[test]
fn less_than_the_normal_form_is_enough() {
    let text = r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}},
        {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4}}},
        {"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"UM"}},
        {"move":{"from":{"x":3,"y":1},"same":true,"promote":null}},
        {"move":{"to":{"x":4,"y":5},"piece":"KA"}},{"special":"TSUMI"}]}"#;
    let record = jkf::read(text).unwrap();
    let line = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e";
    assert_eq!(position_command::write(&record), line);
    assert_eq!(record.nodes().last().unwrap().1.play, Play::End(Ending::Mate));
}

#[test]
fn presets_and_diagrams() {
    let setup = |initial: &str| {
        let text = format!(r#"{{"header":{{}},"initial":{initial},"moves":[{{}}]}}"#);
        jkf::read(&text).unwrap().setup.to_sfen()
    };
    let rest = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    for (name, ranks) in [
        ("KY", "lnsgkgsn1/1r5b1"),
        ("KY_R", "1nsgkgsnl/1r5b1"),
        ("KA", "lnsgkgsnl/1r7"),
        ("HI", "lnsgkgsnl/7b1"),
        ("HIKY", "lnsgkgsn1/7b1"),
        ("2", "lnsgkgsnl/9"),
        ("4", "1nsgkgsn1/9"),
        ("6", "2sgkgs2/9"),
        ("8", "3gkg3/9"),
        ("10", "4k4/9"),
    ] {
        let sfen = setup(&format!(r#"{{"preset":"{name}"}}"#));
        assert_eq!(sfen, format!("{ranks}/{rest}"));
        let record = position_command::read(&sfen).unwrap();
        let written = jkf::write(&record).unwrap();
        assert!(written.contains(&format!(r#""preset":"{name}"}}"#)), "{written}");
    }
    assert_eq!(setup("null"), tsumugi_shogi::sfen::STARTPOS);
    let data = r#"{"preset":"HIRATE","data":{"color":1,"board":[[{"color":1,"kind":"OU"},{}],[{"kind":"TO"}]],
        "hands":[{"KI":2,"OU":0},{"FU":17}]}}"#;
    assert_eq!(setup(data), "7+Pk/9/9/9/9/9/9/9/9 w 2G17p 1");
    assert_eq!(setup(r#"{"preset":"OTHER","data":{"board":{}}}"#), "9/9/9/9/9/9/9/9/9 b - 1");
}

#[test]
fn long_lines_and_deep_forks_need_no_stack() {
    let mut line = String::from("startpos moves");
    for _ in 0..5_000 {
        line.push_str(" 2h3h 8b7b 3h2h 7b8b");
    }
    let record = position_command::read(&line).unwrap();
    assert_eq!(jkf::read(&jkf::write(&record).unwrap()).unwrap(), record);
    let nest = |n: usize| {
        let step = r#"{"move":{"from":{"x":2,"y":8},"to":{"x":3,"y":8}},"forks":[["#;
        format!(r#"{{"moves":[{{}},{}{}]}}"#, step.repeat(n), "]]}".repeat(n))
    };
    assert_eq!(jkf::read(&nest(jkf::MAX_FORKS)).unwrap().nodes().count(), jkf::MAX_FORKS);
    let error = jkf::read(&nest(jkf::MAX_FORKS + 1)).unwrap_err();
    assert_eq!(
        error.why.to_string(),
        format!("expected forks nested no deeper than {}", jkf::MAX_FORKS)
    );
    let brackets = format!(r#"{{"moves":{}"#, "[".repeat(1_000_000));
    assert!(jkf::read(&brackets).is_err());
    assert!(jkf::read(&"[".repeat(1_000_000)).is_err());
}

#[test]
fn bad_texts_name_line_and_column() {
    let moves = |entry: &str| format!("{{\"moves\":[{{}},\n {entry}]}}");
    for (text, line, column, message) in [
        (String::new(), 1, 1, "there is nothing to read"),
        (" []".into(), 1, 2, "expected '{'"),
        ("{".into(), 1, 1, "expected JSON of a record (EOF while parsing an object"),
        ("{}".into(), 1, 2, "expected JSON of a record (missing field `moves`"),
        (
            "{\"header\":{\"a\":1},\"moves\":[]}".into(),
            1,
            16,
            "expected JSON of a record (invalid type",
        ),
        (
            "{\"moves\":[{}],\n\"initial\":{\"preset\":\"9\"}}".into(),
            2,
            11,
            "expected a preset such as",
        ),
        ("{\"moves\":[{}],\"initial\":{}}".into(), 1, 25, "expected a preset such as"),
        (moves("5"), 2, 2, "expected JSON of a record (invalid type: integer `5`"),
        (moves("{}"), 2, 2, "expected a move or special in every entry but the first"),
        (moves("{\"move\":{}}"), 2, 2, "expected the square the move goes to"),
        (moves("{\"move\":{\"same\":true}}"), 2, 2, "expected the square the move goes to"),
        (moves("{\"move\":{\"to\":{\"x\":0,\"y\":1}}}"), 2, 2, "expected x and y from 1 to 9"),
        (moves("{\"move\":{\"to\":{\"x\":5,\"y\":5}}}"), 2, 2, "expected a piece that can be dropped"),
        (
            moves("{\"move\":{\"to\":{\"x\":5,\"y\":5},\"piece\":\"歩\"}}"),
            2,
            2,
            "expected a piece such as FU",
        ),
        (
            moves("{\"move\":{\"to\":{\"x\":5,\"y\":5},\"piece\":\"KI\"}}"),
            2,
            2,
            "no gold in hand to drop",
        ),
        (
            moves("{\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\",\"relative\":\"L\"}}"),
            2,
            2,
            "expected the square the move comes from",
        ),
        (moves("{\"move\":{\"color\":1,\"to\":{\"x\":5,\"y\":5}}}"), 2, 2, "expected a move of black"),
        (
            moves("{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"KI\"}}"),
            2,
            2,
            "another piece stands on 7g",
        ),
        (
            moves("{\"move\":{\"from\":{\"x\":5,\"y\":5},\"to\":{\"x\":7,\"y\":6}}}"),
            2,
            2,
            "no piece of the side to move stands on 5e",
        ),
        (
            moves("{\"move\":{\"from\":{\"x\":5,\"y\":5},\"to\":{\"x\":5,\"y\":5}}}"),
            2,
            2,
            "expected a move that changes its square",
        ),
        (
            moves("{\"special\":\"TORYO\"},{\"special\":\"TSUMI\"}"),
            2,
            22,
            "expected nothing after the ending",
        ),
        (
            moves("{\"special\":\"TORYO\",\"time\":{\"now\":{\"h\":4294967295,\"m\":1,\"s\":1}}}"),
            2,
            2,
            "expected a shorter time",
        ),
        (
            moves("{\"special\":\"TORYO\",\"comments\":[\"\\ud800\"]}"),
            2,
            40,
            "expected JSON of a record",
        ),
    ] {
        let error = jkf::read(&text).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.why.to_string().starts_with(message), "{text:?}: {error}");
    }
}
