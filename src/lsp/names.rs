//! Names in files: the name under the cursor, its declarations and its uses.

use crate::ir::ToIndex;
use crate::place::TextRange;
use std::ops::Range;

use super::declarations::Declaration;
use super::packages::{Analysis, OpenPackage};
use super::strings::quotes;
use crate::check::Ty;
use crate::place::{FileId, SourceFile, Span};
use crate::source::{TomlNode, TomlTable, TomlValue, parse_csv, parse_toml};

/// A name under the cursor.
#[derive(Clone, Debug)]
pub struct NameAtCursor {
    pub text: String,
    /// The bytes of the name alone.
    pub span: Span,
    /// True if the name follows a dot.
    pub of_something: bool,
    /// True if an opening bracket follows.
    pub is_called: bool,
}

/// Returns whether a character may be part of an id.
pub fn is_id_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the bytes of the id around a byte, or before it; empty if there is none.
pub fn id_range(text: &str, offset: usize) -> Range<usize> {
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
    let length = |chars: &mut dyn Iterator<Item = char>| {
        chars.take_while(|c| is_id_char(*c)).map(char::len_utf8).sum::<usize>()
    };
    before.len() - length(&mut before.chars().rev())..before.len() + length(&mut after.chars())
}

impl NameAtCursor {
    /// Returns the name that covers a byte or ends before it, except in lines that are comments.
    pub fn at(id: FileId, file: &SourceFile, offset: usize) -> Option<NameAtCursor> {
        let text = &file.text;
        let Range { start, end } = id_range(text, offset);
        let word = text.get(start..end).filter(|word| !word.is_empty())?;
        let line = &text[file.line_range(file.line_of(start)).start..start];
        if line.trim_start().starts_with('#') {
            return None;
        }
        Some(NameAtCursor {
            text: word.to_owned(),
            span: Span::new(id, start, end),
            of_something: text[..start].ends_with('.') && !line.trim_start().starts_with('['),
            is_called: text[end..].starts_with('('),
        })
    }

    /// Returns the declarations that it may refer to; after a dot, those of members of the expression before
    /// it.
    pub fn declarations<'m>(&self, analysis: &'m Analysis) -> Vec<&'m Declaration> {
        let mut all: Vec<&Declaration> = analysis.declarations.declarations_named(&self.text).collect();
        if let Some(own) = all.iter().find(|declaration| declaration.span == self.span) {
            return vec![own];
        }
        // A variable has the name to itself; of what code can call so, it names no file and no bot.
        let info = analysis.checked.editor_info.as_ref();
        if info.is_some_and(|info| info.variables.contains(&self.span)) {
            return Vec::new();
        }
        if info.is_some_and(|info| info.types.iter().any(|(span, _)| *span == self.span)) {
            all.retain(|declaration| !declaration.kind.is_of_files());
        }
        let is_member = |declaration: &Declaration| declaration.kind.is_member();
        if self.of_something && all.iter().any(|declaration| is_member(declaration)) {
            all.retain(|declaration| is_member(declaration));
            let owners = self.owners(analysis);
            let of = |declaration: &Declaration| {
                owners.iter().position(|owner| declaration.of.as_deref() == Some(owner.as_str()))
            };
            // The nearest kind that declares it.
            if let Some(nearest) = all.iter().filter_map(|declaration| of(declaration)).min() {
                all.retain(|declaration| of(declaration) == Some(nearest));
            }
        }
        if all.is_empty() {
            all.extend(analysis.declarations.of_plural(&self.text));
        }
        all
    }

    /// Returns the ids of the kinds of the component before the dot, the nearest first.
    fn owners(&self, analysis: &Analysis) -> Vec<String> {
        let symbols = &analysis.checked.symbols;
        let ends_before = |span: &Span| span.file == self.span.file && span.end + 1 == self.span.start;
        let types = analysis.checked.editor_info.iter().flat_map(|info| &info.types);
        let ty = types.filter(|(span, _)| ends_before(span)).map(|(_, ty)| ty).next();
        let (Some(Ty::Component(kind)) | Some(Ty::Zone(kind))) = ty.map(|ty| match ty {
            Ty::Optional(inner) => inner.as_ref(),
            ty => ty,
        }) else {
            return Vec::new();
        };
        symbols.with_bases(*kind).map(|kind| kind.id.clone()).collect()
    }
}

