//! C*, also known as PN*: depth-first iterative deepening over proof numbers.
//!
//! Trouble  Best-first search must keep its whole tree. Deepening by length never gets to the end of
//!          long solutions.
//! Idea     Search depth first for a solution with fewer than `threshold` unsolved tips at any time,
//!          and raise the threshold until there is one. A table remembers how many tips a position
//!          was found to need, so little is searched twice.
//! Source   \[Seo95\]; \[Seo01\] calls it PN*. The pseudo-code printed in \[Seo95\] section 5 does not run;
//!          below is what we changed.
//! Switch   [`CstarOptions`]; `estimate`, `borrow`, `dominance`, `delay`, `killers`, `follow`, `epsilon` and `epsilon_more`
//!          of [`PaperOptions`]. There are no edge costs, as in the paper: they would favour short solutions.
//! Seen     [`Cstar::iterations`], [`Cstar::threshold`], [`Cstar::leaps`], [`Cstar::leaves`]; tests
//!          `crates/andor/tests/it/cstar.rs`.
//!
//! ```text
//! iterate(r)  th = 2; repeat v = expand(r, th) until v = 0 (solved) or v = ∞ (lost); th = v + 1
//! expand(n, th): 0 if n is solved, otherwise a number ≥ th of tips that n needs
//!   1  T[n] = 0 or T[n] ≥ th: return it
//!   2  no moves: T[n] = 0 (AND) or ∞ (OR); return it
//!   3  T[n] = th, so that a line that comes back here fails
//!   4  OR:  expand every child with th; 0 if one is 0, else the smallest
//!   5  AND: number every child with T, or 1; for each child in order, until it is solved:
//!           if the sum of all is ≥ th, return the sum; expand the child with its number + 1
//! ```
//!
//! **Four defects of the printed version** (as it reached us, by optical reading).
//! 1. Step 1 gives up at `c ≥ CN(n)`, step 4 only at `sum > CN(n)`. A failure stores the new number of
//!    the root, and ITERATE then asks with just that number: step 1 gives it the same answer for ever.
//!    Our thresholds are exclusive everywhere.
//! 2. Step 6 sets `CN(n_i) ← CN(n) + CN(n_i)`, which gives a child at once all that its parent may
//!    spend: no deepening is left at inner nodes. What was meant is the parent's budget,
//!    `CN(n) ← CN(n) + CN(n_i)`. We compare the sum with the threshold each time and raise the
//!    child's number by one.
//! 3. After the loop of step 5 stands a second `PUTINTABLE(n, 0); return 1; end`, which would solve
//!    every OR node. It belongs to the success inside the loop.
//! 4. PUTINTABLE lets any number overwrite 0. Only the order of the other steps keeps a solution from
//!    being lost so; here 0 stays whatever comes, and so does ∞.
//!
//! **What the paper adds for mate problems.** *Dominance*: `answers.rs`. *One kind of interposition per square
//! counts, others wait*: the moves that [`crate::Hints::delays`] puts off are not counted until the one they wait for is
//! solved. *What looks futile is not counted at all*, and looked at last: [`crate::Hints::futile`]. All are
//! examined before a node is solved. *Killers*: `killers.rs`. *Which reply first*, and what is to be done about tips
//! that are counted twice, the paper leaves open: `replies.rs`.
//!
//! **Heuristic initialisation**, which the paper does without: a position met for the first time has the number that the game
//! guesses. If that is as large as the threshold, the position is not expanded. Learned guesses of mate problems, which
//! foresee the work and not the tips, solved half as many problems as the hand-made ones.
//!
//! **Borrowed numbers.** A position met for the first time needs no fewer tips than one that has more on the same board:
//! `open.rs`. The paper looks up dominance among solved positions only.
//!
//! **Deepening at OR nodes** too makes the search follow the smallest solution at every moment, as section 4 of the paper
//! says. Child thresholds grow by more than one at a time (1+ε), which keeps positions from being expanded again and again.
//!
//! **What the answers rest on.** 0 is only ever stored for a reason: no moves, a child, all children.
//! So is ∞, since the mark of step 3 is a finite number; a loss that rests on repetition alone is
//! never seen to be one.
//!
//! **Won positions are found.** Suppose a won root were searched with ever larger thresholds and
//! nothing were learnt any more (no position met for the first time, none solved). Take, of the won
//! positions unsolved and expanded again and again, one whose shortest win is the shortest. The
//! children its win leads to have shorter wins. None of them is expanded again and again, so their
//! numbers, which only their own expansions raise, stop growing; nor is one of them on the line, or
//! it would be expanded again and again. Nor do they borrow numbers that grow for ever: who lends has more, and a win as
//! short. Once the threshold is above the numbers, one of them is expanded once more: a contradiction.
//!
//! **The end of lost positions.** In a loop the numbers can grow for ever. When a whole iteration
//! learns nothing, we double the stride by which thresholds are raised, at the root and at AND nodes,
//! and go back to 1 when something is learnt (a *leap*; on trees it never happens). The argument
//! above holds for any stride, and a lost position reaches [`CstarOptions::threshold`] in few
//! iterations: then the search gives up. A won position is given up only if double counting drives
//! its number past that limit.

