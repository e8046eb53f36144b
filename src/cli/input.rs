//! Reads lines of standard input with a length limit, since a line may never end.

use std::io::{self, BufRead, Read};

/// Reads a line of at most `longest` bytes, without its newline; `None` at the end of the input.
///
/// # Errors
/// Reading fails, or the line is longer.
pub(super) fn line(input: &mut impl BufRead, longest: u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.take(longest + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 > longest {
        let message = format!("a line of the input is longer than {} KiB", longest >> 10);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()))
}
