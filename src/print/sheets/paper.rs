//! The layout of components on a sheet of paper, front and back.

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::ir::print::{BackPlacement, CutMarks, PaperInfo, SheetInfo};
use crate::print::draw::units::{PAPERS, Rect, Size, size};
use crate::print::game::places::attach_to_sheet;
use crate::print::messages::sheets as messages;

/// The complete settings of a sheet. Lengths are millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetSettings {
    /// The size of the paper, in portrait.
    pub size: Size,
    /// The border that a printer cannot print.
    pub margin: f64,
    /// The bleed: colour beyond the trim.
    pub bleed: f64,
    /// Width of the border inside the trim that text should stay out of.
    pub safe: f64,
    /// Gap between two components.
    pub gutter: f64,
    /// True if the gap was chosen.
    pub has_gutter: bool,
    /// The sort of crop marks.
    pub marks: CutMarks,
    /// The duplex setting.
    pub duplex: BackPlacement,
}

impl SheetSettings {
    /// Combines the settings of a request, a sheet and a game, in this order of precedence. If the sheet's
    /// own `duplex` is off, it has no backs: the `duplex` of a request only moves existing backs.
    ///
    /// # Errors
    /// The name of a paper that does not exist.
    pub fn of_sheet(
        request: &PaperInfo,
        sheet: &PaperInfo,
        game: &PaperInfo,
    ) -> Result<SheetSettings, Diagnostic> {
        let settings = SheetSettings::settle(&[request, sheet, game])?;
        let is_off = sheet.duplex == Some(BackPlacement::Off);
        Ok(if is_off { SheetSettings { duplex: BackPlacement::Off, ..settings } } else { settings })
    }

    /// Combines the settings of a request, a sheet and the game, like [`SheetSettings::of_sheet`], and
    /// reports an error at the sheet.
    pub fn of_sheet_or_report(
        ir: &Ir,
        sheet: &SheetInfo,
        request: &PaperInfo,
        found: &mut Vec<Diagnostic>,
    ) -> Option<SheetSettings> {
        let settings = SheetSettings::of_sheet(request, &sheet.paper, &ir.print.paper);
        settings.map_err(|d| found.push(attach_to_sheet(ir, sheet, d))).ok()
    }

    /// Combines settings, like [`SheetSettings::settle`], and reports an error.
    pub fn settle_or_report(said: &[&PaperInfo], found: &mut Vec<Diagnostic>) -> Option<SheetSettings> {
        SheetSettings::settle(said).map_err(|d| found.push(d)).ok()
    }

    /// Combines settings: the first of `said` that has a setting decides, and the default if none has.
    ///
    /// # Errors
    /// The name of a paper that does not exist.
    pub fn settle(said: &[&PaperInfo]) -> Result<SheetSettings, Diagnostic> {
        fn first<T>(said: &[&PaperInfo], of: impl Fn(&PaperInfo) -> Option<T>) -> Option<T> {
            said.iter().find_map(|p| of(p))
        }
        let size = match first(said, |p| p.size.clone()) {
            None => Size { width: 210.0, height: 297.0 },
            Some(given) => {
                size(&given, &PAPERS).map_err(|(name, near)| messages::unknown_paper(&name, near))?
            }
        };
        Ok(SheetSettings {
            size,
            margin: first(said, |p| p.margin).unwrap_or(5.0),
            bleed: first(said, |p| p.bleed).unwrap_or(2.0),
            safe: first(said, |p| p.safe).unwrap_or(2.5),
            gutter: first(said, |p| p.gutter).unwrap_or(0.0),
            has_gutter: first(said, |p| p.gutter).is_some(),
            marks: first(said, |p| p.marks).unwrap_or_default(),
            duplex: first(said, |p| p.duplex).unwrap_or_default(),
        })
    }
}

/// The position of a component on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PagePosition {
    /// Its trim rectangle on the page.
    pub cut: Rect,
    /// Its bleed: left, top, right, bottom.
    pub bleed: [f64; 4],
    /// Rotation, in quarter turns clockwise.
    pub turned: u8,
}

/// The imposition of components of one size on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Imposition {
    /// The page, portrait or landscape.
    pub page: Size,
    /// Positions of the fronts, row by row.
    pub fronts: Vec<PagePosition>,
    /// Positions of the backs, in the same order: on the reverse side or, when folded, on the same page.
    pub backs: Vec<PagePosition>,
    /// True if the backs are on a page of their own.
    pub behind: bool,
    /// Positions of vertical cuts, from the left.
    pub cuts_down: Vec<f64>,
    /// Positions of horizontal cuts, from above.
    pub cuts_across: Vec<f64>,
    /// The bounding box of all components.
    pub block: Rect,
    /// The fold, if the backs are on the same page.
    pub fold: Option<FoldAxis>,
}

