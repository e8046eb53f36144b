//! Describes a single card in full.

use super::facts::name_with_facts;
use super::grid::wrap;
use super::table_text::prints;
use super::unmarked::unmarked;
use crate::diagnostics::printable_line;
use crate::ir::{Ir, NameId};
use crate::table::Names;
use anstyle::{AnsiColor, Style};

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
    let keywords: Vec<String> = info.keywords.iter().map(|k| ir.print.keyword(k)).collect();
    for line in lines(&keywords.join(", ")) {
        text.push_str(&format!("  {cyan}{line}{cyan:#}\n"));
    }
    for line in lines(&unmarked(ir, &info.text)) {
        text.push_str(&format!("  {line}\n"));
    }
    for line in lines(&unmarked(ir, &info.flavour)) {
        text.push_str(&format!("  {italic}{line}{italic:#}\n"));
    }
    text
}
