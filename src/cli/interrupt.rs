//! Saves a game when a signal ends the program.
//!
//! The playing thread may be waiting for input, or be deep in a bot's search or a rule, and cannot be stopped
//! safely there. So it publishes the answers after each answer and pick, and the thread that waits for
//! signals writes them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::ui::Ui;
use crate::package::write_file;
use crate::play::{ReplayStep, SavedGame};

/// The state to be saved if a signal arrives now.
pub(super) struct InterruptState {
    saved: Arc<Mutex<SavedGame>>,
}

impl InterruptState {
    /// Installs the handler: an interrupt (Ctrl-C), a termination request, a closed terminal, and every other
    /// catchable signal that would end the program write the game to a file first. A second signal ends the
    /// program at once.
    pub(super) fn save_on_signal(file: &Path, saved: SavedGame, ui: &Ui) -> InterruptState {
        let saved = Arc::new(Mutex::new(saved));
        wait(file.to_owned(), Arc::clone(&saved), ui);
        InterruptState { saved }
    }

    /// Publishes the answers so far and the picks of the current selection.
    pub(super) fn update(&self, steps: &[ReplayStep], picks: &[String]) {
        let Ok(mut saved) = self.saved.lock() else { return };
        saved.picks = picks.to_vec();
        // Undone answers are removed at the end, then new ones are appended.
        saved.steps.truncate(steps.len());
        while saved.steps.last().is_some_and(|last| steps.get(saved.steps.len() - 1) != Some(last)) {
            saved.steps.pop();
        }
        let have = saved.steps.len();
        saved.steps.extend_from_slice(&steps[have..]);
    }
}

/// Writes the published state.
fn write(file: &Path, saved: &Mutex<SavedGame>, ui: &Ui) {
    let Ok(saved) = saved.lock() else { return };
    match write_file(file, saved.to_toml().as_bytes()) {
        Ok(path) => ui.print_message(&format!("\nSaved to {}.", path.display())),
        Err(d) => ui.complain(&format!("{}: {}", d.message, d.cause.unwrap_or_default())),
    }
}

#[cfg(unix)]
fn wait(file: PathBuf, saved: Arc<Mutex<SavedGame>>, ui: &Ui) {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    };
    let ui = ui.clone();
    // If signals cannot be caught, they end the program, as is the default.
    let every = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];
    let Ok(mut signals) = signal_hook::iterator::Signals::new(every) else { return };
    // Ends as if the signal had not been caught, so that the parent process sees it.
    let end = |signal| drop(signal_hook::low_level::emulate_default_handler(signal));
    std::thread::spawn(move || {
        let mut first = Some((file, saved, ui));
        for signal in signals.forever() {
            match first.take() {
                // Written on a separate thread, so that a disk that does not respond cannot keep a second
                // signal from ending the program.
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
fn wait(file: PathBuf, saved: Arc<Mutex<SavedGame>>, ui: &Ui) {
    let ui = ui.clone();
    let _ = ctrlc::set_handler(move || {
        write(&file, &saved, &ui);
        #[expect(clippy::exit)] // which is what the system would do now
        std::process::exit(130);
    });
}
