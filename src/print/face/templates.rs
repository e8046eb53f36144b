//! Faces: a template rendered for a component, split into a drawing and text boxes.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use minijinja::{AutoEscape, Environment, ErrorKind, Output, State, Value};
use usvg::roxmltree::Node;

use crate::diagnostics::nearest;
use crate::ir::{Ir, template_bounds, texts};
use crate::print::defaults;
use crate::print::draw::scene::{Matrix, Rgb};
use crate::print::draw::xml;
use crate::print::face::ground;
use crate::print::face::template_places::{RenderedText, marked};
use crate::print::game::data::{self, WordLooks};
use crate::print::text::quotes::curled;
use crate::print::text::rich;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle, Valign};

/// The attribute that marks a missing icon.
const MISSING: &str = "data-missing-icon";
/// Statements that templates of faces may use, in addition to those of texts.
const STATEMENTS: [&str; 10] =
    ["if", "elif", "else", "endif", "for", "endfor", "include", "extends", "block", "endblock"];

/// A text box: a rectangle with text.
#[derive(Clone, Debug)]
pub struct TextBox {
    /// Its name in diagnostics.
    pub name: String,
    /// The transformation from its own coordinates, with the origin in its upper left corner, to millimetres
    /// on the face.
    pub matrix: Matrix,
    /// Width, in millimetres.
    pub width: f64,
    /// Height, in millimetres.
    pub height: f64,
    /// The text.
    pub text: Vec<rich::Paragraph>,
    /// Its style; families are as written.
    pub style: TextStyle,
    /// True if it holds the text of the card, in which words of the game stand out.
    pub is_rules: bool,
    /// The colour below it, if it holds the text of the card, and if the colour is known.
    pub ground: Option<Rgb>,
    /// The font family as written.
    pub family: String,
}

/// A face split into its parts.
#[derive(Clone, Debug, Default)]
pub struct FaceParts {
    /// The SVG without its text boxes.
    pub drawing: String,
    /// The text boxes.
    pub boxes: Vec<TextBox>,
    /// Icons that it uses and that do not exist.
    pub missing: Vec<String>,
    /// Width and height of its `viewBox`; `None` if it has none.
    pub view: Option<(f64, f64)>,
}

/// The reason why a template did not give a face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateFailure {
    /// The template cannot be rendered: the reason, the template, and the range in it, if known.
    Template(String, String, Option<Range<usize>>),
    /// The rendered template is not a valid SVG.
    Svg(String, TemplateLine),
    /// An element or attribute that cannot be printed.
    Forbidden(String, TemplateLine),
    /// The font reader failed on its texts, with the reason.
    Fonts(String),
    /// A text box has an invalid attribute.
    Box(String, TemplateLine),
}

/// A template of the package and the line in it that made something, if known.
type TemplateLine = Option<(String, Range<usize>)>;

/// The reason why a rendered template is not a face, and its position in the rendered text.
struct TemplateFault {
    failure: fn(String, TemplateLine) -> TemplateFailure,
    why: String,
    at: usize,
}

