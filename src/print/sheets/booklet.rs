//! Booklets: pages of half a sheet, two to a side, in the order that they have after folding and stapling in
//! the middle.

use crate::diagnostics::count_noun;
use crate::ir::print::BackPlacement;
use crate::print::draw::scene::{Matrix, SceneItem, Stroke, line};
use crate::print::draw::units::{Rect, Size};
use crate::print::pdf::page::DocumentPage;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::marks;
use crate::print::sheets::paper::{SheetSettings, on_back};

/// Pages on one sheet of paper: two to a side.
pub const PER_SHEET: usize = 4;
/// Length of the fold marks at both ends of the fold, in millimetres.
const FOLD: f64 = 6.0;

/// Returns the size of a page: half of the paper, which lies on its long side.
pub fn page_size(paper: &SheetSettings) -> Size {
    let Size { width, height } = paper.size;
    Size { width: width.max(height) / 2.0, height: width.min(height) }
}

/// Returns two texts for people: the content of a booklet of `pages` pages, and how to print and fold it.
pub fn instructions(pages: usize, duplex: BackPlacement) -> (String, String) {
    let sheets = pages.div_ceil(PER_SHEET);
    let blank = match sheets * PER_SHEET - pages {
        0 => String::new(),
        1 => " and 1 blank one".to_owned(),
        many => format!(" and {many} blank ones"),
    };
    let what =
        format!("the rules, a booklet of {}{blank}, which lie in pairs", count_noun(pages as u64, "page"));
    let edge = if duplex == BackPlacement::Long { "long" } else { "short" };
    let fold = match sheets {
        1 => "and fold it at the dashed marks inside",
        _ => {
            "lay the sheets into each other, the first outermost, fold them at the dashed marks inside, and \
             staple the fold"
        }
    };
    let sheets = count_noun(sheets as u64, "sheet");
    (what, format!("print on both sides of {sheets}, flip on the {edge} edge, at 100 %, {fold}"))
}

/// Returns for each sheet the pages of its outer and of its inner side, left and right, as indices into
/// `count` pages. The last pages are blank, which fill the booklet up to a multiple of four. Creep is
/// ignored: rules have too few sheets for it.
pub fn order(count: usize) -> Vec<[[Option<usize>; 2]; 2]> {
    let sheets = count.div_ceil(PER_SHEET);
    let last = sheets * PER_SHEET;
    let page = |at: usize| Some(at).filter(|at| *at < count);
    // Sheet i, from the outside, has the pages 2i and 2i + 1, and as many counted from the end.
    let sides = |i: usize| {
        let (first, behind) = (2 * i, last - 1 - 2 * i);
        [[page(behind), page(first)], [page(first + 1), page(behind - 1)]]
    };
    (0..sheets).map(sides).collect()
}

/// Adds the pages of a booklet to a document, imposed two to a side. Each inner side has marks for folding.
/// `back` is the offset of the printer's backs for a portrait sheet flipped on its long edge.
pub fn impose(job: &mut PrintJob, mut pages: Vec<Vec<SceneItem>>, paper: &SheetSettings, back: (f64, f64)) {
    let half = page_size(paper);
    let size = Size { width: 2.0 * half.width, height: half.height };
    let whole = Rect { x: 0.0, y: 0.0, width: size.width, height: size.height };
    for [outer, inner] in order(pages.len()) {
        for (side, is_inner) in [(outer, false), (inner, true)] {
            let mut items = Vec::new();
            for (at, x) in side.into_iter().zip([0.0, half.width]) {
                let Some(page) = at.and_then(|at| pages.get_mut(at)) else { continue };
                items.push(group(Matrix::shift(x, 0.0), std::mem::take(page)));
            }
            if is_inner {
                items.extend(fold_marks(paper, size));
                let (x, y) = on_back(back, size, paper.duplex);
                // A landscape sheet that is flipped on its long edge has its back upside down.
                let quarters = if paper.duplex == BackPlacement::Long { 2 } else { 0 };
                items = vec![group(Matrix::turned(quarters, size.width, size.height, x, y), items)];
            }
            job.document.pages.push(DocumentPage {
                size,
                trim: whole,
                bleed: whole,
                items,
                tags: Vec::new(),
            });
        }
    }
}

fn group(matrix: Matrix, items: Vec<SceneItem>) -> SceneItem {
    SceneItem::Group { matrix, opacity: 1.0, clip: None, items }
}

/// Draws the fold at the upper and the lower end of the sheet, above and below the text.
fn fold_marks(paper: &SheetSettings, size: Size) -> [SceneItem; 2] {
    let stroke = || Stroke { dashes: vec![1.2, 0.8], ..Stroke::plain(marks::GREY, 0.2) };
    let (x, top, bottom) = (size.width / 2.0, paper.margin, size.height - paper.margin);
    [line(x, top, x, top + FOLD, stroke()), line(x, bottom - FOLD, x, bottom, stroke())]
}
