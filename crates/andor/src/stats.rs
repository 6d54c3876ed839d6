//! Counters: what a search did, and how often each technique acted.

/// Counters of one search. Reproducible with one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Positions whose moves were generated, every time counted.
    pub expansions: u64,
    /// Positions whose moves were generated for the first time, as far as the table remembers.
    pub new_expansions: u64,
    /// Moves played.
    pub plays: u64,
    /// Longest line looked at, in plies.
    pub max_depth: u32,
    /// Repetitions met on the current line.
    pub repetitions: u64,
    /// Disproofs that leaned on the line they were found on.
    pub conditional_disproofs: u64,
    /// Conditional disproofs found again and used on another visit.
    pub conditional_hits: u64,
    /// Simulations tried and succeeded (GHI by twins).
    pub simulations: (u64, u64),
    /// Nodes searched a second time, with repetitions as disproofs (GHI by two phases).
    pub second_phases: u64,
    /// Moves played by simulations, which are among the plays.
    pub simulated_plays: u64,
    /// Wins carried over to a reply like another: tried and succeeded.
    pub transfers: (u64, u64),
    /// Moves tried first because they won in a position like the current one.
    pub killers: u64,
    /// Times a node's thresholds were lifted to get out of a loop (TCA).
    pub threshold_lifts: u64,
    /// Merging lines found and counted once (SNDA).
    pub merges: u64,
    /// Answers taken from an entry with another resource.
    pub dominance_hits: u64,
    /// Table entries removed to make room while the search ran.
    pub evictions: u64,
    /// Rounds of garbage collection.
    pub collections: u64,
    /// Pieces of the search that threads took from the tree they share, and times one found none and waited.
    pub jobs: (u64, u64),
}

impl Stats {
    /// This number of expansions and nothing else.
    pub fn expansions(expansions: u64) -> Stats {
        Stats { expansions, ..Stats::default() }
    }

    /// The counters of two searches, one after the other.
    pub fn plus(&self, other: &Stats) -> Stats {
        Stats {
            expansions: self.expansions + other.expansions,
            new_expansions: self.new_expansions + other.new_expansions,
            plays: self.plays + other.plays,
            max_depth: self.max_depth.max(other.max_depth),
            repetitions: self.repetitions + other.repetitions,
            conditional_disproofs: self.conditional_disproofs + other.conditional_disproofs,
            conditional_hits: self.conditional_hits + other.conditional_hits,
            simulations: (
                self.simulations.0 + other.simulations.0,
                self.simulations.1 + other.simulations.1,
            ),
            second_phases: self.second_phases + other.second_phases,
            simulated_plays: self.simulated_plays + other.simulated_plays,
            transfers: (self.transfers.0 + other.transfers.0, self.transfers.1 + other.transfers.1),
            killers: self.killers + other.killers,
            threshold_lifts: self.threshold_lifts + other.threshold_lifts,
            merges: self.merges + other.merges,
            dominance_hits: self.dominance_hits + other.dominance_hits,
            evictions: self.evictions + other.evictions,
            collections: self.collections + other.collections,
            jobs: (self.jobs.0 + other.jobs.0, self.jobs.1 + other.jobs.1),
        }
    }
}