/// All templates, compiled.
pub struct Templates<'a> {
    env: Environment<'static>,
    /// The same templates, those of the package with marks.
    marked: OnceLock<Environment<'static>>,
    /// The templates of the package that could be read: names and texts.
    own: Vec<(&'a str, &'a str)>,
    /// The language of texts, as a tag.
    language: &'a str,
    /// Names of the existing templates.
    pub names: Vec<String>,
    /// Names of templates that could not be read, which has been reported.
    pub unreadable: Vec<String>,
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
                    name.chars().filter(|c| !"<>&\"".contains(*c) && !c.is_control()).collect();
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
        // An included template sees the loop variables of the including one.
        let bound = own.iter().map(|(_, text)| *text).chain(defaults::faces().map(|(_, text)| text));
        let bound: BTreeSet<String> = bound.flat_map(template_bounds::loop_variables).collect();
        let mut read = Vec::new();
        for (name, text) in own {
            if let Some(refused) = template_bounds::refused(text, &STATEMENTS, &bound) {
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
        let marked = OnceLock::new();
        (Templates { env, marked, own: read, language: &ir.game.language, names, unreadable }, failures)
    }

    /// Renders a template and splits it into parts. `width` is the width of the face in millimetres.
    ///
    /// # Errors
    /// The reason why there is no face.
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
        let parts = |text: &str| take_apart(text, width, (self.language, rules), known);
        parts(&text).map_err(|fault| {
            let line = self.marked_text(name, data).and_then(|text| {
                // The fault is found again, since marks keep some spaces that the template leaves out.
                let at = parts(&text.text).err()?.at;
                text.line(at, &self.own)
            });
            (fault.failure)(fault.why, line)
        })
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
    use std::fmt::Write;
    let shown;
    let text = match value.as_str() {
        Some(text) if value.is_safe() => return Ok(out.write_str(text)?),
        Some(text) => text,
        None => {
            shown = texts::value_text(value)?;
            &shown
        }
    };
    for c in text.chars() {
        match c {
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '&' => out.write_str("&amp;")?,
            '"' => out.write_str("&quot;")?,
            '\'' => out.write_str("&#39;")?,
            '\n' => out.write_str("&#10;")?,
            c if c.is_control() => {}
            c => out.write_char(c)?,
        }
    }
    Ok(())
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
            format!("`{written}` is no colour such as #2c6e8f"),
        )
    })
}

/// Splits a rendered face. `rules` is the text of the card.
fn take_apart(
    text: &str,
    width: f64,
    (language, rules): (&str, &str),
    known: &dyn Fn(&str) -> bool,
) -> Result<FaceParts, TemplateFault> {
    let fault = |failure, why, at| TemplateFault { failure, why, at };
    let document = xml::parse(text).map_err(|why| {
        let (why, at) = xml::without_place(text, why);
        fault(TemplateFailure::Svg, why, at)
    })?;
    if let Some((at, what)) = xml::forbidden(&document, known) {
        return Err(fault(TemplateFailure::Forbidden, what, at.start));
    }
    let root = document.root_element();
    let shape;
    let across = match root.attribute("viewBox") {
        Some(view) => {
            let numbers: Vec<f64> = view.split([' ', ',']).filter_map(|n| n.parse().ok()).collect();
            let [x, y, across, down] = numbers[..] else {
                let why = format!("its `viewBox` is `{view}` instead of four numbers");
                return Err(fault(TemplateFailure::Svg, why, root.range().start));
            };
            shape = Some((across, down));
            (x, y, across)
        }
        None => {
            let number = |key: &str| root.attribute(key).and_then(|length| length.parse::<f64>().ok());
            shape = number("width").zip(number("height"));
            let written = root.attribute("width").and_then(|w| w.trim_end_matches("mm").parse().ok());
            (0.0, 0.0, written.unwrap_or(width))
        }
    };
    let scale = width / across.2;
    let view = Matrix([
        scale as f32,
        0.0,
        0.0,
        scale as f32,
        (-across.0 * scale) as f32,
        (-across.1 * scale) as f32,
    ]);
    let drawing = String::with_capacity(text.len());
    let mut parts = FaceParts { drawing, view: shape, ..FaceParts::default() };
    let mut from = 0;
    for node in document.descendants().filter(|n| n.is_element()) {
        parts.missing.extend(node.attribute(MISSING).map(str::to_owned));
        if let Some(why) = misspelt(node) {
            return Err(fault(TemplateFailure::Box, why, node.range().start));
        }
        let Some(said) = node.attribute_node("data-text") else { continue };
        parts.drawing.push_str(text.get(from..node.range().start).unwrap_or_default());
        from = node.range().end.max(from);
        let number = parts.boxes.len() + 1;
        let said = xml::with_lines(text, &said);
        let is_rules = !rules.is_empty() && said.contains(rules);
        let said = curled(&said, language);
        let made = text_box(node, (&said, is_rules), number, view);
        parts.boxes.extend(made.map_err(|why| fault(TemplateFailure::Box, why, node.range().start))?);
    }
    parts.drawing.push_str(text.get(from..).unwrap_or_default());
    Ok(parts)
}

