//! Answers about one place in a file: hover, definition, references; and lists of symbols.

use crate::place::TextRange;
use lsp_types::{
    DocumentSymbol, Hover, HoverContents, Location, MarkupContent, MarkupKind, NumberOrString,
    WorkspaceSymbol,
};

use super::declarations::{Declaration, DeclarationKind};
use super::editor_client::EditorClient;
use super::names::{NameAtCursor, occurrences};
use super::packages::{Analysis, OpenPackage};
use super::picture::card_picture;
use super::places::{TomlPosition, place_at};
use crate::diagnostics::codes;
use crate::place::{FileId, SourceFile, Span};
use crate::vocabulary;

/// Returns the type of the expression at a byte, its declarations, the explanation of a built-in word; for a
/// card, its printed data, with `pictures` as a picture, too.
pub fn hover(
    package: &mut OpenPackage,
    id: FileId,
    offset: usize,
    pictures: bool,
    client: EditorClient,
) -> Option<Hover> {
    let file = package.sources().file(id);
    let word = NameAtCursor::at(id, file, offset);
    let place = place_at(&file.text, offset);
    let pages = pages_at(package, id, offset, client);
    let (package, analysis) = package.analysed();
    let mut parts: Vec<String> = Vec::new();
    let typed = type_at(analysis, id, offset);
    if let Some((span, ty)) = &typed {
        let written = package.sources().text(*span);
        if !written.contains('\n') {
            parts.push(format!("```\n{written}: {ty}\n```"));
        }
    }
    let mut range = typed.map(|(span, _)| span);
    if let Some(word) = &word {
        range = Some(word.span);
        for declaration in word.declarations(analysis) {
            parts.push(described(declaration, package));
            let card = match declaration.kind {
                DeclarationKind::Card => Some(declaration.name.as_str()),
                // Before a card's rule: the sentence generated from it, or the text that replaces it.
                DeclarationKind::Slot => place.as_ref().and_then(card_of),
                _ => None,
            };
            parts.extend(card.and_then(|card| printed_text(analysis, card)));
            if pictures && declaration.kind == DeclarationKind::Card {
                parts.extend(card_picture(package, &declaration.name));
            }
        }
        if word.is_called
            && let Some(builtin) = vocabulary::find(&word.text)
        {
            parts.push(format!("`{}`: {}", builtin.forms.join("`, `"), builtin.doc));
        }
    }
    if parts.is_empty() && pages.is_empty() {
        return None;
    }
    if !parts.is_empty() && !pages.is_empty() {
        parts.push("---".to_owned());
    }
    parts.extend(pages);
    let contents =
        HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: parts.join("\n\n") });
    Some(Hover { contents, range: range.map(|span| client.range(package, span)) })
}

/// Returns the pages that explain the diagnostics at a byte. Not every editor shows the links of diagnostics.
fn pages_at(package: &OpenPackage, id: FileId, offset: usize, client: EditorClient) -> Vec<String> {
    let position = client.encoding.position(package.sources().file(id), offset);
    let shown = package.path(id).and_then(|path| package.found.get(path));
    let here = shown.into_iter().flatten().filter(|d| d.range.start <= position && position <= d.range.end);
    let mut codes: Vec<&str> = here
        .filter_map(|d| match &d.code {
            Some(NumberOrString::String(code)) => Some(code.as_str()),
            _ => None,
        })
        .collect();
    codes.dedup();
    let page = |code: &str| {
        let page = codes::find(code)?;
        Some(format!("**{}: {}**\n\n{}", page.code, page.title, page.text.trim()))
    };
    codes.into_iter().filter_map(page).collect()
}

/// Returns the id of the card that a place belongs to.
fn card_of(place: &TomlPosition) -> Option<&str> {
    match place.path.as_slice() {
        [cards, card, ..] if cards == "cards" => Some(card),
        _ => None,
    }
}

/// Returns the text that is printed on a card, written or made of its rules.
fn printed_text(analysis: &Analysis, card: &str) -> Option<String> {
    let info = analysis.checked.symbols.names.iter().find(|name| name.id == card)?;
    (!info.text.is_empty()).then(|| format!("> {}", info.text.replace('\n', "\n> ")))
}

/// Returns the smallest expression around a byte, with its type.
fn type_at(analysis: &Analysis, id: FileId, offset: usize) -> Option<(Span, String)> {
    let info = analysis.checked.editor_info.as_ref()?;
    let around = |span: &Span| span.file == id && (span.first_byte()) <= offset && offset <= span.end_byte();
    let all =
        info.types.iter().chain(&info.declared).filter(|(span, _)| around(span) && span.end > span.start);
    let (span, ty) = all.min_by_key(|(span, _)| span.end - span.start)?;
    Some((*span, ty.show(&analysis.checked.symbols)))
}

/// Describes a declaration in a line, with its comment below.
fn described(declaration: &Declaration, package: &OpenPackage) -> String {
    let of = declaration.of.as_ref().map_or(String::new(), |of| format!(" of `{of}`"));
    let detail =
        if declaration.detail.is_empty() { String::new() } else { format!(": {}", declaration.detail) };
    let mut text = format!("**{}** `{}`{of}{detail}", declaration.kind.name(), declaration.name);
    let comment = comment_of(package.sources().file(declaration.span.file), declaration.span.first_byte());
    if !comment.is_empty() {
        text.push_str("\n\n");
        text.push_str(&comment);
    }
    text
}

