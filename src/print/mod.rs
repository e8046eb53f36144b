//! Paper: a compiled game as sheets to print, cut out and play with.
//!
//! An [`Ir`] goes in and PDFs come out. [`faces`] fills a template in for each component ([`face`]) and lays its texts ([`text`]);
//! [`paper`] says where on a sheet each comes to lie; [`pdf`] writes the display list ([`scene`]) down.

mod assets;
mod board;
pub mod calibration;
pub mod cards;
mod columns;
pub mod changes;
mod contact;
pub mod data;
pub mod defaults;
pub mod export;
pub mod face;
pub mod faces;
mod fitting;
pub mod fonts;
pub mod guard;
pub mod hyphens;
pub mod ink;
mod job;
mod leaves;
mod marks;
mod materials;
mod outlines;
mod pages;
pub mod paper;
pub mod pdf;
pub mod picture;
mod pieces;
pub mod raster;
pub mod rich;
mod rules;
pub mod scene;
pub mod svg;
pub mod text;
pub mod threads;
mod tiles;
pub mod units;
pub mod vector;
mod xml;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

pub use self::assets::check as check_files;
pub use self::leaves::{Leaf, leaves};
use self::materials::Materials;
use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, Severity, list, nearest, plural};
use crate::ir::print::{PaperInfo, SheetInfo, SubjectInfo};
use crate::ir::{Ir, KindInfo, SlotInfo};

/// What is wanted.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Settings that go before those of the game.
    pub paper: PaperInfo,
    /// Only components of which this attribute is this value, and boards of which it is that of every cell.
    pub only: Vec<(String, String)>,
    /// Only these cards (indices into `Ir::names`), in this number.
    pub deck: Option<Vec<(u16, u32)>>,
    /// A page with the list of these cards, beside their sheets.
    pub list: Option<Vec<Leaf>>,
    /// Only these sheets.
    pub sheets: Vec<String>,
    /// How much is printed.
    pub ink: ink::Ink,
    /// How far a printer's backs have to be moved, in millimetres: on a sheet that stands upright and was flipped on its long edge,
    /// to the right and down.
    pub back: (f64, f64),
    /// All faces small on few pages, instead of the sheets.
    pub contact: bool,
    /// Only what looks otherwise than in this other state of the game.
    pub since: Option<Arc<Ir>>,
    /// What of it that is; found out once printing begins.
    pub changes: Option<Arc<changes::Changes>>,
    /// What stands at the foot of pages to tell this state of the game from others; a hash of the game if not said.
    pub state: Option<String>,
    /// How far making faces has come.
    pub progress: Arc<Progress>,
    /// How many threads; 0: as many as there are.
    pub threads: usize,
}

/// How far making faces has come: looked at from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    /// How many faces there are to make, as far as that is known.
    pub all: AtomicUsize,
    /// How many are made.
    pub done: AtomicUsize,
}

impl Request {
    /// Whether a component of a sheet is to be printed, as far as it has changed.
    fn wants(&self, sheet: &str, id: &str) -> bool {
        self.changes.as_ref().is_none_or(|c| c.component(sheet, id))
    }

    /// Whether a board, a page or a piece is: `map`, `mats`, `pieces/scout`.
    fn wants_other(&self, of: &str) -> bool {
        self.changes.as_ref().is_none_or(|c| c.other(of))
    }
}

/// A file that came out.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Its name: `cards.pdf`.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
    /// How many components are on them, or what else.
    pub what: String,
    /// How it has to be printed.
    pub how: String,
}

/// What printing gave.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The files; none where something is wrong.
    pub files: Vec<Printed>,
    /// All there is to say.
    pub found: Vec<Diagnostic>,
}

