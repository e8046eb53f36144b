//! The shape of each file of a package: its keys, and the type of each value.
//!
//! Shapes are declared once, as the types of `shapes`; the JSON Schemas for editors and the validators of
//! [`validate`] are both generated from them. The meaning of values is left to `model` and `check`.

mod file_shape;
mod findings;
mod list_file;
mod messages;
mod path;
mod shape_error;
mod shapes;
mod subset;
#[cfg(feature = "jsonschema")]
mod tree;
mod validate;
#[cfg(feature = "jsonschema")]
mod whole;

pub use self::file_shape::FileShape;
pub use self::findings::{id_of, name_of_id};
pub use self::list_file::{ListFile, ListFileLine, ListFilePart};
pub use self::messages::bad_id;
pub use self::shapes::{CARD_KEYS, ID_PATTERN, MOST_CELLS, MOST_COLUMNS, MOST_OF_CARD, to_text};
pub use self::validate::{ShapeValidator, prepare, validate, validate_by};
