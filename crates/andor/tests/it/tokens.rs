//! Engines on a game with a resource.

use std::sync::Arc;
use tsumugi_andor::engines::cstar::{Cstar, CstarOptions};
use tsumugi_andor::engines::pn::{Pn, PnOptions};
use tsumugi_andor::engines::pn2::{Pn2, Pn2PaperOptions};
use tsumugi_andor::toy::tokens::{Board, TokenGame};
use tsumugi_andor::{GameValue, Limits, PaperOptions, Search, StopReason, drive};

#[test]
fn answers_are_right_with_resources_and_with_dominated_repetitions() {
    let mut open = 0;
    let mut roots = 0;
    for seed in 0..1500 {
        let board = Arc::new(Board::random(6 + seed as usize % 20, seed));
        let truth = board.truth();
        let amounts = board.amounts();
        for place in 0..board.len() {
            let i = (seed as usize + place) % amounts.len();
            let game = TokenGame::new(board.clone(), place, amounts[i]);
            let truth = truth[place][i];
            for dominance in [false, true] {
                let options = PaperOptions { dominance, ..PaperOptions::plain() };
                let second =
                    Pn2PaperOptions { half: 40.0, slope: 10.0, least: 4, ..Pn2PaperOptions::default() };
                let engines: [Box<dyn Search>; 3] = [
                    Box::new(Pn::new(game.clone(), &options, PnOptions::default())),
                    Box::new(Pn2::new(game.clone(), &options, second)),
                    Box::new(Cstar::new(game.clone(), &options, CstarOptions::default())),
                ];
                for (i, mut engine) in engines.into_iter().enumerate() {
                    let verdict = drive(&mut *engine, &Limits::expansions(10_000), &mut ()).verdict;
                    let right = match verdict {
                        GameValue::Proved(length) => truth.is_some_and(|rank| length >= rank),
                        GameValue::Disproved => truth.is_none(),
                        GameValue::Unknown(StopReason::GaveUp) => truth.is_none() && i == 2,
                        GameValue::Unknown(reason) => reason == StopReason::Nodes && i < 2,
                    };
                    open += u32::from(verdict.answer().is_none() && i < 2);
                    roots += 1;
                    assert!(
                        right,
                        "seed {seed}, place {place}, {dominance}, engine {i}: {verdict:?}, truth {truth:?}"
                    );
                }
            }
        }
    }
    println!("{open} of {roots} open");
    assert!(open < roots / 50);
}
