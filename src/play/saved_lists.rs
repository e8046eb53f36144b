//! Deck lists in saved games: stored card by card, so that later changes of their files do not matter.

use crate::ir::{ListedCard, PlayedList};
use crate::source::{TomlEntry, TomlNode, TomlValue, toml_string};
use std::fmt::Write;

/// Writes `[lists.1]` and its parts.
pub(super) fn write(lists: &[PlayedList], out: &mut String) {
    for list in lists {
        let who = list.bringer;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\n[lists.{who}]\nlist = {}\nname = {}",
            toml_string(&list.id),
            toml_string(&list.name)
        );
        let mut part = None;
        for listed in &list.cards {
            if part != Some(&listed.part) {
                let _ = writeln!(out, "[lists.{who}.parts.{}]", listed.part);
                part = Some(&listed.part);
            }
            let _ = writeln!(out, "{} = {}", listed.card, listed.count);
        }
    }
}

/// Parses the contents of `[lists.1]`.
pub(super) fn read(entry: &TomlEntry) -> Option<PlayedList> {
    let table = entry.value.as_table()?;
    let text = |key: &str| table.get(key).and_then(TomlNode::as_text).map(|text| text.value.clone());
    let mut cards = Vec::new();
    for part in &table.get("parts").and_then(TomlNode::as_table)?.entries {
        for card in &part.value.as_table()?.entries {
            let TomlValue::Int(count) = card.value.value else { return None };
            let count = u32::try_from(count).ok()?;
            cards.push(ListedCard { part: part.key.clone(), card: card.key.clone(), count });
        }
    }
    Some(PlayedList { bringer: entry.key.parse().ok()?, id: text("list")?, name: text("name")?, cards })
}
