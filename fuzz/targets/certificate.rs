//! Certificates: whatever the text, nothing untrue is verified.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsumugi_fuzz::in_order;
use tsumugi_verify::{Proved, verify};

/// Problems whose answers are known: the length of the shortest mate, if there is one.
const KNOWN: [(&str, Option<u32>); 3] = [
    ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", Some(1)),
    ("9/8k/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", Some(3)),
    ("4k4/9/9/9/9/9/9/9/9 b N2r2b4g4s3n4l18p 1", None),
];

fuzz_target!(|text: &str| {
    for (problem, truth) in KNOWN {
        match verify(problem, text) {
            Ok(verified) => match (verified.claim, truth) {
                (Proved::Mate(plies), Some(least)) => assert!(plies >= least, "{problem}: {plies}"),
                (Proved::Shortest(plies), Some(least)) => assert_eq!(plies, least, "{problem}"),
                // A brinkmate of a ply is a mate, and a knight alone has neither.
                (Proved::Brinkmate(plies), Some(least)) => assert!(plies >= least, "{problem}: {plies}"),
                (Proved::NoMate | Proved::NoBrinkmate, None) => {}
                (claim, _) => panic!("{problem}: {claim:?}"),
            },
            Err(fault) => in_order(&fault),
        }
    }
});
