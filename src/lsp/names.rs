//! Names in files: the one under the cursor, its declarations, and where it is used.

use super::declarations::{Declaration, Sort};
use super::packages::{Loaded, Meaning};
use crate::check::Ty;
use crate::place::{FileId, SourceFile, Span};
use crate::source::{Node, Table, Value, parse_csv, parse_toml};

/// A name under the cursor.
#[derive(Clone, Debug)]
pub struct Word {
    /// The name.
    pub text: String,
    /// Where it is written.
    pub span: Span,
    /// Whether it follows a dot.
    pub of_something: bool,
    /// Whether an opening bracket follows.
    pub is_called: bool,
}

/// Whether a character may be part of an id.
pub fn is_of_id(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl Word {
    /// Returns the name that covers a byte or ends before it, outside of comments.
    pub fn at(id: FileId, file: &SourceFile, offset: usize) -> Option<Word> {
        let text = &file.text;
        let before = text.get(..offset)?;
        let start = before.len() - before.chars().rev().take_while(|c| is_of_id(*c)).map(char::len_utf8).sum::<usize>();
        let end = offset + text[offset..].chars().take_while(|c| is_of_id(*c)).map(char::len_utf8).sum::<usize>();
        let word = text.get(start..end).filter(|word| !word.is_empty())?;
        let line = &text[file.line_range(file.line_of(start)).start..start];
        if line.trim_start().starts_with('#') {
            return None;
        }
        Some(Word {
            text: word.to_owned(),
            span: Span::new(id, start, end),
            of_something: text[..start].ends_with('.') && !line.trim_start().starts_with('['),
            is_called: text[end..].starts_with('('),
        })
    }

    /// Returns the declarations that it may mean: after a dot, those of members of what stands before it.
    pub fn declarations<'m>(&self, meaning: &'m Meaning) -> Vec<&'m Declaration> {
        let mut all: Vec<&Declaration> = meaning.declarations.named(&self.text).collect();
        if let Some(own) = all.iter().find(|declaration| declaration.span == self.span) {
            return vec![own];
        }
        // A variable has the name to itself; of what code can call so, it names no file and no bot.
        let listening = meaning.checked.listening.as_ref();
        if listening.is_some_and(|listening| listening.variables.contains(&self.span)) {
            return Vec::new();
        }
        if listening.is_some_and(|listening| listening.types.iter().any(|(span, _)| *span == self.span)) {
            let is_of_files = |sort: Sort| {
                matches!(sort, Sort::Scenario | Sort::Deck | Sort::Setup | Sort::Bot | Sort::Figure | Sort::Action)
            };
            all.retain(|declaration| !is_of_files(declaration.sort));
        }
        let is_member = |declaration: &Declaration| {
            matches!(declaration.sort, Sort::Attribute | Sort::State | Sort::Slot | Sort::Zone | Sort::Function)
        };
        if self.of_something && all.iter().any(|declaration| is_member(declaration)) {
            all.retain(|declaration| is_member(declaration));
            let owners = self.owners(meaning);
            let of = |declaration: &Declaration| {
                owners.iter().position(|owner| declaration.of.as_deref() == Some(owner.as_str()))
            };
            // The nearest kind that declares it.
            if let Some(nearest) = all.iter().filter_map(|declaration| of(declaration)).min() {
                all.retain(|declaration| of(declaration) == Some(nearest));
            }
        }
        if all.is_empty() {
            all.extend(meaning.declarations.of_plural(&self.text));
        }
        // Kinds that stand for others have the attributes of those.
        let mut seen = Vec::new();
        all.retain(|declaration| {
            let is_new = !seen.contains(&declaration.span);
            seen.push(declaration.span);
            is_new
        });
        all
    }

    /// Returns the ids of the kinds of the component before the dot, the nearest first.
    fn owners(&self, meaning: &Meaning) -> Vec<String> {
        let world = &meaning.checked.world;
        let ends_before = |span: &Span| span.file == self.span.file && span.end + 1 == self.span.start;
        let heard = meaning.checked.listening.iter().flat_map(|listening| &listening.types);
        let ty = heard.filter(|(span, _)| ends_before(span)).map(|(_, ty)| ty).next();
        let (Some(Ty::Component(kind)) | Some(Ty::Zone(kind))) = ty.map(|ty| match ty {
            Ty::Optional(inner) => inner.as_ref(),
            ty => ty,
        }) else {
            return Vec::new();
        };
        let kinds = std::iter::successors(Some(*kind), |kind| world.kinds[usize::from(*kind)].base);
        kinds.map(|kind| world.kinds[usize::from(kind)].id.clone()).collect()
    }
}

/// Keys whose values are texts for people: names in them count only between `{{` and `}}`.
const PROSE: [&str; 10] =
    ["text", "name", "flavour", "summary", "source", "log", "title", "prompt", "plural", "unchecked"];

/// Returns every place in the TOML and CSV files of a package where a name stands in code, as a value, or as a key.
pub fn uses(loaded: &Loaded, name: &str) -> Vec<Span> {
    let mut found = Vec::new();
    for (id, file) in loaded.sources().files().filter(|(_, file)| file.text.contains(name)) {
        let table = match file.name.rsplit('.').next() {
            Some("toml") => parse_toml(loaded.sources(), id).0,
            Some("csv") => parse_csv(loaded.sources(), id).0,
            _ => continue,
        };
        in_table(&table, &mut Finder { file, id, name, found: &mut found });
    }
    found.sort_by_key(|span| (span.file, span.start));
    found.dedup();
    found
}

struct Finder<'f> {
    file: &'f SourceFile,
    id: FileId,
    name: &'f str,
    found: &'f mut Vec<Span>,
}

impl Finder<'_> {
    /// Adds the places of the name in a range of the file.
    fn search(&mut self, start: usize, end: usize, only_holes: bool) {
        let Some(text) = self.file.text.get(start..end) else { return };
        for (at, _) in text.match_indices(self.name) {
            let (before, after) = (&text[..at], &text[at + self.name.len()..]);
            let is_whole = !before.ends_with(is_of_id) && !after.starts_with(is_of_id);
            let in_hole = before.rfind("{{") > before.rfind("}}");
            let in_comment = before.rsplit('\n').next().is_some_and(|line| line.contains("# "));
            if in_comment {
                continue;
            }
            if is_whole && (in_hole || !only_holes) {
                self.found.push(Span::new(self.id, start + at, start + at + self.name.len()));
            }
        }
    }
}

fn in_table(table: &Table, finder: &mut Finder) {
    for entry in &table.entries {
        finder.search(entry.key_span.start as usize, entry.key_span.end as usize, false);
        in_node(&entry.value, PROSE.contains(&entry.key.as_str()), finder);
    }
}

fn in_node(node: &Node, prose: bool, finder: &mut Finder) {
    match &node.value {
        Value::Text(text) => finder.search(text.span.start as usize, text.span.end as usize, prose),
        Value::Array(items) => items.iter().for_each(|item| in_node(item, prose, finder)),
        Value::Table(table) => in_table(table, finder),
        _ => {}
    }
}
