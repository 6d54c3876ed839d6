//! `tsumugi-lab train tune`: other constants for the hand-made guess.

use super::examples;
use crate::args::TrainTune;
use crate::commands::spread::spread;
use crate::exit::Exit;
use crate::output;
use crate::report::Failure;
use crate::stop::Stop;
use crate::terminal::Progress;
use std::time::Duration;
use tsumugi_learn::tune::{Constants, NAMES, effort, tune};
use tsumugi_tsume::TsumeGame;

/// Tunes on problems of the training split, prints the constants.
pub fn run(args: &TrainTune) -> Result<Exit, Failure> {
    let lessons = examples::lessons(&args.problems, Some(args.limit))?;
    let games: Vec<TsumeGame> =
        lessons.into_iter().map(|lesson| TsumeGame::new(lesson.position, lesson.attacker)).collect();
    let stop = Stop::on_interrupt();
    let mut progress = Progress::after(Duration::ZERO);
    let all = |constants: &Constants| {
        let one = |i: usize| effort(&games[i..=i], constants, args.nodes);
        let efforts = spread(games.len(), args.threads, one, |_| true);
        efforts.into_iter().flatten().sum::<f64>() / games.len().max(1) as f64
    };
    let before = all(&Constants::USUAL);
    let best = tune(args.trials, all, |trial, least, _| {
        progress
            .tell(|| format!("{trial} of {}: {:.3} of the moves", args.trials, (least - before).exp()));
        !stop.asked()
    });
    drop(progress);
    let ratio = (all(&best) - before).exp();
    let mut text = format!("{:.3} of the moves on {} problems\n", ratio, games.len());
    for ((name, usual), tuned) in NAMES.iter().zip(Constants::USUAL.0).zip(best.0) {
        text += &format!("{name}: {usual} → {tuned}\n");
    }
    output::to_stdout(text.as_bytes())?;
    Ok(Exit::Yes)
}
