//! The files of the pages, which are part of the program.

use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use super::answer::RequestRejection;

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/templates/web");

/// Returns a page: `table.html`.
pub fn page(name: &str) -> Response {
    file(name).into_response()
}

/// Returns a file that pages load: a script, a style sheet or a picture.
pub fn asset(name: &str) -> Response {
    match name.rsplit_once('.') {
        Some((_, "js" | "css" | "svg")) => file(name).into_response(),
        _ => unknown(name).into_response(),
    }
}

/// Answers a request for an address that is not served: to a browser with a page, else with an error.
pub async fn unknown_address(address: Uri, headers: HeaderMap) -> Response {
    let wanted = headers.get(ACCEPT).and_then(|kinds| kinds.to_str().ok()).unwrap_or_default();
    if wanted.contains("text/html") {
        return (StatusCode::NOT_FOUND, page("unknown.html")).into_response();
    }
    RequestRejection::unknown(format!("there is nothing at `{}`", address.path())).into_response()
}

/// Answers with an SVG picture. `lasts` is true if its URL never names another picture, so that browsers may
/// cache it for a year.
pub fn svg(picture: Vec<u8>, lasts: bool) -> Response {
    let lasts = if lasts { "private, max-age=31536000, immutable" } else { "private, max-age=600" };
    ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, lasts)], picture).into_response()
}

/// Returns the contents of a file. While Cardwright itself is being written, pages change without another
/// build.
#[cfg(debug_assertions)]
fn contents(name: &str) -> Option<Vec<u8>> {
    let known =
        name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.') && !name.contains("..");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/web").join(name);
    let now = known.then(|| std::fs::read(path).ok()).flatten();
    now.or_else(|| FILES.get_file(name).map(|file| file.contents().to_vec()))
}

#[cfg(not(debug_assertions))]
fn contents(name: &str) -> Option<&'static [u8]> {
    FILES.get_file(name).map(include_dir::File::contents)
}

fn file(name: &str) -> Result<Response, RequestRejection> {
    let contents = contents(name).ok_or_else(|| unknown(name))?;
    let kind = match name.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    };
    // Another version of the program has other files at the same addresses.
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], contents).into_response())
}

fn unknown(name: &str) -> RequestRejection {
    RequestRejection::unknown(format!("there is no file `{name}`"))
}
