//! Completion: names in code, in types and in the `{{ }}` of texts; keys and values that schemas know
//! elsewhere.

use crate::place::TextRange;
use std::collections::BTreeMap;
use std::ops::Range;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, TextEdit};

use super::editor_client::EditorClient;
use super::initialize::ClientOptions;
use super::names::id_range;
use super::packages::OpenPackage;
use super::places::{TomlPart, TomlPosition, place_at};
use super::strings::code_of;
use super::{keys, name_completion, snippets};
use crate::check::symbols::editor_info::{COMPLETION_MARKER, Candidate, CandidateKind, type_candidates};
use crate::ir::texts::FILTERS;
use crate::package::FileRole;
use crate::place::{FileId, SourceFile, Span};
use crate::syntax::CodeForm;
use crate::vocabulary;

/// Returns the completion candidates at a byte, of the sorts that the editor wishes for.
pub fn completion(
    package: &OpenPackage,
    id: FileId,
    offset: usize,
    options: ClientOptions,
    client: EditorClient,
) -> Vec<CompletionItem> {
    let file = package.sources().file(id);
    let is_toml = file.name.ends_with(".toml");
    let place = is_toml.then(|| place_at(&file.text, offset)).flatten();
    if is_toml && place.is_none() {
        return Vec::new();
    }
    // Values that a schema lists are not code.
    let known = match &place {
        Some(place) => known_by_schema(package, id, offset, place, options, client),
        None => Vec::new(),
    };
    let is_string =
        place.as_ref().is_none_or(|place| matches!(place.part, TomlPart::Value { string: Some(_) }));
    if !known.is_empty() || !is_string {
        return if options.keys || !is_string { known } else { Vec::new() };
    }
    let mut found = in_code(package, id, offset, client);
    let Range { start, end } = id_range(&file.text, offset);
    if options.snippets && !found.is_empty() && begins_statement(package, id, start) {
        found.extend(snippets::statements(client.encoding.range(file, start, end)));
    }
    found
}

/// Returns the keys, values and snippets of declarations for a place.
fn known_by_schema(
    package: &OpenPackage,
    id: FileId,
    offset: usize,
    place: &TomlPosition,
    options: ClientOptions,
    client: EditorClient,
) -> Vec<CompletionItem> {
    let file = package.sources().file(id);
    let Range { start, end } = keys::replaced(&file.text, offset, &place.part);
    let range = client.encoding.range(file, start, end);
    let is_string = matches!(place.part, TomlPart::Value { string: Some(_) });
    // A completion replaces text of one line only.
    if range.start.line != range.end.line {
        return Vec::new();
    }
    let mut found = Vec::new();
    if options.keys || is_string {
        let is_quoted = file.text[..start].ends_with(['"', '\'']);
        let is_assigned =
            is_quoted || file.text[end..].trim_start_matches([' ', '\t']).starts_with(['=', '.']);
        found = keys::completion(package, id, place, range, is_assigned);
        let listed: Vec<String> = found.iter().map(|item| item.label.clone()).collect();
        let things = name_completion::of_key(package, place, range).into_iter();
        found.extend(things.filter(|item| !listed.contains(&item.label)));
    }
    // A table begins where a line does.
    let begins = place.part == TomlPart::Key && (start == 0 || file.text[..start].ends_with('\n'));
    let declares = matches!(package.role(id), Some(FileRole::Game | FileRole::Rules));
    if options.snippets && begins && declares {
        found.extend(snippets::declarations(range));
    }
    found
}

/// Returns whether a statement may begin at a byte: in statements, at the start of a line, of a block or of
/// the code.
fn begins_statement(package: &OpenPackage, id: FileId, start: usize) -> bool {
    let file = package.sources().file(id);
    let line = &file.text[file.line_range(file.line_of(start)).start..start];
    let before = line.trim_end();
    let is_around = |span: &Span| (span.first_byte()) < start && start < span.end_byte();
    let holds_statements = |form: CodeForm| matches!(form, CodeForm::Statements | CodeForm::Function);
    let is_code = code_of(package, id).iter().any(|(span, form)| is_around(span) && holds_statements(*form));
    is_code
        && !in_hole(file, start)
        && (before.is_empty() || ["{", "\"", "'", "}"].iter().any(|mark| before.ends_with(mark)))
}

