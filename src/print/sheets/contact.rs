//! A contact sheet: all faces of a game small on few pages, to look over and to choose what to print.

use crate::diagnostics::{Diagnostic, error_count};
use crate::print::draw::scene::{Clip, Matrix, SceneItem, Stroke, circle, rectangle};
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::pdf::page::Bookmark;
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::batch::{Batch, CutShape, ExportSubject};
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::paper::SheetSettings;
use crate::print::text::quotes::curled;
use crate::print::text::rich::Paragraph;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle, Valign};
use crate::print::text::text_layout::TextLayout;

/// The name of the file, without its ending.
const NAME: &str = "contact";
/// The scale of faces of the size of a card.
const SMALLER: f64 = 0.45;
/// Maximum width and height of a face, in millimetres.
const MOST: f64 = 80.0;
/// Gap between two faces, in millimetres.
const APART: f64 = 3.0;
/// Height of the line below a face, in millimetres.
const LINE: f64 = 4.2;
/// Height of a heading, in millimetres.
const HEADING: f64 = 9.0;
/// Height of the footer, in millimetres.
const FOOT: f64 = 6.0;

/// A face at its position on a page.
struct ContactFace {
    at: (f64, f64),
    size: Size,
    scale: f64,
    round: bool,
    drawing: u32,
    says: String,
}

/// A page: its headings with their positions, and its faces.
#[derive(Default)]
struct ContactPage {
    headings: Vec<(f64, String)>,
    shown: Vec<ContactFace>,
}

/// The pages of a contact sheet under construction, and the position of the next face.
struct ContactLayout<'b> {
    area: Rect,
    pages: Vec<ContactPage>,
    /// Left edge of the next face, and top of its row, from the corner of the area.
    x: f64,
    y: f64,
    /// Height of the row so far.
    row: f64,
    /// The sheet of the last face.
    last: Option<&'b String>,
    /// Number of faces.
    faces: usize,
}

impl<'b> ContactLayout<'b> {
    fn new(area: Rect) -> ContactLayout<'b> {
        ContactLayout { area, pages: Vec::new(), x: 0.0, y: f64::INFINITY, row: 0.0, last: None, faces: 0 }
    }

    /// Adds the faces of a batch, below a heading if it is of another sheet than those before.
    fn add_batch(&mut self, job: &mut PrintJob, press: &FaceRenderer, batch: &'b Batch, drawings: &[u32]) {
        let longest = batch.size.width.max(batch.size.height);
        let scale = SMALLER.max(15.0 / longest).min(1.0).min(MOST / longest);
        let (width, height) = (batch.size.width * scale, batch.size.height * scale);
        if self.last.replace(&batch.sheet) != Some(&batch.sheet) {
            self.add_heading(job, &batch.heading(press.ir), height);
        }
        for (face, drawing) in batch.faces.iter().zip(drawings.iter().copied()) {
            if self.x + width > self.area.width + 0.01 {
                (self.x, self.y, self.row) = (0.0, self.y + self.row + APART, 0.0);
            }
            if self.y + height + LINE > self.area.height {
                self.pages.push(ContactPage::default());
                (self.x, self.y) = (0.0, 0.0);
            }
            let says = match face.of {
                ExportSubject::Name(_, 1)
                | ExportSubject::Other(1)
                | ExportSubject::Back
                | ExportSubject::OwnBack(_) => face.title.clone(),
                ExportSubject::Name(_, count) | ExportSubject::Other(count) => {
                    format!("{count} × {}", face.title)
                }
            };
            let round = batch.shape == CutShape::Round;
            job.describe(drawing, &says);
            if let Some(page) = self.pages.last_mut() {
                page.shown.push(ContactFace {
                    at: (self.area.x + self.x, self.area.y + self.y),
                    size: batch.size,
                    scale,
                    round,
                    drawing,
                    says,
                });
            }
            self.faces += 1;
            self.x += width + APART;
            self.row = self.row.max(height + LINE);
        }
    }

    /// Begins a new row with a heading, on a new page if no row of this height fits below it.
    fn add_heading(&mut self, job: &mut PrintJob, title: &str, height: f64) {
        self.y += if self.row > 0.0 { self.row + APART } else { 0.0 };
        if self.y + HEADING + height + LINE > self.area.height {
            self.pages.push(ContactPage::default());
            self.y = 0.0;
        }
        let page = self.pages.len().saturating_sub(1);
        job.document.bookmarks.push(Bookmark { title: title.to_owned(), page, below: Vec::new() });
        if let Some(page) = self.pages.last_mut() {
            page.headings.push((self.y, title.to_owned()));
        }
        (self.x, self.y, self.row) = (0.0, self.y + HEADING, 0.0);
    }
}

