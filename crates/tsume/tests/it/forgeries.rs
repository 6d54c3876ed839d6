//! Certificates that the solver wrote, each with one thing changed at random. The verifier must reject them; what it
//! accepts must be harmless, as judged here by searching again with the fast rules.
//!
//! 15 certificates with 20 changes each by default; `TSUMUGI_FORGERIES=200` for more, `TSUMUGI_SEED` for others. With
//! `TSUMUGI_PROVED=proof/check`, an absolute path, the proved checker must say the same of every one.

use std::collections::BTreeMap;
use std::process::Command;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{self as andor, Limits, Options, Resources, Rules, Table, drive};
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_shogi::{Color, Hand, Move, MoveList, Setup};
use tsumugi_testkit::{Scratch, number};
use tsumugi_tsume::certificate::read;
use tsumugi_tsume::{AttackerHand, Problem, Settings, Solver, TsumeGame, Verdict, solve};
use tsumugi_verify::verify;

/// A certificate with at least two claims.
fn certified(style: Style, seed: u64) -> Option<(Problem, String)> {
    let problem = Problem::new(position_of(style, seed));
    let limits = Limits { claims: 500, ..Limits::expansions(3_000) };
    let settings = Settings { bytes: 1 << 22, ..Settings::default() };
    let certificate = solve(&problem, &settings, &limits, &mut ()).certificate?;
    (certificate.lines().count() > 6).then_some((problem, certificate))
}

/// A certificate of a shortest mate in which something is said about shorter ones.
fn certified_shortest(style: Style, seed: u64) -> Option<(Problem, String)> {
    let problem = Problem::new(position_of(style, seed));
    let limits = Limits { claims: 500, ..Limits::expansions(3_000) };
    let mut solver = Solver::new(Settings { bytes: 1 << 22, ..Settings::default() });
    let certificate = solver.shortest(&problem, &limits, &mut ()).certificate?;
    (certificate.contains("\ns ") || certificate.contains("\nS ")).then_some((problem, certificate))
}

