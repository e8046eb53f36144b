//! Pages that show only a face: score pads, mats, overviews.

use std::collections::BTreeMap;

use minijinja::Value;

use crate::diagnostics::{Diagnostic, error_count};
use crate::ir::print::{BackPlacement, CutMarks, PaperInfo, SheetInfo, SizeInfo};
use crate::ir::{DieInfo, Ir, SeatNumber, ToIndex, ValueType};
use crate::print::draw::scene::{Rgb, SceneItem};
use crate::print::draw::units::{SIZES, Size, size};
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer, FaceRequest};
use crate::print::game::data::{self, hex};
use crate::print::game::places::{attach_faces_to_sheet, attach_to_sheet};
use crate::print::messages::sheets as messages;
use crate::print::pdf::page::Bookmark;
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::bleed::{BleedCheck, CutShape};
use crate::print::sheets::cards::{at_spot, template};
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::marks;
use crate::print::sheets::paper::{Imposition, SheetSettings, plan, plan_of_few};

/// Minimum margin around a page that is not cut out, in millimetres.
const RIM: f64 = 10.0;

/// Prints the copies of a page, for each player if the sheet says so.
pub fn print(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    (copies, per_player): (u32, bool),
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> Option<PrintedFile> {
    let ir = press.ir;
    let (paper, one) = sized(ir, sheet, &request.paper, found)?;
    let Some(full) = planned(&paper, one) else {
        found.extend(misfit(ir, sheet, &paper, one));
        return None;
    };
    let (of_whom, wanted) = page_requests(press, sheet, per_player, &paper, one, found)?;
    let (before, unplaced) = (error_count(found), found.len());
    let made = press.make(&wanted, FaceEdge { size: one, bleed: paper.bleed, safe: paper.safe }, found);
    attach_faces_to_sheet(ir, sheet, found, unplaced);
    let mut bleed = BleedCheck::new(press, one, paper.bleed, CutShape::Rectangle);
    bleed.look(&made.faces, &made.drawings, 0);
    bleed.tell(&|i| wanted[i].clone(), found);
    if error_count(found) > before {
        return None;
    }
    let b = paper.bleed as f32;
    let bounds = [-b, -b, one.width as f32 + b, one.height as f32 + b];
    let mut job = PrintJob::new(press, &press.ir.print.label(&sheet.id));
    let mut faces = job.faces(made, bounds);
    for (face, player) in faces.iter().zip(&of_whom) {
        let whose = player.map(|p| format!(", {}", press.ir.print.player(p))).unwrap_or_default();
        job.describe(*face, &format!("{}{whose}", press.ir.print.label(&sheet.id)));
    }
    let backs = faces.split_off(of_whom.len());
    let all: Vec<usize> = (0..of_whom.len()).flat_map(|i| std::iter::repeat_n(i, copies.index())).collect();
    let is_cut = sheet.size.is_some() || is_mat(ir, sheet);
    let per_page = full.fronts.len();
    let count = all.chunks(per_page).len();
    for (number, part) in all.chunks(per_page).enumerate() {
        // The last page may hold fewer copies, and then has a plan of its own.
        let plan =
            plan_of_few(&paper, one, part.len(), count == 1, &full).for_printer(request.back, paper.duplex);
        let fronts = part.iter().zip(&plan.fronts).map(|(face, spot)| at_spot(faces[*face], *spot, one));
        let behind =
            part.iter().zip(&plan.backs).filter_map(|(face, spot)| Some((*backs.get(*face)?, *spot)));
        let behind: Vec<SceneItem> = behind.map(|(back, spot)| at_spot(back, spot, one)).collect();
        let mut items: Vec<SceneItem> = fronts.collect();
        let folded = !plan.behind;
        // Backs to be folded over are on the page of their fronts.
        if folded {
            items.extend(behind.iter().cloned());
        }
        items.extend(marks::marks(&paper, &plan));
        let print = &press.ir.print;
        let number = print.phrase("sheet", &[("n", &(number + 1).to_string()), ("of", &count.to_string())]);
        let what = format!("{} · {number}", print.display_name(&sheet.id));
        let mut page = |items, what: &str| match is_cut {
            true => job.page(plan.page, plan.block, &paper, items, what),
            false => job.uncut_page(plan.page, plan.block, &paper, items, what),
        };
        page(items, &what);
        if !folded && !behind.is_empty() {
            page(behind, &print.phrase("backs", &[("what", &what)]));
        }
    }
    job.document.bookmarks.push(Bookmark {
        title: press.ir.print.label(&sheet.id),
        page: 0,
        below: Vec::new(),
    });
    let how = match (paper.duplex, sheet.size.is_some()) {
        (BackPlacement::Long, _) => "print on both sides, flip on the long edge, at 100 %",
        (BackPlacement::Short, _) => "print on both sides, flip on the short edge, at 100 %",
        (BackPlacement::Fold, _) => "print on one side, fold and glue, then cut, at 100 %",
        (BackPlacement::Off, true) => "print on one side, at 100 %",
        (BackPlacement::Off, false) => "print on one side",
    };
    let what = if all.len() == 1 {
        press.ir.print.label(&sheet.id)
    } else {
        format!("{} × {}", all.len(), press.ir.print.label(&sheet.id))
    };
    job.finish(&sheet.id, what, how.to_owned(), found)
}

fn planned(paper: &SheetSettings, one: Size) -> Option<Imposition> {
    plan(paper, one).filter(|_| one.width > 0.0 && one.height > 0.0)
}

/// Reports a page that does not fit its paper.
pub fn misfit(ir: &Ir, sheet: &SheetInfo, paper: &SheetSettings, one: Size) -> Option<Diagnostic> {
    let too_large = || paper.misfit(ir, sheet, one, messages::page_too_large);
    planned(paper, one).is_none().then(too_large)
}

/// Returns the paper and the size of a page; `asked` overrides the game's settings.
pub fn sized(
    ir: &Ir,
    sheet: &SheetInfo,
    asked: &PaperInfo,
    found: &mut Vec<Diagnostic>,
) -> Option<(SheetSettings, Size)> {
    let mut paper = SheetSettings::of_sheet_or_report(ir, sheet, asked, found)?;
    if sheet.back.is_none() {
        paper.duplex = BackPlacement::Off;
    }
    let one = match sheet.size.as_ref().map(|given| size(given, &SIZES)) {
        Some(Ok(size)) => size,
        Some(Err((name, near))) => {
            found.push(attach_to_sheet(ir, sheet, messages::unknown_size(&name, near, "[190, 130]")));
            return None;
        }
        None if is_mat(ir, sheet) => size(&SizeInfo::Named("mat".to_owned()), &SIZES).ok()?,
        None => {
            // The whole page is printed, and nothing is cut.
            let rim = paper.margin.max(RIM);
            paper = SheetSettings { bleed: 0.0, safe: 0.0, gutter: 0.0, marks: CutMarks::None, ..paper };
            Size { width: paper.size.width - 2.0 * rim, height: paper.size.height - 2.0 * rim }
        }
    };
    Some((paper, one))
}

/// Returns whether a page has the face `mat` that comes with Cardwright, which is empty but for its title.
fn is_mat(ir: &Ir, sheet: &SheetInfo) -> bool {
    sheet.face.as_deref().is_none_or(|face| face == "mat") && ir.print.asset("faces/mat.svg.j2").is_none()
}

/// Returns the players and the faces: one for each player, or one for all, followed by their backs, if any.
pub fn page_requests(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    per_player: bool,
    paper: &SheetSettings,
    one: Size,
    found: &mut Vec<Diagnostic>,
) -> Option<(Vec<Option<SeatNumber>>, Vec<FaceRequest>)> {
    let of_whom: Vec<Option<SeatNumber>> =
        if per_player { SeatNumber::all(seats(press)).map(Some).collect() } else { vec![None] };
    let mut templates = vec![template(press, sheet, &sheet.face, "mat", found)?];
    if sheet.back.is_some() {
        templates.push(template(press, sheet, &sheet.back, "back", found)?);
    }
    let mut wanted: Vec<FaceRequest> = Vec::new();
    for template in &templates {
        for player in &of_whom {
            let whose = player.map(|p| format!(" of player {p}")).unwrap_or_default();
            let of = format!("{}{whose}", press.ir.print.label(&sheet.id));
            wanted.push(FaceRequest {
                template: template.clone(),
                data: page_data(press, sheet, *player, one, paper),
                of,
            });
        }
    }
    Some((of_whom, wanted))
}

/// Returns the greatest number of players.
fn seats(press: &FaceRenderer) -> u8 {
    press.ir.game.players.1.max(1)
}

/// Returns the template data of the page.
fn page_data(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    player: Option<SeatNumber>,
    one: Size,
    paper: &SheetSettings,
) -> Value {
    let ir = press.ir;
    let named = player.map_or_else(|| sheet.id.clone(), |p| format!("player_{p}"));
    let colour = press.words.colour(&named).unwrap_or(data::PLAIN);
    let mut told = data::page(ir, one, paper.bleed);
    let player_name = player.map(|p| ir.print.player(p)).unwrap_or_default();
    told.extend([
        ("name".to_owned(), Value::from(press.ir.print.label(&sheet.id))),
        ("player".to_owned(), player.map_or(Value::from(()), |player| Value::from(player.0))),
        ("player_name".to_owned(), player_name.into()),
        ("players".to_owned(), data::players(ir, press.words)),
        ("values".to_owned(), press.words.values.clone()),
        ("colour".to_owned(), hex(colour).into()),
        ("on_colour".to_owned(), data::on(colour).into()),
    ]);
    if let Some(die) = ir.dice.iter().find(|die| die.id == sheet.id) {
        told.insert(
            "faces".to_owned(),
            die.faces.iter().map(|face| die_face(press, die, *face, colour)).collect(),
        );
    }
    Value::from(told)
}

/// Returns a face of a die: its name, its icon if it is a value of an enum, and its colours.
pub fn die_face(press: &FaceRenderer, die: &DieInfo, face: i64, colour: Rgb) -> Value {
    let print = &press.ir.print;
    let value = match die.ty {
        ValueType::Enum(e) => press.ir.enums.find(e).and_then(|e| e.values.get(face as usize)),
        _ => None,
    };
    let own = value.and_then(|value| press.words.colour(value)).unwrap_or(colour);
    Value::from(BTreeMap::from([
        ("name", value.map_or_else(|| face.to_string(), |value| print.label(value)).into()),
        (
            "icon",
            value
                .filter(|value| press.words.icon(value).is_some())
                .map_or(Value::from(()), |v| v.as_str().into()),
        ),
        ("colour", hex(own).into()),
        ("on_colour", data::on(own).into()),
    ]))
}