mod answers;
mod killers;
mod open;
mod options;
mod replies;

use crate::engines::positions::{Position, PositionSet, position};
use crate::game::Resource;
use crate::{
    Bounds, Decided, Game, GameValue, Initial, PaperOptions, Search, Stats, Status, StopReason, Table,
    Turn,
};
use answers::Answers;
use open::Open;
use replies::Reply;
use std::fmt;

pub use options::{CstarOptions, Tips};

/// Tips to solve: 0 is solved, [`LOST`] cannot be.
type Number = u64;
const LOST: Number = u64::MAX;
/// The largest number of an open position.
const LARGEST: Number = 1 << 62;

/// If more than this fraction of the entries is left after the table was cleared, memory is exhausted. Less: searches end that
/// would have found their answer. More: the table is cleared for a handful of new entries, again and again.
const KEPT_OF: (usize, usize) = (3, 4);

fn sum(a: Number, b: Number) -> Number {
    if a == LOST || b == LOST { LOST } else { (a + b).min(LARGEST) }
}

/// What is known about a position.
#[derive(Clone, Copy)]
struct Entry<R> {
    number: Number,
    /// Solved: plies OR needs at most.
    length: u32,
    /// Solved: the least resource with which it is; lost: the largest.
    resource: R,
    /// Solved by a move of OR: that move, as [`crate::Rules::move_bits`].
    best: u32,
    /// Solved: ends of lines in the tree of the solution.
    leaves: u64,
}

impl<R: Resource> Entry<R> {
    fn open(number: Number) -> Entry<R> {
        Entry { number, length: 0, resource: R::default(), best: 0, leaves: 0 }
    }

    fn end(length: u32, resource: R) -> Entry<R> {
        Entry { number: 0, length, resource, best: 0, leaves: 1 }
    }

    fn lost(resource: R) -> Entry<R> {
        Entry { number: LOST, length: 0, resource, best: 0, leaves: 0 }
    }

    fn of(decided: Decided<R>) -> Entry<R> {
        match decided {
            Decided::Win(length, resource) => Entry::end(length.get(), resource),
            Decided::Loss(resource) => Entry::lost(resource),
        }
    }

    fn is_final(&self) -> bool {
        self.number == 0 || self.number == LOST
    }
}

/// How many tips a position met for the first time needs.
#[derive(Clone, Copy)]
struct Guess {
    /// As the game guesses.
    game: Number,
    /// As a position on the same board does that has more.
    borrowed: Number,
}

impl Guess {
    fn number(self) -> Number {
        self.game.max(self.borrowed)
    }
}

#[derive(Clone, Copy)]
struct Child<M, R> {
    m: M,
    /// The tips it needs as far as we know.
    number: Number,
    /// If solved or lost: the resource that holds for.
    answer: R,
    /// At AND nodes: not counted until the sibling of this index is solved.
    after: Option<u16>,
    /// At AND nodes: not counted until nothing else is left.
    futile: bool,
    /// At AND nodes: solved, and the length of its solution known.
    done: bool,
}

impl<M, R: Resource> Child<M, R> {
    fn new(m: M) -> Child<M, R> {
        Child { m, number: 1, answer: R::default(), after: None, futile: false, done: false }
    }
}

