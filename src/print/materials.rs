//! What faces of a game are made of: its fonts, colours, icons and templates, loaded once before anything is printed.

use std::sync::Arc;

use super::Request;
use super::data::Words;
use super::face::{Failure, Templates};
use super::faces::Press;
use super::fonts::Fonts;
use crate::diagnostics::Diagnostic;
use crate::ir::Ir;

/// What faces of a game are made of.
pub struct Materials<'a> {
    ir: &'a Ir,
    fonts: Fonts,
    words: Arc<Words>,
    templates: Templates<'a>,
    /// Templates that cannot be read.
    failures: Vec<Failure>,
}

impl<'a> Materials<'a> {
    /// Loads them; `found` takes what is wrong with fonts.
    pub fn load(ir: &'a Ir, found: &mut Vec<Diagnostic>) -> Materials<'a> {
        let fonts = Fonts::load(ir, found);
        let words = Arc::new(Words::of(ir));
        let (templates, failures) = Templates::load(ir, &words);
        Materials { ir, fonts, words, templates, failures }
    }

    /// Makes the press that works with them; `found` takes what is wrong with templates.
    pub fn press(&'a self, request: &Request, found: &mut Vec<Diagnostic>) -> Press<'a> {
        let press = Press::new(self.ir, &self.fonts, &self.words, &self.templates, request);
        found.extend(self.failures.iter().map(|failure| press.failure(failure, None, "")));
        press
    }
}
