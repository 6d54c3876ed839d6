//! For a Japanese reader everything the program says is Japanese: help, errors, answers. Names of options, formats and files,
//! positions and what other programs say stay as they are.

use crate::program::{HEAD_GOLD, Outcome, Scratch, command, outcome, tsumugi, tsumugi_in};
use unicode_width::UnicodeWidthStr;

const JAPAN: &str = "ja_JP.UTF-8";

/// Every command; those of `census` have two words.
const COMMANDS: [&str; 22] = [
    "",
    "solve",
    "helpmate",
    "check",
    "mend",
    "compose",
    "verify",
    "show",
    "convert",
    "usi",
    "serve",
    "site",
    "perft",
    "batch",
    "stats",
    "worker",
    "mine",
    "similar",
    "census",
    "census bare-king",
    "bench",
    "completions",
];

fn japanese(args: &[&str]) -> Outcome {
    tsumugi_in(JAPAN, args)
}

/// Two Latin words in a row that are no names: what English is left.
fn english(text: &str) -> Option<String> {
    let own = text.lines().filter(|line| !is_quoted(line));
    own.filter(|line| line.split(' ').collect::<Vec<_>>().windows(2).any(is_english))
        .map(str::to_string)
        .next()
}

/// A line that is shown as it was typed or read: an example with what it prints, a position, a line of input.
fn is_quoted(line: &str) -> bool {
    let line = line.trim_start();
    let starts = [
        "tsumugi ",
        "$ ",
        "curl ",
        "zcat ",
        "ln -s",
        "sfen ",
        "checkmate ",
        "position ",
        "class ",
        "want: ",
        "|",
        "使い方:",
    ];
    let is_input = |(number, _): (&str, &str)| number.chars().all(|c| c.is_ascii_digit());
    starts.iter().any(|start| line.starts_with(start)) || line.split_once(" | ").is_some_and(is_input)
}

/// Do these words belong to a sentence? Options, abbreviations, addresses and the values of a list do not.
fn is_english(pair: &[&str]) -> bool {
    let bare = |word: &str| {
        word.trim_end_matches([',', '.', ';', ':', ')']).trim_start_matches('(').to_string()
    };
    let is_word =
        |word: &&str| !bare(word).is_empty() && bare(word).chars().all(|c| c.is_ascii_lowercase());
    !pair[0].ends_with(',') && pair.iter().all(is_word) && pair.iter().any(|word| bare(word).len() > 2)
}

#[track_caller]
fn assert_japanese(what: &str, text: &str) {
    assert!(text.chars().any(|c| ('ぁ'..='龠').contains(&c)), "{what}: no Japanese in\n{text}");
    if let Some(found) = english(text) {
        panic!("{what}: English is left: {found}\n{text}");
    }
}

#[test]
fn english_is_recognised() {
    assert!(english("エラー: no such file").is_some());
    assert!(english("エラー: expected a piece").is_some());
    assert!(english("  = help: choose another directory").is_some());
    assert!(english("エラー: --time <秒> に「abc」は指定できません").is_none());
    assert!(english("  選べる値: solution, mate, shortest").is_none());
}

#[test]
fn the_help_of_every_command_is_japanese() {
    for name in COMMANDS {
        for flag in ["-h", "--help"] {
            let words: Vec<&str> = name.split_whitespace().chain([flag]).collect();
            let help = japanese(&words).good();
            assert_japanese(&words.join(" "), &help);
            assert!(help.contains("使い方: tsumugi"), "{words:?}\n{help}");
            assert!(help.contains("\nオプション:\n") && help.contains("\n例:\n"), "{words:?}\n{help}");
            for word in
                ["Usage:", "Options:", "Arguments:", "Commands:", "[default", "[possible", "Print"]
            {
                assert!(!help.contains(word), "{words:?}: {word}\n{help}");
            }
            // An example is as long as it is.
            let own = help.split("\n例:\n").next().unwrap();
            assert!(own.lines().all(|line| line.width() <= 100), "{words:?}\n{help}");
        }
    }
}

