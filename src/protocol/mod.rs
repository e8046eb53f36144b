//! Games played by other programs: lines of JSON in, lines of JSON out. docs/drive.md describes them.

mod driven;
mod line;
mod state_names;
mod view;

pub use driven::{DrivenGame, merge, refuse, with_id};
pub use line::{BeginAt, NewGame, ParsedLine, ProtocolRequest, request};
pub use view::{View, ZoneView};
