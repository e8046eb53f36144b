//! Workbooks of a package: each sheet becomes a file of its sources.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::package as codes;
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
    use crate::diagnostics::codes::source::SHEET_DATE;
    use crate::source::{Span, WorkbookError, sheets_of};

    let sheets = sheets_of(name, bytes).map_err(|error| match error {
        WorkbookError::Encrypted => {
            Diagnostic::error(codes::WORKBOOK, format!("`{name}` is encrypted, or in an old format"))
                .because("only its owner, or the program that wrote it, can read it")
                .help("save it without a password, as `.xlsx` or `.ods`")
        }
        WorkbookError::TooLarge => Diagnostic::error(
            codes::TOO_LARGE,
            format!("`{name}` holds more than a workbook may"),
        )
        .because("a workbook may hold 256 sheets, 2,000,000 cells, 16 MiB of text, and 64 MiB of files once unpacked")
        .help("delete empty rows that have a format, and pictures; or put some sheets into another workbook"),
        WorkbookError::Broken(why) => Diagnostic::error(codes::WORKBOOK, format!("`{name}` is not a whole workbook"))
            .because(why)
            .help("if a program is just saving it, check again; else open it in the spreadsheet and save it anew"),
    })?;
    let (mut files, mut found) = (Vec::new(), Vec::new());
    for sheet in sheets {
        let path = |path: &str| format!("{path}/{}", sheet.name);
        let file = sources.add_of_package(path(name), path(package_path), sheet.text);
        files.push(file);
        let dates = sheet.dates.into_iter().map(|bytes| Span::new(file, bytes.start, bytes.end));
        found.extend(dates.map(|cell| {
            Diagnostic::warning(SHEET_DATE, "this cell holds a date or a time")
                .at(cell, "")
                .because("spreadsheets turn `2/3` and `3-4` into dates while they are typed")
                .help("give the cell the format \"Text\", and type its value again")
        }));
    }
    Ok((files, found))
}

/// Says that this build reads no workbooks.
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
    Err(Diagnostic::error(codes::WORKBOOK, format!("`{name}` cannot be read by this build of Cardwright"))
        .because("it was built without the feature `sheets`")
        .help("build it with that feature, or export the sheets as CSV"))
}
