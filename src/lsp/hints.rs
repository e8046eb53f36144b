//! Inlay hints: the types of variables, and the sentences that are made of rules.

use crate::place::TextRange;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, Range};

use super::editor_client::EditorClient;
use super::packages::{Analysis, OpenPackage};
use crate::package::FileRole;
use crate::place::FileId;
use crate::source::{TomlEntry, parse_toml};

/// Returns the types of variables that statements declare without one, in a range of a file; with
/// `sentences`, also the generated texts of cards.
pub fn inlay_hints(
    package: &mut OpenPackage,
    id: FileId,
    range: Range,
    sentences: bool,
    client: EditorClient,
) -> Vec<InlayHint> {
    let (package, analysis) = package.analysed();
    let file = package.sources().file(id);
    let Some(info) = &analysis.checked.editor_info else { return Vec::new() };
    let mut declared: Vec<_> =
        info.declared.iter().filter(|(span, _)| span.file == id && span.end > span.start).collect();
    declared.sort_by_key(|(span, _)| (span.start, span.end));
    // Code that is checked for several cards may have a type for each.
    declared.dedup_by_key(|(span, _)| *span);
    let hint = |(span, ty): &(crate::place::Span, crate::check::Ty)| {
        let position = client.encoding.position(file, span.end_byte());
        let rest = file.text.get((span.end_byte())..)?;
        let is_asked = range.start <= position && position <= range.end;
        // `let x: int = …` says its type.
        (is_asked && !rest.trim_start().starts_with(':')).then(|| InlayHint {
            position,
            label: InlayHintLabel::String(format!(": {}", ty.show(&analysis.checked.symbols))),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: None,
            padding_left: None,
            padding_right: None,
            data: None,
        })
    };
    let mut hints: Vec<InlayHint> = declared.into_iter().filter_map(hint).collect();
    if sentences {
        hints.extend(printed_sentences(package, analysis, id, range, client));
    }
    hints
}

/// Returns the generated texts of cards without one of their own, to be shown after the headers of the cards.
fn printed_sentences(
    package: &OpenPackage,
    analysis: &Analysis,
    id: FileId,
    range: Range,
    client: EditorClient,
) -> Vec<InlayHint> {
    if package.role(id) != Some(FileRole::Cards) {
        return Vec::new();
    }
    let file = package.sources().file(id);
    let (root, _) = parse_toml(package.sources(), id);
    let Some(cards) = root.get("cards").and_then(|cards| cards.as_table()) else { return Vec::new() };
    let hint = |card: &TomlEntry| {
        let position = client.encoding.position(file, card.value.span.end_byte());
        let has_text = card.value.as_table()?.entry("text").is_some();
        let name = analysis.checked.symbols.names.iter().find(|name| name.id == card.key)?;
        let is_asked = range.start <= position && position <= range.end;
        (is_asked && !has_text && !name.text.is_empty()).then(|| InlayHint {
            position,
            label: InlayHintLabel::String(name.text.replace('\n', " ")),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    };
    cards.entries.iter().filter_map(hint).collect()
}
