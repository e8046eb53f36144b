//! Shows the table as a player sees it.

use super::board::draw_boards;
use super::brief_value::value;
use super::cell_signs::cell_of_zone;
use super::grid::wrap;
use super::unmarked::unmarked;
use crate::diagnostics::{count_noun, grouped, printable_line, runs};
use crate::ir::layout::Owner;
use crate::ir::{AttributeInfo, ComponentId, Ir, KindId, PlayerId, ReadSource, ValueType};
use crate::table::{
    HintedPlace, KnownFace, LabelContext, Names, State, Table, TableView, ViewedField, ViewedZone,
};
use anstyle::Style;
use std::collections::BTreeMap;

enum EntryContent {
    /// A text, wrapped.
    Text(String),
    /// Components: name and description, which is wrapped.
    List(Vec<(String, String)>),
}

/// Shows the table as a player sees it in the state `now`, its boards first. `laid` is the state at the
/// start: of components' states only the differences from it are shown. Attributes that modifiers change are
/// shown with their changes.
pub fn look(
    table: &Table,
    names: &Names,
    view: &TableView,
    (now, laid): (&State, &State),
    width: usize,
) -> String {
    let seen = with_state_aside(table, view, (now, laid));
    let looker = TableFormatter::new(table, names, &seen, (now, laid));
    let drawn = draw_boards(names, table.ir(), &seen, width, &|zone| looker.zone_line(zone));
    let on_cells = drawn.details.into_iter().map(|(cells, text)| (cells, EntryContent::Text(text)));
    let entries: Vec<(String, EntryContent)> = on_cells.chain(looker.lines()).collect();
    let lines = format_entries(&entries, width);
    match drawn.text {
        drawn if drawn.is_empty() || lines.is_empty() => drawn + &lines,
        drawn => format!("{drawn}\n{lines}"),
    }
}

/// Returns the view with the state of components that have been in no zone since the start.
pub(super) fn with_state_aside(table: &Table, view: &TableView, (now, laid): (&State, &State)) -> TableView {
    let mut seen = view.clone();
    seen.fields.extend(table.state_aside(view, (now, laid)));
    seen
}

pub(super) struct TableFormatter<'a> {
    table: &'a Table<'a>,
    ir: &'a Ir,
    names: &'a Names<'a>,
    view: &'a TableView,
    laid: &'a State,
    readings: ModifiedValues,
}

/// The values that modifiers give, by component and id, where they differ from those stored.
type ModifiedValues = BTreeMap<(ComponentId, String), (ValueType, Vec<u64>)>;

/// Returns the modified values of the components that the viewer sees.
fn readings(table: &Table, view: &TableView, now: &State) -> ModifiedValues {
    let ir = table.ir();
    let mut readings = ModifiedValues::new();
    if ir.readings.is_empty() {
        return readings;
    }
    let (mut machine, mut state) = (table.machine(), now.clone());
    for component in view.zones.iter().filter_map(|zone| zone.contents.as_ref()).flatten().copied() {
        let is = |kind: KindId| ir.kinds.find(kind).is_some_and(|kind| kind.has(component));
        for reading in ir.readings.iter().filter(|reading| is(reading.kind)) {
            let Ok(words) = machine.evaluate(&mut state, reading.function, &[u64::from(component)]) else {
                continue;
            };
            let words = words.to_vec();
            let (id, ty, stored) = match reading.of {
                ReadSource::Attribute(a) => {
                    let Some(a) = ir.attribute(a) else { continue };
                    (&a.id, &a.ty, Some(ir.stored(a, component.0)))
                }
                ReadSource::Field(f) => {
                    let Some(info) = ir.layout.fields.find(f) else { continue };
                    (&info.id, &info.ty, table.field(now, f, component.0))
                }
            };
            if stored != Some(words.as_slice()) {
                readings.insert((component, id.to_string()), (ty.clone(), words));
            }
        }
    }
    readings
}

