//! Diagnostics as plain data: a stable code, a message, labels in any number of files, a cause and a help
//! text.
//!
//! A [`Diagnostic`] is created by the step that finds the problem, and rendered only by [`render`].

pub mod codes;
#[cfg(feature = "excerpts")]
mod excerpt;
mod human;
mod json;
#[cfg(feature = "excerpts")]
mod miette_report;
mod nearest;
mod nouns;
mod printable;
mod render;
mod suggestion;

pub use json::{json_syntax, json_text};
pub use nearest::{nearest, with_bounded_suggestions};
pub use nouns::{capitalised, count_noun, grouped, plural, runs, with_article};
pub use printable::{plain_cell, printable, printable_line};
pub use render::{Format, explain, render};
pub use suggestion::{Fix, Suggestion};

use std::collections::BTreeSet;

use crate::place::Span;

/// A stable code, `CW0123`; explained by `cardwright explain`. All codes are declared in [`codes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl Code {
    /// Parses a code such as `CW0123`. Panics at compile time if the text is not a code.
    const fn parse_const(text: &str) -> Code {
        let [b'C', b'W', digits @ ..] = text.as_bytes() else { panic!("a code begins with CW") };
        assert!(digits.len() == 4, "a code has four digits");
        let (mut number, mut at) = (0, 0);
        while at < 4 {
            assert!(digits[at].is_ascii_digit(), "a code has four digits");
            number = number * 10 + (digits[at] - b'0') as u16;
            at += 1;
        }
        Code(number)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CW{:04}", self.0)
    }
}

impl Severity {
    /// Returns `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The thing that has it cannot be used: a game, or the single scenario, deck list or translation.
    Error,
    /// The package works, but its author should know.
    Warning,
}

/// A span with a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

/// A problem in the author's input.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// The message: one line, without a full stop at the end.
    pub message: String,
    /// The labelled spans; the first is the primary one.
    pub labels: Vec<Label>,
    /// The cause, if it is not clear from the message.
    pub cause: Option<String>,
    /// The way to fix it.
    pub help: Option<String>,
    /// Ways to fix it that a program can take.
    pub suggestions: Box<[Suggestion]>,
}

impl Diagnostic {
    /// Creates an error without a span.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            cause: None,
            help: None,
            suggestions: Box::default(),
        }
    }

    /// Creates a warning without a span.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Adds a labelled span.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Sets the cause.
    pub fn because(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Sets the help text.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Suggests a replacement for the text at a span.
    pub fn replace(self, span: Span, written: &str, text: &str) -> Self {
        let title = if text.is_empty() { format!("Remove `{written}`") } else { format!("Write `{text}`") };
        let fix = Fix::Replace { span, written: written.to_owned(), text: text.to_owned() };
        self.suggested(Suggestion { title, fix })
    }

    /// Suggests another name for the one at the primary span.
    pub fn did_you_mean(self, written: &str, meant: &str) -> Self {
        let span = self.labels.first().map(|label| label.span);
        let asked = self.help(format!("did you mean `{meant}`?"));
        match span {
            Some(span) => asked.replace(span, written, meant),
            None => asked,
        }
    }

    /// Suggests that words stay in a text although no rule says them.
    pub fn accept(self, words: Vec<String>) -> Self {
        let title = "Accept the text for this rule".to_owned();
        self.suggested(Suggestion { title, fix: Fix::Accept(words) })
    }

    fn suggested(mut self, suggestion: Suggestion) -> Self {
        // A boxed slice keeps results with diagnostics small.
        let mut all = std::mem::take(&mut self.suggestions).into_vec();
        all.push(suggestion);
        self.suggestions = all.into();
        self
    }

    /// Adds a suggestion: the known name nearest to `written` or, if there are only a few, all known names.
    pub fn suggest<'a>(self, written: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        if let Some(near) = nearest(written, known.iter().copied()) {
            return self.did_you_mean(written, near);
        }
        let mut few = BTreeSet::new();
        if known.into_iter().any(|name| few.insert(name) && few.len() > FEW) {
            return self;
        }
        let few: Vec<&str> = few.into_iter().collect();
        self.there_are(&few)
    }

    /// Like `suggest`, but lists the known names in the given order, such as that of an enum's values.
    pub fn suggest_in_order(self, written: &str, known: &[String]) -> Self {
        match nearest(written, known.iter().map(String::as_str)) {
            Some(near) => self.did_you_mean(written, near),
            None if known.len() <= FEW => self.there_are(known),
            None => self,
        }
    }

    fn there_are<T: AsRef<str>>(self, few: &[T]) -> Self {
        match few.len() {
            0 => self,
            1 => self.help(format!("there is only {}", list(few))),
            _ => self.help(format!("there are {}", list(few))),
        }
    }
}

/// Maximum number of names that are listed.
const FEW: usize = 10;

/// Joins quoted names: "`a`, `b` and `c`".
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    match quoted.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Sorts diagnostics by span, those without a span first, and removes duplicates.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let place = |d: &Diagnostic| d.labels.first().map(|l| l.span);
    diagnostics.sort_by_key(place);
    // Duplicates have the same span, so they are close to each other, but not always adjacent.
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for d in diagnostics.drain(..) {
        if !kept.iter().rev().take_while(|k| place(k) == place(&d)).any(|k| *k == d) {
            kept.push(d);
        }
    }
    *diagnostics = kept;
}

/// Combines diagnostics with one cause: returns the first error, with a note of how many more there are of
/// `what`.
pub fn folded(mut found: Vec<Diagnostic>, what: &str) -> Option<Diagnostic> {
    sort(&mut found);
    let worst = found.iter().position(|d| d.severity == Severity::Error).unwrap_or(0);
    let more = found.len().saturating_sub(1);
    let mut first = found.into_iter().nth(worst)?;
    if more > 0 {
        let said =
            format!("{more} more {} wrong with {what}", if more == 1 { "thing is" } else { "things are" });
        first.cause =
            Some(first.cause.map_or_else(|| format!("{said}."), |cause| format!("{cause} {said}.")));
    }
    Some(first)
}

/// Counts diagnostics by severity: "2 errors, 1 warning"; empty if there are none.
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let count = |severity, one: &str| {
        let n = diagnostics.iter().filter(|d| d.severity == severity).count();
        (n > 0).then(|| count_noun(n as u64, one))
    };
    let parts = [count(Severity::Error, "error"), count(Severity::Warning, "warning")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
