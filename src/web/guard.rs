//! Protection against other sites: the Host and Origin of each request, and the headers of each response.
//!
//! A page of another site must not be able to read or play here, even though a browser on this machine can
//! reach the loopback. Its requests carry its own Origin; and if its name is made to resolve to this machine
//! (DNS rebinding), they carry its name as Host.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answer::RequestRejection;

/// The policy of pages: nothing but their own files, and no script or style inside a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      frame-src 'self'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The names under which the server may be addressed, besides `localhost` and IP addresses.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Arc<[String]>);

impl Hosts {
    /// Takes the origins of a reverse proxy: `https://play.example.org`.
    ///
    /// # Errors
    /// One is not an origin; a message.
    pub fn new(origins: &[String]) -> Result<Hosts, String> {
        let host = |origin: &String| {
            // Browsers omit the default port.
            let rest = [("https://", ":443"), ("http://", ":80")].into_iter().find_map(|(scheme, port)| {
                let rest = origin.strip_prefix(scheme)?.trim_end_matches('/');
                Some(rest.strip_suffix(port).unwrap_or(rest))
            });
            match rest.filter(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@'])) {
                Some(host) => Ok(host.to_ascii_lowercase()),
                None => Err(format!("`{origin}` is not an origin: write it as `https://play.example.org`")),
            }
        };
        Ok(Hosts(origins.iter().map(host).collect::<Result<_, _>>()?))
    }

    /// Returns whether the server may be addressed so. An address cannot be made to mean another machine, but
    /// a name can.
    fn knows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = match host.rsplit_once(':') {
            Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
            _ => host.as_str(),
        };
        let address = name.trim_start_matches('[').trim_end_matches(']');
        name == "localhost" || address.parse::<IpAddr>().is_ok() || self.0.contains(&host)
    }

    /// Checks where a request comes from.
    ///
    /// # Errors
    /// It was sent to another name, or by a page of another site.
    fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), RequestRejection> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        // A proxy on the way may go by the other name, so that both must be the same (RFC 9112, 3.2).
        let is_other = |authority: &Authority| !authority.as_str().eq_ignore_ascii_case(host);
        if headers.get_all(header::HOST).iter().nth(1).is_some() || uri.authority().is_some_and(is_other) {
            return Err(RequestRejection::forbidden(
                "a request names one server, and this one names several",
            ));
        }
        if !self.knows(host) {
            let words =
                format!("this server is not called `{host}`; `--origin` names the address of a proxy");
            return Err(RequestRejection::forbidden(words));
        }
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let origin = origin.to_str().unwrap_or_default();
        let own = origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host));
        if own {
            Ok(())
        } else {
            Err(RequestRejection::forbidden("pages of other sites may not ask this server"))
        }
    }
}

/// Checks each request, and adds the headers that protect its response.
pub async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = match hosts.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(rejection) => rejection.into_response(),
    };
    let headers = response.headers_mut();
    let mut set = |name, value| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    response
}
