//! A position in the form that a page draws: the view, its cards, and the pieces on cells.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::pictures::{FacePaths, piece_of_cell};
use super::role::Role;
use crate::ir::layout::Owner;
use crate::ir::{CellId, ComponentId, FieldId, Ir, NONE, PlayerId, SeatNumber, ValueType};
use crate::protocol::{DrivenGame, merge};
use crate::table::Names;

/// Returns `view`, `cards` and `cells` for a role. `options` is true if the role sees the options, which may
/// name further cards. `pictures` are the match's id and the paths of its faces.
pub fn view(driven: &mut DrivenGame, role: Role, options: bool, pictures: (&str, &FacePaths)) -> Value {
    let view = driven.view(role.eyes());
    let (shown, mut components) = if role == Role::Referee {
        let (table, state) = (driven.session().table(), driven.session().state());
        let lie = |c: &ComponentId| table.zone_of(state, *c).is_some();
        let components = table.ir().components.ids().filter(lie).collect();
        let mut shown = driven.state();
        merge(&mut shown, json!({ "out": driven.view_json(&view)["out"] }));
        (shown, components)
    } else {
        let zones = view.zones.iter();
        let lie = zones
            .flat_map(|z| z.contents.iter().flatten().copied().chain(z.known.iter().map(|k| k.component)));
        (driven.view_json(&view), lie.collect::<Vec<ComponentId>>())
    };
    if options {
        components.extend(driven.offered_components());
    }
    let ir = driven.session().table().ir();
    let names = driven.session().names();
    let cards = components.into_iter().filter_map(|c| Some((ir.components.find(c)?, c)));
    let cards = cards.map(|(info, c)| (info.id.clone(), card(ir, names, c, pictures)));
    let cards: BTreeMap<String, Value> = cards.collect();
    let seen = view.fields.iter().map(|field| (field.field, field.owner, field.words.as_slice()));
    let cells = match role {
        Role::Referee => cells(ir, names, of_cells(driven), pictures),
        _ => cells(ir, names, seen, pictures),
    };
    json!({ "view": shown, "cards": cards, "cells": cells })
}

/// Formats a card that the viewer knows.
fn card(ir: &Ir, names: &Names, component: ComponentId, (id, paths): (&str, &FacePaths)) -> Value {
    let name = ir.components.find(component).map(|c| c.name);
    let kind = name.and_then(|name| ir.kinds.get((ir.names.find(name)?.kind).index()));
    let kind = kind.map(|kind| kind.id.as_str());
    let face = name.and_then(|name| paths.front(name)).map(|path| address(id, path));
    let figure = name.and_then(|name| paths.figure(name)).map(|path| address(id, path));
    let mut card = json!({ "title": names.component(component.into()), "kind": kind, "face": face });
    if figure.is_some() {
        card["figure"] = json!(figure);
    }
    card
}

#[derive(Default)]
struct CellMarks {
    /// The player that it belongs to.
    player: Option<SeatNumber>,
    words: Vec<String>,
    /// The address of each word's icon.
    icons: Vec<Option<String>>,
    /// The ids of the values of enums, and of the states that have a player: a piece may be called as either.
    values: Vec<String>,
    /// The index of the word of each of them, if it has one.
    value_words: Vec<Option<usize>>,
}

impl CellMarks {
    /// Formats them, with the printed piece that shows them, if there is one.
    fn json(&self, ir: &Ir, id: &str) -> Value {
        let mut marks = json!({ "player": self.player, "words": self.words, "icons": self.icons });
        if let Some((path, named)) = piece_of_cell(ir, &self.values, self.player) {
            let value = named.and_then(|named| self.values.iter().position(|value| value == named));
            let word = value.and_then(|value| *self.value_words.get(value)?);
            marks["piece"] = json!({ "picture": address(id, &path), "word": word });
        }
        marks
    }
}

/// Returns all state of cells, hidden or not.
fn of_cells<'a>(driven: &'a DrivenGame) -> impl Iterator<Item = (FieldId, u32, &'a [u64])> {
    let (table, state) = (driven.session().table(), driven.session().state());
    let fields = table.ir().layout.fields.iter_ids();
    let of_cells = fields.filter(|(_, info)| info.is_declared() && info.owner == Owner::Cell);
    of_cells.flat_map(move |(field, info)| {
        (0..info.owners).filter_map(move |cell| Some((field, cell, table.field(state, field, cell)?)))
    })
}

/// Formats the state of cells: a player, and words for everything else.
fn cells<'w>(
    ir: &Ir,
    names: &Names,
    fields: impl Iterator<Item = (FieldId, u32, &'w [u64])>,
    (id, paths): (&str, &FacePaths),
) -> Value {
    let mut cells: BTreeMap<CellId, CellMarks> = BTreeMap::new();
    for (field, owner, words) in fields {
        let Some(info) = ir.layout.fields.find(field) else { continue };
        if info.owner != Owner::Cell {
            continue;
        }
        let word = words.first().copied().unwrap_or(NONE);
        let inner = match &info.ty {
            ValueType::Optional(_) if word == NONE => continue,
            ValueType::Optional(inner) => inner,
            ty => ty,
        };
        let (player, text, icon) = match inner {
            ValueType::Player => (PlayerId::from_word(word).map(PlayerId::seat), None, None),
            ValueType::Bool if word == 0 => continue,
            ValueType::Bool => (None, Some(names.terminal_name(&info.id)), paths.icon(&info.id)),
            ValueType::Int if word == 0 => continue,
            ValueType::Int => {
                (None, Some(format!("{} {}", names.terminal_name(&info.id), word as i64)), None)
            }
            ValueType::Enum(_) => {
                (None, Some(names.format_value(inner, words)), paths.icon(&names.value(inner, words)))
            }
            ValueType::Set(_) if words.iter().all(|word| *word == 0) => continue,
            ty => (None, Some(names.format_value(ty, words)), None),
        };
        let cell = cells.entry(CellId(owner)).or_default();
        cell.player = cell.player.or(player);
        if player.is_some() {
            cell.values.push(info.id.to_string());
            cell.value_words.push(None);
        }
        if let Some(text) = text {
            if matches!(inner, ValueType::Enum(_)) {
                cell.values.push(names.value(inner, words));
                cell.value_words.push(Some(cell.words.len()));
            }
            cell.words.push(text);
            cell.icons.push(icon.map(|path| address(id, &path)));
        }
    }
    let shown = cells
        .into_iter()
        .filter_map(|(cell, marks)| Some((ir.cells.find(cell)?.id.clone(), marks.json(ir, id))));
    Value::Object(shown.collect::<Map<String, Value>>())
}

/// Returns the address of a picture.
pub fn address(id: &str, path: &str) -> String {
    format!("/faces/{id}/{path}.svg")
}
