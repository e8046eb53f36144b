//! Code actions: quick fixes of diagnostics, and changes that an author asks for at a place.

use std::collections::BTreeMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::Value;

use super::declarations::DeclarationKind;
use super::diagnostics::{REPLACEMENT, UNCHECKED};
use super::documents::Client;
use super::packages::OpenPackage;
use super::places::place_at;
use super::strings::{code_of, contents, is_plain};
use crate::diagnostics::Severity;
use crate::package::Role;
use crate::place::{FileId, SourceFile, Span};
use crate::source::{self, Entry, Table, parse_toml};
use crate::syntax::{CodeForm, TokenClass, token_classes};

/// A selection in a file of a package.
#[derive(Clone, Copy)]
pub struct Selection<'u> {
    /// The file.
    pub file: FileId,
    /// Its URI, as the editor has it.
    pub uri: &'u Uri,
    /// Its first byte, and the byte after its last.
    pub bytes: (usize, usize),
}

/// A replacement of bytes of a file.
type Change = (FileId, std::ops::Range<usize>, String);

/// Returns the quick fixes of diagnostics that the editor shows.
pub fn quick_fixes(
    package: &OpenPackage,
    at: Selection,
    shown: Vec<Diagnostic>,
    client: Client,
) -> Vec<CodeActionOrCommand> {
    let mut found = Vec::new();
    for diagnostic in shown {
        let data = diagnostic.data.as_ref();
        let action = if let Some(word) = data.and_then(|data| data.get(REPLACEMENT)).and_then(Value::as_str) {
            let edits = vec![TextEdit::new(diagnostic.range, word.to_owned())];
            Some((format!("Write `{word}`"), WorkspaceEdit::new([(at.uri.clone(), edits)].into_iter().collect()), true))
        } else if let Some(words) = data.and_then(|data| data.get(UNCHECKED)).and_then(Value::as_str) {
            accepted(package, at.file, diagnostic.range.start, words, client)
                .map(|edit| ("Accept the text for this rule".to_owned(), edit, false))
        } else {
            None
        };
        let Some((title, edit, preferred)) = action else { continue };
        found.push(CodeActionOrCommand::CodeAction(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic]),
            edit: Some(edit),
            is_preferred: Some(preferred),
            ..CodeAction::default()
        }));
    }
    found
}

/// Adds words to the key `unchecked` beside a text.
fn accepted(package: &OpenPackage, id: FileId, at: Position, words: &str, client: Client) -> Option<WorkspaceEdit> {
    let file = package.sources().file(id);
    let offset = client.encoding.offset(file, at);
    let place = place_at(&file.text, offset)?;
    let (root, _) = parse_toml(package.sources(), id);
    // `cards.badger.text`, or a place in the rule beside it.
    let owner = table_at(&root, place.path.get(..2)?)?;
    let text = owner.entry("text")?;
    let change = match owner.entry("unchecked").map(|entry| &entry.value) {
        Some(list) => {
            let source::Value::Array(items) = &list.value else { return None };
            let end = items.last().map_or(list.span.start as usize + 1, |last| last.span.end as usize);
            (id, end..end, format!("{}{words}", if items.is_empty() { "" } else { ", " }))
        }
        None => beside(file, text, &format!("unchecked = [{words}]"), id),
    };
    edit_of(package, vec![change], client)
}

/// Writes a key after another one: on a line of its own, or in the same inline table.
fn beside(file: &SourceFile, entry: &Entry, written: &str, id: FileId) -> Change {
    let start = entry.key_span.start as usize;
    let line = file.line_range(file.line_of(start)).start;
    let end = entry.value.span.end as usize;
    if file.text[line..start].trim().is_empty() {
        let end = file.line_range(file.line_of(end)).end;
        (id, end..end, format!("\n{written}"))
    } else {
        (id, end..end, format!(", {written}"))
    }
}

/// Returns the table at a path.
fn table_at<'t>(root: &'t Table, path: &[String]) -> Option<&'t Table> {
    path.iter().try_fold(root, |table, key| match &table.entry(key)?.value.value {
        source::Value::Table(table) => Some(table),
        _ => None,
    })
}

/// Returns the changes that can be made at a selection. Each leaves a package without errors.
pub fn refactorings(package: &mut OpenPackage, at: Selection, client: Client) -> Vec<CodeActionOrCommand> {
    let all = [
        (CodeActionKind::REFACTOR_EXTRACT, "Make this number an option", option(package, at)),
        (CodeActionKind::REFACTOR_EXTRACT, "Extract a function", function(package, at)),
        (CodeActionKind::REFACTOR_REWRITE, "Write the text from the rule", text_of_rule(package, at)),
    ];
    let action = |(kind, title, changes): (CodeActionKind, &str, Option<Vec<Change>>)| {
        let edit = edit_of(package, changes?, client)?;
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: title.to_owned(),
            kind: Some(kind),
            edit: Some(edit),
            ..CodeAction::default()
        }))
    };
    all.into_iter().filter_map(action).collect()
}

