//! Renders diagnostics for people with `miette`.

use std::fmt;

use anstyle::{AnsiColor, Style};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles};

use super::excerpt::{Excerpts, PlacedLabel};
use super::printable::printable;
use super::{Diagnostic, Severity};
use crate::place::Sources;

/// The look of the output.
#[derive(Clone, Copy)]
pub(super) struct ReportStyle {
    pub(super) color: bool,
    pub(super) width: usize,
    pub(super) unicode: bool,
}

/// A diagnostic in the form required by `miette`.
#[derive(Debug)]
struct MietteReport {
    severity: Severity,
    message: String,
    excerpts: Excerpts,
    labels: Vec<PlacedLabel>,
}

impl fmt::Display for MietteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MietteReport {}

impl miette::Diagnostic for MietteReport {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpts)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if self.labels.is_empty() {
            return None;
        }
        let labels = self.labels.iter().enumerate().map(|(i, l)| {
            let text = (!l.text.is_empty()).then(|| l.text.clone());
            let span = (l.range.start, l.range.len());
            if i == 0 {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        });
        Some(Box::new(labels))
    }
}

/// Renders one diagnostic.
pub(super) fn draw(diagnostic: &Diagnostic, sources: &Sources, look: ReportStyle, out: &mut String) {
    let (excerpts, labels) = Excerpts::new(&diagnostic.labels, sources);
    let report =
        MietteReport { severity: diagnostic.severity, message: safe(&diagnostic.message), excerpts, labels };
    let theme = GraphicalTheme {
        characters: if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(look.width)
        .with_links(false)
        .tab_width(4)
        .without_syntax_highlighting();
    // Not passed to `miette` as its code, which would add an empty line below it.
    let style = match (look.color, diagnostic.severity) {
        (false, _) => Style::new(),
        (true, Severity::Error) => AnsiColor::Red.on_default().bold(),
        (true, Severity::Warning) => AnsiColor::Yellow.on_default().bold(),
    };
    out.push_str(&format!("{style}{}[{}]{style:#}\n", diagnostic.severity.name(), diagnostic.code));
    let mut drawn = String::new();
    match handler.render_report(&mut drawn, &report) {
        Ok(()) => out.push_str(&report.excerpts.without_lines_of_cells(&drawn)),
        // Rendering should not fail; if it does, the message is still printed.
        Err(_) => out.push_str(&format!("  {}\n", report.message)),
    }
    note("why", diagnostic.cause.as_deref(), look, out);
    note("help", diagnostic.help.as_deref(), look, out);
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
