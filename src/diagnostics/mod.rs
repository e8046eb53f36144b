//! What went wrong, as plain data: a stable code, a message, labels in any number of files, a cause and a way out.
//!
//! A [`Diagnostic`] is made by the step that finds the trouble and rendered by [`render`] alone.

pub mod codes;
mod excerpt;
mod human;
mod json;
mod nearest;
mod nouns;
mod printable;
mod render;

pub use json::json_syntax;
pub use nearest::{nearest, with_bounded_suggestions};
pub use nouns::{counted, grouped, plural, runs, with_article};
pub use printable::{plain_cell, printable, printable_line};
pub use render::{Format, explain, render};

use std::collections::BTreeSet;

use crate::place::Span;

/// A stable code, `CW0123`; explained by `cardwright explain`. All of them stand in [`codes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CW{:04}", self.0)
    }
}

impl Severity {
    /// `error` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// What it stands in cannot be used: a game, or the one scenario, deck list or translation.
    Error,
    /// The package works; its author should know all the same.
    Warning,
}

/// A place and what is to be said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, one line, no full stop at the end.
    pub message: String,
    /// The places; the first is the one to go to.
    pub labels: Vec<Label>,
    /// Why it is so, where that is not plain from the message.
    pub cause: Option<String>,
    /// The way out.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a place yet.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            cause: None,
            help: None,
        }
    }

    /// A warning without a place yet.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Adds a place.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says why.
    pub fn because(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Says the way out.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says which of the names that exist was probably meant or, where there are only a few, which exist.
    pub fn suggest<'a>(self, written: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        if let Some(near) = nearest(written, known.iter().copied()) {
            return self.help(format!("did you mean `{near}`?"));
        }
        let mut few = BTreeSet::new();
        if known.into_iter().any(|name| few.insert(name) && few.len() > FEW) {
            return self;
        }
        let few: Vec<&str> = few.into_iter().collect();
        self.there_are(&few)
    }

    /// The same of names whose order says something, such as values of an enum: they are told in it.
    pub fn suggest_in_order(self, written: &str, known: &[String]) -> Self {
        match nearest(written, known.iter().map(String::as_str)) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
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

/// So many names are read, not skipped.
const FEW: usize = 10;

/// "`a`, `b` and `c`"
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    match quoted.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Puts diagnostics in the order of their places, those without a place first, and drops what is said twice.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let place = |d: &Diagnostic| d.labels.first().map(|l| l.span);
    diagnostics.sort_by_key(place);
    // Equal ones have one place, so they lie close together, though not always side by side.
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for d in diagnostics.drain(..) {
        if !kept.iter().rev().take_while(|k| place(k) == place(&d)).any(|k| *k == d) {
            kept.push(d);
        }
    }
    *diagnostics = kept;
}

/// One of several diagnostics that have one cause: the first error, which says how many more there are of `what`.
pub fn folded(mut found: Vec<Diagnostic>, what: &str) -> Option<Diagnostic> {
    sort(&mut found);
    let worst = found.iter().position(|d| d.severity == Severity::Error).unwrap_or(0);
    let more = found.len().saturating_sub(1);
    let mut first = found.into_iter().nth(worst)?;
    if more > 0 {
        let said = format!("{more} more {} wrong with {what}", if more == 1 { "thing is" } else { "things are" });
        first.cause = Some(first.cause.map_or_else(|| format!("{said}."), |cause| format!("{cause} {said}.")));
    }
    Some(first)
}

/// How many there are of each severity: "2 errors, 1 warning"; empty if there is none.
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let count = |severity, one: &str| {
        let n = diagnostics.iter().filter(|d| d.severity == severity).count();
        (n > 0).then(|| counted(n as u64, one))
    };
    let parts = [count(Severity::Error, "error"), count(Severity::Warning, "warning")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