/// Makes the selected number of some code an option of the game.
fn option(package: &mut OpenPackage, at: Selection) -> Option<Vec<Change>> {
    let package = &*package;
    let file = package.sources().file(at.file);
    let is_around = |(span, form): &(Span, CodeForm)| *form != CodeForm::Type && is_within(file, *span, at.bytes);
    let (inside, _) = code_of(package, at.file).into_iter().find(is_around)?;
    let from = contents(file, inside);
    let tokens = token_classes(file.text.get(from.clone())?);
    let number = |(bytes, class): (std::ops::Range<usize>, TokenClass)| {
        let bytes = from.start + bytes.start..from.start + bytes.end;
        let is_selected = bytes.start <= at.bytes.0 && at.bytes.1 <= bytes.end && class == TokenClass::Number;
        is_selected.then_some(bytes)
    };
    let bytes = tokens.into_iter().find_map(number)?;
    let value: i64 = file.text.get(bytes.clone())?.parse().ok().filter(|value| *value <= 1000)?;
    let name = free_name("number", package);
    let most = (2 * value).max(9);
    let declared = format!("[options.{name}]\nrange = [0, {most}]\ndefault = {value}\ntext = \"How many\"\n");
    checked(package, vec![(at.file, bytes, name), appended(package, at.file, &declared)?])
}

/// Makes the selected expression a function.
fn function(package: &mut OpenPackage, at: Selection) -> Option<Vec<Change>> {
    let (package, analysis) = package.analysed();
    let file = package.sources().file(at.file);
    let selected = file.text.get(at.bytes.0..at.bytes.1)?;
    let start = at.bytes.0 + (selected.len() - selected.trim_start().len());
    let end = start + selected.trim().len();
    if start >= end || !code_of(package, at.file).into_iter().any(|(span, _)| is_within(file, span, (start, end))) {
        return None;
    }
    let info = analysis.checked.editor_info.as_ref()?;
    let world = &analysis.checked.world;
    let type_of = |span: Span| info.types.iter().find(|(of, _)| *of == span).map(|(_, ty)| ty.show(world));
    let returns = type_of(Span::new(at.file, start, end))?;
    // `it`, and elements named with `in`, may be of a set inside the selection.
    let is_element = |span: &Span| package.sources().text(*span) == "it";
    let has_sets = |word: &str| {
        token_classes(&file.text[start..end]).into_iter().any(|(at, _)| &file.text[start..end][at] == word)
    };
    // Its variables become parameters, in the order in which they are named.
    let is_inside = |span: &&Span| span.file == at.file && start <= span.start as usize && span.end as usize <= end;
    let mut variables: Vec<Span> = info.variables.iter().filter(is_inside).copied().collect();
    variables.sort_by_key(|span| span.start);
    // A name that several things have may mean another one outside.
    let is_type = |kind| matches!(kind, DeclarationKind::Enum | DeclarationKind::Kind | DeclarationKind::Die);
    let is_ambiguous = |(bytes, class): &(std::ops::Range<usize>, TokenClass)| {
        let selected = &file.text[start..end];
        let is_member = selected[..bytes.start].ends_with('.');
        let things = analysis
            .declarations
            .named(&selected[bytes.clone()])
            .filter(|one| !is_type(one.kind) && !one.kind.is_of_files());
        *class == TokenClass::Name && !is_member && things.count() > 1
    };
    if token_classes(&file.text[start..end]).iter().any(is_ambiguous) {
        return None;
    }
    if variables.iter().any(is_element) && (has_sets("where") || file.text[start..end].contains('(')) || has_sets("in")
    {
        return None;
    }
    let mut params: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    let mut code = file.text[start..end].to_owned();
    for span in &variables {
        let name = package.sources().text(*span);
        let next = params.len();
        params.entry(name).or_insert((next, type_of(*span)?));
    }
    for span in variables.iter().rev().filter(|span| package.sources().text(**span) == "it") {
        code.replace_range(span.start as usize - start..span.end as usize - start, "one");
    }
    let mut ordered: Vec<(&str, (usize, String))> = params.into_iter().collect();
    ordered.sort_by_key(|(_, (at, _))| *at);
    let name = free_name("extracted", package);
    let arguments: Vec<&str> = ordered.iter().map(|(name, _)| *name).collect();
    let call = if arguments.is_empty() { format!("{name}()") } else { format!("{name}({})", arguments.join(", ")) };
    let param =
        |(name, (_, ty)): &(&str, (usize, String))| format!("{} = \"{ty}\"", if *name == "it" { "one" } else { name });
    let params: Vec<String> = ordered.iter().map(param).collect();
    let params = if params.is_empty() { String::new() } else { format!("params  = {{ {} }}\n", params.join(", ")) };
    let code = toml_string(&code);
    let declared = format!("[functions.{name}]\n{params}returns = \"{returns}\"\ncode    = {code}\n");
    checked(package, vec![(at.file, start..end, call), appended(package, at.file, &declared)?])
}

