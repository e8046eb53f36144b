//! Serving a browser: pages and their files, protection against other sites, secrets, and the connections
//! themselves.

mod answer;
mod assets;
mod guard;
mod listen;
mod rate;
mod secret;

pub use answer::{RequestBody, RequestRejection, aside, json_body};
pub use assets::{asset, page, svg, unknown_address};
pub use guard::{Hosts, guard};
pub use listen::{ConnectionPermit, Peer, bind, serve};
pub use rate::{Bucket, Rates};
pub use secret::{Secret, token};
