//! Gathers the faces to be exported from sheets, boards and pieces, in batches of one size.

use crate::diagnostics::{Diagnostic, Severity};
use crate::hash::content_hash;
use crate::ir::print::{PrintInfo, SheetInfo, SubjectInfo};
use crate::ir::{BoardId, Ir, NameId, NameInfo, SeatNumber};
use crate::print::draw::scene::{Drawing, SceneItem};
use crate::print::draw::units::Size;
use crate::print::face::face_renderer::{FaceBatch, FaceEdge, FaceRenderer, FaceRequest};
use crate::print::game::data::{self, SheetAttributes};
use crate::print::game::face_paths::{component_path, piece_path};
use crate::print::game::places::attach_faces_to_sheet;
use crate::print::game::sheet_list::{PIECES, sheets};
use crate::print::request::print_request::Request;
pub use crate::print::sheets::bleed::CutShape;
use crate::print::sheets::cards::{self, SheetSides};
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::{board, pages, pieces};
use crate::print::text::meanings::GlyphTexts;
use crate::print::text::plain::read;

/// Number of faces drawn at a time: enough for every thread, few enough to be kept in memory.
const AT_A_TIME: usize = 32;

/// The subject of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportSubject {
    /// A component: an index into `Ir::names`, and its quantity.
    Name(NameId, u32),
    /// The back of all components of the batch.
    Back,
    /// The back of a component that has one of its own: an index into `Ir::names`.
    OwnBack(NameId),
    /// A board or a piece, and its quantity.
    Other(u32),
}

impl ExportSubject {
    /// Returns whether this is a back of components.
    pub fn is_back(self) -> bool {
        matches!(self, ExportSubject::Back | ExportSubject::OwnBack(_))
    }
}

/// The subjects that the faces of a batch are printed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchSource {
    /// A sheet of components.
    Components,
    /// A sheet with a board of the game.
    Board,
    /// A page of the game's own.
    Page,
    /// A piece: an index into `PrintInfo::pieces`.
    Piece(usize),
}

/// A face to be exported.
#[derive(Clone)]
pub struct Face {
    /// The component, board or back that it shows.
    pub of: ExportSubject,
    /// The path of its file, without the form's folder and file extension: `cards/badger`.
    pub file: String,
    /// The name of its subject, as people read it.
    pub title: String,
    /// The text that it shows, for people who do not see it.
    pub says: String,
}

/// Faces of one size.
#[derive(Clone)]
pub struct Batch {
    /// The sheet's id, or `pieces`.
    pub sheet: String,
    /// The subjects that its faces are printed for.
    pub source: BatchSource,
    /// The size of the trim.
    pub size: Size,
    /// Bleed, in millimetres.
    pub bleed: f64,
    /// Minimum distance of text from the cut, in millimetres.
    pub safe: f64,
    /// The shape that is cut out.
    pub shape: CutShape,
    /// True if the second half of the faces are the other sides of the first, as of pages and pieces.
    pub has_other_sides: bool,
    /// The faces. Backs come last: one for all components, or one for each, in the order of their fronts.
    pub faces: Vec<Face>,
    /// The request of each face.
    wanted: Vec<FaceRequest>,
}

impl Batch {
    /// Returns the components, a batch for each sheet.
    pub fn components(press: &FaceRenderer, request: &Request, found: &mut Vec<Diagnostic>) -> Vec<Batch> {
        let sheets = sheets(press.ir);
        let asked = sheets.iter().filter(|s| request.sheets.is_empty() || request.sheets.contains(&s.id));
        asked.filter_map(|sheet| of_components(press, sheet, request, found)).collect()
    }

    /// Returns the components, boards and pieces.
    pub fn all(press: &FaceRenderer, request: &Request, found: &mut Vec<Diagnostic>) -> Vec<Batch> {
        let mut batches = Batch::components(press, request, found);
        if request.deck.is_some() {
            return batches;
        }
        let asked = |id: &str| request.sheets.is_empty() || request.sheets.iter().any(|s| s == id);
        for sheet in sheets(press.ir).iter().filter(|s| asked(&s.id)) {
            match sheet.subject {
                SubjectInfo::Board(number) => {
                    let board = &press.ir.boards[number];
                    if board::has_all(press.ir, board, &request.only) {
                        batches.extend(of_board(press, sheet, number.0, request, found));
                    }
                }
                SubjectInfo::Page(copies, each) if request.only.is_empty() => {
                    batches.extend(of_page(press, sheet, (copies, each), request, found));
                }
                SubjectInfo::Page(..) | SubjectInfo::Components(_) => {}
            }
        }
        if request.only.is_empty() && asked(PIECES) {
            batches.extend(of_pieces(press, found));
        }
        batches
    }

