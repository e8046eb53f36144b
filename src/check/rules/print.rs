//! `print.toml`: the subjects of its sheets, resolved to numbers.

use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::unknown_types::unknown_kind;
use crate::diagnostics::Diagnostic;
use crate::ir::print::{
    AssetInfo, PAPERS, PaperInfo, PieceForm, PieceInfo, PieceWordPlaces, PrintInfo, SIZES, SheetInfo,
    SheetWordPlaces, SizeInfo, SpotInfo, SubjectInfo, default_size, named_size,
};
use crate::ir::{BoardId, CellId, FileTextId, KindId, PlaceId};
use crate::model::print::{Asset, PaperDecl, PieceDecl, SheetDecl, SizeDecl, SpotDecl};
use crate::model::{BoardFormDecl, Ident, Package};
use crate::place::TextRange;
use crate::source::Span;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

impl RuleChecker<'_> {
    /// Checks that spot colours can be told apart: an ink by its name, its items by its colour.
    fn spots(&mut self, spots: &[SpotDecl], inks: &[SpotInfo]) {
        for (i, spot) in spots.iter().enumerate() {
            let before = &spots[..i];
            // `Black` and `Black spot` have one ink, though not one name.
            let (other, what) = match inks[..i].iter().position(|other| other.ink() == inks[i].ink()) {
                Some(other) if spots[other].name != spot.name => (&spots[other], "ink"),
                Some(other) => (&spots[other], "name"),
                None => match before.iter().find(|other| other.colour == spot.colour) {
                    Some(other) => (other, "colour"),
                    None => continue,
                },
            };
            let (first, second) = (&other.id, &spot.id);
            self.diagnostics.push(messages::spots_alike(
                second.span,
                &second.text,
                (&first.text, first.span),
                what,
            ));
        }
    }

    /// Checks `print.toml`; places are indices into the list of spans that is returned with it.
    pub(in crate::check) fn paper(&mut self) -> CheckedPrint {
        let package = self.package;
        let print = &package.print;
        let mut out = PrintInfo { paper: paper(&print.paper), ..PrintInfo::default() };
        (out.style, out.highlight, out.rules) = (print.style, !print.plain_words, print.rules);
        out.colours = print.colours.iter().map(|(id, colour)| (id.text.clone(), *colour)).collect();
        let spot = |spot: &SpotDecl| SpotInfo {
            id: spot.id.text.clone(),
            name: spot.name.clone(),
            colour: spot.colour,
            is_shown: spot.is_shown,
        };
        out.spots = print.spots.iter().map(spot).collect();
        self.spots(&print.spots, &out.spots);
        out.icons = print.icons.iter().map(|(id, icon)| (id.text.clone(), icon.text.clone())).collect();
        out.given_zeros = self.symbols.given_zeros.clone();
        out.words = package.words.iter().map(|word| (word.id.text.clone(), word.printed.clone())).collect();
        self.colours(package);
        self.sizes(&print.paper, &print.sheets);
        let mut places = Vec::new();
        for (out, font) in out.fonts.iter_mut().zip(&print.fonts) {
            *out = font.as_ref().map(|font| (font.text.clone(), PlaceId::from_index(places.len())));
            places.extend(font.as_ref().map(|font| font.span));
        }
        out.sheets = self.sheets(&mut places);
        print.pieces.iter().for_each(|piece| self.signs_of_players(piece));
        out.pieces = print.pieces.iter().map(|piece| piece_info(piece, &mut places)).collect();
        out.area_places = self.area_places(&mut places);
        for (card, name) in package.cards.iter().zip(&self.names) {
            let Some(name) = name else { continue };
            for text in [&card.text, &card.flavour].into_iter().flatten() {
                out.text_places.entry(*name).or_default().push(add_place(&mut places, text.span));
            }
        }
        for (_, icon) in &print.icons {
            out.icon_places.push(add_place(&mut places, icon.span));
        }
        let info = |(path, asset): &(String, Asset)| match asset {
            Asset::Text(file) => {
                AssetInfo { path: path.clone(), file: Some(FileTextId(file.0)), bytes: Vec::new() }
            }
            Asset::Bytes(bytes) => AssetInfo { path: path.clone(), file: None, bytes: bytes.to_vec() },
        };
        out.assets = print.assets.iter().map(info).collect();
        (out, places)
    }

    /// Checks and resolves the sheets. A sheet of a sort of boards becomes one sheet for each of its boards.
    fn sheets(&mut self, places: &mut Vec<Span>) -> Vec<SheetInfo> {
        let package = self.package;
        let mut sheets = Vec::new();
        for sheet in &package.print.sheets {
            let boards = self.boards_of(sheet);
            let subject = match boards.first() {
                Some((_, first)) => SubjectInfo::Board(*first),
                None => match self.subject(sheet) {
                    Some(subject) => subject,
                    None => continue,
                },
            };
            self.check_sheet(sheet, subject, package);
            let place = add_place(places, sheet.span);
            let word_places = SheetWordPlaces {
                face: sheet.face.as_ref().map(|face| add_place(places, face.span)),
                back: sheet.back.as_ref().map(|back| add_place(places, back.span)),
            };
            let info = |id: &str, subject: SubjectInfo| SheetInfo {
                id: id.to_owned(),
                subject,
                size: sheet.size.as_ref().map(size),
                face: text_of(&sheet.face),
                back: text_of(&sheet.back),
                two_sided: sheet.two_sided,
                tuck_box: sheet.tuck_box,
                foot: sheet.foot,
                band: text_of(&sheet.band),
                number: text_of(&sheet.number),
                cell: sheet.cell,
                reminders: sheet.reminders,
                paper: paper(&sheet.paper),
                place,
                word_places,
            };
            match &boards[..] {
                [] => sheets.push(info(&sheet.id.text, subject)),
                boards => sheets.extend(boards.iter().map(|(id, b)| info(id, SubjectInfo::Board(*b)))),
            }
        }
        sheets
    }

    /// Returns the source place of each area's id. A line declares the areas that no line before it names.
    fn area_places(&self, places: &mut Vec<Span>) -> BTreeMap<CellId, PlaceId> {
        let mut found = BTreeMap::new();
        for board in &self.package.boards {
            let ids: Vec<&Ident> = match &board.form {
                BoardFormDecl::Areas(areas) => areas.iter().map(|area| &area.id).collect(),
                BoardFormDecl::Lines => board.lines.iter().flatten().collect(),
                BoardFormDecl::Grid(..) | BoardFormDecl::Hex(..) | BoardFormDecl::Sort => continue,
            };
            for id in ids {
                let Some(cell) = self.symbols.cell_ids.get(&id.text) else { continue };
                if let Entry::Vacant(place) = found.entry(*cell) {
                    place.insert(add_place(places, id.span));
                }
            }
        }
        found
    }

    /// Checks the names of sizes and papers.
    fn sizes(&mut self, paper: &PaperDecl, sheets: &[SheetDecl]) {
        let papers = std::iter::once(paper).chain(sheets.iter().map(|sheet| &sheet.paper));
        let papers = papers.filter_map(|paper| paper.size.as_ref());
        let papers = papers.filter_map(|size| unknown_size(size, "paper", &PAPERS, "[210, 297]"));
        let sizes = sheets.iter().filter_map(|sheet| sheet.size.as_ref());
        let sizes = sizes.filter_map(|size| unknown_size(size, "size", &SIZES, "[63, 88]"));
        self.diagnostics.extend(papers.chain(sizes));
    }

    /// Checks that a sheet has only keys that its subject allows, and a name of its own.
    fn check_sheet(&mut self, sheet: &SheetDecl, subject: SubjectInfo, package: &Package) {
        let print = &package.print;
        let is_rules = sheet.id.text == "rules" && print.assets.iter().any(|(path, _)| is_rules(path));
        if is_rules || sheet.id.text == "pieces" && !print.pieces.is_empty() {
            self.diagnostics.push(messages::sheet_name_taken(sheet.id.span, &sheet.id.text));
        }
        if !matches!(subject, SubjectInfo::Page(..)) && (sheet.copies.is_some() || sheet.per.is_some()) {
            self.no_subject(
                sheet,
                "shows what the game itself has so many of",
                "leave out `copies` and `per`: components say their own `copies`",
            );
        }
        if sheet.two_sided && !matches!(subject, SubjectInfo::Components(_)) {
            self.no_subject(
                sheet,
                "shows no components, and only they have backs of their own",
                "leave out `two_sided`: the `back` of this sheet is the same for all",
            );
        }
        if sheet.tuck_box.is_some() && !matches!(subject, SubjectInfo::Components(_)) {
            self.no_subject(sheet, "shows no components, and a tuck box is for them", "leave out `tuck_box`");
        }
        if sheet.foot.is_some() && !matches!(subject, SubjectInfo::Components(_)) {
            self.no_subject(sheet, "shows no components, and only they stand on a foot", "leave out `foot`");
        }
        if sheet.foot.is_some() && sheet.two_sided {
            let what = "has components that stand: both of their sides are on the front, which is folded";
            self.no_subject(sheet, what, "leave out `two_sided`");
        }
        if let (Some(foot), SubjectInfo::Components(kind)) = (sheet.foot, subject)
            && let Some(height) = self.height(sheet, kind)
            && foot >= height / 2.0
        {
            let what = format!("has feet of {foot} mm at both ends of {height} mm: nothing is left to stand");
            self.no_subject(sheet, &what, "make `foot` smaller than half of the height");
        }
        if let SubjectInfo::Components(kind) = subject {
            for attribute in [&sheet.band, &sheet.number].into_iter().flatten() {
                self.printed_attribute(kind, attribute);
            }
        }
    }

    /// Returns the height of the components of a sheet in millimetres; `None` if its size is unknown.
    fn height(&self, sheet: &SheetDecl, kind: KindId) -> Option<f64> {
        let named = |name: &str| named_size(name, &SIZES).map(|(_, height)| height);
        match &sheet.size {
            Some(SizeDecl::Given(_, height)) => Some(*height),
            Some(SizeDecl::Named(name)) => named(&name.text),
            None => {
                let is_token = self.symbols.with_bases(kind).any(|kind| kind.id == "token");
                named(default_size(is_token))
            }
        }
    }

    /// Warns of colours and icons of words that nothing printed has.
    fn colours(&mut self, package: &Package) {
        /// Words of every game.
        const ALWAYS: [&str; 5] = ["back", "paper", "ink", "light_cell", "dark_cell"];
        let (symbols, print) = (&self.symbols, &package.print);
        let mut known: BTreeSet<String> = ALWAYS.map(String::from).into();
        known.extend((1..=symbols.max_players.max(1)).map(|p| format!("player_{p}")));
        known.extend(symbols.enums.iter().flat_map(|e| e.values.iter().cloned()));
        known.extend(symbols.kinds.iter().map(|k| k.id.clone()));
        // The attribute of a band may be a card or a name.
        known.extend(symbols.names.iter().map(|n| n.id.clone()));
        known.extend(symbols.boards.iter().map(|b| b.id.clone()));
        known.extend(symbols.cells.iter().map(|c| c.id.clone()));
        known.extend(print.sheets.iter().map(|s| s.id.text.clone()));
        known.extend(print.pieces.iter().map(|p| p.id.text.clone()));
        let turned = print.pieces.iter().filter(|p| p.form == PieceForm::Standee || !p.backs.is_empty());
        for piece in turned {
            known.insert(format!("{}_back", piece.id.text));
            let players = if piece.per_player { symbols.max_players.max(1) } else { 0 };
            known.extend((1..=players).map(|p| format!("player_{p}_back")));
        }
        let unknown = print.colours.iter().map(|(id, _)| id).filter(|id| !known.contains(&id.text));
        let found: Vec<Diagnostic> = unknown
            .map(|id| {
                let turned = id.text.strip_suffix("_back");
                match print.pieces.iter().find(|piece| turned == Some(piece.id.text.as_str())) {
                    Some(piece) => messages::colour_of_no_back(id.span, &id.text, &piece.id.text),
                    None => messages::colour_of_nothing(id.span, &id.text)
                        .suggest(&id.text, known.iter().map(String::as_str)),
                }
            })
            .collect();
        self.diagnostics.extend(found);
        // Texts and templates may have any word in braces or quotes, in any case.
        let is_used = |id: &&Ident| {
            known.contains(&id.text)
                || package.included.contains(&id.span.file)
                || package.sources.files().any(|(file, text)| {
                    let places = words_at(&text.text, &id.text);
                    let is_own = |at: usize| {
                        let is_at = |of: &Ident| of.span.file == file && of.span.bytes().contains(&at);
                        print.icons.iter().any(|(word, icon)| is_at(word) || is_at(icon))
                    };
                    places.into_iter().any(|at| !is_own(at))
                })
        };
        let unused: Vec<Diagnostic> = print
            .icons
            .iter()
            .map(|(id, _)| id)
            .filter(|id| !is_used(id))
            .map(|id| {
                messages::icon_of_nothing(id.span, &id.text)
                    .suggest(&id.text, known.iter().map(String::as_str))
            })
            .collect();
        self.diagnostics.extend(unused);
    }

    /// Returns the boards of the sort that a sheet names, with their ids.
    fn boards_of(&self, sheet: &SheetDecl) -> Vec<(String, BoardId)> {
        let named = |id: &str| {
            sheet.components.is_none() && sheet.board.as_ref().is_some_and(|board| board.text == id)
        };
        let Some(sort) = self.symbols.sorts.iter().find(|s| named(&s.id)) else { return Vec::new() };
        let cells = sort.cells();
        let of_it = self.symbols.boards.iter_ids().filter(|(_, b)| cells.contains(b.first));
        of_it.map(|(b, board)| (board.id.clone(), b)).collect()
    }

    /// Resolves the subject of a sheet.
    fn subject(&mut self, sheet: &SheetDecl) -> Option<SubjectInfo> {
        match (&sheet.components, &sheet.board) {
            (Some(kind), None) => match self.symbols.kind_named(&kind.text) {
                Some(k) => Some(SubjectInfo::Components(k)),
                None => {
                    let d = unknown_kind(kind, self.symbols.kinds.iter().map(|k| k.id.as_str()));
                    self.diagnostics.push(d);
                    None
                }
            },
            (None, Some(board)) => match self.symbols.boards.iter().position(|b| b.id == board.text) {
                Some(b) => Some(SubjectInfo::Board(BoardId(b as u16))),
                None => {
                    let known = self.symbols.boards.iter().map(|b| b.id.as_str());
                    let known = known.chain(self.symbols.sorts.iter().map(|s| s.id.as_str()));
                    let d = messages::unknown_board(board.span, &board.text).suggest(&board.text, known);
                    self.diagnostics.push(d);
                    None
                }
            },
            (None, None) if sheet.face.is_some() => {
                let per_player = sheet.per.as_ref().is_some_and(|per| per.text == "player");
                Some(SubjectInfo::Page(sheet.copies.unwrap_or(1), per_player))
            }
            (None, None) => self.no_subject(
                sheet,
                "does not say what it shows",
                "write `components = \"card\"` or `board = \"board\"`; or its `face`, if it shows nothing else",
            ),
            (Some(_), Some(_)) => self.no_subject(sheet, "shows both components and a board", "make two sheets of it"),
        }
    }

    /// Reports a list of signs that are not one for each player.
    fn signs_of_players(&mut self, piece: &PieceDecl) {
        let players = usize::from(self.symbols.max_players.max(1));
        for (key, signs) in [("icon", &piece.icons), ("label", &piece.labels), ("back", &piece.backs)] {
            let [first, _, ..] = signs.as_slice() else { continue };
            if !piece.per_player || signs.len() != players {
                let of = piece.per_player.then_some(players);
                self.diagnostics.push(messages::signs_of_players(first.span, key, signs.len(), of));
            }
        }
    }

    fn no_subject(&mut self, sheet: &SheetDecl, what: &str, help: &str) -> Option<SubjectInfo> {
        self.diagnostics.push(messages::sheet_without_subject(sheet.id.span, &sheet.id.text, what, help));
        None
    }

    /// Reports an attribute that components of a kind do not print.
    fn printed_attribute(&mut self, kind: KindId, attribute: &Ident) {
        let symbols = &self.symbols;
        let has = |a: &&crate::ir::AttributeInfo| symbols.prints(kind, a) && a.id.is_declared();
        if symbols.attributes.iter().filter(has).any(|a| a.id == attribute.text) {
            return;
        }
        let known: Vec<&str> = symbols.attributes.iter().filter(has).map(|a| a.id.as_str()).collect();
        let kind = &symbols.kinds[kind].id;
        let d = messages::not_printed(attribute.span, kind, &attribute.text).suggest(&attribute.text, known);
        self.diagnostics.push(d);
    }
}

