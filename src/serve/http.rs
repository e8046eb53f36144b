//! The addresses of a server of matches.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_http::timeout::TimeoutLayer;

use super::hub::Hub;
use super::match_id::parse_match_id;
use super::room_command::{MatchLinks, RoomCommand};
use super::settings::NewMatch;
use super::socket;
use crate::ir::SeatNumber;
use crate::web::{self, Peer, RequestBody, RequestRejection, aside, json_body};

/// Maximum size of a request's body, in bytes.
const MOST_BYTES: usize = 64 << 10;

/// Time for a request and its answer. A socket lasts as long as its client.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns the routes of matches. The caller adds a page at `/`.
pub fn routes(hub: Arc<Hub>) -> Router {
    Router::new()
        .route("/table/{match}", get(|| async { web::page("table.html") }))
        .route("/assets/{file}", get(|Path(file): Path<String>| async move { web::asset(&file) }))
        .route("/api/games", get(games))
        .route("/api/matches", get(lobby).post(create))
        .route("/api/matches/{match}/seats", post(take_seat))
        .route("/api/matches/{match}/stage", get(stage))
        .route("/faces/{match}/{*path}", get(face))
        .route("/ws/{match}", get(socket::connect))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .with_state(hub)
}

async fn games(State(hub): State<Arc<Hub>>) -> Result<Json<Value>, RequestRejection> {
    let games =
        move || -> Vec<Value> { hub.games().iter().map(|offered| offered.json(hub.is_workshop())).collect() };
    Ok(Json(json!({ "games": aside(games).await? })))
}

async fn lobby(State(hub): State<Arc<Hub>>) -> Result<Json<Value>, RequestRejection> {
    let matches = aside(move || hub.lobby()).await?;
    Ok(Json(json!({ "matches": matches })))
}

async fn create(
    State(hub): State<Arc<Hub>>,
    Extension(Peer(peer)): Extension<Peer>,
    RequestBody(body): RequestBody,
) -> Result<Json<Value>, RequestRejection> {
    let new: NewMatch = json_body(&body)?;
    let MatchLinks { id, seats, public, shoulder, referee } = aside(move || hub.create(new, peer)).await??;
    let links = json!({ "seats": seats, "public": public, "shoulder": shoulder, "referee": referee });
    Ok(Json(json!({ "ok": true, "match": id, "links": links })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatRequest {
    seat: SeatNumber,
    #[serde(default)]
    name: Option<String>,
}

async fn take_seat(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    RequestBody(body): RequestBody,
) -> Result<Json<Value>, RequestRejection> {
    let SeatRequest { seat, name } = json_body(&body)?;
    let of = parse_match_id(&id)?;
    let take = move || hub.ask(&of, |reply| RoomCommand::TakeSeat(of.clone(), seat, name.clone(), reply));
    let secret = aside(take).await??;
    Ok(Json(json!({ "ok": true, "link": format!("/table/{id}#s={secret}") })))
}

async fn stage(State(hub): State<Arc<Hub>>, Path(id): Path<String>) -> Result<Json<Value>, RequestRejection> {
    let of = parse_match_id(&id)?;
    aside(move || hub.ask(&of, |reply| RoomCommand::Stage(of.clone(), reply))).await?.map(Json)
}

async fn face(
    State(hub): State<Arc<Hub>>,
    Path((id, path)): Path<(String, String)>,
) -> Result<Response, RequestRejection> {
    let id = parse_match_id(&id)?;
    let unknown = || RequestRejection::unknown("there is no such picture");
    let path = path.strip_suffix(".svg").ok_or_else(unknown)?.to_owned();
    let picture = aside(move || hub.picture(&id, &path)).await?.ok_or_else(unknown)?;
    Ok(web::svg(picture, false).into_response())
}