#[test]
fn every_option_of_the_english_help_is_in_the_japanese_one() {
    for name in COMMANDS {
        let words: Vec<&str> = name.split_whitespace().chain(["--help"]).collect();
        let options = |help: String| -> Vec<String> {
            let own =
                help.split("Examples:").next().unwrap().split("\n例:").next().unwrap().to_string();
            // The long help has its texts further in.
            let is_form = |line: &&str| line.starts_with("  -") || line.starts_with("      --");
            let name = |line: &str| {
                line.split(['<', ' ', '[']).find(|word| word.starts_with("-")).map(str::to_string)
            };
            own.lines().filter(is_form).filter_map(name).collect()
        };
        let (english, japanese) = (tsumugi(&words).good(), japanese(&words).good());
        let (mut english, mut japanese) = (options(english), options(japanese));
        english.sort();
        japanese.sort();
        assert_eq!(english, japanese, "{name}");
    }
}

#[test]
fn the_language_may_be_asked_for_anywhere_and_wins_over_the_locale() {
    let by_locale = japanese(&["solve", "--help"]).good();
    for words in [
        &["--lang", "ja", "solve", "--help"][..],
        &["solve", "--help", "--lang=ja"],
        &["solve", "--lang", "ja", "-h", "--help"],
    ] {
        let asked = tsumugi(words).good();
        assert!(asked.starts_with(by_locale.lines().next().unwrap()), "{words:?}\n{asked}");
    }
    assert_eq!(
        japanese(&["--lang", "en", "perft", "--help"]).good(),
        tsumugi(["perft", "--help"]).good()
    );
    let by_lang = |variable: &str| {
        let mut command = command();
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG").env(variable, JAPAN);
        outcome(command.args(["show", "nothing.kif"]).output().unwrap()).stderr
    };
    for variable in ["LANG", "LC_MESSAGES", "LC_ALL"] {
        assert!(
            by_lang(variable).starts_with("エラー: nothing.kif: そのようなファイルはありません"),
            "{variable}"
        );
    }
}

/// Runs something wrong: it must be refused with code 2, in Japanese, and say this.
#[track_caller]
fn refused(args: &[&str], said: &str) {
    let outcome = japanese(args);
    let text = format!("{}{}", outcome.stderr, outcome.stdout);
    assert_eq!(outcome.code, 2, "{args:?}\n{text}");
    assert!(outcome.stderr.contains(said), "{args:?}: {said} is missing in\n{text}");
    assert_japanese(&args.join(" "), &outcome.stderr);
    assert_eq!(tsumugi(args).code, 2, "{args:?}");
}

#[test]
fn a_wrong_command_line_is_refused_in_japanese() {
    for (line, said) in [
        ("solve", "次の引数が必要です: <問題>..."),
        ("convert x", "次の引数が必要です: --to <形式>"),
        ("sovle", "「sovle」というコマンドはありません"),
        ("sovle", "ヒント: 「solve」ではありませんか"),
        ("solve x --foo", "「--foo」という引数はありません"),
        ("solve x --qestion mate", "ヒント: 「--question」ではありませんか"),
        ("solve x --time", "--time <秒> には値が必要です"),
        ("solve x --time soon", "--time <秒> に「soon」は指定できません: 秒数を指定してください"),
        ("solve x --threads 0", "1から256までの整数を指定してください"),
        ("solve x --nodes many", "0以上の整数を指定してください"),
        ("solve x --nodes 99999999999999999999", "数が大きすぎます"),
        ("solve x --question why", "選べる値: solution, mate, shortest, line, brinkmate"),
        ("solve x --option speed", "「名前=値」の形で指定してください"),
        ("solve x --option speed=9", "そのような設定はありません"),
        ("solve x --at noon", "手数か、start、endを指定してください"),
        ("solve x --tries", "次の引数が必要です: --tree [<深さ>]"),
        ("solve x --threads 2 --threads 3", "--threads <数> は2度指定できません"),
        ("solve x --lang fr", "選べる値: ja, en"),
        ("solve x --engine pn", "tsumugiの探索はdfpnだけです"),
        ("solve x --question brinkmate --format usi", "--format usi は --question mate で使います"),
        ("solve x --question mate --explain", "--explain は --question solution か line で使います"),
        ("solve x y --certificate z", "--certificate は1題ずつ使ってください"),
        (
            "perft startpos --depth 1 --play-all --checks",
            "--play-all は --checks と同時に指定できません",
        ),
        ("bench --quick=3", "--quick に「3」は余分です"),
        ("show x --ply soon", "手数かlastを指定してください"),
        ("helpmate x --resume", "次の引数が必要です: --spill <フォルダ>"),
        ("helpmate x --device cuda", "--device は --engine gpu と一緒に使います"),
        ("helpmate x --format usi", "--format usi はsolveでだけ使えます"),
        ("serve --host home", "IPアドレスを指定してください"),
        ("serve --token short", "英数字と -._~ で8文字以上を指定してください"),
        ("serve --host 0.0.0.0", "--token が必要です"),
        ("batch x --out results.txt", ".sqlite か .jsonl で終わらせてください"),
        ("batch x --out results.jsonl --shard 9/8", "i/n の形で指定してください"),
        ("census bare-king --out x --squares 99z", "筋と段を指定してください"),
        ("stats nothing.sqlite", "nothing.sqlite を読めません: 見つかりません"),
        ("stats Cargo.toml", "結果のデータベースではありません"),
        ("train", "tsumugi-labのコマンドです"),
        ("completions", "次の引数が必要です: <シェル>"),
    ] {
        refused(&line.split(' ').collect::<Vec<_>>(), said);
    }
}

