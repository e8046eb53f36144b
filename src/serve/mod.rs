//! Play over the network: matches by link, in a browser or by a program. docs/hosting.md is its manual.
//!
//! The server is the table: it sends each seat only what that seat may see, and takes only legal options.

mod bot_threads;
mod clocks;
mod http;
mod hub;
mod journal;
mod live_match;
mod match_id;
mod pictures;
mod position_view;
mod role;
mod room;
mod room_command;
mod scenario_file;
mod settings;
mod socket;
mod stage;

pub use http::routes;
pub use hub::{GameOffer, Hub, Policy};
pub use journal::Journal;
pub use pictures::FacePictures;
pub use room::{IDLE, IDLE_UNKEPT};
pub use settings::{NewMatch, named_lists, sitting};
pub use stage::type_word;
