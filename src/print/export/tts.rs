//! Tabletop Simulator: sheets of cards as pictures, and a saved object with their decks.

use std::collections::{BTreeMap, BTreeSet};

use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};

use crate::diagnostics::{count_noun, nearest};
use crate::ir::{AttributeInfo, CellId, ComponentId, Ir, ToIndex, ValueType};
use crate::print::draw::picture::encode_png;
use crate::print::draw::scene::Matrix;
use crate::print::draw::units::Size;
use crate::print::export::address::address;
use crate::print::export::files::{painted, png};
use crate::print::export::guids::Guids;
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::tts_cards::{Pose, TtsCard, card, pile};
use crate::print::export::tts_figures::{self, BAG};
use crate::print::export::tts_seats::{self, LYING, TtsZone};
use crate::print::export::tts_table::{APART, TtsTable, has_die, is_other, round, units, url_of};
use crate::print::face::raster::RasterView;
use crate::print::game::data;
use crate::print::messages::export as messages;
use crate::print::request::setting::TableSetting;
use crate::print::sheets::batch::{Batch, CutShape, ExportSubject};
use crate::print::sheets::rules_text;
use crate::print::text::plain::plain;

/// Maximum width and height of a sheet, in pixels.
const MOST: u32 = 4096;
/// Maximum numbers of columns and rows; the minimum is two.
const MOST_CARDS: (u32, u32) = (10, 7);
/// Maximum number of faces on a sheet. Its last cell shows the back that all have, for players who may not
/// see a card.
const FACES: usize = 69;
/// Maximum useful resolution, in pixels per millimetre.
const SHARP: f64 = 300.0 / 25.4;

/// A deck: its name, its file, and the faces of its batch.
struct TtsDeck<'a> {
    name: String,
    file: String,
    batch: &'a Batch,
    faces: Vec<usize>,
}

