//! What a sheet is printed on, and where on it each component comes to lie, front and back.

use super::units::{PAPERS, Rect, Size, size};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::print as codes;
use crate::ir::print::{Duplex, Marks, PaperInfo};

/// Settings of a sheet, all of them known. Lengths are millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// The paper as it is sold: upright.
    pub size: Size,
    /// What a printer leaves white.
    pub margin: f64,
    /// How far colour goes beyond the cut.
    pub bleed: f64,
    /// How far inside the cut nothing that matters lies.
    pub safe: f64,
    /// Between two components.
    pub gutter: f64,
    /// Where to cut.
    pub marks: Marks,
    /// How backs are printed.
    pub duplex: Duplex,
}

impl Paper {
    /// What the first of these says that says anything.
    ///
    /// # Errors
    /// A name of a paper that there is not.
    pub fn settle(said: &[&PaperInfo]) -> Result<Paper, Diagnostic> {
        fn first<T>(said: &[&PaperInfo], of: impl Fn(&PaperInfo) -> Option<T>) -> Option<T> {
            said.iter().find_map(|p| of(p))
        }
        let size = match first(said, |p| p.size.clone()) {
            None => Size { width: 210.0, height: 297.0 },
            Some(given) => size(&given, &PAPERS).map_err(|(name, near)| {
                let d = Diagnostic::error(codes::UNKNOWN_SIZE, format!("there is no paper `{name}`"));
                match near {
                    Some(near) => d.help(format!("did you mean `{near}`?")),
                    None => d.help("papers are A4, A3, A5, letter, legal and tabloid; or write `[210, 297]`"),
                }
            })?,
        };
        Ok(Paper {
            size,
            margin: first(said, |p| p.margin).unwrap_or(5.0),
            bleed: first(said, |p| p.bleed).unwrap_or(2.0),
            safe: first(said, |p| p.safe).unwrap_or(2.5),
            gutter: first(said, |p| p.gutter).unwrap_or(0.0),
            marks: first(said, |p| p.marks).unwrap_or_default(),
            duplex: first(said, |p| p.duplex).unwrap_or_default(),
        })
    }
}

/// Where a component lies on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Its cut, as it lies there.
    pub cut: Rect,
    /// How far its colour may go: left, top, right, bottom.
    pub bleed: [f64; 4],
    /// Quarters by which it is turned, clockwise.
    pub turned: u8,
}

/// How components of one size lie on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The page, upright or across.
    pub page: Size,
    /// Where the fronts come, row by row.
    pub fronts: Vec<Spot>,
    /// Where the back of each comes, on the page behind or, when folded, on the same.
    pub backs: Vec<Spot>,
    /// Backs stand on a page of their own.
    pub behind: bool,
    /// Cuts from above to below, at these places from the left, and between which heights marks stand outside.
    pub cuts_down: Vec<f64>,
    /// Cuts from left to right.
    pub cuts_across: Vec<f64>,
    /// Around all components.
    pub block: Rect,
    /// The line to fold at: its two ends.
    pub fold: Option<[(f64, f64); 2]>,
}

/// Lays as many as possible on a page, in the middle of it, so that it does not matter which edge is flipped. None if not one fits.
pub fn plan(paper: &Paper, item: Size) -> Option<Plan> {
    let pages = [paper.size, paper.size.turned()];
    let plans = pages.iter().flat_map(|page| match paper.duplex {
        Duplex::Fold => vec![folded(paper, *page, item, true), folded(paper, *page, item, false)],
        _ => vec![flat(paper, *page, item)],
    });
    // The first of equals: upright before across.
    plans.flatten().fold(None, |best: Option<Plan>, plan| match best {
        Some(best) if best.fronts.len() >= plan.fronts.len() => Some(best),
        _ => Some(plan),
    })
}

/// How far something on the back of a page has to be moved, to the right and down, where a printer's backs are off by so much on a sheet
/// that stands upright and is flipped on its long edge. A page that lies across is printed with its upper edge at the left of the sheet;
/// flipped on the short edge, its back stands on its head.
pub fn on_back((x, y): (f64, f64), page: Size, duplex: Duplex) -> (f64, f64) {
    match (page.height >= page.width, duplex) {
        (true, Duplex::Long) => (x, y),
        (true, Duplex::Short) => (-x, -y),
        (false, Duplex::Long) => (-y, x),
        (false, Duplex::Short) => (y, -x),
        (_, Duplex::Fold | Duplex::Off) => (0.0, 0.0),
    }
}

