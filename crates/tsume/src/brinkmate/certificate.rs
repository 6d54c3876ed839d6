//! A proof as a certificate of version 3: claims in preorder, what was said before is referred to.
//!
//! It is laid out first and written then: whether a claim is kept depends on whether a later line refers to it.

use super::proof::{Need, Open, Proof, Says, Stated, after_each, tries, under_threat};
use super::{Verdict, game};
use crate::certificate::{MOST_REFERENCES, head};
use crate::problem::Problem;
use std::collections::HashSet;
use std::fmt::Write;
use tsumugi_andor::{Limits, Rules, Turn};

/// A claim, and the claims before it that answer for what comes after on the stack.
struct Entry {
    claim: usize,
    references: Vec<usize>,
}

/// Writes the certificate of a verdict into `sink`, whole lines at a time, and counts its claims. None if there is nothing to
/// certify, the time is over, or the proof has a gap.
pub(super) fn write(
    problem: &Problem,
    verdict: Verdict,
    proof: &Proof,
    limits: &Limits,
    sink: &mut dyn FnMut(&str),
) -> Option<u64> {
    let claim = match verdict {
        Verdict::Brinkmate(plies) => format!("claim brinkmate {plies}"),
        Verdict::NoBrinkmate => "claim nobrinkmate".to_string(),
        Verdict::Unknown(_) => return None,
    };
    let entries = lay_out(proof, first(problem, verdict), limits)?;
    sink(&head(problem, &claim));
    let referred: HashSet<usize> =
        entries.iter().flat_map(|entry| entry.references.iter().copied()).collect();
    // Where each kept claim stands among them.
    let mut kept: Vec<usize> = Vec::new();
    let mut place = vec![usize::MAX; proof.len()];
    for Entry { claim, references } in &entries {
        let is_kept = referred.contains(claim);
        if is_kept {
            place[*claim] = kept.len();
            kept.push(*claim);
        }
        let places: Vec<usize> = references.iter().map(|&number| place[number]).collect();
        let mut line = line(proof.get(*claim), is_kept);
        let (own, more) = places.split_at(places.len().min(MOST_REFERENCES));
        refer(&mut line, own, kept.len());
        sink(&(line + "\n"));
        for part in more.chunks(MOST_REFERENCES) {
            let mut line = "r".to_string();
            refer(&mut line, part, kept.len());
            sink(&(line + "\n"));
        }
    }
    sink(&format!("end {}\n", entries.len()));
    Some(entries.len() as u64)
}

/// The positions that the problem itself rests on.
fn first(problem: &Problem, verdict: Verdict) -> Vec<Open> {
    let game = game(problem).into_game();
    match (verdict, game.turn()) {
        (Verdict::Brinkmate(plies), Turn::Or) => vec![Open { game, need: Need::Brinkmate(plies) }],
        (Verdict::Brinkmate(plies), Turn::And) => under_threat(&game, plies),
        (Verdict::NoBrinkmate, Turn::Or) => after_each(&game, tries(&game), Need::NoBrinkmate),
        (Verdict::NoBrinkmate, Turn::And) => vec![Open { game, need: Need::NoBrinkmate }],
        (Verdict::Unknown(_), _) => Vec::new(),
    }
}

/// Finds a claim for every position that needs one, each claim before those it rests on.
fn lay_out(proof: &Proof, first: Vec<Open>, limits: &Limits) -> Option<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut written = vec![false; proof.len()];
    let mut stack: Vec<Open> = first.into_iter().rev().collect();
    while let Some(open) = stack.pop() {
        let known = proof.answers(&open).find(|&number| written[number]);
        if let (Some(number), Some(last)) = (known, entries.last_mut()) {
            last.references.push(number);
            continue;
        }
        let claim = proof.answers(&open).min_by_key(|&number| match proof.get(number).says {
            Says::Mate(_, plies) | Says::Brinkmate(_, plies) => plies,
            Says::NoMate(_) | Says::NoBrinkmate(_) => 0,
        })?;
        if limits.interrupted().is_some() {
            return None;
        }
        written[claim] = true;
        entries.push(Entry { claim, references: Vec::new() });
        stack.extend(proof.get(claim).successors().into_iter().rev());
    }
    Some(entries)
}

/// The line of a claim, without its references.
fn line(Stated { game, says }: &Stated, is_kept: bool) -> String {
    let hand = game.position().hand(game.attacker());
    let line = match says {
        Says::Mate(m, plies) => format!("w {hand:?} {plies} {m}"),
        Says::Brinkmate(m, plies) => format!("b {hand:?} {plies} {m}"),
        Says::NoMate(m) => format!("h {hand:?} {m}"),
        Says::NoBrinkmate(Some(m)) => format!("q {hand:?} {m}"),
        Says::NoBrinkmate(None) => format!("q {hand:?} pass"),
    };
    match is_kept {
        true => line[..1].to_uppercase() + &line[1..],
        false => line,
    }
}

/// Adds references to a line when `kept` claims are kept: how far from the end, and `+` for the next one.
fn refer(line: &mut String, places: &[usize], kept: usize) {
    let mut before = None;
    for &place in places {
        match before {
            Some(before) if place == before + 1 => line.push('+'),
            // Writing into a string does not fail.
            _ => _ = write!(line, " {}", kept - place),
        }
        before = Some(place);
    }
}