/// A position being expanded.
#[derive(Clone, Copy)]
struct Frame {
    position: Position,
    turn: Turn,
    threshold: Number,
    /// Where its children start in the common list; they go on to the next frame's.
    start: usize,
    /// The child at hand.
    at: usize,
    /// Was a child looked at?
    begun: bool,
    /// OR: the smallest number returned.
    best: Number,
    /// AND: the longest solution of a child.
    length: u32,
    /// AND: the leaves of their solutions.
    leaves: u64,
}

/// Bytes of df-pn's table for each answer: four times what one fills, since none should be dropped.
const BYTES_OF_AN_ANSWER: usize = 256;
/// Bytes that such a table has at least: in a handful of clusters one may be full while others are empty.
const LEAST_BYTES: usize = 1 << 16;

/// What the option `epsilon` counts in. Four times the parts of df-pn: a number of C* is all that a search goes by, and following
/// the best farther costs more than it saves.
const EPSILON_PARTS: Number = 256;

/// How an OR node goes on.
enum Move {
    /// Search the child at this index, with this threshold of tips.
    Look(usize, Number),
    /// The threshold is exceeded: each child needs at least this many tips.
    AllFail(Number),
}

/// What the machine does next.
#[derive(Clone, Copy)]
enum Next<R> {
    /// Start an iteration.
    Iterate,
    /// Expand the position the game is in.
    Expand(Number),
    /// Go on with the topmost frame.
    Resume,
    /// Hand the result of the position the game is in to the topmost frame.
    Return(Entry<R>),
    /// Nothing.
    End(GameValue),
}

/// C*. A prover: what it says is right, but about lost positions with loops it often says nothing.
pub struct Cstar<G: Game> {
    game: G,
    limits: CstarOptions,
    initial: Initial,
    delay: bool,
    killers: bool,
    /// See [`Cstar::farther`].
    epsilon: (Number, Number),
    borrow: bool,
    /// See [`Cstar::next_reply`].
    follow: Number,
    /// Open positions.
    open: Open,
    answers: Answers<G::Resource>,
    frames: Vec<Frame>,
    children: Vec<Child<G::Move, G::Resource>>,
    generated: Vec<G::Move>,
    after: Vec<Option<u16>>,
    similar: Vec<(u64, G::Resource)>,
    next: Next<G::Resource>,
    /// Of the root.
    number: Number,
    threshold: Number,
    stride: Number,
    iterations: u64,
    leaps: u64,
    /// Moves generated.
    moves: u64,
    /// Of the solution of the root.
    leaves: Option<u64>,
    /// Positions met for the first time, or solved, since the iteration started.
    learnt: u64,
    /// How many answers there were when the table was last full.
    answers_before: Option<usize>,
    out_of_memory: bool,
    stats: Stats,
}

