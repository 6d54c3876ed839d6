//! URLs: what reads, what is written, and where faults are.

use tsumugi_notation::urls::{self, Site};
use tsumugi_notation::{position_command, usen};

const HEAD: &str = "4k4/9/4+P4/9/9/9/9/9/9 b G 1";

#[test]
fn addresses_of_every_kind_show_the_same_board() {
    let board = format!("position sfen {HEAD}");
    for url in [
        "https://lishogi.org/analysis/4k4/9/4+P4/9/9/9/9/9/9_b_G_1",
        "https://lishogi.org/analysis/standard/4k4/9/4+P4/9/9/9/9/9/9_b_G_1#0",
        "https://lishogi.org/editor/4k4/9/4+P4/9/9/9/9/9/9_b_G",
        "https://lishogi.org/editor/standard/4k4/9/4+P4/9/9/9/9/9/9%20b%20G%201",
        "https://www.shogi-extend.com/share-board?body=position.sfen.4k4/9/4+P4/9/9/9/9/9/9.b.G.1&turn=0",
        "https://www.shogi-extend.com/share-board?turn=0&body=position.sfen.4k4%2F9%2F4%2BP4%2F9%2F9%2F9%2F9%2F9%2F9.b.G.1",
        "https://www.shogi-extend.com/share-board?body=position+sfen+4k4%2F9%2F4%2BP4%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1",
        "https://www.shogi-extend.com/share-board?xbody=cG9zaXRpb24gc2ZlbiA0azQvOS80K1A0LzkvOS85LzkvOS85IGIgRyAx",
        "https://example.org/webapp/index.html?usen=4k4_9_4zP4_9_9_9_9_9_9.b.G~0..&branch=0&ply=0",
        "https://example.org/?u=4k4_9_4zP4_9_9_9_9_9_9.b.G~0..",
        "https://www.studiok-i.net/kifu/?sfen=position%20sfen%204k4%2F9%2F4%2BP4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
        "http://example.org/x?y=1&position=sfen 4k4/9/4+P4/9/9/9/9/9/9 b G 1",
        "http://kyokumen.jp/positions/4k4/9/4+P4/9/9/9/9/9/9%20b%20G",
        "https://www.kento-shogi.com/?initpos=4k4%2F9%2F4%2BP4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201#0",
        "https://www.kento-shogi.com/?viewpoint=black&initpos=4k4%2F9%2F4%2BP4%2F9%2F9%2F9%2F9%2F9%2F9+b+G+1",
        "piyoshogi://?sfen=4k4/9/4+P4/9/9/9/9/9/9 b G 1&num=0",
        "piyoshogi://?num=0&sfen=position%20sfen%204k4%2F9%2F4%2BP4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201",
        "http://127.0.0.1:8180/#sfen=4k4/9/4%2BP4/9/9/9/9/9/9_b_G_1",
        "http://127.0.0.1:8180/?token=x#ask=check&sfen=4k4/9/4+P4/9/9/9/9/9/9_b_G_1",
        // A chat has decoded the plus sign, twice.
        "https://tsumugi.example/page/#sfen=4k4/9/4 P4/9/9/9/9/9/9_b_G_1",
        "https://tsumugi.example/page/#sfen=4k4/9/4%20P4/9/9/9/9/9/9_b_G_1",
        "https://tsumugi.example/page/#sfen=4k4/9/4%2BP4/9/9/9/9/9/9%20b%20G%201",
    ] {
        assert_eq!(position_command::write(&urls::read(url).unwrap()), board, "{url}");
    }
}

#[test]
fn moves_and_players_come_along() {
    for url in [
        "https://lishogi.org/analysis?moves=7g7f_3c3d_8h2b%2B",
        "https://lishogi.org/analysis?moves=7g7f_3c3d_8h2b+",
        "https://www.shogi-extend.com/share-board?body=position.startpos.moves.7g7f.3c3d.8h2b%2B",
        "https://www.shogi-extend.com/share-board?body=position+startpos+moves+7g7f+3c3d+8h2b%2B",
        "https://example.org/?position=startpos%20moves%207g7f%203c3d%208h2b+",
        "https://lishogi.org/analysis/____________________?moves=7g7f_3c3d_8h2b+",
        "https://www.kento-shogi.com/?moves=7g7f.3c3d.8h2b%2B#3",
        "https://www.kento-shogi.com/?initpos=lnsgkgsnl%2F1r5b1%2Fppppppppp%2F9%2F9%2F9%2FPPPPPPPPP%2F1B5R1%2FLNSGKGSNL+b+-+1&moves=7g7f.3c3d.8h2b%2B",
        "https://www.kento-shogi.com/?branch=7g7f.3c3d.8h2b%2B&branchFrom=0#2",
        "piyoshogi://?sfen=position%20startpos%20moves%207g7f%203c3d%208h2b%2B&num=3",
        "https://www.studiok-i.net/ps/?num=3&sfen=position%20startpos%20moves%207g7f%203c3d%208h2b%2B",
        "http://localhost/#moves=7g7f_3c3d_8h2b%2B&sfen=lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL_b_-_1",
        "http://localhost/#moves=7g7f_3c3d_8h2b &sfen=lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL_b_-_1",
    ] {
        let line = "position startpos moves 7g7f 3c3d 8h2b+";
        assert_eq!(position_command::write(&urls::read(url).unwrap()), line, "{url}");
    }
    let record = urls::read("https://example.org/?usen=~0.6y2.&bname=%E7%94%B2&wname=a+b").unwrap();
    assert_eq!((record.header("先手"), record.header("後手")), (Some("甲"), Some("a b")));
    let piyo = "piyoshogi://?sfen=startpos&sente_name=%E7%94%B2&gote_name=%E4%B9%99&game_name=%E6%A3%8B%E6%88%A6&num=-1";
    let record = urls::read(piyo).unwrap();
    let headers = ["先手", "後手", "棋戦"].map(|key| record.header(key));
    assert_eq!(headers, [Some("甲"), Some("乙"), Some("棋戦")]);
}

