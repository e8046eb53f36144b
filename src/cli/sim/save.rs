//! What was counted, as files.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cli::Stop;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::replay as codes;
use crate::lab::{Part, PartError};
use crate::package::write_atomically;

/// Refuses files of other kinds before anything is played.
pub(super) fn check(files: &[PathBuf]) -> Result<(), Stop> {
    match files.iter().find(|file| !matches!(ending(file), "json" | "part")) {
        Some(file) => {
            Err(Stop::Usage(format!("`{}` is neither .json nor .part: these are what can be saved", file.display())))
        }
        None => Ok(()),
    }
}

fn ending(file: &Path) -> &str {
    file.extension().and_then(|e| e.to_str()).unwrap_or_default()
}

/// Writes a file, whole or not at all.
pub(super) fn write(file: &Path, part: &Part, json: &Value) -> Result<(), Stop> {
    let bytes = match ending(file) {
        "json" => format!("{json:#}\n").into_bytes(),
        _ => part.to_bytes(),
    };
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = file.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    write_atomically(folder, name, &bytes)?;
    Ok(())
}

/// Reads a part.
pub(super) fn read(path: &Path) -> Result<Part, Stop> {
    let bytes = std::fs::read(path).map_err(|error| {
        let d = Diagnostic::error(codes::NO_PART, format!("`{}` cannot be read", path.display()));
        Stop::from(d.because(error.to_string()))
    })?;
    Part::from_bytes(&bytes).map_err(|why| refused(Some(path), &why))
}

/// A part that is none, or none of this simulation.
pub(super) fn refused(path: Option<&Path>, why: &PartError) -> Stop {
    let path = path.map(|p| p.display().to_string()).unwrap_or_default();
    let d = Diagnostic::error(codes::NO_PART, format!("`{path}` cannot be joined")).because(why.to_string());
    let d = match why {
        PartError::Changed(_) => d.help("play the parts again, or name the game as it was with --game"),
        PartError::Other(_) => d.help("parts of one simulation differ in `--shard` alone"),
        _ => d,
    };
    Stop::from(d)
}
