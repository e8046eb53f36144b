//! Server-sent events for open pages.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Sender};

/// Number of events that are kept for a slow page; it misses older ones.
const WAITING: usize = 256;
/// Interval at which an empty line shows that the studio still runs.
const ALIVE: Duration = Duration::from_secs(5);

/// Sends an event to every open page.
#[derive(Clone, Debug)]
pub struct Events(Sender<String>);

impl Default for Events {
    fn default() -> Self {
        Events(broadcast::channel(WAITING).0)
    }
}

impl Events {
    /// Sends an event to all open pages.
    pub fn publish(&self, event: &Value) {
        // Nobody listens while no page is open.
        let _ = self.0.send(event.to_string());
    }

    /// Returns the events from now on.
    pub fn stream(&self) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
        let events = unfold(self.0.subscribe(), |mut events| async move {
            loop {
                match events.recv().await {
                    Ok(event) => return Some((Ok(Event::default().data(event)), events)),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return None,
                }
            }
        });
        Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE))
    }
}
