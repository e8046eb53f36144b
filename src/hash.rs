//! Hashes of contents, equal on every machine: to detect damage and edits, and to find what is drawn alike.
//! None of them is cryptographic.

/// Returns a hash (FNV-1a over 64-bit words, and the length). It detects damage, not tampering.
pub fn content_hash(bytes: &[u8]) -> u64 {
    let first = 0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64;
    let hash = words(bytes)
        .fold(first, |hash, word| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23));
    hash ^ hash >> 29
}

/// Returns a hash of 128 bits (FNV-1a over 64-bit words, and the length), for things that are taken to be
/// equal if their hashes are: among a million different ones, two have the same hash once in 10²⁶ cases. It
/// does not guard against tampering either.
pub fn wide_hash(bytes: &[u8]) -> u128 {
    let mut hash = WideHasher::default();
    words(bytes).for_each(|word| hash.add(word));
    hash.add(bytes.len() as u64);
    hash.finish()
}

/// Returns bytes as words, the last one filled up with zeros.
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let last = (!rest.is_empty()).then_some(last);
    words.iter().copied().chain(last).map(u64::from_le_bytes)
}

/// Computes a hash as [`wide_hash`] does, word by word.
#[derive(Clone, Copy, Debug)]
pub struct WideHasher(u128);

impl Default for WideHasher {
    fn default() -> Self {
        WideHasher(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl WideHasher {
    /// Adds a word. The order of words matters.
    pub fn add(&mut self, word: u64) {
        // The rotation lets high bits affect low ones, too.
        self.0 = (self.0 ^ u128::from(word)).wrapping_mul(0x0100_0000_0000_0000_0000_013b).rotate_left(47);
    }

    /// Adds another hash, as two words.
    pub fn add_hash(&mut self, hash: u128) {
        self.add(hash as u64);
        self.add((hash >> 64) as u64);
    }

    /// Returns the hash of the words so far.
    pub fn finish(self) -> u128 {
        self.0 ^ self.0 >> 61
    }
}
