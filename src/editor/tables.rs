//! Schemas of the deck lists, translations and scenarios of one game.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::json_schema::{at, suggest};
use super::values::{described, of_type};
use crate::model::{FieldDecl, OptionDecl, OptionValues, Package};
use crate::schema::FileShape;

/// Returns the schema of the game's deck lists: every card, by its id and by its printed name.
pub fn deck(package: &Package) -> Value {
    let mut schema = FileShape::Deck.schema().clone();
    if package.cards.is_empty() {
        return schema;
    }
    let how_many = schema.pointer("/properties/cards/additionalProperties").cloned().unwrap_or_default();
    let cards = at(&mut schema, "/properties/cards");
    let mut known = Map::new();
    let written = || package.cards.iter().filter(|c| c.card.is_none());
    for card in written() {
        known.insert(card.id.text.clone(), described(how_many.clone(), card.name.text.clone()));
    }
    for card in written() {
        known
            .entry(card.name.text.clone())
            .or_insert_with(|| described(how_many.clone(), card.id.text.clone()));
    }
    cards.insert("properties".to_owned(), Value::Object(known));
    cards.insert("additionalProperties".to_owned(), Value::from(false));
    let listed = Value::Object(cards.clone());
    let parts = package.deck_rules.iter().flat_map(|rules| rules.parts.iter().skip(1));
    for part in parts {
        at(&mut schema, "/properties").insert(part.id.text.clone(), listed.clone());
    }
    at(&mut schema, "").insert("additionalProperties".to_owned(), Value::from(false));
    schema
}

/// Returns the schema of the game's translations: its cards, options and words.
pub fn texts(package: &Package) -> Value {
    let mut schema = FileShape::Texts.schema().clone();
    let text = |original: &str| described(json!({ "type": "string" }), original.to_owned());
    let options = package.options.iter().map(|o| (o.id.text.clone(), text(&o.text))).collect();
    set_known_keys(&mut schema, "options", options);
    let card = schema
        .pointer(&format!("/properties/cards/patternProperties/{}", crate::schema::ID_PATTERN))
        .cloned()
        .unwrap_or_default();
    let written = package.cards.iter().filter(|c| c.card.is_none());
    let cards = written.map(|c| (c.id.text.clone(), described(card.clone(), c.name.text.clone())));
    let cards = cards.collect();
    set_known_keys(&mut schema, "cards", cards);
    let values = package.enums.iter().flat_map(|e| &e.values);
    let words = at(&mut schema, "/properties/words");
    let offered = values.map(|v| (v.text.clone(), text(&package.printed(&v.text)))).collect();
    words.insert("properties".to_owned(), Value::Object(offered));
    schema
}

/// Returns the schema of the game's scenarios: its options, zones, counters and components.
pub fn scenario(package: &Package) -> Value {
    let mut schema = FileShape::Scenario.schema().clone();
    let (least, most) = package.game.players;
    let options = package.options.iter().map(|o| (o.id.text.clone(), option(o))).collect();
    set_known_keys(&mut schema, "options", options);
    if !package.setups.is_empty() {
        let setups: Vec<&str> = package.setups.iter().map(|setup| setup.id.text.as_str()).collect();
        at(&mut schema, "/properties/setup").insert("enum".to_owned(), json!(setups));
    }
    if most > 0 {
        let players = at(&mut schema, "/properties/players");
        players.insert("minimum".to_owned(), json!(least));
        players.insert("maximum".to_owned(), json!(most));
    }

    describe_zones(&mut schema, package);
    describe_state(&mut schema, package);
    let answer = schema.pointer("/properties/answers/additionalProperties").cloned().unwrap_or_default();
    let askers = package.cards.iter().map(|card| (card.name.text.clone(), answer.clone()));
    at(&mut schema, "/properties/answers").insert("properties".to_owned(), Value::Object(askers.collect()));

    describe_chance(&mut schema, package);
    at(&mut schema, "/definitions").insert("component".to_owned(), component_names(package));
    schema
}

