//! Shogi mate problems (詰将棋) as an AND/OR game.
//!
//! [`TsumeGame`] tells `tsumugi-andor` everything it needs: checks and evasions as moves, the attacker's
//! hand as resource, the least hand a mate needs (証明駒) and the largest a refutation stands up to (反証駒).
#![forbid(unsafe_code)]

mod game;
mod hands;

pub use game::{TsumeGame, attacker_of};
pub use hands::AttackerHand;
