//! The subjects of images in the rules: tables, cards, boards.

use crate::diagnostics::Diagnostic;
use crate::ir::{FileTextId, Ir, NameId};
use crate::place::{FileId, Span};
use crate::print::messages::sheets as messages;
use crate::print::request::scenes::{AFTER, SETUP, SceneName};
use crate::print::sheets::rules_text;
use crate::print::text::markdown::MarkdownImage;
use crate::print::text::unread_markdown::{UnreadPart, unread_parts};

/// Shows the parts of a card.
const ANATOMY: &str = "anatomy";
/// Begins an image of a card, where a scenario has the same id.
const CARD_OF: &str = "card";
/// Begins an image of a scenario, where a card has the same id.
const SCENARIO_OF: &str = "scenario";

/// Returns the keys of the scenes that the rules of a game show.
pub fn scenes_named(ir: &Ir) -> Vec<String> {
    let text = rules_text::source(ir).unwrap_or_default();
    let images = rules_text::images(&text);
    let shown =
        images.iter().filter(|image| image.is_alone).map(|image| ImageSubject::of(ir, &image.subject));
    let scene = |depicted| if let Some(ImageSubject::Scene(name)) = depicted { Some(name) } else { None };
    let mut scenes: Vec<String> = shown.filter_map(scene).map(SceneName::key).collect();
    scenes.sort();
    scenes.dedup();
    scenes
}

/// The subject of an image in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageSubject<'t> {
    /// A table.
    Scene(SceneName<'t>),
    /// The front of a card.
    Card(NameId),
    /// An empty board, by its id.
    Board(&'t str),
    /// The parts of a card, or of the one with the most parts.
    Anatomy(Option<NameId>),
}

impl<'t> ImageSubject<'t> {
    /// Parses the text in the brackets of an image: an id, `card:ID` and `scenario:ID` if both have it, or
    /// `after:ID`.
    pub fn of(ir: &Ir, shown: &'t str) -> Option<ImageSubject<'t>> {
        // One with errors is no part of the compiled game, but its file is.
        let is_scenario = |id: &str| {
            let file = format!("scenarios/{id}.toml");
            ir.scenarios.iter().any(|scenario| scenario.id == id)
                || ir.files.iter().any(|other| other.name == file)
        };
        let scene = |scenario, is_played| ImageSubject::Scene(SceneName { scenario, is_played });
        match shown.split_once(':') {
            Some((ANATOMY, id)) => card(ir, id).map(|name| ImageSubject::Anatomy(Some(name))),
            Some((CARD_OF, id)) => card(ir, id).map(ImageSubject::Card),
            Some((SCENARIO_OF, id)) => is_scenario(id).then_some(scene(id, false)),
            Some((AFTER, id)) => is_scenario(id).then_some(scene(id, true)),
            _ if shown == SETUP || is_scenario(shown) => Some(scene(shown, false)),
            _ if shown == ANATOMY => {
                ir.names.iter().any(|name| name.copies > 0).then_some(ImageSubject::Anatomy(None))
            }
            _ => match card(ir, shown) {
                Some(name) => Some(ImageSubject::Card(name)),
                None => ir.boards.iter().any(|board| board.id == shown).then_some(ImageSubject::Board(shown)),
            },
        }
    }
}

fn card(ir: &Ir, id: &str) -> Option<NameId> {
    (0_u16..).zip(&ir.names).find(|(_, name)| name.id == id).map(|(name, _)| NameId(name))
}

/// Warns of images of the rules that show nothing, that could show two things, or that do not stand on a line
/// of their own, and of images and tables that are not read as such.
pub fn check(ir: &Ir) -> Vec<Diagnostic> {
    rules_text::own_file(ir).map_or_else(Vec::new, |file| check_file(ir, file))
}

/// Warns of such images of the rules in all other languages.
pub fn check_translations(ir: &Ir) -> Vec<Diagnostic> {
    rules_text::translated_files(ir).into_iter().flat_map(|file| check_file(ir, file)).collect()
}

fn check_file(ir: &Ir, (file, text): (FileTextId, &str)) -> Vec<Diagnostic> {
    let warning = |image: MarkdownImage| {
        let shown = image.subject.as_str();
        let here = |d: Diagnostic| d.at(Span::new(FileId(file.0), image.place.start, image.place.end), "");
        let depicted = ImageSubject::of(ir, shown);
        if !image.is_alone {
            return Some(here(messages::figure_in_line(shown)));
        }
        let is_both = matches!(depicted, Some(ImageSubject::Scene(scene)) if scene.scenario == shown)
            && shown != SETUP
            && card(ir, shown).is_some();
        if is_both {
            return Some(here(messages::figure_of_two(shown, CARD_OF, SCENARIO_OF)));
        }
        if depicted.is_some() {
            return None;
        }
        if shown == ANATOMY {
            return Some(here(messages::figure_without_cards(shown)));
        }
        let known = [SETUP, ANATOMY].into_iter().chain(ir.scenarios.iter().map(|s| s.id.as_str()));
        let known = known
            .chain(ir.names.iter().map(|n| n.id.as_str()))
            .chain(ir.boards.iter().map(|b| b.id.as_str()));
        let after: Vec<String> = ir.scenarios.iter().map(|s| format!("{AFTER}:{}", s.id)).collect();
        let known = known.chain(after.iter().map(String::as_str));
        Some(here(messages::unknown_figure(shown, known)))
    };
    let unread = unread_parts(text).into_iter().map(|(place, part)| {
        let d = match part {
            UnreadPart::Image => messages::unread_image(),
            UnreadPart::TableLine => messages::unread_table(),
        };
        d.at(Span::new(FileId(file.0), place.start, place.end), "")
    });
    rules_text::images(text).into_iter().filter_map(warning).chain(unread).collect()
}
