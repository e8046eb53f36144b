//! The materials of a game's faces: its fonts, colours, icons and templates, loaded once before anything is printed.

use std::sync::Arc;

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::print::face::press::Press;
use crate::print::face::templates::{Failure, Templates};
use crate::print::game::data::Words;
use crate::print::request::print_request::Request;
use crate::print::text::fonts::Fonts;
use crate::print::text::word_highlight::Highlights;

/// The materials of a game's faces.
pub struct Materials<'a> {
    ir: &'a Ir,
    fonts: Fonts,
    words: Arc<Words>,
    highlights: Highlights,
    templates: Templates<'a>,
    /// Templates that cannot be read.
    failures: Vec<Failure>,
}

impl<'a> Materials<'a> {
    /// Loads the materials; problems of fonts are added to `found`.
    pub fn load(ir: &'a Ir, found: &mut Vec<Diagnostic>) -> Materials<'a> {
        let fonts = Fonts::load(ir, found);
        let words = Arc::new(Words::of(ir));
        let (templates, failures) = Templates::load(ir, &words);
        let highlights = Highlights::of(ir, &words);
        Materials { ir, fonts, words, highlights, templates, failures }
    }

    /// Creates the press; problems of templates are added to `found`.
    pub fn press(&'a self, request: &Request, found: &mut Vec<Diagnostic>) -> Press<'a> {
        let press = Press::new(self.ir, &self.fonts, &self.words, &self.highlights, &self.templates, request);
        found.extend(self.failures.iter().map(|failure| press.failure(failure, None, "")));
        press
    }
}
