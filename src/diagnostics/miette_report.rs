//! Draws a message above the source lines it is about, with `miette`.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles};

use super::diagnostic::{Label, Severity};
use super::excerpt::{Excerpts, PlacedLabel};
use super::report_style::ReportStyle;
use crate::place::Sources;

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

/// Draws a message, which has no control characters, above the source lines of its labels.
///
/// # Errors
/// Never, unless `miette` fails to write to memory.
pub(super) fn draw(
    severity: Severity,
    labels: &[Label],
    message: String,
    sources: &Sources,
    look: ReportStyle,
) -> Result<String, fmt::Error> {
    let (excerpts, labels) = Excerpts::new(labels, sources, look.width);
    let report = MietteReport { severity, message, excerpts, labels };
    let theme = GraphicalTheme {
        characters: if look.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(look.width)
        .with_links(false)
        .tab_width(4)
        .without_syntax_highlighting();
    let mut drawn = String::new();
    handler.render_report(&mut drawn, &report)?;
    Ok(report.excerpts.without_lines_of_cells(&drawn))
}
