//! The shipped games and templates are part of the program, which is built anew when one of their files comes
//! or goes: `include_dir` cannot tell that by itself. Their generated schemas stay out of it: they are as large
//! as all the rest, and `cardwright new` makes them anew.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=cards");
    println!("cargo:rerun-if-changed=templates");
    println!("cargo:rerun-if-changed=build.rs");
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let embedded = folder("OUT_DIR")?.join("cards");
    if embedded.exists() {
        fs::remove_dir_all(&embedded)?;
    }
    copy(&folder("CARGO_MANIFEST_DIR")?.join("cards"), &embedded)
}

/// Copies a folder without the generated schemas in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            fs::copy(entry.path(), target)?;
        } else if entry.file_name() != "schema" {
            copy(&entry.path(), &target)?;
        }
    }
    Ok(())
}
