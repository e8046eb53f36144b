//! `print.toml`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, json_schema};

use super::inline::inline_schema;
use super::values::DeclarationMap;

/// Printing: sheets, sizes, colours, fonts, paper.
#[derive(JsonSchema)]
#[schemars(rename = "PrintFile", deny_unknown_fields, title = "print.toml")]
pub struct PrintTomlFile {
    /// Style of all cards whose sheet names no face. Default: `classic`.
    style: Option<Style>,
    /// True if words of the rules (suits, keywords, card names) are printed in bold in card texts. Default:
    /// true.
    highlight: Option<bool>,
    /// Format of the printed rules: pages as large as the paper (`sheet`), or a booklet to fold and staple
    /// (`booklet`). Default: `sheet`.
    rules: Option<RulesFormShape>,
    /// Settings for all sheets. A sheet may override each of them.
    paper: Option<Paper>,
    /// Colours, by the value of an enum, a kind, a cell of a board, `back`, or a player (`player_1`). `paper`
    /// and `ink` are the colours of all faces.
    colours: Option<BTreeMap<String, Colour>>,
    /// Fonts of all faces that name no font themselves.
    fonts: Option<Fonts>,
    /// Icons, by the value of an enum, or by any word that texts have in braces: `{coin}`.
    icons: Option<BTreeMap<String, IconName>>,
    /// Sheets to print, a PDF each: the components of one kind; a board; or a page with only a face, such as
    /// a score sheet.
    sheets: Option<DeclarationMap<Sheet>>,
    /// Pieces to cut out that are not components of the rules, such as the men of a board game.
    pieces: Option<DeclarationMap<Piece>>,
    /// Special inks at a print shop: foil, white, a cut line. Faces use their colours: `{{ spots.foil }}`.
    spots: Option<DeclarationMap<Spot>>,
}

/// A spot colour. With `--pdfx`, everything of exactly this colour is printed with its ink.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Spot {
    /// Name that the print shop gives the ink. Default: made from the id.
    #[schemars(length(min = 1, max = 80), example = &"Gold foil")]
    name: Option<String>,
    /// Colour that stands for the ink. Use it for nothing else.
    colour: Colour,
    /// True if it is also drawn without `--pdfx`. Default: true.
    shown: Option<bool>,
}

/// Font families: `serif`, `sans`, or the family of a font in `fonts/`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Fonts {
    /// Font of names and numbers. Default: `serif`.
    #[schemars(length(min = 1, max = 80), example = &"serif")]
    title: Option<String>,
    /// Font of all other text. Default: `sans`.
    #[schemars(length(min = 1, max = 80), example = &"sans")]
    text: Option<String>,
}

