//! Declarations made of selected code: options and functions.

use crate::place::TextRange;
use std::collections::BTreeMap;

use super::super::declarations::DeclarationKind;
use super::super::packages::OpenPackage;
use super::super::strings::{code_of, contents, is_plain};
use super::edits::{EditorSelection, TextReplacement, toml_string};
use crate::package::FileRole;
use crate::place::{FileId, SourceFile, Span};
use crate::syntax::{CodeForm, TokenClass, token_classes};

/// Makes the selected number of some code an option of the game.
pub(super) fn option(package: &OpenPackage, at: EditorSelection) -> Option<Vec<TextReplacement>> {
    let file = package.sources().file(at.file);
    let is_around =
        |(span, form): &(Span, CodeForm)| *form != CodeForm::Type && is_within(file, *span, at.bytes);
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
    Some(vec![(at.file, bytes, name), appended(package, at.file, &declared)?])
}

/// Makes the selected expression a function.
pub(super) fn function(package: &mut OpenPackage, at: EditorSelection) -> Option<Vec<TextReplacement>> {
    let (package, analysis) = package.analysed();
    let file = package.sources().file(at.file);
    let selected = file.text.get(at.bytes.0..at.bytes.1)?;
    let start = at.bytes.0 + (selected.len() - selected.trim_start().len());
    let end = start + selected.trim().len();
    if start >= end
        || !code_of(package, at.file).into_iter().any(|(span, _)| is_within(file, span, (start, end)))
    {
        return None;
    }
    let info = analysis.checked.editor_info.as_ref()?;
    let symbols = &analysis.checked.symbols;
    let type_of = |span: Span| info.types.iter().find(|(of, _)| *of == span).map(|(_, ty)| ty.show(symbols));
    let returns = type_of(Span::new(at.file, start, end))?;
    // `it`, and elements named with `in`, may be of a set inside the selection.
    let is_element = |span: &Span| package.sources().text(*span) == "it";
    let has_sets = |word: &str| {
        token_classes(&file.text[start..end]).into_iter().any(|(at, _)| &file.text[start..end][at] == word)
    };
    // Its variables become parameters, in the order in which they are named.
    let is_inside =
        |span: &&Span| span.file == at.file && start <= span.first_byte() && (span.end_byte()) <= end;
    let mut variables: Vec<Span> = info.variables.iter().filter(is_inside).copied().collect();
    variables.sort_by_key(|span| span.start);
    // A name that several things have may mean another one outside.
    let is_type = |kind| matches!(kind, DeclarationKind::Enum | DeclarationKind::Kind | DeclarationKind::Die);
    let is_ambiguous = |(bytes, class): &(std::ops::Range<usize>, TokenClass)| {
        let selected = &file.text[start..end];
        let is_member = selected[..bytes.start].ends_with('.');
        let things = analysis
            .declarations
            .declarations_named(&selected[bytes.clone()])
            .filter(|one| !is_type(one.kind) && !one.kind.is_of_files());
        *class == TokenClass::Name && !is_member && things.count() > 1
    };
    if token_classes(&file.text[start..end]).iter().any(is_ambiguous) {
        return None;
    }
    if variables.iter().any(is_element) && (has_sets("where") || file.text[start..end].contains('('))
        || has_sets("in")
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
        code.replace_range(span.first_byte() - start..span.end_byte() - start, "one");
    }
    let mut ordered: Vec<(&str, (usize, String))> = params.into_iter().collect();
    ordered.sort_by_key(|(_, (at, _))| *at);
    let name = free_name("extracted", package);
    let arguments: Vec<&str> = ordered.iter().map(|(name, _)| *name).collect();
    let call =
        if arguments.is_empty() { format!("{name}()") } else { format!("{name}({})", arguments.join(", ")) };
    let param = |(name, (_, ty)): &(&str, (usize, String))| {
        format!("{} = \"{ty}\"", if *name == "it" { "one" } else { name })
    };
    let params: Vec<String> = ordered.iter().map(param).collect();
    let params =
        if params.is_empty() { String::new() } else { format!("params  = {{ {} }}\n", params.join(", ")) };
    let code = toml_string(&code);
    let declared = format!("[functions.{name}]\n{params}returns = \"{returns}\"\ncode    = {code}\n");
    Some(vec![(at.file, start..end, call), appended(package, at.file, &declared)?])
}

/// Returns whether bytes lie inside a code string without escapes.
fn is_within(file: &SourceFile, span: Span, bytes: (usize, usize)) -> bool {
    let inside = contents(file, span);
    is_plain(file, span) && inside.start <= bytes.0 && bytes.1 <= inside.end
}

/// Returns the first unused name in the package: `number`, `number_2`, …
fn free_name(stem: &str, package: &OpenPackage) -> String {
    // A variable would hide a declaration of the same name.
    let is_free = |name: &str| package.sources().files().all(|(_, file)| !file.text.contains(name));
    if is_free(stem) {
        return stem.to_owned();
    }
    (2..).map(|n| format!("{stem}_{n}")).find(|name| is_free(name)).unwrap_or_else(|| stem.to_owned())
}

/// Appends a declaration to a file of rules, else to `game.toml`.
fn appended(package: &OpenPackage, id: FileId, declared: &str) -> Option<TextReplacement> {
    let id = match package.role(id)? {
        FileRole::Game | FileRole::Rules => id,
        _ => package.game_file()?,
    };
    let text = &package.sources().file(id).text;
    let space = if text.ends_with('\n') { "\n" } else { "\n\n" };
    Some((id, text.len()..text.len(), format!("{space}{declared}")))
}