impl<'a> TableFormatter<'a> {
    /// Creates the formatter of a view of the state `now`; `laid` is the state at the start.
    pub fn new(
        table: &'a Table<'a>,
        names: &'a Names<'a>,
        view: &'a TableView,
        (now, laid): (&State, &'a State),
    ) -> Self {
        TableFormatter { table, ir: table.ir(), names, view, laid, readings: readings(table, view, now) }
    }

    /// Returns the entries of the table, then of the other players, then of the viewer. Empty zones are left
    /// out.
    fn lines(&self) -> Vec<(String, EntryContent)> {
        let mut lines = Vec::new();
        let zones =
            |owner| self.view.zones.iter().filter(move |z: &&ViewedZone| z.owner == owner && z.count > 0);
        // The contents of zones on cells are shown with the boards.
        let zones = |owner| zones(owner).filter(|z| cell_of_zone(self.ir, z).is_none());
        for zone in zones(None) {
            lines.push((self.label(zone), EntryContent::Text(self.zone_line(zone))));
        }
        lines.extend(self.aside().into_iter().map(|(kind, text)| (kind, EntryContent::Text(text))));
        let counters = self.counters(Owner::Table, 0);
        if !counters.is_empty() {
            lines.push(("table".into(), EntryContent::Text(counters.join(" · "))));
        }
        for player in PlayerId::all(self.view.players).filter(|p| Some(*p) != self.view.viewer) {
            let inside = |z: &ViewedZone| format!("{} {}", self.label(z), self.zone_line(z));
            let mut parts: Vec<String> = zones(Some(player)).map(inside).collect();
            parts.extend(self.counters(Owner::Player, u32::from(player.0)));
            parts.extend(self.exit_status(player));
            let parts = if parts.is_empty() { "–".into() } else { parts.join(" · ") };
            lines.push((format!("player {}", player.seat()), EntryContent::Text(parts)));
        }
        let Some(viewer) = self.view.viewer else { return lines };
        let mut counters = self.counters(Owner::Player, u32::from(viewer.0));
        counters.extend(self.exit_status(viewer));
        if !counters.is_empty() {
            lines.push(("you".into(), EntryContent::Text(counters.join(" · "))));
        }
        for zone in zones(Some(viewer)) {
            let said = match &zone.contents {
                Some(contents) => EntryContent::List(self.list(contents)),
                None => EntryContent::Text(self.zone_line(zone)),
            };
            lines.push((format!("your {}", self.label(zone)), said));
        }
        lines
    }

    /// Returns the components in no zone whose state has changed, by kind: the kind, and the components with
    /// their state.
    fn aside(&self) -> Vec<(String, String)> {
        let mut kinds: Vec<(KindId, Vec<String>)> = Vec::new();
        for component in &self.view.out_of_play {
            if self.changed(*component).next().is_none() {
                continue;
            }
            let name = self.ir.components.find(*component).and_then(|c| self.ir.names.find(c.name));
            let Some(kind) = name.map(|name| name.kind) else { continue };
            let text = self.component_text(*component);
            match kinds.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, texts)) => texts.push(text),
                None => kinds.push((kind, vec![text])),
            }
        }
        let told = kinds.into_iter().filter_map(|(kind, texts)| {
            let noun = self.ir.kinds.find(kind)?.noun(texts.len() as u64);
            Some((self.ir.print.terminal_name(noun), runs(&texts).join(", ")))
        });
        told.collect()
    }

    /// Returns "has lost" or "out" for a player who no longer plays.
    fn exit_status(&self, player: PlayerId) -> Option<String> {
        let is_of = |set: u64| set >> player.0 & 1 == 1;
        is_of(self.view.out).then(|| if is_of(self.view.losers) { "has lost" } else { "out" }.into())
    }

    /// Returns the label of a zone: its name, and in brackets its cell, component or value.
    pub fn label(&self, zone: &ViewedZone) -> String {
        self.names.zone_label(zone, LabelContext::Player)
    }

    /// Returns the contents of a zone as one line.
    pub fn zone_line(&self, zone: &ViewedZone) -> String {
        let Some(contents) = &zone.contents else {
            let holds = self.ir.layout.zones.find(zone.zone).and_then(|z| self.ir.zones.find(z.zone));
            let kind = holds.and_then(|z| self.ir.kinds.get((z.holds?).index()));
            let count = match kind {
                Some(kind) => {
                    let count = zone.count as u64;
                    format!("{} {}", grouped(count), self.ir.print.terminal_name(kind.noun(count)))
                }
                None => count_noun(zone.count as u64, "card"),
            };
            let face = |face: &KnownFace| match face.place {
                0 => self.component_text(face.component),
                1 => format!("{} on top", self.component_text(face.component)),
                place => format!("{place}: {}", self.component_text(face.component)),
            };
            let mut known: Vec<(usize, String)> = zone.known.iter().map(|f| (f.place, face(f))).collect();
            known.extend(zone.told.iter().map(|told| (told.place, self.format_hint(told))));
            known.sort_by_key(|(place, _)| *place);
            let known: Vec<String> = known.into_iter().map(|(_, said)| said).collect();
            return if known.is_empty() { count } else { format!("{count} ({})", runs(&known).join(", ")) };
        };
        let mut listed: Vec<String> = contents.iter().map(|c| self.component_text(*c)).collect();
        let ordered = self.ir.is_ordered(zone.zone);
        if let (true, Some(top)) = (ordered && contents.len() > 1, listed.first_mut()) {
            top.push_str(" on top");
        }
        runs(&listed).join(", ")
    }

    /// Formats the viewer's knowledge of a place in a zone: `2: red, not rank 3`.
    fn format_hint(&self, told: &HintedPlace) -> String {
        let said: Vec<String> = told.told.iter().map(|t| self.names.hint_text(t)).collect();
        format!("{}: {}", told.place, said.join(" and "))
    }

    /// Returns a component's name with its changed state.
    fn component_text(&self, component: ComponentId) -> String {
        let changes = self.changes(component);
        let name = self.names.component(u64::from(component));
        if changes.is_empty() { name } else { format!("{name} ({})", changes.join(", ")) }
    }

    /// Lists components by name and description, with consecutive equal ones combined: `Copper ×4`.
    fn list(&self, contents: &[ComponentId]) -> Vec<(String, String)> {
        let lines: Vec<(String, String)> = contents.iter().map(|c| self.about(*c)).collect();
        let alike = lines.chunk_by(|a, b| a == b).filter_map(|run| run.first().map(|line| (line, run.len())));
        let told = |((name, about), count): (&(String, String), usize)| match count {
            1 => (name.clone(), about.clone()),
            _ => (format!("{name} ×{count}"), about.clone()),
        };
        alike.map(told).collect()
    }

    /// Returns a component's name and its description.
    fn about(&self, component: ComponentId) -> (String, String) {
        let mut about = self.attributes(component);
        let rules = self.ir.components.find(component).and_then(|c| self.ir.names.find(c.name));
        about.extend(rules.iter().flat_map(|n| n.keywords.iter().map(|k| self.ir.print.keyword(k))));
        about.extend(rules.map(|n| one_line(self.ir, &n.text)).filter(|t| !t.is_empty()));
        (self.names.component(u64::from(component)), about.join(" · "))
    }

    /// Returns a component's attributes, with their modified values.
    fn attributes(&self, component: ComponentId) -> Vec<String> {
        let shown = self.ir.attributes.iter().filter(|a| prints(self.ir, a, component));
        let mut parts: Vec<String> = shown
            .filter_map(|a| {
                let changed = self.field_of(component, &a.id).map(|f| f.words.as_slice());
                let words = self
                    .reading(component, &a.id)
                    .or(changed)
                    .unwrap_or_else(|| self.ir.stored(a, component.0));
                let is_changed = self.changed(component).any(|f| a.id == f.name);
                let nothing = || is_changed.then(|| self.nothing_text(&a.id, &a.ty, words)).flatten();
                value(self.names, &a.id, &a.ty, words).or_else(nothing)
            })
            .collect();
        let printed = |f: &&ViewedField| self.ir.attributes.iter().any(|a| a.id == f.name);
        parts.extend(self.changed(component).filter(|f| !printed(f)).filter_map(|f| self.change_text(f)));
        parts
    }

    fn field_of(&self, component: ComponentId, id: &str) -> Option<&ViewedField> {
        let of = |f: &&ViewedField| {
            f.name == id
                && f.owner == component.0
                && self.ir.layout.fields.find(f.field).is_some_and(|i| i.owner == Owner::Component)
        };
        self.view.fields.iter().find(of)
    }

    /// Returns the state of a component that differs from the laid table.
    fn changed(&self, component: ComponentId) -> impl Iterator<Item = &ViewedField> {
        self.view.fields.iter().filter(move |f| {
            let info = self.ir.layout.fields.find(f.field);
            f.owner == component.0 && info.is_some_and(|i| i.owner == Owner::Component) && self.has_changed(f)
        })
    }

    /// Returns the state of a component where it differs from the laid table, and modified attributes.
    pub fn changes(&self, component: ComponentId) -> Vec<String> {
        let mut changes: Vec<String> = self.changed(component).filter_map(|f| self.change_text(f)).collect();
        let stored = |id: &str| self.changed(component).any(|f| f.name == id);
        let of = self.readings.range((component, String::new())..(component + 1, String::new()));
        let read = of.filter(|((_, id), _)| !stored(id));
        changes.extend(read.filter_map(|((_, id), (ty, words))| {
            value(self.names, id, ty, words).or_else(|| self.nothing_text(id, ty, words))
        }));
        changes
    }

    /// Returns the value that modifiers give a component's attribute or state.
    fn reading(&self, component: ComponentId, id: &str) -> Option<&[u64]> {
        if self.readings.is_empty() {
            return None;
        }
        self.readings.get(&(component, id.to_owned())).map(|(_, words)| words.as_slice())
    }

    /// Formats the counters of the table or of a player, except those that are 0, false, empty or none. A
    /// number of 0 is left out only if it was 0 at the start, and is 0 for every player.
    fn counters(&self, owner: Owner, who: u32) -> Vec<String> {
        let of = |f: &&ViewedField| {
            f.owner == who && self.ir.layout.fields.find(f.field).is_some_and(|i| i.owner == owner)
        };
        let is_0 = |f: &ViewedField| f.words.iter().all(|word| *word == 0);
        let is_told = |f: &ViewedField| {
            let mut alike = self.view.fields.iter().filter(|other| other.field == f.field);
            self.is_number(f) && (self.has_changed(f) || alike.any(|other| !is_0(other)))
        };
        let text = |f: &ViewedField| match is_told(f) {
            true => self.change_text(f),
            false => self.field_text(f),
        };
        self.view.fields.iter().filter(of).filter_map(text).collect()
    }

    fn is_number(&self, field: &ViewedField) -> bool {
        self.ir.layout.fields.find(field.field).is_some_and(|info| info.ty == ValueType::Int)
    }

    /// Returns whether a field differs from the laid table.
    fn has_changed(&self, field: &ViewedField) -> bool {
        self.table.field(self.laid, field.field, field.owner) != Some(field.words.as_slice())
    }

    /// Formats a field that differs from the laid table: also where it is now 0 or false.
    fn change_text(&self, field: &ViewedField) -> Option<String> {
        let (id, ty, words) = self.read_field(field)?;
        value(self.names, id, ty, words).or_else(|| self.nothing_text(id, ty, words))
    }

    /// Formats a value of 0 or false.
    pub fn nothing_text(&self, id: &str, ty: &ValueType, words: &[u64]) -> Option<String> {
        let is_told = matches!(ty, ValueType::Int | ValueType::Bool);
        is_told.then(|| format!("{} {}", self.names.terminal_name(id), self.names.format_value(ty, words)))
    }

    fn field_text(&self, field: &ViewedField) -> Option<String> {
        let (id, ty, words) = self.read_field(field)?;
        value(self.names, id, ty, words)
    }

    /// Returns the name, the type and the value of a field, as modifiers make it.
    fn read_field<'f>(&'f self, field: &'f ViewedField) -> Option<(&'f str, &'f ValueType, &'f [u64])> {
        let info = self.ir.layout.fields.find(field.field)?;
        let reading = Some(field.owner).filter(|_| info.owner == Owner::Component);
        let words = reading.and_then(|component| self.reading(ComponentId(component), &info.id));
        Some((&info.id, &info.ty, words.unwrap_or(&field.words)))
    }
}

