//! The same family, tried by workers on a queue: this side hands out parts and adds up.

use super::collector::{Collector, name_of};
use crate::args::Compose as Args;
use crate::ladder::Rung;
use crate::queue::{Job, Master, of_a_worker};
use crate::report::Failure;
use std::collections::HashSet;
use std::time::{Duration, Instant};
use tsumugi_api::Answer;

/// Parts on their way at most: enough for some hundred workers.
const AWAY: usize = 512;
/// How long to wait for an answer before looking at the clock.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long nothing may come back before everything is sent again, as a multiple of the patience with a worker.
const SILENCES: f64 = 10.0;

/// Has the workers try what is left.
pub fn run(collector: &mut Collector<'_>, url: &str, args: &Args) -> Result<(), Failure> {
    let master = Master::start(url, &args.access)?;
    let rung = Rung { seconds: f64::INFINITY, nodes: u64::MAX };
    let request = collector.request.clone();
    let send = |part: &String| {
        let (request, problems) = (request.clone(), vec![part.clone()]);
        master.send(&Job { request, rung, problems, tries: 0, certificates: false });
    };
    let (mut away, mut heard) = (HashSet::<String>::new(), Instant::now());
    loop {
        while away.len() < AWAY && !collector.is_over() {
            let Some(part) = collector.next() else { break };
            let part = name_of(&part);
            send(&part);
            away.insert(part);
        }
        if away.is_empty() || collector.is_over() {
            return Ok(());
        }
        for answered in master.receive(PATIENCE) {
            heard = Instant::now();
            // Unknown here: heard before, or asked by an earlier master.
            if away.remove(&answered.canonical)
                && let Answer::Compose(answer) = answered.answer.map_err(of_a_worker)?
            {
                collector.take(*answer)?;
            }
        }
        let silent = heard.elapsed().as_secs_f64() > SILENCES * args.access.queue_wait;
        if master.lost() || silent {
            heard = Instant::now();
            away.iter().for_each(&send);
        }
        collector.tell();
    }
}
