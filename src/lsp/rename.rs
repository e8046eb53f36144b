//! Renaming of declarations. It is refused unless the rules compile to the same code afterwards, apart from
//! the name.

mod checks;
mod edits;
mod variables;

pub use edits::{Edits, workspace_edit};

use crate::place::TextRange;

use super::declarations::{Declaration, DeclarationKind};
use super::editor_client::EditorClient;
use super::names::{NameAtCursor, id_range, occurrences};
use super::packages::{Analysis, OpenPackage};
use crate::diagnostics::with_article;
use crate::place::{FileId, Span};
use checks::{Renaming, is_id, is_the_same};
use edits::add_edits;

/// Adds the edits that rename the item at a byte.
///
/// # Errors
/// Why it cannot be called so: a sentence for the author.
pub fn rename(
    package: &mut OpenPackage,
    id: FileId,
    offset: usize,
    new: &str,
    client: EditorClient,
    edits: &mut Edits,
) -> Result<(), String> {
    let word = NameAtCursor::at(id, package.sources().file(id), offset).ok_or("there is no name here")?;
    let (package, analysis) = package.analysed();
    if variables::is_variable(package, analysis, &word) {
        return variables::rename(package, analysis, &word, new, client, edits);
    }
    let name = word.text.as_str();
    is_unique(&word, analysis)?;
    if let Some(other) = analysis.declarations.declarations_named(new).next() {
        return Err(format!("there is {} `{new}` already", with_article(other.kind.name())));
    }
    is_id(new)?;
    is_in_no_face(package, name)?;
    let mut texts: Vec<(FileId, String)> = Vec::new();
    let places = occurrences(package, name);
    for span in places.iter().rev() {
        if texts.last().is_none_or(|(file, _)| *file != span.file) {
            texts.push((span.file, package.sources().file(span.file).text.clone()));
        }
        if let Some((_, text)) = texts.last_mut() {
            text.replace_range((span.first_byte())..span.end_byte(), new);
        }
    }
    let (before, after) = (package.opened_with(&[]), package.opened_with(&texts));
    is_the_same(&before, &after, Renaming { places: &places, new }, |old, new| old.code == new.code)?;
    add_edits(package, &places, new, client, edits)
}

/// Returns the name at a byte, if it can be renamed.
///
/// # Errors
/// Why it cannot be: a sentence for the author.
pub fn renameable(package: &mut OpenPackage, id: FileId, offset: usize) -> Result<Span, String> {
    let word = NameAtCursor::at(id, package.sources().file(id), offset).ok_or("there is no name here")?;
    let (package, analysis) = package.analysed();
    if variables::is_variable(package, analysis, &word) {
        return variables::occurrences(package, analysis, &word).map(|_| word.span);
    }
    is_unique(&word, analysis)?;
    is_in_no_face(package, &word.text)?;
    Ok(word.span)
}

/// Checks that a word is the name of only one thing, and that this occurrence of the word names it.
fn is_unique(word: &NameAtCursor, analysis: &Analysis) -> Result<(), String> {
    let name = word.text.as_str();
    let declared: Vec<&Declaration> = analysis.declarations.declarations_named(name).collect();
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
    Ok(())
}

fn is_in_no_face(package: &OpenPackage, name: &str) -> Result<(), String> {
    match package.faces().find(|face| names_it(&face.text, name)) {
        Some(face) => Err(format!("the face `{}` names it, and faces are not edited", face.package_path)),
        None => Ok(()),
    }
}

/// Returns whether a template has a name as a whole word, between `{{` and `}}` or `{%` and `%}`.
fn names_it(template: &str, name: &str) -> bool {
    let mut rest = template;
    while let Some(open) = rest.find("{{").into_iter().chain(rest.find("{%")).min() {
        let close = if rest[open..].starts_with("{{") { "}}" } else { "%}" };
        let inside = &rest[open + 2..];
        let end = inside.find(close).unwrap_or(inside.len());
        let inside = &inside[..end];
        if inside.match_indices(name).any(|(at, _)| id_range(inside, at) == (at..at + name.len())) {
            return true;
        }
        rest = &rest[open + 2 + end..];
    }
    false
}
