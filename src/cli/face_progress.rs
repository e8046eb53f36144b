//! The progress of making faces, shown beside the work.

use std::io::IsTerminal;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::ui::progress;
use crate::print::FaceProgress;
use crate::threads::with_helpers;

/// Works, and shows on a terminal how far the work is if it takes more than a second.
pub(super) fn watched<T>(made: &Arc<FaceProgress>, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (done, finished) = mpsc::channel::<()>();
    let finished = Mutex::new(finished);
    let show = || {
        let Ok(finished) = finished.lock() else { return };
        let start = Instant::now();
        let mut bar = None;
        // Ends as soon as the other side of the channel is dropped.
        while finished.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
            if start.elapsed() > Duration::from_secs(1) {
                let all = made.all.load(Ordering::Relaxed) as u64;
                let bar = bar.get_or_insert_with(|| progress(all, "faces"));
                bar.set_length(all);
                bar.set_position(made.done.load(Ordering::Relaxed) as u64);
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    };
    with_helpers(1, show, move |_| {
        let _done = done;
        work()
    })
}