    /// Returns the width of the foot at either end of its components, in millimetres; `None` if they do not
    /// stand, or if the foot leaves nothing of them.
    pub fn foot(&self, ir: &Ir) -> Option<f64> {
        let foot = ir.print.sheets.iter().find(|sheet| sheet.id == self.sheet)?.foot?;
        Some(foot).filter(|foot| *foot < self.size.height / 2.0)
    }

    /// Returns the number of faces that are fronts.
    pub fn fronts(&self) -> usize {
        match self.has_other_sides {
            true => self.faces.len() / 2,
            false => self.faces.iter().take_while(|face| !face.of.is_back()).count(),
        }
    }

    /// Returns the index of the face behind a front; `None` if there is none, or if the face is not a front.
    pub fn behind(&self, front: usize) -> Option<usize> {
        let first = self.fronts();
        let behind = if self.is_two_sided() || self.has_other_sides { first + front } else { first };
        Some(behind).filter(|behind| front < first && *behind < self.faces.len())
    }

    /// Returns the heading above its faces: the name of its sheet.
    pub fn heading(&self, ir: &Ir) -> String {
        match &*self.sheet {
            // No sheet of a game has this name, so it is one of Cardwright's own words.
            PIECES => ir.print.label(&ir.print.phrase("pieces", &[])),
            sheet => ir.print.label(sheet),
        }
    }

    /// Returns whether each component has a back of its own.
    pub fn is_two_sided(&self) -> bool {
        self.faces.last().is_some_and(|face| matches!(face.of, ExportSubject::OwnBack(_)))
    }

    /// Returns a batch of some of the faces, in this order.
    pub fn select(&self, faces: impl IntoIterator<Item = usize>) -> Batch {
        let chosen: Vec<usize> = faces.into_iter().filter(|i| *i < self.faces.len()).collect();
        Batch {
            sheet: self.sheet.clone(),
            faces: chosen.iter().map(|i| self.faces[*i].clone()).collect(),
            wanted: chosen.iter().map(|i| self.wanted[*i].clone()).collect(),
            // In a selection of the faces, the second half need not be the other sides of the first.
            has_other_sides: self.has_other_sides && chosen.len() == self.faces.len(),
            ..*self
        }
    }

    /// Returns the batch with all faces, in another shape.
    pub fn shaped(&self, shape: CutShape) -> Batch {
        Batch { shape, ..self.select(0..self.faces.len()) }
    }

    /// Returns the batch with faces drawn for another bleed: that of a print shop.
    pub fn with_bleed(&self, bleed: f64) -> Batch {
        let mut batch = self.select(0..self.faces.len());
        batch.bleed = bleed;
        for wanted in &mut batch.wanted {
            wanted.data = data::replaced(&wanted.data, "bleed", bleed.into());
        }
        batch
    }

    /// Returns a copy of the request from which a face is rendered.
    pub fn wanted(&self, face: usize) -> FaceRequest {
        self.wanted[face].clone()
    }

    /// Returns a hash of the inputs of a face, without those that all faces have in common.
    pub fn made_from(&self, face: usize) -> u64 {
        let Some(wanted) = self.wanted.get(face) else { return 0 };
        let data = serde_json::to_string(&wanted.data).unwrap_or_default();
        let at = (self.size.width, self.size.height, self.bleed, self.safe);
        content_hash(format!("{} {} {data} {at:?} {:?}", wanted.template, wanted.of, self.shape).as_bytes())
    }