/// Prints a game.
pub fn print(ir: &Ir, request: &Request) -> Output {
    let mut found = Vec::new();
    let materials = Materials::load(ir, &mut found);
    let press = materials.press(request, &mut found);
    let with_changes;
    let request = match &request.since {
        Some(other) => {
            let changes = changes::Changes::between(&press, other, request);
            with_changes = Request { changes: Some(Arc::new(changes)), ..request.clone() };
            &with_changes
        }
        None => request,
    };
    let mut files = Vec::new();
    if request.contact {
        files.extend(contact::print(&press, request, &mut found));
        return output(files, found, request);
    }
    if request.sheets.is_empty() && request.only.is_empty() && request.deck.is_none() {
        unshown(ir, &mut found);
    }
    for sheet in sheets(ir).iter().filter(|s| request.sheets.is_empty() || request.sheets.contains(&s.id)) {
        unsaid(ir, sheet, &mut found);
        match sheet.subject {
            SubjectInfo::Board(_) | SubjectInfo::Page(..) if !request.wants_other(&sheet.id) => {}
            SubjectInfo::Components(_) => files.extend(cards::print(&press, sheet, request, &mut found)),
            SubjectInfo::Board(n)
                if request.deck.is_none() && board::has_all(ir, &ir.boards[usize::from(n)], &request.only) =>
            {
                files.extend(board::print(&press, sheet, request, &mut found));
            }
            SubjectInfo::Page(copies, per_player) if request.only.is_empty() && request.deck.is_none() => {
                files.extend(pages::print(&press, sheet, (copies, per_player), request, &mut found));
            }
            SubjectInfo::Board(_) | SubjectInfo::Page(..) => {}
        }
    }
    let page_of_list = leaves::sheet_of_list(&sheets(ir));
    let wants_list = || request.sheets.is_empty() || request.sheets.iter().any(|s| s == page_of_list);
    if let Some(list) = request.list.as_ref().filter(|_| !files.is_empty() && wants_list()) {
        files.extend(leaves::print(&press, request, page_of_list, &ir.print.label(leaves::LIST), list, &mut found));
    }
    let asked = |id: &str| request.sheets.is_empty() || request.sheets.iter().any(|s| s == id);
    if asked(pieces::SHEET) {
        files.extend(pieces::print(&press, request, &mut found));
    }
    if asked(rules::SHEET) && request.wants_other(rules::SHEET) {
        files.extend(rules::print(&press, request, &mut found));
    }
    if files.is_empty() {
        found.extend(unknown_sheet(ir, request));
    }
    output(files, found, request)
}

/// Reports the first sheet that was asked for and does not exist, with those that do.
fn unknown_sheet(ir: &Ir, request: &Request) -> Option<Diagnostic> {
    let mut known: Vec<String> = sheets(ir).into_iter().map(|sheet| sheet.id).collect();
    known.extend([pieces::SHEET, rules::SHEET].map(String::from));
    let asked = request.sheets.iter().find(|sheet| !known.contains(sheet))?;
    let d = Diagnostic::error(codes::NOTHING_TO_PRINT, format!("there is no sheet `{asked}`"));
    Some(match nearest(asked, known.iter().map(String::as_str)) {
        Some(near) => d.help(format!("did you mean `{near}`?")),
        None => d.help(format!("the sheets are {}", list(&known.iter().map(String::as_str).collect::<Vec<_>>()))),
    })
}

/// What came out: nothing where something is wrong.
fn output(mut files: Vec<Printed>, mut found: Vec<Diagnostic>, request: &Request) -> Output {
    let wrong = |found: &[Diagnostic]| found.iter().any(|d| d.severity == Severity::Error);
    if files.is_empty() && request.since.is_none() && !wrong(&found) {
        found.push(
            Diagnostic::error(codes::NOTHING_TO_PRINT, "there is nothing to print")
                .because("no component and no board is left of what was asked for"),
        );
    }
    if wrong(&found) {
        files.clear();
    }
    Output { files, found }
}

