//! `tsumugi serve`: the page and the JSON API, on this machine.

use crate::args::Serve;
use crate::exit::Exit;
use crate::memory;
use crate::output;
use crate::report::{Failure, Report};
use crate::serve::{Plan, Server};
use crate::stop::Stop;
use crate::terminal;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use tsumugi_api::House;

/// Memory in MiB, unless another is asked for.
const MEMORY: u32 = 2048;

/// A table in MiB, unless a request asks for another.
const HASH: u32 = 128;

/// Serves until the user stops it.
pub fn run(args: &Serve) -> Result<Exit, Failure> {
    if !args.host.is_loopback() && args.token.is_none() {
        let report = Report::new(format!("others can reach {}: --token is needed", args.host));
        return Err(report.note("help: --token WORD, and open http://HOST:PORT/?token=WORD").into());
    }
    args.memory.map_or(Ok(()), memory::check)?;
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let memory = args.memory.unwrap_or_else(|| memory::modest(MEMORY));
    let plan = Plan {
        house: House {
            hash: HASH,
            most_hash: House::largest_hash(memory),
            most_threads: processors,
            most_seconds: Some(args.time),
        },
        bytes: u64::from(memory) << 20,
        workers: args.workers.unwrap_or(processors),
        queue: args.queue,
        token: args.token.clone(),
    };
    let address = SocketAddr::new(args.host, args.port);
    let unheard = |error| Report::io(&format!("cannot listen on {address}"), &error);
    let server = Server::bind(address, plan).map_err(unheard)?;
    let url = server.url();
    // The address is what was asked for; a script reads it when the port was left open.
    output::to_stdout(format!("{url}\n").as_bytes())?;
    terminal::say("Ctrl-C stops it");
    if args.open && !open(&url) {
        crate::report::note("no browser could be started: open the address above");
    }
    let stop = Stop::on_interrupt();
    server.run(&stop).map_err(|error| Report::io("the server failed", &error))?;
    Ok(Exit::Yes)
}

/// Starts whatever the system opens addresses with.
fn open(url: &str) -> bool {
    let openers: &[&[&str]] = match std::env::consts::OS {
        "macos" => &[&["open"]],
        "windows" => &[&["cmd", "/C", "start", ""]],
        _ => &[&["xdg-open"], &["wslview"]],
    };
    let started = |words: &&&[&str]| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(url);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    };
    openers.iter().any(|words| started(&words))
}
