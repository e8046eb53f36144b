//! The events that wait for the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvError, Sender};

use super::events::ServerEvent;

/// Receives events, and knows of messages that are about to come.
pub(super) struct Inbox {
    pub(super) events: Receiver<ServerEvent>,
    pub(super) unread: Arc<AtomicUsize>,
}

/// Sends messages to an inbox.
pub(super) struct MessageSender {
    pub(super) events: Sender<ServerEvent>,
    pub(super) unread: Arc<AtomicUsize>,
}

impl MessageSender {
    /// Calls `announce` and sends a message, so that the receiver knows of it before it arrives. Returns
    /// false if the receiver is gone.
    pub(super) fn send(&self, event: ServerEvent, announce: impl FnOnce()) -> bool {
        if matches!(event, ServerEvent::Message(_)) {
            self.unread.fetch_add(1, Ordering::SeqCst);
        }
        announce();
        self.events.send(event).is_ok()
    }
}

impl Inbox {
    /// Waits for the next event.
    pub(super) fn recv(&self) -> Result<ServerEvent, RecvError> {
        self.events.recv().inspect(|event| self.count(event))
    }

    /// Returns the next event if there is one, and waits for a message that is about to come.
    pub(super) fn next_at_hand(&self) -> Option<ServerEvent> {
        let event = self.events.try_recv().ok().inspect(|event| self.count(event));
        event.or_else(|| (self.unread.load(Ordering::SeqCst) > 0).then(|| self.recv().ok()).flatten())
    }

    fn count(&self, event: &ServerEvent) {
        if matches!(event, ServerEvent::Message(_)) {
            self.unread.fetch_sub(1, Ordering::SeqCst);
        }
    }
}
