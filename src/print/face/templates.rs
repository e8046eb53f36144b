//! Faces: a template rendered for a component, split into a drawing and text boxes.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use minijinja::{AutoEscape, Environment, ErrorKind, Output, State, Value};

use crate::diagnostics::{is_xml_text, write_escaped_xml};
use crate::ir::print::PrintInfo;
use crate::ir::template_bounds::{self, TemplateUse};
use crate::ir::{Ir, texts};
use crate::print::defaults;
use crate::print::draw::scene::Rgb;
use crate::print::face::cut_face::CutFace;
use crate::print::face::face_parts::{
    FaceNote, FaceParts, FaceTexts, MISSING, TemplateFailure, TemplateLine, TextBox, take_apart,
};
use crate::print::face::outside_blocks::StrayMarkup;
use crate::print::face::patterns::{FacePatterns, ReadFace};
use crate::print::face::template_places::{RenderedText, marked};
use crate::print::game::data::{self, WordLooks};
use crate::print::game::noise::vary;

/// All templates, compiled.
pub struct Templates<'a> {
    env: Environment<'static>,
    /// The same templates, those of the package with marks.
    marked: OnceLock<Environment<'static>>,
    /// The templates of the package that could be read: names and texts.
    own: Vec<(&'a str, &'a str)>,
    /// The language of texts, as a tag.
    language: &'a str,
    /// The pictures of the package.
    print: &'a PrintInfo,
    /// Patterns of faces that were rendered.
    patterns: FacePatterns,
    /// Names of the existing templates.
    pub names: Vec<String>,
    /// Names of templates that could not be read, which has been reported.
    pub unreadable: Vec<String>,
    /// Markup of the package's templates that is never drawn.
    pub stray: Vec<StrayMarkup<'a>>,
}

impl<'a> Templates<'a> {
    /// Loads the templates of the package and those that come with Cardwright; the package's own have
    /// precedence.
    ///
    /// # Errors
    /// The package's files that are not valid templates.
    pub fn load(ir: &'a Ir, words: &Arc<WordLooks>) -> (Templates<'a>, Vec<TemplateFailure>) {
        let mut env = texts::environment();
        env.set_auto_escape_callback(|_| AutoEscape::Html);
        env.set_formatter(escape);
        env.add_filter("times", |a: f64, b: f64| a * b);
        env.add_filter("mix", mix);
        env.add_filter("readable", readable);
        env.add_function("along", along);
        env.add_function("vary", vary);
        let (said, called) = (ir.print.said.clone(), ir.print.words.clone());
        env.add_function("say", move |text: Value| -> Result<String, minijinja::Error> {
            let text = texts::value_text(&text)?;
            // A label of the face's own, or the label of an id.
            let word = said.iter().chain(&called).find(|(of, _)| *of == text);
            Ok(word.map_or(text, |(_, word)| word.clone()))
        });
        let icons = Arc::clone(words);
        env.add_function("icon", move |name: Value, x: f64, y: f64, size: f64, colour: Value| {
            let (name, colour) = (texts::value_text(&name)?, texts::value_text(&colour)?);
            if !name.is_empty() && icons.icon(&name).is_none() {
                // The missing icon is reported when the face is taken apart.
                let name: String =
                    name.chars().filter(|c| !"<>&\"".contains(*c) && is_xml_text(*c)).collect();
                return Ok(Value::from_safe_string(format!("<g {MISSING}=\"{name}\"/>")));
            }
            Ok::<_, minijinja::Error>(Value::from_safe_string(icons.icon_markup(&name, x, y, size, &colour)))
        });
        let (mut names, mut unreadable, mut failures) = (Vec::new(), Vec::new(), Vec::new());
        for (name, text) in defaults::faces() {
            names.push(name.to_owned());
            // The tests check the templates that come with Cardwright.
            let _ = env.add_template(name, text);
        }
        let own: Vec<(&str, &str)> = ir
            .print
            .assets
            .iter()
            .filter_map(|asset| {
                let file = asset.path.strip_prefix("faces/")?;
                let name = file.trim_end_matches(".j2").trim_end_matches(".svg");
                let text = asset.file.and_then(|f| ir.files.find(f)).map(|f| f.text.as_str());
                Some((name, text.unwrap_or_default()))
            })
            .collect();
        // An included template sees the loop variables of the including one. Only own templates are checked.
        let defaults = defaults::faces().map(|(_, text)| text).filter(|_| !own.is_empty());
        let bound = own.iter().map(|(_, text)| *text).chain(defaults);
        let bound: BTreeSet<String> = bound.flat_map(template_bounds::loop_variables).collect();
        let mut read = Vec::new();
        for (name, text) in own {
            if let Some(refused) = template_bounds::refused(text, TemplateUse::Face, &bound) {
                let why = format!("{}; {}", refused.why, refused.instead);
                failures.push(TemplateFailure::Template(why, name.to_owned(), Some(refused.at)));
                unreadable.push(name.to_owned());
                continue;
            }
            if let Err(e) = env.add_template_owned(name.to_owned(), text.to_owned()) {
                failures.push(failure(&e, name));
                unreadable.push(name.to_owned());
                continue;
            }
            read.push((name, text));
            if !names.iter().any(|n| n == name) {
                names.push(name.to_owned());
            }
        }
        // The last of several templates with one name is the one that is used.
        let is_used = |(i, (name, _)): &(usize, &(&str, &str))| read[i + 1..].iter().all(|(n, _)| n != name);
        let text_of = |asked: &str| {
            let own = read.iter().rev().find(|(name, _)| *name == asked).map(|(_, text)| *text);
            own.or_else(|| defaults::faces().find(|(name, _)| *name == asked).map(|(_, text)| text))
        };
        let used = read.iter().enumerate().filter(is_used);
        let stray = used.flat_map(|(_, (name, text))| StrayMarkup::all_of(name, text, text_of)).collect();
        let marked = OnceLock::new();
        let (language, print, patterns) = (&ir.game.language, &ir.print, FacePatterns::default());
        let templates =
            Templates { env, marked, own: read, language, print, patterns, names, unreadable, stray };
        (templates, failures)
    }

