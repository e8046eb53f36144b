//! The forms of an export.

use crate::print::export::shops::shop::Shop;
use crate::print::export::simulator::Simulator;
use crate::print::request::setting::TableSetting;

/// The export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// A PNG of each face.
    Png,
    /// An SVG of each face.
    Svg,
    /// A table of all components, as CSV.
    Csv,
    /// The same table as JSON.
    Json,
    /// A gallery page of all faces.
    Gallery,
    /// Decks for Tabletop Simulator.
    Tts,
    /// Cards for a program that plays card games.
    Simulator(Simulator),
    /// The files that a print shop requires.
    Shop(Shop),
}

/// Format and settings of an export.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// The export format.
    pub form: ExportForm,
    /// Resolution in pixels per inch, for forms that do not fix it; `None` for the form's default.
    pub dpi: Option<f64>,
    /// True to include the bleed.
    pub bleed: bool,
    /// For Tabletop Simulator: the URL prefix of pictures.
    pub url: Option<String>,
    /// For Tabletop Simulator: the attribute by which decks are split, one for each value.
    pub split: Option<String>,
    /// For Tabletop Simulator: the table that is set up.
    pub setting: TableSetting,
}

impl ExportOptions {
    /// Creates the default options of a form.
    pub fn new(form: ExportForm) -> ExportOptions {
        ExportOptions {
            form,
            dpi: None,
            bleed: false,
            url: None,
            split: None,
            setting: TableSetting::default(),
        }
    }
}
