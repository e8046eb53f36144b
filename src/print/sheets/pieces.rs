//! Pieces to cut out that are not components: tokens and standees in the players' colours.

use minijinja::Value;

use crate::diagnostics::{Diagnostic, count_noun, error_count};
use crate::ir::print::{ArrowSides, BackPlacement, PieceForm, PieceInfo};
use crate::ir::{Ir, SeatNumber};
use crate::print::draw::scene::{Clip, Matrix, SceneItem, circle, rectangle};
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer, FaceRequest};
use crate::print::game::alike_colours::{check_pieces, colour_of_piece, dots_of_piece};
use crate::print::game::data::{self, WordLooks, hex};
use crate::print::game::places::at;
use crate::print::game::sheet_list::PIECES;
use crate::print::inks::ink::Ink;
use crate::print::messages::sheets as messages;
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::bleed::{BleedCheck, CutShape};
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::marks;
use crate::print::sheets::packing::{PackedSheet, PieceSize, packed};
use crate::print::sheets::paper::{FoldAxis, SheetSettings, on_back};

/// Minimum gap between two pieces, in millimetres, since they are cut out one by one.
const APART: f64 = 3.0;
/// Bleed around a piece, in millimetres.
pub const BLEED: f64 = 1.4;
/// Room at the foot of a page for the small print.
const FOOT: f64 = 5.0;

/// A piece to be cut out: the piece, its owner, and its faces.
struct CutPiece<'a> {
    piece: &'a PieceInfo,
    whose: Option<SeatNumber>,
    face: usize,
    back: Option<usize>,
}

/// Prints all pieces of a game.
pub fn print(press: &FaceRenderer, request: &Request, found: &mut Vec<Diagnostic>) -> Option<PrintedFile> {
    let ir = press.ir;
    if ir.print.pieces.is_empty() || !request.only.is_empty() || request.deck.is_some() {
        return None;
    }
    let paper = SheetSettings::settle_or_report(&[&request.paper, &ir.print.paper], found)?;
    let mut job = PrintJob::new(press, &press.ir.print.label(&press.ir.print.phrase("pieces", &[])));
    let before = error_count(found);
    let (mut cuts, faces) = cut_pieces(press, &mut job, request, found);
    if error_count(found) > before {
        return None;
    }
    if cuts.is_empty() {
        return None;
    }
    check_pieces(ir, press.words, press.ink, found);
    // Sorted by descending height, so that rows are even, then by player.
    let height = |c: &CutPiece| size_of(c.piece).height;
    cuts.sort_by(|a, b| height(b).total_cmp(&height(a)).then(a.whose.cmp(&b.whose)));
    let both = cuts.iter().any(|c| c.back.is_some()) && paper.duplex != BackPlacement::Off;
    let front = FrontArea::of(&paper, both, cuts.iter().map(|cut| cut.piece));
    let misfits = misfits(ir, front.area, cuts.iter().map(|cut| cut.piece));
    if !misfits.is_empty() {
        found.extend(misfits);
        return None;
    }
    let sizes: Vec<PieceSize> =
        cuts.iter().map(|cut| PieceSize { size: size_of(cut.piece), shape: shape_of(cut.piece) }).collect();
    let sheets = packed(front.area, paper.gutter.max(APART), &sizes);
    let count = sheets.len();
    for (number, sheet) in sheets.into_iter().enumerate() {
        let page = paper.size;
        let around = Rect {
            x: paper.margin,
            y: paper.margin,
            width: page.width - 2.0 * paper.margin,
            height: page.height - 2.0 * paper.margin - FOOT,
        };
        let (mut items, behind) = sheet_items(&sheet, &cuts, &faces, &paper, front.fold, request.back);
        let print = &press.ir.print;
        let number = print.phrase("sheet", &[("n", &(number + 1).to_string()), ("of", &count.to_string())]);
        let what = format!("{} · {number}", print.phrase("pieces", &[]));
        if let Some(fold) = front.fold {
            items.extend(behind.iter().cloned());
            items.extend(marks::fold_line(marks::fold_ends(fold, page, around, &paper)));
        }
        job.uncut_page(page, around, &paper, items, &what);
        if both && front.fold.is_none() {
            job.uncut_page(page, around, &paper, behind, &print.phrase("backs", &[("what", &what)]));
        }
    }
    let how = match (both, paper.duplex) {
        (true, BackPlacement::Short) => "print on both sides, flip on the short edge",
        (true, BackPlacement::Fold) => "print on one side, fold and glue, then cut",
        (true, _) => "print on both sides, flip on the long edge",
        _ => "print on one side, and glue onto card",
    };
    job.finish(PIECES, count_noun(cuts.len() as u64, "piece"), format!("{how}, at 100 %"), found)
}