/// Prints the contact sheet; `None` if no face passes the filters, or on an error.
pub fn print(press: &FaceRenderer, request: &Request, found: &mut Vec<Diagnostic>) -> Option<PrintedFile> {
    let paper = SheetSettings::settle_or_report(&[&request.paper, &press.ir.print.paper], found)?;
    let before = error_count(found);
    let all = Batch::all(press, request, found);
    let batches: Vec<Batch> = all
        .iter()
        .map(|batch| changed(press, request, batch))
        .filter(|batch| !batch.faces.is_empty())
        .collect();
    let mut job = PrintJob::new(press, &press.ir.print.phrase("contact", &[]));
    let rim = paper.margin.max(8.0);
    let area = Rect {
        x: rim,
        y: rim,
        width: paper.size.width - 2.0 * rim,
        height: paper.size.height - 2.0 * rim - FOOT,
    };
    let mut layout = ContactLayout::new(area);
    for batch in &batches {
        let mut drawings = Vec::new();
        let b = batch.bleed as f32;
        let bounds = [-b, -b, batch.size.width as f32 + b, batch.size.height as f32 + b];
        batch.make_all(press, batch.bleed, batch.safe, found, &mut |made| {
            drawings.extend(job.faces(made, bounds))
        });
        layout.add_batch(&mut job, press, batch, &drawings);
    }
    if layout.faces == 0 || error_count(found) > before {
        return None;
    }
    let (faces, pages) = (layout.faces, layout.pages);
    let (print, count) = (&press.ir.print, pages.len().to_string());
    let called = print.phrase("contact", &[]);
    let page_of = |n: usize| print.phrase("page", &[("n", &n.to_string()), ("of", &count)]);
    for (number, page) in pages.into_iter().enumerate() {
        let items = page_items(&mut job, page, area);
        job.uncut_page(paper.size, area, &paper, items, &format!("{called} · {}", page_of(number + 1)));
    }
    job.finish(NAME, format!("{faces} faces"), "to look over".into(), found)
}

/// Returns the faces of a batch that pass the filter of changed faces. A back stays with the fronts.
fn changed(press: &FaceRenderer, request: &Request, batch: &Batch) -> Batch {
    let passes = |of: ExportSubject, file: &str| match of {
        ExportSubject::Name(name, _) | ExportSubject::OwnBack(name) => {
            request.wants(&batch.sheet, &press.ir.names[name].id)
        }
        ExportSubject::Back => false,
        ExportSubject::Other(_) => request.wants_other(file),
    };
    let any = batch.faces.iter().any(|face| passes(face.of, &face.file));
    let chosen = batch.faces.iter().enumerate().filter(|(_, face)| match face.of {
        ExportSubject::Back => any,
        of => passes(of, &face.file),
    });
    batch.select(chosen.map(|(i, _)| i))
}

/// Draws the headings and faces of a page.
fn page_items(job: &mut PrintJob, page: ContactPage, area: Rect) -> Vec<SceneItem> {
    let mut items = Vec::new();
    for (y, words) in page.headings {
        let style =
            TextStyle { size: 12.0, least: 8.0, bold: true, families: job.families("title"), ..small(job) };
        items.push(line(job, &words, &style, (area.x, area.y + y + 1.5), (area.width, HEADING - 3.0)));
    }
    for face in &page.shown {
        items.extend(in_place(job, face));
    }
    items
}

/// Draws a face with its border and a caption below.
fn in_place(job: &mut PrintJob, face: &ContactFace) -> [SceneItem; 3] {
    let (x, y) = face.at;
    let (width, height) = (face.size.width, face.size.height);
    let segments = |x: f64, y: f64, k: f64| {
        if face.round {
            circle(x + width / 2.0 * k, y + height / 2.0 * k, width / 2.0 * k)
        } else {
            rectangle(x, y, width * k, height * k)
        }
    };
    let k = face.scale as f32;
    // The clip is in the coordinates of the face, before it is scaled.
    let small_face = SceneItem::Group {
        matrix: Matrix([k, 0.0, 0.0, k, x as f32, y as f32]),
        opacity: 1.0,
        clip: Some(Clip { segments: segments(0.0, 0.0, 1.0), even_odd: false }),
        items: vec![SceneItem::Use { drawing: face.drawing, matrix: Matrix::IDENTITY }],
    };
    let edge = SceneItem::Path {
        segments: segments(x, y, face.scale),
        fill: None,
        stroke: Some(Stroke::plain([0x99, 0x99, 0x99], 0.1)),
    };
    let style = small(job);
    let below =
        line(job, &face.says, &style, (x, y + height * face.scale + 0.6), (width * face.scale, LINE - 1.2));
    [small_face, edge, below]
}

fn small(job: &PrintJob) -> TextStyle {
    TextStyle {
        families: job.families("text"),
        bold: false,
        italic: false,
        size: 6.0,
        least: 5.0,
        leading: 1.1,
        gap: 0.0,
        spacing: 0.0,
        align: TextAlign::Start,
        valign: Valign::Middle,
        colour: INK,
        lines: Some(1),
        hyphens: Hyphens::Off,
        break_words: false,
    }
}

fn line(
    job: &mut PrintJob,
    words: &str,
    style: &TextStyle,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
) -> SceneItem {
    /// Captions are cut to this number of letters before they are fitted: longer ones never fit.
    const LONGEST: usize = 120;
    /// The part behind the last comma, such as a player, is kept if it has at most this number of letters.
    const TAIL: usize = 16;
    let text = |words: String| [Paragraph { text: words, ..Paragraph::default() }];
    let words = curled(words, &job.document.language);
    let mut laid = job.shaper.lay(&text(words.clone()), style, width, height);
    let is_over = |laid: &TextLayout| laid.over.0 > 0.0 || laid.lines.len() > 1;
    let tail = words.rfind(", ").map(|at| &words[at..]).filter(|tail| tail.chars().count() <= TAIL);
    // Captions too long in the smallest letters are cut off, if possible before that part.
    for tail in tail.into_iter().chain([""]) {
        let head = words.strip_suffix(tail).unwrap_or(&words);
        let mut letters: Vec<char> = head.chars().take(LONGEST).collect();
        while is_over(&laid) && !letters.is_empty() {
            letters.pop();
            let shorter: String = letters.iter().collect();
            laid = job.shaper.lay(&text(format!("{}…{tail}", shorter.trim_end())), style, width, height);
        }
    }
    SceneItem::Group { matrix: Matrix::shift(x, y), opacity: 1.0, clip: None, items: laid.items }
}