#[test]
fn a_branch_of_kento_is_a_variation() {
    let url =
        "https://www.kento-shogi.com/?moves=7g7f.3c3d.8h2b%2B&branch=3c3d.2g2f.8c8d&branchFrom=1#2";
    let record = urls::read(url).unwrap();
    assert_eq!(position_command::write(&record), "position startpos moves 7g7f 3c3d 8h2b+");
    let second = record.main_line_from(tsumugi_notation::Record::ROOT)[1];
    let beside = record.node(second).children[1];
    let last = *record.main_line_from(beside).last().unwrap();
    let line: Vec<String> = record.path(last).iter().map(ToString::to_string).collect();
    assert_eq!(line, ["7g7f", "3c3d", "2g2f", "8c8d"]);
}

#[test]
fn what_is_written_reads_back() {
    let sfen = format!("sfen {HEAD} moves G*5b");
    for line in ["startpos", "startpos moves 7g7f 3c3d 8h2b+", &sfen] {
        let record = position_command::read(line).unwrap();
        for site in Site::ALL {
            let url = urls::write(&record, site).unwrap();
            assert!(!url.contains(' '));
            assert_eq!(urls::read(&url).unwrap(), record, "{url}");
        }
    }
    let tree = usen::read("~0.6y236e7ku2sq.r~2.7ku.p~1.2jm.").unwrap();
    assert_eq!(urls::read(&urls::write(&tree, Site::ShogiHome).unwrap()).unwrap(), tree);
    let wall = position_command::read("O8/9/9/9/9/9/9/9/9 b - 1").unwrap();
    assert!(Site::ALL.iter().all(|&site| urls::write(&wall, site).is_err()));
}

#[test]
fn addresses_are_those_the_sites_document() {
    let record = position_command::read(&format!("sfen {HEAD} moves G*5b")).unwrap();
    for (site, url) in [
        (
            Site::Kento,
            "https://www.kento-shogi.com/?initpos=4k4%2F9%2F4%2BP4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201&moves=G%2A5b",
        ),
        (
            Site::PiyoShogi,
            "piyoshogi://?num=0&sfen=position%20sfen%204k4%2F9%2F4%2BP4%2F9%2F9%2F9%2F9%2F9%2F9%20b%20G%201%20moves%20G%2A5b",
        ),
    ] {
        assert_eq!(urls::write(&record, site).unwrap(), url);
    }
}

#[test]
fn bad_addresses_name_the_column() {
    let base64 = "expected URL-safe Base64";
    let none = "expected a board in the address (sfen, position, body, usen or initpos)";
    let file = "expected a board in the address, which only names a file elsewhere";
    for (url, column, message) in [
        ("", 1, "there is nothing to read"),
        ("  ftp://lishogi.org", 3, "expected https://"),
        ("https://lishogi.org", 20, none),
        ("https://lishogi.org/xyz?a=b", 20, none),
        (" https://将棋.jp/xyz", 15, none),
        ("https://a.b/analysis/______?moves=7f7e", 35, "no piece of the side to move stands on 7f"),
        ("https://lishogi.org/analysis/4k4/9_b_-", 35, "the board has 2 ranks, expected 9"),
        (
            "https://lishogi.org/analysis/chushogi",
            30,
            "'c' is no piece (expected one of PLNSGBRK or plnsgbrk, O for a wall, a digit 1-9)",
        ),
        ("https://a.b/analysis?moves=7g7f_7f7e", 33, "no piece of the side to move stands on 7f"),
        (
            "https://a.b/?sfen=4k4%2Fx8",
            25,
            "'x' is no piece (expected one of PLNSGBRK or plnsgbrk, O for a wall, a digit 1-9)",
        ),
        ("https://a.b/?x=1&usen=~0.6y26y2.", 29, "no piece of the side to move stands on 2g"),
        ("https://a.b/?xbody=%%%", 20, base64),
        (
            "https://www.kento-shogi.com/?moves=7g7f.7f7e",
            41,
            "no piece of the side to move stands on 7f",
        ),
        (
            "https://www.kento-shogi.com/?moves=7g7f&branch=7g7f&branchFrom=1",
            48,
            "no piece of the side to move stands on 7g",
        ),
        (
            "https://www.kento-shogi.com/?moves=7g7f&branch=7g7f&branchFrom=2",
            64,
            "expected the number of a move of the line",
        ),
        ("https://www.kento-shogi.com/?kifu=https%3A%2F%2Fa.b%2Fc.kif", 28, file),
        ("piyoshogi://?url=https://a.b/c.kif", 13, file),
        ("http://a.b/#moves=7f7e&sfen=9/9_b_-", 32, "the board has 2 ranks, expected 9"),
        ("https://a.b/?xbody=gICA", 20, base64),
    ] {
        let error = urls::read(url).unwrap_err();
        assert_eq!((error.column, error.why.to_string().as_str()), (column, message), "{url}");
    }
}
