//! Addresses of exported files.

use crate::place::{is_plain_in_address, percent_encoded};

/// Returns the address of a file below a prefix. In the path, everything but letters, digits and `-_.~/` is
/// percent-encoded; in the prefix, only characters that no address may contain.
pub fn address(prefix: &str, path: &str) -> String {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte);
    percent_encoded(prefix, is_allowed) + &percent_encoded(path, is_plain_in_address)
}
