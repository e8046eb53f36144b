//! Folding ranges: tables, strings, arrays and comments of several lines.

use crate::place::TextRange;
use lsp_types::{FoldingRange, FoldingRangeKind};

use super::packages::OpenPackage;
use crate::place::{FileId, SourceFile, Span};
use crate::source::{TomlNode, TomlTable, TomlValue, parse_toml};

/// Returns the folding ranges of a TOML file.
pub fn folding_ranges(package: &OpenPackage, id: FileId) -> Vec<FoldingRange> {
    let file = package.sources().file(id);
    if !file.name.ends_with(".toml") {
        return Vec::new();
    }
    let (table, _) = parse_toml(package.sources(), id);
    let mut values = Vec::new();
    in_table(&table, &mut values);
    let lines_of = |span: &Span| (file.line_of(span.first_byte()), file.line_of(span.end_byte()));
    let values: Vec<(usize, usize)> =
        values.iter().map(lines_of).filter(|(first, last)| first < last).collect();
    let mut found: Vec<(usize, usize, Option<FoldingRangeKind>)> =
        values.iter().map(|(first, last)| (*first, *last, None)).collect();
    // A line inside a value is neither a header nor a comment.
    let inner = inner_lines(&values, file.line_count());
    let is_inside = |line: usize| inner[line];
    let lines: Vec<(usize, &str)> = (1..=file.line_count())
        .filter(|line| !is_inside(*line))
        .map(|line| (line, text(file, line)))
        .collect();
    let headers: Vec<usize> =
        lines.iter().filter(|(_, text)| text.starts_with('[')).map(|(line, _)| *line).collect();
    for (at, first) in headers.iter().enumerate() {
        let end = headers.get(at + 1).copied().unwrap_or(file.line_count() + 1);
        // Comments directly above the next header belong to that.
        let is_content = |line: &usize| {
            let text = text(file, *line);
            !text.is_empty() && (!text.starts_with('#') || is_inside(*line))
        };
        if let Some(last) = (*first + 1..end).rev().find(is_content) {
            found.push((*first, last, None));
        }
    }
    let mut comments =
        lines.iter().filter(|(_, text)| text.starts_with('#')).map(|(line, _)| *line).peekable();
    while let Some(first) = comments.next() {
        let mut last = first;
        while comments.next_if_eq(&(last + 1)).is_some() {
            last += 1;
        }
        found.push((first, last, Some(FoldingRangeKind::Comment)));
    }
    found.retain(|(first, last, _)| first < last);
    // A line folds its longest range.
    found.sort_by_key(|(first, last, _)| (*first, std::cmp::Reverse(*last)));
    found.dedup_by_key(|(first, ..)| *first);
    let range = |(first, last, kind): (usize, usize, Option<FoldingRangeKind>)| FoldingRange {
        start_line: first as u32 - 1,
        end_line: last as u32 - 1,
        kind,
        ..FoldingRange::default()
    };
    found.into_iter().map(range).collect()
}

/// Returns for each line, from 1, whether it lies inside a value that begins on an earlier line.
fn inner_lines(values: &[(usize, usize)], count: usize) -> Vec<bool> {
    let mut inner = vec![false; count + 1];
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    // Values lie beside or inside each other, so lines up to the last end need no second visit.
    let mut marked = 0;
    for (first, last) in sorted {
        let from = first.max(marked) + 1;
        if from <= last {
            inner[from..=last].fill(true);
            marked = last;
        }
    }
    inner
}

/// Returns a line without the blanks around it.
fn text(file: &SourceFile, line: usize) -> &str {
    file.text[file.line_range(line)].trim()
}

fn in_table(table: &TomlTable, values: &mut Vec<Span>) {
    table.entries.iter().for_each(|entry| in_node(&entry.value, values));
}

fn in_node(node: &TomlNode, values: &mut Vec<Span>) {
    match &node.value {
        TomlValue::Text(text) => values.push(text.span),
        TomlValue::Array(items) => {
            // An array of tables has no brackets of its own: its span is that of its first header.
            values.push(node.span);
            items.iter().for_each(|item| in_node(item, values));
        }
        TomlValue::Table(table) => in_table(table, values),
        _ => {}
    }
}