/// A change: what it is called, the text after it, and the claim it made, if that is new.
type Change = (&'static str, String, Option<(usize, String)>);

/// The lines of a certificate with the games at the positions of the claims.
struct Scene {
    lines: Vec<String>,
    /// For each line the game at its position; none for lines that are no claims.
    games: Vec<Option<TsumeGame>>,
}

impl Scene {
    fn new(problem: &Problem, text: &str) -> Scene {
        let lines: Vec<String> = text.lines().map(str::to_string).collect();
        let mut found = Vec::new();
        read(problem, text, &mut |game, _| found.push(game.clone())).unwrap();
        let mut found = found.into_iter();
        let is_claim =
            |line: &str| line.starts_with(['w', 'W', 'h', 'H', 's', 'S']) && line.contains(' ');
        let games = lines.iter().enumerate();
        let games = games.map(|(i, line)| (i > 3 && is_claim(line)).then(|| found.next().unwrap()));
        let games = games.collect();
        assert!(found.next().is_none());
        Scene { lines, games }
    }

    /// The places of the claims.
    fn claims(&self) -> Vec<usize> {
        (0..self.lines.len()).filter(|&i| self.games[i].is_some()).collect()
    }
}

/// Where the move of a claim stands.
fn move_at(words: &[&str]) -> usize {
    if words[0].eq_ignore_ascii_case("h") { 2 } else { 3 }
}

/// Changes one thing. The count at the end stays right.
fn change(scene: &Scene, other: &str, random: &mut Random) -> Change {
    let Scene { lines, .. } = scene;
    let claims = scene.claims();
    let i = random.pick(&claims);
    let replace = |i: usize, line: String| {
        let mut lines = lines.clone();
        lines[i] = line.clone();
        (join(&lines), Some((i, line)))
    };
    let words: Vec<&str> = lines[i].split(' ').collect();
    let with = |at: usize, word: &str| {
        let mut words = words.clone();
        words[at] = word;
        replace(i, words.join(" "))
    };
    let at = move_at(&words);
    let (name, (text, claim)) = match random.below(12) {
        0 => ("a move", with(at, &other_move(scene, i, random))),
        1 => ("a move of another claim", {
            let from: Vec<&str> = lines[random.pick(&claims)].split(' ').collect();
            with(at, from[move_at(&from)])
        }),
        2 => ("a hand", with(1, &other_hand(words[1], random))),
        3 => (
            "a number",
            match words[0] {
                "h" | "H" => replace(3, "claim mate 7".to_string()),
                _ => {
                    let plies: u32 = words[2].parse().unwrap();
                    with(2, &random.pick(&[plies + 2, plies.saturating_sub(2), plies + 1]).to_string())
                }
            },
        ),
        4 => ("a line dropped", {
            let mut lines = lines.clone();
            lines.remove(i);
            let last = lines.len() - 1;
            lines[last] = format!("end {}", claims.len() - 1);
            (join(&lines), None)
        }),
        5 => ("a line repeated", {
            let mut lines = lines.clone();
            lines.insert(i, lines[i].clone());
            let last = lines.len() - 1;
            lines[last] = format!("end {}", claims.len() + 1);
            (join(&lines), None)
        }),
        6 => (
            "another problem",
            (join(&[&[lines[0].clone(), other.to_string()], &lines[2..]].concat()), None),
        ),
        7 => ("the attacker", {
            let flipped = if lines[2] == "attacker black" { "white" } else { "black" };
            let mut lines = lines.clone();
            lines[2] = format!("attacker {flipped}");
            (join(&lines), None)
        }),
        8 if lines[3].starts_with("claim shortest") => ("the length", {
            let plies: u32 = lines[3].rsplit(' ').next().unwrap().parse().unwrap();
            let other = random.pick(&[plies + 2, plies - 2, plies + 1]);
            (replace(3, format!("claim shortest {other}")).0, None)
        }),
        9 => ("what is kept", {
            let letter = words[0];
            let small = letter.to_lowercase();
            let other = if letter == small { letter.to_uppercase() } else { small };
            (with(0, &other).0, None)
        }),
        _ => ("a reference", (other_reference(lines, random), None)),
    };
    (name, text, claim)
}

/// A reference more, less, or another one; in a line that has some, if there is one.
fn other_reference(lines: &[String], random: &mut Random) -> String {
    let has_some = |line: &&String| {
        let words: Vec<&str> = line.split(' ').collect();
        words.len() > move_at(&words) + 1
    };
    let last = lines.len() - 1;
    let some: Vec<usize> = (4..last).filter(|&i| has_some(&&lines[i])).collect();
    let mut lines = lines.to_vec();
    let i = if some.is_empty() { 4 + random.below(last - 4) } else { random.pick(&some) };
    let mut words: Vec<String> = lines[i].split(' ').map(str::to_string).collect();
    let first = if words[0].eq_ignore_ascii_case("h") { 3 } else { 4 }.min(words.len());
    let at = first + random.below((words.len() - first).max(1));
    let number = |word: &str| word.trim_end_matches('+').parse::<u32>().unwrap_or(1);
    match random.below(5) {
        0 if at < words.len() => drop(words.remove(at)),
        1 if at < words.len() => words[at].push('+'),
        2 if at < words.len() => words[at] = (number(&words[at]) + 1).to_string(),
        3 if at < words.len() => words[at] = number(&words[at]).saturating_sub(1).to_string(),
        _ => words.push("1".to_string()),
    }
    lines[i] = words.join(" ");
    join(&lines)
}

fn join(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Another legal move of the claim's position.
fn other_move(scene: &Scene, i: usize, random: &mut Random) -> String {
    let mut moves = MoveList::new();
    scene.games[i].as_ref().unwrap().position().legal_moves(&mut moves);
    let all: Vec<Move> = moves.iter().copied().collect();
    random.pick(&all).to_string()
}

/// One piece more or less.
fn other_hand(hand: &str, random: &mut Random) -> String {
    let mut counts = BTreeMap::new();
    let mut count = 0;
    for c in hand.chars().filter(|&c| c != '-') {
        match c.to_digit(10) {
            Some(digit) => count = count * 10 + digit,
            None => {
                counts.insert(c, count.max(1));
                count = 0;
            }
        }
    }
    let kind = random.pick(&['R', 'B', 'G', 'S', 'N', 'L', 'P']);
    let held = counts.entry(kind).or_insert(0);
    *held = if random.one_in(2) && *held > 0 { *held - 1 } else { *held + 1 };
    let mut text = String::new();
    for kind in ['R', 'B', 'G', 'S', 'N', 'L', 'P'] {
        match counts.get(&kind) {
            None | Some(0) => {}
            Some(1) => text.push(kind),
            Some(count) => text += &format!("{count}{kind}"),
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// Is the claim of a line true, by a search with the fast rules?
fn is_true(scene: &Scene, i: usize, claim: &str) -> bool {
    let words: Vec<&str> = claim.split(' ').collect();
    let mut game = scene.games[i].clone().unwrap();
    let setup: Setup = format!("9/9/9/9/9/9/9/9/9 b {} 1", words[1]).parse().unwrap();
    let hand = Hand::from_counts(setup.hands[Color::Black.index()]).unwrap();
    let Ok(m) = words[move_at(&words)].parse::<Move>() else { return false };
    if !game.set_resource(AttackerHand(hand)) || !game.position().is_legal(m) {
        return false;
    }
    game.play(m);
    let letter = words[0].to_ascii_lowercase();
    if letter == "h" {
        return search(&game) == andor::GameValue::Disproved;
    }
    let plies: u32 = words[2].parse().unwrap();
    if letter == "s" {
        return plies >= 2 && plies.is_multiple_of(2) && !is_won(&mut game, plies - 1);
    }
    let soon_enough = matches!(search(&game), andor::GameValue::Proved(rank) if rank < plies);
    game.position().in_check() && (soon_enough || is_lost(&mut game, plies - 1))
}

fn search(game: &TsumeGame) -> andor::GameValue {
    let table = std::sync::Arc::new(Table::with_bytes(1 << 24));
    drive(&mut Dfpn::new(game.clone(), Options::default(), table), &Limits::default(), &mut ()).verdict
}

/// Is the side to move mated within this many plies? By trying everything.
fn is_lost(game: &mut TsumeGame, plies: u32) -> bool {
    let mut replies = Vec::new();
    game.moves(&mut replies);
    replies.is_empty()
        || plies >= 2
            && replies.into_iter().all(|m| {
                game.play(m);
                let lost = is_won(game, plies - 1);
                game.undo();
                lost
            })
}

/// Does the attacker, to move, mate within this many plies?
fn is_won(game: &mut TsumeGame, plies: u32) -> bool {
    let mut checks = Vec::new();
    game.moves(&mut checks);
    plies >= 1
        && checks.into_iter().any(|m| {
            game.play(m);
            let won = is_lost(game, plies - 1);
            game.undo();
            won
        })
}

/// What the proved checker says, if `TSUMUGI_PROVED` names it.
fn proved_checker_accepts(sfen: &str, text: &str) -> Option<bool> {
    let program = std::env::var_os("TSUMUGI_PROVED")?;
    let scratch = Scratch::new("forgery");
    let path = scratch.file("forged.cert", text);
    let output = Command::new(program).arg(sfen).arg(path).output().expect("the proved checker");
    match output.status.code() {
        Some(0) => Some(true),
        Some(1) => Some(false),
        _ => panic!("{output:?}\n{sfen}\n{text}"),
    }
}

/// Certificates with what is changed in them, by the name of the change: how often it was rejected, and harmless.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, (u32, u32)>);

impl Tally {
    /// Changes a certificate twenty times.
    fn forge(&mut self, problem: &Problem, text: &str, other: &str, random: &mut Random) {
        let sfen = problem.position().to_sfen();
        assert!(verify(&sfen, text).is_ok(), "{text}");
        let scene = Scene::new(problem, text);
        for _ in 0..20 {
            let mut changes = std::iter::repeat_with(|| change(&scene, other, random));
            let Some((name, forged, claim)) = changes.find(|(_, forged, _)| forged != text) else {
                return;
            };
            let (rejected, harmless) = self.0.entry(name).or_default();
            let accepted = verify(&sfen, &forged).is_ok();
            if let Some(said) = proved_checker_accepts(&sfen, &forged) {
                assert_eq!(said, accepted, "{name}: {sfen}\n{forged}");
            }
            if !accepted {
                *rejected += 1;
                continue;
            }
            *harmless += 1;
            match &claim {
                Some((i, claim)) => assert!(is_true(&scene, *i, claim), "{name}: {claim}\n{forged}"),
                // The problem is the same, and so is what is proved about it, which is true.
                None => assert_eq!(forged.lines().nth(3), text.lines().nth(3), "{name}: {forged}"),
            }
        }
    }

    /// Prints it; how many changes were rejected, and how many harmless.
    fn sum(&self) -> (u32, u32) {
        for (name, (rejected, harmless)) in &self.0 {
            println!("  {name}: {rejected} rejected, {harmless} harmless");
        }
        self.0.values().fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
    }
}

const STYLES: [Style; 3] = [Style::Tsume, Style::TwoKings, Style::Walled];
const OTHER: &str = "problem 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

#[test]
fn one_change_is_noticed_or_harmless() {
    let most = number("TSUMUGI_FORGERIES", 15);
    let mut tally = Tally::default();
    let (mut done, mut mates) = (0, 0);
    let mut other = OTHER.to_string();
    for seed in number("TSUMUGI_SEED", 0).. {
        if done == most {
            break;
        }
        let Some((problem, text)) = certified(STYLES[seed as usize % 3], seed / 3) else { continue };
        let is_mate = text.contains("\nclaim mate");
        // Mates are rarer than no-mates: as many of the one as of the other.
        if !is_mate && (done - mates) * 2 >= most {
            continue;
        }
        tally.forge(&problem, &text, &other, &mut Random::new(seed));
        other = text.lines().nth(1).unwrap_or_default().to_string();
        done += 1;
        mates += u64::from(is_mate);
    }
    let (rejected, harmless) = tally.sum();
    println!("{done} certificates, {mates} of mates: {rejected} changes rejected, {harmless} harmless");
    assert!(rejected > harmless * 3 && mates * 4 > done);
}

#[test]
fn one_change_to_a_shortest_mate_is_noticed_or_harmless() {
    let most = number("TSUMUGI_FORGERIES", 15) as usize;
    let mut tally = Tally::default();
    let seeds = number("TSUMUGI_SEED", 0)..;
    let certificates =
        seeds.filter_map(|seed| Some((seed, certified_shortest(STYLES[seed as usize % 3], seed / 3)?)));
    for (seed, (problem, text)) in certificates.take(most) {
        tally.forge(&problem, &text, OTHER, &mut Random::new(seed));
    }
    let (rejected, harmless) = tally.sum();
    println!("{most} certificates: {rejected} changes rejected, {harmless} harmless");
    assert!(rejected > harmless * 2 && tally.0.contains_key("the length"));
}

/// The verdict of the problem is what the certificate of it says.
#[test]
fn the_forger_begins_with_true_certificates() {
    let (problem, text) = (0..).find_map(|seed| certified(Style::Tsume, seed)).unwrap();
    let answer = solve(
        &problem,
        &Settings { bytes: 1 << 22, ..Settings::default() },
        &Limits::default(),
        &mut (),
    );
    assert_eq!(answer.verdict == Verdict::NoMate, text.contains("claim nomate"));
    let scene = Scene::new(&problem, &text);
    for i in scene.claims().into_iter().take(20) {
        assert!(is_true(&scene, i, &scene.lines[i]), "{}", scene.lines[i]);
    }
}
