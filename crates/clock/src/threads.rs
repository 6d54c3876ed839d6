//! Work that is shared out to threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
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

/// Work that turns up while other work is done: a thread that has much to do gives a part of it to one that has nothing.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use tsumugi_clock::threads::{Tasks, each};
///
/// // Sums up ranges, and halves them if somebody else is idle.
/// let (tasks, sum) = (Tasks::new(vec![0..100_000_u64]), AtomicU64::new(0));
/// each(0..4, |_| {
///     tasks.work(|mut range| {
///         while let Some(number) = range.next() {
///             sum.fetch_add(number, Ordering::Relaxed);
///             if tasks.is_wanted() {
///                 let middle = range.start.midpoint(range.end);
///                 tasks.give(middle..range.end);
///                 range.end = middle;
///             }
///         }
///         Ok::<(), ()>(())
///     })
/// });
/// assert_eq!(sum.into_inner(), 4_999_950_000);
/// ```
#[derive(Debug)]
pub struct Tasks<T> {
    queue: Mutex<Queue<T>>,
    /// Something was added to the queue, or all is over.
    changed: Condvar,
    /// Threads that wait, less the tasks that wait for them.
    wanted: AtomicUsize,
    failed: AtomicBool,
}

#[derive(Debug)]
struct Queue<T> {
    tasks: Vec<T>,
    /// Threads that are at work.
    working: usize,
    /// Threads that wait for a task.
    waiting: usize,
}

impl<T> Tasks<T> {
    /// Begins with these.
    pub fn new(tasks: Vec<T>) -> Tasks<T> {
        Tasks {
            queue: Mutex::new(Queue { tasks, working: 0, waiting: 0 }),
            changed: Condvar::new(),
            wanted: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
        }
    }

    /// Does one task after the other until there are none and nobody can give another, or until one fails, on whichever thread.
    /// For every thread to call.
    ///
    /// # Errors
    /// The one of this thread.
    pub fn work<E>(&self, mut work: impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
        while let Some(task) = self.next() {
            // Also if it panics: the others must not wait for ever.
            let mut at_work = AtWork { tasks: self, failed: true };
            let result = work(task);
            at_work.failed = result.is_err();
            drop(at_work);
            result?;
        }
        Ok(())
    }

    /// Does a thread have nothing to do? Cheap to ask.
    #[inline]
    pub fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    /// Has a task failed? Then the others are of no use any more.
    #[inline]
    pub fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Adds a task.
    pub fn give(&self, task: T) {
        let mut queue = self.lock();
        queue.tasks.push(task);
        self.tell(&queue);
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Queue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, queue: &Queue<T>) {
        self.wanted.store(queue.waiting.saturating_sub(queue.tasks.len()), Ordering::Relaxed);
    }

    fn next(&self) -> Option<T> {
        let mut queue = self.lock();
        loop {
            if self.failed() {
                return None;
            }
            if let Some(task) = queue.tasks.pop() {
                queue.working += 1;
                self.tell(&queue);
                return Some(task);
            }
            if queue.working == 0 {
                return None;
            }
            queue.waiting += 1;
            self.tell(&queue);
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
            self.tell(&queue);
        }
    }
}

/// A thread with a task.
struct AtWork<'a, T> {
    tasks: &'a Tasks<T>,
    failed: bool,
}

impl<T> Drop for AtWork<'_, T> {
    fn drop(&mut self) {
        let mut queue = self.tasks.lock();
        queue.working -= 1;
        if self.failed {
            self.tasks.failed.store(true, Ordering::Relaxed);
        }
        if self.failed || queue.working == 0 && queue.tasks.is_empty() {
            self.tasks.changed.notify_all();
        }
    }
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

    /// Every number has as many children as it says, each smaller by one.
    fn count(threads: usize, fails_at: Option<usize>) -> (usize, Vec<Result<(), usize>>) {
        let (tasks, done) = (Tasks::new(vec![7]), AtomicUsize::new(0));
        let results = each(0..threads, |_| {
            tasks.work(|number| {
                if done.fetch_add(1, Ordering::Relaxed) + 1 == fails_at.unwrap_or(usize::MAX) {
                    return Err(number);
                }
                (0..number).for_each(|_| tasks.give(number - 1));
                Ok(())
            })
        });
        (done.into_inner(), results)
    }

    #[test]
    fn all_tasks_are_done_whoever_gives_them() {
        // 7 + 7·6 + 7·6·5 + … and the first.
        let all = 13_700;
        for threads in [1, 2, 5] {
            assert_eq!(count(threads, None), (all, vec![Ok(()); threads]));
        }
    }

    #[test]
    fn a_task_that_fails_ends_the_others() {
        for threads in [1, 2, 5] {
            let (done, results) = count(threads, Some(100));
            // The others finish what they have begun, and may have begun more before they heard of it.
            assert!(if threads == 1 { done == 100 } else { done >= 100 }, "{done}");
            assert_eq!(results.iter().filter(|result| result.is_err()).count(), 1);
        }
    }

    #[test]
    #[should_panic(expected = "a task")]
    fn a_task_that_panics_leaves_nobody_waiting() {
        let tasks = Tasks::new(vec![1, 2, 3]);
        each(0..3, |_| {
            tasks.work(|number| {
                assert!(number != 2, "a task");
                Ok::<(), ()>(())
            })
        });
    }
}
