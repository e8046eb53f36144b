//! The connection of a page, or of a program, to a match.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

use super::hub::Hub;
use super::live_match::{Connection, Outgoing};
use super::match_id::parse_match_id;
use super::room_command::RoomCommand;
use crate::protocol::{refuse, with_id};
use crate::web::{Bucket, ConnectionPermit, RequestRejection, aside};

/// Maximum size of a message, in bytes.
const MOST_BYTES: usize = 64 << 10;
/// Time until the first line, and for a message to be taken.
const PATIENCE: Duration = Duration::from_secs(10);
/// Interval of pings. A client that answers none of three counts as disconnected.
const PING: Duration = Duration::from_secs(20);
/// Messages that a connection may send at once, and per second.
const MESSAGES: (u32, f64) = (60, 20.0);
/// Number of messages beyond that after which a connection ends.
const MOST_REFUSED: u32 = 500;
/// Number of messages that may wait for a client.
const WAITING: usize = 64;

/// Connects to a match.
pub async fn connect(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Extension(permit): Extension<ConnectionPermit>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, RequestRejection> {
    let id = parse_match_id(&id)?;
    let upgrade = upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        talk(hub, id, socket).await;
        drop(permit);
    }))
}

/// Joins, and then passes messages on both ways until one side ends.
async fn talk(hub: Arc<Hub>, id: String, mut socket: WebSocket) {
    let connection = hub.connection();
    let (to, mut from) = mpsc::channel::<Outgoing>(WAITING);
    if let Err(refused) = join(&hub, &id, connection, &mut socket, to).await {
        send_text(&mut socket, &refused.to_string()).await;
        let _ = timeout(PATIENCE, socket.send(Message::Close(None))).await;
        return;
    }
    let mut pings = interval_at(Instant::now() + PING, PING);
    let mut unanswered = 0;
    let mut bucket = Bucket::new(MESSAGES.0, MESSAGES.1, std::time::Instant::now());
    let mut refused = 0;
    loop {
        let goes_on = tokio::select! {
            said = socket.recv() => match said {
                Some(Ok(Message::Text(line))) => {
                    unanswered = 0;
                    if bucket.take(std::time::Instant::now()) {
                        hub.send(&id, RoomCommand::Line(id.clone(), connection, line.as_str().to_owned()));
                        true
                    } else {
                        // A client that does not heed this is put out.
                        refused += 1;
                        send_text(&mut socket, &refuse("too many messages: wait a moment").to_string()).await && refused < MOST_REFUSED
                    }
                }
                Some(Ok(Message::Binary(_))) => send_text(&mut socket, &refuse("lines are text").to_string()).await,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    unanswered = 0;
                    true
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => false,
            },
            message = from.recv() => match message {
                Some(text) => send_text(&mut socket, &text).await,
                // The match has put this connection out, since it did not read.
                None => false,
            },
            _ = pings.tick() => {
                unanswered += 1;
                let ping = socket.send(Message::Ping(Vec::new().into()));
                unanswered <= 3 && matches!(timeout(PATIENCE, ping).await, Ok(Ok(())))
            }
        };
        if !goes_on {
            break;
        }
    }
    hub.send(&id, RoomCommand::Leave(id.clone(), connection));
}

/// Sends a text; returns whether the client took it.
async fn send_text(socket: &mut WebSocket, text: &str) -> bool {
    matches!(timeout(PATIENCE, socket.send(Message::Text(text.into()))).await, Ok(Ok(())))
}

/// Reads the first line, and joins the match; fails with the answer to send.
async fn join(
    hub: &Arc<Hub>,
    id: &str,
    connection: Connection,
    socket: &mut WebSocket,
    to: mpsc::Sender<Outgoing>,
) -> Result<(), Value> {
    let first = timeout(PATIENCE, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(line)))) = first else { return Err(refuse(FIRST)) };
    let mut keys: Value = serde_json::from_str(&line).map_err(|_| refuse(FIRST))?;
    let line_id = keys.as_object_mut().and_then(|keys| keys.remove("id"));
    let secret = match (keys["do"].as_str(), keys["secret"].as_str()) {
        (Some("join"), Some(secret)) => secret.to_owned(),
        _ => return Err(with_id(refuse(FIRST), line_id)),
    };
    let (hub, id, of_line) = (Arc::clone(hub), id.to_owned(), line_id.clone());
    let joined = aside(move || {
        hub.ask(&id, |reply| {
            RoomCommand::Join(id.clone(), connection, secret.clone(), of_line.clone(), to.clone(), reply)
        })
    });
    let joined = joined.await;
    match joined {
        Ok(Ok(())) => Ok(()),
        Ok(Err(rejection)) | Err(rejection) => Err(with_id(refuse(&rejection.words), line_id)),
    }
}

/// The answer to a first line that does not join.
const FIRST: &str = "the first line is {\"do\": \"join\", \"secret\": …} with the secret of the link";
