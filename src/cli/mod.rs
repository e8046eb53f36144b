//! The command line, one file per command.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 success, 1 an error in the
//! input (which has been reported), 2 an invalid command line. If the reader of the output goes away early,
//! the rest of the output is dropped; files and the exit code are not affected.

mod build;
mod check;
mod command_line;
mod command_result;
mod completions;
mod console;
mod console_about;
mod console_choice;
mod console_help;
mod ctrl_c;
mod deck;
mod drive;
mod demo;
mod eval;
mod explain;
mod export;
mod face_progress;
mod files;
mod fmt;
mod git;
mod input;
mod interrupt;
mod ir;
mod lists;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "studio")]
mod studio;
mod messages;
mod new;
mod open;
mod perft;
mod play;
mod print;
mod print_watch;
mod printable;
mod replay;
mod revision;
mod run;
mod saved;
mod schema;
mod selection;
mod settings;
#[cfg(feature = "sheets")]
mod sheet;
mod sim;
mod soak;
mod solve;
mod texts;
mod tournament;
mod ui;

pub use command_line::main;
pub use drive::drive;
