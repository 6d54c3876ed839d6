//! KIF and KI2 files of one's own: all are read and survive. `cargo test --test it kif_files:: -- --ignored`

use crate::kif_support::record_files;
use tsumugi_notation::{NodeId, Record, ki2, kif};

#[test]
#[ignore = "reads the files below the folder TSUMUGI_KIF_FILES"]
fn files_in_a_folder_are_read_and_survive() {
    let (mut good, mut bad) = (0, String::new());
    for (path, format, text) in record_files() {
        match if format == "kif" { kif::read(&text) } else { ki2::read(&text) } {
            Ok(mut record) => {
                good += 1;
                forget_times(&mut record);
                for (written, again) in [
                    (kif::write(&record), kif::read(&kif::write(&record))),
                    (ki2::write(&record), ki2::read(&ki2::write(&record))),
                ] {
                    let again = again.unwrap_or_else(|e| panic!("{path}: {e}\n{written}"));
                    assert!(again.is_same_as(&record), "{path}\n{written}");
                }
            }
            Err(e) => bad += &format!("{path}: {e}\n    {}\n", e.excerpt),
        }
    }
    println!("{good} files read");
    assert!(bad.is_empty(), "{bad}");
}

fn forget_times(record: &mut Record) {
    let ids: Vec<NodeId> = record.nodes().map(|(id, _)| id).collect();
    ids.into_iter().for_each(|id| record.node_mut(id).seconds = None);
}
