//! `print.toml`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::values::DeclarationMap;

/// Paper: what is printed, how large, in which colours, and on what.
#[derive(JsonSchema)]
#[schemars(rename = "PrintFile", deny_unknown_fields, title = "print.toml")]
pub struct PrintTomlFile {
    /// The look of all cards whose sheet names no face; `classic` if not said.
    style: Option<Style>,
    /// Whether words that the rules know (suits, keywords, names) stand out in texts on cards; yes if not
    /// said.
    highlight: Option<bool>,
    /// The form of the rules: pages as large as the paper, or a booklet; `sheet` if not said.
    rules: Option<RulesFormShape>,
    /// What holds for every sheet that does not say otherwise.
    paper: Option<Paper>,
    /// Colours of faces, by a value of an enum, a kind, a board's cell or `player_1`.
    colours: Option<BTreeMap<String, Colour>>,
    /// The fonts of all faces that name none of their own.
    fonts: Option<Fonts>,
    /// Icons by a value of an enum, or by any word that texts have in braces: `{coin}`.
    icons: Option<BTreeMap<String, IconName>>,
    /// Each sheet: components of one kind, alike in size and back; or a board; or, as a sheet to keep score
    /// on, nothing but a face.
    sheets: Option<DeclarationMap<Sheet>>,
    /// Things to cut out that no component stands for, such as the men of a board game.
    pieces: Option<DeclarationMap<Piece>>,
    /// Inks of their own for a print shop: foil, white, a cut line. Faces use their colours: `{{ spots.foil
    /// }}`.
    spots: Option<DeclarationMap<Spot>>,
}

/// A spot colour. What has exactly its colour is printed with its ink by `--pdfx`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Spot {
    /// The shop's name of the ink; made of the id if not said.
    #[schemars(length(min = 1, max = 80), example = &"Gold foil")]
    name: Option<String>,
    /// Its colour, which nothing else should have.
    colour: Colour,
    /// Whether it is drawn without `--pdfx`, too; yes if not said.
    shown: Option<bool>,
}

/// Families: `serif`, `sans`, or of a font in `fonts/`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Fonts {
    /// Names and numbers; `serif` if not said.
    #[schemars(length(min = 1, max = 80), example = &"serif")]
    title: Option<String>,
    /// What is to be read; `sans` if not said.
    #[schemars(length(min = 1, max = 80), example = &"sans")]
    text: Option<String>,
}

