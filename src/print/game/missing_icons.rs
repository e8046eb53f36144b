//! Warnings of icons that are missing, with the place that asks for them.

use crate::diagnostics::Diagnostic;
use crate::ir::{FileTextId, Ir, ToIndex};
use crate::place::{FileId, Span, TextRange};
use crate::print::game::data::WordLooks;
use crate::print::game::places::at;

/// Warns of an icon that is missing: at its line of `[icons]`, or where one of the texts that may ask for it
/// does so, or else at the first text in any file.
pub fn missing_icon(ir: &Ir, words: &WordLooks, word: &str, asked_by: &str, texts: &[Span]) -> Diagnostic {
    let d = words.missing_icon(word, asked_by);
    let alias = ir.print.icons.iter().position(|(of, _)| of == word);
    if let Some(place) = alias.and_then(|alias| ir.print.icon_places.get(alias)) {
        return at(ir, *place, d);
    }
    let in_texts = texts.iter().find_map(|text| in_braces(ir, word, *text));
    let anywhere = || {
        let mut files = (0_u32..).zip(&ir.files);
        files.find_map(|(file, of)| in_braces(ir, word, Span::new(FileId(file), 0, of.text.len())))
    };
    match in_texts.or_else(anywhere) {
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
        return missing_icon(ir, words, word, asked_by, &[]);
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
    missing.for_each(|(word, _)| add_new(missing_icon(ir, words, word, "", &[]), found));
}

/// Adds a warning, unless its place has been reported.
pub fn add_new(d: Diagnostic, found: &mut Vec<Diagnostic>) {
    let place = |d: &Diagnostic| (d.code, d.labels.first().map(|label| label.span));
    if !found.iter().any(|other| place(other) == place(&d)) {
        found.push(d);
    }
}

/// Returns the text and the flavour of a card in the author's files.
pub fn texts_of_card(ir: &Ir, id: &str) -> Vec<Span> {
    let places = ir.names.id_where(|name| name.id == id).and_then(|name| ir.print.text_places.get(&name));
    let spans = places.into_iter().flatten().filter_map(|place| ir.places.find(*place));
    spans.map(|place| Span::new(FileId(place.file.0), place.start.index(), place.end.index())).collect()
}

/// Returns the first place in a part of a file of a word in braces, alone or after an amount: `{coin}`,
/// `{2 coin}`.
fn in_braces(ir: &Ir, word: &str, within: Span) -> Option<Span> {
    let end = format!("{word}}}");
    let begins = |before: &str| {
        let inside = before.rsplit('{').next().filter(|inside| inside.len() < before.len());
        inside.is_some_and(|amount| amount.is_empty() || amount.ends_with(' ') && amount.len() < 6)
    };
    let text = ir.files.find(FileTextId(within.file.0))?.text.get(within.bytes())?;
    let (from, _) = text.match_indices(&end).find(|(from, _)| begins(&text[..*from]))?;
    let from = within.bytes().start + from;
    Some(Span::new(within.file, from, from + word.len()))
}
