//! Secrets in links.

use std::fmt;
use std::hint::black_box;

use serde::{Deserialize, Serialize};

/// The letters of tokens: 32, so that five random bits make one. Without 0, 1, l and o, which are mistaken
/// for each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Returns random letters and digits, five bits of randomness each.
///
/// # Errors
/// The operating system has no random numbers.
pub fn token(length: usize) -> Result<String, getrandom::Error> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// A secret of 130 bits, which gives its bearer the role for which it was created.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Makes a random secret.
    ///
    /// # Errors
    /// The operating system has no random numbers.
    pub fn random() -> Result<Secret, getrandom::Error> {
        token(26).map(Secret)
    }

    /// Returns its text in links.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns whether `other` is this secret. The time taken does not depend on the place of the first
    /// difference.
    pub fn is(&self, other: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), other.as_bytes());
        let differing = own.iter().zip(other).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
        own.len() == other.len() && differing == 0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