/// Writes the sheets and the saved object.
pub fn write(
    job: &ExportJob,
    batches: &[Batch],
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let (ir, setting) = (job.press.ir, &job.options.setting);
    // A die of the game is an object; its net is for paper alone.
    let is_net = |batch: &Batch| ir.dice.iter().any(|die| die.id == batch.sheet && has_die(die));
    let batches = batches.iter().filter(|batch| !is_net(batch)).cloned();
    let (standing, batches): (Vec<Batch>, Vec<Batch>) = batches.partition(|batch| batch.foot(ir).is_some());
    let batches = batches.as_slice();
    let decks = decks(job, batches)?;
    let sides = |deck: &TtsDeck| if deck.batch.is_two_sided() { 2 } else { 1 };
    let others: usize = batches.iter().filter(|b| is_other(b)).map(|b| b.faces.len()).sum();
    let figures: usize = standing.iter().map(Batch::fronts).sum();
    to.expect(decks.iter().map(|d| d.faces.len() * sides(d)).sum::<usize>() + others + figures);
    let mut guids = Guids::new(&ir.game.id);
    let (mut ids, mut cards, mut sheets) = (Vec::new(), Vec::new(), TtsSheets::default());
    for deck in &decks {
        ids.push(guids.of(&format!("deck/{}", deck.file)));
        cards.push(sheets.draw(job, deck, &mut guids, to, out)?);
    }
    let zones = tts_seats::take(setting, &mut cards);
    let (of_players, of_table): (Vec<TtsZone>, Vec<TtsZone>) =
        zones.into_iter().partition(TtsZone::is_of_player);
    let depths = decks.iter().zip(&cards).filter(|(_, left)| !left.is_empty());
    let depth = depths.map(|(deck, _)| units(deck.batch.size.height)).fold(0.0, f64::max);
    let deepest = depth.max(tts_seats::depth_of_middle(setting, &of_table));
    let table = TtsTable::lay_out_objects(job, batches, deepest, &mut guids, to, out)?;
    // Decks, and the zones of the table, lie in a row before boards and pages.
    let z = if table.half > 0.0 { -table.half - APART - deepest / 2.0 } else { 0.0 };
    let (mut objects, mut right, mut count) = (Vec::new(), 0.0, 0);
    for ((deck, id), left) in decks.iter().zip(&ids).zip(cards) {
        let Some(mut object) = pile(&deck.name, id, left) else { continue };
        let width = units(deck.batch.size.width);
        Pose { at: (right + width / 2.0, LYING, z), turned: false, face_up: false }.place(&mut object);
        objects.push(object);
        right += width + APART;
        count += 1;
    }
    let mut others = table.objects;
    for batch in &standing {
        let Some(foot) = batch.foot(ir) else { continue };
        let at = (right + BAG / 2.0, LYING, z);
        others.push(tts_figures::bag(job, (batch, foot), at, &mut guids, to, out)?);
        right += BAG + APART;
    }
    let (mut on_table, mut on_cells) = (Vec::new(), BTreeMap::<CellId, Vec<TtsZone>>::new());
    for zone in of_table {
        match zone.of.cell.filter(|cell| table.cells.contains_key(cell)) {
            Some(cell) => on_cells.entry(cell).or_default().push(zone),
            None => on_table.push(zone),
        }
    }
    for (cell, zones) in on_cells {
        tts_seats::lay_on_cell(zones, table.cells[&cell], &mut guids, &mut others);
    }
    let right =
        tts_seats::lay_middle((ir, setting), on_table, (right, z), &mut guids, &mut others).max(table.right);
    if setting.players > 0 {
        let places = (right / 2.0, z - deepest / 2.0 - APART, table.behind);
        tts_seats::lay_seats((ir, setting), of_players, places, &mut guids, &mut others);
    }
    let parts = [(count, "deck"), (others.len() as u64, "other object")];
    objects.extend(others);
    centre(&mut objects, if table.half > 0.0 { table.middle } else { right / 2.0 });
    save(ir, setting, &objects, to)?;
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, noun)| count_noun(count, noun)).collect();
    out.made.push(format!("tts/{}.json: {}", ir.game.id, parts.join(", ")));
    Ok(())
}

/// Moves all objects to the left so that `middle` is the middle of the table.
fn centre(objects: &mut [Value], middle: f64) {
    for object in objects {
        if let Some(x) = object["Transform"]["posX"].as_f64() {
            object["Transform"]["posX"] = json!(round(x - middle));
        }
    }
}

/// Writes the saved object; that of a table that is set up is a saved game, with a table and hands.
fn save(ir: &Ir, setting: &TableSetting, objects: &[Value], to: &mut dyn Receiver) -> Result<(), ExportStop> {
    let is_set_up = setting.players > 0;
    let mut saved = json!({
        "SaveName": ir.game.name,
        "GameMode": if is_set_up { &ir.game.name } else { "" },
        "Date": "",
        "Table": if is_set_up { "Table_RPG" } else { "" },
        "Sky": if is_set_up { "Sky_Museum" } else { "" },
        "Note": ir.game.summary,
        "Rules": "",
        "PlayerTurn": "",
        "TabStates": notebook(ir),
        "ObjectStates": objects,
    });
    if is_set_up {
        saved["Hands"] = json!({ "Enable": true, "DisableUnused": false, "Hiding": 0 });
    }
    let mut bytes = serde_json::to_vec_pretty(&saved).unwrap_or_default();
    bytes.push(b'\n');
    to.file(&format!("tts/{}.json", ir.game.id), &bytes)?;
    Ok(())
}

/// The sheets that have been drawn.
#[derive(Default)]
struct TtsSheets<'a> {
    /// Number of sheets drawn so far.
    count: u32,
    /// The file of the common back, by the id of its sheet of components.
    backs: BTreeMap<&'a str, String>,
    /// The names of files without extension.
    taken: BTreeSet<String>,
}

