//! Work that is shared out to threads.

/// Does `work` with every item at the same time, each on a thread of its own but for the first, which is the caller's; returns
/// when all are done.
pub fn each<T: Send>(items: impl IntoIterator<Item = T>, work: impl Fn(T) + Sync) {
    let mut items = items.into_iter();
    let Some(first) = items.next() else { return };
    let work = &work;
    std::thread::scope(|scope| {
        for item in items {
            scope.spawn(move || work(item));
        }
        work(first);
    });
}
