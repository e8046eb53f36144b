//! The table as a player sees it, and all about a card.

use crate::ir::layout::Owner;
use crate::ir::{Ir, NONE, ValueType};
use crate::table::{Names, State, Table, View, ViewedField, ViewedZone};
use anstyle::{AnsiColor, Style};

/// Names in a column of this width; a longer one has a line of its own to itself.
const COLUMN: usize = 14;

/// The table as a player sees it. `laid` is the table before anything happened: what has not changed since is left out of
/// components' states.
pub fn look(table: &Table, names: &Names, view: &View, laid: &State, width: usize) -> String {
    let looker = Looker { table, ir: table.ir(), names, view, laid, width };
    looker.text()
}

struct Looker<'a> {
    table: &'a Table<'a>,
    ir: &'a Ir,
    names: &'a Names<'a>,
    view: &'a View,
    laid: &'a State,
    width: usize,
}

impl Looker<'_> {
    fn text(&self) -> String {
        let mut text = String::new();
        let mut parts: Vec<String> = Vec::new();
        for zone in self.view.zones.iter().filter(|z| z.owner.is_none() && z.count > 0) {
            text.push_str(&entry(&self.spaced(&zone.name), &self.inside(zone), self.width));
        }
        parts.extend(self.counters(Owner::Table, 0));
        if !parts.is_empty() {
            text.push_str(&entry("table", &parts.join(" · "), self.width));
        }
        for player in (0..self.view.players).filter(|p| Some(*p) != self.view.viewer) {
            let mut parts: Vec<String> = Vec::new();
            for zone in self.view.zones.iter().filter(|z| z.owner == Some(player) && z.count > 0) {
                parts.push(format!("{} {}", self.spaced(&zone.name), self.inside(zone)));
            }
            parts.extend(self.counters(Owner::Player, u32::from(player)));
            let parts = if parts.is_empty() { "–".into() } else { parts.join(" · ") };
            text.push_str(&entry(&format!("player {}", player + 1), &parts, self.width));
        }
        let Some(viewer) = self.view.viewer else { return text };
        let own = self.counters(Owner::Player, u32::from(viewer));
        if !own.is_empty() {
            text.push_str(&entry("you", &own.join(" · "), self.width));
        }
        for zone in self.view.zones.iter().filter(|z| z.owner == Some(viewer) && z.count > 0) {
            let name = format!("your {}", self.spaced(&zone.name));
            match &zone.contents {
                Some(contents) => text.push_str(&self.list(&name, contents)),
                None => text.push_str(&entry(&name, &self.inside(zone), self.width)),
            }
        }
        text
    }

    fn spaced(&self, id: &str) -> String {
        id.replace('_', " ")
    }

    /// What is in a zone, in a line.
    fn inside(&self, zone: &ViewedZone) -> String {
        let Some(contents) = &zone.contents else {
            return format!("{} card{}", zone.count, if zone.count == 1 { "" } else { "s" });
        };
        let mut listed: Vec<String> = contents
            .iter()
            .map(|c| {
                let changes = self.changes(*c);
                let name = self.names.component(u64::from(*c));
                if changes.is_empty() { name } else { format!("{name} ({})", changes.join(", ")) }
            })
            .collect();
        let ordered = self.ir.layout.zones.get(zone.zone as usize).is_some_and(|z| z.order.is_some());
        if let (true, Some(top)) = (ordered && contents.len() > 1, listed.first_mut()) {
            top.push_str(" on top");
        }
        listed.join(", ")
    }

    /// A component a line, with what is printed on it.
    fn list(&self, zone: &str, contents: &[u32]) -> String {
        let dim = Style::new().dimmed();
        let named: Vec<String> = contents.iter().map(|c| self.names.component(u64::from(*c))).collect();
        let longest = named.iter().map(|n| n.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (i, (component, name)) in contents.iter().zip(&named).enumerate() {
            let label = if i == 0 { zone } else { "" };
            let mut about = self.attributes(*component);
            let rules = self.ir.components.get(*component as usize).and_then(|c| self.ir.names.get(c.name as usize));
            about.extend(rules.map(|n| one_line(&n.text)).filter(|t| !t.is_empty()));
            let room = self.width.saturating_sub(COLUMN + longest + 4);
            let about = cut(&about.join(" · "), room);
            let gap = longest - name.chars().count();
            let line = format!("{label:COLUMN$}{name}{:gap$}  {dim}{about}{dim:#}", "");
            text.push_str(&format!("  {}\n", line.trim_end()));
        }
        text
    }

    /// What is printed on a component, or what has become of it.
    fn attributes(&self, component: u32) -> Vec<String> {
        let shown = self.ir.attributes.iter().filter(|a| a.id != "name" && has(self.ir, a.kind, component));
        let mut parts: Vec<String> = shown
            .filter_map(|a| {
                let changed = self.field_of(component, &a.id).map(|f| f.words.as_slice());
                let start = a.base as usize + component as usize * a.words as usize;
                let words = changed.or_else(|| self.ir.pool.get(start..start + a.words as usize))?;
                value(self.names, &a.id, &a.ty, words)
            })
            .collect();
        let printed = |f: &&ViewedField| self.ir.attributes.iter().any(|a| a.id == f.name);
        parts.extend(self.changed(component).filter(|f| !printed(f)).filter_map(|f| self.field_text(f)));
        parts
    }

    fn field_of(&self, component: u32, id: &str) -> Option<&ViewedField> {
        let of = |f: &&ViewedField| {
            f.name == id
                && f.owner == component
                && self.ir.layout.fields.get(f.field as usize).is_some_and(|i| i.owner == Owner::Component)
        };
        self.view.fields.iter().find(of)
    }

    /// What of a component's state is not as it was when the table was laid.
    fn changed(&self, component: u32) -> impl Iterator<Item = &ViewedField> {
        self.view.fields.iter().filter(move |f| {
            let info = self.ir.layout.fields.get(f.field as usize);
            f.owner == component
                && info.is_some_and(|i| i.owner == Owner::Component)
                && self.table.field(self.laid, f.field, f.owner) != Some(f.words.as_slice())
        })
    }

    fn changes(&self, component: u32) -> Vec<String> {
        self.changed(component).filter_map(|f| self.field_text(f)).collect()
    }

    /// Counters of the table or of a player that are not 0, false, empty or none.
    fn counters(&self, owner: Owner, who: u32) -> Vec<String> {
        let of = |f: &&ViewedField| {
            f.owner == who && self.ir.layout.fields.get(f.field as usize).is_some_and(|i| i.owner == owner)
        };
        self.view.fields.iter().filter(of).filter_map(|f| self.field_text(f)).collect()
    }

    fn field_text(&self, field: &ViewedField) -> Option<String> {
        let info = self.ir.layout.fields.get(field.field as usize)?;
        value(self.names, &info.id, &info.ty, &field.words)
    }
}

