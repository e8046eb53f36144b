//! Builds a [`TomlTable`] from the parser's events: assigns keys to tables, and finds duplicates.

use std::borrow::Cow;

use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::parser::{Event, EventKind};
use toml_parser::{ParseError, Source};

use super::open_table::{EntryKey, EntrySlot, OpenTable, TableIndex, TableSyntax, finish, finish_slot};
use super::text;
use super::tree_error::TreeError;
use crate::place::{FileId, Span};
use crate::source::toml_node::{TomlTable, TomlValue};

/// Maximum nesting depth of tables and arrays; deeper nesting is a mistake, and would use call stack in every
/// visitor of the tree.
pub(super) const MAX_DEPTH: u32 = 64;

/// The tree, with its errors.
pub(super) struct BuiltTree {
    pub(super) root: TomlTable,
    pub(super) faults: Vec<TreeError>,
    /// Strings that probably ended at the opening quotes of the next one; the spans are those quotes and
    /// their key.
    pub(super) swallowing: Vec<(Span, Span)>,
}

/// Builds the tree of a whole document.
pub(super) fn build(
    source: Source<'_>,
    file: FileId,
    events: &[Event],
    errors: &mut Vec<ParseError>,
) -> BuiltTree {
    let mut builder = Builder::new(source, (file, 0), events, errors);
    let root = builder.new_table(TableSyntax::Header, 0);
    builder.document(root);
    let mut tables: Vec<Option<OpenTable<'_>>> = builder.tables.into_iter().map(Some).collect();
    let root = finish(&mut tables, root);
    BuiltTree { root, faults: builder.faults, swallowing: builder.swallowing }
}

/// A header, whose path is empty if it is invalid.
struct SectionHeader<'t> {
    path: Vec<EntryKey<'t>>,
    span: Span,
    repeated: bool,
}

/// A header and the lines below it, without their place in the tree. The lines at the start of a document
/// have no header.
pub(super) struct TreeSection<'t> {
    header: Option<SectionHeader<'t>>,
    /// The values of its entries are final.
    table: OpenTable<'t>,
}

/// Builds the sections of a part of a document, which begins at a file offset with a line of its own. Returns
/// `None` if the part has errors.
pub(super) fn build_sections<'t>(
    source: Source<'t>,
    place: (FileId, usize),
    events: &[Event],
) -> Option<Vec<TreeSection<'t>>> {
    let mut errors = Vec::new();
    let mut builder = Builder::new(source, place, events, &mut errors);
    let first = builder.new_table(TableSyntax::Header, 0);
    let mut begun = vec![(None, first)];
    while let Some(event) = builder.next() {
        match event.kind() {
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                let header = builder.header_path(event, event.kind() == EventKind::ArrayTableOpen);
                let table = builder.new_table(TableSyntax::Header, header.path.len() as u32);
                begun.push((Some(header), table));
            }
            EventKind::SimpleKey => {
                let current = begun.last()?.1;
                builder.key_value(current, event);
            }
            _ => {}
        }
    }
    if !builder.errors.is_empty() || !builder.faults.is_empty() {
        return None;
    }
    let mut tables: Vec<Option<OpenTable<'t>>> = builder.tables.into_iter().map(Some).collect();
    let sections = begun.into_iter().map(|(header, table)| {
        let mut table = tables[table].take()?;
        for entry in &mut table.entries {
            let slot = std::mem::replace(&mut entry.slot, EntrySlot::Array(Vec::new()));
            entry.slot = EntrySlot::Scalar(finish_slot(&mut tables, slot));
            entry.key.name = Cow::Owned(std::mem::take(&mut entry.key.name).into_owned());
        }
        Some(TreeSection { header, table })
    });
    sections.collect()
}

