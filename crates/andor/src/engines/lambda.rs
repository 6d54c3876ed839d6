//! λ-search: prove by threats of a limited order.
//!
//! Trouble  Where OR may play anything, most moves threaten nothing, and most replies ignore the threat.
//! Idea     λ⁰ is a win at once. A move is worth trying at order n if OR would win by an order below n were
//!          AND to pass; AND's replies are those after which no such win is left. In shogi λ¹ is mate by
//!          checks (詰み), λ² is brinkmate (必至).
//! Source   \[Thomsen00\]; \[YKM07\] for searching all orders at once with proof numbers.
//! Differs  Positions with orders are a game of their own, [`Threats`]: `(p, n)` is won if a move wins at
//!          once, or some move leads to `(q, i)`, 1 ≤ i ≤ n, that is won; `(q, i)` is won if `q` after a pass
//!          is won with i - 1 and after every reply with i. So df-pn does the searching, and every
//!          other engine can. The order is part of the resource: a win by little is a win by more.
//! Switch   `lambda_order`; [`Lambda::one_by_one`] tries the orders in turn, as Thomsen does.
//!
//! A win of any order is a win. No win of the orders allowed says nothing: `Unknown(GaveUp)`.

mod threats;

pub use threats::{Order, Ordered, Step, Threats};

use crate::engines::dfpn::Dfpn;
use crate::game::Decided;
use crate::{Game, GameValue, PaperOptions, Search, Stats, Status, StopReason, Table};
use std::fmt;
use std::sync::Arc;

/// A game in which a side can be asked what would happen if AND did nothing.
///
/// The two methods without a default are enough. The others let a game say more about low orders, whose
/// tries are often few and easy to generate.
pub trait LambdaGame: Game {
    /// The order of a win that leaves AND without a move: 0 where that ends the game at once, 1 where AND is
    /// only forbidden to ignore a threat that it cannot meet (in shogi a king is mated, not taken).
    const OVER: u32 = 0;

    /// In an AND position: hands the turn to OR. Taken back by [`crate::Rules::undo`], and mirrored by
    /// [`crate::Rules::key`] like any move. It need not be a move of the game.
    fn pass(&mut self);

    /// In an OR position: is `m` a win at once (λ⁰), so that AND has no move after it?
    fn wins_at_once(&self, m: Self::Move) -> bool;

    /// In an AND position: is it plain that OR would win at once (λ⁰) were AND to pass? Then no pass is
    /// tried. By default only where AND cannot move.
    fn is_threatened(&self) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.is_empty()
    }

    /// In an OR position: appends the moves to try for a win of this order (at least 1), in the same order
    /// every time. Moves that threaten nothing of a lower order may be left out.
    fn tries(&self, _order: u32, out: &mut Vec<Self::Move>) {
        self.moves(out);
    }

    /// In an OR position: what of this resource leaves OR without tries of this order other than those it
    /// has now.
    fn without_new_tries(&self, _order: u32, resource: Self::Resource) -> Self::Resource {
        resource
    }

    /// As [`crate::Hints::decided`], for wins of at most this order (at least 1).
    fn decided_within(&mut self, _order: u32) -> Option<Decided<Ordered<Self::Resource>>> {
        None
    }
}

/// A λ-search by df-pn.
pub struct Lambda<G: LambdaGame> {
    search: Option<Dfpn<Threats<G>, PaperOptions>>,
    options: PaperOptions,
    table: Arc<Table<Ordered<G::Resource>>>,
    /// The order being searched.
    order: u32,
    verdict: GameValue,
    status: Status,
    /// Of the orders done before.
    before: Stats,
}

impl<G: LambdaGame> fmt::Debug for Lambda<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lambda")
            .field("order", &self.order)
            .field("verdict", &self.verdict)
            .field("before", &self.before)
            .finish_non_exhaustive()
    }
}

impl<G: LambdaGame> Lambda<G> {
    /// A search for wins of order up to `options.lambda_order`, all orders at once: proof numbers decide which
    /// order to try where.
    pub fn new(game: G, options: PaperOptions, table: Arc<Table<Ordered<G::Resource>>>) -> Lambda<G> {
        Lambda::starting_at(game, options.lambda_order, options, table)
    }