/// Reports a size by a name that is not among the known ones.
fn unknown_size(
    size: &SizeDecl,
    what: &str,
    known: &[(&'static str, f64, f64)],
    example: &str,
) -> Option<Diagnostic> {
    let SizeDecl::Named(name) = size else { return None };
    if named_size(&name.text, known).is_some() {
        return None;
    }
    let names: Vec<&str> = known.iter().map(|(name, ..)| *name).collect();
    Some(messages::unknown_size(name.span, &name.text, what, &names, example).suggest(&name.text, names))
}

/// Returns the offsets of a word in braces, alone or after an amount, or in quotation marks: `{coin}`,
/// `{2 coin}`, `"coin"`. The case of its letters does not matter.
fn words_at(text: &str, word: &str) -> Vec<usize> {
    let lower = text.to_ascii_lowercase();
    let is_used = |at: &usize| {
        let (before, after) = (&lower[..*at], &lower[at + word.len()..]);
        let is_in = |mark: char| before.ends_with(mark) && after.starts_with(mark);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let amount = line.rsplit_once('{').map(|(_, amount)| amount);
        let is_braced = amount.is_some_and(|amount| amount.is_empty() || amount.ends_with(' '));
        is_in('"') || is_in('\'') || is_braced && after.starts_with('}')
    };
    lower.match_indices(&word.to_ascii_lowercase()).map(|(at, _)| at).filter(is_used).collect()
}

/// Returns whether an asset is the rules of the game, by its path.
fn is_rules(path: &str) -> bool {
    path == "README.md" || path.starts_with("rules.") && path.ends_with(".md")
}

fn paper(p: &PaperDecl) -> PaperInfo {
    PaperInfo {
        size: p.size.as_ref().map(size),
        margin: p.margin,
        bleed: p.bleed,
        safe: p.safe,
        gutter: p.gutter,
        marks: p.marks,
        duplex: p.duplex,
    }
}

fn size(s: &SizeDecl) -> SizeInfo {
    match s {
        SizeDecl::Named(name) => SizeInfo::Named(name.text.clone()),
        SizeDecl::Given(width, height) => SizeInfo::Given(*width, *height),
    }
}

/// `print.toml` as far as it is checked, and the spans that its place numbers refer to.
pub type CheckedPrint = (PrintInfo, Vec<Span>);

/// Returns the text of a word that may be missing.
fn text_of(id: &Option<Ident>) -> Option<String> {
    id.as_ref().map(|id| id.text.clone())
}

fn texts_of(ids: &[Ident]) -> Vec<String> {
    ids.iter().map(|id| id.text.clone()).collect()
}

/// Returns the data of a piece, and adds its places.
fn piece_info(piece: &PieceDecl, places: &mut Vec<Span>) -> PieceInfo {
    PieceInfo {
        id: piece.id.text.clone(),
        name: piece.name.clone(),
        count: piece.count,
        per_player: piece.per_player,
        form: piece.form,
        size: piece.size,
        icons: texts_of(&piece.icons),
        labels: texts_of(&piece.labels),
        points: piece.points,
        backs: texts_of(&piece.backs),
        place: add_place(places, piece.span),
        word_places: PieceWordPlaces {
            icons: piece.icons.iter().map(|icon| add_place(places, icon.span)).collect(),
            backs: piece.backs.iter().map(|back| add_place(places, back.span)).collect(),
        },
    }
}

/// Adds a span to a list of places, and returns its index.
fn add_place(places: &mut Vec<Span>, span: Span) -> PlaceId {
    places.push(span);
    PlaceId::from_index(places.len() - 1)
}
