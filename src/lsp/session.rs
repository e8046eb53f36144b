//! A session with an editor: its loop of events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use lsp_server::{Connection, Message};
use lsp_types::request::{
    CodeActionRequest, Completion, Formatting, GotoDefinition, HoverRequest, Request as LspRequest,
    SignatureHelpRequest,
};

use super::cancellation::{CancelledRequests, cancelled_id};
use super::code_pages::CodePages;
use super::documents::Documents;
use super::events::ServerEvent;
use super::inbox::{Inbox, MessageSender};
use super::initialize::initialize;
use super::packages::Packages;
use super::serve_error::ServeError;
use super::server::Server;
use super::stdio;

/// Requests for which a person waits: they interrupt an inspection, which is then restarted.
const AWAITED: [&str; 6] = [
    Completion::METHOD,
    SignatureHelpRequest::METHOD,
    HoverRequest::METHOD,
    GotoDefinition::METHOD,
    Formatting::METHOD,
    CodeActionRequest::METHOD,
];

/// Maximum number of times that requests may interrupt an inspection, so that it ends even if an editor sends
/// requests all the time.
const MAX_STOPS: u32 = 16;

/// Serves an editor on standard input and output until it ends the session or disconnects.
///
/// # Errors
/// The editor breaks the protocol, or the connection.
pub fn serve_stdio() -> Result<(), ServeError> {
    let (connection, threads) = stdio::connect();
    let ended = serve(&connection);
    drop(connection);
    match threads.join() {
        // An editor that disconnects does not wait for the last response.
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => Err(why.into()),
        _ => ended,
    }
}

/// Serves an editor over a connection until it ends the session or disconnects.
///
/// # Errors
/// The editor breaks the protocol.
pub fn serve(connection: &Connection) -> Result<(), ServeError> {
    // The connection hands over one message at a time. Waiting messages are queued here, so that later edits
    // are known before a check starts.
    let (events, arrived) = mpsc::channel();
    let unread = Arc::new(AtomicUsize::new(0));
    let inbox = Inbox { events: arrived, unread: Arc::clone(&unread) };
    let waiting = MessageSender { events: events.clone(), unread };
    let messages = connection.receiver.clone();
    let interruption = Interruption {
        // Leaked once a session, and a process has only one.
        interrupted: Box::leak(Box::new(AtomicBool::new(false))),
        stopped: Arc::default(),
        by_request: Arc::default(),
    };
    let cancelled = CancelledRequests::default();
    let (flags, now_cancelled) = (interruption.clone(), cancelled.clone());
    std::thread::spawn(move || queue_messages(messages, &waiting, &flags, &now_cancelled));
    let Some(settings) = initialize(connection, &inbox)? else { return Ok(()) };
    let pages = settings.links_codes.then(CodePages::of_user);
    let server = Server {
        connection,
        settings,
        pages,
        events,
        interrupted: interruption.interrupted,
        stopped: interruption.stopped,
        stopped_by_request: interruption.by_request,
        cancelled,
        stop: Arc::default(),
        requests: 0,
        documents: Documents::default(),
        packages: Packages::default(),
        touched: BTreeSet::new(),
        published: BTreeMap::new(),
        is_ending: false,
    };
    handle_events(server, &inbox)
}

/// The flags by which messages interrupt an inspection; see the fields of [`Server`].
#[derive(Clone)]
struct Interruption {
    interrupted: &'static AtomicBool,
    stopped: Arc<AtomicU32>,
    by_request: Arc<AtomicBool>,
}

/// Queues the editor's messages as they arrive, until it disconnects. An edit, or a request for which a
/// person waits, interrupts an inspection; a cancellation is noted at once.
fn queue_messages(
    messages: impl IntoIterator<Item = Message>,
    waiting: &MessageSender,
    flags: &Interruption,
    cancelled: &CancelledRequests,
) {
    for message in messages {
        let interrupts = match &message {
            Message::Notification(notification) => match cancelled_id(notification) {
                Some(id) => {
                    cancelled.add(id);
                    false
                }
                None => true,
            },
            Message::Request(request) => {
                AWAITED.contains(&request.method.as_str())
                    && flags.stopped.load(Ordering::Relaxed) < MAX_STOPS
            }
            Message::Response(_) => false,
        };
        let by_request = matches!(message, Message::Request(_));
        let announce = || {
            if interrupts {
                flags.by_request.store(by_request, Ordering::SeqCst);
                flags.interrupted.store(true, Ordering::SeqCst);
            }
        };
        if !waiting.send(ServerEvent::Message(message), announce) {
            return;
        }
    }
    // The thread of a lens may still hold a sender.
    waiting.send(ServerEvent::Gone, || {});
}

/// Handles events until the session ends, and publishes diagnostics between them.
fn handle_events(mut server: Server, inbox: &Inbox) -> Result<(), ServeError> {
    while let Ok(event) = inbox.recv() {
        let mut next = Some(event);
        while next.is_some() {
            // All edits that have arrived are applied before a check: later ones make the results of earlier
            // ones stale.
            while let Some(event) = next {
                let is_notification = matches!(event, ServerEvent::Message(Message::Notification(_)));
                if let Some(ended) = server.handle(event) {
                    return ended;
                }
                next = is_notification.then(|| inbox.next_at_hand()).flatten();
            }
            server.publish();
            // The message that set the flag is already here.
            server.interrupted.store(false, Ordering::SeqCst);
            next = inbox.next_at_hand();
            if next.is_none() {
                server.publish_rest();
            }
        }
    }
    Ok(())
}
