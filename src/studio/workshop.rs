//! The packages that are open in the studio, and the tables that are played with them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::events::Events;
use super::package::Workbench;
use super::watch;
use crate::serve::Hub;

/// The packages that are open, and the tables that are played with them.
pub struct Studio {
    /// The packages, in the order in which they were named.
    pub workbenches: Vec<Arc<Workbench>>,
    /// The matches that are played with the open packages.
    pub hub: Arc<Hub>,
    /// Events for pages.
    pub events: Events,
    /// Ends everything that runs.
    pub stop: &'static AtomicBool,
    jobs: AtomicU64,
}

impl Studio {
    /// Opens packages, each by its folder or as the id of a shipped game, and watches their files.
    ///
    /// # Errors
    /// Two packages have the same id; a message.
    pub fn open(
        names: &[String],
        hub: Arc<Hub>,
        events: Events,
        stop: &'static AtomicBool,
    ) -> Result<Studio, String> {
        let mut workbenches: Vec<Arc<Workbench>> = Vec::new();
        for name in names {
            let workbench = Workbench::open(name);
            if workbenches.iter().any(|other| other.id == workbench.id) {
                return Err(format!("two of these games have the id `{}`", workbench.id));
            }
            workbenches.push(Arc::new(workbench));
        }
        for workbench in &workbenches {
            watch::watch(Arc::clone(workbench), Arc::clone(&hub), events.clone());
        }
        Ok(Studio { workbenches, hub, events, stop, jobs: AtomicU64::new(1) })
    }

    /// Returns a number for a job.
    pub(super) fn number(&self) -> u64 {
        self.jobs.fetch_add(1, Ordering::Relaxed)
    }
}
