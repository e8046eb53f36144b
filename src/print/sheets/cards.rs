//! Sheets of components of one size: cards, tiles, tokens.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use minijinja::Value;

use crate::diagnostics::{Diagnostic, error_count};
use crate::ir::print::{BackPlacement, SheetInfo, SubjectInfo, default_size, named_size};
use crate::ir::{Ir, KindId, NameId, NameInfo, ToIndex};
use crate::print::draw::scene::{Clip, Matrix, Rgb, SceneItem, rectangle};
use crate::print::draw::units::{SIZES, Size, size};
use crate::print::face::face_renderer::{COMMON_BACK, FaceEdge, FaceRenderer, FaceRequest};
use crate::print::game::data::{self, SheetAttributes, WordLooks};
use crate::print::game::places::{attach_faces_to_sheet, attach_to_sheet};
use crate::print::messages::sheets as messages;
use crate::print::pdf::page::Bookmark;
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::bleed::{BleedCheck, CutShape};
use crate::print::sheets::edges::EdgeLooks;
use crate::print::sheets::face_names;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::marks;
use crate::print::sheets::paper::{Imposition, PagePosition, SheetSettings, apart, plan, plan_of_few};
use crate::print::text::plain::read;

/// The default face of tokens.
pub(in crate::print) const TOKEN: &str = "token";
/// The default face of small components.
pub(in crate::print) const TILE: &str = "tile";
/// The smallest width and height of components whose default face is a card, in millimetres.
pub(in crate::print) const LEAST_CARD: (f64, f64) = (34.0, 52.0);
/// The default colour of backs.
pub(in crate::print) const BACK: Rgb = [0x3d, 0x41, 0x66];

