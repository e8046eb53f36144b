//! Every example of `docs/language.md` compiles, beside declarations that it leaves to the reader.

use super::lab::Lab;
use toml::{Table, Value};

const REFERENCE: &str = include_str!("../../docs/language.md");

/// Declarations that the examples use without declaring them. An example's own declarations take precedence.
const AROUND: &str = r#"
[game]
id = "around"
name = "Around"
players = [2, 7]

[options.variant]
values = ["base", "duel"]
[setups.duel]
variant = "duel"

[enums]
suit = ["land", "flood", "flame", "wizard", "beast", "wild"]
harm = ["crush", "cut", "slash", "fire"]

[kinds.card.attributes]
strength = { type = "int 0..40", default = 0 }
[kinds.card.state]
suit = { type = "suit", printed = true, default = "land" }
boots = "card?"
[kinds.card.slots]
penalty = { returns = "int" }
[kinds.unit]
base = "card"
[kinds.unit.attributes]
speed = { type = "int 0..9", default = 1 }
[kinds.structure]
base = "card"
[kinds.spell]
base = "card"

[state.player]
coins = "int 0..99"
active = "set of card"
total = "int 0..999"
base = "int 0..99"
[state.table]
round = "int 1..8"
leader = { type = "player", start = "players[1]" }

[zones.deck]
ordered = true
start = "cards"
[zones.discards]
[zones.hand]
per = "player"
[zones.row]
per = "player"
ordered = true

[functions.others]
params = { self = "card" }
returns = "set of card"
code = "you.active - self"

[verbs.damage]
params = { target = "card", amount = "int", type = "harm" }
do = "log \"{{ target }} takes {{ amount }}\""
[verbs.discard]
params = { p = "player", card = "card" }
do = "move(card, discards)"
[verbs.score]
params = { p = "player" }
returns = "int"
do = "return count(p.hand)"

[actions.draw_card]
do = "deal(deck, you.hand, 1)"
[actions.take]
params = { card = "discards" }
do = "move(card, you.hand)"

[keywords.flying]

[boards.board]
grid = [8, 8]
[boards.board.state]
height = "int 0..9"
"#;

/// Cards that the examples name.
const CARDS: &str = r#"
[cards]
dragon = { name = "Dragon", suit = "land", strength = 1 }
unicorn = { name = "Unicorn", suit = "land", strength = 1 }
swamp = { name = "Swamp", suit = "land", strength = 1 }
warhorse = { name = "Warhorse", suit = "land", strength = 1 }
island = { name = "Island", suit = "land", strength = 1 }
book_of_changes = { name = "Book of Changes", suit = "land", strength = 1 }
scout = { name = "Scout", suit = "land", strength = 1 }
smoke = { name = "Smoke", suit = "land", strength = 1 }
phoenix = { name = "Phoenix", suit = "land", strength = 1 }
boots = { name = "Boots", suit = "land", strength = 1 }
"#;

/// The blocks of a language, and the line that each begins on.
fn examples(language: &str) -> Vec<(usize, &'static str)> {
    let fence = format!("```{language}\n");
    let mut found = Vec::new();
    for (at, _) in REFERENCE.match_indices(&fence) {
        let text = &REFERENCE[at + fence.len()..];
        let end = text.find("```").expect("a fence is closed");
        found.push((REFERENCE[..at].matches('\n').count() + 2, &text[..end]));
    }
    found
}

/// Adds declarations that a table does not have itself; values of enums are merged.
fn fill(own: &mut Table, around: &Table) {
    for (key, value) in around {
        match (own.get_mut(key), value) {
            (None, _) => {
                own.insert(key.clone(), value.clone());
            }
            (Some(Value::Table(own)), Value::Table(around)) if !is_declared(own) => fill(own, around),
            (Some(Value::Array(own)), Value::Array(around)) if key == "suit" => {
                let more: Vec<Value> = around.iter().filter(|v| !own.contains(v)).cloned().collect();
                own.extend(more);
            }
            _ => {}
        }
    }
}

/// Returns whether a table is a single declaration, which the example writes itself.
fn is_declared(table: &Table) -> bool {
    ["params", "returns", "do", "code", "values", "range", "type", "per", "ordered", "before", "after"]
        .iter()
        .any(|key| table.contains_key(*key))
}

fn table(text: &str) -> Table {
    text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn every_toml_example_compiles() {
    let examples = examples("toml");
    assert!(examples.len() >= 18, "only {} examples were found", examples.len());
    for (line, text) in examples {
        let mut rules = table(text);
        let mut cards = Table::new();
        let mut files: Vec<(&str, &str)> = Vec::new();
        if text.starts_with("#:schema") {
            let schema = text.lines().next().unwrap_or_default();
            match schema {
                _ if schema.contains("cards") => cards = std::mem::take(&mut rules),
                _ if schema.contains("deck") => files.push(("decks/example.toml", text)),
                _ => files.push(("scenarios/example.toml", text)),
            }
            rules = Table::new();
        } else if let Some(of_cards) = rules.remove("cards") {
            cards.insert("cards".into(), of_cards);
        }
        // A sibling package cannot be read from memory.
        if let Some(Value::Table(game)) = rules.get_mut("game") {
            game.remove("include");
        }
        let mut around = table(AROUND);
        // Two boards of one size would have cells of the same names.
        if rules.contains_key("boards") {
            around.remove("boards");
        }
        fill(&mut rules, &around);
        fill(&mut cards, &table(CARDS));
        let mut lab = Lab::empty()
            .file("game.toml", &toml::to_string(&rules).expect("it is a table"))
            .file("cards/all.toml", &toml::to_string(&cards).expect("it is a table"));
        for (name, text) in files {
            lab = lab.file(name, text);
        }
        println!("docs/language.md:{line}");
        lab.game();
    }
}

#[test]
fn every_csv_example_compiles() {
    let examples = examples("csv");
    assert_eq!(examples.len(), 1);
    let mut cards = table(CARDS);
    cards["cards"].as_table_mut().expect("a table").remove("dragon");
    for (line, text) in examples {
        println!("docs/language.md:{line}");
        Lab::empty()
            .file("game.toml", AROUND)
            .file("cards/all.toml", &toml::to_string(&cards).expect("it is a table"))
            .file("cards/example.csv", text)
            .check(&[("dragon.strength", "30"), ("dragon.penalty", "CW0706")]);
    }
}