/// The line in the middle of a page along which it is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldAxis {
    /// From the upper to the lower edge.
    Vertical,
    /// From the left to the right edge.
    Horizontal,
}

impl FoldAxis {
    /// Returns the two ends of the line within the margin: x and y of each.
    pub fn ends(self, page: Size, margin: f64) -> [f64; 4] {
        let Size { width, height } = page;
        match self {
            FoldAxis::Vertical => [width / 2.0, margin, width / 2.0, height - margin],
            FoldAxis::Horizontal => [margin, height / 2.0, width - margin, height / 2.0],
        }
    }
}

/// Room for the shortest crop mark between the components and the printer's margin, in millimetres.
const MARK_ROOM: f64 = 2.0;

impl SheetSettings {
    /// Returns the width of the border that components stay out of: the margin, and room for crop marks
    /// within the printable area.
    pub fn rim(&self) -> f64 {
        self.margin + if self.marks == CutMarks::Crop { MARK_ROOM } else { 0.0 }
    }

    /// Returns the error of something on a sheet that does not fit a page; `too_large` makes it of the
    /// sheet's id, its size, and that of the page.
    pub fn misfit(
        &self,
        ir: &Ir,
        sheet: &SheetInfo,
        one: Size,
        too_large: impl Fn(&str, (f64, f64), (f64, f64)) -> Diagnostic,
    ) -> Diagnostic {
        let page = (self.size.width, self.size.height);
        attach_to_sheet(ir, sheet, too_large(&sheet.id, (one.width, one.height), page))
    }
}

/// Places as many components as possible on a page, centred, so that it does not matter which edge is
/// flipped. `None` if none fits.
pub fn plan(paper: &SheetSettings, item: Size) -> Option<Imposition> {
    // If there is no room for marks, the marks are left out rather than the components.
    best(paper, item, paper.rim()).or_else(|| best(paper, item, paper.margin))
}

/// Puts a gutter between components that differ beyond their cuts, so that no cut runs along two colours: up
/// to the bleed of both, as far as the page holds as many components. A gutter that was chosen stays. Returns
/// the settings and the plan.
pub fn apart(paper: SheetSettings, item: Size, full: Imposition) -> (SheetSettings, Imposition) {
    /// Steps in which the gutter shrinks, and the narrowest that helps, in millimetres.
    const STEPS: (f64, f64) = (0.5, 1.0);
    let mut gutter = 2.0 * paper.bleed;
    while !paper.has_gutter && gutter >= STEPS.1 {
        let wider = SheetSettings { gutter, ..paper.clone() };
        match plan(&wider, item).filter(|plan| plan.fronts.len() == full.fronts.len()) {
            Some(plan) => return (wider, plan),
            None => gutter -= STEPS.0,
        }
    }
    (paper, full)
}

/// Returns the plan of a sheet that is not full: its components form a block in the middle of the page. If it
/// is the `only` sheet, the page is upright if they fit, and the remaining room goes into the gutters, so
/// that no component is cut along the colour of its neighbour. On a sheet to be folded, the block lies at the
/// fold.
pub fn plan_of_few(
    paper: &SheetSettings,
    item: Size,
    count: usize,
    only: bool,
    full: &Imposition,
) -> Imposition {
    if count == 0 || count >= full.fronts.len() {
        return full.clone();
    }
    if let Some(fold) = full.fold {
        let few = |rim: f64| {
            let half = half_of(paper, full.page, fold, rim);
            let most = grid(half.width, half.height, item, paper)?;
            let holds = most.0 * most.1 >= count;
            holds.then(|| folded_block(paper, full.page, item, fold, shape(count, most, half, item)))
        };
        return few(paper.rim()).or_else(|| few(paper.margin)).unwrap_or_else(|| full.clone());
    }
    let pages = if only { vec![paper.size, full.page] } else { vec![full.page] };
    for page in pages {
        let rim = [paper.rim(), paper.margin];
        let grids = rim.into_iter().filter_map(|rim| {
            grid(page.width - 2.0 * rim, page.height - 2.0 * rim, item, paper).map(|most| (rim, most))
        });
        let Some((rim, most)) = grids.into_iter().find(|(_, (columns, rows))| columns * rows >= count) else {
            continue;
        };
        let (columns, rows) = shape(count, most, page, item);
        let room = |length: f64, one: f64, count: usize| {
            let between = (length - 2.0 * rim - count as f64 * one) / (count as f64 - 1.0);
            if count > 1 { between } else { f64::INFINITY }
        };
        let free = room(page.width, item.width, columns).min(room(page.height, item.height, rows));
        // A wider gutter must hold the bleed of both neighbours.
        let gutter = if only && free >= 2.0 * paper.bleed {
            paper.gutter.max(2.0 * paper.bleed)
        } else {
            paper.gutter
        };
        let paper = SheetSettings { gutter, ..paper.clone() };
        return centre_block(&paper, page, item, columns, rows);
    }
    full.clone()
}

