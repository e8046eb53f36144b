//! The workshop in a browser: cards as they are written, problems, tables, the lab and print. docs/studio.md
//! is its manual.

mod card_figures;
mod card_source;
mod cards;
mod editor;
mod events;
mod http;
mod lab;
mod package;
mod press;
mod problems;
mod watch;
mod workshop;

pub use events::Events;
pub use http::routes;
pub use package::Workbench;
pub use workshop::Studio;
