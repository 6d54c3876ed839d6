//! Tests of `tsumugi-notation` through its public interface, records and move names compared with those of other programs.

mod csa;
mod japanese_official;
mod jkf;
mod kif_files;
mod kif_fuzz;
mod kif_malformed;
mod kif_reading;
mod kif_support;
mod kif_tsshogi;
mod problems;
mod read;
mod record_support;
mod round_trips;
mod tsshogi;
mod tsshogi_records;
mod urls;
