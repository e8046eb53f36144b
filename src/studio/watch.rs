//! Watches the files of a package.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, SystemTime};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use serde_json::json;

use super::events::Events;
use super::package::{PackageChange, PackageState, Workbench};
use crate::diagnostics::Severity;
use crate::package::package_of;
use crate::serve::Hub;

/// Time without a further change after which files are read: an editor writes a file in several steps.
const QUIET: Duration = Duration::from_millis(15);
/// Interval at which times and sizes of files are compared: some file systems, of networks for example, do
/// not tell of changes, and the system's watcher does not know that it misses them.
const POLL: Duration = Duration::from_secs(2);

/// Folders of a package whose files are not among its sources.
const ASSET_FOLDERS: [&str; 2] = ["art", "fonts"];

/// Modification time and size of each file and folder in the folders of a package.
type FileTimes = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Reads a package, and reads it again after each change of its files, in a thread of its own.
pub fn watch(workbench: Arc<Workbench>, hub: Arc<Hub>, events: Events) {
    thread::spawn(move || {
        let (to, from) = mpsc::channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let matters = event.as_ref().map_or(true, |event| !matches!(event.kind, EventKind::Access(_)));
            if matters {
                // The thread ends with the program.
                let _ = to.send(());
            }
        });
        let mut watched = WatchedFolders { watcher: watcher.ok(), folders: BTreeSet::new() };
        let mut followed = BTreeSet::new();
        loop {
            // Before the files are read: a change while they are read is one of the next look.
            let times = file_times(&followed);
            if let Some((files, loading)) = workbench.read() {
                let tell = |change: &PackageChange| {
                    if let Some(game) = &change.game {
                        hub.offer(Arc::clone(game));
                    }
                    events.publish(&changed(&workbench, change));
                };
                // A panic must not end the following of files.
                let _ = catch_unwind(AssertUnwindSafe(|| workbench.update(files, loading, &tell)));
            }
            followed = folders(&workbench.state());
            watched.follow(&followed);
            // A file that could not be read may be mended outside of these folders.
            let is_read = workbench.state().loading.is_empty();
            while !is_told(&from) && is_read && file_times(&followed) == times {}
        }
    });
}

/// Formats the event of a change.
fn changed(workbench: &Workbench, change: &PackageChange) -> serde_json::Value {
    let state = workbench.state();
    json!({
        "event": "changed",
        "game": workbench.id,
        "version": state.version,
        "changed": change.faces,
        "errors": state.count(Severity::Error),
        "warnings": state.count(Severity::Warning),
    })
}

/// Waits until the system has told of a change, and of no further one for a while. Returns false if it has
/// not told of one for the time of [`POLL`].
fn is_told(changes: &Receiver<()>) -> bool {
    match changes.recv_timeout(POLL) {
        Ok(()) => {
            while changes.recv_timeout(QUIET).is_ok() {}
            true
        }
        Err(RecvTimeoutError::Timeout) => false,
        // There is no watcher.
        Err(RecvTimeoutError::Disconnected) => {
            thread::sleep(POLL);
            false
        }
    }
}

/// Looks at the files in these folders.
fn file_times(folders: &BTreeSet<PathBuf>) -> FileTimes {
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let times = entries.filter_map(|entry| {
        let path = entry.path();
        let found = fs::metadata(&path).ok()?;
        Some((path, (found.modified().ok(), found.len())))
    });
    times.collect()
}

/// Returns the folders of a package and of those that it includes.
fn folders(state: &PackageState) -> BTreeSet<PathBuf> {
    let Some(folder) = state.folder() else { return BTreeSet::new() };
    let files = state.files.sources.files();
    let parents = files.filter_map(|(_, file)| Path::new(&file.name).parent()).map(Path::to_path_buf);
    let mut folders: BTreeSet<PathBuf> = parents.chain([folder.to_path_buf()]).collect();
    let packages: BTreeSet<PathBuf> = folders.iter().filter_map(|folder| package_of(folder)).collect();
    folders.extend(packages.iter().flat_map(|package| ASSET_FOLDERS.map(|name| package.join(name))));
    folders.retain(|folder| folder.is_dir());
    folders.insert(folder.to_path_buf());
    folders
}

struct WatchedFolders {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
}

impl WatchedFolders {
    /// Watches these folders, too. One that cannot be watched is tried again after the next change.
    fn follow(&mut self, folders: &BTreeSet<PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        for folder in folders {
            let covered = self.folders.iter().any(|known| folder.starts_with(known));
            if !covered && watcher.watch(folder, RecursiveMode::Recursive).is_ok() {
                self.folders.insert(folder.clone());
            }
        }
    }
}
