//! Files outside packages that the user names, such as deck lists.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::messages::cannot_be_read;
use crate::diagnostics::Diagnostic;
/// Maximum size of a file that the user names, in bytes; a device may never end.
const LONGEST_FILE: u64 = 64 << 20;

/// Reads a file that the user names.
///
/// # Errors
/// The file cannot be read, is not UTF-8, or is too long.
pub fn text_of(path: &Path) -> Result<String, Diagnostic> {
    let read = || {
        let mut text = String::new();
        File::open(path)?.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
        if text.len() as u64 > LONGEST_FILE {
            let message = format!("it is longer than {} MiB", LONGEST_FILE >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        Ok(text)
    };
    read().map_err(|error| cannot_be_read(path, &error))
}