/// The sheets of a game: those it declares; one for each kind that has components of its own, if it declares none of components; and
/// one for each board that has none.
pub fn sheets(ir: &Ir) -> Vec<SheetInfo> {
    let mut sheets = ir.print.sheets.clone();
    let said = |subject: SubjectInfo| ir.print.sheets.iter().any(|s| s.subject == subject);
    let plain = |id: String, subject| SheetInfo {
        id,
        subject,
        size: None,
        face: None,
        back: None,
        band: None,
        number: None,
        cell: None,
        reminders: true,
        paper: PaperInfo::default(),
        place: 0,
    };
    let own = |kind: u16| has_components(ir, kind);
    if !ir.print.sheets.iter().any(|s| matches!(s.subject, SubjectInfo::Components(_))) {
        // Those below a kind that has a sheet are on it.
        let above = |kind: u16| (0..kind).any(|k| own(k) && data::is_below(ir, kind, k));
        let kinds = ir.kinds.iter().enumerate().filter(|(k, _)| own(*k as u16) && !above(*k as u16));
        let taken = |id: &str| {
            [pieces::SHEET, rules::SHEET].contains(&id)
                || ir.boards.iter().any(|b| b.id == id)
                || ir.print.sheets.iter().any(|s| s.id == id)
        };
        let called = |kind: &KindInfo| Some(kind.plural.clone()).filter(|id| !taken(id));
        let id = |kind: &KindInfo| called(kind).unwrap_or_else(|| format!("{}-components", kind.id));
        sheets.extend(kinds.map(|(k, kind)| plain(id(kind), SubjectInfo::Components(k as u16))));
    }
    for (b, board) in ir.boards.iter().enumerate() {
        let subject = SubjectInfo::Board(b as u16);
        if !said(subject) {
            sheets.push(plain(board.id.clone(), subject));
        }
    }
    sheets
}

/// Whether a kind has components of its own.
fn has_components(ir: &Ir, kind: u16) -> bool {
    ir.names.iter().any(|n| n.kind == kind && n.copies > 0)
}

/// Says which kinds no sheet shows, where the game declares sheets of some: they are not printed.
fn unshown(ir: &Ir, found: &mut Vec<Diagnostic>) {
    let on_sheets: Vec<u16> = ir
        .print
        .sheets
        .iter()
        .filter_map(|s| if let SubjectInfo::Components(kind) = s.subject { Some(kind) } else { None })
        .collect();
    let shown = |kind: u16| on_sheets.iter().any(|above| data::is_below(ir, kind, *above));
    let left: Vec<&str> = (0..)
        .zip(&ir.kinds)
        .filter(|(k, _)| has_components(ir, *k) && !shown(*k))
        .map(|(_, kind)| kind.id.as_str())
        .collect();
    if let Some(first) = left.first().filter(|_| !on_sheets.is_empty()) {
        let message = format!("no sheet shows components of the kind {}: they are not printed", list(&left));
        let place = ir.print.sheets.last().map_or(0, |s| s.place);
        let d = Diagnostic::warning(codes::UNSHOWN, message)
            .because("where a game declares sheets of components, only these are made")
            .help(format!("declare one: `[sheets.{}]` with `components = \"{first}\"`", plural(first)));
        found.push(job::at(ir, place, d));
    }
}

/// Says which cards of a sheet have rules and no text to tell them: their box of text stays empty.
fn unsaid(ir: &Ir, sheet: &SheetInfo, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    if sheet.face.is_some() {
        return;
    }
    let has_rule = |first: u32| {
        let rule = |slot: &SlotInfo| slot.rules.get(first as usize).is_some_and(|rule| *rule != SlotInfo::EMPTY);
        ir.slots.iter().any(rule)
    };
    let silent: Vec<&str> = ir
        .names
        .iter()
        .filter(|n| n.copies > 0 && data::is_below(ir, n.kind, kind))
        .filter(|n| n.text.is_empty() && n.keywords.is_empty() && (n.reacts || has_rule(n.first)))
        .map(|n| n.id.as_str())
        .collect();
    /// So many are named.
    const NAMED: usize = 5;
    if !silent.is_empty() {
        let of = match silent.get(NAMED..).filter(|more| !more.is_empty()) {
            Some(more) => format!("{} and {} more", list(&silent[..NAMED]), more.len()),
            None => list(&silent),
        };
        let d = Diagnostic::warning(codes::UNSAID, format!("rules of {of} stand nowhere on the card"))
            .because("the card has no `text`, and neither have the slots of its rules")
            .help("write the card's `text`, or give the slot a `text` that is made of the rule");
        found.push(job::placed(ir, sheet, d));
    }
}