/// Makes the faces of the wanted pieces. Returns a cut for each piece of each player, and the drawings of the
/// faces.
fn cut_pieces<'a>(
    press: &FaceRenderer<'a>,
    job: &mut PrintJob,
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> (Vec<CutPiece<'a>>, Vec<u32>) {
    let ir = press.ir;
    let players = if ir.game.players.1 == 0 { 1 } else { ir.game.players.1 };
    let mut cuts: Vec<CutPiece> = Vec::new();
    // Faces of one size are made together; their shared drawings are numbered in sequence.
    let mut faces: Vec<u32> = Vec::new();
    for piece in ir.print.pieces.iter().filter(|p| request.wants_other(&format!("{PIECES}/{}", p.id))) {
        check_icons(ir, press.words, piece, found);
        let of_whom: Vec<Option<SeatNumber>> =
            if piece.per_player { SeatNumber::all(players).map(Some).collect() } else { vec![None] };
        let mut wanted = Vec::new();
        for player in &of_whom {
            wanted.push(face(press, piece, *player, false));
        }
        if has_other_side(piece) {
            for player in &of_whom {
                wanted.push(face(press, piece, *player, true));
            }
        }
        let size = size_of(piece);
        let made = press.make(&wanted, FaceEdge { size, bleed: BLEED, safe: 0.0 }, found);
        let mut bleed = BleedCheck::new(press, size, BLEED, shape_of(piece));
        bleed.look(&made.faces, &made.drawings, 0);
        bleed.tell(&|i| wanted[i].clone(), found);
        let b = BLEED as f32;
        let first_face = faces.len();
        faces.extend(job.faces(made, [-b, -b, size.width as f32 + b, size.height as f32 + b]));
        // Backs follow the fronts, in the same order.
        for (face, player) in faces[first_face..].iter().zip(of_whom.iter().cycle()) {
            let whose = player.map(|p| format!(", {}", ir.print.player(p))).unwrap_or_default();
            job.describe(*face, &format!("{}{whose}", piece.name));
        }
        for i in 0..of_whom.len() {
            let back = has_other_side(piece).then_some(first_face + of_whom.len() + i);
            cuts.extend((0..piece.count).map(|_| CutPiece {
                piece,
                whose: of_whom[i],
                face: first_face + i,
                back,
            }));
        }
    }
    (cuts, faces)
}

/// Draws the pieces of a sheet, and their backs, mirrored about the axis on which the sheet is flipped.
/// `offset` corrects the place of the backs.
fn sheet_items(
    sheet: &PackedSheet,
    cuts: &[CutPiece],
    faces: &[u32],
    paper: &SheetSettings,
    fold: Option<FoldAxis>,
    offset: (f64, f64),
) -> (Vec<SceneItem>, Vec<SceneItem>) {
    let page = paper.size;
    let mut items = Vec::new();
    let mut behind = Vec::new();
    for (which, x, y) in sheet {
        let cut = &cuts[*which];
        let size = size_of(cut.piece);
        items.push(bounded(cut.piece, faces[cut.face], size, *x, *y));
        items.extend(outline(cut.piece, size, *x, *y));
        let upright = page.height >= page.width;
        let (off_x, off_y) = on_back(offset, page, paper.duplex);
        let is_across = match fold {
            Some(fold) => fold == FoldAxis::Horizontal,
            None => (paper.duplex == BackPlacement::Short) == upright,
        };
        let (bx, by, turned) = match is_across {
            true => (*x, page.height - y - size.height, 2),
            false => (page.width - x - size.width, *y, 0),
        };
        let other = cut.back.unwrap_or(cut.face);
        if cut.piece.form != PieceForm::Standee {
            let matrix = Matrix::turned(turned, size.width, size.height, bx + off_x, by + off_y);
            behind.push(SceneItem::Group {
                matrix,
                opacity: 1.0,
                clip: None,
                items: vec![bounded(cut.piece, faces[other], size, 0.0, 0.0)],
            });
        }
    }
    (items, behind)
}

/// Warns of icons of a piece that do not exist.
pub fn check_icons(ir: &Ir, words: &WordLooks, piece: &PieceInfo, found: &mut Vec<Diagnostic>) {
    let places = &piece.word_places;
    let icons = piece.icons.iter().zip(&places.icons).chain(piece.backs.iter().zip(&places.backs));
    for (icon, place) in icons.filter(|(icon, _)| words.icon(icon).is_none()) {
        let asked_by = format!(", which the piece `{}` asks for", piece.id);
        found.push(at(ir, *place, words.missing_icon(icon, &asked_by)));
    }
}