/// Returns whether an attribute is printed on a component. Excludes its name and the parameters of its
/// keywords, and attributes of cells.
pub(super) fn prints(ir: &Ir, attribute: &AttributeInfo, component: ComponentId) -> bool {
    attribute.id != "name" && attribute.id.is_declared() && ir.bears(component, attribute)
}

/// The least room beside the names of a list in which their descriptions are wrapped; with less, a
/// description stands below its name.
const LEAST_BESIDE: usize = 24;

/// Formats the entries: labels in one column, contents beside them. A label of more than two fifths of the
/// width stands on a line of its own, above its contents.
fn format_entries(lines: &[(String, EntryContent)], width: usize) -> String {
    let dim = Style::new().dimmed();
    let most = (width * 2 / 5).max(20);
    let lengths = lines.iter().map(|(label, _)| label.chars().count()).filter(|length| *length <= most);
    let column = lengths.max().unwrap_or(0).max(8);
    let room = width.saturating_sub(column + 4);
    let mut text = String::new();
    for (label, said) in lines {
        let beside: Vec<String> = match said {
            EntryContent::Text(said) => wrap(said, room),
            EntryContent::List(components) => {
                let longest = components.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
                let is_beside = room >= longest + 2 + LEAST_BESIDE;
                let indent = if is_beside { longest + 2 } else { 2 };
                let component = |(name, about): &(String, String)| -> Vec<String> {
                    if about.is_empty() {
                        return vec![name.clone()];
                    }
                    let about = wrap(about, room.saturating_sub(indent));
                    let mut lines: Vec<String> =
                        about.iter().map(|line| format!("{:indent$}{dim}{line}{dim:#}", "")).collect();
                    match lines.first_mut() {
                        Some(first) if is_beside => {
                            let gap = longest + 2 - name.chars().count();
                            *first = format!("{name}{:gap$}{}", "", first.trim_start());
                        }
                        _ => lines.insert(0, name.clone()),
                    }
                    lines
                };
                components.iter().flat_map(component).collect()
            }
        };
        let above = label.chars().count() > column;
        if above {
            text.push_str(&format!("  {label}\n"));
        }
        for (i, line) in beside.iter().enumerate() {
            let label = if i == 0 && !above { label } else { "" };
            text.push_str(&format!("  {label:column$}  {line}\n"));
        }
    }
    text
}

fn one_line(ir: &Ir, text: &str) -> String {
    printable_line(&unmarked(ir, text).split_whitespace().collect::<Vec<_>>().join(" "))
}