#[test]
fn a_position_that_cannot_be_read_is_refused_in_japanese() {
    for (text, place, said) in [
        ("", "1番目の引数", "何も書かれていません"),
        ("hello", "1番目の引数", "「hello」というファイルはなく、局面としても読めません"),
        ("nothing.kif", "1番目の引数", "nothing.kif: そのようなファイルはありません"),
        ("4k4/9/9/9 b - 1", "10文字目", "盤面は9段ですが、4段しかありません"),
        ("4k4/9/9/9/9/9/9/9/8 b - 1", "20文字目", "この段は8マスで終わっています"),
        ("4x4/9/9/9/9/9/9/9/9 b - 1", "2文字目", "「x」という駒はありません"),
        ("4k4/9/9/9/9/9/9/9/9", "20文字目", "手番がありません"),
        ("4k4/9/9/9/9/9/9/9/9 b K 1", "23文字目", "「K」は持駒になりません"),
        ("4k4/9/9/9/9/9/9/9/9 b - one", "25文字目", "手数は数字で書きます"),
        ("position startpos moves 7g7", "28文字目", "指し手が途中で終わっています"),
        ("position startpos moves 5e5d", "25文字目", "５五に手番の側の駒がありません"),
        ("position startpos moves 7g7f+", "25文字目", "７七の駒はこの手では成れません"),
        ("position startpos moves P*5e", "25文字目", "持駒に歩がありません"),
        ("https://example.com/", "1番目の引数", "アドレスに盤面が入っていません"),
        ("~0.!!!.", "4文字目", "36進数"),
        ("9/9/9/9/9/9/9/9/9 b - 1", "1番目の引数", "玉がありません"),
        ("4k4/9/9/9/9/9/9/9/9 b 19P 1", "1番目の引数", "歩が多すぎます（19枚/18枚）"),
        ("P3k4/9/9/9/9/9/9/9/9 b - 1", "1番目の引数", "行き所のない先手の歩があります（９一）"),
        (
            "4k4/4P4/9/9/9/9/9/9/9 b - 1",
            "1番目の引数",
            "先手の手番なのに後手の玉（５一）に王手がかかっています",
        ),
    ] {
        refused(&["show", text], said);
        assert!(japanese(&["show", text]).stderr.contains(place), "{text}: {place}");
    }
}