/// Returns the face of a piece, or its back.
pub fn face(
    press: &FaceRenderer,
    piece: &PieceInfo,
    player: Option<SeatNumber>,
    turned: bool,
) -> FaceRequest {
    let mut data = data::page(press.ir, size_of(piece), BLEED);
    let own = player.and_then(|p| press.words.colour(&format!("player_{p}")));
    let front = own.unwrap_or_else(|| colour_of_piece(press.words, piece));
    let own_back = player.and_then(|p| press.words.colour(&format!("player_{p}_back")));
    let back = own_back.or_else(|| press.words.colour(&format!("{}_back", piece.id))).unwrap_or(front);
    let colour = if turned { back } else { front };
    let (icon, points) = if turned {
        (piece.back(player), piece.points == ArrowSides::Both)
    } else {
        (piece.icon(player), piece.points != ArrowSides::No)
    };
    // A missing icon was reported for the piece.
    let known = |icon: Option<&str>| {
        icon.filter(|i| press.words.icon(i).is_some()).map_or(Value::from(()), Value::from)
    };
    // Without colours, sides that differ in nothing else would look the same.
    let is_barred =
        turned && press.ink != Ink::Full && piece.back(player) == piece.icon(player) && front != back;
    data.extend([
        ("barred".to_owned(), is_barred.into()),
        ("id".to_owned(), Value::from(piece.id.as_str())),
        ("name".to_owned(), Value::from(piece.name.as_str())),
        ("icon_name".to_owned(), known(icon)),
        ("back_icon".to_owned(), known(piece.back(player))),
        ("back_colour".to_owned(), hex(back).into()),
        ("on_back_colour".to_owned(), data::on(back).into()),
        ("letters".to_owned(), piece.label(player).map_or(Value::from(()), Value::from)),
        ("player".to_owned(), player.map_or(Value::from(()), |player| Value::from(player.0))),
        ("points".to_owned(), points.into()),
        ("pips".to_owned(), pips(dots(press, piece, player))),
        ("colour".to_owned(), hex(colour).into()),
        ("on_colour".to_owned(), data::on(colour).into()),
        ("panel".to_owned(), panel(piece).into()),
        ("foot".to_owned(), foot(piece).into()),
    ]);
    let template = match piece.form {
        PieceForm::Round => "piece_round",
        PieceForm::Square => "piece_square",
        PieceForm::Standee => "piece_standee",
    };
    let whose = player.map(|p| format!(" of player {p}")).unwrap_or_default();
    FaceRequest {
        template: template.to_owned(),
        data: data.into(),
        of: format!("the piece `{}`{whose}", piece.id),
    }
}

/// Returns the number of dots on a piece: without colours, they identify its owner, or its sort among the
/// pieces of the table.
fn dots(press: &FaceRenderer, piece: &PieceInfo, player: Option<SeatNumber>) -> u8 {
    match player {
        Some(player) if press.ink != Ink::Full => player.0,
        Some(_) => 0,
        None => dots_of_piece(press.ir, press.words, press.ink, piece),
    }
}

/// Returns the positions of `count` dots in a row, centred, in units of the distance between two.
fn pips(count: u8) -> Value {
    (0..count).map(|i| f64::from(i) - f64::from(count - 1) / 2.0).collect()
}

/// Returns the height of one side of a standee.
pub fn panel(piece: &PieceInfo) -> f64 {
    piece.size * 1.35
}

/// Returns the top of the side of a standee that is read from the front, in millimetres.
pub fn upright(piece: &PieceInfo) -> f64 {
    foot(piece) + panel(piece)
}

/// Returns the height of the foot flap on each side of a standee.
fn foot(piece: &PieceInfo) -> f64 {
    (piece.size * 0.45).max(7.0)
}

/// Returns the size of the shape that is cut out.
pub fn size_of(piece: &PieceInfo) -> Size {
    let height = match piece.form {
        PieceForm::Round | PieceForm::Square => piece.size,
        PieceForm::Standee => 2.0 * (panel(piece) + foot(piece)),
    };
    Size { width: piece.size, height }
}

/// Returns the shape that is cut out.
pub fn shape_of(piece: &PieceInfo) -> CutShape {
    if piece.form == PieceForm::Round { CutShape::Round } else { CutShape::Rectangle }
}

