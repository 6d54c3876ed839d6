//! Merge detection (SNDA): find lines that lead from one ancestor to the same position.
//!
//! Trouble  See `sums.rs`: work below a merge is counted once for every line that leads there.
//! Idea     Each entry remembers one position it was reached from. Before a child is searched, walk up
//!          these links from it; if they meet the current line at a node other than its parent, the
//!          two children of that node through which the lines run count as one.
//! Source   \[Kishimoto10\], after \[Nagai02\].
//! Switch   `sums = snda`; `sums_snda_reach` bounds the walk.
//! Seen     `stats.merges`.

use crate::Resource;
use crate::path::Path;
use crate::table::{Found, Table};

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
