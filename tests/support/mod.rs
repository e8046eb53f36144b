//! Helpers of tests: a shipped game, a game from texts, and the form of a report.

mod files;

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Diagnostic, Format, render};
use cardwright::package::{self, PackageFiles};
use cardwright::source::Sources;
use std::path::Path;
use std::sync::Once;

/// Makes the shipped games known, as the program does: only it has them in itself.
pub fn ship() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        package::ship(files::shipped(Path::new(env!("CARGO_MANIFEST_DIR"))));
    });
}

/// The ids of the shipped games.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ship();
    package::shipped()
}

/// Opens a shipped game, or a folder; it may be wrong.
pub fn open(name_or_path: &str) -> OpenResult {
    ship();
    CompiledGame::open(name_or_path)
}

/// Opens a shipped game, or a folder, that is known to compile.
pub fn shipped(name_or_path: &str) -> CompiledGame {
    playable(open(name_or_path))
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

/// Returns the text that is made of the rules of the card `x`, and whether a part of them has no words.
#[track_caller]
pub fn made_text(opened: OpenResult) -> (String, bool) {
    let lost = opened.diagnostics.iter().any(|d| d.code.to_string() == "CW0604");
    let game = playable(opened);
    let card = game.ir.names.iter().find(|name| name.id == "x").expect("it is a card");
    (card.text.clone(), lost)
}

/// Returns diagnostics as people read them, without colour, in lines of a width.
pub fn report(found: &[Diagnostic], sources: &Sources, width: usize) -> String {
    render(found, sources, Format::Human { color: false, width, unicode: true })
}
