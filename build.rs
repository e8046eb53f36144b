//! Lists the files of the shipped games and of the starter package, which the program includes one by one.
//!
//! The compiler watches what is included, and only the program includes it; so this script is not run for a
//! changed card, which would make the library be compiled anew. It is run for a file that has come or gone if
//! `build.rs` is touched, which a test asks for. Generated schemas stay out of the program: they are as large
//! as all the rest, and `cardwright new` makes them anew.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    // The library includes these as folders.
    println!("cargo:rerun-if-changed=templates/print");
    println!("cargo:rerun-if-changed=templates/web");
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let root = folder("CARGO_MANIFEST_DIR")?;
    let mut paths = Vec::new();
    for shipped in ["cards", "templates/starter"] {
        list(&root, Path::new(shipped), &mut paths)?;
    }
    paths.sort();
    let mut text = String::from("&[\n");
    for path in paths {
        let _ = writeln!(
            text,
            "    ({path:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {path:?}))),"
        );
    }
    fs::write(folder("OUT_DIR")?.join("shipped.rs"), text + "]\n")
}

/// Lists the files in a folder, with their paths from the root, with `/`.
fn list(root: &Path, folder: &Path, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            paths.push(parts.join("/"));
        } else if entry.file_name() != "schema" {
            list(root, &path, paths)?;
        }
    }
    Ok(())
}
