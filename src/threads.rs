//! Parallel work. Results never depend on the number of threads: if the system grants fewer than requested,
//! those do all of the work.

use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// Maximum number of threads: more gain nothing, and each needs memory of its own.
pub const MOST: usize = 256;

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
/// than one, the next result is made while the last one is taken, so two of them are kept at a time.
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
        let (send, made) = mpsc::sync_channel::<R>(0);
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
    let each = items.len().div_ceil(threads);
    thread::scope(|scope| {
        let (tool, work) = (&tool, &work);
        let all_of = move |part: &[T]| {
            let mut tool = tool();
            (part.iter().map(|item| work(&mut tool, item)).collect::<Vec<R>>(), tool)
        };
        let start = |part| (part, thread::Builder::new().spawn_scoped(scope, move || all_of(part)).ok());
        let (here, others) = items.split_at(each.min(items.len()));
        let others: Vec<_> = others.chunks(each).map(start).collect();
        let (mut results, tool) = all_of(here);
        let mut tools = vec![tool];
        results.reserve(items.len() - results.len());
        for (part, thread) in others {
            // If the system grants no more threads, this one does the rest.
            match thread.map_or_else(|| Ok(all_of(part)), |thread| thread.join()) {
                Ok((some, tool)) => {
                    results.extend(some);
                    tools.push(tool);
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        (results, tools)
    })
}
