//! Many things to be done alike, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What `one` makes of each of `count` things, in their order. `tell` hears every now and then how many are begun, and says
/// whether to go on; if not, the results of those not begun are missing.
pub fn spread<T: Send>(
    count: usize,
    threads: u32,
    one: impl Fn(usize) -> T + Sync,
    tell: impl FnMut(usize) -> bool,
) -> Vec<Option<T>> {
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let add = |done: &mut Vec<(usize, T)>, i| done.push((i, one(i)));
    for (i, result) in gather(count, threads, Vec::new, add, tell).into_iter().flatten() {
        results[i] = Some(result);
    }
    results
}

/// What each thread has gathered of `count` things, which they share: `new` is what one begins with, and `add` does a thing
/// and adds what comes of it. `tell` as in [`spread`].
pub fn gather<S: Send>(
    count: usize,
    threads: u32,
    new: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, usize) + Sync,
    mut tell: impl FnMut(usize) -> bool,
) -> Vec<S> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || {
            let mut gathered = new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= count {
                    return gathered;
                }
                add(&mut gathered, i);
            }
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            std::thread::sleep(Duration::from_millis(10));
            if !tell(next.load(Ordering::Relaxed).min(count)) {
                next.store(count, Ordering::Relaxed);
            }
        }
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let all = spread(1000, 3, |i| i * i, |_| true);
        assert!(all.iter().enumerate().all(|(i, result)| *result == Some(i * i)));
    }

    #[test]
    fn what_was_not_begun_is_missing() {
        let slow = |_| std::thread::sleep(Duration::from_millis(5));
        let some = spread(100_000, 2, slow, |begun| begun == 0);
        assert!(some[0].is_some() && some[99_999].is_none());
    }
}