/// Keys whose values are texts for people: names in them count only between `{{` and `}}`. All values of
/// `words` and `phrases` are such texts.
const PROSE: [&str; 12] = [
    "text",
    "name",
    "flavour",
    "summary",
    "source",
    "log",
    "title",
    "prompt",
    "plural",
    "unchecked",
    "words",
    "phrases",
];

/// Returns the spans of a name in code, values and keys of the package's TOML and CSV files.
pub fn occurrences(loaded: &OpenPackage, name: &str) -> Vec<Span> {
    let mut found = Vec::new();
    for (id, file) in loaded.sources().files().filter(|(_, file)| file.text.contains(name)) {
        // A sheet of a workbook is not edited.
        let table = match file.name.rsplit('.').next().filter(|_| file.sheet().is_none()) {
            Some("toml") => parse_toml(loaded.sources(), id).0,
            Some("csv") => parse_csv(loaded.sources(), id).0,
            _ => continue,
        };
        let prose = file.package_path.starts_with("texts/");
        // The `[game]` table names packages and people, and nothing that a package declares.
        let table =
            TomlTable { entries: table.entries.into_iter().filter(|entry| entry.key != "game").collect() };
        in_table(&table, prose, &mut Finder { file, id, name, found: &mut found });
    }
    found.sort_by_key(|span| (span.file, span.start));
    found.dedup();
    found
}

pub fn names_in(loaded: &OpenPackage, id: FileId, table: &TomlTable, name: &str) -> Vec<Span> {
    let mut found = Vec::new();
    in_table(table, false, &mut Finder { file: loaded.sources().file(id), id, name, found: &mut found });
    found
}

struct Finder<'f> {
    file: &'f SourceFile,
    id: FileId,
    name: &'f str,
    found: &'f mut Vec<Span>,
}

impl Finder<'_> {
    /// Adds the places of the name in a range of the file. In texts for people, only holes are searched.
    fn search(&mut self, start: usize, end: usize, is_prose: bool) {
        let Some(text) = self.file.text.get(start..end) else { return };
        let length = quotes(text);
        let (start, text) = (start + length, &text[length..text.len() - length]);
        for (at, _) in text.match_indices(self.name) {
            let (before, after) = (&text[..at], &text[at + self.name.len()..]);
            let is_whole = !before.ends_with(is_id_char) && !after.starts_with(is_id_char);
            let in_hole = before.rfind("{{") > before.rfind("}}");
            let in_comment = before.rsplit('\n').next().is_some_and(|line| line.contains("# "));
            let in_literal = before.matches('"').count() % 2 == 1;
            if is_whole && !in_comment && (in_hole || !is_prose && !in_literal) {
                self.found.push(Span::new(self.id, start + at, start + at + self.name.len()));
            }
        }
    }
}

fn in_table(table: &TomlTable, is_prose: bool, finder: &mut Finder) {
    for entry in &table.entries {
        finder.search(entry.key_span.start.index(), entry.key_span.end.index(), false);
        in_node(&entry.value, is_prose || PROSE.contains(&entry.key.as_str()), finder);
    }
}

fn in_node(node: &TomlNode, is_prose: bool, finder: &mut Finder) {
    match &node.value {
        TomlValue::Text(text) => finder.search(text.span.first_byte(), text.span.end_byte(), is_prose),
        TomlValue::Array(items) => items.iter().for_each(|item| in_node(item, is_prose, finder)),
        TomlValue::Table(table) => in_table(table, is_prose, finder),
        _ => {}
    }
}
