//! Archives of workbooks: checked for their limits before a reader sees them.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::cells::WorkbookError;

/// Maximum number of files in an archive.
const MAX_FILES: usize = 10_000;
/// Maximum size of all files of an archive, unpacked, in bytes.
const MAX_UNPACKED: u64 = 64 << 20;
/// Maximum number of shared strings that a workbook may announce; its reader reserves memory for them.
const MAX_STRINGS: u64 = 2_000_000;
/// First bytes of an encrypted workbook, and of one in the format from before 2007.
const COMPOUND_FILE: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

pub(super) fn open(bytes: &[u8]) -> Result<ZipArchive<Cursor<&[u8]>>, WorkbookError> {
    if bytes.starts_with(&COMPOUND_FILE) {
        return Err(WorkbookError::Encrypted);
    }
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| of_zip(&error))?;
    if archive.len() > MAX_FILES { Err(WorkbookError::TooLarge) } else { Ok(archive) }
}

/// Unpacks every file of an archive once, because sizes that an archive states may be wrong. This also finds
/// files that are cut off.
pub(super) fn check(bytes: &[u8]) -> Result<(), WorkbookError> {
    let mut archive = open(bytes)?;
    let mut left = MAX_UNPACKED;
    for index in 0..archive.len() {
        let mut unpacked = Vec::new();
        let file = archive.by_index(index).map_err(|error| of_zip(&error))?;
        let name = file.name().map_or_else(|_| String::new(), |name| name.to_ascii_lowercase());
        let read = file.take(left + 1).read_to_end(&mut unpacked);
        read.map_err(|error| WorkbookError::Broken(error.to_string()))?;
        left = left.checked_sub(unpacked.len() as u64).ok_or(WorkbookError::TooLarge)?;
        if !name.ends_with(".xml") {
            continue;
        }
        // Spreadsheets write UTF-8. Another encoding would hide the announcement.
        let text = str::from_utf8(&unpacked).ok().filter(|text| !text.contains('\0'));
        let text = text.ok_or_else(|| WorkbookError::Broken(format!("`{name}` in it is not UTF-8")))?;
        if announced_strings(text).any(|count| count > MAX_STRINGS) {
            return Err(WorkbookError::TooLarge);
        }
    }
    Ok(())
}

/// Returns the numbers of shared strings that a file announces.
fn announced_strings(text: &str) -> impl Iterator<Item = u64> {
    text.match_indices("uniqueCount").map(|(at, key)| {
        let rest = text[at + key.len()..].trim_start_matches(|c: char| !c.is_ascii_digit());
        let digits = rest.bytes().take_while(u8::is_ascii_digit);
        digits.fold(0, |number: u64, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
    })
}

/// Unpacks a text of an archive that was checked; `None` if there is no such file.
pub(super) fn text_of(bytes: &[u8], path: &str) -> Result<Option<String>, WorkbookError> {
    let mut archive = open(bytes)?;
    let mut file = match archive.by_name(path) {
        Ok(file) => file,
        Err(ZipError::FileNotFound) => return Ok(None),
        Err(error) => return Err(of_zip(&error)),
    };
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(|error| WorkbookError::Broken(error.to_string()))?;
    Ok(Some(text))
}

fn of_zip(error: &ZipError) -> WorkbookError {
    match error {
        ZipError::UnsupportedArchive(why) if *why == ZipError::PASSWORD_REQUIRED => WorkbookError::Encrypted,
        ZipError::InvalidPassword => WorkbookError::Encrypted,
        other => WorkbookError::Broken(other.to_string()),
    }
}
