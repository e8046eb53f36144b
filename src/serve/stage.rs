//! The public data with which a page draws a table: boards, zones, kinds and fields, without any card.

use serde_json::{Value, json};

use super::journal::Header;
use super::pictures::FacePaths;
use super::position_view::address;
use crate::ir::layout::Owner;
use crate::ir::{Ir, KindId, ValueType, ZoneOwner};
use crate::print::board_plans;
use crate::table::Names;

/// Formats the stage of a match.
pub fn json(ir: &Ir, paths: &FacePaths, header: &Header) -> Value {
    let names = Names::new(ir);
    let boards = board_plans(ir).into_iter().filter_map(|plan| {
        let board = ir.boards.get(plan.board.index())?;
        let cells = ir.cells.get(board.first.index()..(board.first + board.count).index())?;
        let cells = cells.iter().zip(&plan.cells).map(
            |(cell, [x, y, w, h])| json!({ "id": cell.id, "label": cell.printed, "x": x, "y": y, "w": w, "h": h }),
        );
        let title = board.name.clone().unwrap_or_else(|| names.terminal_name(&board.id));
        Some(json!({
            "id": board.id,
            "title": title,
            "picture": address(&header.id, &plan.sheet),
            "width": plan.size.width,
            "height": plan.size.height,
            "cells": cells.collect::<Vec<Value>>(),
        }))
    });
    let zones = ir.zones.iter().map(|zone| {
        let per = match zone.per.thing {
            ZoneOwner::Player => "player",
            ZoneOwner::Cell(_) => "cell",
            ZoneOwner::Component(_) => "component",
            ZoneOwner::Table if zone.per.key.is_some() => "value",
            ZoneOwner::Table => "table",
        };
        let kind = zone.holds.and_then(|kind| ir.kinds.find(kind)).map(|kind| kind.id.as_str());
        json!({ "id": zone.id, "title": names.terminal_name(&zone.id), "per": per, "ordered": zone.ordered, "kind": kind })
    });
    let kinds = (0..).map(KindId).zip(&ir.kinds).map(|(id, kind)| {
        let back = paths.back(id).map(|path| address(&header.id, path));
        let (width, height) = paths.size(id).unzip();
        json!({ "id": kind.id, "title": names.terminal_name(&kind.id), "back": back, "width": width, "height": height })
    });
    let fields = ir.layout.fields.iter().filter(|field| field.is_declared()).map(|field| {
        let owner = match field.owner {
            Owner::Table => "table",
            Owner::Player => "player",
            Owner::Component => "component",
            Owner::Cell => "cell",
        };
        json!({ "id": field.id, "title": names.terminal_name(&field.id), "owner": owner, "type": type_word(&field.ty) })
    });
    json!({
        "game": { "id": ir.game.id, "name": ir.game.name, "summary": ir.game.summary },
        "players": header.players,
        "boards": boards.collect::<Vec<Value>>(),
        "zones": zones.collect::<Vec<Value>>(),
        "kinds": kinds.collect::<Vec<Value>>(),
        "fields": fields.collect::<Vec<Value>>(),
    })
}

/// Returns the word for a type that the page knows; an optional has that of its value.
pub fn type_word(ty: &ValueType) -> &'static str {
    match ty {
        ValueType::Int => "int",
        ValueType::Bool => "bool",
        ValueType::Enum(_) => "enum",
        ValueType::Name => "name",
        ValueType::Player => "player",
        ValueType::Component => "component",
        ValueType::Zone => "zone",
        ValueType::Cell => "cell",
        ValueType::Set(_) => "set",
        ValueType::Optional(inner) => type_word(inner),
        ValueType::Amount(_) => "amount",
    }
}
