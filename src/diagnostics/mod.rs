//! Diagnostics as plain data: a stable code, a message, labels in any number of files, a cause and a help
//! text.
//!
//! A [`Diagnostic`] is created by the step that finds the problem, and rendered only by [`render`].

mod code;
pub mod codes;
mod diagnostic;
#[cfg(feature = "excerpts")]
mod excerpt;
mod findings;
mod human;
mod json;
#[cfg(feature = "excerpts")]
mod miette_report;
mod nearest;
mod nouns;
mod printable;
mod render;
mod repeated;
mod report_style;
mod shell;
mod suggestion;
mod xml_text;

pub use code::Code;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use findings::{error_count, folded, sort, summary};
pub use json::{json_syntax, json_text, json_type_error, repeated_key};
pub use nearest::{did_you_mean, nearest, with_bounded_suggestions};
pub use nouns::{capitalised, count_noun, grouped, list, list_some, plural, runs, with_article};
pub use printable::{plain_cell, printable, printable_line, shows_nothing};
pub use render::{Format, explain, render};
pub use repeated::first_repeated;
pub use shell::{shell_path, shell_word};
pub use suggestion::{Fix, Suggestion};
pub use xml_text::{escape_xml, is_xml_text, write_escaped_xml};
