//! Foreign readers of fonts and pictures, guarded.
//!
//! What a package holds is read by code that is not ours. Where that panics over a broken file, it is the file that is at fault: the
//! panic ends here and becomes the reason of a diagnostic that names the file. Our own code is never called through this.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// How many guards stand around what this thread does.
    static GUARDS: Cell<usize> = const { Cell::new(0) };
}

/// Does something that may panic over the bytes it is given. What it was changing when it panicked must not be used afterwards.
///
/// # Errors
/// It panicked, and with which words.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    GUARDS.with(|guards| guards.set(guards.get() + 1));
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDS.with(|guards| guards.set(guards.get() - 1));
    result.map_err(|panic| {
        let words =
            panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        // Some of these go on over several lines.
        let words = words.and_then(|w| w.lines().next()).unwrap_or("no reason is given");
        format!("it is broken, and its reader stopped: {words}")
    })
}

/// Whether a panic of this thread is going to end at a guard.
pub fn is_guarded() -> bool {
    GUARDS.with(|guards| guards.get() > 0)
}
