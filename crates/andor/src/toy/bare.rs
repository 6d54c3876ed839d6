//! A wrapper that changes nothing, to see that nothing changes.

use crate::game::{Game, Wrapper};

/// A game and nothing else.
#[derive(Clone, Debug)]
pub struct Bare<G>(pub G);

impl<G: Game + Clone> Wrapper for Bare<G> {
    type Inner = G;
    const FAITHFUL: bool = true;

    fn inner(&self) -> &G {
        &self.0
    }
    fn inner_mut(&mut self) -> &mut G {
        &mut self.0
    }
    fn fork(&self, spare: Option<Self>) -> Option<Self> {
        self.0.fork(spare.map(|spare| spare.0)).map(Bare)
    }
}