/// Returns the names that mean something at a byte of code or of a text.
fn in_code(package: &OpenPackage, id: FileId, offset: usize, client: EditorClient) -> Vec<CompletionItem> {
    let file = package.sources().file(id);
    let Range { start, end } = id_range(&file.text, offset);
    let range = client.encoding.range(file, start, end);
    if in_hole(file, start) && file.text[..start].trim_end().ends_with('|') {
        let filter = |name: &&str| CompletionItem {
            label: (*name).to_owned(),
            kind: Some(CompletionItemKind::FUNCTION),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, (*name).to_owned()))),
            ..CompletionItem::default()
        };
        return FILTERS.iter().map(filter).collect();
    }
    let line = file.line_range(file.line_of(offset));
    if let Some(found) = name_completion::after_word(package, &file.text[line.start..start], range) {
        return found;
    }
    let candidates = |text: String| candidates(package, id, start, &text);
    let mut found = candidates(format!("{}{COMPLETION_MARKER}{}", &file.text[..start], &file.text[end..]));
    if found.is_empty() && in_hole(file, start) {
        // A hole that is not closed yet.
        found = candidates(format!("{}{COMPLETION_MARKER}}}}}{}", &file.text[..start], &file.text[end..]));
    } else if found.is_empty() {
        // The rest of the line may not parse after a name. Brackets may be open since earlier lines of a long
        // string.
        let quotes = ["'''", "\"\"\""]
            .into_iter()
            .filter_map(|quotes| file.text[..start].rfind(quotes).map(|at| at + 3));
        let code =
            quotes.max().filter(|at| file.text[*at..start].find("\n[").is_none()).unwrap_or(line.start);
        let rest = without_rest(&file.text[code.min(line.start)..start], &file.text[end..line.end.max(end)]);
        found = candidates(format!(
            "{}{COMPLETION_MARKER}{rest}{}",
            &file.text[..start],
            &file.text[line.end.max(end)..]
        ));
    }
    let item = |(name, candidate): (String, Candidate)| CompletionItem {
        kind: Some(match candidate.kind {
            CandidateKind::Variable => CompletionItemKind::VARIABLE,
            CandidateKind::Member => CompletionItemKind::FIELD,
            CandidateKind::Function => CompletionItemKind::FUNCTION,
            CandidateKind::Zone | CandidateKind::State | CandidateKind::Option => {
                CompletionItemKind::PROPERTY
            }
            CandidateKind::Value => CompletionItemKind::ENUM_MEMBER,
            CandidateKind::Thing => CompletionItemKind::CONSTANT,
            CandidateKind::Set => CompletionItemKind::CLASS,
        }),
        sort_text: Some(format!("{}{}{name}", u8::from(!candidate.fits), rank(candidate.kind))),
        detail: Some(candidate.detail),
        documentation: vocabulary::find(&name).map(|word| Documentation::String(word.doc.to_owned())),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, name.clone()))),
        label: name,
        ..CompletionItem::default()
    };
    found.into_iter().map(item).collect()
}

/// Returns the candidates at a marker that was written in the place of the name at a byte.
fn candidates(package: &OpenPackage, id: FileId, start: usize, text: &str) -> BTreeMap<String, Candidate> {
    let checked = package.checked_with(id, text);
    let Some(info) = checked.editor_info else { return BTreeMap::new() };
    let is_around = |span: &Span| span.file == id && (span.first_byte()) < start && start < span.end_byte();
    if info.type_strings.iter().any(is_around) {
        return type_candidates(&checked.symbols);
    }
    info.candidates
}

/// Returns whether a byte is between the `{{` and `}}` of a text, or after a `{{` without `}}` on its line.
fn in_hole(file: &SourceFile, offset: usize) -> bool {
    let line = &file.text[file.line_range(file.line_of(offset)).start..offset];
    line.rfind("{{") > line.rfind("}}")
}

/// Returns a rest of the line with which the code up to a place parses: brackets are closed, a block and a
/// string continue.
fn without_rest(before: &str, after: &str) -> String {
    let mut open = Vec::new();
    for (at, c) in before.char_indices() {
        match c {
            '(' => open.push((at, ')')),
            '[' => open.push((at, ']')),
            ')' | ']' => {
                open.pop();
            }
            _ => {}
        }
    }
    // Excludes those of the declaration's header, and of the arrays that contain the code.
    let begins = before.rfind(['"', '\'']).unwrap_or(0);
    let closers: String =
        open.into_iter().filter(|(at, _)| *at >= begins).map(|(_, closer)| closer).rev().collect();
    let code_ends = after.rfind(['"', '\'']);
    let words = before.rsplit('\n').next().unwrap_or_default().trim_start();
    // The actions of an `act`, or the elements of a set: a block begins on a line of its own.
    if let Some((_, list)) = words.rsplit_once("from {")
        && !list.contains('}')
    {
        return format!("{closers}}}{}", code_ends.map_or("", |at| &after[at..]));
    }
    let opens = ["if ", "else if ", "} else if ", "while ", "for each ", "repeat "]
        .iter()
        .any(|word| words.starts_with(word));
    if opens && !words.contains('{') && code_ends.is_none() {
        return format!("{closers} {{{}", if after.contains('{') { "" } else { "}" });
    }
    // A type that no value follows yet.
    if words.starts_with("let ") && words.contains(':') && !words.contains('=') {
        return format!(" = 0{}", code_ends.map_or("", |at| &after[at..]));
    }
    let block = if after[..code_ends.unwrap_or(after.len())].trim_end().ends_with('{') { " {" } else { "" };
    format!("{closers}{block}{}", code_ends.map_or("", |at| &after[at..]))
}

/// Returns the sort key of a kind of candidate.
fn rank(kind: CandidateKind) -> u8 {
    match kind {
        CandidateKind::Variable => 0,
        CandidateKind::Member => 1,
        CandidateKind::State | CandidateKind::Zone | CandidateKind::Option => 2,
        CandidateKind::Set | CandidateKind::Value => 3,
        CandidateKind::Function => 4,
        CandidateKind::Thing => 5,
    }
}
