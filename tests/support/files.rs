//! The files that the program brings along, read from this repository.

use std::fs;
use std::path::Path;

use cardwright::package::ShippedFile;

/// Reads the shipped games and the starter package below the root of this repository. They are never freed.
pub fn shipped(root: &Path) -> Vec<ShippedFile> {
    let mut files = Vec::new();
    for folder in ["cards", "templates/starter"] {
        list(root, Path::new(folder), &mut files);
    }
    files
}

/// Reads the files of a folder, each with its path from the root. They are never freed.
fn list(root: &Path, folder: &Path, files: &mut Vec<ShippedFile>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder of this repository") {
        let entry = entry.expect("an entry of it");
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            list(root, &path, files);
        } else {
            let parts: Vec<&str> = path.iter().map(|part| part.to_str().expect("UTF-8")).collect();
            let contents = fs::read(entry.path()).expect("a file of this repository");
            files.push((parts.join("/").leak(), contents.leak()));
        }
    }
}
