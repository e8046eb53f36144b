//! Workbooks of a package: each sheet becomes a file of its sources.

use super::messages;
use crate::diagnostics::Diagnostic;
use crate::source::{FileId, Sources};
/// Adds the sheets of a workbook to the sources, with warnings about their cells.
///
/// # Errors
/// The workbook cannot be read.
#[cfg(feature = "sheets")]
pub(super) fn add_sheets(
    name: &str,
    package_path: &str,
    bytes: &[u8],
    sources: &mut Sources,
) -> Result<(Vec<FileId>, Vec<Diagnostic>), Diagnostic> {
    use crate::source::{Span, WorkbookError, sheets_of};

    let sheets = sheets_of(name, bytes).map_err(|error| match error {
        WorkbookError::Encrypted => messages::encrypted_workbook(name),
        WorkbookError::TooLarge => messages::workbook_too_large(name),
        WorkbookError::Broken(why) => messages::broken_workbook(name, &why),
    })?;
    let (mut files, mut found) = (Vec::new(), Vec::new());
    for sheet in sheets {
        let path = |path: &str| format!("{path}/{}", sheet.name);
        let file = sources.add_of_package(path(name), path(package_path), sheet.text);
        files.push(file);
        let dates = sheet.dates.into_iter().map(|bytes| Span::new(file, bytes.start, bytes.end));
        found.extend(dates.map(messages::date_in_sheet));
    }
    Ok((files, found))
}

/// Reports that this build cannot read workbooks.
///
/// # Errors
/// Always.
#[cfg(not(feature = "sheets"))]
pub(super) fn add_sheets(
    name: &str,
    _package_path: &str,
    _bytes: &[u8],
    _sources: &mut Sources,
) -> Result<(Vec<FileId>, Vec<Diagnostic>), Diagnostic> {
    Err(messages::no_workbooks(name))
}
