//! JSON: one object per line, keys in a fixed order.

use super::text::Shown;
use crate::args::Perft;
use crate::commands::perft::Count;
use crate::commands::verify::Checked;
use serde_json::{Map, Value, json};
use tsumugi_verify::Proved;

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

/// What `verify` found.
pub fn checked(sfen: &str, checked: &Checked) -> String {
    let (mut claim, mut length, mut claims, mut line, mut reason) = (None, None, None, None, None);
    match checked {
        Checked::Verified(verified) => {
            claims = Some(verified.claims);
            (claim, length) = match verified.claim {
                Proved::Mate(plies) => (Some("mate"), Some(plies)),
                Proved::NoMate => (Some("nomate"), None),
                Proved::Shortest(plies) => (Some("shortest"), Some(plies)),
            };
        }
        Checked::Rejected(at, why) => (line, reason) = (*at, Some(why.as_str())),
        Checked::Stopped => reason = Some("stopped"),
    }
    let verified = match checked {
        Checked::Stopped => Value::Null,
        _ => json!(claim.is_some()),
    };
    json!({
        "sfen": sfen,
        "verified": verified,
        "verdict": claim,
        "length": length,
        "claims": claims,
        "line": line,
        "reason": reason,
    })
    .to_string()
}

/// What `show` shows.
pub fn diagram(shown: &Shown) -> String {
    let moves: Vec<String> = shown.moves.iter().map(ToString::to_string).collect();
    let headers: Vec<[&str; 2]> =
        shown.headers.iter().map(|(key, value)| [key.as_str(), value.as_str()]).collect();
    json!({
        "sfen": shown.setup.to_sfen(),
        "name": shown.name,
        "source": shown.place,
        "turn": shown.setup.turn.to_string(),
        "in_check": shown.in_check,
        "legal_moves": shown.legal_moves,
        "moves": moves,
        "variations": shown.variations,
        "headers": headers,
    })
    .to_string()
}
