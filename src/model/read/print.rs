//! Reader of `print.toml`.

use super::fields::{self, Fields, ident};
use super::reader::ModelReader;
use crate::model::ident::Ident;
use crate::model::print::{PaperDecl, PieceDecl, SheetDecl, SizeDecl, SpotDecl};
use crate::source::{TomlEntry, TomlNode, TomlTable, TomlValue};
use crate::vocabulary::{
    ArrowSides, BackPlacement, CardStyle, CardThickness, CutMarks, PieceForm, RulesFormat,
};

/// Thickness of the paper of cards whose weight is not said, in millimetres.
const PAPER_THICKNESS: f64 = 0.3;
/// Thickness of a gram of paper per square metre, in millimetres; coated papers have 0.9 to 1.1 µm, others
/// up to 1.3 µm.
const MM_PER_GRAM: f64 = 0.0011;

impl ModelReader {
    /// Reads `print.toml`. Values that the schema rejected are left out.
    pub(super) fn print(&mut self, root: TomlTable, start: crate::source::Span) {
        let mut root = Fields::of_table(root, start);
        let style = root
            .string("style")
            .and_then(|name| CardStyle::ALL.into_iter().find(|style| style.name() == name));
        self.package.print.style = style.unwrap_or_default();
        self.package.print.plain_words =
            matches!(root.node("highlight").map(|n| n.value), Some(TomlValue::Bool(false)));
        let form = root
            .string("rules")
            .and_then(|name| RulesFormat::ALL.into_iter().find(|form| form.name() == name));
        self.package.print.rules = form.unwrap_or_default();
        if let Some(paper) = root.node("paper").and_then(Fields::of) {
            self.package.print.paper = paper_of(paper).0;
        }
        if let Some(mut fonts) = root.node("fonts").and_then(Fields::of) {
            self.package.print.fonts = [fonts.ident("title"), fonts.ident("text")];
        }
        for entry in root.entries("colours") {
            let id = key(&entry);
            if let Some(colour) = fields::text(entry.value).and_then(|t| colour(&t.value)) {
                self.package.print.colours.push((id, colour));
            }
        }
        for entry in root.entries("icons") {
            let id = key(&entry);
            self.package.print.icons.extend(fields::text(entry.value).map(|t| (id, ident(t))));
        }
        for entry in root.entries("sheets") {
            let id = key(&entry);
            if let Some(fields) = Fields::of(entry.value) {
                self.package.print.sheets.push(sheet(id, fields));
            }
        }
        for entry in root.entries("spots") {
            let id = key(&entry);
            self.package.print.spots.extend(Fields::of(entry.value).and_then(|fields| spot(id, fields)));
        }
        for entry in root.entries("pieces") {
            let id = key(&entry);
            if let Some(fields) = Fields::of(entry.value) {
                self.package.print.pieces.push(piece(id, fields));
            }
        }
    }
}

fn key(entry: &TomlEntry) -> Ident {
    Ident { text: entry.key.clone(), span: entry.key_span }
}

fn paper_of(mut f: Fields) -> (PaperDecl, Fields) {
    let paper = PaperDecl {
        size: f.node("paper").and_then(size),
        margin: length(&mut f, "margin"),
        bleed: length(&mut f, "bleed"),
        safe: length(&mut f, "safe"),
        gutter: length(&mut f, "gutter"),
        marks: f.string("marks").and_then(|word| match word.as_str() {
            "crop" => Some(CutMarks::Crop),
            "guides" => Some(CutMarks::Guides),
            "none" => Some(CutMarks::None),
            _ => None,
        }),
        duplex: f.string("duplex").and_then(|word| match word.as_str() {
            "long" => Some(BackPlacement::Long),
            "short" => Some(BackPlacement::Short),
            "fold" => Some(BackPlacement::Fold),
            "off" => Some(BackPlacement::Off),
            _ => None,
        }),
    };
    (paper, f)
}

fn sheet(id: Ident, fields: Fields) -> SheetDecl {
    let span = fields.span;
    let (paper, mut f) = paper_of(fields);
    let has_box = matches!(f.node("tuck_box").map(|n| n.value), Some(TomlValue::Bool(true)));
    let weight = length(&mut f, "paper_weight").map(|weight| weight * MM_PER_GRAM);
    let thickness = match length(&mut f, "card_thickness") {
        Some(thickness) => CardThickness::Card(thickness),
        None => CardThickness::Paper(weight.unwrap_or(PAPER_THICKNESS)),
    };
    SheetDecl {
        id,
        components: f.ident("components"),
        board: f.ident("board"),
        copies: f.number("copies"),
        per: f.ident("per"),
        size: f.node("size").and_then(size),
        cell: length(&mut f, "cell"),
        face: f.ident("face"),
        back: f.ident("back"),
        two_sided: matches!(f.node("two_sided").map(|n| n.value), Some(TomlValue::Bool(true))),
        tuck_box: has_box.then_some(thickness),
        foot: length(&mut f, "foot"),
        band: f.ident("band"),
        number: f.ident("number"),
        reminders: !matches!(f.node("reminders").map(|n| n.value), Some(TomlValue::Bool(false))),
        paper,
        span,
    }
}

fn spot(id: Ident, mut f: Fields) -> Option<SpotDecl> {
    let colour = f.string("colour").and_then(|text| colour(&text))?;
    let name = f.string("name").unwrap_or_else(|| crate::schema::name_of_id(&id.text));
    let is_shown = !matches!(f.node("shown").map(|n| n.value), Some(TomlValue::Bool(false)));
    Some(SpotDecl { id, name, colour, is_shown })
}

fn piece(id: Ident, mut f: Fields) -> PieceDecl {
    let span = f.span;
    PieceDecl {
        name: f.string("name").unwrap_or_else(|| crate::schema::name_of_id(&id.text)),
        id,
        count: f.number("count").unwrap_or(1),
        per_player: f.string("per").is_none_or(|per| per == "player"),
        form: match f.string("form").as_deref() {
            Some("square") => PieceForm::Square,
            Some("standee") => PieceForm::Standee,
            _ => PieceForm::Round,
        },
        size: length(&mut f, "size").unwrap_or(20.0),
        icons: f.one_or_more("icon"),
        labels: f.one_or_more("label"),
        points: points(&mut f),
        backs: f.one_or_more("back"),
        span,
    }
}

fn points(f: &mut Fields) -> ArrowSides {
    match f.node("points").map(|node| node.value) {
        Some(TomlValue::Bool(true)) => ArrowSides::Both,
        Some(TomlValue::Text(text)) if text.value == "front" => ArrowSides::Front,
        _ => ArrowSides::No,
    }
}

fn size(node: TomlNode) -> Option<SizeDecl> {
    match node.value {
        TomlValue::Text(text) => Some(SizeDecl::Named(ident(text))),
        TomlValue::Array(items) => match items.as_slice() {
            [width, height] => Some(SizeDecl::Given(number(width)?, number(height)?)),
            _ => None,
        },
        _ => None,
    }
}

fn length(f: &mut Fields, key: &str) -> Option<f64> {
    f.node(key).as_ref().and_then(number)
}

fn number(node: &TomlNode) -> Option<f64> {
    match node.value {
        TomlValue::Int(i) => Some(i as f64),
        TomlValue::Float(x) if x.is_finite() => Some(x),
        _ => None,
    }
}

/// Parses a colour such as `#2c6e8f`.
fn colour(written: &str) -> Option<[u8; 3]> {
    let digits = written.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
    let part = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}
