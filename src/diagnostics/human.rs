//! Renders diagnostics for people.

use super::diagnostic::{Diagnostic, Label, Severity};
use super::printable::printable;
use super::report_style::ReportStyle;
use crate::place::Sources;
use anstyle::{AnsiColor, Style};

/// Maximum number of places with the same text that people are shown; programs get all of them.
const MOST_ALIKE: usize = 3;

/// Renders one diagnostic.
pub(super) fn draw(diagnostic: &Diagnostic, sources: &Sources, look: ReportStyle, out: &mut String) {
    // Not passed to `miette` as its code, which would add an empty line below it.
    let style = match (look.color, diagnostic.severity) {
        (false, _) => Style::new(),
        (true, Severity::Error) => AnsiColor::Red.on_default().bold(),
        (true, Severity::Warning) => AnsiColor::Yellow.on_default().bold(),
    };
    out.push_str(&format!("{style}{}[{}]{style:#}\n", diagnostic.severity.name(), diagnostic.code));
    out.push_str(&message(diagnostic, sources, look));
    note("why", diagnostic.cause.as_deref(), look, out);
    note("help", diagnostic.help.as_deref(), look, out);
}

/// Returns the message above the source lines it is about.
#[cfg(feature = "excerpts")]
fn message(diagnostic: &Diagnostic, sources: &Sources, look: ReportStyle) -> String {
    let message = safe(&diagnostic.message);
    // Rendering should not fail; if it does, the message is still printed.
    super::miette_report::draw(diagnostic.severity, &shown_labels(diagnostic), message, sources, look)
        .unwrap_or_else(|_| format!("  {}\n", safe(&diagnostic.message)))
}

/// Returns the message with its places.
#[cfg(not(feature = "excerpts"))]
fn message(diagnostic: &Diagnostic, sources: &Sources, _: ReportStyle) -> String {
    use crate::place::TextRange;

    let mut out = format!("  {}\n", safe(&diagnostic.message));
    for label in shown_labels(diagnostic) {
        let place = sources.file(label.span.file).place_name(label.span.first_byte());
        out.push_str(&format!("  {}: {}\n", safe(&place), safe(&label.text)));
    }
    out
}

/// Returns the labels without those that only repeat the text of several before them.
fn shown_labels(diagnostic: &Diagnostic) -> Vec<Label> {
    let mut shown: Vec<Label> = Vec::new();
    for label in &diagnostic.labels {
        let alike = shown.iter().filter(|other| other.text == label.text).count();
        if label.text.is_empty() || alike < MOST_ALIKE {
            shown.push(label.clone());
        }
    }
    shown
}

/// Writes a paragraph below the source, wrapped to the width.
fn note(name: &str, text: Option<&str>, look: ReportStyle, out: &mut String) {
    let Some(text) = text else { return };
    let style = if look.color { AnsiColor::Cyan.on_default() } else { Style::new() };
    let indent = name.len() + 4;
    let mut first = true;
    for line in wrap(&safe(text), look.width.saturating_sub(indent).max(20)) {
        if first {
            out.push_str(&format!("  {style}{name}:{style:#} {line}\n"));
        } else {
            out.push_str(&format!("{:indent$}{line}\n", ""));
        }
        first = false;
    }
}

fn safe(text: &str) -> String {
    text.chars().map(printable).collect()
}

/// Wraps a text at blanks; its own newlines are kept.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut length = 0;
        for word in paragraph.split_inclusive(' ') {
            let word_length = word.trim_end().chars().count();
            if length + word_length > width && length > 0 {
                lines.push(line.trim_end().to_owned());
                line = String::new();
                length = 0;
            }
            line.push_str(word);
            length += word.chars().count();
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}
