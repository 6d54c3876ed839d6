//! Every verdict is turned into claims, and the claims are checked, also when the table lost most of them.

use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::options::Ghi;
use tsumugi_andor::proof::{Claim, Claims, Statement, check, extract, extract_with};
use tsumugi_andor::toy::graph::{Graph, GraphGame};
use tsumugi_andor::toy::random_graphs::{Rng, any_graph};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::{GameValue, Limits, PaperOptions, Plies, Table, drive};

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

/// A win in a number of plies is none in fewer, and that can be proved as well; the claims prove nothing about more plies.
#[test]
fn that_nothing_shorter_wins_can_be_proved_with_any_size_of_table() {
    let limits = Limits::expansions(20_000);
    let (mut checked, mut searched) = (0, 0);
    for seed in 0..3_000 {
        let graph = graph(seed);
        let Some(shortest) = graph.truth()[0].filter(|&plies| plies > 0) else { continue };
        let options = PaperOptions::default();
        let bytes = [1 << 16, 5 << 10, 1 << 10][seed as usize % 3];
        let table = Arc::new(Table::with_bytes(bytes));
        let game = GraphGame::new(graph);
        let fewer = Plies::new(shortest - 1 - seed as u32 % shortest.min(3));
        let mut search = Dfpn::new(game.clone(), options, table.clone()).within(fewer);
        let verdict = drive(&mut search, &limits, &mut ()).verdict;
        if matches!(verdict, GameValue::Unknown(_)) {
            assert!(bytes < 1 << 16, "seed {seed} did not end");
            continue;
        }
        assert_eq!(verdict, GameValue::Disproved, "seed {seed}");
        let statement = Statement::NotWon(fewer);
        let found = extract_with(&game, statement, options, &table, &limits, &mut |_, _| {});
        let mut found = found.unwrap_or_else(|reason| panic!("seed {seed}: {reason:?}"));
        assert_eq!(check(&mut game.clone(), &found.claims), Ok(()), "seed {seed}");
        found.claims.statement = Statement::NotWon(Plies::new(shortest));
        assert!(check(&mut game.clone(), &found.claims).is_err(), "seed {seed}");
        checked += 1;
        searched += found.searched;
    }
    println!("{checked} proofs checked, {searched} expansions to fill gaps");
    assert!(checked > 500 && searched > 0);
}

/// Another move, or fewer plies.
fn forge(claim: Claim<u32>, rng: &mut Rng) -> Claim<u32> {
    match claim {
        Claim::Win { m, plies } if rng.percent(50) => Claim::Win { m: m + 1, plies },
        Claim::Win { m, plies } => {
            Claim::Win { m, plies: plies.saturating_sub(Plies::new(1 + rng.below(3) as u32)) }
        }
        Claim::Hold { m, plies } => Claim::Hold { m: m + 1, plies },
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
        let mut forged = |statement| {
            let mut out = Claims::new(statement);
            for mut placed in claims.iter() {
                if placed.key == victim {
                    placed.claim = forge(placed.claim, &mut rng);
                }
                out.add(placed);
            }
            out
        };
        let mut claims = forged(claims.statement);
        // The opposite must never be provable, whatever is forged.
        match check(&mut game.clone(), &claims) {
            Ok(()) => {
                accepted += 1;
                assert_eq!(truths[0].is_some(), matches!(verdict, GameValue::Proved(_)));
            }
            Err(_) => rejected += 1,
        }
        claims.statement = match claims.statement {
            Statement::Won(_) => Statement::NotWon(Plies::UNLIMITED),
            Statement::NotWon(_) => Statement::Won(Plies::new(1000)),
        };
        let proves = check(&mut game.clone(), &claims).is_ok();
        assert!(!proves || claims.statement.is_win() == truths[0].is_some(), "seed {seed}");
    }
    println!("{rejected} rejected, {accepted} happened to be as good");
    assert!(rejected > accepted);
}
