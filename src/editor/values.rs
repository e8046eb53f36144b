//! Schemas of values by type.

use serde_json::{Map, Value, json};

use crate::model::{BoardDecl, OptionValues, Package, ParamDecl};
use crate::syntax::ast::{PerKey, TypeExpr, TypeKind};
use crate::syntax::parse_type;

/// Maximum number of variants of one keyword that are listed separately.
const MOST_VARIANTS: usize = 40;

/// Returns the schema of a type's values; it accepts anything if the type is not understood.
pub fn of_type(package: &Package, ty: &str) -> Value {
    of(package, &parse_type(ty).tree)
}

fn of(package: &Package, ty: &TypeExpr) -> Value {
    match &ty.kind {
        TypeKind::Int(None) => json!({ "type": "integer" }),
        TypeKind::Int(Some((least, most))) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        TypeKind::Name(name) if name == "bool" => json!({ "type": "boolean" }),
        TypeKind::Name(name) if name == "name" => names(package),
        TypeKind::Name(name) if name == "cell" && !package.boards.is_empty() => {
            let cells: Vec<String> = package.boards.iter().flat_map(BoardDecl::cells).collect();
            json!({ "type": "string", "enum": cells })
        }
        TypeKind::Name(name) if name == "direction" && !package.boards.is_empty() => directions(package),
        TypeKind::Name(name) => match enum_values(package, name) {
            Some(values) => json!({ "type": "string", "enum": values }),
            None => json!({}),
        },
        TypeKind::Set(of_what) => {
            json!({ "type": "array", "items": of(package, of_what), "uniqueItems": true })
        }
        TypeKind::Optional(some) => of(package, some),
        TypeKind::Per(number, key) => {
            let number = of(package, number);
            match key {
                PerKey::Range(first, last, _) => {
                    let most = last.saturating_sub(*first).saturating_add(1);
                    json!({ "type": "array", "items": number, "maxItems": most })
                }
                PerKey::Name(name) => {
                    let values: Vec<&str> = match name.text.as_str() {
                        "name" => package.cards.iter().map(|c| c.id.text.as_str()).collect(),
                        id => enum_values(package, id).unwrap_or_default(),
                    };
                    let properties: Map<String, Value> =
                        values.into_iter().map(|value| (value.to_owned(), number.clone())).collect();
                    json!({ "type": "object", "properties": properties, "additionalProperties": false })
                }
            }
        }
        TypeKind::Error => json!({}),
    }
}

/// Returns the schema of the directions of all boards.
fn directions(package: &Package) -> Value {
    let mut all: Vec<&str> = Vec::new();
    for direction in package.boards.iter().flat_map(|board| board.directions()) {
        if !all.contains(direction) {
            all.push(direction);
        }
    }
    if all.is_empty() { json!({ "type": "string" }) } else { json!({ "type": "string", "enum": all }) }
}

/// Returns the schema of the ids of all components.
fn names(package: &Package) -> Value {
    let ids: Vec<&str> =
        package.cards.iter().filter(|c| c.card.is_none()).map(|c| c.id.text.as_str()).collect();
    if ids.is_empty() { json!({ "type": "string" }) } else { json!({ "type": "string", "enum": ids }) }
}

/// Returns the values of an enum, or of an option of an enum type.
pub fn enum_values<'a>(package: &'a Package, name: &str) -> Option<Vec<&'a str>> {
    let declared = package.enums.iter().find(|e| e.id.text == name).map(|e| &e.values);
    let values = declared.or_else(|| {
        package.options.iter().find(|o| o.id.text == name).and_then(|option| match &option.values {
            OptionValues::Enum(values, _) => Some(values),
            _ => None,
        })
    })?;
    Some(values.iter().map(|v| v.text.as_str()).collect())
}

/// Returns the schema of an item of a card's `keywords`.
pub fn keyword(package: &Package) -> Value {
    let (mut listed, mut comments, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
    for keyword in &package.keywords {
        let comment = keyword.text.as_ref().map_or(Value::Null, |text| Value::from(text.value.as_str()));
        match variants(package, &keyword.id.text, &keyword.params) {
            Some(variants) => {
                comments.extend(variants.iter().map(|_| comment.clone()));
                listed.extend(variants);
            }
            None => {
                let params = " +[^ ]+".repeat(keyword.params.len());
                let written =
                    json!({ "type": "string", "pattern": format!("^{}{params}$", keyword.id.text) });
                let words =
                    keyword.text.as_ref().map_or_else(|| keyword.id.text.clone(), |text| text.value.clone());
                patterns.push(described(written, words));
            }
        }
    }
    let listed = (!listed.is_empty()).then(
        || json!({ "type": "string", "enum": listed, "x-taplo": { "docs": { "enumValues": comments } } }),
    );
    let mut all: Vec<Value> = listed.into_iter().chain(patterns).collect();
    match all.len() {
        0 => json!({ "type": "string" }),
        1 => all.remove(0),
        _ => json!({ "anyOf": all }),
    }
}

/// Returns a keyword with each combination of its parameters, unless there are too many.
fn variants(package: &Package, id: &str, params: &[ParamDecl]) -> Option<Vec<String>> {
    let mut variants = vec![id.to_owned()];
    for param in params {
        let values: Vec<String> = match parse_type(&param.ty.value).tree.kind {
            TypeKind::Int(Some((least, most))) if most.checked_sub(least)? < MOST_VARIANTS as i64 => {
                (least..=most).map(|i| i.to_string()).collect()
            }
            TypeKind::Name(name) if name == "bool" => vec!["false".to_owned(), "true".to_owned()],
            TypeKind::Name(name) => enum_values(package, &name)?.into_iter().map(str::to_owned).collect(),
            _ => return None,
        };
        if variants.len() * values.len() > MOST_VARIANTS {
            return None;
        }
        variants =
            variants.iter().flat_map(|v| values.iter().map(move |value| format!("{v} {value}"))).collect();
    }
    Some(variants)
}

/// Adds a description as the first key, so that editors show it and readers find it.
pub fn described(schema: Value, description: String) -> Value {
    let mut all = Map::new();
    all.insert("description".to_owned(), Value::from(description));
    if let Value::Object(schema) = schema {
        all.extend(schema);
    }
    Value::Object(all)
}