    /// Renders a template; `None` if it cannot be rendered.
    pub fn filled_in(&self, name: &str, data: &Value) -> Option<String> {
        texts::fill_named(&self.env, name, data.clone()).ok()
    }

    /// Renders a template and splits it into parts. `width` is the width of the face in millimetres.
    ///
    /// # Errors
    /// The template cannot be rendered, or its result is not a face.
    pub fn face(
        &self,
        name: &str,
        data: &Value,
        width: f64,
        known: &dyn Fn(&str) -> bool,
    ) -> Result<FaceParts, TemplateFailure> {
        let text = texts::fill_named(&self.env, name, data.clone()).map_err(|e| failure(&e, name))?;
        let rules = data.get_attr("text").ok();
        let rules = rules.as_ref().and_then(Value::as_str).unwrap_or_default();
        let texts = FaceTexts { language: self.language, rules };
        let cut = CutFace::of(&text);
        if let Some(parts) = cut.as_ref().and_then(|cut| self.patterns.fill(cut, width, texts)) {
            return Ok(parts);
        }
        let parts = |text: &str| take_apart(text, width, texts, known);
        let read = parts(&text);
        if let (Some(cut), Ok(parts)) = (cut, &read) {
            self.patterns.learn(ReadFace { text: &text, cut: &cut, width, texts, parts, print: self.print });
        }
        read.map_err(|fault| {
            let line = self.marked_text(name, data).and_then(|text| {
                // The fault is found again, since marks keep some spaces that the template leaves out.
                let at = parts(&text.text).err()?.at;
                text.line(at, &self.own)
            });
            (fault.failure)(fault.why, line)
        })
    }

    /// Returns the line of the first text box of a face that is looked for; `None` if the face cannot be
    /// filled in, or if a template that comes with Cardwright has the box.
    pub fn line_of_box(
        &self,
        name: &str,
        data: &Value,
        is_looked_for: &dyn Fn(&TextBox) -> bool,
    ) -> TemplateLine {
        self.line_of(name, data, &|parts| Some(parts.boxes.iter().find(|b| is_looked_for(b))?.at))
    }

    /// Returns the line of the text box of a note; `None` as for [`Templates::line_of_box`].
    pub fn line_of_note(&self, name: &str, data: &Value, note: &FaceNote) -> TemplateLine {
        let is_same = |other: &&FaceNote| other.name == note.name && other.what == note.what;
        self.line_of(name, data, &|parts| Some(parts.notes.iter().find(is_same)?.at))
    }

    /// Fills in a face once more, and returns the line of a position in it.
    fn line_of(&self, name: &str, data: &Value, find: &dyn Fn(&FaceParts) -> Option<usize>) -> TemplateLine {
        let text = self.marked_text(name, data)?;
        let texts = FaceTexts { language: self.language, rules: "" };
        let parts = take_apart(&text.text, 1.0, texts, &|_| true).ok()?;
        text.line(find(&parts)?, &self.own)
    }

    /// Renders a template once more, with marks for the lines of the package's templates.
    fn marked_text(&self, name: &str, data: &Value) -> Option<RenderedText> {
        let env = self.marked.get_or_init(|| {
            let mut env = self.env.clone();
            for (i, (name, text)) in self.own.iter().enumerate() {
                // A template that cannot be read with marks is used without.
                let _ = env.add_template_owned((*name).to_owned(), marked(text, i));
            }
            env
        });
        texts::fill_named(env, name, data.clone()).ok().map(|text| RenderedText::of(&text))
    }
}

