//! The schema of `cards/*.toml` of one game.

use serde_json::{Map, Value, json};

use super::json_schema::{at, suggest};
use super::values::{described, keyword, of_type};
use crate::model::{FieldDecl, Ident, KindDecl, Package, SlotDecl};
use crate::schema::{CARD_KEYS, FileShape, ID_PATTERN};
use crate::source::{TomlNode, TomlValue};

/// The built-in kinds.
const KINDS: [&str; 3] = ["card", "piece", "token"];

/// Returns the schema of the game's cards.
pub fn cards(package: &Package) -> Value {
    let mut schema = FileShape::Cards.schema().clone();
    let kinds: Vec<(String, Map<String, Value>)> =
        kind_ids(package).into_iter().map(|kind| (kind.to_owned(), fields(package, kind))).collect();
    let ids: Vec<&str> = kinds.iter().map(|(id, _)| id.as_str()).collect();
    at(&mut schema, "/properties/kind").insert("enum".to_owned(), json!(ids));

    let Some(card) = schema.pointer_mut(&format!("/properties/cards/patternProperties/{ID_PATTERN}")) else {
        debug_assert!(false, "the fixed schema has its cards elsewhere");
        return schema;
    };
    at(card, "/properties/kind").insert("enum".to_owned(), json!(ids));
    at(card, "/properties/keywords").insert("items".to_owned(), keyword(package));
    happenings(package, card);
    let all = union(&kinds);
    at(card, "/properties").extend(all.clone());
    at(card, "").insert("additionalProperties".to_owned(), Value::from(false));

    // A kind's own fields matter only if kinds differ. Chains of `if` are used instead of `allOf`, because
    // Taplo completes nothing in a table that has one.
    let apart: Vec<(&str, Value)> = kinds
        .iter()
        .filter(|(id, _)| package.kinds.iter().any(|k| k.id.text == *id))
        .map(|(id, fields)| (id.as_str(), of_kind(fields, &all)))
        .collect();
    if apart.iter().any(|(_, own)| *own != apart[0].1) {
        let refer = |kind: &str| json!({ "$ref": format!("#/definitions/{kind}") });
        let apart_ids: Vec<&str> = apart.iter().map(|(id, _)| *id).collect();
        let own = chain(&apart_ids, json!({ "additionalProperties": true }), refer);
        at(card, "").extend(own);
        let unsaid = |kind: &str| {
            let card = json!({ "if": { "required": ["kind"], "additionalProperties": true }, "else": refer(kind), "additionalProperties": true });
            json!({ "properties": { "cards": { "additionalProperties": card } }, "additionalProperties": true })
        };
        // The default kind of a file is `card`.
        let nothing = json!({ "not": { "required": ["kind"] }, "additionalProperties": true });
        let plain = if apart_ids.contains(&"card") {
            json!({ "if": nothing, "then": unsaid("card"), "additionalProperties": true })
        } else {
            json!({ "additionalProperties": true })
        };
        let of_file = chain(&apart_ids, plain, unsaid);
        at(&mut schema, "").extend(of_file);
        let definitions = apart.into_iter().map(|(id, own)| (id.to_owned(), own)).collect();
        at(&mut schema, "").insert("definitions".to_owned(), Value::Object(definitions));
    }
    schema
}

/// Returns all kinds of the game: the built-in ones, then those declared, in order.
pub fn kind_ids(package: &Package) -> Vec<&str> {
    let declared = package.kinds.iter().map(|k| k.id.text.as_str()).filter(|id| !KINDS.contains(id));
    KINDS.into_iter().chain(declared).collect()
}

/// Returns the fields that cards of a kind have beyond those of all cards: its own, then those inherited.
pub(super) fn fields(package: &Package, kind: &str) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut next = Some(kind);
    while let Some(decl) = next.and_then(|id| package.kinds.iter().find(|k| k.id.text == id)) {
        if seen.contains(&decl.id.text.as_str()) {
            break;
        }
        seen.push(&decl.id.text);
        own_fields(package, decl, &mut fields);
        next = decl.base.as_ref().map(|base| base.text.as_str());
    }
    fields
}

fn own_fields(package: &Package, kind: &KindDecl, fields: &mut Map<String, Value>) {
    let of = &kind.id.text;
    let mut add = |id: &Ident, schema: Value| {
        if !CARD_KEYS.contains(&id.text.as_str()) {
            fields.entry(id.text.clone()).or_insert(schema);
        }
    };
    for attribute in &kind.attributes {
        let what = format!("Attribute of `{of}`: `{}`", attribute.ty.value);
        add(&attribute.id, printed_field_schema(package, attribute, what));
    }
    for state in kind.state.iter().filter(|s| s.printed) {
        let what = format!("State of `{of}`, as it starts: `{}`", state.ty.value);
        add(&state.id, printed_field_schema(package, state, what));
    }
    for slot in &kind.slots {
        add(&slot.id, json!({ "description": slot_words(slot, of), "type": "string" }));
    }
}