/// Returns the keys of zones or state that exist once, or for each player: `deck`, or `hand[1]`, `hand[2]`, …
fn places(package: &Package, id: &str, per_player: bool) -> Vec<String> {
    if per_player {
        (1..=package.game.players.1.max(1)).map(|seat| format!("{id}[{seat}]")).collect()
    } else {
        vec![id.to_owned()]
    }
}

/// Offers the zones, each with the components that lie in it.
fn describe_zones(schema: &mut Value, package: &Package) {
    let component = json!({ "$ref": "#/definitions/component" });
    let mut zones = Map::new();
    let mut zones_of_many = Map::new();
    for zone in &package.zones {
        let lies = json!({ "type": "array", "items": component });
        match per_player(zone) {
            Some(per_player) => {
                zones.extend(
                    places(package, &zone.id.text, per_player).into_iter().map(|place| (place, lies.clone())),
                );
            }
            None => {
                zones_of_many.insert(format!(r"^{}(\[[^\[\]]+\])+$", zone.id.text), lies);
            }
        }
    }
    set_known_keys(schema, "zones", zones);
    if !zones_of_many.is_empty() {
        at(schema, "/properties/zones").insert("patternProperties".to_owned(), Value::Object(zones_of_many));
    }
}

/// Offers the state of the table, of players, cells and components.
fn describe_state(schema: &mut Value, package: &Package) {
    let mut state = Map::new();
    for (fields, per_player) in [(&package.table_state, false), (&package.player_state, true)] {
        for field in fields {
            let value = described(of_type(package, &field.ty.value), format!("`{}`", field.ty.value));
            state.extend(
                places(package, &field.id.text, per_player).into_iter().map(|place| (place, value.clone())),
            );
        }
    }
    let of_cells = state_of_cells(package, &mut state);
    set_known_keys(schema, "state", state);
    if !of_cells.is_empty() {
        at(schema, "/properties/state").insert("patternProperties".to_owned(), Value::Object(of_cells));
    }
}

/// Returns the state of cells and components, by patterns of keys. Adds that of the first cell of each board
/// to `state`: it is completed, while the pattern accepts any cells.
fn state_of_cells(package: &Package, state: &mut Map<String, Value>) -> Map<String, Value> {
    let mut of_cells = Map::new();
    for board in &package.boards {
        let first = board.cells().into_iter().next().unwrap_or_default();
        for field in &board.state {
            let value =
                described(of_type(package, &field.ty.value), format!("Of cells: `{}`", field.ty.value));
            state.insert(format!("{}[{first}]", field.id.text), value.clone());
            of_cells.insert(of_cell(&field.id.text), value);
        }
    }
    // Cards may be referred to by printed name. Several kinds, and cells, may have state with the same name.
    let mut of_components: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for field in package.kinds.iter().flat_map(|kind| &kind.state) {
        let value =
            described(of_type(package, &field.ty.value), format!("Of components: `{}`", field.ty.value));
        of_components.entry(&field.id.text).or_default().push(value);
    }
    for (id, mut values) in of_components {
        values.extend(of_cells.remove(&of_cell(id)));
        let value = if values.len() == 1 { values.remove(0) } else { json!({ "anyOf": values }) };
        of_cells.insert(format!(r"^{id}\[[^\[\]0-9][^\[\]]*\]$"), value);
    }
    // An amount may be set for each value: `bank[fire]`, `stock[1][fire]`.
    for field in fields_of_all(package).filter(|field| field.ty.value.contains(" per ")) {
        let value = json!({ "description": "Number of one thing in an amount.", "type": "integer" });
        of_cells.insert(
            format!(r"^{}(\[[^\[\]]+\])+$", field.id.text),
            json!({ "anyOf": [value, { "type": "object" }] }),
        );
    }
    of_cells
}

