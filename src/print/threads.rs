//! Parallel work with results independent of the number of threads.

use std::thread;

/// Returns the default number of threads.
pub fn available() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
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
        // If the system grants no more threads, this one does the rest.
        let start = |part| (part, thread::Builder::new().spawn_scoped(scope, move || all_of(part)).ok());
        let parts: Vec<_> = items.chunks(each).map(start).collect();
        let (mut results, mut tools) = (Vec::with_capacity(items.len()), Vec::with_capacity(threads));
        for (part, thread) in parts {
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
