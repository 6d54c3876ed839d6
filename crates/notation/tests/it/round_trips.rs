//! What is written reads back; and no reader panics, whatever it is given.

use crate::record_support::record;
use proptest::prelude::*;
use tsumugi_notation::{
    Ending, Format, Record, csa, jkf, position_command, read_all, sniff, svg, text, urls, usen, write,
};
use tsumugi_shogi::random::Random;

/// Endings that every format has a word for.
const COMMON: [Ending; 4] = [Ending::Resign, Ending::TimeUp, Ending::Impasse, Ending::Interrupted];

fn all_endings() -> Vec<Ending> {
    let mut all = COMMON.to_vec();
    all.extend([
        Ending::Mate,
        Ending::NoMate,
        Ending::Repetition,
        Ending::IllegalWin,
        Ending::IllegalLoss,
        Ending::Declaration,
        Ending::Other("MATTA".to_string()),
    ]);
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn csa_keeps_all_but_variations(seed: u64) {
        let record = record(&mut Random::new(seed), false, true, &all_endings());
        let text = csa::write(&record).unwrap();
        prop_assert_eq!(sniff(&text), Some(Format::Csa), "{}", text);
        let back = csa::read(&text).unwrap();
        prop_assert!(back.is_same_as(&record), "{}", text);
    }

    #[test]
    fn csa_of_a_tree_is_its_main_line(seed: u64) {
        let record = record(&mut Random::new(seed), true, true, &all_endings());
        let back = csa::read(&csa::write(&record).unwrap()).unwrap();
        prop_assert_eq!(back.main_line(), record.main_line());
        prop_assert!(!back.has_variations());
    }

    #[test]
    fn jkf_keeps_everything(seed: u64) {
        let record = record(&mut Random::new(seed), true, true, &all_endings());
        let text = jkf::write(&record).unwrap();
        prop_assert_eq!(sniff(&text), Some(Format::Jkf));
        prop_assert!(jkf::read(&text).unwrap().is_same_as(&record), "{}", text);
    }

    #[test]
    fn usen_keeps_the_tree(seed: u64) {
        let record = record(&mut Random::new(seed), true, false, &COMMON);
        let text = usen::write(&record).unwrap();
        prop_assert_eq!(sniff(&text), Some(Format::Usen), "{}", text);
        prop_assert!(usen::read(&text).unwrap().is_same_as(&record), "{}", text);
        let url = urls::write(&record, urls::Site::ShogiHome).unwrap();
        prop_assert_eq!(sniff(&url), Some(Format::Url));
        prop_assert!(urls::read(&url).unwrap().is_same_as(&record), "{}", url);
    }

    #[test]
    fn lines_of_moves_survive_position_commands_and_urls(seed: u64) {
        let record = record(&mut Random::new(seed), false, false, &[]);
        let text = position_command::write(&record);
        prop_assert!(position_command::read(&text).unwrap().is_same_as(&record), "{}", text);
        for site in urls::Site::ALL {
            let url = urls::write(&record, site).unwrap();
            prop_assert!(urls::read(&url).unwrap().is_same_as(&record), "{}", url);
        }
    }

    #[test]
    fn every_format_comes_back_through_the_one_door(seed: u64) {
        let record = record(&mut Random::new(seed), false, false, &[]);
        // KI2 names moves by how pieces go; ours here go anywhere.
        for format in Format::ALL.into_iter().filter(|&format| format != Format::Ki2) {
            let text = write(&record, format).unwrap();
            let problems = read_all(None, text.as_bytes(), None).unwrap();
            prop_assert_eq!(problems.len(), 1);
            let problem = problems[0].as_ref().unwrap();
            let bare = Record::new(record.setup.clone());
            let wanted = if format == Format::Sfen { &bare } else { &record };
            prop_assert!(problem.record.is_same_as(wanted), "{:?}: {}", format, text);
        }
    }

    #[test]
    fn noise_is_refused_without_panic(text: String) {
        read_everything(&text);
    }

    #[test]
    fn damaged_texts_are_refused_without_panic(seed: u64, edits in 1usize..8) {
        let mut random = Random::new(seed);
        let record = record(&mut random, true, true, &all_endings());
        for format in Format::ALL {
            let Ok(text) = write(&record, format) else { continue };
            read_everything(&damage(&mut random, &text, edits));
        }
    }

    #[test]
    fn noise_in_bytes_is_refused_without_panic(bytes: Vec<u8>) {
        for format in Format::ALL.map(Some).into_iter().chain([None]) {
            let _ = read_all(Some("x.sfen"), &bytes, format);
        }
    }

    #[test]
    fn pictures_are_well_formed(seed: u64, title: String) {
        let setup = crate::record_support::setup(&mut Random::new(seed));
        let options = svg::SvgOptions { title: Some(title), ..svg::SvgOptions::default() };
        let text = svg::svg(&setup, &options);
        let tags = text.matches('<').count();
        prop_assert_eq!(tags, text.matches('>').count());
        prop_assert!(text.trim_end().ends_with("</svg>"));
    }
}

/// Changes some characters.
fn damage(random: &mut Random, text: &str, edits: usize) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let odd: Vec<char> = "\n\r\t ,~.*'%+-/9kPzT0\"{}[]:歩同▲\u{3000}é🀄\u{0}".chars().collect();
    for _ in 0..edits {
        let at = random.below(chars.len().max(1));
        match random.below(5) {
            0 => chars.insert(at, random.pick(&odd)),
            1 if !chars.is_empty() => chars[at] = random.pick(&odd),
            2 if !chars.is_empty() => drop(chars.remove(at)),
            3 => chars.truncate(at.max(1)),
            _ => {
                let from = random.below(chars.len().max(1));
                let piece: Vec<char> = chars.iter().skip(from).take(20).copied().collect();
                chars.splice(at..at, piece);
            }
        }
    }
    chars.into_iter().collect()
}

/// Every reader either reads the text or names a place in it.
fn read_everything(text: &str) {
    let place = |error: tsumugi_notation::ReadError| {
        assert!(error.line >= 1 && error.line <= text::lines(text).count(), "{error} in {text:?}");
        assert!(error.column >= 1, "{error}");
        assert!(error.excerpt.chars().count() <= 160);
        assert!(error.to_string().chars().count() < 600, "{error}");
    };
    for result in [
        csa::read(text),
        jkf::read(text),
        usen::read(text),
        urls::read(text),
        position_command::read(text),
    ] {
        let _ = result.map_err(place);
    }
    for format in Format::ALL.map(Some).into_iter().chain([None]) {
        match read_all(None, text.as_bytes(), format) {
            Ok(problems) => problems.into_iter().filter_map(Result::err).for_each(place),
            Err(error) => place(error),
        }
    }
}
