//! Sums: how the numbers of many children make the number of their parent.
//!
//! Trouble  In a graph the same work shows up below several children; added up it looks like more, and
//!          through k such diamonds in a row like 2^k.
//! Idea     Put children that share work into one group; count a group by its largest member, and add
//!          up the groups. No grouping can change what is solved: all members 0 ⇔ the sum is 0.
//! Source   sum: \[Allis94\]; classes: \[KomoringHeights\]; nagai: \[Nagai02\]; snda: \[Kishimoto10\]; weak: \[Ueda08\]; branch:
//!          the branch numbers of \[Okabe05\] and shtsume, which puts the worst child behind the others.
//!          Leaving out old children: df-pn(r), \[Kishimoto05\].
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

impl Share {
    fn is_open(&self) -> bool {
        self.number > 0
    }

    fn class(&self) -> Option<u16> {
        (self.class != 0).then_some(self.class)
    }
}

/// A number made of many, and how much of it one child may grow into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    /// The number of the parent.
    pub total: u32,
    /// What the total has beside the group of the chosen child: that child may grow up to a limit less
    /// this before the total reaches the limit.
    pub beside: u32,
}

impl Sum {
    /// The group of the chosen child, and the rest.
    fn of(own: u32, beside: u32) -> Sum {
        match own {
            // A chosen child that is left out of the sum still has to be able to grow.
            0 => Sum { total: beside.max(1), beside: 0 },
            _ => Sum { total: add(own, beside), beside },
        }
    }
}

/// Adds up shares; `chosen` is the index of the child to be searched, `hidden` what put-off children count.
#[inline]
pub(crate) fn sum(sums: Sums, shares: &[Share], chosen: usize, hidden: u32) -> Sum {
    match sums {
        Sums::Sum => grouped(shares, chosen, hidden, |_| None),
        Sums::Classes => grouped(shares, chosen, hidden, Share::class),
        // Classes start at 1.
        Sums::Snda => grouped(shares, chosen, hidden, |s| if s.merged { Some(0) } else { s.class() }),
        Sums::Nagai if shares.iter().any(|s| s.merged && s.is_open()) => {
            grouped(shares, chosen, hidden, |_| Some(0))
        }
        Sums::Nagai => grouped(shares, chosen, hidden, |_| None),
        Sums::Weak => weak(shares, hidden),
        Sums::Branch => branch(shares, chosen, hidden),
    }
}

/// As [`sum`], in a tree, where no two lines meet: there is nothing to merge, and no loop to fold away.
pub(crate) fn total(sums: Sums, shares: &[Share]) -> u32 {
    let sums = if sums == Sums::Branch { Sums::Weak } else { sums };
    shares.iter().position(Share::is_open).map_or(0, |any| sum(sums, shares, any, 0).total)
}

/// Without the children nearer to the root than their parent, unless there are no others (df-pn(r)).
pub(crate) fn reduced(sums: Sums, shares: &[Share], chosen: usize, hidden: u32) -> Sum {
    if shares.iter().any(|share| share.is_open() && !share.old) {
        let number = |share: &Share| if share.old { 0 } else { share.number };
        let rest: Vec<Share> = shares.iter().map(|s| Share { number: number(s), ..*s }).collect();
        return sum(sums, &rest, chosen, hidden);
    }
    grouped(shares, chosen, hidden, |_| Some(0))
}

/// Groups other than the chosen child's that are told apart. More of them share the last place, which only makes the sum
/// smaller. Fewer places: bare kings have up to nine lines to drop a rook, bishop or lance on. More: every node pays.
const GROUPS: usize = 8;

