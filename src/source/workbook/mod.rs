//! Reads workbooks: each sheet becomes the text of a CSV file in which line 7 is row 7.
//!
//! As texts, sheets need no machinery of their own: spans point into them, and
//! [`SourceFile`](super::SourceFile) names the cell of a byte.
//!
//! Files of packages are not trusted. A workbook is a ZIP archive of XML, and a small one can claim
//! terabytes: its unpacked size, its cells and its text are bounded before anything is kept.

mod archive;
mod cells;
mod ods;
mod sheets;
mod xlsx;

pub use cells::{SheetText, WorkbookError};
pub use sheets::sheets_of;
