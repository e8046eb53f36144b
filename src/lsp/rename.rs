//! Renaming what a package declares, wherever it is named; refused if the package would not be what it was.

use std::collections::BTreeMap;

use lsp_types::{TextEdit, Uri, WorkspaceEdit};

use super::names::{Word, uses};
use super::packages::Loaded;
use super::places::Encoding;
use crate::diagnostics::{Severity, list};
use crate::place::{FileId, Span};

/// Returns the edits that give what is named at a byte another name.
///
/// # Errors
/// Why it cannot be called so: a sentence for the author.
pub fn rename(
    loaded: &mut Loaded,
    id: FileId,
    offset: usize,
    new: &str,
    encoding: Encoding,
) -> Result<WorkspaceEdit, String> {
    let word = Word::at(id, loaded.sources().file(id), offset).ok_or("there is no name here")?;
    let name = word.text.clone();
    let (loaded, meaning) = loaded.with_meaning();
    let mut declared: Vec<Span> = meaning.declarations.named(&name).map(|declaration| declaration.span).collect();
    declared.sort_by_key(|span| (span.file, span.start));
    declared.dedup();
    match declared.len() {
        0 => return Err(format!("this package declares nothing called `{name}`")),
        1 => {}
        _ => {
            let sorts: Vec<String> = meaning
                .declarations
                .named(&name)
                .map(|d| format!("{}{}", d.sort.name(), d.of.as_ref().map_or(String::new(), |of| format!(" of {of}"))))
                .collect();
            return Err(format!("several things are called `{name}`: {}", sorts.join(", ")));
        }
    }
    if let Some(other) = meaning.declarations.named(new).next() {
        return Err(format!("there is a {} `{new}` already", other.sort.name()));
    }
    let is_id = new.starts_with(|c: char| c.is_ascii_lowercase())
        && new.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !is_id {
        return Err(format!("`{new}` is not an id: a–z, 0–9 and `_`, with a letter first"));
    }
    let mut places: BTreeMap<FileId, Vec<Span>> = BTreeMap::new();
    for span in uses(loaded, &name) {
        places.entry(span.file).or_default().push(span);
    }
    let texts = places.iter().map(|(file, spans)| {
        let mut text = loaded.sources().file(*file).text.clone();
        for span in spans.iter().rev() {
            text.replace_range(span.start as usize..span.end as usize, new);
        }
        (*file, text)
    });
    let before = errors(loaded, &[]);
    let texts: Vec<(FileId, String)> = texts.collect();
    if let Some(why) = errors(loaded, &texts).into_iter().find(|error| !before.contains(error)) {
        return Err(format!("it would be an error: {why}"));
    }
    let edits = |spans: &[Span]| {
        let edit = |span: &Span| {
            let file = loaded.sources().file(span.file);
            TextEdit::new(encoding.range(file, span.start as usize, span.end as usize), new.to_owned())
        };
        spans.iter().map(edit).collect::<Vec<TextEdit>>()
    };
    let mut changes: Vec<(Uri, Vec<TextEdit>)> = Vec::new();
    for (file, spans) in &places {
        let name = &loaded.sources().file(*file).name;
        let uri = loaded.uri(*file).ok_or_else(|| format!("{} cannot be written", list(&[name])))?;
        changes.push((uri, edits(spans)));
    }
    Ok(WorkspaceEdit::new(changes.into_iter().collect()))
}

/// Returns the errors of a package with other texts, without their places, which an edit moves.
fn errors(loaded: &Loaded, texts: &[(FileId, String)]) -> Vec<String> {
    let found = loaded.diagnostics_with(texts).into_iter().filter(|d| d.severity == Severity::Error);
    found.map(|d| d.message).collect()
}
