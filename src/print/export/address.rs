//! Addresses of exported files.

/// Returns the address of a file below a prefix. In the path, everything but letters, digits and `-_.~/` is
/// percent-encoded; in the prefix, only characters that no address may contain.
pub fn address(prefix: &str, path: &str) -> String {
    let mut address = String::new();
    for byte in prefix.bytes() {
        match byte {
            b if b.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&b) => address.push(char::from(b)),
            b => address.push_str(&format!("%{b:02X}")),
        }
    }
    for byte in path.bytes() {
        match byte {
            b if b.is_ascii_alphanumeric() || b"-_.~/".contains(&b) => address.push(char::from(b)),
            b => address.push_str(&format!("%{b:02X}")),
        }
    }
    address
}
