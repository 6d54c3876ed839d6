//! The problems that the programs are given: from lists, or else the one that the paper prints and boards of our own.

use super::paper::FIGURE_3;
use crate::args::HelpmateTables;
use crate::commands::reproduce::collection;
use crate::report::Report;
use tsumugi_helpmate::{Conditions, Engine, Limits, Problem, Settings, Verdict, solve};
use tsumugi_shogi::random::{Random, place};
use tsumugi_shogi::{Color, HandKind, Kind, Piece, Setup};

/// A problem with its stated length.
pub struct Case {
    pub name: String,
    pub problem: Problem,
    pub plies: u32,
}

/// A king on an open board, which a pawn in hand is to mate: a name, the problem and its plies.
const OPEN: [(&str, &str, u32); 3] = [
    ("open board, gold", "9/9/9/8k/9/9/9/9/1g7 b P 1", 37),
    ("open board, silver", "9/9/9/9/9/8k/9/9/s8 b P 1", 45),
    ("open board, gold in the corner", "9/9/9/9/9/9/9/k8/8g b P 1", 49),
];

/// Boards of our own, how short their mates may be, and what it may take to find out.
const BOARDS: usize = 12;
const FEWEST_PLIES: u32 = 11;
const EFFORT: u64 = 400_000;

/// The problems with a stated length that is not in doubt, the shortest first; and are they those there are without lists?
pub fn load(args: &HelpmateTables) -> Result<(Vec<Case>, bool), Report> {
    let listed = !args.problems.is_empty() || std::env::var_os("TSUMUGI_PROBLEMS").is_some();
    let mut cases = if listed { lists(args)? } else { ours()? };
    cases.sort_by_key(|case| case.plies);
    if cases.is_empty() {
        return Err(Report::english("there are no problems with a length in these lists"));
    }
    Ok((cases, !listed))
}

fn lists(args: &HelpmateTables) -> Result<Vec<Case>, Report> {
    let mut cases = Vec::new();
    for problem in collection::read(&args.problems, &["helpmate.tsv"])? {
        let Some(plies) = problem.rest.first().and_then(|text| text.parse().ok()) else { continue };
        let name = problem.name.unwrap_or_else(|| problem.place.to_string());
        // An incomplete set of pieces comes with a remark in brackets, and with a shorter solution.
        if !name.contains('[') {
            let at = |report: Report| report.at(problem.place.clone());
            cases.push(case(name, &problem.record.setup, plies).map_err(at)?);
        }
    }
    Ok(cases)
}

/// What there is without any list.
fn ours() -> Result<Vec<Case>, Report> {
    let mut cases = open_boards()?;
    let (name, sfen, plies) = FIGURE_3;
    cases.push(written(name, sfen, plies)?);
    cases.extend(drawn(BOARDS));
    Ok(cases)
}

/// The open boards.
pub fn open_boards() -> Result<Vec<Case>, Report> {
    OPEN.into_iter().map(|(name, sfen, plies)| written(name, sfen, plies)).collect()
}

fn written(name: &str, sfen: &str, plies: u32) -> Result<Case, Report> {
    let setup = sfen.parse().map_err(|error| Report::english(format!("{name}: {error}")))?;
    case(name.to_string(), &setup, plies)
}

fn case(name: String, setup: &Setup, plies: u32) -> Result<Case, Report> {
    let conditions = Conditions { plies: Some(plies), ..Conditions::default() };
    let problem = Problem::from_setup(setup, conditions)
        .map_err(|error| Report::english(format!("{name}: {error}")))?;
    Ok(Case { name, problem, plies })
}

/// `count` random boards with a helpmate that is not too short: those with the lowest numbers.
fn drawn(count: usize) -> impl Iterator<Item = Case> {
    let found = (0..).filter_map(|seed| {
        let setup = board(&mut Random::new(seed));
        let problem = Problem::from_setup(&setup, Conditions::default()).ok()?;
        let plies = length(&problem).filter(|&plies| plies >= FEWEST_PLIES)?;
        case(format!("board {seed}"), &setup, plies).ok()
    });
    found.take(count)
}

/// A king, one or two pieces beside it, and one or two in the attacker's hand.
fn board(random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = Color::Black;
    place(&mut setup, Piece::new(Color::White, Kind::King), random);
    for _ in 0..=random.below(2) {
        let (kind, color) = (random.pick(&HandKind::ALL), random.pick(&Color::ALL));
        place(&mut setup, Piece::new(color, kind.kind()), random);
    }
    for _ in 0..=random.below(2) {
        // A pawn every other time: it mates last.
        let kind = if random.one_in(2) { HandKind::Pawn } else { random.pick(&HandKind::ALL) };
        setup.hands[Color::Black.index()][kind.index()] += 1;
    }
    setup
}

/// The length of the shortest helpmate, by another engine than the programs of the paper.
fn length(problem: &Problem) -> Option<u32> {
    let settings = Settings { engine: Engine::Layers, count: false, ..Settings::default() };
    let limits = Limits { expansions: EFFORT, ..Limits::default() };
    match solve(problem, &settings, &limits, None, &mut ()).verdict {
        Verdict::Mate(plies) => Some(plies),
        _ => None,
    }
}