    /// Makes the faces and passes them to `take` in chunks, each with the index of its first face. Returns
    /// whether all faces were made without errors.
    ///
    /// # Errors
    /// The error of `take`, after which it is not called again.
    pub fn make<E>(
        &self,
        press: &FaceRenderer,
        bleed: f64,
        safe: f64,
        found: &mut Vec<Diagnostic>,
        mut take: impl FnMut(&BatchChunk, usize, &mut Vec<Diagnostic>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let (mut said, mut taken, mut first) = (Vec::new(), Ok(()), 0);
        self.make_all(press, bleed, safe, &mut said, &mut |made| {
            for faces in made.faces.chunks(AT_A_TIME) {
                if taken.is_ok() {
                    let part = BatchChunk { faces, drawings: &made.drawings, meanings: &made.meanings };
                    taken = take(&part, first, found);
                    first += faces.len();
                }
            }
        });
        let well = !said.iter().any(|d| d.severity == Severity::Error);
        found.extend(said);
        taken.map(|()| well)
    }

    /// Makes all faces.
    pub fn make_all(
        &self,
        press: &FaceRenderer,
        bleed: f64,
        safe: f64,
        found: &mut Vec<Diagnostic>,
        take: &mut dyn FnMut(FaceBatch),
    ) {
        let edge = FaceEdge { size: self.size, bleed, safe };
        let unplaced = found.len();
        press.make_each(self.wanted.len(), &|i| self.wanted[i].clone(), edge, found, take);
        if let Some(sheet) = press.ir.print.sheets.iter().find(|sheet| sheet.id == self.sheet) {
            attach_faces_to_sheet(press.ir, sheet, found, unplaced);
        }
    }
}

/// A chunk of faces and their shared drawings.
pub struct BatchChunk<'a> {
    /// The items of each face.
    pub faces: &'a [Vec<SceneItem>],
    /// The drawings that they refer to.
    pub drawings: &'a [Drawing],
    /// The texts that glyphs stand for.
    pub meanings: &'a GlyphTexts,
}

