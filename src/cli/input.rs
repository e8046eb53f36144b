//! Reads lines of standard input with a length limit, since a line may never end.

use std::io::{self, BufRead, Read};

/// Reads a line of at most `longest` bytes, without its newline; `None` at the end of the input.
///
/// # Errors
/// Reading fails, or the line is longer.
pub(super) fn line(input: &mut impl BufRead, longest: u64) -> io::Result<Option<String>> {
    let begun = begin_line(input, longest)?;
    let too_long = |words| io::Error::new(io::ErrorKind::InvalidData, words);
    begun.map(|line| line.map_err(too_long)).transpose()
}

/// Reads a line in the same way. One that is longer is read to its end without being kept, and its place is
/// taken by the words of an error.
///
/// # Errors
/// Reading fails.
pub(super) fn line_or_error(
    input: &mut impl BufRead,
    longest: u64,
) -> io::Result<Option<Result<String, String>>> {
    let begun = begin_line(input, longest)?;
    if let Some(Err(_)) = begun {
        input.skip_until(b'\n')?;
    }
    Ok(begun)
}

/// Reads a line, or the beginning of one that is longer.
fn begin_line(input: &mut impl BufRead, longest: u64) -> io::Result<Option<Result<String, String>>> {
    let mut bytes = Vec::new();
    // The newline does not count.
    if input.take(longest + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 > longest && bytes.last() != Some(&b'\n') {
        return Ok(Some(Err(format!("a line of the input is longer than {} KiB", longest >> 10))));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&bytes).trim().to_string())))
}
