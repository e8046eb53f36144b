//! Generates JSON Schemas of one game that know its attributes, enums, keywords, zones and cards, so that
//! editors complete them. They depend only on declarations, so they exist even if the rules do not compile
//! yet.

mod cards;
mod json_schema;
mod schemas;
#[cfg(feature = "sheets")]
mod sheet;
mod tables;
mod values;

pub use self::schemas::{schema, schemas};
#[cfg(feature = "sheets")]
pub use self::sheet::{is_row, workbook};