impl<'a> TtsSheets<'a> {
    /// Returns the name of a new file. A value that decks are split by may be called `back` or `1`.
    fn free(&mut self, mut stem: String) -> String {
        while !self.taken.insert(stem.to_lowercase()) {
            stem.push('_');
        }
        format!("{stem}.png")
    }

    /// Draws the sheets of a deck, and returns its cards.
    fn draw(
        &mut self,
        job: &ExportJob,
        deck: &TtsDeck<'a>,
        guids: &mut Guids,
        to: &mut dyn Receiver,
        out: &mut ExportResult,
    ) -> Result<Vec<TtsCard>, ExportStop> {
        let url = url_of(job);
        let two_sided = deck.batch.is_two_sided();
        let common = match self.backs.get(deck.batch.sheet.as_str()) {
            Some(back) => back.clone(),
            None if two_sided => String::new(),
            None => {
                let name = self.free(format!("{}-back", deck.batch.sheet));
                write_back(job, deck.batch, &name, to, out)?;
                self.backs.insert(&deck.batch.sheet, name.clone());
                name
            }
        };
        let mut cards = Vec::new();
        let parts = parts(deck.batch.size, &deck.faces);
        for (number, part) in parts.iter().enumerate() {
            self.count += 1;
            let file =
                if parts.len() == 1 { deck.file.clone() } else { format!("{}-{}", deck.file, number + 1) };
            let name = self.free(file.clone());
            let grid = Grid::of(deck.batch.size, part.len());
            write_sheet(job, deck.batch, part, &grid, &name, to, out)?;
            let (columns, rows) = (grid.columns, grid.rows);
            let (wide, high) = (columns * grid.cell.0, rows * grid.cell.1);
            out.made.push(format!(
                "tts/{name}: {}, {columns} × {rows} in {wide} × {high} pixels",
                count_noun(part.len() as u64, "face")
            ));
            let mut back = common.clone();
            if two_sided {
                back = self.free(format!("{file}-back"));
                let behind: Vec<usize> = part.iter().filter_map(|front| deck.batch.behind(*front)).collect();
                write_sheet(job, deck.batch, &behind, &grid, &back, to, out)?;
                out.made.push(format!("tts/{back}: their backs"));
            }
            let custom = json!({
                "FaceURL": address(url, &name),
                "BackURL": address(url, &back),
                "NumWidth": columns,
                "NumHeight": rows,
                "BackIsHidden": true,
                "UniqueBack": two_sided,
                "Type": 0,
            });
            cards.extend(cards_of(job.press.ir, deck, part, (self.count, &custom), guids));
        }
        Ok(cards)
    }
}

/// Returns the cards of a sheet. Its key, and how it looks, are given.
fn cards_of(
    ir: &Ir,
    deck: &TtsDeck,
    faces: &[usize],
    sheet: (u32, &Value),
    guids: &mut Guids,
) -> Vec<TtsCard> {
    let (size, mut cards) = (deck.batch.size, Vec::new());
    for (i, face) in (0_u32..).zip(faces) {
        let face = &deck.batch.faces[*face];
        let ExportSubject::Name(name, copies) = face.of else { continue };
        let info = &ir.names[name];
        for copy in 1..=copies {
            let guid = guids.of(&format!("{}#{copy}", info.id));
            let object = card(size, &guid, (&face.title, &face.says), sheet.0 * 100 + i, sheet);
            // A list may ask for more copies than the game has; those stay in their deck.
            let component = (copy <= info.copies).then(|| info.first.offset(copy.index() - 1));
            cards.push(TtsCard { component, size, object });
        }
    }
    cards
}

/// Returns the faces of each sheet: as few sheets as possible, but two instead of one if cards would be small
/// on it. Larger decks get no more sheets, since each takes 64 MB of a graphics card.
fn parts(size: Size, faces: &[usize]) -> Vec<&[usize]> {
    let half = faces.len().div_ceil(2).max(1);
    let is_sharper = || Grid::of(size, half).cell > Grid::of(size, faces.len()).cell;
    faces.chunks(if faces.len() <= FACES && is_sharper() { half } else { FACES }).collect()
}

