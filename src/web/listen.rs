//! Connections: how many there may be, how long a client may take to ask, and how the server ends.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

/// Maximum number of open connections.
const MOST_CONNECTIONS: usize = 4096;
/// Time to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Maximum size of the head of a request, in bytes.
const HEAD_SIZE: usize = 64 << 10;
/// Interval at which the flag that ends the server is read.
const WATCH: Duration = Duration::from_millis(50);

/// The address of a client.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// A place among the connections that there may be. A connection that becomes a socket keeps it.
#[derive(Clone, Debug)]
pub struct ConnectionPermit(#[expect(dead_code, reason = "it is held, not read")] Arc<OwnedSemaphorePermit>);

/// Binds an address. Port 0 takes a free one.
///
/// # Errors
/// The address cannot be bound; a message with the way out.
pub fn bind(address: SocketAddr) -> io::Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(address).map_err(|error| {
        let words = match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!(
                    "port {} is in use: end the other program, or take `--port 0` for a free port",
                    address.port()
                )
            }
            io::ErrorKind::PermissionDenied => {
                format!("port {} is not allowed: take one above 1023", address.port())
            }
            io::ErrorKind::AddrNotAvailable => format!("this machine has no address {}", address.ip()),
            _ => format!("{address} cannot be listened at: {error}"),
        };
        io::Error::new(error.kind(), words)
    })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Serves until the flag is set.
///
/// # Errors
/// The runtime cannot be started.
pub fn serve(listener: std::net::TcpListener, router: Router, stop: &'static AtomicBool) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let permits = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => connect(stream, peer.ip(), router.clone(), &permits),
                    // There are too many open files, for example; later there may be fewer.
                    Err(_) => tokio::time::sleep(WATCH).await,
                },
                () = asked_to_stop(stop) => return Ok(()),
            }
        }
    });
    // Work in other threads, such as printing, is not waited for.
    runtime.shutdown_timeout(WATCH);
    served
}

async fn asked_to_stop(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(WATCH).await;
    }
}

/// Serves a connection; closes it at once if there are too many.
fn connect(stream: TcpStream, peer: IpAddr, router: Router, permits: &Arc<Semaphore>) {
    let Ok(permit) = Arc::clone(permits).try_acquire_owned() else { return };
    let permit = ConnectionPermit(Arc::new(permit));
    // Answers are short, and each is awaited.
    let _ = stream.set_nodelay(true);
    tokio::spawn(async move {
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            request.extensions_mut().insert(permit.clone());
            router.clone().oneshot(request.map(Body::new))
        });
        let mut connection = http1::Builder::new();
        connection.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_SIZE);
        // A client that goes away ends its connection with an error.
        let _ = connection.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
    });
}
