//! `print.toml`.

use schemars::JsonSchema;

use super::Declared;

/// Sheets: what is printed, and on what.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "print.toml")]
pub struct PrintFile {
    /// Each sheet: components of one kind, alike in size and back.
    sheets: Option<Declared<Sheet>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Sheet {
    /// The kind of component that is printed.
    #[schemars(example = &"card")]
    components: String,
    /// Width and height of one, in millimetres: `[63, 88]`.
    #[schemars(length(min = 2, max = 2), inner(range(min = 5, max = 1000)), example = [63, 88])]
    size: Option<Vec<f64>>,
    /// The template of its back.
    back: Option<String>,
    /// The template of its face.
    face: Option<String>,
    /// What it is printed on.
    paper: Option<Paper>,
    /// The template of its text.
    text: Option<String>,
}

#[derive(JsonSchema)]
enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 297 × 420 mm.
    A3,
    /// 215.9 × 279.4 mm.
    #[schemars(rename = "letter")]
    Letter,
}
