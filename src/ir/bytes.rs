//! The binary format of an IR: eight bytes of magic and version, eight of a hash of the rest, then the IR in
//! postcard's encoding.

use super::root::Ir;
use super::verify::{VerifyError, verify};

const MAGIC: [u8; 6] = *b"CWRDIR";

/// The format version that this version of Cardwright writes and reads.
pub const FORMAT: u16 = 36;

/// Reasons why bytes cannot be read as an IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IrBytesError {
    /// The bytes do not begin with the magic.
    #[error("this is not a compiled game")]
    NotAnIr,
    /// The bytes have another format version.
    #[error(
        "this game was compiled to format {found}, and this Cardwright reads format {FORMAT}: compile it again"
    )]
    OtherFormat {
        /// The format version in the bytes.
        found: u16,
    },
    /// The bytes are truncated or changed.
    #[error("this compiled game is damaged: compile it again")]
    Damaged,
    /// The decoded IR fails verification.
    #[error(transparent)]
    Invalid(#[from] VerifyError),
}

/// Encodes an IR. Deterministic.
pub fn to_bytes(ir: &Ir) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend_from_slice(&FORMAT.to_le_bytes());
    bytes.extend_from_slice(&[0; 8]);
    let mut bytes = write(ir, bytes);
    let hash = content_hash(&bytes[16..]);
    bytes[8..16].copy_from_slice(&hash.to_le_bytes());
    bytes
}

/// Decodes and verifies an IR.
pub fn from_bytes(bytes: &[u8]) -> Result<Ir, IrBytesError> {
    let Some((head, body)) = bytes.split_at_checked(16).filter(|(head, _)| head.starts_with(&MAGIC)) else {
        return Err(IrBytesError::NotAnIr);
    };
    let found = u16::from_le_bytes([head[6], head[7]]);
    if found != FORMAT {
        return Err(IrBytesError::OtherFormat { found });
    }
    if head[8..] != content_hash(body).to_le_bytes() {
        return Err(IrBytesError::Damaged);
    }
    let (ir, rest): (Ir, _) = postcard::take_from_bytes(body).map_err(|_| IrBytesError::Damaged)?;
    if !rest.is_empty() {
        return Err(IrBytesError::Damaged);
    }
    verify(&ir)?;
    Ok(ir)
}

pub(super) fn write<T: serde::Serialize>(value: &T, bytes: Vec<u8>) -> Vec<u8> {
    // Writing to memory cannot fail here: every sequence of an IR knows its length.
    postcard::to_extend(value, bytes).unwrap_or_default()
}

/// Returns a hash (FNV-1a over 64-bit words, and the length). It detects damage, not tampering: `verify`
/// guards against that.
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
