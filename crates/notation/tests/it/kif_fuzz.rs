//! Random texts never make a reader panic, and what was written is read back.

use crate::kif_support::{crowded, record};
use proptest::prelude::*;
use tsumugi_notation::{Ending, Play, ReadError, Record, diagram, ki2, kif, text};
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Cell, Setup, Square};

/// Reads with everything here; whatever comes out must survive being written and read again.
fn read_all(source: &str) {
    for (timed, read, write) in
        [(true, kif::read as Reader, kif::write as Writer), (false, ki2::read, ki2::write)]
    {
        if let Ok(record) = read(source) {
            let written = write(&record);
            let again = read(&written).unwrap_or_else(|e| panic!("{e}\n{source}\n=>\n{written}"));
            let mut expected = record.clone();
            if !timed {
                forget_times(&mut expected);
            }
            assert!(again.is_same_as(&expected), "{source}\n=>\n{written}");
        }
    }
    if let Ok(setup) = diagram::read(source) {
        assert_eq!(diagram::read(&diagram::write(&setup)), Ok(setup));
    }
}

type Reader = fn(&str) -> Result<Record, ReadError>;
type Writer = fn(&Record) -> String;

fn forget_times(record: &mut Record) {
    let ids: Vec<_> = record.nodes().map(|(id, _)| id).collect();
    for id in ids {
        record.node_mut(id).seconds = None;
    }
}

fn sample(seed: u64) -> Record {
    let mut random = Random::new(seed);
    let mut setup = if random.one_in(2) { Setup::startpos() } else { crowded(&mut random) };
    if random.one_in(3) {
        setup.ply = 1 + random.below(200) as u32;
    }
    if random.one_in(3) {
        for _ in 0..4 {
            let square = Square::from_index(random.below(81)).unwrap();
            if setup.cell(square) == Cell::Empty {
                setup.set(square, Cell::Wall);
            }
        }
    }
    let length = random.below(40);
    record(&mut random, setup, length)
}

/// `PROPTEST_CASES` sets the number of cases.
fn config() -> ProptestConfig {
    let given = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig { cases: given.unwrap_or(1500), failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok((decoded, _)) = text::decode(&bytes, None) {
            read_all(&decoded);
        }
    }

    #[test]
    fn texts_of_the_right_letters_do_no_harm(
        source in "([ 　]?[0-9１７９一七十同歩銀金玉龍と成不打左右直上引寄▲△()（）:：/+＋|v・石\\*&#\n手数変化まで詰み中断投了先手後手番の持駒合割平香落ち残り全部＝=]{0,4}){0,40}"
    ) {
        read_all(&source);
    }

    #[test]
    fn damaged_files_do_no_harm(seed in any::<u64>(), places in prop::collection::vec(any::<u32>(), 1..4)) {
        let record = sample(seed);
        for written in [kif::write(&record), ki2::write(&record)] {
            let mut letters: Vec<char> = written.chars().collect();
            for &place in &places {
                let at = place as usize % letters.len();
                let other = letters[(place as usize / 7) % letters.len()];
                match place % 3 {
                    0 => letters[at] = other,
                    1 => { letters.remove(at); }
                    _ => letters.insert(at, other),
                }
            }
            read_all(&letters.into_iter().collect::<String>());
        }
    }

    #[test]
    fn good_records_survive_kif_and_ki2(seed in any::<u64>()) {
        let record = sample(seed);
        let written = kif::write(&record);
        let again = kif::read(&written).unwrap_or_else(|e| panic!("{e}\n{written}"));
        prop_assert!(again.is_same_as(&record), "{}", written);
        let bytes = text::encode(&written, text::Encoding::ShiftJis).unwrap();
        prop_assert_eq!(text::decode(&bytes, Some("a.kif")).unwrap().0, written);

        let mut untimed = record;
        forget_times(&mut untimed);
        let written = ki2::write(&untimed);
        let again = ki2::read(&written).unwrap_or_else(|e| panic!("{e}\n{written}"));
        prop_assert!(again.is_same_as(&untimed), "{}", written);
    }

    #[test]
    fn any_header_comment_and_ending_is_written_so_that_it_can_be_read(
        key in ".{0,6}", value in ".{0,8}", comment in ".{0,8}", words in ".{0,8}"
    ) {
        let mut record = Record::new(Setup::startpos());
        record.headers.push((key, value));
        record.node_mut(Record::ROOT).comments.push(comment);
        record.add(Record::ROOT, Play::End(Ending::Other(words)));
        for (read, write) in [(kif::read as Reader, kif::write as Writer), (ki2::read, ki2::write)] {
            let again = read(&write(&record)).unwrap_or_else(|e| panic!("{e}\n{}", write(&record)));
            prop_assert_eq!(&again.setup, &record.setup);
            prop_assert_eq!(read(&write(&again)).unwrap(), again);
        }
    }
}