#[test]
fn the_caret_stands_below_its_column_among_wide_letters() {
    let scratch = Scratch::new("japanese-carets");
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六猫(77)\n";
    let file = scratch.file("cat.kif", kif);
    let outcome = japanese(&["show", file.to_str().unwrap()]);
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert!(lines[0].starts_with("エラー: 駒の名前が必要です"), "{}", outcome.stderr);
    assert!(lines[1].ends_with("cat.kif:3:8"), "{}", outcome.stderr);
    let cat = lines[3].split('猫').next().unwrap().width();
    assert_eq!(lines[4].split('^').next().unwrap().width(), cat, "{}", outcome.stderr);
    assert!(lines[4].ends_with("^^"), "{}", outcome.stderr);
}

#[test]
fn files_that_cannot_be_read_or_written_are_reported_in_japanese() {
    let scratch = Scratch::new("japanese-files");
    let path = |name: &str| scratch.join(name).to_str().unwrap().to_string();
    let folder = scratch.path().to_str().unwrap().to_string();
    let certificate = scratch.file("bad.cert", "tsumugi certificate 1\nproblem nonsense\n");
    let list = scratch.file("list.sfen", "4k4/9/4P4/9/9/9/9/9/9 b G 1\nbad\n");
    let csa = scratch.file("bad.csa", "V2.2\nPI\n+\n+5554FU\n");
    refused(&["show", &folder], "フォルダです");
    refused(&["convert", HEAD_GOLD, "--to", "kif", "--output", &path("no/such/a.kif")], "に書けません");
    refused(&["verify", HEAD_GOLD, &path("nothing.cert")], "を読めません: 見つかりません");
    refused(&["solve", HEAD_GOLD, "--certificate", &path("no/such/a.cert")], "に書けません");
    refused(&["convert", list.to_str().unwrap(), "--to", "sfen"], "いずれでもありません");
    refused(&["show", csa.to_str().unwrap()], "５五に手番の側の駒がありません");
    let rejected = japanese(&["verify", HEAD_GOLD, certificate.to_str().unwrap()]);
    assert_eq!((rejected.code, rejected.stderr.as_str()), (1, ""), "{rejected:?}");
    assert!(rejected.stdout.starts_with("却下: 2行目: 問題が読めません: "), "{rejected:?}");
    assert_japanese("verify", &rejected.stdout);
}

#[test]
fn answers_are_japanese() {
    let scratch = Scratch::new("japanese-answers");
    let list = scratch.file("list.sfen", format!("{HEAD_GOLD}\n"));
    let (list, results) = (list.to_str().unwrap(), scratch.join("results.sqlite"));
    let results = results.to_str().unwrap();
    for (args, said) in [
        (&["solve", HEAD_GOLD][..], "まで1手で詰み"),
        (&["solve", "position sfen 4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*4b 5a6a"], "2手後の局面: "),
        (&["solve", "4k4/9/9/9/9/9/9/9/9 b G 1"], "不詰"),
        (&["helpmate", "4k4/9/9/9/9/9/9/9/9 b G 1"], "協力詰"),
        (&["check", HEAD_GOLD], "完全作"),
        (&["mend", HEAD_GOLD, "--hash", "16"], "直すところはありません"),
        (&["show", HEAD_GOLD], "先手番"),
        (&["bench", "--quick"], "固定の問題"),
        (&["batch", list, "--out", results], "今回: 解答1"),
        (&["stats", results], "展開局面"),
    ] {
        let outcome = japanese(args);
        assert!(outcome.stdout.contains(said), "{args:?} {outcome:?}");
        // The problems of `bench` have names.
        let named = |line: &&str| args[0] != "bench" || !line.starts_with("  ");
        let text: Vec<&str> = outcome.stdout.lines().filter(named).collect();
        assert_japanese(&args.join(" "), &text.join("\n"));
    }
}

#[test]
fn what_programs_read_does_not_depend_on_the_language() {
    for args in [
        &["show", HEAD_GOLD, "--format", "json"][..],
        &["convert", HEAD_GOLD, "--to", "kif"],
        &["perft", "startpos", "--depth", "2"],
        &["verify", HEAD_GOLD, "nothing.cert", "--format", "json"],
        &["solve", "bad bad", "--format", "json"],
    ] {
        assert_eq!(japanese(args).stdout, tsumugi(args).stdout, "{args:?}");
    }
}
