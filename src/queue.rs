//! Work shared with other machines through a queue: NATS JetStream.
//!
//! A *master* publishes jobs, chunks of problems worth about a second, into a stream from which every message is
//! delivered to one worker at a time and removed when that worker says it is done. A worker that dies says nothing, and
//! its job goes to another; so a problem may be solved twice, which does no harm, because results are known by their
//! problem. A job that was delivered again is split, and a single problem that was tried too often goes to a stream of
//! its own, *hard*, and is answered with "unknown".
//!
//! Everything here is ordinary blocking code but for the conversation with the server, which one thread holds.

mod link;
mod message;

pub use link::{Master, connect, jobs, options, runtime, surely};
pub use message::{Answered, Job, Names};

use crate::report::Report;
use tsumugi_api::message;

/// What a worker says went wrong; it says it in English.
pub fn of_a_worker(why: String) -> Report {
    Report::new(message!("{why}", "ワーカーが失敗しました（{why}）"))
}
