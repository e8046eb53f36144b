//! Handles Ctrl-C: the results so far are kept.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once the user has interrupted.
static ASKED: AtomicBool = AtomicBool::new(false);
/// True if the next interrupt ends the program at once: [`ASKED`] is no longer watched, or the user has
/// interrupted before.
static IMPATIENT: AtomicBool = AtomicBool::new(false);

/// Returns the flag that is set when the user interrupts, if the command has called [`catch`]. Every table
/// watches it.
pub(super) fn flag() -> &'static AtomicBool {
    &ASKED
}

/// Catches interrupts until [`release`]: the first sets the flag, and a second one ends the program at once.
#[expect(clippy::exit, reason = "whoever interrupts twice waits for a thread that does not come back")]
pub(super) fn catch() -> &'static AtomicBool {
    // After a release, the next interrupt is a first one again. Not after an interrupt that still holds.
    IMPATIENT.store(ASKED.load(Ordering::Relaxed), Ordering::Relaxed);
    // If the handler cannot be installed, an interrupt ends the program, as is the default. One that was
    // installed before stays.
    let _ = ctrlc::set_handler(|| {
        if IMPATIENT.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
        ASKED.store(true, Ordering::Relaxed);
    });
    &ASKED
}

/// Stops catching: the code that watches the flag is done, and the next interrupt ends the program.
pub(super) fn release() {
    IMPATIENT.store(true, Ordering::Relaxed);
    ASKED.store(false, Ordering::Relaxed);
}
