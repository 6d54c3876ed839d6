//! The words of `serve` and `site`.

use super::{count, seconds, whole};
use crate::help;
use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;
use tsumugi_api::{Message, message};

/// `tsumugi serve`
#[derive(Args, Debug)]
#[command(after_help = help::examples("serve"), after_long_help = help::at_length("serve"))]
pub struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8765, value_parser = whole::<u16>(0..=u16::MAX))]
    pub port: u16,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// The address to listen on; one that others can reach needs --token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    pub host: IpAddr,
    /// Answer only those who know this word: http://HOST:PORT/?token=WORD
    #[arg(long, value_name = "WORD", value_parser = token)]
    pub token: Option<String>,
    /// Memory for all searches together, in MiB [default: 2048, or most of what is free]
    #[arg(long, value_name = "MiB", value_parser = whole::<u32>(1..=1_048_576))]
    pub memory: Option<u32>,
    /// Searches at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub workers: Option<u32>,
    /// Requests that may wait for a search to end; more are refused
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = count::<usize>)]
    pub queue: usize,
    /// Give every search up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "3600")]
    pub time: f64,
}

/// `tsumugi site`
#[derive(Args, Debug)]
#[command(after_help = help::examples("site"), after_long_help = help::at_length("site"))]
pub struct Site {
    /// The folder to write to
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// The solver for browsers [default: the one this program was built with]
    #[arg(long, value_name = "FILE")]
    pub wasm: Option<PathBuf>,
}

/// An address of this machine.
fn address(text: &str) -> Result<IpAddr, Message> {
    text.parse().map_err(|why| message!("{why}", "IPアドレスを指定してください（例: 127.0.0.1）"))
}

/// A word that can stand in an address and in a cookie.
fn token(word: &str) -> Result<String, Message> {
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    match plain && word.len() >= 8 {
        true => Ok(word.to_string()),
        false => Err(message!(
            "expected at least 8 letters, digits or -._~",
            "英数字と -._~ で8文字以上を指定してください",
        )),
    }
}