/// Settings of the paper. Lengths are in millimetres.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Paper {
    /// Size of the paper: `A4`, `A3`, `A5`, `letter`, `legal`, `tabloid`, or `[width, height]` in
    /// millimetres. Default: `A4`.
    paper: Option<PaperSize>,
    /// Border in millimetres on which the printer cannot print. Default: 5.
    #[schemars(range(min = 0, max = 50))]
    margin: Option<f64>,
    /// Colour printed beyond the cut, in millimetres, so that an inexact cut shows no white. Default: 2.
    #[schemars(range(min = 0, max = 10))]
    bleed: Option<f64>,
    /// Distance in millimetres that texts keep from the cut. Default: 2.5.
    #[schemars(range(min = 0, max = 20))]
    safe: Option<f64>,
    /// Space between two components, in millimetres. Default: 0.
    #[schemars(range(min = 0, max = 50))]
    gutter: Option<f64>,
    /// Marks that show where to cut. Default: `crop`.
    marks: Option<Marks>,
    /// Position of the backs. Default: `long`.
    duplex: Option<Duplex>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("x-refused" = {
    "style": "a `style` is that of all sheets, above the tables; one sheet has the face of a style: `face = \"full_art\"`",
}))]
struct Sheet {
    /// Kind of the components on this sheet.
    #[schemars(example = &"card")]
    components: Option<String>,
    /// Board on this sheet, in place of `components`.
    #[schemars(example = &"board")]
    board: Option<String>,
    /// Number of copies, for a sheet with only a face. Default: 1.
    #[schemars(range(min = 1, max = 500))]
    copies: Option<u32>,
    /// With `"player"`, there are that many copies for each player, in their colour.
    per: Option<PieceOwner>,
    /// Size of one component: a name such as `"poker"`, or width and height in millimetres: `[63, 88]`.
    size: Option<SizeShape>,
    /// Width of a cell of the board, in millimetres.
    #[schemars(range(min = 3, max = 200))]
    cell: Option<f64>,
    /// Template of the face: a file `faces/….svg.j2` of the game, or a face that comes with Cardwright.
    #[schemars(example = &"card")]
    face: Option<String>,
    /// Template of the back.
    #[schemars(example = &"back")]
    back: Option<String>,
    /// True if each component has its own back, whose template may use all data of the component. Default:
    /// false, one back for all.
    two_sided: Option<bool>,
    /// True if a tuck box for the components is printed too. Default: false.
    tuck_box: Option<bool>,
    /// Thickness of a card in millimetres, for the tuck box. Default: that of its paper.
    #[schemars(range(min = 0.05, max = 10.0))]
    card_thickness: Option<f64>,
    /// Weight of the paper of the cards in grams per square metre, for the tuck box. Default: that of paper
    /// 0.3 mm thick.
    #[schemars(range(min = 40, max = 900))]
    paper_weight: Option<f64>,
    /// Width of the foot at either end of components that are folded in the middle and stand up, in
    /// millimetres.
    #[schemars(range(min = 0, max = 100))]
    foot: Option<f64>,
    /// Attribute in the band of the card. Its value gives the card its colour and its icon.
    #[schemars(example = &"suit")]
    band: Option<String>,
    /// True if cards also show the texts of their keywords. Default: true.
    reminders: Option<bool>,
    /// Attribute in the corner of the card.
    #[schemars(example = &"strength")]
    number: Option<String>,
    /// Size of the paper: `A4`, `A3`, `A5`, `letter`, `legal`, `tabloid`, or `[width, height]` in
    /// millimetres. Default: as in `[paper]`.
    paper: Option<PaperSize>,
    /// Border in millimetres on which the printer cannot print. Default: as in `[paper]`.
    #[schemars(range(min = 0, max = 50))]
    margin: Option<f64>,
    /// Colour printed beyond the cut, in millimetres, so that an inexact cut shows no white. Default: as in
    /// `[paper]`.
    #[schemars(range(min = 0, max = 10))]
    bleed: Option<f64>,
    /// Distance in millimetres that texts keep from the cut. Default: as in `[paper]`.
    #[schemars(range(min = 0, max = 20))]
    safe: Option<f64>,
    /// Space between two components, in millimetres. Default: as in `[paper]`.
    #[schemars(range(min = 0, max = 50))]
    gutter: Option<f64>,
    /// Marks that show where to cut. Default: as in `[paper]`.
    marks: Option<Marks>,
    /// Position of the backs. Default: as in `[paper]`.
    duplex: Option<Duplex>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Piece {
    /// Name of the piece. Default: made from the id.
    #[schemars(length(min = 1), example = &"Ferry")]
    name: Option<String>,
    /// Number of pieces: for each player with `per = "player"`, otherwise in all. Default: 1.
    #[schemars(range(min = 1, max = 500))]
    count: Option<u32>,
    /// With `"player"`, each player has `count` pieces in their colour.
    per: Option<PieceOwner>,
    /// Shape of the piece. Default: `round`.
    form: Option<PieceFormShape>,
    /// Width in millimetres. Default: 20.
    #[schemars(range(min = 5, max = 100))]
    size: Option<f64>,
    /// Icon on the piece; a list has one for each player.
    icon: Option<IconNames>,
    /// Letters on the piece, if it has no icon; a list has some for each player.
    #[schemars(extend("examples" = ["10"]))]
    label: Option<PieceLetters>,
    /// True if an arrow is printed at the upper edge, because the piece has a direction. With `"front"`, the
    /// other side has no arrow.
    points: Option<Points>,
    /// Icon on the other side, for a piece that is turned over; a list has one for each player.
    back: Option<IconNames>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum Style {
    /// A framed picture, the name above it, the text below.
    Classic,
    /// A picture that fills the card, with the texts on it.
    FullArt,
    /// Letters on paper. A picture only if the card has one.
    Minimal,
    /// Number, icon and name at the left edge, for a hand held as a fan.
    Fan,
}

#[derive(JsonSchema)]
#[schemars(rename = "RulesForm", rename_all = "lowercase")]
enum RulesFormShape {
    /// Pages as large as the paper.
    Sheet,
    /// Pages half as large, two to a side, to fold and staple in the middle.
    Booklet,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Marks {
    /// Short lines beside the components, at every cut.
    Crop,
    /// Lines across the whole page.
    Guides,
    /// No marks.
    None,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Duplex {
    /// Backs on the other side of the sheet, flipped on its long edge.
    Long,
    /// Backs on the other side of the sheet, flipped on its short edge.
    Short,
    /// Backs beside the fronts, to fold and glue.
    Fold,
    /// Fronts only.
    Off,
}

#[derive(JsonSchema)]
#[schemars(rename = "Per", rename_all = "lowercase")]
enum PieceOwner {
    /// A set for each player.
    Player,
    /// One set for all players.
    Table,
}

#[derive(JsonSchema)]
#[schemars(rename = "Form", rename_all = "lowercase")]
enum PieceFormShape {
    /// Round, printed on both sides.
    Round,
    /// Square, printed on both sides.
    Square,
    /// Folded, so that it stands up.
    Standee,
}

/// True, false, or `"front"`.
struct Points;

inline_schema!(Points, "Points", |_| json_schema!({ "enum": [true, false, "front"] }));

/// A size: a name, or width and height in millimetres.
struct SizeShape;

inline_schema!(SizeShape, "Size", |_| size(5, "poker"));

/// A size of paper: a name, or width and height in millimetres.
struct PaperSize;

inline_schema!(PaperSize, "PaperSize", |_| size(50, "A4"));

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

inline_schema!(Colour, "Colour", |_| {
    json_schema!({ "type": "string", "pattern": super::patterns::COLOUR_PATTERN, "examples": ["#2c6e8f"] })
});

/// An icon: a file `icons/….svg` of the game, or an icon that comes with Cardwright.
struct IconName;

inline_schema!(IconName, "IconName", |_| {
    json_schema!({ "type": "string", "pattern": super::patterns::ICON_PATTERN, "examples": ["wave"] })
});

/// An icon, or one for each player.
struct IconNames;

inline_schema!(IconNames, "IconNames", |_| {
    let pattern = super::patterns::ICON_PATTERN;
    json_schema!({
        "type": ["string", "array"], "pattern": pattern, "examples": ["wave"], "minItems": 1,
        "items": { "type": "string", "pattern": pattern }
    })
});

/// Letters, or some for each player.
struct PieceLetters;

inline_schema!(PieceLetters, "PieceLetters", |_| {
    json_schema!({
        "type": ["string", "array"], "minLength": 1, "maxLength": 12, "minItems": 1,
        "items": { "type": "string", "minLength": 1, "maxLength": 12 }
    })
});
