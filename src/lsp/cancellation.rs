//! Requests that the editor has taken back while they wait.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard};

use lsp_server::{Notification, RequestId};
use lsp_types::notification::{Cancel, Notification as LspNotification};
use lsp_types::{CancelParams, NumberOrString};

use crate::threads::lock;

/// The ids of cancelled requests, shared by the thread that reads messages and the one that answers them.
#[derive(Clone, Debug, Default)]
pub struct CancelledRequests(Arc<Mutex<HashSet<RequestId>>>);

impl CancelledRequests {
    pub fn add(&self, id: RequestId) {
        self.ids().insert(id);
    }

    /// Returns whether a request is cancelled.
    pub fn has(&self, id: &RequestId) -> bool {
        self.ids().contains(id)
    }

    /// Removes the id of a request that is answered.
    pub fn remove(&self, id: &RequestId) {
        self.ids().remove(id);
    }

    fn ids(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        lock(&self.0)
    }
}

/// Returns the id of the request that a notification cancels; `None` if it is about something else.
pub fn cancelled_id(notification: &Notification) -> Option<RequestId> {
    if notification.method != Cancel::METHOD {
        return None;
    }
    let params: CancelParams = serde_json::from_value(notification.params.clone()).ok()?;
    Some(match params.id {
        NumberOrString::Number(id) => id.into(),
        NumberOrString::String(id) => id.into(),
    })
}
