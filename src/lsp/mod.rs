//! The language server: the diagnostics of `check`, and the meaning of names, while files are edited.
//!
//! It implements the Language Server Protocol 3.17. All answers come from the compiler itself, run on the
//! files as they are in the editor.

mod actions;
mod answers;
mod cancellation;
mod code_pages;
mod completion;
mod declarations;
mod diagnostics;
mod documents;
mod editor_client;
mod events;
mod folding;
mod formatting;
mod highlight;
mod hints;
mod inbox;
mod initialize;
mod keys;
mod lenses;
mod name_completion;
mod messages;
mod names;
mod notifications;
mod packages;
mod picture;
mod places;
mod positions;
mod publishing;
mod rename;
mod requests;
mod serve_error;
mod server;
mod session;
mod signature;
mod snippets;
mod stdio;
mod strings;

pub use serve_error::ServeError;
pub use session::{serve, serve_stdio};