impl<G: Game> fmt::Debug for Cstar<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cstar")
            .field("limits", &self.limits)
            .field("iterations", &self.iterations)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Cstar<G> {
    /// A search of the position `game` is in.
    pub fn new(game: G, options: &PaperOptions, limits: CstarOptions) -> Cstar<G> {
        Cstar {
            game,
            limits,
            initial: if options.estimate { Initial::Estimated } else { Initial::Unit },
            delay: options.delay,
            killers: options.killers,
            epsilon: (options.epsilon.into(), options.epsilon_more.into()),
            borrow: options.borrow,
            follow: options.follow.into(),
            open: Open::default(),
            answers: Answers::new(options.dominance),
            frames: Vec::new(),
            children: Vec::new(),
            generated: Vec::new(),
            after: Vec::new(),
            similar: Vec::new(),
            next: Next::Iterate,
            number: 1,
            threshold: 1,
            stride: 1,
            iterations: 0,
            leaps: 0,
            moves: 0,
            leaves: None,
            learnt: 0,
            answers_before: None,
            out_of_memory: false,
            stats: Stats::default(),
        }
    }

    /// How often the search was started at the root.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The (exclusive) threshold of the root in the last iteration.
    pub fn threshold(&self) -> u64 {
        self.threshold
    }

    /// Iterations that learnt nothing, so that the next threshold was raised by more than one.
    pub fn leaps(&self) -> u64 {
        self.leaps
    }

    /// Moves generated, every time counted.
    pub fn generated(&self) -> u64 {
        self.moves
    }

    /// Ends of lines in the tree of the solution, once there is one. A position that is reached in many ways counts as
    /// often, so they may be more than the positions looked at.
    pub fn leaves(&self) -> Option<u64> {
        self.leaves
    }

    /// All that was solved or found lost, as a table of df-pn: proofs and lines can be read from it.
    pub fn answers(&self) -> Table<G::Resource> {
        let bytes = self.answers.len().saturating_mul(BYTES_OF_AN_ANSWER);
        let table = Table::with_bytes(bytes.max(LEAST_BYTES));
        self.answers.tell(&table);
        table
    }

    /// Deepens at the root.
    fn iterate(&mut self) -> Next<G::Resource> {
        if self.iterations > 0 && self.learnt == 0 {
            self.leaps += 1;
            self.stride = sum(self.stride, self.stride);
        } else {
            self.stride = 1;
        }
        self.learnt = 0;
        self.iterations += 1;
        self.threshold = self.farther(self.number);
        Next::Expand(self.threshold)
    }

    /// The next threshold for a position that was found to need this many tips: somewhat more.
    fn farther(&self, number: Number) -> Number {
        let (part, more) = self.epsilon;
        sum(number, sum(self.stride, sum(more, number * part / EPSILON_PARTS)))
    }

    /// The end of an iteration.
    fn finish(&mut self, root: Entry<G::Resource>) -> Next<G::Resource> {
        self.number = root.number;
        self.leaves = (root.number == 0).then_some(root.leaves);
        match root.number {
            0 => Next::End(GameValue::Proved(root.length.into())),
            LOST => Next::End(GameValue::Disproved),
            n if n >= self.limits.threshold.min(LARGEST) => {
                Next::End(GameValue::Unknown(StopReason::GaveUp))
            }
            _ => Next::Iterate,
        }
    }

    /// Steps 1 to 3, and the numbers of the children for step 5. `None`: the budget does not allow it.
    fn expand(&mut self, threshold: Number, budget: bool) -> Option<Next<G::Resource>> {
        let here = position(&self.game);
        let turn = self.game.turn();
        let known = self.known();
        match known {
            Some(entry) if entry.number == 0 || entry.number >= threshold => {
                return Some(Next::Return(entry));
            }
            // What is in the table was not decided at sight when it got there.
            Some(_) => {}
            None => match self.look() {
                Ok(entry) => return Some(self.store(here, entry)),
                Err(guess) if turn == Turn::And && guess.number() >= threshold => {
                    // The guess of the game would be learnt if there were more to spend.
                    self.learnt += u64::from(guess.game >= threshold);
                    return Some(Next::Return(Entry::open(guess.number())));
                }
                Err(_) => {}
            },
        }
        if !budget {
            return None;
        }
        self.stats.expansions += 1;
        self.stats.new_expansions += u64::from(known.is_none());
        self.generated.clear();
        self.game.moves(&mut self.generated);
        self.moves += self.generated.len() as u64;
        if self.generated.is_empty() {
            let entry = match turn {
                Turn::And => Entry::end(0, self.game.won_resource()),
                Turn::Or => Entry::lost(self.game.lost_resource()),
            };
            return Some(self.store(here, entry));
        }
        self.put(here, Entry::open(threshold));
        let start = self.children.len();
        let frame = Frame {
            position: here,
            turn,
            threshold,
            start,
            at: start,
            best: LOST,
            length: 0,
            leaves: 0,
            begun: false,
        };
        self.frames.push(frame);
        self.stats.max_depth = self.stats.max_depth.max(self.frames.len() as u32 - 1);
        match turn {
            Turn::Or => self.look_at_moves(start),
            Turn::And => self.look_at_replies(start),
        }
        Some(Next::Resume)
    }

    /// Fills in the children of the OR node just entered: what won in a similar position, then the smallest numbers.
    fn look_at_moves(&mut self, start: usize) {
        for i in 0..self.generated.len() {
            let mut child = Child::new(self.generated[i]);
            if self.limits.easiest_first {
                self.look_at(&mut child);
            }
            self.children.push(child);
        }
        self.children[start..].sort_by_key(|child| child.number);
        if self.killers {
            self.try_killer(start);
        }
    }

    /// Gives a child the number it starts with.
    fn look_at(&mut self, child: &mut Child<G::Move, G::Resource>) {
        let remember = self.limits.dynamic_evaluation;
        if !remember && self.initial == Initial::Unit {
            return;
        }
        self.game.play(child.m);
        self.stats.plays += 1;
        match self.known().filter(|_| remember) {
            // Solved children are asked again, for the length of their solution: it costs no expansion.
            Some(entry) => (child.number, child.answer) = (entry.number, entry.resource),
            None if self.initial == Initial::Unit => {}
            None => match self.look() {
                Ok(entry) => (child.number, child.answer) = (entry.number, entry.resource),
                Err(guess) => child.number = guess.number(),
            },
        }
        self.game.undo();
    }

    /// What is known about the position the game is in.
    fn known(&mut self) -> Option<Entry<G::Resource>> {
        let (board, resource) = (self.game.key(), self.game.resource());
        if let Some(entry) = self.answers.find(board, resource) {
            self.stats.dominance_hits += u64::from(entry.resource != resource);
            return Some(entry);
        }
        self.open.get((board, resource.to_bits())).map(Entry::open)
    }

    /// What can be told of a position met for the first time: its answer, or guesses.
    fn look(&mut self) -> Result<Entry<G::Resource>, Guess> {
        match self.game.look(self.initial) {
            Ok(decided) => Ok(Entry::of(decided)),
            Err(guess) => {
                let here = position(&self.game);
                let borrowed = if self.borrow { self.open.borrowed::<G::Resource>(here) } else { 0 };
                Err(Guess { game: guess.pn().into(), borrowed })
            }
        }
    }

    /// Steps 4 and 5: goes on with the topmost frame.
    fn resume(&mut self) -> Next<G::Resource> {
        let frame = *self.frames.last().expect("a position being expanded");
        let step = match frame.turn {
            Turn::Or if !self.limits.best_first => {
                (frame.at < self.children.len()).then_some((frame.at, frame.threshold))
            }
            Turn::Or => match self.next_move(&frame) {
                Move::Look(at, threshold) => Some((at, threshold)),
                Move::AllFail(number) => {
                    self.frames.last_mut().expect("a position being expanded").best = number;
                    None
                }
            },
            Turn::And => match self.next_reply(&frame) {
                Reply::Look(at, threshold) => Some((at, threshold)),
                Reply::TooMany(number) => return self.leave(Entry::open(number)),
                Reply::Refutes => return self.refuted(&frame),
                Reply::AllSolved => None,
            },
        };
        let Some((at, threshold)) = step else {
            let frame = *self.frames.last().expect("a position being expanded");
            let entry = self.summed_up(&frame);
            return self.leave(entry);
        };
        let frame = self.frames.last_mut().expect("a position being expanded");
        (frame.at, frame.begun) = (at, true);
        self.game.play(self.children[at].m);
        self.stats.plays += 1;
        Next::Expand(threshold)
    }

    /// How to go on with an OR node: with the child that needs fewest tips, until another needs fewer.
    fn next_move(&self, frame: &Frame) -> Move {
        let moves = &self.children[frame.start..];
        let (mut best, mut least, mut second) = (0, LOST, LOST);
        for (at, child) in moves.iter().enumerate() {
            if child.number < least {
                (best, second, least) = (at, least, child.number);
            } else {
                second = second.min(child.number);
            }
        }
        if least >= frame.threshold {
            return Move::AllFail(least);
        }
        let until =
            if second == LOST { frame.threshold } else { self.farther(second).min(frame.threshold) };
        Move::Look(frame.start + best, until)
    }

    /// What comes of a node all of whose children were looked at.
    fn summed_up(&self, frame: &Frame) -> Entry<G::Resource> {
        let children = &self.children[frame.start..];
        let answers = || children.iter().map(|child| (child.m, child.answer)).collect::<Vec<_>>();
        match frame.turn {
            Turn::Or if frame.best == LOST => Entry::lost(self.game.disproof_join(&answers())),
            Turn::Or => Entry::open(frame.best),
            Turn::And => {
                let resource = self.game.proof_join(&answers());
                Entry { leaves: frame.leaves, ..Entry::end(frame.length, resource) }
            }
        }
    }

    /// Ends an AND node with a reply that cannot be met.
    fn refuted(&mut self, frame: &Frame) -> Next<G::Resource> {
        let lost = self.children[frame.start..].iter().find(|child| child.number == LOST);
        let resource = lost.map(|child| self.game.disproof_before(child.m, child.answer));
        self.leave(Entry::lost(resource.unwrap_or_else(|| self.game.resource())))
    }

    /// Takes the result of the child at hand.
    fn take(&mut self, result: Entry<G::Resource>) -> Next<G::Resource> {
        let Some(frame) = self.frames.last_mut() else { return self.finish(result) };
        self.game.undo();
        let length = result.length.saturating_add(1);
        let child = &mut self.children[frame.at];
        child.answer = result.resource;
        match (frame.turn, result.number) {
            (Turn::Or, 0) => {
                let resource = self.game.proof_before(child.m, result.resource);
                let best = G::move_bits(child.m);
                return self.leave(Entry {
                    best,
                    leaves: result.leaves,
                    ..Entry::end(length, resource)
                });
            }
            (Turn::Or, number) => {
                child.number = child.number.max(number);
                frame.best = frame.best.min(number);
                frame.at += 1;
            }
            (Turn::And, 0) => {
                frame.length = frame.length.max(length);
                frame.leaves = frame.leaves.saturating_add(result.leaves);
                child.number = 0;
                child.done = true;
            }
            (Turn::And, number) => child.number = child.number.max(number),
        }
        Next::Resume
    }

    /// Ends the topmost frame.
    fn leave(&mut self, entry: Entry<G::Resource>) -> Next<G::Resource> {
        let frame = self.frames.pop().expect("a position being expanded");
        self.children.truncate(frame.start);
        self.store(frame.position, entry)
    }

    /// Stores and returns a result.
    fn store(&mut self, here: Position, entry: Entry<G::Resource>) -> Next<G::Resource> {
        self.put(here, entry);
        Next::Return(entry)
    }

    /// Remembers a number. Numbers only grow; solved stays solved, lost stays lost.
    fn put(&mut self, here: Position, entry: Entry<G::Resource>) {
        if entry.is_final() {
            self.open.remove(here);
            self.make_room();
            self.learnt += u64::from(self.answers.add(here, entry));
            return;
        }
        if self.open.raise(here, entry.number) {
            return;
        }
        let resource = G::Resource::from_bits(here.1);
        if self.answers.find(here.0, resource).is_none() {
            self.make_room();
            self.open.add(here, entry.number);
            self.learnt += 1;
        }
    }

    /// Forgets open positions when the table is full.
    fn make_room(&mut self) {
        if self.size() < self.limits.entries {
            return;
        }
        // The marks of the line must stay, or a loop would be followed for ever.
        let line: PositionSet = self.frames.iter().map(|frame| frame.position).collect();
        let before = self.open.len();
        self.open.keep(&line);
        self.stats.collections += 1;
        self.stats.evictions += (before - self.open.len()) as u64;
        let answers = self.answers.len();
        self.out_of_memory = self.size() > self.limits.entries / KEPT_OF.1 * KEPT_OF.0
            || self.answers_before.replace(answers) == Some(answers);
    }

    fn size(&self) -> usize {
        self.open.len() + self.answers.len()
    }
}

