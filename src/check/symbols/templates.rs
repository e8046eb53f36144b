//! Texts: MiniJinja templates over a component's printed data.

use crate::check::symbols::messages;
use crate::diagnostics::{Diagnostic, list, nearest};
use crate::ir::texts::{self, has_holes};
use crate::source::Span;
use minijinja::{ErrorKind, Value};
use std::collections::BTreeMap;
use std::ops::Range;

/// Returns the variables that a template names, sorted, with member accesses as `variable.member`; or the
/// reason why it is invalid.
pub fn variables(text: &str) -> Result<Vec<String>, TemplateError> {
    if !has_holes(text) {
        return Ok(Vec::new());
    }
    if let Some(refused) = texts::refused(text) {
        return Err(TemplateError {
            message: refused.why,
            range: Some(refused.at),
            help: Some(refused.instead.into()),
        });
    }
    let env = texts::environment();
    let template = env.template_from_str(text).map_err(|e| TemplateError::of(&e, text))?;
    let mut names: Vec<String> = template.undeclared_variables(true).into_iter().collect();
    names.sort();
    Ok(names)
}

/// Name of `self` in a template, where the engine reserves that word. No id begins with an underscore.
pub const SELF: &str = "_self";

/// Returns the name of a variable in a template.
pub fn template_name(id: &str) -> String {
    if id == "self" { SELF.to_string() } else { id.to_string() }
}

/// Renames `self` in a template to its reserved name.
pub fn with_self(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(start) = ["{{", "{%"].iter().filter_map(|b| rest.find(b)).min() {
        let end = rest[start..].find(if rest[start..].starts_with("{{") { "}}" } else { "%}" });
        let end = end.map_or(rest.len(), |e| start + e);
        out.push_str(&rest[..start]);
        rename_self(&rest[start..end], &mut out);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Renames `self` inside one pair of braces: only as a word of its own, not after a dot or in quotes.
fn rename_self(code: &str, out: &mut String) {
    let mut quote = None;
    let mut word = String::new();
    let mut before = ' ';
    for c in code.chars().chain([' ']) {
        if quote.is_none() && (c.is_alphanumeric() || c == '_') {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            out.push_str(if word == "self" && before != '.' { SELF } else { &word });
            word.clear();
        }
        match quote {
            Some(q) if c == q => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        before = c;
        out.push(c);
    }
    out.pop();
}

/// Returns the byte range at which a template first names a variable.
pub fn place_of(text: &str, name: &str) -> Option<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut from = 0;
    while let Some(open) = text[from..].find(['{']).map(|i| from + i) {
        from = open + 1;
        if !text[open..].starts_with("{{") && !text[open..].starts_with("{%") {
            continue;
        }
        let close = text[open..].find(['}']).map_or(text.len(), |i| open + i);
        for (at, _) in text[open..close].match_indices(name).map(|(i, m)| (open + i, m)) {
            let end = at + name.len();
            let alone = !text[..at].ends_with(is_word) && !text[end..].starts_with(is_word);
            if alone && !text[..at].ends_with('.') {
                return Some(at..end);
            }
        }
    }
    None
}

/// Returns the byte ranges of words in single braces, `{ c }`, with the words: text of its own, although a
/// variable may be meant.
pub fn single_braces(text: &str) -> Vec<(Range<usize>, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('{')).map(|i| at + i) {
        at = open + 1;
        if text[at..].starts_with(['{', '%', '#']) {
            let end = text[at..].find('}').map_or(text.len(), |i| at + i);
            at = end + text[end..].chars().take_while(|c| *c == '}').count();
            continue;
        }
        let Some(close) = text[at..].find('}').map(|i| at + i) else { break };
        let word = text[at..close].trim();
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_word && !text[close..].starts_with("}}") {
            found.push((open..close + 1, word));
            at = close + 1;
        }
    }
    found
}

/// Returns the call with which a text begins, if it calls this name: `count(hand)`.
pub fn call_at<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let arguments = text.strip_prefix(name).filter(|rest| rest.trim_start().starts_with('('))?;
    let mut depth = 0;
    let end = arguments.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0 && c == ')').then_some(name.len() + at + 1)
    })?;
    text.get(..end)
}

/// An error while a template is parsed or filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TemplateError {
    message: String,
    /// Byte range within the template, if known.
    pub range: Option<Range<usize>>,
    help: Option<String>,
}

impl TemplateError {
    fn of(e: &minijinja::Error, text: &str) -> Self {
        let range = e.range().filter(|r| r.start < r.end && text.get(r.clone()).is_some());
        let written = range.clone().and_then(|r| text.get(r)).unwrap_or_default();
        let detail = e.detail().map_or_else(|| e.kind().to_string(), str::to_string);
        let (message, help) = match e.kind() {
            ErrorKind::SyntaxError => (
                format!("this text cannot be read: {detail}"),
                Some("what is to be filled in stands between `{{` and `}}`: `{{ name }}`".to_string()),
            ),
            ErrorKind::UnknownFilter => {
                let name = written.split(|c: char| !c.is_alphanumeric() && c != '_').find(|w| !w.is_empty());
                let near =
                    name.and_then(|n| nearest(n, texts::FILTERS)).map(|n| format!("did you mean `{n}`?"));
                let all = || format!("there are {}", list(&texts::FILTERS));
                (format!("there is no filter `{}`", name.unwrap_or("…")), Some(near.unwrap_or_else(all)))
            }
            ErrorKind::OutOfFuel => (
                "this text takes too long to fill in".to_string(),
                Some("make its loops shorter".to_string()),
            ),
            ErrorKind::WriteFailure => (
                "this text becomes too long".to_string(),
                Some(format!("filled in, a text has at most {} KiB", texts::LONGEST >> 10)),
            ),
            _ => (format!("this text cannot be filled in: {detail}"), None),
        };
        TemplateError { message, range, help }
    }

    /// Names the variable that is not in the data, if there is one, and what may stand there.
    fn naming_unknown(self, text: &str, data: &BTreeMap<String, Value>) -> Self {
        let known: Vec<&str> = data.keys().map(|id| if id == SELF { "self" } else { id.as_str() }).collect();
        let named = variables(text).unwrap_or_default();
        let first = |name: &String| name.split('.').next().unwrap_or_default().to_owned();
        let Some(unknown) = named.iter().map(first).find(|name| !data.contains_key(name)) else {
            return self;
        };
        let help = match nearest(&unknown, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => {
                "nothing can be filled in here: write the text without braces".to_owned()
            }
            None => format!("what can be filled in here: {}", list(&known)),
        };
        TemplateError {
            message: format!("this text cannot be filled in: there is no `{unknown}` here"),
            range: place_of(text, &unknown).or(self.range),
            help: Some(help),
        }
    }

    /// Converts the error to a diagnostic at a place.
    pub fn at_span(self, span: Span) -> Diagnostic {
        let mut d = messages::invalid_template(span, &self.message);
        d.help = self.help;
        d
    }
}

/// Fills in a template. The result is bounded in length, and the work in steps.
pub fn render(text: &str, data: &BTreeMap<String, Value>) -> Result<String, TemplateError> {
    variables(text)?;
    texts::fill(&texts::environment(), text, Value::from_pairs(data.clone())).map_err(|e| match e.kind() {
        ErrorKind::UndefinedError => TemplateError::of(&e, text).naming_unknown(text, data),
        _ => TemplateError::of(&e, text),
    })
}
