//! The calibration page, which shows the offset of a printer's backs.

use crate::ir::Ir;
use crate::print::draw::scene::{Matrix, SceneItem, Stroke, line};
use crate::print::draw::units::Rect;
use crate::print::face::materials::Materials;
use crate::print::messages::sheets as messages;
use crate::print::request::output::PrintResult;
use crate::print::request::print_request::Request;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::paper::SheetSettings;
use crate::print::text::quotes::curled;
use crate::print::text::rich;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle, Valign};

/// Length of the scales to either side, in millimetres.
const REACH: i32 = 6;
/// Length of the line that shows whether the printer scales the page, in millimetres.
const LENGTH: f64 = 100.0;

/// The least size of its paper, in millimetres: on a smaller one, crosses and words would overlap.
const SMALLEST: (f64, f64) = (120.0, 198.0);

/// Prints the calibration page: a front with crosses, and a back with a scale behind each.
pub fn calibration(request: &Request) -> PrintResult {
    let mut ir = Ir::default();
    ir.game.name = "Cardwright".to_owned();
    ir.game.version = env!("CARGO_PKG_VERSION").to_owned();
    let mut found = Vec::new();
    let paper = match SheetSettings::settle(&[&request.paper]) {
        Ok(paper) => paper,
        Err(d) => return PrintResult { files: Vec::new(), found: vec![d] },
    };
    if paper.size.width < SMALLEST.0 || paper.size.height < SMALLEST.1 {
        let d = messages::paper_too_small((paper.size.width, paper.size.height), SMALLEST);
        return PrintResult { files: Vec::new(), found: vec![d] };
    }
    let materials = Materials::load(&ir, &mut found);
    let press = materials.press(request, &mut found);
    let mut job = PrintJob::new(&press, "calibration");
    // In the centre and near the corners, symmetric about both axes, so that fronts and backs coincide.
    let (w, h) = (paper.size.width, paper.size.height);
    let (dx, dy) = ((w / 2.0 - 25.0).max(0.0), (h / 2.0 - 25.0).max(0.0));
    let at =
        [(0.0, 0.0), (-dx, -dy), (dx, -dy), (-dx, dy), (dx, dy)].map(|(x, y)| (w / 2.0 + x, h / 2.0 + y));
    let around = Rect { x: 10.0, y: 10.0, width: w - 20.0, height: h - 20.0 };
    let mut front: Vec<SceneItem> = at.iter().flat_map(|(x, y)| cross(*x, *y)).collect();
    let y = h / 2.0 + 30.0;
    let ends = [w / 2.0 - LENGTH / 2.0, w / 2.0 + LENGTH / 2.0];
    front.push(line(ends[0], y, ends[1], y, stroke(0.2)));
    front.extend(ends.map(|x| line(x, y - 3.0, x, y + 3.0, stroke(0.2))));
    let told = "**Front.** Print both pages on one sheet, upright, at 100 %, flipped on the long edge.\n\nThe line below is \
                100 mm long. If yours is not, tell the printer not to fit the page.";
    front.push(words_at(&mut job, told, w, h / 2.0 - 34.0));
    job.uncut_page(paper.size, around, &paper, front, "calibration, front");
    let mut back: Vec<SceneItem> = at.iter().flat_map(|(x, y)| scale(&mut job, *x, *y)).collect();
    let told = "**Back.** Hold the sheet against the light, with this side towards you. Where the cross of the front shines \
                through, read how far it lies to the right of this side's zero (to the left: less than 0), and how far below \
                (above: less than 0).\n\nSave both, right first: *cardwright print calibration --printer NAME --offset \
                0.5,-0.3*";
    back.push(words_at(&mut job, told, w, h / 2.0 - 40.0));
    // The page measures the offset, so no offset is applied to it.
    job.uncut_page(paper.size, around, &paper, back, "calibration, back");
    let how = "print on both sides, upright, flip on the long edge, at 100 %".to_owned();
    let files = job.finish("calibration", "a front and a back to compare".into(), how, &mut found);
    PrintResult { files: files.into_iter().collect(), found }
}

fn stroke(width: f32) -> Stroke {
    Stroke::plain([0, 0, 0], width)
}

/// Draws a cross with its centre at a point.
fn cross(x: f64, y: f64) -> Vec<SceneItem> {
    let reach = f64::from(REACH) + 4.0;
    vec![line(x - reach, y, x + reach, y, stroke(0.35)), line(x, y - reach, x, y + reach, stroke(0.35))]
}

/// Draws scales to the right and down, with zero at a point.
fn scale(job: &mut PrintJob, x: f64, y: f64) -> Vec<SceneItem> {
    let reach = f64::from(REACH);
    let mut items =
        vec![line(x - reach, y, x + reach, y, stroke(0.1)), line(x, y - reach, x, y + reach, stroke(0.1))];
    for half in -2 * REACH..=2 * REACH {
        let at = f64::from(half) / 2.0;
        let long = match half {
            0 => continue,
            h if h % 4 == 0 => 1.0,
            h if h % 2 == 0 => 0.7,
            _ => 0.4,
        };
        items.push(line(x + at, y - long, x + at, y + long, stroke(0.1)));
        items.push(line(x - long, y + at, x + long, y + at, stroke(0.1)));
        // Numbers nearer to zero would overlap.
        if half % 4 == 0 && half.abs() > 4 {
            let number = (half / 2).to_string().replace('-', "−");
            items.push(small(job, &number, x + at, y - 2.1));
            items.push(small(job, &number, x + 2.3, y + at));
        }
    }
    items
}

fn style(job: &PrintJob) -> TextStyle {
    TextStyle {
        families: job.families("text"),
        bold: false,
        italic: false,
        size: 11.0,
        least: 6.0,
        leading: 1.25,
        gap: 0.5,
        spacing: 0.0,
        align: TextAlign::Center,
        valign: Valign::Bottom,
        colour: INK,
        lines: None,
        hyphens: Hyphens::Off,
        break_words: false,
    }
}

/// Returns a number of a scale, centred at a point.
fn small(job: &mut PrintJob, number: &str, x: f64, y: f64) -> SceneItem {
    let style = TextStyle { size: 5.0, least: 5.0, valign: Valign::Middle, ..style(job) };
    let laid = job.shaper.lay(&rich::parse(number), &style, 4.0, 2.0);
    SceneItem::Group { matrix: Matrix::shift(x - 2.0, y - 1.0), opacity: 1.0, clip: None, items: laid.items }
}

/// Returns a few lines in the middle of the page that end at a height.
fn words_at(job: &mut PrintJob, words: &str, page: f64, bottom: f64) -> SceneItem {
    let style = style(job);
    let (width, height) = ((page - 40.0).min(130.0), 36.0);
    let laid = job.shaper.lay(&rich::parse(&curled(words, "en")), &style, width, height);
    let matrix = Matrix::shift((page - width) / 2.0, bottom - height + 14.0);
    SceneItem::Group { matrix, opacity: 1.0, clip: None, items: laid.items }
}
