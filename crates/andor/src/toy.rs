//! Little games and graphs whose truth is known: for tests, examples and experiments.

pub mod fixtures;
pub mod graph;
pub mod random_graphs;
pub mod tokens;