/// Joins the sections of a document in their order. Returns `None` if that is an error, or if a header opens
/// a table that has entries already.
pub(super) fn join_sections<'t>(
    file: FileId,
    sections: impl Iterator<Item = TreeSection<'t>>,
) -> Option<TomlTable> {
    let mut errors = Vec::new();
    let mut builder = Builder::new(Source::new(""), (file, 0), &[], &mut errors);
    let root = builder.new_table(TableSyntax::Header, 0);
    for TreeSection { header, table } in sections {
        let at = match header {
            Some(header) => builder.under(root, header)?,
            None => root,
        };
        let place = &mut builder.tables[at];
        if table.entries.is_empty() {
            continue;
        }
        if !place.entries.is_empty() || place.depth != table.depth {
            return None;
        }
        place.fill(table);
    }
    let mut tables: Vec<Option<OpenTable<'_>>> = builder.tables.into_iter().map(Some).collect();
    builder.faults.is_empty().then(|| finish(&mut tables, root))
}

struct Builder<'t, 'e> {
    source: Source<'t>,
    file: FileId,
    /// File offset of the source.
    offset: usize,
    events: &'e [Event],
    at: usize,
    errors: &'e mut Vec<ParseError>,
    faults: Vec<TreeError>,
    swallowing: Vec<(Span, Span)>,
    tables: Vec<OpenTable<'t>>,
}

impl<'t, 'e> Builder<'t, 'e> {
    fn new(
        source: Source<'t>,
        (file, offset): (FileId, usize),
        events: &'e [Event],
        errors: &'e mut Vec<ParseError>,
    ) -> Self {
        Builder {
            source,
            file,
            offset,
            events,
            at: 0,
            errors,
            faults: Vec::new(),
            swallowing: Vec::new(),
            tables: Vec::new(),
        }
    }

    fn new_table(&mut self, how: TableSyntax, depth: u32) -> TableIndex {
        self.tables.push(OpenTable::new(how, depth));
        self.tables.len() - 1
    }

    fn next(&mut self) -> Option<Event> {
        let event = self.events.get(self.at).copied();
        self.at += 1;
        event
    }

    fn peek(&self) -> Option<EventKind> {
        self.events.get(self.at).map(Event::kind)
    }

