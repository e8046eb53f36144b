//! Errors of requests, as JSON.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::diagnostics::json_syntax;

/// A request that is refused: a status, and the reason for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct RequestRejection {
    /// The status of the response.
    pub status: StatusCode,
    /// The reason.
    pub words: String,
}

impl RequestRejection {
    /// Refuses a request that asks for something impossible.
    pub fn bad(words: impl Into<String>) -> RequestRejection {
        RequestRejection { status: StatusCode::BAD_REQUEST, words: words.into() }
    }

    /// Refuses a request for something that does not exist.
    pub fn unknown(words: impl Into<String>) -> RequestRejection {
        RequestRejection { status: StatusCode::NOT_FOUND, words: words.into() }
    }

    /// Refuses a request that comes from elsewhere or lacks a secret.
    pub fn forbidden(words: impl Into<String>) -> RequestRejection {
        RequestRejection { status: StatusCode::FORBIDDEN, words: words.into() }
    }

    /// Refuses a request because there were too many, or there is too much to serve.
    pub fn busy(words: impl Into<String>) -> RequestRejection {
        RequestRejection { status: StatusCode::TOO_MANY_REQUESTS, words: words.into() }
    }

    /// Reports that the server itself failed.
    pub fn failed(words: impl Into<String>) -> RequestRejection {
        RequestRejection { status: StatusCode::INTERNAL_SERVER_ERROR, words: words.into() }
    }
}

impl IntoResponse for RequestRejection {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "ok": false, "error": self.words }))).into_response()
    }
}

/// The body of a request, whole. One that is too large, or breaks off, is refused in the same form as
/// everything else.
pub struct RequestBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RequestBody {
    type Rejection = RequestRejection;

    async fn from_request(request: Request, state: &S) -> Result<RequestBody, RequestRejection> {
        match Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(RequestBody(bytes)),
            Err(error) => Err(match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => RequestRejection {
                    status: StatusCode::PAYLOAD_TOO_LARGE,
                    words: "this request is too large".to_owned(),
                },
                status => RequestRejection { status, words: error.body_text() },
            }),
        }
    }
}

/// Parses the body of a request. An empty body is an object without keys.
///
/// # Errors
/// It is not the expected JSON.
pub fn json_body<T: DeserializeOwned>(body: &Bytes) -> Result<T, RequestRejection> {
    let body: &[u8] = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|error| {
        let words = if error.is_syntax() || error.is_eof() { json_syntax(&error) } else { error.to_string() };
        RequestRejection::bad(words)
    })
}

/// Runs work that may block, or takes time, in a thread of its own.
///
/// # Errors
/// It panicked.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, RequestRejection> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| RequestRejection::failed("the server failed at this request"))
}
