//! The words of `serve` and `site`.

use super::{help, seconds};
use clap::Args;
use std::path::PathBuf;

/// `tsumugi serve`
#[derive(Args, Debug)]
#[command(after_help = help::examples("serve"))]
pub struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8765)]
    pub port: u16,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// The address to listen on; one that others can reach needs --token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// Answer only those who know this word: http://HOST:PORT/?token=WORD
    #[arg(long, value_name = "WORD", value_parser = token)]
    pub token: Option<String>,
    /// Memory for all searches together, in MiB [default: 2048, or most of what is free]
    #[arg(long, value_name = "MiB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub memory: Option<u32>,
    /// Searches at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub workers: Option<u32>,
    /// Requests that may wait for a search to end; more are refused
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub queue: usize,
    /// Give every search up after so many seconds
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "3600")]
    pub time: f64,
}

/// `tsumugi site`
#[derive(Args, Debug)]
#[command(after_help = help::examples("site"))]
pub struct Site {
    /// The folder to write to
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// The solver for browsers [default: the one this program was built with]
    #[arg(long, value_name = "FILE")]
    pub wasm: Option<PathBuf>,
}

/// A word that can stand in an address and in a cookie.
fn token(word: &str) -> Result<String, String> {
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    match plain && word.len() >= 8 {
        true => Ok(word.to_string()),
        false => Err("expected at least 8 letters, digits or -._~".to_string()),
    }
}