/// Attributes of text boxes.
const ATTRIBUTES: [&str; 18] = [
    "data-text",
    "data-font",
    "data-weight",
    "data-style",
    "data-size",
    "data-min-size",
    "data-leading",
    "data-gap",
    "data-spacing",
    "data-align",
    "data-valign",
    "data-padding",
    "data-lines",
    "data-hyphens",
    "data-colour",
    "data-highlight",
    "data-name",
    MISSING,
];

/// Returns the problem with a `data-` attribute that text boxes do not have. Other elements may have any,
/// except one that is nearly `data-text`, an attribute of text boxes in other letters, and `data-` alone.
fn misspelt(node: Node) -> Option<String> {
    let in_small = node.attributes().map(|a| a.name()).find_map(|name| {
        let small = name.to_lowercase();
        (small != name && ATTRIBUTES.contains(&small.as_str())).then_some((name, Some(small)))
    });
    let alone = || node.attributes().any(|a| a.name() == "data-").then_some(("data-", None));
    if let Some((name, near)) = in_small.or_else(alone) {
        let way_out = near.map_or("; an attribute has a name after it".to_owned(), |near| {
            format!("; did you mean `{near}`?")
        });
        return Some(format!("there is no `{name}`{way_out}"));
    }
    let unknown = |name: &&str| name.starts_with("data-") && !ATTRIBUTES.contains(name);
    let is_box = node.has_attribute("data-text");
    let of_box = node.attributes().map(|a| a.name()).filter(unknown).find_map(|name| {
        let near = nearest(name, ATTRIBUTES).filter(|near| is_box || *near == "data-text");
        (is_box || near.is_some()).then_some((name, near))
    });
    let (name, near) = of_box?;
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Some(format!("there is no `{name}`{near}"))
}

/// The attributes of a text box.
struct BoxAttributes<'n> {
    node: Node<'n, 'n>,
    /// The name of the box in diagnostics.
    name: String,
}

