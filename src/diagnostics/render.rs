//! Renders diagnostics: for people, for programs, in a line each.

use super::codes::Explained;
use super::diagnostic::{Diagnostic, Severity};
use super::human;
use super::printable::{printable, printable_line};
use super::report_style::ReportStyle;
use super::suggestion::{Fix, Suggestion};
use crate::place::TextRange;
use crate::place::{Sources, Span};

/// The output format of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// With the source lines, for a terminal; without the feature `excerpts`, with their places only.
    Human {
        /// True to use ANSI colours.
        color: bool,
        /// Width of the terminal, in columns.
        width: usize,
        /// With box-drawing characters; otherwise ASCII.
        unicode: bool,
    },
    /// One JSON object a line: `code`, `severity`, `message`, `cause`, `help`, and `labels` of `file`,
    /// `line`, `column`, `end_line`, `end_column` (from 1, columns in characters, the end exclusive),
    /// `start`, `end` (bytes), `text`; in a workbook `sheet` and `cell` instead of bytes, with lines and
    /// columns of cells; `suggestions` of `title` and either `replacement` with the same keys of its place,
    /// or `unchecked`, words to add to that key.
    Json,
    /// `file:line:column: error[CW0123]: message`
    Short,
    /// Workflow commands that GitHub shows beside the changed lines.
    Github,
}

/// Renders diagnostics in the given order. Each ends with a newline; the result is empty if there are none.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, format: Format) -> String {
    let mut out = String::new();
    for (i, diagnostic) in diagnostics.iter().enumerate() {
        match format {
            Format::Human { color, width, unicode } => {
                if i > 0 {
                    out.push('\n');
                }
                human::draw(
                    diagnostic,
                    sources,
                    ReportStyle { color, width: width.max(40), unicode },
                    &mut out,
                );
            }
            Format::Json => {
                escape_json(&json(diagnostic, sources).to_string(), &mut out);
                out.push('\n');
            }
            Format::Short => short(diagnostic, sources, &mut out),
            Format::Github => github(diagnostic, sources, &mut out),
        }
    }
    out
}

/// Writes JSON with escapes for all that no terminal should get, so that programs read what was written, such
/// as the name of a file.
fn escape_json(json: &str, out: &mut String) {
    for c in json.chars() {
        if printable(c) == c {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
}

/// Returns line and column, from 1, of a span's start and end.
fn place(span: Span, sources: &Sources) -> ((usize, usize), (usize, usize)) {
    let file = sources.file(span.file);
    (file.line_column(span.first_byte()), file.line_column(span.end_byte()))
}

fn json(diagnostic: &Diagnostic, sources: &Sources) -> serde_json::Value {
    let labels: Vec<_> = diagnostic
        .labels
        .iter()
        .map(|label| {
            let mut place = json_place(label.span, sources);
            place["text"] = label.text.as_str().into();
            place
        })
        .collect();
    let suggestion = |suggestion: &Suggestion| {
        let mut shown = match &suggestion.fix {
            Fix::Accept(words) => serde_json::json!({ "unchecked": words }),
            Fix::Replace { .. } => {
                let (span, text) = suggestion.edit(sources)?;
                let mut place = json_place(span, sources);
                place["replacement"] = text.into();
                place
            }
        };
        shown["title"] = suggestion.title.as_str().into();
        Some(shown)
    };
    let suggestions: Vec<_> = diagnostic.suggestions.iter().filter_map(suggestion).collect();
    serde_json::json!({
        "code": diagnostic.code.to_string(),
        "severity": diagnostic.severity.name(),
        "message": diagnostic.message,
        "cause": diagnostic.cause,
        "help": diagnostic.help,
        "labels": labels,
        "suggestions": suggestions,
    })
}

fn json_place(span: Span, sources: &Sources) -> serde_json::Value {
    let file = sources.file(span.file);
    if let Some(sheet) = file.sheet() {
        let (row, column) = file.row_column(span.first_byte());
        return serde_json::json!({
            "file": sheet.workbook,
            "sheet": sheet.name,
            "cell": file.cell(span.first_byte()),
            "line": row,
            "column": column,
            "end_line": row,
            "end_column": column + 1,
        });
    }
    let ((line, column), (end_line, end_column)) = place(span, sources);
    serde_json::json!({
        "file": file.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start": span.start,
        "end": span.end,
    })
}

fn short(diagnostic: &Diagnostic, sources: &Sources, out: &mut String) {
    if let Some(label) = diagnostic.labels.first() {
        let place = sources.file(label.span.file).place_name(label.span.first_byte());
        out.push_str(&format!("{}: ", printable_line(&place)));
    }
    let message = printable_line(&diagnostic.message);
    out.push_str(&format!("{}[{}]: {message}\n", diagnostic.severity.name(), diagnostic.code));
}

fn github(diagnostic: &Diagnostic, sources: &Sources, out: &mut String) {
    let safe = |c: char| if c == '\r' { c } else { printable(c) };
    let data = |text: &str| {
        text.chars()
            .map(safe)
            .collect::<String>()
            .replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    out.push_str(&format!("::{command} "));
    let mut message = diagnostic.message.clone();
    if let Some(label) = diagnostic.labels.first() {
        let source = sources.file(label.span.file);
        if let Some(sheet) = source.sheet() {
            // No line of a workbook can be shown: the file is binary.
            out.push_str(&format!("file={},", property(sheet.workbook)));
            message = format!("{}: {message}", source.place_name(label.span.first_byte()));
        } else {
            let ((line, column), (end_line, end_column)) = place(label.span, sources);
            let file = property(&source.name);
            out.push_str(&format!(
                "file={file},line={line},col={column},endLine={end_line},endColumn={end_column},"
            ));
        }
    }
    for (name, note) in [("why", &diagnostic.cause), ("help", &diagnostic.help)] {
        if let Some(note) = note {
            message.push_str(&format!("\n{name}: {note}"));
        }
    }
    out.push_str(&format!("title={}::{}\n", diagnostic.code, data(&message)));
}

/// Formats the page of a code for a terminal: Markdown with styled headings and code.
pub fn explain(page: &Explained, color: bool) -> String {
    let (bold, code) = if color {
        (anstyle::Style::new().bold(), anstyle::AnsiColor::Cyan.on_default())
    } else {
        (anstyle::Style::new(), anstyle::Style::new())
    };
    let mut out = format!("{bold}{}: {}{bold:#}\n\n", page.code, page.title);
    let mut in_code = false;
    for line in page.text.trim().lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            out.push_str(&format!("    {code}{line}{code:#}\n"));
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}
