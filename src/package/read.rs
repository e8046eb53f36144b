//! Files outside packages that the user names, such as deck lists.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::messages::{cannot_be_read, named_not_utf8};
use crate::diagnostics::Diagnostic;

/// Maximum size of a text that the user names, in bytes; a device may never end.
const LONGEST_FILE: u64 = 64 << 20;

/// Reads a text that the user names.
///
/// # Errors
/// The file cannot be read, is not UTF-8, or is too long.
pub fn text_of(path: &Path) -> Result<String, Diagnostic> {
    let bytes = bytes_of(path, LONGEST_FILE).map_err(|error| cannot_be_read(path, &error))?;
    String::from_utf8(bytes)
        .map_err(|error| named_not_utf8(path, error.utf8_error().valid_up_to(), error.as_bytes()))
}

/// Reads a file that the user names, of at most this many bytes.
///
/// # Errors
/// The file cannot be read, or is longer.
pub fn bytes_of(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it is longer than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}