/// Returns the numbers of columns and rows of a block of components: few empty places, and a form like that
/// of the page.
fn shape(count: usize, most: (usize, usize), page: Size, item: Size) -> (usize, usize) {
    let of = |columns: usize| (columns, count.div_ceil(columns));
    let penalty = |(columns, rows): (usize, usize)| {
        let (across, down) =
            (columns as f64 * item.width / page.width, rows as f64 * item.height / page.height);
        // Weighs the share of empty places against the difference from the page's proportions.
        2.0 * (columns * rows - count) as f64 / count as f64 + (across - down).abs()
    };
    let fitting = (1..=most.0.min(count)).map(of).filter(|(_, rows)| *rows <= most.1);
    fitting.min_by(|a, b| penalty(*a).total_cmp(&penalty(*b))).unwrap_or(most)
}

/// Returns the plan with the most components, at a distance from the edges of the page.
fn best(paper: &SheetSettings, item: Size, rim: f64) -> Option<Imposition> {
    let pages = [paper.size, paper.size.turned()];
    let plans = pages.iter().flat_map(|page| match paper.duplex {
        BackPlacement::Fold => [FoldAxis::Vertical, FoldAxis::Horizontal]
            .map(|fold| folded(paper, *page, item, fold, rim))
            .to_vec(),
        _ => vec![flat(paper, *page, item, rim)],
    });
    // On a tie the first plan wins: portrait before landscape.
    plans.flatten().fold(None, |best: Option<Imposition>, plan| match best {
        Some(best) if best.fronts.len() >= plan.fronts.len() => Some(best),
        _ => Some(plan),
    })
}

/// Returns the offset of the back of a page, to the right and down, that compensates a printer whose backs
/// are off by (x, y) on a portrait sheet flipped on its long edge. A landscape page is printed with its upper
/// edge at the left of the sheet; flipped on the short edge, its back is upside down.
pub fn on_back((x, y): (f64, f64), page: Size, duplex: BackPlacement) -> (f64, f64) {
    match (page.height >= page.width, duplex) {
        (true, BackPlacement::Long) => (x, y),
        (true, BackPlacement::Short) => (-x, -y),
        (false, BackPlacement::Long) => (-y, x),
        (false, BackPlacement::Short) => (y, -x),
        (_, BackPlacement::Fold | BackPlacement::Off) => (0.0, 0.0),
    }
}

impl Imposition {
    /// Moves the backs by the offset of a printer.
    pub fn for_printer(mut self, back: (f64, f64), duplex: BackPlacement) -> Imposition {
        if self.behind {
            let (x, y) = on_back(back, self.page, duplex);
            for spot in &mut self.backs {
                spot.cut.x += x;
                spot.cut.y += y;
            }
        }
        self
    }
}

/// Returns how many items fit into a length, with gutters between them.
fn many(room: f64, one: f64, gutter: f64) -> usize {
    // A tolerance of a hundredth of a millimetre.
    (((room + gutter + 0.01) / (one + gutter)).floor().max(0.0)) as usize
}

fn flat(paper: &SheetSettings, page: Size, item: Size, rim: f64) -> Option<Imposition> {
    let (columns, rows) = grid(page.width - 2.0 * rim, page.height - 2.0 * rim, item, paper)?;
    Some(centre_block(paper, page, item, columns, rows))
}

/// Returns the plan of a block of components in the middle of a page.
fn centre_block(paper: &SheetSettings, page: Size, item: Size, columns: usize, rows: usize) -> Imposition {
    let block = Rect {
        width: columns as f64 * (item.width + paper.gutter) - paper.gutter,
        height: rows as f64 * (item.height + paper.gutter) - paper.gutter,
        x: 0.0,
        y: 0.0,
    };
    let block = Rect { x: (page.width - block.width) / 2.0, y: (page.height - block.height) / 2.0, ..block };
    let fronts = spots(paper, item, block, columns, rows);
    // Flipping on an edge mirrors the sheet about the axis parallel to it.
    let upright = page.height >= page.width;
    let about_vertical = (paper.duplex == BackPlacement::Long) == upright;
    let backs = match paper.duplex {
        BackPlacement::Long | BackPlacement::Short => {
            fronts.iter().map(|s| mirrored(*s, page, about_vertical)).collect()
        }
        _ => Vec::new(),
    };
    Imposition {
        page,
        behind: !backs.is_empty(),
        fronts,
        backs,
        cuts_down: cuts(block.x, columns, item.width, paper.gutter),
        cuts_across: cuts(block.y, rows, item.height, paper.gutter),
        block,
        fold: None,
    }
}

