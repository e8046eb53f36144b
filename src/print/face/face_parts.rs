//! Splits a rendered face into a drawing and text boxes.

use std::ops::Range;

use usvg::roxmltree::Node;

use crate::diagnostics::nearest;
use crate::print::draw::scene::{Matrix, Rgb, SceneItem};
use crate::print::draw::xml;
use crate::print::face::ground;
use crate::print::face::surroundings::{self, UsedIds};
use crate::print::game::data;
use crate::print::text::quotes::curled;
use crate::print::text::rich;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle, Valign};
use crate::print::text::word_highlight::LIGHT;

/// The attribute that marks a missing icon.
pub const MISSING: &str = "data-missing-icon";

/// A text box: a rectangle with text.
#[derive(Clone, Debug, PartialEq)]
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
    /// The paragraphs in the box.
    pub text: Vec<rich::Paragraph>,
    /// Its style; families are as written.
    pub style: TextStyle,
    /// True if it holds the text of the card, in which words of the game stand out.
    pub is_rules: bool,
    /// The colour below it, if it is known.
    pub ground: Option<Rgb>,
    /// The font family as written.
    pub family: String,
    /// The position of its element in the text of the face that was read as a whole.
    pub at: usize,
}

/// A part of a face that is not printed as its SVG says.
#[derive(Clone, Debug)]
pub struct FaceNote {
    /// The text box.
    pub name: String,
    /// The difference, as a sentence goes on after the name of the box.
    pub what: String,
    /// The position of its element in the rendered text.
    pub at: usize,
}

/// A face split into its parts.
#[derive(Clone, Debug, Default)]
pub struct FaceParts {
    /// The SVG without its text boxes.
    pub drawing: String,
    /// The items of the drawing; `None` if its SVG has to be read.
    pub items: Option<Vec<SceneItem>>,
    /// The text boxes, in the order of the SVG.
    pub boxes: Vec<TextBox>,
    /// Names of icons that the face uses and that do not exist.
    pub missing: Vec<String>,
    /// Width and height of its `viewBox`; `None` if it has none.
    pub view: Option<(f64, f64)>,
    /// Text boxes that are not printed as the SVG says.
    pub notes: Vec<FaceNote>,
    /// True if a text box is hidden.
    pub has_hidden: bool,
}

/// The reason why a template did not give a face.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateFailure {
    /// The template cannot be rendered: the reason, the template, and the range in it, if known.
    #[error("{0}")]
    Template(String, String, Option<Range<usize>>),
    /// The rendered template is not a valid SVG.
    #[error("this is not a valid SVG: {0}")]
    Svg(String, TemplateLine),
    /// An element or attribute that cannot be printed.
    #[error("{0} cannot be printed")]
    Forbidden(String, TemplateLine),
    /// The font reader failed on its texts, with the reason.
    #[error("the font reader failed: {0}")]
    Fonts(String),
    /// A text box has an invalid attribute.
    #[error("{0}")]
    Box(String, TemplateLine),
}

/// A template of the package and the line in it that made something, if known.
pub type TemplateLine = Option<(String, Range<usize>)>;

/// The reason why a rendered template is not a face, and its position in the rendered text.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{why}")]
pub struct TemplateFault {
    pub failure: fn(String, TemplateLine) -> TemplateFailure,
    pub why: String,
    pub at: usize,
}

/// The texts that a face is filled with, beside those in its SVG.
#[derive(Clone, Copy)]
pub struct FaceTexts<'t> {
    /// The language, as a tag.
    pub language: &'t str,
    /// The text of the card.
    pub rules: &'t str,
}

impl FaceTexts<'_> {
    /// Returns whether the text of a box has the text of the card in it.
    pub fn are_in(&self, said: &str) -> bool {
        !self.rules.is_empty() && said.contains(self.rules)
    }
}

/// Splits a rendered face.
pub fn take_apart(
    text: &str,
    width: f64,
    texts: FaceTexts,
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
            let is_size = |length: f64| length.is_finite() && length > 0.0;
            if !(x.is_finite() && y.is_finite() && is_size(across) && is_size(down)) {
                let why = format!("its `viewBox` is `{view}`, which has no width or no height");
                return Err(fault(TemplateFailure::Svg, why, root.range().start));
            }
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
    let used = UsedIds::of(root);
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
        let at = node.range().start;
        if let Some(what) = surroundings::ignored_effect(node, &used) {
            parts.notes.push(FaceNote { name: name_of(node, number), what, at });
        }
        if surroundings::is_hidden(node) {
            parts.has_hidden = true;
            continue;
        }
        let said = xml::with_lines(text, &said);
        let is_rules = texts.are_in(&said);
        let said = curled(&said, texts.language);
        let made = text_box(node, (&said, is_rules), number, view);
        parts.boxes.extend(made.map_err(|why| fault(TemplateFailure::Box, why, at))?);
    }
    parts.drawing.push_str(text.get(from..).unwrap_or_default());
    Ok(parts)
}