    /// Returns the span of a range of the source.
    fn place(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, self.offset + start, self.offset + end)
    }

    fn span(&self, span: toml_parser::Span) -> Span {
        self.place(span.start(), span.end())
    }

    fn document(&mut self, root: TableIndex) {
        let mut current = root;
        while let Some(event) = self.next() {
            match event.kind() {
                EventKind::StdTableOpen => current = self.header(root, event, false),
                EventKind::ArrayTableOpen => current = self.header(root, event, true),
                EventKind::SimpleKey => self.key_value(current, event),
                // White space, and text whose errors the parser has reported.
                _ => {}
            }
        }
    }

    /// Processes a header, from its bracket on. Returns the table of the lines below it.
    fn header(&mut self, root: TableIndex, open: Event, repeated: bool) -> TableIndex {
        let header = self.header_path(open, repeated);
        // After an invalid header, the lines below go to a table outside the tree, so that no consequences
        // are reported.
        self.under(root, header).unwrap_or_else(|| self.new_table(TableSyntax::Header, 1))
    }

    /// Reads a header, from its bracket on. The path is empty if a key of it is missing.
    fn header_path(&mut self, open: Event, repeated: bool) -> SectionHeader<'t> {
        let mut path = Vec::new();
        let mut end = open.span().end();
        while let Some(event) = self.next() {
            end = end.max(event.span().end());
            match event.kind() {
                EventKind::SimpleKey => path = self.path(event),
                EventKind::StdTableClose | EventKind::ArrayTableClose => break,
                EventKind::Newline => {
                    end = event.span().start();
                    break;
                }
                _ => {}
            }
        }
        if path.iter().any(|k: &EntryKey<'_>| k.missing) {
            path.clear();
        }
        SectionHeader { path, span: self.place(open.span().start(), end), repeated }
    }

    /// Returns the table of the lines below a header.
    fn under(&mut self, root: TableIndex, header: SectionHeader<'t>) -> Option<TableIndex> {
        let SectionHeader { mut path, span, repeated } = header;
        let last = path.pop()?;
        let parent = self.descend(root, path, TableSyntax::Implied)?;
        self.open_table(parent, last, span, repeated)
    }

    fn open_table(
        &mut self,
        parent: TableIndex,
        key: EntryKey<'t>,
        header: Span,
        repeated: bool,
    ) -> Option<TableIndex> {
        let depth = self.deeper(parent, key.span)?;
        let Some(found) = self.tables[parent].find(&key.name) else {
            let id = self.new_table(TableSyntax::Header, depth);
            let slot = if repeated { EntrySlot::Tables(vec![(header, id)]) } else { EntrySlot::Table(id) };
            self.tables[parent].push(key, header, slot);
            return Some(id);
        };
        let id = self.tables.len();
        let entry = &mut self.tables[parent].entries[found];
        let before = entry.span;
        match &mut entry.slot {
            EntrySlot::Tables(all) if repeated => {
                all.push((header, id));
                return Some(self.new_table(TableSyntax::Header, depth));
            }
            EntrySlot::Table(id) if !repeated => {
                let id = *id;
                let how = self.tables[id].how;
                if how == TableSyntax::Implied {
                    self.tables[id].how = TableSyntax::Header;
                    self.tables[parent].entries[found].span = header;
                    return Some(id);
                }
                self.faults.push(TreeError::HeaderTwice {
                    header,
                    before,
                    before_is_header: how == TableSyntax::Header,
                });
            }
            EntrySlot::Tables(_) | EntrySlot::Table(_) => {
                self.faults.push(TreeError::OtherForm { header, before })
            }
            EntrySlot::Array(_) | EntrySlot::Scalar(_) => {
                self.faults.push(TreeError::HeaderTwice { header, before, before_is_header: false });
            }
        }
        None
    }

    /// Returns the table at the end of `path`; creates missing ones.
    fn descend(&mut self, from: TableIndex, path: Vec<EntryKey<'t>>, how: TableSyntax) -> Option<TableIndex> {
        let mut table = from;
        for key in path {
            let depth = self.deeper(table, key.span)?;
            let Some(found) = self.tables[table].find(&key.name) else {
                let id = self.new_table(how, depth);
                let span = key.span;
                self.tables[table].push(key, span, EntrySlot::Table(id));
                table = id;
                continue;
            };
            let entry = &self.tables[table].entries[found];
            let next = match &entry.slot {
                EntrySlot::Table(id) => Some(*id),
                EntrySlot::Tables(all) if how == TableSyntax::Implied => all.last().map(|(_, id)| *id),
                _ => None,
            };
            let open = next.filter(|id| match (how, self.tables[*id].how) {
                (_, TableSyntax::Inline) => false,
                (TableSyntax::Implied, _) | (_, TableSyntax::Implied | TableSyntax::Dotted) => true,
                (_, TableSyntax::Header) => false,
            });
            let Some(open) = open else {
                let fault = TreeError::Closed {
                    key: key.name.into_owned(),
                    at: key.span,
                    before: entry.span,
                    what: entry.slot.describe(),
                };
                self.faults.push(fault);
                return None;
            };
            table = open;
            if how == TableSyntax::Dotted {
                // From now on it is defined by dotted keys, and cannot have a header of its own.
                self.tables[table].how = TableSyntax::Dotted;
            }
        }
        Some(table)
    }

    /// Returns the depth below `table`, unless it exceeds the limit.
    fn deeper(&mut self, table: TableIndex, at: Span) -> Option<u32> {
        let depth = self.tables[table].depth + 1;
        if depth > MAX_DEPTH {
            self.faults.push(TreeError::TooDeep { at });
            return None;
        }
        Some(depth)
    }

    /// Processes `a.b = value`, from its first key.
    fn key_value(&mut self, table: TableIndex, first: Event) {
        let mut path = self.path(first);
        while self.peek() == Some(EventKind::Whitespace) {
            self.at += 1;
        }
        if self.peek() != Some(EventKind::KeyValSep) {
            return;
        }
        self.at += 1;
        let depth = self.tables[table].depth + path.len() as u32;
        let Some((span, slot)) = self.value(depth) else { return };
        if path.iter().any(|k| k.missing) {
            return;
        }
        let Some(key) = path.pop() else { return };
        let Some(table) = self.descend(table, path, TableSyntax::Dotted) else { return };
        match self.tables[table].find(&key.name) {
            Some(found) => {
                let entry = &self.tables[table].entries[found];
                let before = if matches!(entry.slot, EntrySlot::Table(_) | EntrySlot::Tables(_)) {
                    entry.span
                } else {
                    entry.key.span
                };
                self.faults.push(TreeError::Twice { key: key.name.into_owned(), at: key.span, before });
            }
            None => {
                self.tables[table].push(key, span, slot);
            }
        }
    }

    /// Returns the parts of a dotted key whose first part is `first`.
    fn path(&mut self, first: Event) -> Vec<EntryKey<'t>> {
        let mut path = vec![self.key(first)];
        let mut after_dot = false;
        loop {
            match self.peek() {
                Some(EventKind::Whitespace) => {}
                Some(EventKind::KeySep) => after_dot = true,
                Some(EventKind::SimpleKey) if after_dot => {
                    let key = self.key(self.events[self.at]);
                    // One part beyond the limit is enough to report the error.
                    if path.len() <= MAX_DEPTH as usize {
                        path.push(key);
                    }
                    after_dot = false;
                }
                _ => return path,
            }
            self.at += 1;
        }
    }

    fn key(&mut self, event: Event) -> EntryKey<'t> {
        let mut name = Cow::Borrowed("");
        if let Some(raw) = self.source.get(event) {
            let mut errors: Vec<ParseError> = Vec::new();
            raw.decode_key(&mut name, &mut errors);
            let at = self.span(event.span());
            self.faults.extend(errors.into_iter().take(1).map(|error| TreeError::Key { at, error }));
        }
        let missing = event.encoding().is_none() && name.is_empty();
        EntryKey { name, span: self.span(event.span()), missing }
    }

    /// Returns the next value.
    fn value(&mut self, depth: u32) -> Option<(Span, EntrySlot)> {
        while self.peek() == Some(EventKind::Whitespace) {
            self.at += 1;
        }
        let event = *self.events.get(self.at)?;
        match event.kind() {
            EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                self.at += 1;
                Some(self.value_from(event, depth))
            }
            _ => None,
        }
    }

    fn value_from(&mut self, event: Event, depth: u32) -> (Span, EntrySlot) {
        match event.kind() {
            EventKind::ArrayOpen => self.array(event, depth),
            EventKind::InlineTableOpen => self.inline_table(event, depth),
            _ => (self.span(event.span()), EntrySlot::Scalar(self.scalar(event))),
        }
    }

    fn array(&mut self, open: Event, depth: u32) -> (Span, EntrySlot) {
        let mut items = Vec::new();
        let mut end = open.span().end();
        while let Some(event) = self.next() {
            end = end.max(event.span().end());
            match event.kind() {
                EventKind::Scalar | EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                    let item = self.value_from(event, depth + 1);
                    end = end.max(item.0.end as usize - self.offset);
                    items.push(item);
                }
                EventKind::ArrayClose => break,
                _ => {}
            }
        }
        (self.place(open.span().start(), end), EntrySlot::Array(items))
    }

    fn inline_table(&mut self, open: Event, depth: u32) -> (Span, EntrySlot) {
        let id = self.new_table(TableSyntax::Inline, depth);
        let mut end = open.span().end();
        let mut comma = None;
        let mut line_told = false;
        while let Some(event) = self.next() {
            end = end.max(event.span().end());
            match event.kind() {
                EventKind::SimpleKey => {
                    self.key_value(id, event);
                    comma = None;
                }
                EventKind::ValueSep => comma = Some(event.span()),
                EventKind::Newline if !line_told => {
                    line_told = true;
                    self.faults.push(TreeError::LineInInlineTable { at: self.span(open.span()) });
                }
                EventKind::InlineTableClose => {
                    if let Some(comma) = comma
                        && !line_told
                    {
                        self.faults.push(TreeError::CommaInInlineTable { at: self.span(comma) });
                    }
                    break;
                }
                _ => {}
            }
        }
        (self.place(open.span().start(), end), EntrySlot::Table(id))
    }

    fn scalar(&mut self, event: Event) -> TomlValue {
        let at = self.span(event.span());
        let (file, start) = (self.file, self.offset + event.span().start());
        let nothing = || TomlValue::Text(text::decode("", None, file, start).0);
        let Some(raw) = self.source.get(event) else { return nothing() };
        // A missing value is reported as such.
        if raw.is_empty() && event.encoding() == Some(Encoding::LiteralString) {
            self.errors.push(ParseError::new("missing value").with_unexpected(event.span()));
            return nothing();
        }
        let mut decoded = Cow::Borrowed("");
        let mut errors: Vec<ParseError> = Vec::new();
        let kind = raw.decode_scalar(&mut decoded, &mut errors);
        let wrong = !errors.is_empty();
        match event.encoding() {
            Some(form) => {
                self.faults.extend(errors.into_iter().map(|error| TreeError::Text { at, form, error }))
            }
            None => {
                let reason = errors.first().map(|e| e.description().to_owned());
                self.faults.extend(reason.map(|reason| TreeError::Scalar { at, reason }));
            }
        }
        match kind {
            ScalarKind::String => {
                let (text, newer) = text::decode(raw.as_str(), event.encoding(), file, start);
                if let Some(at) = newer {
                    self.faults.push(TreeError::NewEscape { at });
                }
                let key = swallowed(raw.as_str(), event.encoding())
                    .map(|from| Span { start: at.start + from as u32, ..at });
                self.swallowing.extend(key.map(|key| (at, key)));
                TomlValue::Text(text)
            }
            // Invalid values have been reported.
            _ if wrong => TomlValue::Text(text::decode(raw.as_str(), None, file, start).0),
            ScalarKind::Boolean(value) => TomlValue::Bool(value),
            ScalarKind::Integer(radix) => {
                let value = i64::from_str_radix(&decoded, radix.value());
                if value.is_err() {
                    self.faults.push(TreeError::BadNumber { at });
                }
                TomlValue::Int(value.unwrap_or(0))
            }
            ScalarKind::Float => {
                let value = decoded
                    .parse::<f64>()
                    .ok()
                    .filter(|f| f.is_finite() || decoded.contains("inf") || decoded.contains("nan"));
                if value.is_none() {
                    self.faults.push(TreeError::BadNumber { at });
                }
                TomlValue::Float(value.unwrap_or(0.0))
            }
            ScalarKind::DateTime => {
                if decoded.parse::<toml_datetime::Datetime>().is_err() {
                    self.faults.push(TreeError::BadDate { at });
                }
                TomlValue::Datetime(raw.as_str().to_owned())
            }
        }
    }
}

/// Returns the offset of the last line of a multi-line string, if that line is `key = ` before the closing
/// quotes. These quotes were probably meant to open another string.
fn swallowed(raw: &str, form: Option<Encoding>) -> Option<usize> {
    if !matches!(form, Some(Encoding::MlBasicString | Encoding::MlLiteralString)) {
        return None;
    }
    let body = raw.get(..raw.len().checked_sub(3)?)?;
    let line = body.rfind('\n')? + 1;
    let key = body[line..].trim().strip_suffix('=')?.trim_end();
    let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.\"".contains(&b));
    is_key.then(|| line + (body.len() - line - body[line..].trim_start().len()))
}
