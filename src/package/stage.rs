//! Many files that come to their places together.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::package as codes;

/// Files that are written beside their places, and moved there when all of them are done. Dropped before, it leaves nothing.
pub struct Stage {
    folder: PathBuf,
    beside: tempfile::TempDir,
    files: Vec<String>,
}

impl Stage {
    /// For files below a folder, which is made if it is not there.
    ///
    /// # Errors
    /// It cannot be written to.
    pub fn new(folder: &Path) -> Result<Stage, Diagnostic> {
        let beside = fs::create_dir_all(folder)
            .and_then(|()| tempfile::Builder::new().prefix(".cardwright-").tempdir_in(folder));
        let beside = beside.map_err(|e| cannot(folder, &e))?;
        Ok(Stage { folder: folder.to_owned(), beside, files: Vec::new() })
    }

    /// Writes a file: its path below the folder, with `/`.
    ///
    /// # Errors
    /// It cannot be written, or would not lie below the folder.
    pub fn file(&mut self, relative: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let path = Path::new(relative);
        let inside = path.components().all(|c| matches!(c, Component::Normal(_))) && path.file_name().is_some();
        let to = self.beside.path().join(path);
        let written = match to.parent() {
            // Nobody else's links lie in a folder that was made just now.
            Some(parent) if inside => fs::create_dir_all(parent).and_then(|()| fs::write(&to, bytes)),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not inside the folder for output")),
        };
        written.map_err(|e| cannot(&self.folder.join(path), &e))?;
        self.files.push(relative.to_owned());
        Ok(())
    }

    /// Moves all files to their places; gives their paths, in the order in which they were written.
    ///
    /// # Errors
    /// One of them cannot be moved; those before have been.
    pub fn finish(self) -> Result<Vec<PathBuf>, Diagnostic> {
        let mut paths = Vec::new();
        for relative in &self.files {
            let target = self.folder.join(relative);
            self.place(relative, &target).map_err(|e| cannot(&target, &e))?;
            paths.push(target);
        }
        Ok(paths)
    }

    fn place(&self, relative: &str, target: &Path) -> io::Result<()> {
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
            if !fs::canonicalize(parent)?.starts_with(fs::canonicalize(&self.folder)?) {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "a link leads out of the folder for output"));
            }
        }
        fs::rename(self.beside.path().join(relative), target)
    }
}

fn cannot(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_WRITE, format!("`{}` cannot be written", path.display())).because(error.to_string())
}