/// Returns the comment of a declaration: on its line, or on the lines directly above.
fn comment_of(file: &SourceFile, offset: usize) -> String {
    let line = file.line_of(offset);
    let text = |line: usize| &file.text[file.line_range(line)];
    // A `#` inside a string does not start a comment.
    let begins = |(at, _): &(usize, &str)| text(line)[..*at].matches('"').count() % 2 == 0;
    let beside =
        text(line).match_indices(" # ").find(begins).map(|(at, _)| text(line)[at + 3..].trim().to_owned());
    let above = (1..line).rev().map(text).take_while(|line| line.trim_start().starts_with('#'));
    let mut above: Vec<&str> = above.filter(|line| !line.starts_with("#:")).collect();
    above.reverse();
    let above =
        above.into_iter().map(|line| line.trim_start().trim_start_matches('#').trim()).map(str::to_owned);
    above.chain(beside).collect::<Vec<String>>().join("\n")
}

/// Returns where the name at a byte is declared.
pub fn definition(
    package: &mut OpenPackage,
    id: FileId,
    offset: usize,
    client: EditorClient,
) -> Vec<Location> {
    let Some(word) = NameAtCursor::at(id, package.sources().file(id), offset) else { return Vec::new() };
    let (package, analysis) = package.analysed();
    if let Some(span) = local_at(analysis, word.span) {
        return client.location(package, span).into_iter().collect();
    }
    let spans = word.declarations(analysis).into_iter().map(|declaration| declaration.span);
    spans.filter_map(|span| client.location(package, span)).collect()
}

/// Returns the declaration of the variable whose use or declaration has a span.
fn local_at(analysis: &Analysis, at: Span) -> Option<Span> {
    let info = analysis.checked.editor_info.as_ref()?;
    let of_use = info.local_uses.iter().find(|(span, _)| *span == at).map(|(_, declared)| *declared);
    of_use.or_else(|| info.declared.iter().map(|(span, _)| *span).find(|span| *span == at))
}

/// Returns where the name at a byte is used, if anything is declared by it.
pub fn references(
    package: &mut OpenPackage,
    id: FileId,
    offset: usize,
    with_declarations: bool,
    client: EditorClient,
) -> Vec<Location> {
    let Some(word) = NameAtCursor::at(id, package.sources().file(id), offset) else { return Vec::new() };
    let (package, analysis) = package.analysed();
    if let Some(declared) = local_at(analysis, word.span) {
        let info = analysis.checked.editor_info.iter();
        let uses =
            info.flat_map(|info| &info.local_uses).filter(|(_, of)| *of == declared).map(|(span, _)| *span);
        let mut all: Vec<Span> = uses.chain(with_declarations.then_some(declared)).collect();
        all.sort_by_key(|span| (span.file, span.start));
        all.dedup();
        return all.into_iter().filter_map(|span| client.location(package, span)).collect();
    }
    let declared: Vec<Span> =
        word.declarations(analysis).into_iter().map(|declaration| declaration.span).collect();
    if declared.is_empty() {
        return Vec::new();
    }
    let is_wanted = |span: &Span| {
        with_declarations
            || !declared.iter().any(|d| d.file == span.file && d.start <= span.start && span.end <= d.end)
    };
    let all = occurrences(package, &word.text).into_iter().filter(is_wanted);
    all.filter_map(|span| client.location(package, span)).collect()
}

/// Returns the declarations of a file, in its order.
#[expect(deprecated, reason = "a field that the protocol replaced and the type still has")]
pub fn symbols(package: &mut OpenPackage, id: FileId, client: EditorClient) -> Vec<DocumentSymbol> {
    let (package, analysis) = package.analysed();
    let mut declared: Vec<&Declaration> =
        analysis.declarations.all().iter().filter(|declaration| declaration.span.file == id).collect();
    declared.sort_by_key(|declaration| declaration.span.start);
    let symbol = |declaration: &Declaration| {
        let range = client.range(package, declaration.span);
        DocumentSymbol {
            name: declaration.name.clone(),
            detail: Some(declaration.kind.name().to_owned()),
            kind: declaration.kind.symbol(),
            tags: None,
            deprecated: None,
            range,
            selection_range: range,
            children: None,
        }
    };
    declared.into_iter().map(symbol).collect()
}

/// Returns the declarations of a package whose names contain the asked letters in their order.
pub fn workspace_symbols(
    package: &mut OpenPackage,
    asked: &str,
    client: EditorClient,
) -> Vec<WorkspaceSymbol> {
    let (package, analysis) = package.analysed();
    let fits = |name: &str| {
        let mut rest = name.chars().flat_map(char::to_lowercase);
        asked.chars().flat_map(char::to_lowercase).all(|wanted| rest.any(|c| c == wanted))
    };
    let symbol = |declaration: &Declaration| {
        Some(WorkspaceSymbol {
            name: declaration.name.clone(),
            kind: declaration.kind.symbol(),
            tags: None,
            container_name: declaration.of.clone(),
            location: lsp_types::OneOf::Left(client.location(package, declaration.span)?),
            data: None,
        })
    };
    analysis
        .declarations
        .all()
        .iter()
        .filter(|declaration| fits(&declaration.name))
        .filter_map(symbol)
        .collect()
}
