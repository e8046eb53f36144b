//! Ctrl-C: what was counted until then is kept.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once the user has interrupted.
static ASKED: AtomicBool = AtomicBool::new(false);
/// Nobody looks at [`ASKED`] any more, or the user has interrupted before.
static IMPATIENT: AtomicBool = AtomicBool::new(false);

/// Set when the user interrupts, if the command has called [`catch`]; every table heeds it.
pub(super) fn flag() -> &'static AtomicBool {
    &ASKED
}

/// From now on an interrupt sets the flag, and a second one ends the program at once.
#[expect(clippy::exit, reason = "whoever interrupts twice waits for a thread that does not come back")]
pub(super) fn catch() -> &'static AtomicBool {
    // Where no handler can be set, an interrupt ends the program as it would without.
    let _ = ctrlc::set_handler(|| {
        if IMPATIENT.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
        ASKED.store(true, Ordering::Relaxed);
    });
    &ASKED
}

/// What had to heed the flag is done: what follows runs to its end, or to the next interrupt.
pub(super) fn release() {
    IMPATIENT.store(true, Ordering::Relaxed);
    ASKED.store(false, Ordering::Relaxed);
}
