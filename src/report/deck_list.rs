//! A deck list on paper.

use super::grid::ColumnAlign;
use super::paper::{PaperPage, tables};
use crate::ir::{Ir, MAIN_PART};
use crate::play::DeckList;

/// Returns the pages that show a list: the quantity of each card, section by section.
pub fn list_pages(ir: &Ir, list: &DeckList) -> Vec<PaperPage> {
    let name = |card: crate::ir::NameId| ir.names.find(card);
    let mut rows = Vec::new();
    for part in &list.parts {
        for entry in &part.entries {
            let Some(card) = name(entry.name) else { continue };
            let kind = ir.kinds.find(card.kind).map_or_else(String::new, |kind| ir.print.label(&kind.id));
            let part = if part.id == MAIN_PART { String::new() } else { ir.print.label(&part.id) };
            rows.push(vec![entry.count.to_string(), card.printed.clone(), kind, part]);
        }
    }
    let heads =
        [("", ColumnAlign::Right), ("", ColumnAlign::Left), ("", ColumnAlign::Left), ("", ColumnAlign::Left)];
    let total = list.total();
    let key = if total == 1 { "card" } else { "cards" };
    tables(&list.name, &ir.game.name, &ir.print.phrase(key, &[("n", &total.to_string())]), &heads, &rows)
}
