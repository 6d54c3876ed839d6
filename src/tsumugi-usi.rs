//! The USI engine alone. User interfaces register an engine by its file and start it without arguments, so this is
//! `tsumugi usi` as a program of its own: the archives have it beside `tsumugi`.

mod usi;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use tsumugi_shell::memory;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let research = !words.is_empty();
    if research && words != ["--research"] {
        eprintln!("error: this is `tsumugi usi`: it knows --research and nothing else");
        return ExitCode::from(2);
    }
    let input = io::BufReader::new(io::stdin());
    match usi::converse(input, io::stdout().lock(), research) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: cannot write to standard output: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}
