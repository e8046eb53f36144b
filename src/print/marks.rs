//! Crop marks and fold lines.

use super::job::FooterSide;
use super::paper::{Paper, Plan};
use super::scene::{Colour, Item, Stroke, line};
use crate::ir::print::Marks;

/// Length of crop marks, in millimetres.
const LENGTH: f64 = 5.0;
/// Gap between bleed and crop mark, in millimetres.
const AWAY: f64 = 0.8;
/// Gap between a crop mark and the footer, in millimetres.
const APART: f64 = 0.5;
/// Length of a crop mark that the footer leaves too little room, in millimetres.
const SHORTEST: f64 = 1.5;
/// Width of the lines, in millimetres.
const HAIR: f32 = 0.12;

const BLACK: Colour = [0, 0, 0];
const GREY: Colour = [0x9a, 0x9a, 0x9a];

/// Returns the marks of a page with fronts.
pub fn marks(paper: &Paper, plan: &Plan) -> Vec<Item> {
    let mut items = Vec::new();
    let stroke = || Stroke::plain(BLACK, HAIR);
    let (block, page) = (plan.block, plan.page);
    match paper.marks {
        Marks::None => {}
        Marks::Crop => {
            let away = paper.bleed + AWAY;
            // Marks are clipped to the page.
            let (top, mut left) = ((block.y - away - LENGTH).max(0.0), (block.x - away - LENGTH).max(0.0));
            let (mut bottom, right) =
                ((block.bottom() + away + LENGTH).min(page.height), (block.right() + away + LENGTH).min(page.width));
            // They end before the footer, which would otherwise run across them.
            match FooterSide::of(page, block, paper) {
                Some(FooterSide::Below(y)) => bottom = bottom.min(y - APART).max(block.bottom() + away + SHORTEST),
                Some(FooterSide::Left(x)) => left = left.max(x + APART).min(block.x - away - SHORTEST),
                None => {}
            }
            for x in &plan.cuts_down {
                items.push(line(*x, top, *x, block.y - away, stroke()));
                items.push(line(*x, block.bottom() + away, *x, bottom, stroke()));
            }
            for y in &plan.cuts_across {
                items.push(line(left, *y, block.x - away, *y, stroke()));
                items.push(line(block.right() + away, *y, right, *y, stroke()));
            }
        }
        Marks::Guides => {
            for x in &plan.cuts_down {
                items.push(line(*x, 0.0, *x, page.height, Stroke::plain(GREY, HAIR)));
            }
            for y in &plan.cuts_across {
                items.push(line(0.0, *y, page.width, *y, Stroke::plain(GREY, HAIR)));
            }
        }
    }
    if let Some([(x, y), (to_x, to_y)]) = plan.fold {
        let dashed = Stroke { dashes: vec![3.0, 2.0], ..Stroke::plain(GREY, 0.2) };
        items.push(line(x, y, to_x, to_y, dashed));
    }
    items
}
