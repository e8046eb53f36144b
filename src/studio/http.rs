//! The addresses of the studio, besides those of its tables.

use std::path::Path as FilePath;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::package::{PackageState, Workbench};
use super::press::{self, Printings};
use super::workshop::Studio;
use super::{cards, editor, lab};
use crate::diagnostics::codes;
use crate::print::export::LiveFace;
use crate::print::sheets;
use crate::web::{self, RequestBody, RequestRejection, aside, json_body};

/// The policy of the lab's page, a document of its own that makes no requests to the studio.
const LAB_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; sandbox allow-scripts";

/// Everything that requests work with.
struct StudioContext {
    studio: Studio,
    jobs: lab::Jobs,
    printings: Printings,
}

/// Returns the router of the studio: its page, its API, and the files that it prints.
pub fn routes(studio: Studio) -> Router {
    let desk =
        Arc::new(StudioContext { studio, jobs: lab::Jobs::default(), printings: Printings::default() });
    Router::new()
        .route("/", get(|| async { web::page("studio.html") }))
        .route("/api/studio", get(packages))
        .route("/api/studio/events", get(events))
        .route("/api/studio/{game}/cards", get(all_cards))
        .route("/api/studio/{game}/accept", post(accept))
        .route("/api/studio/{game}/problems", get(problems))
        .route("/api/studio/{game}/open", post(open))
        .route("/api/studio/{game}/sheets", get(all_sheets))
        .route("/api/studio/{game}/print", post(print))
        .route("/api/studio/{game}/lab", post(simulate))
        .route("/api/studio/{game}/lab/{job}", get(job))
        .route("/api/studio/{game}/lab/{job}/stop", post(stop))
        .route("/api/studio/{game}/lab/{job}/page", get(lab_page))
        .route("/api/explain/{code}", get(explain))
        .route("/studio/{game}/face/{*path}", get(face))
        .route("/studio/{game}/print/{number}/{file}", get(printed))
        .with_state(desk)
}

impl StudioContext {
    fn workbench(&self, id: &str) -> Result<&Arc<Workbench>, RequestRejection> {
        let unknown = || RequestRejection::unknown(format!("`{id}` is not open in this studio"));
        self.studio.workbenches.iter().find(|workbench| workbench.id == id).ok_or_else(unknown)
    }

    fn job(&self, game: &str, number: &str) -> Result<Arc<lab::SimulationJob>, RequestRejection> {
        let job = number.parse().ok().and_then(|number| self.jobs.get(game, number));
        job.ok_or_else(|| RequestRejection::unknown("there is no such simulation, or not any more"))
    }
}

async fn packages(State(desk): State<Arc<StudioContext>>) -> Result<Json<Value>, RequestRejection> {
    let games =
        move || -> Vec<Value> { desk.studio.workbenches.iter().map(|workbench| workbench.json()).collect() };
    Ok(Json(json!({ "games": aside(games).await?, "editor": editor::command().is_ok() })))
}

async fn events(State(desk): State<Arc<StudioContext>>) -> impl IntoResponse {
    desk.studio.events.stream()
}

