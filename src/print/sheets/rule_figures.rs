//! Figures of the rules, drawn from the game: tables, cards, boards, and the parts of a card.

use crate::diagnostics::{Diagnostic, Severity};
use crate::print::draw::units::Size;
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::messages::sheets as messages;
use crate::print::request::print_request::Request;
pub use crate::print::request::scenes::{SETUP, Scene, SceneName, SceneZone};
use crate::print::sheets::board::{BoardPlan, board_plans};
use crate::print::sheets::figure_drawings::{FigureDrawing, FigureDrawings, HIGHEST, RuleFigure, outline};
use crate::print::sheets::image_subject::ImageSubject;
use crate::print::sheets::job::PrintJob;

/// Width of a single card, in millimetres.
const CARD: f64 = 42.0;

/// Draws figures into a document.
pub struct Illustrator<'p, 'a> {
    drawings: FigureDrawings<'p, 'a>,
    scenes: &'p [Scene],
    failed: &'p [(String, Diagnostic)],
    plans: Vec<BoardPlan>,
}

impl<'p, 'a> Illustrator<'p, 'a> {
    /// Creates an illustrator that has drawn nothing.
    pub fn new(press: &'p FaceRenderer<'a>, request: &'p Request) -> Illustrator<'p, 'a> {
        let (scenes, failed) = (&request.scenes[..], &request.failed_scenes[..]);
        let drawings = FigureDrawings::new(press);
        Illustrator { drawings, scenes, failed, plans: board_plans(press.ir) }
    }

    /// Returns the error of a scenario that cannot be laid out or played, as a warning about its figure.
    fn failure(&self, scene: SceneName) -> Option<Diagnostic> {
        let (id, key) = (scene.scenario, scene.key());
        let (_, own) = self.failed.iter().find(|(failed, _)| *failed == key || failed == id)?;
        let message =
            format!("the figure of `{id}` cannot be drawn, since its scenario fails: {}", own.message);
        Some(Diagnostic { severity: Severity::Warning, message, ..own.clone() })
    }

    /// Draws the subject of an image of the rules, in the width of a column; `None` if it cannot be drawn,
    /// with a warning unless it is a table.
    pub fn draw(
        &mut self,
        job: &mut PrintJob,
        shown: &str,
        room: Size,
        found: &mut Vec<Diagnostic>,
    ) -> Option<RuleFigure> {
        // `check` reports what there is no figure of.
        let depicted = ImageSubject::of(self.drawings.press.ir, shown)?;
        let (width, drawings) = (room.width, &mut self.drawings);
        let figure = match depicted {
            ImageSubject::Scene(name) => {
                // The caller has laid out the tables.
                let key = name.key();
                let Some(scene) = self.scenes.iter().find(|scene| scene.id == key) else {
                    // Several figures may show one scenario.
                    found.extend(self.failure(name).filter(|failure| !found.contains(failure)));
                    return None;
                };
                drawings.table(job, &self.plans, scene, width)
            }
            ImageSubject::Card(name) => drawings.front(job, name).map(|drawn| single(drawn, width)),
            ImageSubject::Board(id) => drawings.board(job, id).map(|drawn| scaled(drawn, width)),
            ImageSubject::Anatomy(card) => card.or_else(|| drawings.richest()).and_then(|name| {
                // Several figures may show it.
                let without = (!drawings.has_parts(name)).then(|| messages::figure_without_parts(shown));
                found.extend(without.filter(|d| !found.contains(d)));
                drawings.anatomy(job, name, width)
            }),
        };
        if figure.is_none() {
            found.push(messages::figure_not_drawn(shown));
        }
        figure.map(|figure| figure.within(room))
    }
}

/// Returns a figure of one card.
fn single(drawn: FigureDrawing, width: f64) -> RuleFigure {
    scaled(drawn, width.min(CARD).min(drawn.size.width))
}

/// Returns a figure of a drawing, as large as there is room.
fn scaled(drawn: FigureDrawing, width: f64) -> RuleFigure {
    let scale = (width / drawn.size.width).min(HIGHEST / drawn.size.height);
    let (width, height) = (drawn.size.width * scale, drawn.size.height * scale);
    let items = vec![drawn.at(0.0, 0.0, scale), outline(0.0, 0.0, width, height)];
    RuleFigure { width, height, items }
}