/// Lengths are in millimetres.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Paper {
    /// What it is printed on: `A4`, `A3`, `letter`, `tabloid`, or `[width, height]`.
    paper: Option<PaperSize>,
    /// The edge that a printer leaves white.
    #[schemars(range(min = 0, max = 50))]
    margin: Option<f64>,
    /// How far colour goes on beyond the cut.
    #[schemars(range(min = 0, max = 10))]
    bleed: Option<f64>,
    /// How far inside the cut nothing that matters may lie.
    #[schemars(range(min = 0, max = 20))]
    safe: Option<f64>,
    /// The room between two components.
    #[schemars(range(min = 0, max = 50))]
    gutter: Option<f64>,
    /// Where to cut.
    marks: Option<Marks>,
    /// How backs are printed.
    duplex: Option<Duplex>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Sheet {
    /// The kind of component that is printed.
    #[schemars(example = &"card")]
    components: Option<String>,
    /// The board that is printed; instead of `components`.
    #[schemars(example = &"board")]
    board: Option<String>,
    /// How many there are of a sheet that is nothing but a face; 1 if not said.
    #[schemars(range(min = 1, max = 500))]
    copies: Option<u32>,
    /// Whether there are as many of it for each player, in their own colour.
    per: Option<PieceOwner>,
    /// The size of one: `"poker"`, or width and height in millimetres: `[63, 88]`.
    size: Option<SizeShape>,
    /// The width of a cell of the board, in millimetres.
    #[schemars(range(min = 3, max = 200))]
    cell: Option<f64>,
    /// The template of its face: `faces/….svg.j2`, or one that comes with Cardwright.
    #[schemars(example = &"card")]
    face: Option<String>,
    /// The template of its back.
    #[schemars(example = &"back")]
    back: Option<String>,
    /// Whether each component has a back of its own: the template of the back may use all that its front may.
    /// No if not said.
    two_sided: Option<bool>,
    /// Whether a tuck box is printed in which the components fit. No if not said.
    tuck_box: Option<bool>,
    /// The thickness of a card in millimetres, for its tuck box; 0.3 if not said.
    #[schemars(range(min = 0.05, max = 10.0))]
    card_thickness: Option<f64>,
    /// The width of the foot at either end of components that are folded in the middle and stand up, in
    /// millimetres.
    #[schemars(range(min = 0, max = 100))]
    foot: Option<f64>,
    /// The attribute whose value gives the face its colour and its icon, and stands in its band.
    #[schemars(example = &"suit")]
    band: Option<String>,
    /// Whether what keywords say stands on cards that bear them; yes if not said.
    reminders: Option<bool>,
    /// The attribute that stands in the corner.
    #[schemars(example = &"strength")]
    number: Option<String>,
    /// What it is printed on: `A4`, `A3`, `letter`, `tabloid`, or `[width, height]`.
    paper: Option<PaperSize>,
    /// The edge that a printer leaves white.
    #[schemars(range(min = 0, max = 50))]
    margin: Option<f64>,
    /// How far colour goes on beyond the cut.
    #[schemars(range(min = 0, max = 10))]
    bleed: Option<f64>,
    /// How far inside the cut nothing that matters may lie.
    #[schemars(range(min = 0, max = 20))]
    safe: Option<f64>,
    /// The room between two components.
    #[schemars(range(min = 0, max = 50))]
    gutter: Option<f64>,
    /// Where to cut.
    marks: Option<Marks>,
    /// How backs are printed.
    duplex: Option<Duplex>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Piece {
    /// What it is called; if not said, it is made of the id.
    #[schemars(length(min = 1), example = &"Ferry")]
    name: Option<String>,
    /// How many, for each player or in all; 1 if not said.
    #[schemars(range(min = 1, max = 500))]
    count: Option<u32>,
    /// Whether each player has as many, in their own colour.
    per: Option<PieceOwner>,
    /// What is cut out; a round token if not said.
    form: Option<PieceFormShape>,
    /// Its width in millimetres; 20 if not said.
    #[schemars(range(min = 5, max = 100))]
    size: Option<f64>,
    /// The icon on it.
    icon: Option<IconName>,
    /// The letters on it, if there is no icon.
    #[schemars(length(min = 1, max = 12), example = &"10")]
    label: Option<String>,
    /// Whether it points somewhere: an arrow stands at its upper edge, on both sides or only on its
    /// `"front"`.
    points: Option<Points>,
    /// The icon on its other side: what it becomes when it is turned over.
    back: Option<IconName>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum Style {
    /// A framed picture, the name above it, the text below.
    Classic,
    /// A picture as large as the card, with the text on it.
    FullArt,
    /// Letters on paper, and a picture only if there is one.
    Minimal,
    /// An index on the left, for a hand held as a fan.
    Fan,
}

#[derive(JsonSchema)]
#[schemars(rename = "RulesForm", rename_all = "lowercase")]
enum RulesFormShape {
    /// Pages as large as the paper.
    Sheet,
    /// Pages half as large, two to a side, to be folded and stapled in the middle.
    Booklet,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Marks {
    /// Short lines beside the sheet of components, at every cut.
    Crop,
    /// Lines across the whole page.
    Guides,
    /// Nothing.
    None,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Duplex {
    /// Backs on the other side, the sheet flipped on its long edge.
    Long,
    /// Backs on the other side, the sheet flipped on its short edge.
    Short,
    /// Fronts and backs on one side, to be folded and glued.
    Fold,
    /// Fronts only.
    Off,
}

#[derive(JsonSchema)]
#[schemars(rename = "Per", rename_all = "lowercase")]
enum PieceOwner {
    /// Each player has their own.
    Player,
    /// There is one lot for all.
    Table,
}

#[derive(JsonSchema)]
#[schemars(rename = "Form", rename_all = "lowercase")]
enum PieceFormShape {
    /// Round, printed on both sides.
    Round,
    /// Square, printed on both sides.
    Square,
    /// Folded so that it stands up.
    Standee,
}

/// Yes, no, or only on the front.
struct Points;

impl JsonSchema for Points {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [true, false, "front"] })
    }
}

/// A size by name or in millimetres.
struct SizeShape;

impl JsonSchema for SizeShape {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Size".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        size(5, "poker")
    }
}

/// A paper by name or in millimetres.
struct PaperSize;

impl JsonSchema for PaperSize {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "PaperSize".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        size(50, "A4")
    }
}

fn size(least: u32, example: &str) -> Schema {
    json_schema!({
        "type": ["string", "array"],
        "items": { "type": "number", "minimum": least, "maximum": 2000 },
        "minItems": 2,
        "maxItems": 2,
        "examples": [example],
    })
}

/// `#2c6e8f`
struct Colour;

impl JsonSchema for Colour {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Colour".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": super::patterns::COLOUR_PATTERN, "examples": ["#2c6e8f"] })
    }
}

/// An icon: `icons/….svg`, or one that comes with Cardwright.
struct IconName;

impl JsonSchema for IconName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "IconName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[a-z][a-z0-9_-]*$", "examples": ["wave"] })
    }
}
