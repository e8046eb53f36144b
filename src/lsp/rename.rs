//! Renaming what a package declares. It is refused unless the rules are, but for the name, the same code afterwards.

use std::collections::BTreeMap;

use lsp_types::{TextEdit, Uri, WorkspaceEdit};

use super::declarations::{Declaration, DeclarationKind};
use super::documents::Client;
use super::names::{NameAtCursor, id_range, occurrences};
use super::packages::OpenPackage;
use crate::compile::Opened;
use crate::diagnostics::{Severity, with_article};
use crate::place::FileId;

/// The edits of a renaming, by file.
pub type Edits = BTreeMap<String, (Uri, Vec<TextEdit>)>;

/// Adds the edits that give what is named at a byte another name.
///
/// # Errors
/// Why it cannot be called so: a sentence for the author.
pub fn rename(
    package: &mut OpenPackage,
    id: FileId,
    offset: usize,
    new: &str,
    client: Client,
    edits: &mut Edits,
) -> Result<(), String> {
    let word = NameAtCursor::at(id, package.sources().file(id), offset).ok_or("there is no name here")?;
    let name = word.text.as_str();
    let (package, analysis) = package.analysed();
    let declared: Vec<&Declaration> = analysis.declarations.named(name).collect();
    match declared[..] {
        [] => return Err(format!("this package declares nothing called `{name}`")),
        [one] if matches!(one.kind, DeclarationKind::Scenario | DeclarationKind::Deck) => {
            return Err(format!("`{name}` is the name of a file"));
        }
        [_] if word.declarations(analysis).is_empty() => return Err(format!("`{name}` is a variable here")),
        [_] => {}
        _ => {
            let of = |d: &Declaration| d.of.as_ref().map_or(String::new(), |of| format!(" of {of}"));
            let kinds: Vec<String> = declared.iter().map(|d| format!("{}{}", d.kind.name(), of(d))).collect();
            return Err(format!("several things are called `{name}`: {}", kinds.join(", ")));
        }
    }
    if let Some(other) = analysis.declarations.named(new).next() {
        return Err(format!("there is {} `{new}` already", with_article(other.kind.name())));
    }
    let is_id = new.starts_with(|c: char| c.is_ascii_lowercase())
        && new.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !is_id {
        return Err(format!("`{new}` is not an id: a–z, 0–9 and `_`, with a letter first"));
    }
    if let Some(face) = package.faces().find(|face| names_it(&face.text, name)) {
        return Err(format!("the face `{}` names it, and faces are not edited", face.package_path));
    }
    let mut texts: Vec<(FileId, String)> = Vec::new();
    for span in occurrences(package, name).into_iter().rev() {
        if texts.last().is_none_or(|(file, _)| *file != span.file) {
            texts.push((span.file, package.sources().file(span.file).text.clone()));
        }
        if let Some((_, text)) = texts.last_mut() {
            text.replace_range(span.start as usize..span.end as usize, new);
        }
    }
    is_the_same(&package.opened_with(&[]), &package.opened_with(&texts))?;
    for span in occurrences(package, name) {
        let file = package.sources().file(span.file);
        let uri = client.uri(package, span.file).ok_or_else(|| format!("`{}` cannot be written", file.name))?;
        let (_, of_file) = edits.entry(uri.as_str().to_owned()).or_insert_with(|| (uri, Vec::new()));
        let edit = TextEdit::new(client.range(package, span), new.to_owned());
        // A file may belong to several packages.
        if !of_file.contains(&edit) {
            of_file.push(edit);
        }
    }
    Ok(())
}

/// Returns the edits as the protocol has them.
pub fn workspace_edit(edits: Edits) -> WorkspaceEdit {
    WorkspaceEdit::new(edits.into_values().collect())
}

/// Whether a name stands in a text as a whole word.
fn names_it(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| id_range(text, at) == (at..at + name.len()))
}

/// Whether a package compiles to the same code as before, and has no more errors.
fn is_the_same(before: &Opened, after: &Opened) -> Result<(), String> {
    let errors = |opened: &Opened| opened.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let (Some(old), Some(new)) = (&before.game, &after.game) else {
        let first = after.diagnostics.iter().find(|d| d.severity == Severity::Error);
        return Err(match (&before.game, first) {
            (Some(_), Some(error)) => format!("it would be an error: {}", error.message),
            _ => "the package has errors: mend them first".to_owned(),
        });
    };
    if errors(after) > errors(before) {
        let known: Vec<&str> = before.diagnostics.iter().map(|d| d.message.as_str()).collect();
        let more = after.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let more = more.map(|d| d.message.as_str()).find(|message| !known.contains(message));
        return Err(format!("it would be an error: {}", more.unwrap_or_default()));
    }
    if old.ir.code != new.ir.code {
        return Err("the rules would mean something else: something nearer has that name".to_owned());
    }
    Ok(())
}