/// Attributes of text boxes.
const ATTRIBUTES: [&str; 19] = [
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
    "data-ground",
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
    /// Returns a number, which may have the unit that it is in anyway.
    fn length(&self, key: &str, default: Option<f64>) -> Result<f64, String> {
        let (node, name) = (self.node, &self.name);
        match node.attribute(key) {
            Some(written) => {
                let unit = match key {
                    "data-size" | "data-min-size" => "pt",
                    "data-padding" => "mm",
                    _ => "",
                };
                let number = written.trim();
                let number = number.strip_suffix(unit).unwrap_or(number).trim_end();
                let read = number.parse::<f64>().ok().filter(|n| n.is_finite());
                read.ok_or_else(|| {
                    let has_unit = number.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
                        && number.ends_with(|c: char| c.is_ascii_alphabetic());
                    let hint = match key {
                        _ if !has_unit => "",
                        "data-size" | "data-min-size" => "; it is in `pt`",
                        "data-padding" => "; it is in `mm`",
                        "x" | "y" | "width" | "height" => {
                            "; it is in the units of the `viewBox`, and has no unit"
                        }
                        "data-leading" | "data-gap" | "data-spacing" => "; it is in ems, and has no unit",
                        _ => "",
                    };
                    format!("{name}: `{key}` is `{written}`, which is not a number{hint}")
                })
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
    /// Returns a colour, if it is given.
    fn colour(&self, key: &str) -> Result<Option<Rgb>, String> {
        self.node.attribute(key).map(|written| self.parse_colour(written)).transpose()
    }

    fn parse_colour(&self, written: &str) -> Result<Rgb, String> {
        data::colour(written)
            .ok_or_else(|| format!("{}: `{written}` is not a colour such as #2c6e8f", self.name))
    }

    /// Returns that of the colours that are given as the ground on which the text has the least contrast.
    fn ground(&self, text: Rgb) -> Result<Option<Rgb>, String> {
        let written = self.node.attribute("data-ground").unwrap_or_default();
        let all = written.split_whitespace().map(|colour| self.parse_colour(colour));
        let all = all.collect::<Result<Vec<Rgb>, String>>()?;
        let contrast = |ground: &Rgb| data::contrast(*ground, text);
        Ok(all.into_iter().min_by(|a, b| contrast(a).total_cmp(&contrast(b))))
    }

    fn text_style(&self) -> Result<TextStyle, String> {
        let (node, name, attributes) = (self.node, &self.name, self);
        let size = attributes.within("data-size", 8.0, (1.0, 500.0))?;
        let colour = attributes.colour("data-colour")?.unwrap_or(INK);
        let align = match attributes.word("data-align", &["left", "center", "right", "justify"])?.as_str() {
            "center" => TextAlign::Center,
            "right" => TextAlign::Right,
            "justify" => TextAlign::Justify,
            _ if !node.has_attribute("data-align") => TextAlign::Start,
            _ => TextAlign::Left,
        };
        let valign = match attributes.word("data-valign", &["top", "middle", "bottom"])?.as_str() {
            "middle" => Valign::Middle,
            "bottom" => Valign::Bottom,
            _ => Valign::Top,
        };
        let lines = attributes.length("data-lines", Some(0.0))?;
        if lines < 0.0 || lines.fract() != 0.0 {
            return Err(format!(
                "{name}: `data-lines` is {lines}; it must be a whole number, 0 for any number of lines"
            ));
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

impl TextBox {
    /// Returns the name of a box that has none.
    pub fn numbered(number: usize) -> String {
        format!("text box {number}")
    }

    /// Returns the ground for coloured words: the colour below the box, or a light one if it is not known.
    /// `None` if its letters are light, which have no coloured words among them.
    pub fn ground_for_words(&self) -> Option<Rgb> {
        let colour = self.style.colour;
        // A ground on which the text itself could not be read is not what lies below it.
        let is_below = |ground: &Rgb| data::contrast(*ground, colour) >= data::LEAST_CONTRAST;
        (data::lightness(colour) < 0.5).then(|| self.ground.filter(is_below).unwrap_or(LIGHT))
    }
}

/// Returns the name that an element gives its text box.
pub fn given_name<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    node.attribute("data-name").or(node.attribute("id"))
}

/// Returns the name of a text box in diagnostics.
fn name_of(node: Node, number: usize) -> String {
    given_name(node).map_or_else(|| TextBox::numbered(number), |name| format!("box `{name}`"))
}

/// Returns whether an element has `data-highlight`, which turns bold words of the game on or off.
pub fn is_set_off(node: Node) -> bool {
    node.has_attribute("data-highlight")
}

/// Returns the text box of a rectangle; `None` if it is empty.
fn text_box(
    node: Node,
    (said, is_rules): (&str, bool),
    number: usize,
    view: Matrix,
) -> Result<Option<TextBox>, String> {
    let attributes = BoxAttributes { node, name: name_of(node, number) };
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
    let matrix =
        ground::with_transforms(node, Matrix::shift(x, y)).map_err(|why| format!("{name}: {why}"))?;
    let text = rich::parse(said);
    if text.is_empty() {
        return Ok(None);
    }
    let style = attributes.text_style()?;
    let is_rules =
        if is_set_off(node) { attributes.word("data-highlight", &["on", "off"])? == "on" } else { is_rules };
    let family = node.attribute("data-font").unwrap_or("text").to_owned();
    let below = attributes.ground(style.colour)?.or_else(|| ground::below(node, matrix, (width, height)));
    let (name, matrix, at) = (attributes.name, matrix.then(view), node.range().start);
    Ok(Some(TextBox { name, matrix, width, height, text, style, is_rules, ground: below, family, at }))
}
