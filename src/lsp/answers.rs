//! Answers about one place in a file: hover, completion, definition, references; and lists of symbols.

use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentSymbol, Hover, HoverContents, Location,
    MarkupContent, MarkupKind, TextEdit, WorkspaceSymbol,
};

use super::declarations::Declaration;
use super::documents::Client;
use super::names::{NameAtCursor, id_range, occurrences};
use super::packages::{Analysis, OpenPackage};
use crate::check::editor_info::{COMPLETION_MARKER, Candidate, CandidateKind};
use crate::place::{FileId, SourceFile, Span};
use crate::vocabulary;

/// Returns the type of the expression at a byte, its declarations, the explanation of a built-in word.
pub fn hover(package: &mut OpenPackage, id: FileId, offset: usize, client: Client) -> Option<Hover> {
    let word = NameAtCursor::at(id, package.sources().file(id), offset);
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
        }
        if word.is_called
            && let Some(builtin) = vocabulary::find(&word.text)
        {
            parts.push(format!("`{}`: {}", builtin.forms.join("`, `"), builtin.doc));
        }
    }
    if parts.is_empty() {
        return None;
    }
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: parts.join("\n\n") });
    Some(Hover { contents, range: range.map(|span| client.range(package, span)) })
}

/// Returns the smallest expression around a byte, with its type.
fn type_at(analysis: &Analysis, id: FileId, offset: usize) -> Option<(Span, String)> {
    let info = analysis.checked.editor_info.as_ref()?;
    let around = |span: &Span| span.file == id && span.start as usize <= offset && offset <= span.end as usize;
    let all = info.types.iter().filter(|(span, _)| around(span) && span.end > span.start);
    let (span, ty) = all.min_by_key(|(span, _)| span.end - span.start)?;
    Some((*span, ty.show(&analysis.checked.world)))
}

/// Describes a declaration in a line, with its comment below.
fn described(declaration: &Declaration, package: &OpenPackage) -> String {
    let of = declaration.of.as_ref().map_or(String::new(), |of| format!(" of `{of}`"));
    let detail = if declaration.detail.is_empty() { String::new() } else { format!(": {}", declaration.detail) };
    let mut text = format!("**{}** `{}`{of}{detail}", declaration.kind.name(), declaration.name);
    let comment = comment_of(package.sources().file(declaration.span.file), declaration.span.start as usize);
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
    let beside = text(line).match_indices(" # ").find(begins).map(|(at, _)| text(line)[at + 3..].trim().to_owned());
    let above = (1..line).rev().map(text).take_while(|line| line.trim_start().starts_with('#'));
    let mut above: Vec<&str> = above.filter(|line| !line.starts_with("#:")).collect();
    above.reverse();
    let above = above.into_iter().map(|line| line.trim_start().trim_start_matches('#').trim()).map(str::to_owned);
    above.chain(beside).collect::<Vec<String>>().join("\n")
}

/// Returns the completion candidates at a byte, in code.
pub fn completion(package: &OpenPackage, id: FileId, offset: usize, client: Client) -> Vec<CompletionItem> {
    let file = package.sources().file(id);
    let Range { start, end } = id_range(&file.text, offset);
    let line = file.line_range(file.line_of(offset));
    let candidates = |text: String| {
        package.analysis_with(id, &text).checked.editor_info.map(|info| info.candidates).unwrap_or_default()
    };
    let mut found = candidates(format!("{}{COMPLETION_MARKER}{}", &file.text[..start], &file.text[end..]));
    if found.is_empty() {
        // The rest of the line may not parse after a name. Brackets may be open since earlier lines of a long string.
        let quotes =
            ["'''", "\"\"\""].into_iter().filter_map(|quotes| file.text[..start].rfind(quotes).map(|at| at + 3));
        let code = quotes.max().filter(|at| file.text[*at..start].find("\n[").is_none()).unwrap_or(line.start);
        let rest = without_rest(&file.text[code.min(line.start)..start], &file.text[end..line.end.max(end)]);
        found =
            candidates(format!("{}{COMPLETION_MARKER}{rest}{}", &file.text[..start], &file.text[line.end.max(end)..]));
    }
    let range = client.encoding.range(file, start, end);
    let item = |(name, candidate): (String, Candidate)| CompletionItem {
        kind: Some(match candidate.kind {
            CandidateKind::Variable => CompletionItemKind::VARIABLE,
            CandidateKind::Member => CompletionItemKind::FIELD,
            CandidateKind::Function => CompletionItemKind::FUNCTION,
            CandidateKind::Zone | CandidateKind::State | CandidateKind::Option => CompletionItemKind::PROPERTY,
            CandidateKind::Value => CompletionItemKind::ENUM_MEMBER,
            CandidateKind::Thing => CompletionItemKind::CONSTANT,
            CandidateKind::Set => CompletionItemKind::CLASS,
        }),
        sort_text: Some(format!("{}{}{name}", u8::from(!candidate.fits), rank(candidate.kind))),
        detail: Some(candidate.detail),
        documentation: vocabulary::find(&name).map(|word| lsp_types::Documentation::String(word.doc.to_owned())),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, name.clone()))),
        label: name,
        ..CompletionItem::default()
    };
    found.into_iter().map(item).collect()
}

