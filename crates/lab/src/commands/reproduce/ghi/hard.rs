//! The hard no-mates of both books, one by one: where the paper saw its gap.

use super::way;
use crate::args::Trials;
use crate::commands::reproduce::collection::Case;
use crate::commands::reproduce::trials::{Effort, Plan, Results, Trial, Way};
use crate::render::table::table;
use crate::report::{Failure, Report};
use tsumugi_andor::PaperOptions;
use tsumugi_andor::options::Ghi;

/// Minutes for the no-mates.
const PLAN: Plan =
    Plan { lists: &["zuko.tsv", "muso.tsv"], nodes: (5_000_000, 200_000), few: usize::MAX };

/// Diagrams of both books without a mate, by their names up to the end of what stands here.
const HARD: [&str; 7] = [
    "将棋図巧 第73番 (原図",
    "将棋無双 第6番 (原図",
    "将棋無双 第37番",
    "将棋無双 第40番 (原図",
    "将棋無双 第73番 (原図",
    "将棋無双 第88番",
    "将棋無双 第89番 (不詰",
];

/// The problems, the effort and the options.
pub fn asked(args: &Trials) -> Result<(Vec<Case>, Effort, PaperOptions), Failure> {
    let (mut cases, effort, base) = PLAN.asked(args)?;
    cases.retain(|case| HARD.iter().any(|name| case.name.starts_with(name)));
    if cases.is_empty() {
        return Err(Report::english("none of the hard no-mates is in these lists").into());
    }
    Ok((cases, effort, base))
}

/// The two programs of the paper: all else as in `kishimoto04` too.
pub fn programs() -> Vec<Way> {
    let theirs = PaperOptions::presets().into_iter().filter(|preset| preset.name == "kishimoto04");
    let both = [("nagai, 2004", Ghi::Nagai), ("twin, 2004", Ghi::Twin)];
    theirs.flat_map(|preset| both.map(|(name, ghi)| way(name, ghi, preset.options, false))).collect()
}

/// Every problem with what each way took for it.
pub fn one_by_one(results: &Results) -> String {
    let head: Vec<&str> = std::iter::once("").chain(results.ways.iter().map(|way| way.name)).collect();
    let cell = |trial: &Trial| match trial.answer() {
        Some(true) => format!("mate {}", trial.stats.expansions),
        Some(false) => trial.stats.expansions.to_string(),
        None => "open".to_string(),
    };
    let row = |(i, case): (usize, &Case)| {
        let cells = results.trials.iter().map(|trials| trials[i].as_ref().map_or(String::new(), cell));
        std::iter::once(case.short_name().to_string()).chain(cells).collect::<Vec<String>>()
    };
    let rows: Vec<_> = results.cases.iter().enumerate().map(row).collect();
    table("No mate: expansions", &head, &rows)
}
