//! The editor at the other end: its unit of columns, and the names by which it has files open.

use lsp_types::{Location, Range, Uri};

use super::documents::Documents;
use super::packages::OpenPackage;
use super::positions::Encoding;
use crate::place::{FileId, Span};

/// The editor's conventions: its unit of columns, and the URIs of open files.
#[derive(Clone, Copy)]
pub struct EditorClient<'d> {
    /// Its unit of columns.
    pub encoding: Encoding,
    /// The documents that are open in the editor.
    pub documents: &'d Documents,
}

impl EditorClient<'_> {
    pub fn range(self, package: &OpenPackage, span: Span) -> Range {
        self.encoding.range_of(package.sources().file(span.file), span)
    }

    pub fn uri(self, package: &OpenPackage, file: FileId) -> Option<Uri> {
        self.documents.uris(package.path(file)?).into_iter().next()
    }

    pub fn location(self, package: &OpenPackage, span: Span) -> Option<Location> {
        Some(Location::new(self.uri(package, span.file)?, self.range(package, span)))
    }
}