/// Returns the notebook: the rules, in a tab.
fn notebook(ir: &Ir) -> Value {
    let Some(rules) = rules_text::text(ir) else { return json!({}) };
    let title = ir.print.label(&ir.print.phrase("rules", &[]));
    let colour = json!({ "r": 0.5, "g": 0.5, "b": 0.5 });
    json!({ "0": { "title": title, "body": plain(&rules), "color": "Grey", "visibleColor": colour, "id": 0 } })
}

/// Returns one deck for each batch, or for each value of the attribute that splits them.
fn decks<'a>(job: &ExportJob, batches: &'a [Batch]) -> Result<Vec<TtsDeck<'a>>, ExportStop> {
    let ir = job.press.ir;
    let game = &ir.game.name;
    let split = job.options.split.as_deref();
    if let Some(id) = split.filter(|id| !data::printed(ir).any(|a| a.id == *id)) {
        let near = nearest(id, data::printed(ir).map(|a| a.id.as_str()));
        return Err(messages::unknown_split(id, near).into());
    }
    let mut decks: Vec<TtsDeck> = Vec::new();
    for batch in batches {
        for (i, face) in batch.faces.iter().enumerate() {
            let ExportSubject::Name(name, _) = face.of else { continue };
            let info = &ir.names[name];
            // Several kinds may each declare an attribute of this name.
            let attribute =
                split.and_then(|id| data::printed(ir).find(|a| a.id == id && ir.is_below(info.kind, a.kind)));
            let value = attribute.and_then(|a| {
                let value = data::value(ir, a, info.first);
                (!value.is_none()).then(|| (data::value_text(&value), title_of(ir, a, info.first)))
            });
            let (title, file) = match &value {
                Some((value, title)) => {
                    let id: String = value
                        .chars()
                        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
                        .collect();
                    (format!("{game}: {title}"), format!("{}-{id}", batch.sheet))
                }
                None => (format!("{game}: {}", ir.print.label(&batch.sheet)), batch.sheet.clone()),
            };
            match decks.iter_mut().find(|d| d.file == file) {
                Some(deck) => deck.faces.push(i),
                None => decks.push(TtsDeck { name: title, file, batch, faces: vec![i] }),
            }
        }
    }
    Ok(decks)
}

/// Returns the title of the deck of a component's value of an attribute. A number, or a yes or no, has the
/// name of the attribute before it.
fn title_of(ir: &Ir, attribute: &AttributeInfo, component: ComponentId) -> String {
    let value = data::value(ir, attribute, component);
    let inner = match &attribute.ty {
        ValueType::Optional(inner) => inner,
        ty => ty,
    };
    let named = |value: String| format!("{}: {value}", ir.print.label(&attribute.id));
    match inner {
        ValueType::Bool => named(ir.print.phrase(if value.is_true() { "yes" } else { "no" }, &[])),
        ValueType::Int => named(data::value_text(&value)),
        _ => {
            let words = data::in_words(ir, attribute, component).filter(|words| !words.is_empty());
            words.unwrap_or_else(|| ir.print.label(&data::value_text(&value)))
        }
    }
}

/// The grid of cards on a sheet.
struct Grid {
    columns: u32,
    rows: u32,
    /// Size of a card, in pixels.
    cell: (u32, u32),
}

