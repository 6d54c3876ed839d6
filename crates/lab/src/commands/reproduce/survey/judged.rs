//! A mate problem whose positions can be judged: by the guess that was learned.

use tsumugi_andor::engines::pseudo::EvaluatedGame;
use tsumugi_andor::{Decided, Hints, Initial, Plies, Wrapper};
use tsumugi_tsume::TsumeGame;

/// Points for twice as large a disproof number. Fewer: thresholds between one doubling and the next cannot be told apart.
pub const DOUBLING: i32 = 16;

/// The evaluation of what is decided at sight: more than any guess comes to.
const DECIDED: i32 = 64 * DOUBLING;

/// The same problem.
#[derive(Clone, Debug)]
pub struct Judged(pub TsumeGame);

impl Wrapper for Judged {
    type Inner = TsumeGame;
    const FAITHFUL: bool = true;

    fn inner(&self) -> &TsumeGame {
        &self.0
    }

    fn inner_mut(&mut self) -> &mut TsumeGame {
        &mut self.0
    }

    fn fork(&self, spare: Option<Judged>) -> Option<Judged> {
        Hints::fork(&self.0, spare.map(|spare| spare.0)).map(Judged)
    }
}

impl EvaluatedGame for Judged {
    /// How many times larger the work to disprove the position seems than the work to prove it, in doublings.
    fn evaluation(&mut self) -> i32 {
        match Hints::look(&mut self.0, Initial::Learned(Plies::UNLIMITED)) {
            Ok(Decided::Win(..)) => DECIDED,
            Ok(Decided::Loss(_)) => -DECIDED,
            Err(bounds) => {
                let doublings = f64::from(bounds.dn()).log2() - f64::from(bounds.pn()).log2();
                (doublings * f64::from(DOUBLING)).round() as i32
            }
        }
    }
}