/// Returns the number of columns and rows, unless one of them is 0.
fn grid(width: f64, height: f64, item: Size, paper: &SheetSettings) -> Option<(usize, usize)> {
    let (columns, rows) = (many(width, item.width, paper.gutter), many(height, item.height, paper.gutter));
    (columns > 0 && rows > 0).then_some((columns, rows))
}

fn spots(paper: &SheetSettings, item: Size, block: Rect, columns: usize, rows: usize) -> Vec<PagePosition> {
    // Neighbours share the gutter; without one, their common edge has no bleed.
    let inner = (paper.gutter / 2.0).min(paper.bleed);
    let side = |outer: bool| if outer { paper.bleed } else { inner };
    let spot = |column: usize, row: usize| PagePosition {
        cut: Rect {
            x: block.x + column as f64 * (item.width + paper.gutter),
            y: block.y + row as f64 * (item.height + paper.gutter),
            width: item.width,
            height: item.height,
        },
        bleed: [side(column == 0), side(row == 0), side(column + 1 == columns), side(row + 1 == rows)],
        turned: 0,
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| spot(column, row))).collect()
}

/// Returns the position of the back of a front, when the page is flipped about its vertical or its horizontal
/// axis.
fn mirrored(front: PagePosition, page: Size, about_vertical: bool) -> PagePosition {
    let [left, top, right, bottom] = front.bleed;
    if about_vertical {
        let cut = Rect { x: page.width - front.cut.right(), ..front.cut };
        PagePosition { cut, bleed: [right, top, left, bottom], turned: 0 }
    } else {
        // Top lies behind bottom, so the back is rotated to be upright like its front.
        let cut = Rect { y: page.height - front.cut.bottom(), ..front.cut };
        PagePosition { cut, bleed: [left, bottom, right, top], turned: 2 }
    }
}

fn cuts(from: f64, count: usize, one: f64, gutter: f64) -> Vec<f64> {
    let mut cuts = Vec::new();
    for i in 0..count {
        let start = from + i as f64 * (one + gutter);
        // Without a gutter, neighbours share a cut.
        if i == 0 || gutter > 0.0 {
            cuts.push(start);
        }
        cuts.push(start + one);
    }
    cuts
}

/// Returns the distance of components from a fold, in millimetres: both sides bleed into it.
fn from_fold(paper: &SheetSettings) -> f64 {
    paper.bleed.max(1.0)
}

/// Returns the room of one half of a page with a fold.
fn half_of(paper: &SheetSettings, page: Size, fold: FoldAxis, rim: f64) -> Size {
    let (width, height) = (page.width - 2.0 * rim, page.height - 2.0 * rim);
    match fold {
        FoldAxis::Vertical => Size { width: width / 2.0 - from_fold(paper), height },
        FoldAxis::Horizontal => Size { width, height: height / 2.0 - from_fold(paper) },
    }
}

/// Places as many fronts as possible on one half of a page and backs on the other.
fn folded(paper: &SheetSettings, page: Size, item: Size, fold: FoldAxis, rim: f64) -> Option<Imposition> {
    let half = half_of(paper, page, fold, rim);
    let shape = grid(half.width, half.height, item, paper)?;
    Some(folded_block(paper, page, item, fold, shape))
}

/// Places a block of fronts on one half and backs on the other.
fn folded_block(
    paper: &SheetSettings,
    page: Size,
    item: Size,
    fold: FoldAxis,
    (columns, rows): (usize, usize),
) -> Imposition {
    let (apart, down) = (from_fold(paper), fold == FoldAxis::Vertical);
    let (w, h) = (
        columns as f64 * (item.width + paper.gutter) - paper.gutter,
        rows as f64 * (item.height + paper.gutter) - paper.gutter,
    );
    let (middle_x, middle_y) = (page.width / 2.0, page.height / 2.0);
    let half = if down {
        Rect { x: middle_x - apart - w, y: middle_y - h / 2.0, width: w, height: h }
    } else {
        Rect { x: middle_x - w / 2.0, y: middle_y - apart - h, width: w, height: h }
    };
    let fronts = spots(paper, item, half, columns, rows);
    let backs = fronts.iter().map(|s| mirrored(*s, page, down)).collect();
    let (mut cuts_down, mut cuts_across) =
        (cuts(half.x, columns, item.width, paper.gutter), cuts(half.y, rows, item.height, paper.gutter));
    let block = if down {
        let mirror: Vec<f64> = cuts_down.iter().rev().map(|x| page.width - x).collect();
        cuts_down.extend(mirror);
        Rect { width: 2.0 * (middle_x - half.x), ..half }
    } else {
        let mirror: Vec<f64> = cuts_across.iter().rev().map(|y| page.height - y).collect();
        cuts_across.extend(mirror);
        Rect { height: 2.0 * (middle_y - half.y), ..half }
    };
    Imposition { page, fronts, backs, behind: false, cuts_down, cuts_across, block, fold: Some(fold) }
}
