//! Writes the display list as a PDF: with font subsets and shared drawings; deterministic.

pub(in crate::print) mod syntax;
pub(in crate::print) mod object_syntax;
pub(in crate::print) mod operators;
pub mod tags;
pub(in crate::print) mod page;
pub(in crate::print) mod content;
pub(in crate::print) mod file;
pub(in crate::print) mod objects;
pub(in crate::print) mod fonts;
pub(in crate::print) mod document;
pub(in crate::print) mod outline;
pub(in crate::print) mod metadata;
pub(in crate::print) mod archive;
pub(in crate::print) mod print_shop;
pub(in crate::print) mod structure;
pub(in crate::print) mod write;

pub use self::document::{DocumentContent, DrawingStream, PackedForm, PdfStandard};
pub use self::page::{Bookmark, DocumentPage};
pub use self::write::write;
