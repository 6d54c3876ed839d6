//! JSON: one object per line, keys in a fixed order.

use crate::args::Perft;
use crate::commands::perft::Count;
use serde_json::{Map, Value, json};

/// What `perft` counted. `nodes` is null when it was stopped.
pub fn perft(sfen: &str, args: &Perft, count: &Count) -> String {
    let mut object = json!({
        "sfen": sfen,
        "depth": args.depth,
        "checks": args.checks,
        "nodes": count.complete.then_some(count.paths),
        "at_least": count.paths,
        "reason": (!count.complete).then_some("stopped"),
        "seconds": (count.seconds * 1000.0).round() / 1000.0,
    });
    if args.divide {
        let moves = count.first_moves.iter().map(|(m, paths)| (m.to_string(), json!(paths)));
        object["divide"] = Value::Object(moves.collect::<Map<_, _>>());
    }
    object.to_string()
}
