//! Warnings of icons that are missing, with the place that asks for them.

use crate::diagnostics::Diagnostic;
use crate::ir::{FileTextId, Ir};
use crate::place::{FileId, Span};
use crate::print::game::data::WordLooks;
use crate::print::game::places::at;

/// Warns of an icon that is missing: at its line of `[icons]`, or at the first text that asks for it.
pub fn missing_icon(ir: &Ir, words: &WordLooks, word: &str, asked_by: &str) -> Diagnostic {
    let d = words.missing_icon(word, asked_by);
    let alias = ir.print.icons.iter().position(|(of, _)| of == word);
    if let Some(place) = alias.and_then(|alias| ir.print.icon_places.get(alias)) {
        return at(ir, *place, d);
    }
    match in_braces(ir, word) {
        Some(span) => d.at(span, ""),
        None => d,
    }
}

/// Warns of an icon that a template asks for: at its line of `[icons]`, or where the file of the template has
/// it in quotation marks.
pub fn in_template(
    ir: &Ir,
    words: &WordLooks,
    word: &str,
    asked_by: &str,
    file: Option<FileTextId>,
) -> Diagnostic {
    if ir.print.icons.iter().any(|(of, _)| of == word) {
        return missing_icon(ir, words, word, asked_by);
    }
    let d = words.missing_icon(word, asked_by);
    let Some(text) = file.and_then(|file| Some((file, &ir.files.find(file)?.text))) else { return d };
    let (file, text) = text;
    let quoted = [format!("\"{word}\""), format!("'{word}'")];
    match quoted.iter().find_map(|quoted| text.find(quoted)) {
        Some(from) => d.at(Span::new(FileId(file.0), from + 1, from + 1 + word.len()), ""),
        None => d.at(Span::new(FileId(file.0), 0, 0), ""),
    }
}

/// Warns of each icon of `[icons]` that does not exist, except at places that have been reported.
pub fn check_aliases(ir: &Ir, words: &WordLooks, found: &mut Vec<Diagnostic>) {
    let missing = ir.print.icons.iter().filter(|(word, _)| words.icon(word).is_none());
    let missing: Vec<Diagnostic> = missing.map(|(word, _)| missing_icon(ir, words, word, "")).collect();
    let place = |d: &Diagnostic| (d.code, d.labels.first().map(|label| label.span));
    for d in missing {
        if !found.iter().any(|other| place(other) == place(&d)) {
            found.push(d);
        }
    }
}

/// Returns the first place in the author's files of a word in braces, alone or after an amount: `{coin}`,
/// `{2 coin}`.
fn in_braces(ir: &Ir, word: &str) -> Option<Span> {
    let end = format!("{word}}}");
    let begins = |before: &str| {
        let inside = before.rsplit('{').next().filter(|inside| inside.len() < before.len());
        inside.is_some_and(|amount| amount.is_empty() || amount.ends_with(' ') && amount.len() < 6)
    };
    ir.files.iter().enumerate().find_map(|(number, file)| {
        let mut places = file.text.match_indices(&end);
        let (from, _) = places.find(|(from, _)| begins(&file.text[..*from]))?;
        Some(Span::new(FileId(number.try_into().ok()?), from, from + word.len()))
    })
}