/// Offers the results of chance that a scenario fixes: dice, random picks, and the tops of zones.
fn describe_chance(schema: &mut Value, package: &Package) {
    let component = json!({ "$ref": "#/definitions/component" });
    let (mut chance, mut chance_of_many) = (Map::new(), Map::new());
    chance.insert(
        "roll".to_owned(),
        json!({ "description": "Results of the next dice: a number, or a face of one of the game's own dice.", "type": "array", "items": { "type": ["integer", "string"] } }),
    );
    chance.insert(
        "random".to_owned(),
        json!({ "description": "Results of the next random picks.", "type": "array", "items": { "type": ["string", "integer"] } }),
    );
    for zone in &package.zones {
        let top = json!({ "description": "Top components after the next shuffle.", "type": "array", "items": component });
        match per_player(zone) {
            Some(per_player) => {
                chance.extend(
                    places(package, &zone.id.text, per_player).into_iter().map(|place| (place, top.clone())),
                );
            }
            None => {
                chance_of_many.insert(format!(r"^{}(\[[^\[\]]+\])+$", zone.id.text), top);
            }
        }
    }
    set_known_keys(schema, "chance", chance);
    if !chance_of_many.is_empty() {
        at(schema, "/properties/chance")
            .insert("patternProperties".to_owned(), Value::Object(chance_of_many));
    }
}

/// Returns the schema of the name of a component: of a card, or one of several copies.
fn component_names(package: &Package) -> Value {
    let mut names: Vec<Value> = Vec::new();
    for card in &package.cards {
        if card.card.is_none() {
            names.push(json!(card.name.text));
        }
        if card.card.is_some() || card.name.text != card.id.text {
            names.push(json!(card.id.text));
        }
    }
    // The second of several copies is `oar#2`.
    let otherwise = if names.is_empty() {
        json!({ "type": "string" })
    } else {
        json!({ "type": "string", "pattern": "#[0-9]+$" })
    };
    suggest(names, otherwise)
}

/// Returns all state: of the table, players, cells and components.
fn fields_of_all(package: &Package) -> impl Iterator<Item = &FieldDecl> {
    let of_cells = package.boards.iter().flat_map(|board| &board.state);
    let of_components = package.kinds.iter().flat_map(|kind| &kind.state);
    package.table_state.iter().chain(&package.player_state).chain(of_cells).chain(of_components)
}

/// Replaces the patterns for keys of a table by its known keys.
fn set_known_keys(schema: &mut Value, table: &str, keys: Map<String, Value>) {
    let table = at(schema, &format!("/properties/{table}"));
    table.remove("patternProperties");
    table.insert("properties".to_owned(), Value::Object(keys));
    table.insert("additionalProperties".to_owned(), Value::from(false));
}

fn option(option: &OptionDecl) -> Value {
    let values = match &option.values {
        OptionValues::Enum(values, default) => {
            let values: Vec<&str> = values.iter().map(|v| v.text.as_str()).collect();
            json!({ "type": "string", "enum": values, "default": values.get(*default).copied().unwrap_or_default() })
        }
        OptionValues::Range(least, most, default) => {
            json!({ "type": "integer", "minimum": least, "maximum": most, "default": default })
        }
        OptionValues::Bool(default) => json!({ "type": "boolean", "default": default }),
    };
    described(values, option.text.clone())
}

/// Returns the pattern of keys such as `height[a1 h1]`.
fn of_cell(id: &str) -> String {
    format!(r"^{id}\[[a-z][a-z0-9_]*( [a-z][a-z0-9_]*)*\]$")
}

/// Returns whether a zone exists for each player; `None` if it exists for each of another thing, given in
/// brackets.
fn per_player(zone: &crate::model::ZoneDecl) -> Option<bool> {
    match &zone.per[..] {
        [] => Some(false),
        [per] if per.text == "table" => Some(false),
        [per] if per.text == "player" => Some(true),
        _ => None,
    }
}
