//! From files to declarations.

use std::path::Path;

use cardwright::diagnostics::{Diagnostic, Format, render};
use cardwright::model::{Package, read_package};
use cardwright::package::PackageFiles;

/// The texts of a package on disk.
fn files_of(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for inner in ["", "rules", "cards", "decks", "scenarios"] {
        let Ok(entries) = std::fs::read_dir(folder.join(inner)) else { continue };
        for entry in entries.flatten().filter(|e| e.path().is_file()) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if inner.is_empty() { name } else { format!("{inner}/{name}") };
            files.push((path, std::fs::read_to_string(entry.path()).expect("UTF-8")));
        }
    }
    files
}

/// Each finding as a block: how a person sees it.
fn seen(found: &[Diagnostic], package: &Package) -> String {
    render(found, &package.sources, Format::Human { color: false, width: 110, unicode: true })
}

#[test]
fn the_shipped_packages_read_without_a_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards");
    let folders = std::fs::read_dir(root).expect("shipped packages").flatten();
    for folder in folders.filter(|f| f.path().join("game.toml").exists()) {
        let (package, found) = read_package(&PackageFiles::from_texts(files_of(&folder.path())));
        assert!(found.is_empty(), "{}\n{}", folder.path().display(), seen(&found, &package));
        assert!(!package.cards.is_empty() && package.refused.is_empty() && !package.incomplete);
    }
}
