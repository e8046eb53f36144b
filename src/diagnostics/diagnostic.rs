//! A diagnostic: the problem, its place, its cause, and the ways to fix it.

use std::collections::BTreeSet;

use super::code::Code;
use super::nearest::nearest;
use super::nouns::list;
use super::suggestion::{Fix, Suggestion};
use crate::place::Span;

/// Maximum number of names that are listed.
const FEW: usize = 10;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The thing that has it cannot be used: a game, or the single scenario, deck list or translation.
    Error,
    /// The package works, but its author should know.
    Warning,
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

/// A span with a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The bytes of the file to mark.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

/// A problem in the author's input.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The stable code, under which `explain` finds the page.
    pub code: Code,
    /// Error or warning; only errors prevent compilation.
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

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} {}", self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}

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

    /// Sets the cause, which replaces an earlier one.
    pub fn because(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Sets the help text.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the help "did you mean `near`?"; without a near name, `otherwise`.
    pub fn near_or(self, near: Option<&str>, otherwise: impl Into<String>) -> Self {
        match near {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self.help(otherwise),
        }
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

    /// Suggests to accept words of a text that no rule justifies, by listing them in `unchecked`.
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