impl Plan {
    /// With backs moved as a printer needs it.
    pub fn for_printer(mut self, back: (f64, f64), duplex: Duplex) -> Plan {
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

/// How many of a length fit, with gutters between them.
fn many(room: f64, one: f64, gutter: f64) -> usize {
    // What is missing by less than a hundredth of a millimetre is not missing.
    ((room + gutter + 0.01) / (one + gutter)).floor().max(0.0) as usize
}

fn flat(paper: &Paper, page: Size, item: Size) -> Option<Plan> {
    let (columns, rows) = grid(page.width - 2.0 * paper.margin, page.height - 2.0 * paper.margin, item, paper)?;
    let block = Rect {
        width: columns as f64 * (item.width + paper.gutter) - paper.gutter,
        height: rows as f64 * (item.height + paper.gutter) - paper.gutter,
        x: 0.0,
        y: 0.0,
    };
    let block = Rect { x: (page.width - block.width) / 2.0, y: (page.height - block.height) / 2.0, ..block };
    let fronts = spots(paper, item, block, columns, rows);
    // Flipping on an edge mirrors the sheet about the axis beside it.
    let upright = page.height >= page.width;
    let about_vertical = (paper.duplex == Duplex::Long) == upright;
    let backs = match paper.duplex {
        Duplex::Long | Duplex::Short => fronts.iter().map(|s| mirrored(*s, page, about_vertical)).collect(),
        _ => Vec::new(),
    };
    Some(Plan {
        page,
        behind: !backs.is_empty(),
        fronts,
        backs,
        cuts_down: cuts(block.x, columns, item.width, paper.gutter),
        cuts_across: cuts(block.y, rows, item.height, paper.gutter),
        block,
        fold: None,
    })
}

/// Columns and rows, if there is one of each.
fn grid(width: f64, height: f64, item: Size, paper: &Paper) -> Option<(usize, usize)> {
    let (columns, rows) = (many(width, item.width, paper.gutter), many(height, item.height, paper.gutter));
    (columns > 0 && rows > 0).then_some((columns, rows))
}

fn spots(paper: &Paper, item: Size, block: Rect, columns: usize, rows: usize) -> Vec<Spot> {
    let inner = (paper.gutter / 2.0).min(paper.bleed);
    let side = |outer: bool| if outer { paper.bleed } else { inner };
    let spot = |column: usize, row: usize| Spot {
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

/// Where the back of a front lies, when the page is flipped about its vertical or its horizontal axis.
fn mirrored(front: Spot, page: Size, about_vertical: bool) -> Spot {
    let [left, top, right, bottom] = front.bleed;
    if about_vertical {
        let cut = Rect { x: page.width - front.cut.right(), ..front.cut };
        Spot { cut, bleed: [right, top, left, bottom], turned: 0 }
    } else {
        // Top comes to lie behind bottom, so the back is turned to stand as its front does.
        let cut = Rect { y: page.height - front.cut.bottom(), ..front.cut };
        Spot { cut, bleed: [left, bottom, right, top], turned: 2 }
    }
}

fn cuts(from: f64, count: usize, one: f64, gutter: f64) -> Vec<f64> {
    let mut cuts = Vec::new();
    for i in 0..count {
        let start = from + i as f64 * (one + gutter);
        if i == 0 || gutter > 0.0 {
            cuts.push(start);
        }
        cuts.push(start + one);
    }
    cuts
}

/// Fronts on one half and backs on the other, to be folded at a line in the middle that goes down or across.
fn folded(paper: &Paper, page: Size, item: Size, down: bool) -> Option<Plan> {
    // Both sides bleed into the fold.
    let fold = paper.bleed.max(1.0);
    let (width, height) = (page.width - 2.0 * paper.margin, page.height - 2.0 * paper.margin);
    let (columns, rows) = if down {
        grid(width / 2.0 - fold, height, item, paper)?
    } else {
        grid(width, height / 2.0 - fold, item, paper)?
    };
    let (w, h) = (
        columns as f64 * (item.width + paper.gutter) - paper.gutter,
        rows as f64 * (item.height + paper.gutter) - paper.gutter,
    );
    let (middle_x, middle_y) = (page.width / 2.0, page.height / 2.0);
    let half = if down {
        Rect { x: middle_x - fold - w, y: middle_y - h / 2.0, width: w, height: h }
    } else {
        Rect { x: middle_x - w / 2.0, y: middle_y - fold - h, width: w, height: h }
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
    let ends = if down {
        [(middle_x, paper.margin), (middle_x, page.height - paper.margin)]
    } else {
        [(paper.margin, middle_y), (page.width - paper.margin, middle_y)]
    };
    Some(Plan { page, fronts, backs, behind: false, cuts_down, cuts_across, block, fold: Some(ends) })
}