/// The largest of each group, and those alone.
#[inline]
fn grouped(
    shares: &[Share],
    chosen: usize,
    hidden: u32,
    group_of: impl Fn(&Share) -> Option<u16>,
) -> Sum {
    let chosen_group = group_of(&shares[chosen]);
    let (mut own, mut beside) = (0, hidden);
    let (mut others, mut count) = ([(0u16, 0u32); GROUPS], 0);
    for (i, share) in shares.iter().enumerate().filter(|(_, share)| share.is_open()) {
        match group_of(share) {
            group if i == chosen || group.is_some() && group == chosen_group => {
                own = own.max(share.number);
            }
            None => beside = add(beside, share.number),
            Some(group) => {
                let known = others[..count].iter().position(|&(other, _)| other == group);
                let place = known.unwrap_or(count.min(GROUPS - 1));
                count = count.max(place + 1);
                others[place] = (group, others[place].1.max(share.number));
            }
        }
    }
    Sum::of(own, others[..count].iter().fold(beside, |sum, &(_, largest)| add(sum, largest)))
}

/// Weak proof numbers: the largest, and one for each other child.
fn weak(shares: &[Share], hidden: u32) -> Sum {
    let open = shares.iter().filter(|share| share.is_open());
    let others = (open.clone().count() as u32).saturating_sub(1);
    Sum::of(open.map(|share| share.number).max().unwrap_or(0), add(hidden, others))
}

/// A branch number larger than this is folded. Smaller: good moves wait behind bad ones. Larger: numbers that feed on a
/// loop stay in the sum for longer.
const FOLD: u32 = 240;

/// Branch numbers: weak ones without the largest child but the chosen one, if that makes them too large.
fn branch(shares: &[Share], chosen: usize, hidden: u32) -> Sum {
    let whole = weak(shares, hidden);
    let others = || shares.iter().enumerate().filter(|&(i, share)| i != chosen && share.is_open());
    match others().max_by_key(|(_, share)| share.number) {
        Some((worst, share)) if whole.total > FOLD && share.number > FOLD / 2 => {
            let mut rest = shares.to_vec();
            rest[worst].number = 0;
            weak(&rest, hidden)
        }
        _ => whole,
    }
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
        assert_eq!(sum(Sums::Sum, &s, 0, 0), Sum { total: 10, beside: 7 });
        assert_eq!(sum(Sums::Nagai, &s, 0, 0), Sum { total: 10, beside: 7 });
        assert_eq!(sum(Sums::Weak, &s, 0, 0), Sum { total: 7, beside: 2 });
        assert_eq!(sum(Sums::Branch, &s, 0, 0), Sum { total: 7, beside: 2 });
        let large = shares(&[3, 500, 200, 2]);
        assert_eq!(sum(Sums::Branch, &large, 0, 0), Sum { total: 202, beside: 2 });
        assert_eq!(sum(Sums::Branch, &large, 1, 0), Sum { total: 502, beside: 2 });
        assert_eq!((total(Sums::Branch, &large), total(Sums::Sum, &shares(&[0, 0]))), (503, 0));
        (s[0].class, s[2].class) = (4, 4);
        assert_eq!(sum(Sums::Classes, &s, 0, 0), Sum { total: 7, beside: 2 });
        assert_eq!(sum(Sums::Classes, &s, 3, 1), Sum { total: 8, beside: 6 });
        (s[0].merged, s[3].merged) = (true, true);
        assert_eq!(sum(Sums::Snda, &s, 2, 0), Sum { total: 8, beside: 3 });
        // Without classes; but whatever meets, the largest of all is all there is.
        assert_eq!(sum(Sums::Nagai, &s, 2, 0), Sum { total: 5, beside: 0 });
        s[2].old = true;
        assert_eq!(reduced(Sums::Sum, &s, 0, 0), Sum { total: 5, beside: 2 });
        assert_eq!(reduced(Sums::Sum, &s, 2, 0), Sum { total: 5, beside: 0 });
        s.iter_mut().for_each(|share| share.old = true);
        assert_eq!(reduced(Sums::Sum, &s, 0, 1), Sum { total: 6, beside: 1 });
    }
}
