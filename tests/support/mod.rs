//! Openings of tests: a shipped game, a game from texts, and what a report looks like.

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Diagnostic, Format, render};
use cardwright::package::PackageFiles;
use cardwright::source::Sources;

/// Opens a shipped game, or a folder, that is known to compile.
pub fn shipped(name_or_path: &str) -> CompiledGame {
    playable(CompiledGame::open(name_or_path))
}

/// Compiles a package from the texts of its files, each with its path inside the package; they may be wrong.
pub fn opened<P: Into<String>, T: Into<String>>(texts: impl IntoIterator<Item = (P, T)>) -> OpenResult {
    CompiledGame::from_files(PackageFiles::from_texts(texts), Vec::new())
}

/// Returns the game of a package. Its diagnostics fail the test if it has none.
#[track_caller]
pub fn playable(opened: OpenResult) -> CompiledGame {
    let report = report(&opened.diagnostics, &opened.sources, 100);
    opened.game.unwrap_or_else(|| panic!("{report}"))
}

/// Returns diagnostics as people read them, without colour, in lines of a width.
pub fn report(found: &[Diagnostic], sources: &Sources, width: usize) -> String {
    render(found, sources, Format::Human { color: false, width, unicode: true })
}