/// Returns whether a piece has another side on the back of its sheet. Both sides of a standee are on its
/// front.
pub fn has_other_side(piece: &PieceInfo) -> bool {
    !piece.backs.is_empty() && piece.form != PieceForm::Standee
}

/// Places a piece, with its bleed.
fn bounded(piece: &PieceInfo, drawing: u32, size: Size, x: f64, y: f64) -> SceneItem {
    let segments = match piece.form {
        PieceForm::Round => circle(size.width / 2.0, size.height / 2.0, size.width / 2.0 + BLEED),
        _ => rectangle(-BLEED, -BLEED, size.width + 2.0 * BLEED, size.height + 2.0 * BLEED),
    };
    let clip = Some(Clip { segments, even_odd: false });
    SceneItem::Group {
        matrix: Matrix::shift(x, y),
        opacity: 1.0,
        clip,
        items: vec![SceneItem::Use { drawing, matrix: Matrix::IDENTITY }],
    }
}

/// Draws the lines to cut and fold.
fn outline(piece: &PieceInfo, size: Size, x: f64, y: f64) -> Vec<SceneItem> {
    let segments = match piece.form {
        PieceForm::Round => circle(x + size.width / 2.0, y + size.height / 2.0, size.width / 2.0),
        _ => rectangle(x, y, size.width, size.height),
    };
    let mut items = marks::cut_line(segments).to_vec();
    if piece.form == PieceForm::Standee {
        for at in [foot(piece), foot(piece) + panel(piece), foot(piece) + 2.0 * panel(piece)] {
            items.extend(marks::fold_line([x, y + at, x + size.width, y + at]));
        }
    }
    items
}

/// The part of a page for fronts.
#[derive(Clone, Copy, Debug)]
struct FrontArea {
    area: Rect,
    /// The fold, if the other half of the page is for the backs.
    fold: Option<FoldAxis>,
}

impl FrontArea {
    /// Returns the area for pieces: the whole page, or half of it if backs are folded over.
    fn of<'a>(
        paper: &SheetSettings,
        both: bool,
        pieces: impl Iterator<Item = &'a PieceInfo> + Clone,
    ) -> FrontArea {
        let page = |rim: f64| {
            let (width, height) = (paper.size.width - 2.0 * rim, paper.size.height - 2.0 * rim - FOOT);
            Rect { x: rim, y: rim, width, height }
        };
        let is_held = |area: Rect| {
            pieces.clone().map(size_of).all(|size| size.width <= area.width && size.height <= area.height)
        };
        // The bleed stays out of the margin, which printers leave white, unless a piece is too large for it.
        let inner = paper.margin + BLEED;
        let rim = if is_held(page(inner)) { inner } else { paper.margin.max(BLEED) };
        let whole = page(rim);
        if !both || paper.duplex != BackPlacement::Fold {
            return FrontArea { area: whole, fold: None };
        }
        let left = Rect { width: paper.size.width / 2.0 - rim - APART / 2.0, ..whole };
        // The lower half leaves room for the small print, so the upper one does, too.
        let upper_height = paper.size.height / 2.0 - rim - FOOT - APART / 2.0;
        let upper = Rect { y: rim + FOOT, height: upper_height, ..whole };
        match !is_held(left) && is_held(upper) {
            true => FrontArea { area: upper, fold: Some(FoldAxis::Horizontal) },
            false => FrontArea { area: left, fold: Some(FoldAxis::Vertical) },
        }
    }
}

/// Reports each piece that is larger than the part of a page for fronts.
fn misfits<'a>(ir: &Ir, area: Rect, pieces: impl Iterator<Item = &'a PieceInfo>) -> Vec<Diagnostic> {
    let mut found: Vec<(&str, Diagnostic)> = Vec::new();
    for piece in pieces {
        let Size { width, height } = size_of(piece);
        let is_known = found.iter().any(|(id, _)| *id == piece.id);
        if !is_known && (width > area.width || height > area.height) {
            let d = messages::piece_too_large(&piece.id, (width, height), (area.width, area.height));
            found.push((&piece.id, at(ir, piece.place, d)));
        }
    }
    found.into_iter().map(|(_, d)| d).collect()
}

/// Reports the pieces that do not fit the paper of the game.
pub fn check_sizes(ir: &Ir, found: &mut Vec<Diagnostic>) {
    let Ok(paper) = SheetSettings::settle(&[&ir.print.paper]) else { return };
    let pieces = ir.print.pieces.iter();
    let both = pieces.clone().any(has_other_side) && paper.duplex != BackPlacement::Off;
    found.extend(misfits(ir, FrontArea::of(&paper, both, pieces.clone()).area, pieces));
}
