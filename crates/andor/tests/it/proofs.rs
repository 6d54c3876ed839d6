//! Every verdict is turned into claims, and the claims are checked, also when the table lost most of them.

use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::options::Ghi;
use tsumugi_andor::proof::{Claim, Claims, check, extract};
use tsumugi_andor::toy::graph::{Graph, GraphGame};
use tsumugi_andor::toy::random_graphs::{Rng, any_graph};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::{Limits, PaperOptions, Plies, Table, Verdict, drive};

fn graph(seed: u64) -> Arc<Graph> {
    Arc::new(if seed.is_multiple_of(2) { any_graph(seed, 60) } else { any_tangle(seed, 80) })
}

#[test]
fn every_verdict_can_be_proved_with_any_size_of_table() {
    let limits = Limits::expansions(20_000);
    let (mut checked, mut searched) = (0, 0);
    for seed in 0..3_000 {
        let graph = graph(seed);
        let options =
            PaperOptions { ghi: Ghi::ALL[seed as usize % Ghi::ALL.len()].0, ..PaperOptions::default() };
        let bytes = [1 << 16, 5 << 10, 1 << 10][seed as usize % 3];
        let table = Arc::new(Table::with_bytes(bytes));
        let game = GraphGame::new(graph);
        let outcome = drive(&mut Dfpn::new(game.clone(), options, table.clone()), &limits, &mut ());
        if outcome.verdict.answer().is_none() {
            assert!(bytes < 1 << 16, "seed {seed} did not end");
            continue;
        }
        let found = extract(&game, outcome.verdict, options, &table, &limits);
        let found = found.unwrap_or_else(|reason| panic!("seed {seed}: {reason:?}"));
        assert_eq!(check(&mut game.clone(), &found.claims), Ok(()), "seed {seed}");
        checked += 1;
        searched += found.searched;
    }
    println!("{checked} proofs checked, {searched} expansions to fill gaps");
    assert!(checked > 2_500 && searched > 0);
}

/// Another move, or fewer plies.
fn forge(claim: Claim<u32>, rng: &mut Rng) -> Claim<u32> {
    match claim {
        Claim::Win { m, plies } if rng.percent(50) => Claim::Win { m: m + 1, plies },
        Claim::Win { m, plies } => {
            Claim::Win { m, plies: plies.saturating_sub(Plies::new(1 + rng.below(3) as u32)) }
        }
        Claim::Hold { m } => Claim::Hold { m: m + 1 },
    }
}

/// One claim changed at random is noticed, unless it happens to be as good.
#[test]
fn forged_claims_are_rejected() {
    let limits = Limits::expansions(20_000);
    let (mut rejected, mut accepted) = (0, 0);
    for seed in 0..1_500 {
        let graph = graph(seed);
        let truths = graph.truth();
        let table = Arc::new(Table::with_bytes(1 << 16));
        let game = GraphGame::new(graph.clone());
        let options = PaperOptions::default();
        let verdict =
            drive(&mut Dfpn::new(game.clone(), options, table.clone()), &limits, &mut ()).verdict;
        let claims = extract(&game, verdict, options, &table, &limits).unwrap().claims;
        let mut rng = Rng::new(seed);
        let Some(victim) = claims.iter().map(|placed| placed.key).min() else { continue };
        let mut forged = |win| {
            let mut out = Claims::new(win);
            for mut placed in claims.iter() {
                if placed.key == victim {
                    placed.claim = forge(placed.claim, &mut rng);
                }
                out.add(placed);
            }
            out
        };
        let mut claims = forged(claims.win);
        // The opposite must never be provable, whatever is forged.
        match check(&mut game.clone(), &claims) {
            Ok(()) => {
                accepted += 1;
                assert_eq!(truths[0].is_some(), matches!(verdict, Verdict::Proved(_)));
            }
            Err(_) => rejected += 1,
        }
        claims.win = if claims.win.is_some() { None } else { Some(Plies::new(1000)) };
        let proves = check(&mut game.clone(), &claims).is_ok();
        assert!(!proves || claims.win.is_some() == truths[0].is_some(), "seed {seed}");
    }
    println!("{rejected} rejected, {accepted} happened to be as good");
    assert!(rejected > accepted);
}
