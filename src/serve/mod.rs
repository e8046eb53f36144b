//! Play over the network: matches by link, in a browser or by a program. docs/hosting.md is its manual.
//!
//! The server is the table: it sends each seat only what that seat may see, and takes only legal options.

mod clocks;
mod hosted;
mod http;
mod hub;
mod journal;
mod pictures;
mod role;
mod room;
mod settings;
mod shown;
mod socket;
mod stage;
mod thinking;

pub use http::routes;
pub use hub::{Hub, Offered, Policy};
pub use journal::Journal;
pub use pictures::Pictures;
pub use settings::{NewMatch, named_lists};
pub use stage::type_word;
