//! A game that is saved when a signal ends the program.
//!
//! The thread that plays may be waiting for a line, or deep in a bot's search or in a rule, and none of these can be broken off
//! safely. So it hands over what was answered after each answer and pick, and the thread that waits for signals writes that.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::ui::Ui;
use crate::package::write_file;
use crate::play::{Saved, Step};

/// What is saved if a signal comes now.
pub(super) struct Latest {
    saved: Arc<Mutex<Saved>>,
}

impl Latest {
    /// From now on, an interrupt (Ctrl-C), a request to end, a terminal that is closed, and every other signal that would end the
    /// program and can be caught write the game to a file first. A second one ends the program at once.
    pub(super) fn save_on_signal(file: &Path, saved: Saved, ui: &Ui) -> Latest {
        let saved = Arc::new(Mutex::new(saved));
        wait(file.to_owned(), Arc::clone(&saved), ui);
        Latest { saved }
    }

    /// Hands over what has been answered, and what is picked of a selection.
    pub(super) fn update(&self, steps: &[Step], picks: &[String]) {
        let Ok(mut saved) = self.saved.lock() else { return };
        saved.picks = picks.to_vec();
        // What was taken back is at the end, and what was answered since is behind it.
        saved.steps.truncate(steps.len());
        while saved.steps.last().is_some_and(|last| steps.get(saved.steps.len() - 1) != Some(last)) {
            saved.steps.pop();
        }
        let have = saved.steps.len();
        saved.steps.extend_from_slice(&steps[have..]);
    }
}

/// Writes what was answered.
fn write(file: &Path, saved: &Mutex<Saved>, ui: &Ui) {
    let Ok(saved) = saved.lock() else { return };
    match write_file(file, saved.to_toml().as_bytes()) {
        Ok(path) => ui.say(&format!("\nSaved to {}.", path.display())),
        Err(d) => ui.complain(&format!("{}: {}", d.message, d.cause.unwrap_or_default())),
    }
}

#[cfg(unix)]
fn wait(file: PathBuf, saved: Arc<Mutex<Saved>>, ui: &Ui) {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    };
    let ui = ui.clone();
    // Where nobody can wait for signals, they end the program as they would without.
    let every = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];
    let Ok(mut signals) = signal_hook::iterator::Signals::new(every) else { return };
    // Ends as if nobody had caught it: whoever waits for the program sees by what it was ended.
    let end = |signal| drop(signal_hook::low_level::emulate_default_handler(signal));
    std::thread::spawn(move || {
        let mut first = Some((file, saved, ui));
        for signal in signals.forever() {
            match first.take() {
                // On a thread of its own: a disk that does not answer must not keep a second signal from ending the program.
                Some((file, saved, ui)) => drop(std::thread::spawn(move || {
                    write(&file, &saved, &ui);
                    end(signal);
                })),
                None => end(signal),
            }
        }
    });
}

#[cfg(not(unix))]
fn wait(file: PathBuf, saved: Arc<Mutex<Saved>>, ui: &Ui) {
    let ui = ui.clone();
    let _ = ctrlc::set_handler(move || {
        write(&file, &saved, &ui);
        #[expect(clippy::exit)] // which is what the system would do now
        std::process::exit(130);
    });
}
