//! Guards calls of third-party readers of fonts, pictures and workbooks.
//!
//! Third-party code reads the files of a package. If it panics on a broken file, the panic is caught here and
//! becomes the cause of a diagnostic that names the file. Cardwright's own code is called through this only
//! if it does nothing but call such a reader, cell by cell.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Number of guards on this thread's call stack.
    static GUARDS: Cell<usize> = const { Cell::new(0) };
}

/// Runs a closure that may panic on invalid input. Values that it was changing when it panicked must not be
/// used afterwards.
///
/// # Errors
/// The message of the panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    GUARDS.with(|guards| guards.set(guards.get() + 1));
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDS.with(|guards| guards.set(guards.get() - 1));
    result.map_err(|panic| {
        let words = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        // Only the first line of a panic message.
        let words = words.and_then(|w| w.lines().next()).unwrap_or("no reason is given");
        format!("it is broken, and its reader stopped: {words}")
    })
}

/// Returns whether a guard will catch a panic of this thread.
pub fn is_guarded() -> bool {
    GUARDS.with(|guards| guards.get() > 0)
}