/// Whether a component is of a kind.
fn has(ir: &Ir, kind: u16, component: u32) -> bool {
    ir.kinds.get(kind as usize).is_some_and(|k| component >= k.first && component - k.first < k.count)
}

/// A named value, as short as can be; `None` for 0, no, nothing and none.
fn value(names: &Names, id: &str, ty: &ValueType, words: &[u64]) -> Option<String> {
    let id = id.replace('_', " ");
    let word = words.first().copied().unwrap_or(NONE);
    match ty {
        ValueType::Bool => (word != 0).then_some(id),
        ValueType::Enum(_) | ValueType::Name => Some(names.printed(ty, words).replace('_', " ")),
        ValueType::Int if word == 0 => None,
        ValueType::Set(_) if words.iter().all(|w| *w == 0) => None,
        // Rules keep such sets for themselves; where things are is seen from the zones.
        ValueType::Set(of) if **of == ValueType::Component => None,
        ValueType::Optional(_) if word == NONE => None,
        _ => Some(format!("{id} {}", names.printed(ty, words))),
    }
}

/// A label and a text that is wrapped beside it.
fn entry(label: &str, text: &str, width: usize) -> String {
    let room = width.saturating_sub(COLUMN + 2).max(20);
    let mut out = String::new();
    let mut line = String::new();
    let mut lines = Vec::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    for (i, line) in lines.iter().enumerate() {
        let label = if i == 0 { label } else { "" };
        let gap = if label.chars().count() >= COLUMN { " " } else { "" };
        out.push_str(format!("  {label:COLUMN$}{gap}{line}").trim_end());
        out.push('\n');
    }
    out
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At most so many characters.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.into();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end_matches([' ', '·']))
}

/// All about a card, by its index in `Ir::names`.
pub fn card(ir: &Ir, names: &Names, name: u16) -> String {
    let Some(info) = ir.names.get(name as usize) else { return String::new() };
    let (bold, italic, cyan) = (Style::new().bold(), Style::new().italic(), AnsiColor::Cyan.on_default());
    // That a card is a card need not be said.
    let kind = ir.kinds.get(info.kind as usize).filter(|k| k.base.is_some());
    let mut facts: Vec<String> = kind.map(|k| k.id.replace('_', " ")).into_iter().collect();
    for attribute in ir.attributes.iter().filter(|a| a.id != "name" && has(ir, a.kind, info.first)) {
        let start = attribute.base as usize + info.first as usize * attribute.words as usize;
        if let Some(words) = ir.pool.get(start..start + attribute.words as usize) {
            let id = attribute.id.replace('_', " ");
            facts.push(format!("{id} {}", names.printed(&attribute.ty, words).replace('_', " ")));
        }
    }
    if info.copies > 1 {
        facts.push(format!("{} copies", info.copies));
    }
    let mut text = format!("  {bold}{}{bold:#}  {}\n", info.printed, facts.join(" · "));
    if !info.keywords.is_empty() {
        text.push_str(&format!("  {cyan}{}{cyan:#}\n", info.keywords.join(", ")));
    }
    for line in info.text.lines() {
        text.push_str(&format!("  {line}\n"));
    }
    for line in info.flavour.lines() {
        text.push_str(&format!("  {italic}{line}{italic:#}\n"));
    }
    text
}
