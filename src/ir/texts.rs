//! Texts with holes: the subset of MiniJinja that they may use.
//!
//! A text is rendered wherever a game is checked or played, even if its author is not trusted. So the
//! environment has only what texts of games need, and nothing that turns a short text into gigabytes. There
//! is no state between two holes (no `set`, no macros) and no repetition (`*`). The output of filters and of
//! the whole text is bounded; [`template_bounds`] bounds the value of a single hole.

use std::collections::BTreeSet;
use std::io::Write;

use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value, filters, tests};

use super::template_bounds::{self, ForbiddenConstruct, TemplateUse};

/// The available filters.
pub const FILTERS: [&str; 17] = [
    "abs",
    "capitalize",
    "default",
    "first",
    "join",
    "last",
    "length",
    "lower",
    "replace",
    "reverse",
    "round",
    "signed",
    "sort",
    "times",
    "title",
    "trim",
    "upper",
];

/// The maximum size of a rendered face, in bytes.
const LONGEST_FACE: usize = 1 << 20;
/// The size of most rendered faces, in bytes.
const USUAL_FACE: usize = 1 << 14;
/// The maximum size of a text, as source and rendered, in bytes.
pub const LONGEST: usize = 1 << 16;
/// The maximum size of a filter's result, in bytes.
const LONGEST_PART: usize = 1 << 16;
/// The maximum work for one text, in MiniJinja's instructions.
const FUEL: u64 = 100_000;

/// Creates an environment in which an undefined name is an error.
pub fn environment<'s>() -> Environment<'s> {
    let mut env = Environment::empty();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_fuel(Some(FUEL));
    env.add_filter("abs", filters::abs);
    env.add_filter("capitalize", |value: Value| changed(&value, capitalized));
    env.add_filter("default", filters::default);
    env.add_filter("first", filters::first);
    env.add_filter("join", join);
    env.add_filter("last", filters::last);
    env.add_filter("length", filters::length);
    env.add_filter("lower", |value: Value| changed(&value, str::to_lowercase));
    env.add_filter("replace", replace);
    env.add_filter("reverse", filters::reverse);
    env.add_filter("round", filters::round);
    env.add_filter("signed", |value: Value| changed(&value, signed));
    env.add_filter("sort", filters::sort);
    env.add_filter("times", times);
    env.add_filter("title", |value: Value| changed(&value, |text| filters::title(text.into())));
    env.add_filter("trim", |value: Value, of: Option<String>| {
        changed(&value, |text| match &of {
            Some(of) => text.trim_matches(|c| of.contains(c)).to_owned(),
            None => text.trim().to_owned(),
        })
    });
    env.add_filter("upper", |value: Value| changed(&value, str::to_uppercase));
    env.add_test("defined", tests::is_defined);
    env.add_test("none", tests::is_none);
    env.add_test("odd", tests::is_odd);
    env.add_test("even", tests::is_even);
    env
}

/// Returns whether a text has a tag or comment to render.
pub fn has_holes(text: &str) -> bool {
    text.contains("{{") || text.contains("{%") || text.contains("{#")
}

/// Renders a text.
///
/// # Errors
/// Fails if the text uses a forbidden construct or an undefined name, or if the result is too long.
pub fn fill(env: &Environment, text: &str, data: Value) -> Result<String, Error> {
    if !has_holes(text) {
        return if text.len() > LONGEST { Err(ErrorKind::WriteFailure.into()) } else { Ok(text.to_owned()) };
    }
    if let Some(refused) = refused(text) {
        return Err(Error::new(ErrorKind::InvalidOperation, refused.why));
    }
    let mut out = LimitedWriter(Vec::new(), LONGEST);
    env.template_from_str(text)?.render_captured_to(data, &mut out)?;
    Ok(out.text())
}

/// Renders a template that is registered in an environment under a name, within the same bounds.
pub fn fill_named(env: &Environment, name: &str, data: Value) -> Result<String, Error> {
    let mut out = LimitedWriter(Vec::with_capacity(USUAL_FACE), LONGEST_FACE);
    env.get_template(name)?.render_captured_to(data, &mut out)?;
    Ok(out.text())
}

/// Returns the first forbidden construct in a text.
pub fn refused(text: &str) -> Option<ForbiddenConstruct> {
    template_bounds::refused(text, TemplateUse::Text, &BTreeSet::new())
}

/// A writer with a byte limit.
struct LimitedWriter(Vec<u8>, usize);

impl LimitedWriter {
    fn text(self) -> String {
        // Every write was a string, and the limit rejects whole writes only, so the bytes are valid UTF-8.
        String::from_utf8(self.0).unwrap_or_default()
    }
}

impl Write for LimitedWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + bytes.len() > self.1 {
            return Err(std::io::Error::other(format!("it becomes longer than {} KiB", self.1 >> 10)));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn too_long() -> Error {
    Error::new(ErrorKind::InvalidOperation, "this becomes longer than 64 KiB")
}

fn push(out: &mut String, part: &str) -> Result<(), Error> {
    if out.len() + part.len() > LONGEST_PART {
        return Err(too_long());
    }
    out.push_str(part);
    Ok(())
}

/// Converts a value to text, within a limit. Nested lists can share elements, so the text may be far longer
/// than the value is large.
///
/// # Errors
/// Fails if the text is too long.
pub fn value_text(value: &Value) -> Result<String, Error> {
    use std::fmt::Write as _;
    /// A string with the limit [`LONGEST_PART`].
    struct LimitedString(String);
    impl std::fmt::Write for LimitedString {
        fn write_str(&mut self, part: &str) -> std::fmt::Result {
            push(&mut self.0, part).map_err(|_| std::fmt::Error)
        }
    }
    if value.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    if let Some(text) = value.as_str() {
        return if text.len() > LONGEST_PART { Err(too_long()) } else { Ok(text.to_owned()) };
    }
    let mut part = LimitedString(String::new());
    write!(part, "{value}").map_err(|_| too_long())?;
    Ok(part.0)
}

/// Applies a change to a value's text; the result is marked safe if the value was.
fn changed(value: &Value, change: impl Fn(&str) -> String) -> Result<Value, Error> {
    let text = change(&value_text(value)?);
    Ok(if value.is_safe() { Value::from_safe_string(text) } else { Value::from(text) })
}

/// `name | capitalize`
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters.as_str().to_lowercase().chars()).collect()
}

/// `names | join(", ")`
fn join(values: Value, between: Option<String>) -> Result<String, Error> {
    let mut out = String::new();
    for (i, value) in values.try_iter()?.enumerate() {
        if i > 0 {
            push(&mut out, between.as_deref().unwrap_or_default())?;
        }
        push(&mut out, &value_text(&value)?)?;
    }
    Ok(out)
}

/// `name | replace("a", "b")`
fn replace(text: Value, from: String, to: String) -> Result<String, Error> {
    let text = value_text(&text)?;
    let more = if from.is_empty() { text.len() + 1 } else { text.matches(from.as_str()).count() };
    if text.len().saturating_add(more.saturating_mul(to.len())) > LONGEST_PART {
        return Err(too_long());
    }
    Ok(text.replace(&from, &to))
}

/// `amount | signed`: a number with its sign, `+3` or `−2`; a text that is not a plain number stays.
fn signed(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(number) => format!("−{number}"),
        None if text.starts_with(|c: char| c.is_ascii_digit()) => format!("+{text}"),
        None => text.to_owned(),
    }
}

/// `level | times(2)`
fn times(number: i64, by: i64) -> Result<i64, Error> {
    number.checked_mul(by).ok_or_else(|| Error::new(ErrorKind::InvalidOperation, "the product is too large"))
}
