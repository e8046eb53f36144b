//! Errors of requests, as JSON.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::diagnostics::{json_syntax, json_type_error};

/// A request that is refused: a status, and the reason for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct RequestRejection {
    /// The status of the response.
    pub status: StatusCode,
    /// The reason, in words for people.
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

    /// Refuses a request from another site, or without the secret that it needs.
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

    /// Returns whether the same request may succeed later.
    pub fn is_temporary(&self) -> bool {
        self.is_busy() || self.status.is_server_error()
    }

    /// Returns whether there is too much to serve.
    pub fn is_busy(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
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
        RequestRejection::bad(match error.is_syntax() || error.is_eof() {
            true => json_syntax(&error),
            false => other_shape::<T>(body, &error),
        })
    })
}

/// Maximum number of keys of a request among which the wrong one is looked for.
const MOST_KEYS: usize = 64;

/// Describes a request that is JSON, and not the expected one.
fn other_shape<T: DeserializeOwned>(body: &[u8], error: &serde_json::Error) -> String {
    let said = error.to_string();
    let plain = |said: &str| said.split(" at line ").next().unwrap_or(said).to_owned();
    let keys = match serde_json::from_slice(body) {
        Ok(Value::Object(keys)) if keys.len() <= MOST_KEYS => keys,
        Ok(other) if !other.is_object() => return "the request must be an object with keys".to_owned(),
        _ => return json_type_error("the request", &plain(&said)),
    };
    // serde's message does not name the key. The invalid key is the one without which the message changes.
    let read = |keys: Map<String, Value>| serde_json::from_value::<T>(keys.into()).map_err(|e| e.to_string());
    let Err(said) = read(keys.clone()) else { return plain(&said) };
    if let Some(key) = said.strip_prefix("missing field ") {
        return format!("the key {key} is missing");
    }
    if let Some(key) = said.strip_prefix("unknown field ") {
        return format!("there is no key {key}");
    }
    let wrong = keys.iter().find(|(key, _)| {
        let mut others = keys.clone();
        others.remove(*key);
        read(others).err().as_ref() != Some(&said)
    });
    let subject = match wrong {
        Some((key, Value::Array(_))) if !said.contains(": sequence,") => format!("an entry of `{key}`"),
        Some((key, Value::Object(_))) if !said.contains(": map,") => format!("an entry of `{key}`"),
        Some((key, _)) => format!("`{key}`"),
        None => "the request".to_owned(),
    };
    json_type_error(&subject, &said)
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
