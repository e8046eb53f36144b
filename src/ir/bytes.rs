//! The binary format of an IR: eight bytes of magic and version, eight of a hash of the rest, then the IR in
//! postcard's encoding.

use super::root::Ir;
use super::verify::{VerifyError, verify};
use crate::hash::content_hash;

const MAGIC: [u8; 6] = *b"CWRDIR";

/// The format version that this version of Cardwright writes and reads.
pub const FORMAT: u16 = 38;

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