/// Prints a sheet of components; `None` if no component passes the filters, or on an error.
pub fn print(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> Option<PrintedFile> {
    let ir = press.ir;
    let SubjectInfo::Components(kind) = sheet.subject else { return None };
    let paper = SheetSettings::of_sheet_or_report(ir, sheet, &request.paper, found)?;
    let one = size_of(ir, sheet, kind, found)?;
    let shown = SheetAttributes::of(ir, sheet);
    let mut wanted = components(ir, kind, &shown, request);
    wanted.retain(|(name, _)| request.wants(&sheet.id, &ir.names[*name].id));
    if wanted.is_empty() {
        return None;
    }
    let Some(full) = plan(&paper, one) else {
        found.extend(misfit(ir, sheet, &paper, one));
        return None;
    };
    let face = template(press, sheet, &sheet.face, &default_face(ir, kind, by_size(ir, one)), found)?;
    let back = match paper.duplex {
        BackPlacement::Off => None,
        _ => Some(template(press, sheet, &sheet.back, "back", found)?),
    };

    let names: Vec<NameId> = wanted.iter().map(|(name, _)| *name).collect();
    let sides = SheetSides { press, sheet, kind, shown: &shown, one, bleed: paper.bleed };
    let mut job = PrintJob::new(press, &press.ir.print.label(&sheet.id));
    let drawings = draw_sides(&mut job, &sides, &paper, (&face, back.as_deref()), &names, found)?;
    let (paper, full) = if drawings.have_unlike_edges { apart(paper, one, full) } else { (paper, full) };
    let all: Vec<usize> = wanted
        .iter()
        .enumerate()
        .flat_map(|(i, (_, copies))| std::iter::repeat_n(i, copies.index()))
        .collect();
    impose(&mut job, &sides, &paper, &full, &drawings, &all, request.back);
    let pages_each = if full.behind && !drawings.backs.is_empty() { 2 } else { 1 };
    job.document.bookmarks = bookmarks(ir, &shown, &wanted, &all, full.fronts.len(), pages_each);
    let how = match (paper.duplex, pages_each) {
        (BackPlacement::Long, 2) => "print on both sides, flip on the long edge",
        (BackPlacement::Short, 2) => "print on both sides, flip on the short edge",
        (BackPlacement::Fold, _) => "print on one side, fold and glue, then cut",
        _ => "print on one side",
    };
    let what = match ir.kinds.find(kind) {
        Some(kind) => kind.count_noun(all.len() as u64),
        None => format!("{} {}", all.len(), sheet.id),
    };
    job.finish(&sheet.id, what, format!("{how}, at 100 %"), found)
}

/// Reports components that do not fit a page.
pub fn misfit(ir: &Ir, sheet: &SheetInfo, paper: &SheetSettings, one: Size) -> Option<Diagnostic> {
    let too_large = || paper.misfit(ir, sheet, one, messages::component_too_large);
    plan(paper, one).is_none().then(too_large)
}

/// The drawings of the components on a sheet.
struct CardDrawings {
    fronts: Vec<u32>,
    /// One for all components, or one for each; none if backs are not printed.
    backs: Vec<u32>,
    /// True if the fronts, or the backs, differ beyond their cuts.
    have_unlike_edges: bool,
}

/// Draws one face for each card, regardless of its quantity, and then the backs; `None` on an error.
fn draw_sides(
    job: &mut PrintJob,
    sides: &SheetSides,
    paper: &SheetSettings,
    (face, back): (&str, Option<&str>),
    names: &[NameId],
    found: &mut Vec<Diagnostic>,
) -> Option<CardDrawings> {
    let SheetSides { press, sheet, one, .. } = *sides;
    let backs = back.map_or(0, |_| if sheet.two_sided { names.len() } else { 1 });
    // Data is made when its face is, since that of thousands of cards would take much memory.
    let side = |i: usize| match (names.get(i), back) {
        (Some(name), _) => sides.front(face, *name),
        (None, Some(back)) => sides.back(back, names[(i - names.len()).min(names.len() - 1)]),
        (None, None) => unreachable!("there are as many sides as names if there is no back"),
    };
    let before = error_count(found);
    let bounds = [
        -paper.bleed as f32,
        -paper.bleed as f32,
        (one.width + paper.bleed) as f32,
        (one.height + paper.bleed) as f32,
    ];
    let edge = FaceEdge { size: one, bleed: paper.bleed, safe: paper.safe };
    let mut drawings: Vec<u32> = Vec::new();
    // Data of a face is costly, so that its description is made with it.
    let descriptions: Vec<OnceLock<String>> = (0..names.len() + backs).map(|_| OnceLock::new()).collect();
    let described = |i: usize| {
        let face = side(i);
        if face.of != COMMON_BACK {
            descriptions[i].get_or_init(|| describe_face(press.ir, &face, names[i % names.len()]));
        }
        face
    };
    let mut bleed = BleedCheck::new(press, one, paper.bleed, CutShape::Rectangle);
    let unplaced = found.len();
    let (mut edges, mut edges_of_backs) = (EdgeLooks::new(one), EdgeLooks::new(one));
    press.make_each(names.len() + backs, &described, edge, found, &mut |made| {
        let fronts = names.len().saturating_sub(drawings.len()).min(made.faces.len());
        edges.look(&made.faces[..fronts], &made.drawings);
        edges_of_backs.look(&made.faces[fronts..], &made.drawings);
        bleed.look(&made.faces, &made.drawings, drawings.len());
        drawings.extend(job.faces(made, bounds));
    });
    attach_faces_to_sheet(press.ir, sheet, found, unplaced);
    bleed.tell(&side, found);
    if error_count(found) > before {
        return None;
    }
    for (drawing, description) in drawings.iter().zip(&descriptions) {
        description.get().into_iter().for_each(|description| job.describe(*drawing, description));
    }
    let backs = drawings.split_off(names.len());
    Some(CardDrawings {
        fronts: drawings,
        backs,
        have_unlike_edges: edges.differ() || edges_of_backs.differ(),
    })
}

/// Places the components on pages, and the backs behind them.
fn impose(
    job: &mut PrintJob,
    sides: &SheetSides,
    paper: &SheetSettings,
    full: &Imposition,
    CardDrawings { fronts, backs, .. }: &CardDrawings,
    all: &[usize],
    offset: (f64, f64),
) {
    let SheetSides { press, sheet, one, .. } = *sides;
    let ir = press.ir;
    // One back for all, or one for each.
    let behind = |part: &[usize], plan: &Imposition| -> Vec<SceneItem> {
        let back = |at: &usize| backs.get(if sheet.two_sided { *at } else { 0 }).copied();
        let placed =
            part.iter().zip(&plan.backs).filter_map(|(at, spot)| Some(at_spot(back(at)?, *spot, one)));
        placed.collect()
    };

    let per_page = full.fronts.len();
    let count = all.chunks(per_page).len();
    for (number, part) in all.chunks(per_page).enumerate() {
        let plan = plan_of_few(paper, one, part.len(), count == 1, full).for_printer(offset, paper.duplex);
        let mut items = Vec::new();
        for (at, spot) in part.iter().zip(&plan.fronts) {
            items.push(at_spot(fronts[*at], *spot, one));
        }
        if !plan.behind {
            items.extend(behind(part, &plan));
        }
        items.extend(marks::marks(paper, &plan));
        let first = number * per_page + 1;
        let last = first + part.len() - 1;
        let (first, last, of) = (first.to_string(), last.to_string(), all.len().to_string());
        let what = ir.print.display_name(&sheet.id);
        let what = if part.len() == 1 {
            ir.print.phrase("single", &[("what", &what), ("n", &first), ("of", &of)])
        } else {
            ir.print.phrase("range", &[("what", &what), ("first", &first), ("last", &last), ("of", &of)])
        };
        let counted =
            ir.print.phrase("sheet", &[("n", &(number + 1).to_string()), ("of", &count.to_string())]);
        job.page(plan.page, plan.block, paper, items, &format!("{what} · {counted}"));
        if plan.behind && !backs.is_empty() {
            job.page(
                plan.page,
                plan.block,
                paper,
                behind(part, &plan),
                &ir.print.phrase("backs", &[("what", &what)]),
            );
        }
    }
}

/// The two sides of the components on a sheet.
pub(in crate::print) struct SheetSides<'a> {
    pub press: &'a FaceRenderer<'a>,
    pub sheet: &'a SheetInfo,
    /// The kind of the components.
    pub kind: KindId,
    pub shown: &'a SheetAttributes<'a>,
    /// The size of the trim.
    pub one: Size,
    /// Bleed, in millimetres.
    pub bleed: f64,
}

