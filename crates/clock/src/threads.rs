//! Work that is shared out to threads.

use std::panic::resume_unwind;
use std::thread::scope;

/// Does `work` with every item at the same time, each on a thread of its own but for the first, which is the caller's: one item
/// takes no thread, and there are none in a browser. Returns what was made of each, in their order, when all are done. A
/// panic of one of them goes on in the caller.
///
/// ```
/// assert_eq!(tsumugi_clock::threads::each([1, 2, 3], |n| n * n), [1, 4, 9]);
/// ```
pub fn each<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut items = items.into_iter();
    let Some(first) = items.next() else { return vec![] };
    let work = &work;
    scope(|scope| {
        let others: Vec<_> = items.map(|item| scope.spawn(move || work(item))).collect();
        let mut done = vec![work(first)];
        done.extend(
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::current;

    #[test]
    fn the_first_item_is_the_callers_and_the_order_is_kept() {
        let ids = each(0..4, |n| (n, current().id()));
        assert_eq!(ids.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(ids.iter().all(|(n, id)| (*id == current().id()) == (*n == 0)));
        assert_eq!(each([0; 0], |n| n), []);
    }

    #[test]
    #[should_panic(expected = "the third")]
    fn a_panic_goes_on_in_the_caller() {
        each(1..4, |n| assert!(n != 3, "the third"));
    }
}
