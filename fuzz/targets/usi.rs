//! What a USI user interface may send, line by line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::in_order;
use tsumugi_notation::usi::{Command, PositionLine, moves_of, parse};
use tsumugi_shogi::Color;

fuzz_target!(|text: &str| {
    for line in text.lines() {
        match parse(line) {
            Command::Position(line) => {
                if let Err(why) = PositionLine::parse(line) {
                    in_order(&why);
                }
            }
            Command::Tree(line) => {
                if let Err(why) = moves_of(line) {
                    in_order(&why);
                }
            }
            Command::Go(Ok(go)) | Command::PonderHit(Some(go)) => {
                Color::ALL.into_iter().for_each(|side| drop(go.time_for(side)))
            }
            Command::Go(Err(bad)) => in_order(&bad.why),
            _ => {}
        }
    }
});
