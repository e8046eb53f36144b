//! Strings and keys as TOML writes them.

use toml_writer::{ToTomlKey as _, ToTomlValue as _, TomlKeyBuilder, TomlStringBuilder};

/// Formats a TOML string: always in double quotes and on one line, so that a file that is written again
/// changes only where its content does.
pub fn toml_string(text: &str) -> String {
    TomlStringBuilder::new(text).as_basic().to_toml_value()
}

/// Formats a TOML key, in double quotes if it needs any.
pub fn toml_key(key: &str) -> String {
    let key = TomlKeyBuilder::new(key);
    key.as_unquoted().unwrap_or_else(|| key.as_basic()).to_toml_key()
}
