//! Merge detection (SNDA): find lines that lead from one ancestor to the same position.
//!
//! Trouble  See `sums.rs`: work below a merge is counted once for every line that leads there.
//! Idea     Each entry remembers one position it was reached from. Before a child is searched, walk up
//!          these links from it; if they meet the current line at a node other than its parent, the
//!          two children of that node through which the lines run count as one.
//! Source   \[Kishimoto10\], after \[Nagai02\], whose own way is [`branching_point`]: it goes up only as long as what
//!          is below is all that counts, and then counts nothing but the largest child, see `sums.rs`.
//! Switch   `sums = snda`, or `nagai`; `sums_snda_reach` bounds the walk.
//! Seen     `stats.merges`.

use crate::path::Path;
use crate::table::{Entry, Found, Table};
use crate::{Resource, Turn};

/// The depth of the line's node met by walking up from `start`, and the key of the child walked through.
pub(crate) fn common_ancestor<R: Resource>(
    table: &Table<R>,
    path: &Path<R>,
    start: (u64, R),
    reach: u32,
) -> Option<(u32, u64)> {
    let mut at = start;
    for _ in 0..reach {
        let Found::Entry(entry) = table.look_up(at.0, at.1, false) else { return None };
        if entry.parent == at {
            return None;
        }
        if let Some(depth) = path.find(entry.parent.0, entry.parent.1, true) {
            return Some((depth, at.0));
        }
        at = entry.parent;
    }
    None
}

/// As [`common_ancestor`], but only where the number of `start` can be counted twice: a sum of proof numbers at an AND node
/// or of disproof numbers at an OR node, to which the number came up unchanged. It does so through sums always, through a
/// least number only if it is the least. Sides are taken to move in turn.
pub(crate) fn branching_point<R: Resource>(
    table: &Table<R>,
    path: &Path<R>,
    start: (u64, R),
    reach: u32,
    turn_at: impl Fn(u32) -> Turn,
) -> Option<(u32, u64)> {
    let (mut at, mut entry) = (start, known(table, start)?);
    let mut mover = if turn_at(path.len() as u32 - 1) == Turn::Or { Turn::And } else { Turn::Or };
    let (mut pn, mut dn) = (true, true);
    for _ in 0..reach {
        if entry.parent == at {
            return None;
        }
        if let Some(depth) = path.find(entry.parent.0, entry.parent.1, true) {
            let counted = if turn_at(depth) == Turn::And { pn } else { dn };
            return counted.then_some((depth, at.0));
        }
        let above = known(table, entry.parent)?;
        match mover {
            Turn::And => pn &= entry.bounds.pn() == above.bounds.pn(),
            Turn::Or => dn &= entry.bounds.dn() == above.bounds.dn(),
        }
        if !pn && !dn {
            return None;
        }
        mover = if mover == Turn::Or { Turn::And } else { Turn::Or };
        (at, entry) = (entry.parent, above);
    }
    None
}

/// What the table has about a position.
fn known<R: Resource>(table: &Table<R>, at: (u64, R)) -> Option<Entry<R>> {
    match table.look_up(at.0, at.1, false) {
        Found::Entry(entry) => Some(entry),
        Found::Nothing => None,
    }
}