fn printed_field_schema(package: &Package, field: &FieldDecl, mut description: String) -> Value {
    let default = field.default.as_ref().and_then(plain);
    if let Some(default) = &default {
        description.push_str(&format!(". Default: {default}"));
    }
    let mut schema = described(of_type(package, &field.ty.value), description);
    if let Some(default) = default {
        schema["default"] = default;
    }
    schema
}

/// Returns a default as JSON, if it is a plain value.
fn plain(node: &TomlNode) -> Option<Value> {
    match &node.value {
        TomlValue::Text(text) => Some(Value::from(text.value.as_str())),
        TomlValue::Int(i) => Some(Value::from(*i)),
        TomlValue::Bool(b) => Some(Value::from(*b)),
        TomlValue::Array(items) => items.iter().map(plain).collect::<Option<Vec<_>>>().map(Value::from),
        _ => None,
    }
}

/// Describes the contents of a slot.
fn slot_words(slot: &SlotDecl, kind: &str) -> String {
    let mut words = match (&slot.returns, &slot.from) {
        (_, Some(from)) => {
            format!("Slot of `{kind}`: a condition that chooses elements of `{}`", from.value)
        }
        (Some(returns), None) => format!("Slot of `{kind}`: a formula for `{}`", returns.value),
        (None, None) => format!("Slot of `{kind}`: statements"),
    };
    let params: Vec<String> =
        slot.params.iter().map(|p| format!("`{}`: {}", p.id.text, p.ty.value)).collect();
    if !params.is_empty() {
        words.push_str(&format!(", with {}", params.join(", ")));
    }
    if let Some(default) = &slot.default {
        words.push_str(&format!(". Default: `{}`", default.value));
    }
    words
}

/// Merges the fields of all kinds. A field with different types accepts any of them.
fn union(kinds: &[(String, Map<String, Value>)]) -> Map<String, Value> {
    let mut all: Map<String, Value> = Map::new();
    for (id, schema) in kinds.iter().flat_map(|(_, fields)| fields) {
        match all.get_mut(id) {
            None => {
                all.insert(id.clone(), schema.clone());
            }
            Some(known) if known == schema => {}
            Some(Value::Object(known)) if known.contains_key("anyOf") => {
                if let Some(Value::Array(any)) = known.get_mut("anyOf")
                    && !any.contains(schema)
                {
                    any.push(schema.clone());
                }
            }
            Some(known) => *known = json!({ "anyOf": [known, schema] }),
        }
    }
    all
}

/// Returns the differences of a kind: fields of other kinds, which it does not allow, and fields with another
/// type.
fn of_kind(fields: &Map<String, Value>, all: &Map<String, Value>) -> Value {
    let own = |(id, schema): (&String, &Value)| match fields.get(id) {
        None => Some((id.clone(), Value::from(false))),
        Some(own) if own != schema => Some((id.clone(), own.clone())),
        Some(_) => None,
    };
    let properties: Map<String, Value> = all.iter().filter_map(own).collect();
    json!({ "properties": properties, "additionalProperties": true })
}

/// Returns a chain of `if` it is of this kind `then` … `else` if of that kind …
fn chain(kinds: &[&str], otherwise: Value, then: impl Fn(&str) -> Value) -> Map<String, Value> {
    let chain = kinds.iter().rev().fold(otherwise, |otherwise, kind| {
        let is =
            json!({ "properties": { "kind": { "const": kind } }, "required": ["kind"], "additionalProperties": true });
        json!({ "if": is, "then": then(kind), "else": otherwise, "additionalProperties": true })
    });
    match chain {
        Value::Object(mut chain) => {
            // In this branch the table itself determines its allowed keys.
            chain.remove("additionalProperties");
            chain
        }
        _ => Map::new(),
    }
}

/// Adds the names of verbs, zones and attributes to reactions and modifiers.
fn happenings(package: &Package, card: &mut Value) {
    let borne =
        package.kinds.iter().flat_map(|k| &k.actions).chain(package.keywords.iter().flat_map(|k| &k.actions));
    let mut verbs: Vec<&str> = package.verbs.iter().map(|v| v.id.text.as_str()).collect();
    for action in package.actions.iter().chain(borne) {
        if !verbs.contains(&action.id.text.as_str()) {
            verbs.push(&action.id.text);
        }
    }
    let verbs: Vec<Value> = verbs.into_iter().map(|id| json!(id)).collect();
    let zones: Vec<Value> = package.zones.iter().map(|z| json!(z.id.text)).collect();
    let attributes =
        package.kinds.iter().flat_map(|k| k.attributes.iter().chain(&k.state)).map(|f| json!(f.id.text));
    let mut offer = |pointer: &str, values: Vec<Value>| {
        let place = at(card, pointer);
        let otherwise = json!({ "type": place.remove("type").unwrap_or_else(|| json!("string")) });
        if let Value::Object(suggested) = suggest(values, otherwise) {
            place.extend(suggested);
        }
    };
    offer("/properties/reactions/items/properties/before", verbs.clone());
    offer("/properties/reactions/items/properties/after", verbs);
    offer("/properties/reactions/items/properties/in", zones);
    offer("/properties/modifiers/items/properties/attribute", attributes.collect());
}
