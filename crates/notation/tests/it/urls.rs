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
    ] {
        let line = "position startpos moves 7g7f 3c3d 8h2b+";
        assert_eq!(position_command::write(&urls::read(url).unwrap()), line, "{url}");
    }
    let record = urls::read("https://example.org/?usen=~0.6y2.&bname=%E7%94%B2&wname=a+b").unwrap();
    assert_eq!((record.header("先手"), record.header("後手")), (Some("甲"), Some("a b")));
}

#[test]
fn what_is_written_reads_back() {
    let sfen = format!("sfen {HEAD} moves G*5b");
    for line in ["startpos", "startpos moves 7g7f 3c3d 8h2b+", &sfen] {
        let record = position_command::read(line).unwrap();
        for site in [Site::Lishogi, Site::ShogiExtend, Site::ShogiHome] {
            let url = urls::write(&record, site).unwrap();
            assert!(!url.contains(' '));
            assert_eq!(urls::read(&url).unwrap(), record, "{url}");
        }
    }
    let tree = usen::read("~0.6y236e7ku2sq.r~2.7ku.p~1.2jm.").unwrap();
    assert_eq!(urls::read(&urls::write(&tree, Site::ShogiHome).unwrap()).unwrap(), tree);
    let wall = position_command::read("O8/9/9/9/9/9/9/9/9 b - 1").unwrap();
    assert!(urls::write(&wall, Site::Lishogi).is_err());
    assert!(urls::write(&wall, Site::ShogiExtend).is_err());
    assert!(urls::write(&wall, Site::ShogiHome).is_err());
}

#[test]
fn bad_addresses_name_the_column() {
    let base64 = "expected URL-safe Base64";
    let none = "expected a board in the address (sfen, position, body or usen)";
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
        ("https://a.b/?xbody=gICA", 20, base64),
    ] {
        let error = urls::read(url).unwrap_err();
        assert_eq!((error.column, error.why.to_string().as_str()), (column, message), "{url}");
    }
}
