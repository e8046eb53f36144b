//! The result of printing.

use crate::diagnostics::{Diagnostic, Severity};
use crate::print::messages::sheets as messages;
use crate::print::request::print_request::Request;

/// A printed file, in memory.
#[derive(Clone, Debug)]
pub struct PrintedFile {
    /// Its name: `cards.pdf`.
    pub name: String,
    /// The PDF.
    pub bytes: Vec<u8>,
    /// Number of pages.
    pub pages: usize,
    /// A hash of the content of each page, without its footer.
    pub looks: Vec<u64>,
    /// Number of its components, or a description of its contents.
    pub what: String,
    /// Instructions for the printer.
    pub how: String,
}

/// The result of printing: the files, and the diagnostics of all of them.
#[derive(Clone, Debug, Default)]
pub struct PrintResult {
    /// The files; none if there is an error.
    pub files: Vec<PrintedFile>,
    /// All diagnostics; with an error among them, there are no files.
    pub found: Vec<Diagnostic>,
}

/// Returns the output, without files if there is an error.
pub fn output(mut files: Vec<PrintedFile>, mut found: Vec<Diagnostic>, request: &Request) -> PrintResult {
    let wrong = |found: &[Diagnostic]| found.iter().any(|d| d.severity == Severity::Error);
    if files.is_empty() && request.since.is_none() && !wrong(&found) {
        found.push(messages::nothing_to_print());
    }
    if wrong(&found) {
        files.clear();
    }
    PrintResult { files, found }
}
