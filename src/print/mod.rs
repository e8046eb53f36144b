//! Prints a compiled game: sheets to print, cut out and play with.
//!
//! The input is an [`Ir`], the output PDFs. [`faces`] renders a template for each component ([`face`]) and lays out its texts ([`text`]);
//! [`paper`] computes where on a sheet each lies; [`pdf`] writes the display list ([`scene`]).

mod assets;
mod board;
mod booklet;
pub mod calibration;
pub mod cards;
mod colours;
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
pub mod hyphens;
pub mod ink;
mod job;
mod leaves;
mod markdown;
mod marks;
mod materials;
mod outlines;
mod pages;
pub mod paper;
pub mod pdf;
pub mod picture;
mod pieces;
mod profile;
pub mod quotes;
pub mod raster;
pub mod rich;
pub mod rule_figures;
pub mod rules;
pub mod scene;
pub mod separation;
mod sharing;
mod spots;
pub mod svg;
mod template_places;
pub mod text;
pub mod threads;
mod tiles;
pub mod tuck_box;
pub mod units;
pub mod vector;
mod word_highlight;
mod word_icons;
mod xml;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

pub use self::assets::check as check_files;
pub use self::board::{BoardPlan, board_plans};
pub use self::leaves::{Leaf, leaves};
use self::materials::Materials;
pub use self::word_icons::word_icons;
use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, Severity, list, nearest, plural};
use crate::ir::print::{PaperInfo, SheetInfo, SubjectInfo};
use crate::ir::{Ir, KindInfo, NameId, SlotInfo};

/// A print request.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Settings that override those of the game.
    pub paper: PaperInfo,
    /// Filters: only components whose attribute has this value, and boards of which every cell has it.
    pub only: Vec<(String, String)>,
    /// Only these cards (indices into `Ir::names`), in these quantities.
    pub deck: Option<Vec<(u16, u32)>>,
    /// Pages with the list of these cards, printed beside their sheets.
    pub list: Option<Vec<Leaf>>,
    /// The tables that figures of the rules show.
    pub scenes: Vec<rule_figures::Scene>,
    /// Only these sheets.
    pub sheets: Vec<String>,
    /// The ink setting: full, grey, or low.
    pub ink: ink::Ink,
    /// The printing condition of a print shop: PDFs are PDF/X-4 in its inks.
    pub separation: Option<Arc<separation::Separation>>,
    /// Offset of a printer's backs to be compensated, to the right and down in millimetres, for a portrait sheet flipped on its long
    /// edge.
    pub back: (f64, f64),
    /// Whether to print a contact sheet, with all faces small on few pages, instead of the sheets.
    pub contact: bool,
    /// Another state of the game: only faces that look different from it are printed.
    pub since: Option<Arc<Ir>>,
    /// The changes since that state; computed when printing begins.
    pub changes: Option<Arc<changes::Changes>>,
    /// The state of this game in the footer; defaults to a hash of the game.
    pub state: Option<String>,
    /// Progress of making faces.
    pub progress: Arc<Progress>,
    /// Number of threads; 0: as many as available.
    pub threads: usize,
}

/// Progress of making faces, readable from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    /// Number of faces to make, as far as known.
    pub all: AtomicUsize,
    /// Number of faces made.
    pub done: AtomicUsize,
}

impl Request {
    /// Restricts the request to these cards. The quantities of entries of the same card add up.
    pub fn of_cards(self, entries: impl IntoIterator<Item = (NameId, u32)>) -> Request {
        let mut cards: Vec<(u16, u32)> = Vec::new();
        for (NameId(name), count) in entries {
            match cards.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += count,
                None => cards.push((name, count)),
            }
        }
        Request { deck: Some(cards), ..self }
    }

    /// Whether a component of a sheet passes the filter of changed faces.
    fn wants(&self, sheet: &str, id: &str) -> bool {
        self.changes.as_ref().is_none_or(|c| c.component(sheet, id))
    }

    /// Whether a board, a page or a piece passes the filter of changed faces: `map`, `mats`, `pieces/scout`.
    fn wants_other(&self, of: &str) -> bool {
        self.changes.as_ref().is_none_or(|c| c.other(of))
    }
}

/// A printed file.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Its name: `cards.pdf`.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Number of pages.
    pub pages: usize,
    /// A hash of what is on each page, without its footer.
    pub looks: Vec<u64>,
    /// Number of its components, or a description of its contents.
    pub what: String,
    /// Instructions for the printer.
    pub how: String,
}

/// The result of printing.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The files; none if there is an error.
    pub files: Vec<Printed>,
    /// All diagnostics.
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
    let named = |id: &str| request.sheets.iter().any(|s| s == id);
    let boxed = |s: &&SheetInfo| request.sheets.is_empty() || named(&s.id) || named(&tuck_box::id_of(s));
    for sheet in sheets(ir).iter().filter(boxed) {
        files.extend(tuck_box::print(&press, sheet, request, &mut found));
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
    known.extend(ir.print.sheets.iter().filter(|sheet| sheet.tuck_box.is_some()).map(tuck_box::id_of));
    known.extend([pieces::SHEET, rules::SHEET].map(String::from));
    let asked = request.sheets.iter().find(|sheet| !known.contains(sheet))?;
    let d = Diagnostic::error(codes::NOTHING_TO_PRINT, format!("there is no sheet `{asked}`"));
    Some(match nearest(asked, known.iter().map(String::as_str)) {
        Some(near) => d.help(format!("did you mean `{near}`?")),
        None => d.help(format!("the sheets are {}", list(&known.iter().map(String::as_str).collect::<Vec<_>>()))),
    })
}

/// Returns the output, without files if there is an error.
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

/// Returns the sheets of a game: those it declares; one for each kind with components of its own, if it declares none of components; and
/// one for each board without a sheet.
pub fn sheets(ir: &Ir) -> Vec<SheetInfo> {
    let mut sheets = ir.print.sheets.clone();
    let said = |subject: SubjectInfo| ir.print.sheets.iter().any(|s| s.subject == subject);
    let plain = |id: String, subject| SheetInfo {
        id,
        subject,
        size: None,
        face: None,
        back: None,
        two_sided: false,
        tuck_box: None,
        band: None,
        number: None,
        cell: None,
        reminders: true,
        paper: PaperInfo::default(),
        place: 0,
    };
    let own = |kind: u16| has_components(ir, kind);
    if !ir.print.sheets.iter().any(|s| matches!(s.subject, SubjectInfo::Components(_))) {
        // Kinds below a kind with a sheet are on that sheet.
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

/// Warns of kinds that no declared sheet shows, and that are therefore not printed.
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

/// Warns of cards of a sheet that have rules but no text, so that their text box stays empty.
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
    /// Maximum number of cards named in the warning.
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