impl Grid {
    /// Returns the grid with the highest resolution for `faces` faces and a back.
    fn of(size: Size, faces: usize) -> Grid {
        let mut best: Option<(f64, u32, Grid)> = None;
        for columns in 2..=MOST_CARDS.0 {
            let rows = (faces as u32 + 1).div_ceil(columns).max(2);
            if rows > MOST_CARDS.1 {
                continue;
            }
            let most = f64::from(MOST);
            let scale =
                (most / (f64::from(columns) * size.width)).min(most / (f64::from(rows) * size.height));
            let scale = scale.min(SHARP);
            let cell =
                ((size.width * scale).floor().max(1.0) as u32, (size.height * scale).floor().max(1.0) as u32);
            // On a tie the smallest grid wins.
            let places = columns * rows;
            if best.as_ref().is_none_or(|(s, p, _)| scale > *s + 1e-9 || (scale > *s - 1e-9 && places < *p)) {
                best = Some((scale, places, Grid { columns, rows, cell }));
            }
        }
        best.map_or(Grid { columns: MOST_CARDS.0, rows: MOST_CARDS.1, cell: (1, 1) }, |(.., grid)| grid)
    }

    fn view(&self, size: Size) -> RasterView {
        let (x, y) = (f64::from(self.cell.0) / size.width, f64::from(self.cell.1) / size.height);
        let matrix = Matrix([x as f32, 0.0, 0.0, y as f32, 0.0, 0.0]);
        RasterView { width: self.cell.0, height: self.cell.1, matrix }
    }
}

fn write_sheet(
    job: &ExportJob,
    batch: &Batch,
    faces: &[usize],
    grid: &Grid,
    name: &str,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let (width, height) = (grid.columns * grid.cell.0, grid.rows * grid.cell.1);
    let mut sheet = vec![255; width.index() * height.index() * 3];
    let back = batch.faces.iter().position(|f| f.of == ExportSubject::Back);
    let part = batch.select(faces.iter().copied().chain(back));
    let last = faces.len();
    let well = part.make(job.press, batch.bleed, batch.safe, &mut out.found, |made, first, found| {
        let pictures = painted(job, &part, made, grid.view(batch.size), found)?;
        for (i, picture) in pictures.iter().enumerate() {
            // The back is in the last cell.
            let place = if first + i == last { grid.columns * grid.rows - 1 } else { (first + i) as u32 };
            lay(
                &mut sheet,
                width,
                picture,
                (place % grid.columns * grid.cell.0, place / grid.columns * grid.cell.1),
            );
        }
        to.faces_drawn(pictures.len() - usize::from(first + pictures.len() > last));
        Ok::<(), ExportStop>(())
    })?;
    if !well {
        return Err(ExportStop::Recorded);
    }
    let bytes = encode_png(width, height, &sheet, None, None)
        .map_err(|why| messages::sheet_not_written(name, &why))?;
    to.file(&format!("tts/{name}"), &bytes)?;
    Ok(())
}

/// Copies a picture into a sheet, on white.
fn lay(sheet: &mut [u8], width: u32, picture: &Pixmap, (x, y): (u32, u32)) {
    for (row, pixels) in picture.pixels().chunks_exact(picture.width().index()).enumerate() {
        let from = ((y.index() + row) * width.index() + x.index()) * 3;
        let Some(line) = sheet.get_mut(from..from + pixels.len() * 3) else { return };
        for (to, p) in line.chunks_exact_mut(3).zip(pixels) {
            let white = 255 - p.alpha();
            to.copy_from_slice(&[p.red() + white, p.green() + white, p.blue() + white]);
        }
    }
}

fn write_back(
    job: &ExportJob,
    batch: &Batch,
    name: &str,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let Some(back) = batch.faces.iter().position(|f| f.of == ExportSubject::Back) else {
        return Err(ExportStop::Recorded);
    };
    let part = batch.select([back]);
    let view = Grid::of(batch.size, 1).view(batch.size);
    let well = part.make(job.press, batch.bleed, batch.safe, &mut out.found, |made, _, found| {
        for picture in painted(job, &part, made, view, found)? {
            to.file(&format!("tts/{name}"), &png(&picture, CutShape::Rectangle, SHARP * 25.4)?)?;
        }
        Ok::<(), ExportStop>(())
    })?;
    if well { Ok(()) } else { Err(ExportStop::Recorded) }
}