async fn all_cards(
    State(desk): State<Arc<StudioContext>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, RequestRejection> {
    let workbench = Arc::clone(desk.workbench(&id)?);
    aside(move || Json(cards::json(&workbench.id, &workbench.state()))).await
}

async fn accept(
    State(desk): State<Arc<StudioContext>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, RequestRejection> {
    let workbench = Arc::clone(desk.workbench(&id)?);
    aside(move || workbench.accept()).await?;
    Ok(Json(json!({ "ok": true })))
}

async fn problems(
    State(desk): State<Arc<StudioContext>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, RequestRejection> {
    let workbench = Arc::clone(desk.workbench(&id)?);
    let problems = move || {
        let state = workbench.state();
        json!({ "version": state.version, "problems": state.problems() })
    };
    aside(problems).await.map(Json)
}

/// A place to open in an editor.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditorLocation {
    file: String,
    line: usize,
}

async fn open(
    State(desk): State<Arc<StudioContext>>,
    Path(id): Path<String>,
    RequestBody(body): RequestBody,
) -> Result<Json<Value>, RequestRejection> {
    let EditorLocation { file, line } = json_body(&body)?;
    // Only files of the package: no page can make the editor open anything else.
    let (workbench, named) = (Arc::clone(desk.workbench(&id)?), file.clone());
    let own = move || {
        let state = workbench.state();
        let (_, known) = state.files.sources.files().find(|(_, known)| known.name == named)?;
        // A sheet is opened with its workbook.
        Some(known.sheet().map_or((known.name.clone(), false), |sheet| (sheet.workbook.to_owned(), true)))
    };
    let own = aside(own).await?.filter(|(path, _)| FilePath::new(path).is_file());
    let Some((path, is_workbook)) = own else {
        return Err(RequestRejection::unknown(format!(
            "`{file}` is not a file of this package that can be opened"
        )));
    };
    let path = FilePath::new(&path);
    let opened = if is_workbook { editor::open_workbook(path) } else { editor::open(path, line) };
    opened.map_err(RequestRejection::bad)?;
    Ok(Json(json!({ "ok": true })))
}

async fn all_sheets(
    State(desk): State<Arc<StudioContext>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, RequestRejection> {
    let workbench = Arc::clone(desk.workbench(&id)?);
    let game = aside(move || workbench.state().game.clone()).await?;
    let game =
        game.ok_or_else(|| RequestRejection::bad("there is no game to print: look at its problems"))?;
    let ir = &game.ir;
    let mut all: Vec<Value> = sheets(ir)
        .iter()
        .map(|sheet| json!({ "id": sheet.id, "title": ir.print.label(&sheet.id) }))
        .collect();
    if !ir.print.pieces.is_empty() {
        all.push(json!({ "id": "pieces", "title": ir.print.label("pieces") }));
    }
    if ir.print.asset("rules.md").is_some() {
        all.push(json!({ "id": "rules", "title": ir.print.label("rules") }));
    }
    let decks: Vec<&str> = ir.decks.iter().map(|deck| deck.id.as_str()).collect();
    let names: Vec<&str> = ir.decks.iter().map(|deck| deck.name.as_str()).collect();
    Ok(Json(json!({ "sheets": all, "decks": decks, "deck_names": names, "papers": press::papers() })))
}

async fn print(
    State(desk): State<Arc<StudioContext>>,
    Path(id): Path<String>,
    RequestBody(body): RequestBody,
) -> Result<Json<Value>, RequestRejection> {
    let wanted: press::PrintRequest = json_body(&body)?;
    let workbench = Arc::clone(desk.workbench(&id)?);
    let number = desk.studio.number();
    aside(move || press::make(&workbench, &wanted, number, &desk.printings))
        .await?
        .map(Json)
        .map_err(RequestRejection::bad)
}

async fn printed(
    State(desk): State<Arc<StudioContext>>,
    Path((id, number, file)): Path<(String, String, String)>,
) -> Result<Response, RequestRejection> {
    let bytes = number.parse().ok().and_then(|number| desk.printings.file(&id, number, &file));
    let bytes = bytes
        .ok_or_else(|| RequestRejection::unknown("these pages are not kept any more: make them again"))?;
    let named = format!("inline; filename=\"{}\"", file.replace(['"', '\\', '\r', '\n'], ""));
    let headers = [(CONTENT_TYPE, "application/pdf".to_owned()), (CONTENT_DISPOSITION, named)];
    Ok((headers, bytes.to_vec()).into_response())
}

async fn simulate(
    State(desk): State<Arc<StudioContext>>,
    Path(id): Path<String>,
    RequestBody(body): RequestBody,
) -> Result<Json<Value>, RequestRejection> {
    let request: lab::SimulationRequest = json_body(&body)?;
    let workbench = Arc::clone(desk.workbench(&id)?);
    let start = move || desk.jobs.start(&workbench, request, &desk.studio.events);
    let number = aside(start).await?.map_err(RequestRejection::bad)?;
    Ok(Json(json!({ "ok": true, "job": number })))
}

async fn job(
    State(desk): State<Arc<StudioContext>>,
    Path((id, job)): Path<(String, String)>,
) -> Result<Json<Value>, RequestRejection> {
    Ok(Json(desk.job(&id, &job)?.json()))
}

async fn stop(
    State(desk): State<Arc<StudioContext>>,
    Path((id, job)): Path<(String, String)>,
) -> Result<Json<Value>, RequestRejection> {
    desk.job(&id, &job)?.stop();
    Ok(Json(json!({ "ok": true })))
}

async fn lab_page(
    State(desk): State<Arc<StudioContext>>,
    Path((id, job)): Path<(String, String)>,
) -> Result<Response, RequestRejection> {
    let page =
        desk.job(&id, &job)?.page().ok_or_else(|| RequestRejection::unknown("there is no result yet"))?;
    Ok(([(CONTENT_SECURITY_POLICY, LAB_POLICY)], Html(page)).into_response())
}

async fn explain(Path(code): Path<String>) -> Result<Json<Value>, RequestRejection> {
    let page =
        codes::find(&code).ok_or_else(|| RequestRejection::unknown(format!("there is no code `{code}`")))?;
    Ok(Json(json!({ "code": page.code.to_string(), "title": page.title, "text": page.text })))
}

/// The version of a face that is wanted: a hash of the picture.
#[derive(Deserialize)]
struct Version {
    v: Option<String>,
}

async fn face(
    State(desk): State<Arc<StudioContext>>,
    Path((id, path)): Path<(String, String)>,
    Query(Version { v }): Query<Version>,
) -> Result<Response, RequestRejection> {
    let workbench = Arc::clone(desk.workbench(&id)?);
    aside(move || face_of(&workbench.state(), &path, v.as_deref())).await?
}

fn face_of(state: &PackageState, path: &str, version: Option<&str>) -> Result<Response, RequestRejection> {
    let unknown = || RequestRejection::unknown("there is no such face");
    let path = path.strip_suffix(".svg").ok_or_else(unknown)?;
    let now = state.faces.get(path);
    let wanted = |face: &&LiveFace| version.is_none_or(|version| format!("{:x}", face.made_from) == version);
    match [now, state.before.get(path)].into_iter().flatten().find(wanted) {
        Some(face) => Ok(web::svg(face.svg.to_vec(), version.is_some())),
        // A page that is not up to date may request a version that is gone; it must not cache the current one
        // under that name.
        None => {
            let mut response = web::svg(now.ok_or_else(unknown)?.svg.to_vec(), false);
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            Ok(response)
        }
    }
}
