//! Diagnostics as pages show them.

use crate::place::TextRange;
use serde_json::{Value, json};

use crate::diagnostics::{Diagnostic, Format, render};
use crate::source::Sources;

/// Width of the excerpts, in characters.
const WIDTH: usize = 100;

/// Formats diagnostics as the page's JSON.
pub fn json(found: &[Diagnostic], sources: &Sources) -> Vec<Value> {
    found.iter().map(|diagnostic| problem_json(diagnostic, sources)).collect()
}

fn problem_json(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let human = Format::Human { color: false, width: WIDTH, unicode: true };
    let labels = diagnostic.labels.iter().map(|label| {
        let file = sources.file(label.span.file);
        let start = label.span.first_byte();
        let (line, column) = file.line_column(start);
        let cell = file.sheet().map(|_| file.cell(start));
        json!({ "file": file.name, "line": line, "column": column, "cell": cell, "text": label.text })
    });
    json!({
        "severity": diagnostic.severity.name(),
        "code": diagnostic.code.to_string(),
        "message": diagnostic.message,
        "because": diagnostic.cause,
        "help": diagnostic.help,
        "text": render(std::slice::from_ref(diagnostic), sources, human),
        "labels": labels.collect::<Vec<Value>>(),
    })
}
