//! Texts with holes: what of MiniJinja they may use.
//!
//! A text is filled in wherever a game is checked or played, whoever wrote it: so it gets what texts of games need, and nothing
//! with which a few signs could ask for gigabytes. Nothing is kept between two holes (no `set`, no macros), nothing is repeated
//! (`*`), and what is joined, and the whole, have bounds.

use std::io::Write;
use std::ops::Range;

use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value, filters, tests};

/// The filters there are.
pub const FILTERS: [&str; 16] = [
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
    "sort",
    "times",
    "title",
    "trim",
    "upper",
];

/// The statements there are, and what goes on or ends them.
pub const STATEMENTS: [&str; 6] = ["if", "elif", "else", "endif", "for", "endfor"];

/// Most bytes of a text that is filled in.
const LONGEST: usize = 1 << 20;
/// Most bytes that a filter makes of its values.
const LONGEST_PART: usize = 1 << 16;
/// Most work for one text, in MiniJinja's instructions.
const FUEL: u64 = 100_000;

/// An environment in which an unknown name is an error.
pub fn environment<'s>() -> Environment<'s> {
    let mut env = Environment::empty();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_fuel(Some(FUEL));
    env.add_filter("abs", filters::abs);
    env.add_filter("capitalize", filters::capitalize);
    env.add_filter("default", filters::default);
    env.add_filter("first", filters::first);
    env.add_filter("join", join);
    env.add_filter("last", filters::last);
    env.add_filter("length", filters::length);
    env.add_filter("lower", filters::lower);
    env.add_filter("replace", replace);
    env.add_filter("reverse", filters::reverse);
    env.add_filter("round", filters::round);
    env.add_filter("sort", filters::sort);
    env.add_filter("times", times);
    env.add_filter("title", filters::title);
    env.add_filter("trim", filters::trim);
    env.add_filter("upper", filters::upper);
    env.add_test("defined", tests::is_defined);
    env.add_test("none", tests::is_none);
    env.add_test("odd", tests::is_odd);
    env.add_test("even", tests::is_even);
    env
}

/// Whether there is anything to fill in.
pub fn has_holes(text: &str) -> bool {
    text.contains("{{") || text.contains("{%") || text.contains("{#")
}

/// Fills a text in.
pub fn fill(env: &Environment, text: &str, data: Value) -> Result<String, Error> {
    if !has_holes(text) {
        return Ok(text.to_owned());
    }
    if let Some(refused) = refused(text) {
        return Err(Error::new(ErrorKind::InvalidOperation, refused.why));
    }
    let mut out = Bounded(Vec::new());
    env.template_from_str(text)?.render_captured_to(data, &mut out)?;
    // What was written came from strings; a bound can only cut whole writes.
    Ok(String::from_utf8_lossy(&out.0).into_owned())
}

/// Fills in a template that an environment knows by name, within the same bounds.
pub fn fill_named(env: &Environment, name: &str, data: Value) -> Result<String, Error> {
    let mut out = Bounded(Vec::new());
    env.get_template(name)?.render_captured_to(data, &mut out)?;
    Ok(String::from_utf8_lossy(&out.0).into_owned())
}

/// Something that a text may not use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Where in the text, in bytes.
    pub at: Range<usize>,
    /// What it is.
    pub why: String,
    /// What to write instead.
    pub instead: &'static str,
}

/// The first thing in a text that texts may not use.
pub fn refused(text: &str) -> Option<Refused> {
    refused_but(text, &STATEMENTS)
}

/// The first thing in a template that it may not use, where it may use these statements.
pub fn refused_but(text: &str, statements: &[&str]) -> Option<Refused> {
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|i| from + i) {
        from = open + 1;
        let end = match text.as_bytes().get(open + 1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            _ => continue,
        };
        if end == "%}" {
            let inside = text[open + 2..].trim_start_matches(['-', '+']).trim_start();
            let start = text.len() - inside.len();
            let word = inside.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
            if !statements.contains(&word) {
                let why = format!("`{{% {word} %}}` is not for texts");
                let instead = "a text has `{{ … }}`, `{% if … %}` and `{% for … %}`";
                return Some(Refused { at: start..start + word.len(), why, instead });
            }
        }
        // To the end of the tag; what is in quotes belongs to nobody else.
        let mut quote = None;
        for (i, c) in text[open + 2..].char_indices().map(|(i, c)| (open + 2 + i, c)) {
            match quote {
                Some(q) if c == q => quote = None,
                Some(_) => {}
                None if c == '"' || c == '\'' => quote = Some(c),
                None if text[i..].starts_with(end) => {
                    from = i + 2;
                    break;
                }
                None if c == '*' => {
                    let why = "texts cannot multiply with `*`".to_owned();
                    return Some(Refused { at: i..i + 1, why, instead: "write `{{ level | times(2) }}`" });
                }
                None if text[i..].starts_with("recursive") => {
                    let why = "a loop of a text cannot be recursive".to_owned();
                    return Some(Refused { at: i..i + 9, why, instead: "leave `recursive` out" });
                }
                None => {}
            }
        }
    }
    None
}

/// Takes no more than [`LONGEST`] bytes.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(std::io::Error::other("the text becomes longer than 1 MiB"));
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

/// `names | join(", ")`
fn join(values: Value, between: Option<String>) -> Result<String, Error> {
    let mut out = String::new();
    for (i, value) in values.try_iter()?.enumerate() {
        if i > 0 {
            push(&mut out, between.as_deref().unwrap_or_default())?;
        }
        push(&mut out, &value.to_string())?;
    }
    Ok(out)
}

/// `name | replace("a", "b")`
fn replace(text: String, from: String, to: String) -> Result<String, Error> {
    let more = if from.is_empty() { text.len() + 1 } else { text.matches(from.as_str()).count() };
    if text.len().saturating_add(more.saturating_mul(to.len())) > LONGEST_PART {
        return Err(too_long());
    }
    Ok(text.replace(&from, &to))
}

/// `level | times(2)`
fn times(number: i64, by: i64) -> Result<i64, Error> {
    number.checked_mul(by).ok_or_else(|| Error::new(ErrorKind::InvalidOperation, "the product is too large"))
}