    /// A search for wins of order 0, then 1, and so on up to `options.lambda_order`.
    pub fn one_by_one(
        game: G,
        options: PaperOptions,
        table: Arc<Table<Ordered<G::Resource>>>,
    ) -> Lambda<G> {
        Lambda::starting_at(game, 0, options, table)
    }

    fn starting_at(
        game: G,
        order: u32,
        options: PaperOptions,
        table: Arc<Table<Ordered<G::Resource>>>,
    ) -> Lambda<G> {
        let search = Dfpn::new(Threats::new(game, order), options, table.clone());
        Lambda {
            search: Some(search),
            options,
            table,
            order,
            verdict: GameValue::Unknown(StopReason::Nodes),
            status: Status::Running,
            before: Stats::default(),
        }
    }

    /// The order being searched, or that of the win found (at most: a search of all orders at once does not
    /// look for the least).
    pub fn order(&self) -> u32 {
        self.order
    }

    fn inner(&self) -> &Dfpn<Threats<G>, PaperOptions> {
        self.search.as_ref().expect("there is always a search")
    }
}

impl<G: LambdaGame> Search for Lambda<G> {
    fn tidy(&mut self, go_on: &mut dyn FnMut() -> bool) {
        if let Some(search) = &mut self.search {
            search.tidy(go_on);
        }
    }

    fn advance(&mut self, budget: u64) -> Status {
        let end = self.stats().expansions.saturating_add(budget);
        while self.status == Status::Running {
            let left = end - self.stats().expansions;
            let search = self.search.as_mut().expect("there is always a search");
            if search.advance(left) == Status::Running {
                return Status::Running;
            }
            let verdict = search.verdict();
            if verdict == GameValue::Disproved && self.order < self.options.lambda_order {
                self.before = self.stats();
                self.order += 1;
                let game =
                    self.search.take().expect("there is always a search").into_game().into_game();
                let threats = Threats::new(game, self.order);
                self.search = Some(Dfpn::new(threats, self.options, self.table.clone()));
                continue;
            }
            self.status = Status::Done;
            self.verdict = if verdict == GameValue::Disproved {
                GameValue::Unknown(StopReason::GaveUp)
            } else {
                verdict
            };
        }
        Status::Done
    }

    fn verdict(&self) -> GameValue {
        self.verdict
    }

    fn stats(&self) -> Stats {
        self.before.plus(&self.inner().stats())
    }

    fn root_bounds(&self) -> crate::Bounds {
        self.inner().root_bounds()
    }

