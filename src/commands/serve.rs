//! `tsumugi serve`: the page and the JSON API, on this machine.

use crate::args::Serve;
use crate::exit::Exit;
use crate::language::told;
use crate::memory;
use crate::output;
use crate::report::{Failure, Report};
use crate::serve::{Plan, Server};
use crate::stop::Stop;
use crate::terminal;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use tsumugi_api::House;
use tsumugi_api::message;

/// Memory in MiB, unless another is asked for.
const MEMORY: u32 = 2048;

/// A table in MiB, unless a request asks for another.
const HASH: u32 = 128;

/// Serves until the user stops it.
pub fn run(args: &Serve) -> Result<Exit, Failure> {
    if !args.host.is_loopback() && args.token.is_none() {
        let host = args.host;
        let report = Report::new(message!(
            "others can reach {host}: --token is needed",
            "{host} には他の人も接続できるので、--token が必要です",
        ));
        let help = message!(
            "help: --token WORD, and open http://HOST:PORT/?token=WORD",
            "ヒント: --token 合言葉 を付け、http://HOST:PORT/?token=合言葉 を開いてください",
        );
        return Err(report.note(help).into());
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
    let what = message!("cannot listen on {address}", "{address} で待ち受けできません");
    let unheard = |error| Report::io(&what, &error);
    let server = Server::bind(address, plan).map_err(unheard)?;
    let url = server.url();
    // The address is what was asked for; a script reads it when the port was left open.
    output::to_stdout(format!("{url}\n").as_bytes())?;
    terminal::say(&told(&message!("Ctrl-C stops it", "Ctrl-Cで終了します")));
    if args.open && !open(&url) {
        crate::report::note(&message!(
            "no browser could be started: open the address above",
            "ブラウザを起動できません。上のアドレスを開いてください",
        ));
    }
    let stop = Stop::on_interrupt();
    server.run(&stop).map_err(|error| {
        Report::io(&message!("the server failed", "サーバーが停止しました"), &error)
    })?;
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