impl SheetSides<'_> {
    /// Returns the request for the front of a name's components.
    pub fn front(&self, face: &str, name: NameId) -> FaceRequest {
        let name = &self.press.ir.names[name];
        self.side(face, name, format!("`{}`", name.printed))
    }

    /// Returns the request for the back of a name's components.
    fn back(&self, back: &str, name: NameId) -> FaceRequest {
        if !self.sheet.two_sided {
            return self.common(back);
        }
        let name = &self.press.ir.names[name];
        self.side(back, name, format!("the back of `{}`", name.printed))
    }

    /// Returns the requests for the backs: one for each of the names if the sheet is two-sided, else one for
    /// all.
    pub fn backs(&self, back: &str, names: &[NameId]) -> Vec<FaceRequest> {
        if !self.sheet.two_sided {
            return vec![self.common(back)];
        }
        names.iter().map(|name| self.back(back, *name)).collect()
    }

    fn side(&self, face: &str, name: &NameInfo, of: String) -> FaceRequest {
        let (ir, words) = (self.press.ir, self.press.words);
        let template = suited(self.press, face, self.shown.band_of(ir, name.first));
        FaceRequest { template, data: self.shown.data(ir, words, name.first, self.one, self.bleed), of }
    }

    fn common(&self, back: &str) -> FaceRequest {
        let (ir, words) = (self.press.ir, self.press.words);
        let kind = &ir.kinds[self.kind];
        let mut data = data::page(ir, self.one, self.bleed);
        data.insert("kind".into(), kind.id.as_str().into());
        data.insert("kind_name".into(), ir.print.label(&kind.id).into());
        data.insert("colour".into(), data::hex(colour_of_backs(ir, words, self.kind)).into());
        FaceRequest { template: back.to_owned(), data: Value::from(data), of: COMMON_BACK.into() }
    }
}

/// Returns the colour of the common back of components: that of all backs, of their kind, or the default.
pub(in crate::print) fn colour_of_backs(ir: &Ir, words: &WordLooks, kind: KindId) -> Rgb {
    words.colour("back").or_else(|| words.colour(&ir.kinds[kind].id)).unwrap_or(BACK)
}

/// Returns the alternative text of a face: name, band, number, stats and texts.
fn describe_face(ir: &Ir, face: &FaceRequest, name: NameId) -> String {
    let name = &ir.names[name];
    let printed = |key: &str| face.data.get_attr(key).ok().filter(|v| !v.is_none()).map(|v| v.to_string());
    let number = match (printed("number_label"), printed("number")) {
        (Some(label), Some(number)) => Some(format!("{label} {number}")),
        _ => None,
    };
    let about =
        [printed("band"), number, printed("stats")].into_iter().flatten().filter(|text| !text.is_empty());
    let parts = [name.printed.clone(), about.collect::<Vec<_>>().join(", ")];
    let said = read(ir, &name.keywords, &name.text, &name.flavour).replace('\n', " ");
    let parts = parts.into_iter().chain([said]).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(". ")
}

/// Returns the size of a component on a sheet.
pub fn size_of(ir: &Ir, sheet: &SheetInfo, kind: KindId, found: &mut Vec<Diagnostic>) -> Option<Size> {
    let Some(given) = &sheet.size else {
        let size = named_size(default_size(default_face(ir, kind, "card") == TOKEN), &SIZES);
        return size.map(|(width, height)| Size { width, height });
    };
    match size(given, &SIZES) {
        Ok(size) => Some(size),
        Err((name, near)) => {
            found.push(attach_to_sheet(ir, sheet, messages::unknown_size(&name, near, "[63, 88]")));
            None
        }
    }
}

/// Returns the default face of a kind: `token` for tokens and the kinds below, else `otherwise`.
pub(in crate::print) fn default_face(ir: &Ir, kind: KindId, otherwise: &str) -> String {
    let mut at = Some(kind);
    while let Some(k) = at {
        if ir.kinds[k].id == "token" {
            return TOKEN.to_owned();
        }
        at = ir.kinds[k].base;
    }
    otherwise.to_owned()
}