impl BoxAttributes<'_> {
    fn length(&self, key: &str, default: Option<f64>) -> Result<f64, String> {
        let (node, name) = (self.node, &self.name);
        match node.attribute(key) {
            Some(written) => {
                let number = written.trim().trim_end_matches("mm").trim_end_matches("pt").trim();
                let read = number.parse::<f64>().ok().filter(|n| n.is_finite());
                read.ok_or_else(|| format!("{name}: `{key}` is `{written}` and no number"))
            }
            None => default.ok_or_else(|| format!("{name} does not say its `{key}`")),
        }
    }

    /// Returns a number in a range. One so small that nothing would be seen is a slip.
    fn within(&self, key: &str, default: f64, (least, most): (f64, f64)) -> Result<f64, String> {
        let (node, name) = (self.node, &self.name);
        let number = self.length(key, Some(default))?;
        let is_positive = least > 0.0 || number >= least;
        match number {
            _ if node.attribute(key).is_none() => Ok(number.clamp(least, most)),
            number if number > most => Err(format!("{name}: `{key}` is {number}; it may be {most} at most")),
            number if !is_positive => {
                Err(format!("{name}: `{key}` is {number}; it must be {least} at least"))
            }
            number if least > 0.0 && number <= 0.0 => {
                Err(format!("{name}: `{key}` is {number}; it must be more than 0"))
            }
            number => Ok(number.max(least)),
        }
    }

    /// Returns one of some words; the first if none is given.
    fn word(&self, key: &str, known: &[&str]) -> Result<String, String> {
        let (node, name) = (self.node, &self.name);
        match node.attribute(key) {
            Some(w) if !known.contains(&w) => {
                Err(format!("{name}: `{key}` is `{w}`; it may be {}", crate::diagnostics::list(known)))
            }
            w => Ok(w.unwrap_or(known[0]).to_owned()),
        }
    }

    /// Returns the style of the text, without its fonts.
    fn text_style(&self) -> Result<TextStyle, String> {
        let (node, name, attributes) = (self.node, &self.name, self);
        let size = attributes.within("data-size", 8.0, (1.0, 500.0))?;
        let colour = match node.attribute("data-colour") {
            Some(written) => data::colour(written)
                .ok_or_else(|| format!("{name}: `{written}` is no colour such as #2c6e8f"))?,
            None => INK,
        };
        let align = match attributes.word("data-align", &["left", "center", "right", "justify"])?.as_str() {
            "center" => TextAlign::Center,
            "right" => TextAlign::Right,
            "justify" => TextAlign::Justify,
            _ => TextAlign::Left,
        };
        let valign = match attributes.word("data-valign", &["top", "middle", "bottom"])?.as_str() {
            "middle" => Valign::Middle,
            "bottom" => Valign::Bottom,
            _ => Valign::Top,
        };
        let lines = attributes.length("data-lines", Some(0.0))?;
        if lines < 0.0 || lines.fract() != 0.0 {
            return Err(format!("{name}: `data-lines` is {lines}; it must be a whole number"));
        }
        let hyphens = match attributes.word("data-hyphens", &["auto", "on", "off"])?.as_str() {
            "on" => Hyphens::On,
            "off" => Hyphens::Off,
            _ => Hyphens::Auto,
        };
        Ok(TextStyle {
            families: Vec::new(),
            bold: attributes.word("data-weight", &["normal", "bold"])? == "bold",
            italic: attributes.word("data-style", &["normal", "italic"])? == "italic",
            size,
            least: attributes.within("data-min-size", size, (1.0, 500.0))?,
            leading: attributes.within("data-leading", 1.18, (0.5, 5.0))?,
            gap: attributes.within("data-gap", 0.35, (0.0, 5.0))?,
            spacing: attributes.within("data-spacing", 0.0, (-0.5, 5.0))?,
            align,
            valign,
            colour,
            lines: (lines >= 1.0).then_some(lines as usize),
            hyphens,
            break_words: false,
        })
    }
}

/// Returns the text box of a rectangle; `None` if it is empty.
fn text_box(
    node: Node,
    (said, is_rules): (&str, bool),
    number: usize,
    view: Matrix,
) -> Result<Option<TextBox>, String> {
    let name = node
        .attribute("data-name")
        .or(node.attribute("id"))
        .map_or(format!("text box {number}"), |n| format!("box `{n}`"));
    let attributes = BoxAttributes { node, name };
    let name = &attributes.name;
    if node.tag_name().name() != "rect" {
        return Err(format!("{name} is a `<{}>`; text stands in a `<rect>`", node.tag_name().name()));
    }
    let padding = attributes.length("data-padding", Some(0.0))?;
    let (x, y) = (attributes.length("x", Some(0.0))? + padding, attributes.length("y", Some(0.0))? + padding);
    let (width, height) = (
        attributes.length("width", None)? - 2.0 * padding,
        attributes.length("height", None)? - 2.0 * padding,
    );
    // A box without room is kept minimal; the overflow is then reported for its text.
    let (width, height) = (width.max(0.1), height.max(0.1));
    let matrix = ground::with_transforms(node, Matrix::shift(x, y))
        .map_err(|written| format!("{name}: `{written}` is no transform"))?;
    let text = rich::parse(said);
    if text.is_empty() {
        return Ok(None);
    }
    let style = attributes.text_style()?;
    let is_rules = match node.attribute("data-highlight") {
        Some(_) => attributes.word("data-highlight", &["on", "off"])? == "on",
        None => is_rules,
    };
    let family = node.attribute("data-font").unwrap_or("text").to_owned();
    let below = if is_rules { ground::below(node, matrix, (width, height)) } else { None };
    let (name, matrix) = (attributes.name, matrix.then(view));
    Ok(Some(TextBox { name, matrix, width, height, text, style, is_rules, ground: below, family }))
}
