//! Tabletop Simulator: sheets of cards as pictures, and a saved object with their decks.

use std::collections::{BTreeMap, BTreeSet};

use resvg::tiny_skia::Pixmap;
use serde_json::{Map, Value, json};

use crate::diagnostics::codes::export as codes;
use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::Ir;
use crate::print::draw::picture::encode_png;
use crate::print::draw::scene::Matrix;
use crate::print::draw::units::Size;
use crate::print::export::files::{painted, png};
use crate::print::export::guids::Guids;
use crate::print::export::job::ExportJob;
use crate::print::export::raster::RasterView;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::tts_table::{APART, TtsTable, card_scale, is_other, round, units};
use crate::print::game::data;
use crate::print::sheets::batch::{Batch, CutShape, ExportSubject};
use crate::print::sheets::rules_text;
use crate::print::text::plain::plain;

/// Maximum width and height of a sheet, in pixels.
const MOST: u32 = 4096;
/// Maximum numbers of columns and rows; the minimum is two.
const MOST_CARDS: (u32, u32) = (10, 7);
/// Maximum number of faces on a sheet. Its last cell shows the back that all have, for players who may not see a card.
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
    let decks = decks(job, batches)?;
    let sides = |deck: &TtsDeck| if deck.batch.is_two_sided() { 2 } else { 1 };
    let others: usize = batches.iter().filter(|b| is_other(b)).map(|b| b.faces.len()).sum();
    to.expect(decks.iter().map(|d| d.faces.len() * sides(d)).sum::<usize>() + others);
    let url = job.options.url.clone().unwrap_or_default();
    let mut objects = Vec::new();
    let (mut right, mut deepest) = (0.0, 0.0_f64);
    let mut guids = Guids { game: job.press.ir.game.id.clone(), taken: BTreeSet::new() };
    let mut key = 0_u32;
    let mut backs: BTreeMap<&str, String> = BTreeMap::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    // A value that decks are split by may be called `back` or `1`.
    let mut free = |mut stem: String| {
        while !taken.insert(stem.clone()) {
            stem.push('_');
        }
        format!("{stem}.png")
    };
    for deck in &decks {
        let two_sided = deck.batch.is_two_sided();
        let common = match backs.get(deck.batch.sheet.as_str()) {
            Some(back) => back.clone(),
            None if two_sided => String::new(),
            None => {
                let name = free(format!("{}-back", deck.batch.sheet));
                write_back(job, deck.batch, &name, to, out)?;
                backs.insert(&deck.batch.sheet, name.clone());
                name
            }
        };
        let mut object = TtsObject::new(deck, guids.of(&format!("deck/{}", deck.file)));
        let parts: Vec<&[usize]> = deck.faces.chunks(FACES).collect();
        for (number, part) in parts.iter().enumerate() {
            key += 1;
            let file = if parts.len() == 1 { deck.file.clone() } else { format!("{}-{}", deck.file, number + 1) };
            let name = free(file.clone());
            let grid = SheetGrid::of(deck.batch.size, part.len());
            write_sheet(job, deck.batch, part, &grid, &name, to, out)?;
            out.made.push(format!(
                "tts/{name}: {} faces, {} × {} in {} × {} pixels",
                part.len(),
                grid.columns,
                grid.rows,
                grid.columns * grid.cell.0,
                grid.rows * grid.cell.1
            ));
            let mut back = common.clone();
            if two_sided {
                back = free(format!("{file}-back"));
                let behind: Vec<usize> = part.iter().filter_map(|front| deck.batch.behind(*front)).collect();
                write_sheet(job, deck.batch, &behind, &grid, &back, to, out)?;
                out.made.push(format!("tts/{back}: their backs"));
            }
            let custom = json!({
                "FaceURL": format!("{url}{name}"),
                "BackURL": format!("{url}{back}"),
                "NumWidth": grid.columns,
                "NumHeight": grid.rows,
                "BackIsHidden": true,
                "UniqueBack": two_sided,
                "Type": 0,
            });
            object.sheet(key, custom, deck, part, job.press.ir, &mut guids);
        }
        let (width, depth) = (units(deck.batch.size.width), units(deck.batch.size.height));
        objects.push(object.finish(right + width / 2.0));
        right += width + APART;
        deepest = deepest.max(depth);
    }
    let ir = job.press.ir;
    let game = &ir.game;
    let count: usize = objects.len();
    let table = TtsTable::lay_out_objects(job, batches, deepest, &mut guids, to, out)?;
    for object in &mut objects {
        // Decks lie before boards and pages.
        object["Transform"]["posZ"] =
            json!(round(if table.half > 0.0 { -table.half - APART - deepest / 2.0 } else { 0.0 }));
    }
    let others = table.objects.len();
    objects.extend(table.objects);
    let saved = json!({
        "SaveName": game.name,
        "GameMode": "",
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": game.summary,
        "Rules": "",
        "PlayerTurn": "",
        "TabStates": notebook(ir),
        "ObjectStates": objects,
    });
    let mut bytes = serde_json::to_vec_pretty(&saved).unwrap_or_default();
    bytes.push(b'\n');
    to.file(&format!("tts/{}.json", game.id), &bytes)?;
    let counted = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let parts = [counted(count, "deck", "decks"), counted(others, "other object", "other objects")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    out.made.push(format!("tts/{}.json: {}", game.id, parts.join(", ")));
    Ok(())
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
    let split = match &job.options.split {
        None => None,
        Some(id) => match data::printed(ir).find(|a| a.id == *id) {
            Some(attribute) => Some(attribute),
            None => {
                let near = nearest(id, data::printed(ir).map(|a| a.id.as_str()));
                let d = Diagnostic::error(codes::UNKNOWN_SPLIT, format!("no component has an attribute `{id}`"));
                return Err(Some(match near {
                    Some(near) => d.help(format!("did you mean `{near}`?")),
                    None => d,
                }));
            }
        },
    };
    let mut decks: Vec<TtsDeck> = Vec::new();
    for batch in batches {
        for (i, face) in batch.faces.iter().enumerate() {
            let ExportSubject::Name(name, _) = face.of else { continue };
            let info = &ir.names[name];
            let value = split.filter(|a| data::is_below(ir, info.kind, a.kind)).and_then(|a| {
                let value = data::value(ir, a, info.first);
                (!value.is_none()).then(|| data::value_text(&value))
            });
            let (title, file) = match &value {
                Some(value) => {
                    let id: String =
                        value.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
                    (format!("{game}: {}", ir.print.label(value)), format!("{}-{id}", batch.sheet))
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

/// The grid of cards on a sheet.
struct SheetGrid {
    columns: u32,
    rows: u32,
    /// Size of a card, in pixels.
    cell: (u32, u32),
}

impl SheetGrid {
    /// Returns the grid with the highest resolution for `faces` faces and a back.
    fn of(size: Size, faces: usize) -> SheetGrid {
        let mut best: Option<(f64, u32, SheetGrid)> = None;
        for columns in 2..=MOST_CARDS.0 {
            let rows = (faces as u32 + 1).div_ceil(columns).max(2);
            if rows > MOST_CARDS.1 {
                continue;
            }
            let most = f64::from(MOST);
            let scale = (most / (f64::from(columns) * size.width)).min(most / (f64::from(rows) * size.height));
            let scale = scale.min(SHARP);
            let cell = ((size.width * scale).floor().max(1.0) as u32, (size.height * scale).floor().max(1.0) as u32);
            // On a tie the smallest grid wins.
            let places = columns * rows;
            if best.as_ref().is_none_or(|(s, p, _)| scale > *s + 1e-9 || (scale > *s - 1e-9 && places < *p)) {
                best = Some((scale, places, SheetGrid { columns, rows, cell }));
            }
        }
        best.map_or(SheetGrid { columns: MOST_CARDS.0, rows: MOST_CARDS.1, cell: (1, 1) }, |(.., grid)| grid)
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
    grid: &SheetGrid,
    name: &str,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let (width, height) = (grid.columns * grid.cell.0, grid.rows * grid.cell.1);
    let mut sheet = vec![255; width as usize * height as usize * 3];
    let back = batch.faces.iter().position(|f| f.of == ExportSubject::Back);
    let part = batch.select(faces.iter().copied().chain(back));
    let last = faces.len();
    let well = part.make(job.press, batch.bleed, batch.safe, &mut out.found, |made, first, found| {
        let pictures = painted(job, &part, made, grid.view(batch.size), found)?;
        for (i, picture) in pictures.iter().enumerate() {
            // The back is in the last cell.
            let place = if first + i == last { grid.columns * grid.rows - 1 } else { (first + i) as u32 };
            lay(&mut sheet, width, picture, (place % grid.columns * grid.cell.0, place / grid.columns * grid.cell.1));
        }
        to.faces_drawn(pictures.len() - usize::from(first + pictures.len() > last));
        Ok::<(), ExportStop>(())
    })?;
    if !well {
        return Err(None);
    }
    let bytes = encode_png(width, height, &sheet, None, None)
        .map_err(|why| Some(Diagnostic::error(codes::NOT_DRAWN, format!("`{name}` cannot be written: {why}"))))?;
    to.file(&format!("tts/{name}"), &bytes)?;
    Ok(())
}

/// Copies a picture into a sheet, on white.
fn lay(sheet: &mut [u8], width: u32, picture: &Pixmap, (x, y): (u32, u32)) {
    for (row, pixels) in picture.pixels().chunks_exact(picture.width() as usize).enumerate() {
        let from = ((y as usize + row) * width as usize + x as usize) * 3;
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
    let Some(back) = batch.faces.iter().position(|f| f.of == ExportSubject::Back) else { return Err(None) };
    let part = batch.select([back]);
    let view = SheetGrid::of(batch.size, 1).view(batch.size);
    let well = part.make(job.press, batch.bleed, batch.safe, &mut out.found, |made, _, found| {
        for picture in painted(job, &part, made, view, found)? {
            to.file(&format!("tts/{name}"), &png(&picture, CutShape::Rectangle, SHARP * 25.4)?)?;
        }
        Ok::<(), ExportStop>(())
    })?;
    if well { Ok(()) } else { Err(None) }
}

/// A deck in the simulator's format.
struct TtsObject {
    name: String,
    guid: String,
    sideways: bool,
    /// Its size beside that of a poker card.
    scale: f64,
    ids: Vec<u32>,
    sheets: Map<String, Value>,
    cards: Vec<Value>,
}

impl TtsObject {
    fn new(deck: &TtsDeck, guid: String) -> TtsObject {
        TtsObject {
            name: deck.name.clone(),
            guid,
            scale: card_scale(deck.batch.size),
            sideways: deck.batch.size.width > deck.batch.size.height,
            ids: Vec::new(),
            sheets: Map::new(),
            cards: Vec::new(),
        }
    }

    /// Adds the cards of a sheet.
    fn sheet(&mut self, key: u32, custom: Value, deck: &TtsDeck, faces: &[usize], ir: &Ir, guids: &mut Guids) {
        for (i, face) in faces.iter().enumerate() {
            let face = &deck.batch.faces[*face];
            let ExportSubject::Name(name, copies) = face.of else { continue };
            let id = key * 100 + i as u32;
            for copy in 1..=copies {
                self.ids.push(id);
                let guid = guids.of(&format!("{}#{copy}", ir.names[name].id));
                let mut card = self.thing("Card", &face.title, &face.says, &guid);
                card["CardID"] = id.into();
                card["CustomDeck"] = json!({ key.to_string(): custom });
                self.cards.push(card);
            }
        }
        self.sheets.insert(key.to_string(), custom);
    }

    /// Returns the saved object: a deck, or the card if there is only one. `x` is the place of its middle.
    fn finish(mut self, x: f64) -> Value {
        let mut object = if self.cards.len() == 1 {
            self.cards.pop().unwrap_or_default()
        } else {
            let mut deck = self.thing("DeckCustom", &self.name, "", &self.guid);
            deck["DeckIDs"] = json!(self.ids);
            deck["CustomDeck"] = Value::Object(self.sheets);
            deck["ContainedObjects"] = Value::Array(self.cards);
            deck
        };
        object["Transform"]["posX"] = json!(round(x));
        object
    }

    fn thing(&self, name: &str, nickname: &str, description: &str, guid: &str) -> Value {
        json!({
            "GUID": guid,
            "Name": name,
            "Transform": {
                "posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
                "scaleX": self.scale, "scaleY": 1.0, "scaleZ": self.scale,
            },
            "Nickname": nickname,
            "Description": description,
            "ColorDiffuse": { "r": 0.713, "g": 0.713, "b": 0.713 },
            "Locked": false,
            "Grid": true,
            "Snap": true,
            "Autoraise": true,
            "Sticky": true,
            "Tooltip": true,
            "Hands": name == "Card",
            "SidewaysCard": self.sideways,
        })
    }
}
