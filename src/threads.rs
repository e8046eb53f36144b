//! Parallel work. Results never depend on the number of threads: if the system grants fewer than requested,
//! those do all of the work.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// Maximum number of threads: more gain nothing, and each needs memory of its own.
pub const MOST: usize = 256;

/// Number of parts that each thread takes of parallel work, if all are equally fast.
const PARTS_EACH: usize = 16;

/// Returns the requested number of threads, at most [`MOST`]; by default one for each core.
pub fn count(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    let most = NonZero::new(MOST).unwrap_or(NonZero::<usize>::MIN);
    asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN).min(most)
}

/// Locks a mutex, even after a thread has panicked while it held the lock. Either the panic ends the whole
/// run, or the value is valid after every step of each change, so nothing half done is seen.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the value out of a mutex; like [`lock`], even after a panic.
pub fn take_out<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` in this thread and in up to `threads` − 1 others in parallel. Returns the result of each, this
/// thread's first.
pub fn side_by_side<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let work = &work;
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = (1..threads.min(MOST)).map_while(start).collect();
        let mut all = vec![work()];
        for helper in helpers {
            match helper.join() {
                Ok(theirs) => all.push(theirs),
                // The panic hook has reported it already; this thread must panic, too.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}

/// Runs `work` in this thread, and `help` in up to `helpers` others beside it. Returns when all have ended,
/// so `work` must let the helpers know that it has, even by a panic. `work` is given the number of helpers,
/// which is less than requested if the system grants fewer threads.
pub fn with_helpers<T>(helpers: usize, help: impl Fn() + Sync, work: impl FnOnce(usize) -> T) -> T {
    thread::scope(|scope| {
        let help = &help;
        let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, help).is_ok();
        let granted = (0..helpers.min(MOST)).take_while(start).count();
        work(granted)
    })
}

/// Runs `work` in this thread and `other` in a new one beside it; one after the other if the system grants no
/// thread, or if there is one core.
pub fn both<A: Send, B>(other: impl Fn() -> A + Sync, work: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let is_split = count(None).get() > 1;
        let started = is_split.then(|| thread::Builder::new().spawn_scoped(scope, &other).ok()).flatten();
        let made = work();
        let others =
            started.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        (others.unwrap_or_else(&other), made)
    })
}

/// Runs `work` in a new thread; in the current one if the system grants no other.
pub fn elsewhere<T: Send>(work: impl Fn() -> T + Sync) -> T {
    let done = thread::scope(|scope| {
        let started = thread::Builder::new().spawn_scoped(scope, &work).ok();
        started.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    done.unwrap_or_else(work)
}

/// Makes a result of each item, and passes them to `take` in this thread and in order. If `threads` is more
/// than one, others are made while one is taken; up to three of them are kept at a time.
///
/// The thread that makes the results also frees the values that `take` returns: threads that free each
/// other's memory wait for each other.
pub fn one_ahead<T: Sync, R: Send, L: Send>(
    items: &[T],
    threads: usize,
    make: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(&T, R) -> L,
) {
    thread::scope(|scope| {
        let make = &make;
        let (send, made) = mpsc::sync_channel::<R>(1);
        let (free, left) = mpsc::channel::<L>();
        let make_all = move || {
            for item in items {
                left.try_iter().for_each(drop);
                if send.send(make(item)).is_err() {
                    return;
                }
            }
        };
        let is_split = threads > 1 && items.len() > 1;
        let mut helper =
            is_split.then(|| thread::Builder::new().spawn_scoped(scope, make_all).ok()).flatten();
        for item in items {
            let result = made.recv().unwrap_or_else(|_| match helper.take().map(|helper| helper.join()) {
                Some(Err(panic)) => std::panic::resume_unwind(panic),
                // If the system grants no other thread, this one makes the results.
                _ => make(item),
            });
            // If nobody frees it, it is freed here.
            drop(free.send(take(item, result)));
        }
    });
}

/// Maps each item with `work`, in threads that each have a tool of their own. Results are in the order of the
/// items.
pub fn in_parallel<T: Sync, R: Send, W: Send>(
    items: &[T],
    threads: usize,
    tool: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> R + Sync,
) -> Vec<R> {
    in_parallel_with(items, threads, tool, work).0
}

/// Like `in_parallel`, and also returns the tools, in no particular order.
pub fn in_parallel_with<T: Sync, R: Send, W: Send>(
    items: &[T],
    threads: usize,
    tool: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> R + Sync,
) -> (Vec<R>, Vec<W>) {
    let threads = threads.clamp(1, items.len().max(1));
    // Starting threads costs more than a few items.
    if threads == 1 || items.len() < 8 {
        let mut tool = tool();
        return (items.iter().map(|item| work(&mut tool, item)).collect(), vec![tool]);
    }
    // Threads take small parts, since the system may stop one of them for a while.
    let parts: Vec<&[T]> = items.chunks(items.len().div_ceil(threads * PARTS_EACH)).collect();
    let next = AtomicUsize::new(0);
    let done = side_by_side(threads, || {
        let (mut tool, mut done) = (tool(), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { return (done, tool) };
            let results: Vec<R> = part.iter().map(|item| work(&mut tool, item)).collect();
            done.push((number, results));
        }
    });
    let (done, tools): (Vec<_>, Vec<W>) = done.into_iter().unzip();
    let mut done: Vec<(usize, Vec<R>)> = done.into_iter().flatten().collect();
    done.sort_by_key(|(number, _)| *number);
    let mut results = Vec::with_capacity(items.len());
    done.into_iter().for_each(|(_, some)| results.extend(some));
    (results, tools)
}
