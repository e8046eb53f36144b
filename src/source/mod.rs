//! Parsers of TOML and CSV, into a tree in which every key and value has its span.
//!
//! TOML and CSV both become [`TomlNode`]s, so that no later step depends on the format of a card. The sheets
//! of workbooks become CSV first.

mod csv;
mod messages;
mod salvage;
mod text;
mod toml;
mod toml_node;
#[cfg(feature = "sheets")]
mod workbook;

pub use self::csv::parse_csv;
pub use self::salvage::{LostPart, SalvageResult, salvage_csv, salvage_toml};
pub use self::text::Text;
pub use self::toml::{parse_toml, toml_key, toml_string};
pub use self::toml_node::{TomlEntry, TomlNode, TomlTable, TomlValue};
#[cfg(feature = "sheets")]
pub use self::workbook::{SheetText, WorkbookError, sheets_of};
pub use crate::place::{FileId, SourceFile, Sources, Span};