fn failure(error: &minijinja::Error, name: &str) -> TemplateFailure {
    // An error of an included template is the source of those of all that include it.
    let mut inner = error;
    while let Some(source) =
        std::error::Error::source(inner).and_then(|e| e.downcast_ref::<minijinja::Error>())
    {
        inner = source;
    }
    // MiniJinja has no kind of its own for the depth of inclusions.
    if inner.detail().is_some_and(|detail| detail.contains("recursion limit")) {
        let why = "its templates include each other in a circle".to_owned();
        return TemplateFailure::Template(why, error.name().unwrap_or(name).to_owned(), error.range());
    }
    let mut why = match inner.kind() {
        ErrorKind::OutOfFuel => "it does more work than a face may".to_owned(),
        ErrorKind::UndefinedError => "it asks for something that its component does not have".to_owned(),
        ErrorKind::WriteFailure => "it becomes longer than 1 MiB".to_owned(),
        ErrorKind::TemplateNotFound => "it includes or extends a template that is not there".to_owned(),
        kind => kind.to_string(),
    };
    if let Some(detail) = inner.detail().filter(|_| inner.kind() != ErrorKind::WriteFailure) {
        why = format!("{why}: {detail}");
    } else if let (ErrorKind::UndefinedError, Some(text)) = (inner.kind(), inner.template_source())
        && let Some(written) = inner.range().and_then(|range| text.get(range))
    {
        why = format!("{why}: `{written}`");
    }
    let at_fault = if inner.name().is_some() { inner } else { error };
    TemplateFailure::Template(why, at_fault.name().unwrap_or(name).to_owned(), at_fault.range())
}

/// Maximum number of places of a track.
const MOST_PLACES: usize = 400;

/// Returns `count` places along the sides of a rectangle, equally spaced, clockwise from its upper left
/// corner: the number of each, from 1, and its position.
fn along(count: usize, x: f64, y: f64, width: f64, height: f64) -> Result<Value, minijinja::Error> {
    if count > MOST_PLACES {
        let why = format!("`along` gives {MOST_PLACES} places at most, not {count}");
        return Err(minijinja::Error::new(ErrorKind::InvalidOperation, why));
    }
    let round = |x: f64| (x * 100.0).round() / 100.0;
    let whole = 2.0 * (width + height);
    let place = |n: usize| {
        let at = whole * n as f64 / count as f64;
        let (px, py) = if at <= width {
            (x + at, y)
        } else if at <= width + height {
            (x + width, y + at - width)
        } else if at <= 2.0 * width + height {
            (x + 2.0 * width + height - at, y + height)
        } else {
            (x, y + whole - at)
        };
        let place = [("n", Value::from(n + 1)), ("x", round(px).into()), ("y", round(py).into())];
        Value::from(std::collections::BTreeMap::from(place))
    };
    Ok(Value::from((0..count).map(place).collect::<Vec<_>>()))
}

fn escape(out: &mut Output, _: &mut State, value: &Value) -> Result<(), minijinja::Error> {
    if let Some(text) = value.as_str() {
        return Ok(if value.is_safe() { out.write_str(text) } else { write_escaped_xml(out, text) }?);
    }
    // Half of what a face is filled with are fractions, written as MiniJinja does.
    if value.is_number()
        && !value.is_integer()
        && let Some(number) = f64::try_from(value.clone()).ok().filter(|number| number.is_finite())
    {
        return Ok(write_fraction(out, number)?);
    }
    Ok(write_escaped_xml(out, &texts::value_text(value)?)?)
}

/// Writes a finite fraction as MiniJinja does: in decimals, with one at least.
fn write_fraction(out: &mut impl Write, number: f64) -> std::fmt::Result {
    let mut buffer = zmij::Buffer::new();
    let shown = buffer.format_finite(number);
    if !shown.contains('e') {
        return out.write_str(shown);
    }
    // Very large and very small ones have exponents there.
    let shown = number.to_string();
    out.write_str(&shown)?;
    if shown.contains('.') { Ok(()) } else { out.write_str(".0") }
}

/// Implements `colour | readable("#ffffff")`: a colour made darker or lighter until it can be read on the
/// other.
fn readable(colour: Value, ground: Value) -> Result<String, minijinja::Error> {
    Ok(data::hex(data::readable(read_colour(&colour)?, read_colour(&ground)?)))
}

/// Implements `colour | mix("#ffffff", 0.8)`: a colour mixed with a share of another.
fn mix(colour: Value, other: Value, share: f64) -> Result<String, minijinja::Error> {
    Ok(data::hex(data::mixed(read_colour(&colour)?, read_colour(&other)?, share)))
}

fn read_colour(value: &Value) -> Result<Rgb, minijinja::Error> {
    let written = texts::value_text(value)?;
    data::colour(&written).ok_or_else(|| {
        minijinja::Error::new(
            ErrorKind::InvalidOperation,
            format!("`{written}` is not a colour such as #2c6e8f"),
        )
    })
}
