//! What editors are told of one game: JSON Schemas that know its attributes, enums, keywords, zones and cards, so that
//! an editor completes them. They are made of what is declared and nothing else, so they can be had of a game whose
//! rules do not compile yet.

mod cards;
mod tables;
mod values;

use serde_json::{Map, Value, json};

use crate::model::Package;
use crate::schema::Shape;

/// The schemas of a game by the names of their files, to be written into its folder `schema`.
pub fn schemas(package: &Package) -> Vec<(String, Value)> {
    let schema = |shape: Shape| match shape {
        Shape::Cards => cards::cards(package),
        Shape::Deck => tables::deck(package),
        Shape::Scenario => tables::scenario(package),
        Shape::Texts => tables::texts(package),
        Shape::Game | Shape::Rules | Shape::Print | Shape::Tournament => shape.schema().clone(),
    };
    Shape::OF_PACKAGES.into_iter().map(|shape| (shape.file_name(), schema(shape))).collect()
}

/// The table at a pointer, to be changed. An empty one, should the fixed schema have become another.
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

/// A string for which some values are offered, although it may be another one.
fn suggest(values: Vec<Value>, otherwise: Value) -> Value {
    if values.is_empty() { otherwise } else { json!({ "anyOf": [{ "enum": values }, otherwise] }) }
}