/// Returns a rest of the line with which the code up to a place parses: brackets are closed, a block and a string continue.
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
    // Not those of the declaration's header, and of the arrays that code stands in.
    let begins = before.rfind(['"', '\'']).unwrap_or(0);
    let closers: String = open.into_iter().filter(|(at, _)| *at >= begins).map(|(_, closer)| closer).rev().collect();
    let code_ends = after.rfind(['"', '\'']);
    let words = before.rsplit('\n').next().unwrap_or_default().trim_start();
    // The actions of an `act`, or the elements of a set: a block begins on a line of its own.
    if let Some((_, list)) = words.rsplit_once("from {")
        && !list.contains('}')
    {
        return format!("{closers}}}{}", code_ends.map_or("", |at| &after[at..]));
    }
    let opens =
        ["if ", "else if ", "} else if ", "while ", "for each ", "repeat "].iter().any(|word| words.starts_with(word));
    if opens && !words.contains('{') && code_ends.is_none() {
        return format!("{closers} {{{}", if after.contains('{') { "" } else { "}" });
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

/// Returns where the name at a byte is declared.
pub fn definition(package: &mut OpenPackage, id: FileId, offset: usize, client: Client) -> Vec<Location> {
    let Some(word) = NameAtCursor::at(id, package.sources().file(id), offset) else { return Vec::new() };
    let (package, analysis) = package.analysed();
    let spans = word.declarations(analysis).into_iter().map(|declaration| declaration.span);
    spans.filter_map(|span| client.location(package, span)).collect()
}

/// Returns where the name at a byte is used, if anything is declared by it.
pub fn references(
    package: &mut OpenPackage,
    id: FileId,
    offset: usize,
    with_declarations: bool,
    client: Client,
) -> Vec<Location> {
    let Some(word) = NameAtCursor::at(id, package.sources().file(id), offset) else { return Vec::new() };
    let (package, analysis) = package.analysed();
    let declared: Vec<Span> = word.declarations(analysis).into_iter().map(|declaration| declaration.span).collect();
    if declared.is_empty() {
        return Vec::new();
    }
    let is_wanted = |span: &Span| {
        with_declarations || !declared.iter().any(|d| d.file == span.file && d.start <= span.start && span.end <= d.end)
    };
    let all = occurrences(package, &word.text).into_iter().filter(is_wanted);
    all.filter_map(|span| client.location(package, span)).collect()
}

/// Returns the declarations of a file, in its order.
#[expect(deprecated, reason = "a field that the protocol replaced and the type still has")]
pub fn symbols(package: &mut OpenPackage, id: FileId, client: Client) -> Vec<DocumentSymbol> {
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
pub fn workspace_symbols(package: &mut OpenPackage, asked: &str, client: Client) -> Vec<WorkspaceSymbol> {
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
    analysis.declarations.all().iter().filter(|declaration| fits(&declaration.name)).filter_map(symbol).collect()
}