impl<G: Game> Search for Cstar<G> {
    fn advance(&mut self, budget: u64) -> Status {
        let until = self.stats.expansions.saturating_add(budget);
        loop {
            self.next = match self.next {
                Next::Iterate => self.iterate(),
                Next::Expand(threshold) => {
                    match self.expand(threshold, self.stats.expansions < until) {
                        Some(next) => next,
                        None => return Status::Running,
                    }
                }
                Next::Resume => self.resume(),
                Next::Return(entry) => self.take(entry),
                Next::End(_) => return Status::Done,
            };
            if self.out_of_memory && !matches!(self.next, Next::End(_)) {
                self.next = Next::End(GameValue::Unknown(StopReason::Memory));
            }
        }
    }

    fn verdict(&self) -> GameValue {
        match self.next {
            Next::End(verdict) => verdict,
            _ => GameValue::Unknown(StopReason::Nodes),
        }
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn root_bounds(&self) -> Bounds {
        match self.number {
            0 => Bounds::PROVED,
            LOST => Bounds::DISPROVED,
            n => Bounds::open(u32::try_from(n).unwrap_or(Bounds::MAX), 1),
        }
    }

    fn fill(&self) -> f64 {
        self.size() as f64 / self.limits.entries.max(1) as f64
    }
}
