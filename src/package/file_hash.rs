//! Hashes of files, to detect edits. They are not cryptographic.

use std::fs;
use std::path::Path;

/// Returns a hash (FNV-1a over words of 64 bits) and the length of some bytes.
pub(super) fn file_hash(bytes: &[u8]) -> String {
    let add = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(0xcbf2_9ce4_8422_2325, |hash, word| add(hash, u64::from_le_bytes(*word)));
    let hash = rest.iter().fold(hash, |hash, byte| add(hash, u64::from(*byte)));
    format!("{hash:016x}-{}", bytes.len())
}

/// Returns whether this is a regular file, not a link, whose contents have this hash.
pub(super) fn has_hash(path: &Path, hash: &str) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
        && fs::read(path).is_ok_and(|bytes| file_hash(&bytes) == hash)
}