    fn fill(&self) -> f64 {
        self.inner().fill()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::brute::Brute;
    use crate::toy::capture::Capture;
    use crate::{Limits, Rules, Turn, drive};
    use std::collections::HashMap;

    /// The definition, order by order, round by round, over all positions that moves and passes lead to.
    struct Reference {
        numbers: HashMap<u64, usize>,
        or: Vec<bool>,
        at_once: Vec<bool>,
        moves: Vec<Vec<usize>>,
        pass: Vec<usize>,
        /// By order, then position: has OR a win of at most this order here? OR positions only.
        wins: Vec<Vec<bool>>,
    }

    impl Reference {
        fn new(root: &Capture, orders: usize) -> Reference {
            let mut all = Reference {
                numbers: HashMap::from([(root.key(), 0)]),
                or: Vec::new(),
                at_once: Vec::new(),
                moves: Vec::new(),
                pass: Vec::new(),
                wins: Vec::new(),
            };
            let mut queue = vec![root.clone()];
            let mut next = 0;
            while next < queue.len() {
                let mut game = queue[next].clone();
                next += 1;
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let or = game.turn() == Turn::Or;
                all.or.push(or);
                all.at_once.push(or && moves.iter().any(|&m| game.wins_at_once(m)));
                let mut number = |game: &Capture| {
                    let fresh = queue.len();
                    let number = *all.numbers.entry(game.key()).or_insert(fresh);
                    if number == fresh {
                        queue.push(game.clone());
                    }
                    number
                };
                let mut children = Vec::new();
                for m in moves {
                    game.play(m);
                    children.push(number(&game));
                    game.undo();
                }
                let mut pass = usize::MAX;
                if !or && !children.is_empty() {
                    game.pass();
                    pass = number(&game);
                }
                all.moves.push(children);
                all.pass.push(pass);
            }
            all.wins.push(all.at_once.clone());
            for _ in 0..orders {
                let less = all.wins.last().unwrap().clone();
                let mut wins = less.clone();
                loop {
                    let won = |p: usize| {
                        let beats = |&q: &usize| {
                            all.moves[q].is_empty()
                                || less[all.pass[q]] && all.moves[q].iter().all(|&r| wins[r])
                        };
                        all.or[p] && !wins[p] && all.moves[p].iter().any(beats)
                    };
                    let new: Vec<usize> = (0..wins.len()).filter(|&p| won(p)).collect();
                    if new.is_empty() {
                        break;
                    }
                    new.into_iter().for_each(|p| wins[p] = true);
                }
                all.wins.push(wins);
            }
            all
        }
    }

    fn lambda(game: Capture, order: u32, one_by_one: bool) -> Lambda<Capture> {
        let options = PaperOptions { lambda_order: order, ..PaperOptions::default() };
        let table = Arc::new(Table::with_bytes(1 << 20));
        if one_by_one {
            Lambda::one_by_one(game, options, table)
        } else {
            Lambda::new(game, options, table)
        }
    }

    #[test]
    fn searches_agree_with_the_definition_and_wins_are_wins() {
        let (mut by_order, mut all_wins) = ([0; 4], 0);
        for seed in 0..120 {
            let (width, height) = [(3, 2), (4, 2), (3, 2), (4, 2), (3, 2), (3, 3)][seed as usize % 6];
            let game = Capture::random(width, height, seed);
            let reference = Reference::new(&game, 3);
            let truth = drive(&mut Brute::new(game.clone()), &Limits::default(), &mut ()).verdict;
            all_wins += usize::from(truth.answer() == Some(true));
            for order in 0..=3 {
                let wins = reference.wins[order as usize][0];
                by_order[order as usize] += usize::from(wins);
                assert!(!wins || truth.answer() == Some(true), "seed {seed}: {:?}", game.to_rows());
                let mut brute = Brute::new(Threats::new(game.clone(), order));
                let plain = drive(&mut brute, &Limits::default(), &mut ()).verdict;
                assert_eq!(plain.answer(), Some(wins), "seed {seed}, order {order}");
                for one_by_one in [false, true] {
                    let mut search = lambda(game.clone(), order, one_by_one);
                    let verdict = drive(&mut search, &Limits::expansions(1_000_000), &mut ()).verdict;
                    match verdict {
                        GameValue::Proved(_) => assert!(wins, "seed {seed}, order {order}"),
                        GameValue::Unknown(StopReason::GaveUp) => {
                            assert!(!wins, "seed {seed}, order {order}")
                        }
                        other => panic!("seed {seed}, order {order}: {other:?}"),
                    }
                    if one_by_one && wins {
                        let least = (0..).find(|&n| reference.wins[n][0]).unwrap();
                        assert_eq!(search.order() as usize, least);
                    }
                }
            }
        }
        assert!(by_order[0] < by_order[1] && by_order[1] < by_order[2], "{by_order:?} of {all_wins}");
    }

    #[test]
    fn a_stone_driven_into_the_corner_is_a_win_of_order_one() {
        let game = Capture::from_rows(&[".X...", ".###.", "....."]).expect("a position");
        let mut search = lambda(game.clone(), 2, true);
        let outcome = drive(&mut search, &Limits::default(), &mut ());
        assert_eq!((outcome.verdict.answer(), search.order()), (Some(true), 1));
        let mut search = lambda(game, 0, true);
        let outcome = drive(&mut search, &Limits::default(), &mut ());
        assert_eq!(outcome.verdict, GameValue::Unknown(StopReason::GaveUp));
    }

    #[test]
    fn a_search_in_small_steps_does_the_same_work() {
        for seed in 0..30 {
            let game = Capture::random(4, 2, seed);
            let mut whole = lambda(game.clone(), 2, true);
            whole.advance(u64::MAX);
            let mut steps = lambda(game, 2, true);
            while steps.advance(1) == Status::Running {}
            assert_eq!(
                (steps.verdict(), steps.stats()),
                (whole.verdict(), whole.stats()),
                "seed {seed}"
            );
        }
    }
}
