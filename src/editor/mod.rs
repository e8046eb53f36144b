//! Generates JSON Schemas of one game that know its attributes, enums, keywords, zones and cards, so that
//! editors complete them. They depend only on declarations, so they exist even if the rules do not compile
//! yet.

mod cards;
#[cfg(feature = "sheets")]
mod sheet;
mod tables;
mod values;

use serde_json::{Map, Value, json};

#[cfg(feature = "sheets")]
pub use self::sheet::{is_row, workbook};
use crate::model::Package;
use crate::schema::FileShape;

/// Returns the schemas of a game by file name, to be written into its folder `schema`.
pub fn schemas(package: &Package) -> Vec<(String, Value)> {
    FileShape::OF_PACKAGES.into_iter().map(|shape| (shape.file_name(), schema(package, shape))).collect()
}

/// Returns the schema of one shape of file; those of cards, decks, scenarios and translations know the game.
pub fn schema(package: &Package, shape: FileShape) -> Value {
    match shape {
        FileShape::Cards => cards::cards(package),
        FileShape::Deck => tables::deck(package),
        FileShape::Scenario => tables::scenario(package),
        FileShape::Texts => tables::texts(package),
        FileShape::Game | FileShape::Rules | FileShape::Print | FileShape::Stamps | FileShape::Tournament => {
            shape.schema().clone()
        }
    }
}

/// Returns the table at a JSON pointer, for changes. Returns an empty one if the static schema no longer has
/// that path.
fn at<'a>(schema: &'a mut Value, pointer: &str) -> &'a mut Map<String, Value> {
    let mut place = schema;
    for step in pointer.split('/').skip(1) {
        place = object(place).entry(step).or_insert(Value::Null);
    }
    object(place)
}

fn object(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    value.as_object_mut().expect("it is an object now")
}

/// Returns the schema of a string that offers some values, but also accepts others.
fn suggest(values: Vec<Value>, otherwise: Value) -> Value {
    if values.is_empty() { otherwise } else { json!({ "anyOf": [{ "enum": values }, otherwise] }) }
}
