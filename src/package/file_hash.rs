//! Hashes of files, to detect edits. They are not cryptographic.

use std::fs;
use std::path::Path;

use crate::hash::content_hash;

/// Returns a hash and the length of some bytes.
pub(super) fn file_hash(bytes: &[u8]) -> String {
    format!("{:016x}-{}", content_hash(bytes), bytes.len())
}

/// Returns whether this is a regular file, not a link, whose contents have this hash.
pub(super) fn has_hash(path: &Path, hash: &str) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
        && fs::read(path).is_ok_and(|bytes| file_hash(&bytes) == hash)
}
