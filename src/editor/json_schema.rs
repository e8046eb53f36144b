//! Changes to a JSON Schema: the table at a path, and values that are offered without being required.

use serde_json::{Map, Value, json};

/// Returns the table at a JSON pointer, for changes. Returns an empty one if the static schema no longer has
/// that path.
pub(super) fn at<'a>(schema: &'a mut Value, pointer: &str) -> &'a mut Map<String, Value> {
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
pub(super) fn suggest(values: Vec<Value>, otherwise: Value) -> Value {
    if values.is_empty() { otherwise } else { json!({ "anyOf": [{ "enum": values }, otherwise] }) }
}
