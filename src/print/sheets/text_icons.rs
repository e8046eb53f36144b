//! Warnings of icons that the texts of cards ask for, before any face is made.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::Diagnostic;
use crate::ir::print::SubjectInfo;
use crate::ir::{Ir, NameInfo};
use crate::print::game::data::WordLooks;
use crate::print::game::missing_icons::{add_new, missing_icon, texts_of_card};
use crate::print::game::sheet_list::sheets;
use crate::print::text::rich;

/// Warns of icons that the texts of printed cards ask for, and that do not exist: once for each icon, except
/// at places that have been reported.
pub fn check(ir: &Ir, words: &WordLooks, found: &mut Vec<Diagnostic>) {
    let sheets = sheets(ir);
    let is_printed = |name: &NameInfo| {
        let is_on =
            |subject| matches!(subject, SubjectInfo::Components(kind) if ir.is_below(name.kind, kind));
        name.copies > 0 && sheets.iter().any(|sheet| is_on(sheet.subject))
    };
    let mut missing: BTreeMap<String, (&NameInfo, usize)> = BTreeMap::new();
    for name in &ir.names {
        let texts = [&name.text, &name.flavour].into_iter().chain(&name.reminders);
        let mut texts = texts.filter(|text| may_miss(words, text)).peekable();
        if texts.peek().is_none() || !is_printed(name) {
            continue;
        }
        let icons = texts.flat_map(|text| rich::parse(text)).flat_map(|paragraph| paragraph.icons);
        let unknown: BTreeSet<String> =
            icons.map(|(_, icon)| icon).filter(|icon| words.icon(icon).is_none()).collect();
        for icon in unknown {
            missing.entry(icon).or_insert((name, 0)).1 += 1;
        }
    }
    for (icon, (name, count)) in missing {
        let asked_by = match count {
            1 => format!(", which the text of `{}` asks for", name.printed),
            _ => format!(", which the texts of `{}` and {} more ask for", name.printed, count - 1),
        };
        let d = missing_icon(ir, words, &icon, &asked_by, &texts_of_card(ir, &name.id));
        add_new(d, found);
    }
}

/// Returns whether a text may ask for an icon that does not exist. Texts with other icons need not be parsed.
fn may_miss(words: &WordLooks, text: &str) -> bool {
    text.split('{').skip(1).any(|after| {
        let inside = after.split('}').next().unwrap_or_default();
        let word = inside.rsplit(' ').next().unwrap_or_default();
        words.icon(word).is_none()
    })
}
