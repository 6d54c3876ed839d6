//! Tests of `tsumugi-tsume` through its public interface: answers against retrograde analysis, certificates against `tsumugi-verify`.

mod answers;
mod brinkmate_examples;
mod brinkmate_small_boards;
mod certified;
mod collections;
mod conventional;
mod cook_oracle;
mod cooks;
mod forgeries;
mod game_mates;
mod lines;
mod plain_truth;
mod shared_table;
mod shortest;
mod small_boards;
mod small_positions;
mod theme_cases;
mod themes;
mod themes_doc;
mod threads_in_rounds;
mod whole_families;
mod wrapper;