/// Writes what the rules of a card say into its text.
fn text_of_rule(package: &mut OpenPackage, at: Selection) -> Option<Vec<Change>> {
    let file = package.sources().file(at.file);
    let line = file.line_range(file.line_of(at.bytes.0));
    let written = file.text[line.clone()].trim_start();
    if package.role(at.file) != Some(Role::Cards) || !(written.starts_with('[') || written.starts_with("text")) {
        return None;
    }
    let (root, _) = parse_toml(package.sources(), at.file);
    let source::Value::Table(cards) = &root.entry("cards")?.value.value else { return None };
    let is_here = |entry: &&Entry| {
        let source::Value::Table(card) = &entry.value.value else { return false };
        let text = card.entry("text").map(|text| text.key_span.start as usize);
        let header = entry.value.span.start as usize;
        line.contains(&header) || text.is_some_and(|text| line.contains(&text))
    };
    let card = cards.entries.iter().find(is_here)?;
    let source::Value::Table(of) = &card.value.value else { return None };
    let header = file.line_range(file.line_of(card.value.span.start as usize));
    if !file.text[header.clone()].trim_start().starts_with('[') {
        return None;
    }
    let before = of.entry("text").map(|text| (text, text.key_span.start as usize..text.value.span.end as usize));
    let mut without = file.text.clone();
    if let Some((_, range)) = &before {
        without.replace_range(range.clone(), "");
    }
    let opened = package.compiled_with(&[(at.file, without)]);
    let game = opened.game?;
    let text = game.ir.names.iter().find(|name| name.id == card.key).map(|name| name.text.clone())?;
    let old = before.as_ref().and_then(|(text, _)| text.value.as_text()).map(|text| text.value.as_str());
    if text.is_empty() || old == Some(text.as_str()) {
        return None;
    }
    let written = toml_string(&text);
    let change = match before {
        Some((text, _)) => (at.file, text.value.span.start as usize..text.value.span.end as usize, written),
        None => (at.file, header.end..header.end, format!("\ntext = {written}")),
    };
    checked(package, vec![change])
}

/// Whether bytes lie inside a code string without escapes.
fn is_within(file: &SourceFile, span: Span, bytes: (usize, usize)) -> bool {
    let inside = contents(file, span);
    is_plain(file, span) && inside.start <= bytes.0 && bytes.1 <= inside.end
}

/// Returns the first name that stands nowhere in the package: `number`, `number_2`, …
fn free_name(stem: &str, package: &OpenPackage) -> String {
    // A variable would hide a declaration of the same name.
    let is_free = |name: &str| package.sources().files().all(|(_, file)| !file.text.contains(name));
    if is_free(stem) {
        return stem.to_owned();
    }
    (2..).map(|n| format!("{stem}_{n}")).find(|name| is_free(name)).unwrap_or_else(|| stem.to_owned())
}

/// Writes a string as TOML has it.
fn toml_string(text: &str) -> String {
    if text.contains('\n') && !text.contains("'''") {
        return format!("'''\n{text}\n'''");
    }
    toml_edit::Value::from(text).to_string()
}

/// Appends a declaration to a file of rules, else to `game.toml`.
fn appended(package: &OpenPackage, id: FileId, declared: &str) -> Option<Change> {
    let id = match package.role(id)? {
        Role::Game | Role::Rules => id,
        _ => package.game_file()?,
    };
    let text = &package.sources().file(id).text;
    let space = if text.ends_with('\n') { "\n" } else { "\n\n" };
    Some((id, text.len()..text.len(), format!("{space}{declared}")))
}

/// Returns changes if the package has no errors after them.
fn checked(package: &OpenPackage, changes: Vec<Change>) -> Option<Vec<Change>> {
    let mut texts: BTreeMap<FileId, String> = BTreeMap::new();
    let mut backwards: Vec<&Change> = changes.iter().collect();
    backwards.sort_by_key(|(_, bytes, _)| std::cmp::Reverse(bytes.start));
    for (file, bytes, written) in backwards {
        let text = texts.entry(*file).or_insert_with(|| package.sources().file(*file).text.clone());
        text.replace_range(bytes.clone(), written);
    }
    let texts: Vec<(FileId, String)> = texts.into_iter().collect();
    let after = package.compiled_with(&texts);
    let is_right = after.game.is_some() && after.diagnostics.iter().all(|d| d.severity != Severity::Error);
    is_right.then_some(changes)
}

/// Returns changes as the protocol has them.
fn edit_of(package: &OpenPackage, changes: Vec<Change>, client: Client) -> Option<WorkspaceEdit> {
    let mut edits: super::rename::Edits = BTreeMap::new();
    for (id, bytes, written) in changes {
        let file = package.sources().file(id);
        let uri = client.uri(package, id)?;
        let range: Range = client.encoding.range(file, bytes.start, bytes.end);
        let (_, of_file) = edits.entry(uri.as_str().to_owned()).or_insert_with(|| (uri, Vec::new()));
        let written = if file.text.contains("\r\n") { written.replace('\n', "\r\n") } else { written };
        of_file.push(TextEdit::new(range, written));
    }
    Some(super::rename::workspace_edit(edits))
}
