//! Describes a single card, or a keyword, in full.

use super::facts::name_with_facts;
use super::grid::wrap;
use super::table_text::prints;
use super::unmarked::unmarked;
use crate::diagnostics::printable_line;
use crate::ir::{Ir, NameId};
use crate::table::Names;
use anstyle::{AnsiColor, Style};
use std::collections::BTreeMap;

/// Describes a card in full, given by its index in `Ir::names`. `copies` is the number of its copies at the
/// table.
pub fn card(ir: &Ir, names: &Names, name: NameId, copies: u32, width: usize) -> String {
    let Some(info) = ir.names.find(name) else { return String::new() };
    let (italic, cyan) = (Style::new().italic(), AnsiColor::Cyan.on_default());
    // The kind `card` is the default and is left out.
    let kind = ir.kinds.find(info.kind).filter(|k| k.id != "card");
    let mut facts: Vec<String> = kind.map(|k| ir.print.terminal_name(&k.id)).into_iter().collect();
    // Without a component, there are no stored attributes.
    for attribute in ir.attributes.iter().filter(|a| info.copies > 0 && prints(ir, a, info.first)) {
        let (id, words) = (ir.print.terminal_name(&attribute.id), ir.stored(attribute, info.first.0));
        facts.push(format!("{id} {}", names.format_value(&attribute.ty, words).replace('_', " ")));
    }
    if copies > 1 {
        facts.push(format!("{copies} copies"));
    }
    let mut text = name_with_facts(&info.printed, &facts, width);
    let lines = |text: &str| {
        text.lines().flat_map(|l| wrap(&printable_line(l), width.saturating_sub(2))).collect::<Vec<_>>()
    };
    // A reminder that the card's own text gives is not repeated.
    let is_told = |says: &str| !says.is_empty() && !info.text.contains(says);
    let reminders = info.reminders.iter().map(String::as_str).chain(std::iter::repeat(""));
    let (told, untold): (Vec<_>, Vec<_>) =
        info.keywords.iter().zip(reminders).partition(|(_, says)| is_told(says));
    let untold: Vec<String> = untold.iter().map(|(keyword, _)| ir.print.keyword(keyword)).collect();
    for line in lines(&untold.join(", ")) {
        text.push_str(&format!("  {cyan}{line}{cyan:#}\n"));
    }
    for (keyword, says) in told {
        let keyword = printable_line(&ir.print.keyword(keyword));
        for line in lines(&format!("{keyword}: {}", unmarked(ir, says))) {
            match line.strip_prefix(&keyword) {
                Some(rest) => text.push_str(&format!("  {cyan}{keyword}{cyan:#}{rest}\n")),
                None => text.push_str(&format!("  {line}\n")),
            }
        }
    }
    for line in lines(&unmarked(ir, &info.text)) {
        text.push_str(&format!("  {line}\n"));
    }
    for line in lines(&unmarked(ir, &info.flavour)) {
        text.push_str(&format!("  {italic}{line}{italic:#}\n"));
    }
    text
}

/// Describes a keyword, named by its id or its printed name, with or without the values that cards give it:
/// for each sequence of values, its text and the cards that bear it so. `None` if no card bears such a
/// keyword.
pub fn keyword(ir: &Ir, called: &str, width: usize) -> Option<String> {
    let is_called = |written: &str| {
        let id = written.split_whitespace().next().unwrap_or_default();
        [written, id]
            .iter()
            .any(|of| *of == called || ir.print.keyword(of).to_lowercase() == called.to_lowercase())
    };
    let mut borne: BTreeMap<&str, (&str, Vec<String>)> = BTreeMap::new();
    // A component that stands for a card bears what the card does.
    for name in ir.names.iter().filter(|name| name.card.is_none()) {
        let reminders = name.reminders.iter().map(String::as_str).chain(std::iter::repeat(""));
        for (written, says) in name.keywords.iter().zip(reminders).filter(|(written, _)| is_called(written)) {
            let (told, cards) = borne.entry(written).or_default();
            // A card without a component has no reminders.
            if told.is_empty() {
                *told = says;
            }
            cards.push(name.printed.clone());
        }
    }
    let mut text = String::new();
    for (written, (says, cards)) in &borne {
        text.push_str(&name_with_facts(&ir.print.keyword(written), cards, width));
        for line in wrap(&printable_line(&unmarked(ir, says)), width.saturating_sub(2)) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    (!borne.is_empty()).then_some(text)
}