fn of_components(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> Option<Batch> {
    let ir = press.ir;
    let SubjectInfo::Components(kind) = sheet.subject else { return None };
    let paper = SheetSettings::of_sheet_or_report(press.ir, sheet, &request.paper, found)?;
    let size = cards::size_of(ir, sheet, kind, found)?;
    let shown = SheetAttributes::of(ir, sheet);
    let chosen = cards::components(ir, kind, &shown, request);
    if chosen.is_empty() {
        return None;
    }
    let default = cards::default_face(ir, kind, cards::by_size(ir, size));
    let front = cards::template(press, sheet, &sheet.face, &default, found)?;
    let back = cards::template(press, sheet, &sheet.back, "back", found)?;
    let names: Vec<NameId> = chosen.iter().map(|(name, _)| *name).collect();
    let sides = SheetSides { press, sheet, kind, shown: &shown, one: size, bleed: paper.bleed };
    let mut wanted: Vec<FaceRequest> = names.iter().map(|name| sides.front(&front, *name)).collect();
    wanted.extend(sides.backs(&back, &names));
    let mut faces = Vec::new();
    for (name, copies) in chosen {
        let info = &ir.names[name];
        faces.push(Face {
            of: ExportSubject::Name(name, copies),
            file: component_path(sheet, info),
            title: info.printed.clone(),
            says: read(ir, &info.keywords, &info.text, &info.flavour),
        });
    }
    let backs: Vec<Face> = if sheet.two_sided {
        let of_each = names.iter().map(|name| (*name, &ir.names[*name]));
        let back = |(name, info): (NameId, &NameInfo)| Face {
            of: ExportSubject::OwnBack(name),
            file: format!("{}/{}-back", sheet.id, info.id),
            title: ir.print.phrase("back", &[("what", &info.printed)]),
            says: String::new(),
        };
        of_each.map(back).collect()
    } else {
        let back = ir.print.phrase("back", &[("what", &ir.print.terminal_name(&sheet.id))]);
        vec![Face {
            of: ExportSubject::Back,
            file: format!("{}-back", sheet.id),
            title: format!("{}: {back}", ir.game.name),
            says: String::new(),
        }]
    };
    faces.extend(backs);
    let (sheet, shape, source) = (sheet.id.clone(), CutShape::Rectangle, BatchSource::Components);
    let (bleed, safe, has_other_sides) = (paper.bleed, paper.safe, false);
    Some(Batch { sheet, source, size, bleed, safe, shape, has_other_sides, faces, wanted })
}

fn of_board(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    number: u16,
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> Option<Batch> {
    let paper = SheetSettings::of_sheet_or_report(press.ir, sheet, &request.paper, found)?;
    let (wanted, size) = board::face(press, sheet, &paper, found)?;
    let board = &press.ir.boards[BoardId(number)];
    let name = board.name.clone().unwrap_or_else(|| press.ir.print.terminal_name(&board.id));
    let title = format!("{}: {name}", press.ir.game.name);
    let face = Face { of: ExportSubject::Other(1), file: sheet.id.clone(), title, says: String::new() };
    Some(Batch {
        sheet: sheet.id.clone(),
        source: BatchSource::Board,
        size,
        bleed: paper.bleed,
        safe: 0.0,
        shape: CutShape::Rectangle,
        has_other_sides: false,
        faces: vec![face],
        wanted: vec![wanted],
    })
}

fn of_page(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    (copies, per_player): (u32, bool),
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> Option<Batch> {
    let (paper, size) = pages::sized(press.ir, sheet, &request.paper, found)?;
    let (players, wanted) = pages::page_requests(press, sheet, per_player, &paper, size, found)?;
    let sides = wanted.len() / players.len().max(1);
    let face = |i: usize| {
        let player = players[i % players.len()];
        let whose = player.map(|p| format!("-{p}")).unwrap_or_default();
        let print = &press.ir.print;
        let front = of_player(print, print.label(&sheet.id), player);
        let (side, title) = match i < players.len() {
            true => ("", front),
            false => ("-back", print.phrase("back", &[("what", &front)])),
        };
        Face {
            of: ExportSubject::Other(copies),
            file: format!("{}{whose}{side}", sheet.id),
            title,
            says: String::new(),
        }
    };
    let faces = (0..players.len() * sides).map(face).collect();
    let (sheet, shape, source) = (sheet.id.clone(), CutShape::Rectangle, BatchSource::Page);
    let (bleed, safe, has_other_sides) = (paper.bleed, paper.safe, sides == 2);
    Some(Batch { sheet, source, size, bleed, safe, shape, has_other_sides, faces, wanted })
}

/// Returns a batch for each sort of piece.
fn of_pieces(press: &FaceRenderer, found: &mut Vec<Diagnostic>) -> Vec<Batch> {
    let ir = press.ir;
    let players = ir.game.players.1.max(1);
    let mut batches = Vec::new();
    for (number, piece) in ir.print.pieces.iter().enumerate() {
        pieces::check_icons(press.ir, press.words, piece, found);
        let of_whom: Vec<Option<SeatNumber>> =
            if piece.per_player { SeatNumber::all(players).map(Some).collect() } else { vec![None] };
        let (mut faces, mut wanted) = (Vec::new(), Vec::new());
        for turned in [false, true].into_iter().filter(|turned| !turned || pieces::has_other_side(piece)) {
            let side = if turned { "-back" } else { "" };
            for player in &of_whom {
                let front = of_player(&ir.print, piece.name.clone(), *player);
                let title = if turned { ir.print.phrase("turned", &[("what", &front)]) } else { front };
                wanted.push(pieces::face(press, piece, *player, turned));
                faces.push(Face {
                    of: ExportSubject::Other(piece.count),
                    file: format!("{}{side}", piece_path(piece, *player)),
                    title,
                    says: String::new(),
                });
            }
        }
        let shape = pieces::shape_of(piece);
        let (sheet, size) = (PIECES.to_owned(), pieces::size_of(piece));
        let source = BatchSource::Piece(number);
        let (bleed, safe, has_other_sides) = (pieces::BLEED, 0.0, pieces::has_other_side(piece));
        batches.push(Batch { sheet, source, size, bleed, safe, shape, has_other_sides, faces, wanted });
    }
    batches
}

/// Returns the title of a face, with the name of the player whose it is.
fn of_player(print: &PrintInfo, title: String, player: Option<SeatNumber>) -> String {
    match player {
        Some(player) => format!("{title}, {}", print.player(player)),
        None => title,
    }
}
