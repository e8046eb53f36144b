//! The materials of a game's faces: its fonts, colours, icons and templates, loaded once before anything is
//! printed.

use std::sync::Arc;

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::print::face::face_parts::TemplateFailure;
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::face::outside_blocks::{StrayMarkup, StraySort};
use crate::print::face::templates::Templates;
use crate::print::game::data::WordLooks;
use crate::print::messages::faces as messages;
use crate::print::request::print_request::Request;
use crate::print::text::fonts::FontCollection;
use crate::print::text::word_highlight::Highlights;

/// The materials of a game's faces.
pub struct Materials<'a> {
    ir: &'a Ir,
    fonts: FontCollection,
    words: Arc<WordLooks>,
    highlights: Highlights,
    templates: Templates<'a>,
    /// Templates that cannot be read.
    failures: Vec<TemplateFailure>,
}

impl<'a> Materials<'a> {
    /// Loads the materials; problems of fonts are added to `found`.
    pub fn load(ir: &'a Ir, found: &mut Vec<Diagnostic>) -> Materials<'a> {
        let fonts = FontCollection::load(ir, found);
        let words = Arc::new(WordLooks::of(ir));
        let (templates, failures) = Templates::load(ir, &words);
        let highlights = Highlights::of(ir, &words);
        Materials { ir, fonts, words, highlights, templates, failures }
    }

    /// Creates the press; problems of templates are added to `found`.
    pub fn press(&'a self, request: &Request, found: &mut Vec<Diagnostic>) -> FaceRenderer<'a> {
        let press =
            FaceRenderer::new(self.ir, &self.fonts, &self.words, &self.highlights, &self.templates, request);
        found.extend(self.failures.iter().map(|failure| press.failure(failure, None, "")));
        found.extend(self.templates.stray.iter().map(|stray| {
            let StrayMarkup { template, range, sort, blocks } = stray;
            let at = |d| press.at_face(d, template, Some(range.clone()));
            match sort {
                StraySort::Outside => at(messages::outside_blocks(template, blocks)),
                // A name near by is offered for the one at the place.
                StraySort::UnknownBlock(name) => {
                    at(messages::unknown_block(template, name)).suggest(name, blocks.iter().copied())
                }
            }
        }));
        press
    }
}
