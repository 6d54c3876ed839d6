//! Sums: how the numbers of many children make the number of their parent.
//!
//! Trouble  In a graph the same work shows up below several children; added up it looks like more, and
//!          through k such diamonds in a row like 2^k.
//! Idea     Put children that share work into one group; count a group by its largest member, and add
//!          up the groups. No grouping can change what is solved: all members 0 ⇔ the sum is 0.
//! Source   sum: \[Allis94\]; classes: \[KomoringHeights\]; snda: \[Kishimoto10\]; weak: \[Ueda08\]; branch:
//!          the branch numbers of \[Okabe05\] and shtsume, which puts the worst child behind the others. Leaving out old children: df-pn(r), \[Kishimoto05\].
//! Switch   `sums`, and `cycles = reduced`.
//! Seen     `stats.merges`; the diamond ladders of the tests.

use crate::add;
use crate::options::Sums;

/// What a child adds to its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The number of the child, cost included; 0 if it is solved in the parent's disfavour.
    pub number: u32,
    /// Class of the game, 0 for none.
    pub class: u16,
    /// Found to merge with another (SNDA).
    pub merged: bool,
    /// Nearer to the root than its parent (df-pn(r)).
    pub old: bool,
}

/// A number made of many, and how much of it one child may grow into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    /// The number of the parent.
    pub total: u32,
    /// What the total has beside the group of the child asked about: that child may grow up to a limit less
    /// this before the total reaches the limit.
    pub beside: u32,
}

/// Above this the worst child of a branch number is left out.
const FOLD: u32 = 240;

/// Branch numbers: the sum without its largest part but the chosen one, if that part makes it too large.
fn folded(reduced: bool, shares: &[Share], chosen: usize, hidden: u32) -> Sum {
    let whole = sum(Sums::Weak, reduced, shares, chosen, hidden);
    let others = || shares.iter().enumerate().filter(|&(i, share)| i != chosen && share.number > 0);
    match others().max_by_key(|(_, share)| share.number) {
        Some((worst, share)) if whole.total > FOLD && share.number > FOLD / 2 => {
            let mut rest = shares.to_vec();
            rest[worst].number = 0;
            sum(Sums::Weak, reduced, &rest, chosen, hidden)
        }
        _ => whole,
    }
}

/// Adds up shares; `chosen` is the index of the child to be searched, `hidden` what put-off children count.
pub(crate) fn sum(policy: Sums, reduced: bool, shares: &[Share], chosen: usize, hidden: u32) -> Sum {
    if policy == Sums::Branch {
        return folded(reduced, shares, chosen, hidden);
    }
    let is_open = |share: &Share| share.number > 0;
    let leave_out_old = reduced && shares.iter().any(|s| is_open(s) && !s.old);
    let counts = |share: &Share| is_open(share) && !(leave_out_old && share.old);
    let only_old = reduced && !leave_out_old;
    let group = |i: usize| match policy {
        _ if only_old => 0,
        Sums::Sum => usize::MAX,
        Sums::Weak | Sums::Branch => 0,
        Sums::Classes if shares[i].class == 0 => usize::MAX,
        Sums::Classes => shares[i].class as usize,
        Sums::Snda if shares[i].merged => 0,
        Sums::Snda if shares[i].class == 0 => usize::MAX,
        Sums::Snda => shares[i].class as usize,
    };
    let chosen_group = group(chosen);
    let (mut own, mut beside) = (0, hidden);
    let mut others = [(usize::MAX, 0u32); 8];
    for (i, share) in shares.iter().enumerate().filter(|(_, share)| counts(share)) {
        let group = group(i);
        if i == chosen || (group != usize::MAX && group == chosen_group) {
            own = own.max(share.number);
        } else if group == usize::MAX {
            beside = add(beside, share.number);
        } else {
            // A handful of groups; more of them share the last place, which only makes the sum smaller.
            let known = others.iter().position(|&(g, _)| g == group || g == usize::MAX).unwrap_or(7);
            others[known] = (group, others[known].1.max(share.number));
        }
    }
    for (_, largest) in others {
        beside = add(beside, largest);
    }
    if matches!(policy, Sums::Weak | Sums::Branch) && !only_old {
        let open = shares.iter().filter(|share| counts(share)).count() as u32;
        beside = add(beside, open.saturating_sub(1));
    }
    // A chosen child that is left out of the sum still has to be able to grow.
    if !counts(&shares[chosen]) && own == 0 {
        return Sum { total: beside.max(1), beside: 0 };
    }
    Sum { total: add(own, beside), beside }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(numbers: &[u32]) -> Vec<Share> {
        let share = |&number| Share { number, class: 0, merged: false, old: false };
        numbers.iter().map(share).collect()
    }

    #[test]
    fn each_policy_adds_as_it_says() {
        let mut s = shares(&[3, 0, 5, 2]);
        assert_eq!(sum(Sums::Sum, false, &s, 0, 0), Sum { total: 10, beside: 7 });
        assert_eq!(sum(Sums::Weak, false, &s, 0, 0), Sum { total: 7, beside: 2 });
        assert_eq!(sum(Sums::Branch, false, &s, 0, 0), Sum { total: 7, beside: 2 });
        let large = shares(&[3, 500, 200, 2]);
        assert_eq!(sum(Sums::Branch, false, &large, 0, 0), Sum { total: 202, beside: 2 });
        assert_eq!(sum(Sums::Branch, false, &large, 1, 0), Sum { total: 502, beside: 2 });
        (s[0].class, s[2].class) = (4, 4);
        assert_eq!(sum(Sums::Classes, false, &s, 0, 0), Sum { total: 7, beside: 2 });
        assert_eq!(sum(Sums::Classes, false, &s, 3, 1), Sum { total: 8, beside: 6 });
        (s[0].merged, s[3].merged) = (true, true);
        assert_eq!(sum(Sums::Snda, false, &s, 2, 0), Sum { total: 8, beside: 3 });
        s[2].old = true;
        assert_eq!(sum(Sums::Sum, true, &s, 0, 0), Sum { total: 5, beside: 2 });
    }
}