/// Returns the default face for a size: small components are tiles, others are cards in the style of the
/// game.
pub(in crate::print) fn by_size(ir: &Ir, one: Size) -> &'static str {
    let (width, height) = LEAST_CARD;
    if one.width < width || one.height < height { TILE } else { ir.print.style.face() }
}

/// Returns the template named by a sheet, if it exists.
pub(in crate::print) fn template(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    said: &Option<String>,
    default: &str,
    found: &mut Vec<Diagnostic>,
) -> Option<String> {
    let name = said.as_deref().unwrap_or(default);
    if let Some(d) = face_names::unsuitable(press.ir, sheet, name) {
        found.push(d);
        return None;
    }
    if press.templates.unreadable.iter().any(|n| n == name) {
        return None;
    }
    if let Some(d) = face_names::unknown(press.ir, sheet, name, &press.templates.names) {
        found.push(d);
        return None;
    }
    Some(name.to_owned())
}

/// Returns the face for a value of the band: `card-root` if it exists, else `card`.
pub(in crate::print) fn suited(press: &FaceRenderer, face: &str, band: Option<String>) -> String {
    let own = band.map(|band| format!("{face}-{band}"));
    own.filter(|own| press.templates.names.contains(own)).unwrap_or_else(|| face.to_owned())
}

/// Returns the cards to be printed with their quantities.
pub(in crate::print) fn components(
    ir: &Ir,
    kind: KindId,
    shown: &SheetAttributes,
    request: &Request,
) -> Vec<(NameId, u32)> {
    let info = &ir.kinds[KindId(kind.0)];
    let range = info.first..info.first + info.count;
    let own = |n: &NameId| {
        let name = &ir.names[*n];
        name.copies > 0 && range.contains(&name.first)
    };
    let only = |n: &NameId| {
        let component = ir.names[*n].first;
        request.only.iter().all(|(key, value)| match key.as_str() {
            "name" | "id" => {
                let name = &ir.names[*n];
                name.id == *value || name.printed.eq_ignore_ascii_case(value)
            }
            _ => shown.is(ir, component, key, value),
        })
    };
    let mut cards: Vec<(NameId, u32)> = match &request.deck {
        Some(deck) => deck.iter().copied().filter(|(n, _)| own(n)).collect(),
        None => ir.names.ids().filter(own).map(|n| (n, ir.names[n].copies)).collect(),
    };
    cards.retain(|(n, _)| only(n));
    cards
}

/// Places a face, clipped where the next one begins.
pub(in crate::print) fn at_spot(face: u32, spot: PagePosition, one: Size) -> SceneItem {
    let matrix = Matrix::turned(spot.turned, one.width, one.height, spot.cut.x, spot.cut.y);
    let [left, top, right, bottom] = match spot.turned {
        2 => [spot.bleed[2], spot.bleed[3], spot.bleed[0], spot.bleed[1]],
        _ => spot.bleed,
    };
    let segments = rectangle(-left, -top, one.width + left + right, one.height + top + bottom);
    SceneItem::Group {
        matrix,
        opacity: 1.0,
        clip: Some(Clip { segments, even_odd: false }),
        items: vec![SceneItem::Use { drawing: face, matrix: Matrix::IDENTITY }],
    }
}

/// Returns a bookmark for each kind, with one below it for each value of its band.
fn bookmarks(
    ir: &Ir,
    shown: &SheetAttributes,
    wanted: &[(NameId, u32)],
    all: &[usize],
    per_page: usize,
    pages_each: usize,
) -> Vec<Bookmark> {
    let mut kinds: Vec<(KindId, Bookmark, u32)> = Vec::new();
    let mut bands: BTreeMap<(KindId, String), ()> = BTreeMap::new();
    for (at, which) in all.iter().enumerate() {
        let name = &ir.names[NameId::from_index(wanted[*which].0.index())];
        let page = at / per_page * pages_each;
        if kinds.last().is_none_or(|(kind, ..)| *kind != name.kind) {
            kinds.push((
                name.kind,
                Bookmark { title: ir.print.label(&ir.kinds[name.kind].id), page, below: Vec::new() },
                0,
            ));
        }
        let Some((_, bookmark, count)) = kinds.last_mut() else { continue };
        *count += 1;
        if let Some(band) = shown.band_of(ir, name.first)
            && bands.insert((name.kind, band.clone()), ()).is_none()
        {
            bookmark.below.push(Bookmark { title: ir.print.label(&band), page, below: Vec::new() });
        }
    }
    kinds
        .into_iter()
        .map(|(_, bookmark, count)| Bookmark { title: format!("{} ({count})", bookmark.title), ..bookmark })
        .collect()
}
