//! Tabletop Simulator: boards, pieces, pages and dice, at their size beside cards, and the components on the
//! boards.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::ir::print::{PieceForm, PieceInfo};
use crate::ir::{CellId, DieInfo, Ir, SeatNumber, ValueType};
use crate::print::draw::scene::Matrix;
use crate::print::draw::units::Size;
use crate::print::export::address::address;
use crate::print::export::files::{painted, png};
use crate::print::export::guids::Guids;
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::tts_standee::mesh;
use crate::print::face::raster::RasterView;
use crate::print::game::file_names::stem_of;
use crate::print::game::sheet_list::PIECES;
use crate::print::request::scenes::StandingPiece;
use crate::print::sheets::batch::{Batch, CutShape, ExportSubject};
use crate::print::sheets::board::{BoardPlan, board_plans};
use crate::print::sheets::pieces;

/// Height of a card at scale 1 in the simulator's units, and in millimetres on paper: all other sizes go by
/// it.
const CARD: (f64, f64) = (3.17, 88.0);
/// Width and depth of a tile at scale 1, in the simulator's units.
const TILE: f64 = 2.0;
/// Maximum width and height of a picture, in pixels.
const MOST: f64 = 4096.0;
/// Maximum useful resolution, in pixels per millimetre.
const SHARP: f64 = 300.0 / 25.4;
/// Height of the table's surface, in units.
const SURFACE: f64 = 0.97;
/// Thickness of a tile at scale 1, in units.
const THICKNESS: f64 = 0.1;
/// The simulator's numbers of a material, and of a type of models.
const CARDBOARD: u8 = 3;
const FIGURINE: u8 = 1;
/// Maximum width of a row of boards, in units, unless it is a single one.
const ROW: f64 = 44.0;
/// Room between two objects, in units.
pub const APART: f64 = 1.0;
/// Rotations that turn each face of a six-sided die up, from 1 to 6.
const SIX: [(f64, f64, f64); 6] = [
    (-90.0, 0.0, 0.0),
    (0.0, 0.0, 0.0),
    (0.0, 0.0, -90.0),
    (0.0, 0.0, 90.0),
    (0.0, 0.0, -180.0),
    (90.0, 0.0, 0.0),
];

/// Returns the scale at which the simulator shows a card of this size in its real size.
pub fn card_scale(size: Size) -> f64 {
    round(size.width.max(size.height) / CARD.1)
}

/// Returns a length in millimetres in the simulator's units.
pub fn units(mm: f64) -> f64 {
    mm * CARD.0 / CARD.1
}

/// Returns a number with three digits after the point.
pub fn round(number: f64) -> f64 {
    // The sum is never the negative zero.
    (number * 1000.0).round() / 1000.0 + 0.0
}

/// The objects of a table besides its decks.
pub struct TtsTable<'a> {
    ir: &'a Ir,
    /// The objects placed so far, in the simulator's JSON.
    pub objects: Vec<Value>,
    /// Half the depth of the row of boards and pages in the middle of the table, in units; 0 if there are
    /// none.
    pub half: f64,
    /// The right edge of that row, in units.
    pub right: f64,
    /// The middle of its boards, or of the row if there are none.
    pub middle: f64,
    /// Position of the next row behind all others, in units.
    pub behind: f64,
    /// Positions of the cells of boards, to the right and away from the first player, by their indices in
    /// `Ir::cells`.
    pub cells: BTreeMap<CellId, (f64, f64)>,
    /// The pieces that stand on a board.
    stood: Vec<StandingPiece>,
}

/// A tile: its pictures and its look.
struct Tile<'a> {
    id: String,
    title: &'a str,
    size: Size,
    shape: CutShape,
    front: String,
    back: String,
    /// The URL of its mesh, if it is a figure that stands.
    mesh: Option<String>,
    locked: bool,
}

/// Boards side by side, in as many rows as fit the table, from the far edge to the near one. Lengths are
/// units.
struct BoardRows {
    /// The middle of each board: to the right from the left edge, and away from the first player.
    middles: Vec<(f64, f64)>,
    width: f64,
    depth: f64,
}

impl BoardRows {
    fn of(boards: &[Size]) -> BoardRows {
        let mut rows: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
        let width_of = |row: &[(f64, f64)]| row.iter().map(|(width, _)| width + APART).sum::<f64>() - APART;
        let depth_of = |row: &[(f64, f64)]| row.iter().map(|(_, depth)| *depth).fold(0.0, f64::max);
        for size in boards {
            let board = (units(size.width), units(size.height));
            match rows.last_mut() {
                Some(row) if row.is_empty() || width_of(row) + APART + board.0 <= ROW => row.push(board),
                _ => rows.push(vec![board]),
            }
        }
        let width = rows.iter().map(|row| width_of(row)).fold(0.0, f64::max);
        let depth = rows.iter().map(|row| depth_of(row) + APART).sum::<f64>() - APART;
        let (mut middles, mut far) = (Vec::new(), depth / 2.0);
        for row in &rows {
            let mut x = 0.0;
            for (width, _) in row {
                middles.push((x + width / 2.0, far - depth_of(row) / 2.0));
                x += width + APART;
            }
            far -= depth_of(row) + APART;
        }
        BoardRows { middles, width, depth }
    }
}

impl<'a> TtsTable<'a> {
    /// Draws the pictures of everything but cards, and lays it out. `decks` is the depth of the row of decks,
    /// in units.
    pub fn lay_out_objects(
        job: &'a ExportJob,
        batches: &'a [Batch],
        decks: f64,
        guids: &mut Guids,
        to: &mut dyn Receiver,
        out: &mut ExportResult,
    ) -> Result<TtsTable<'a>, ExportStop> {
        let ir = job.press.ir;
        let mut table = TtsTable {
            ir,
            objects: Vec::new(),
            half: 0.0,
            right: 0.0,
            middle: 0.0,
            behind: 0.0,
            cells: BTreeMap::new(),
            stood: Vec::new(),
        };
        let plans = board_plans(ir);
        let mut pictures: BTreeMap<String, String> = BTreeMap::new();
        let others: Vec<&Batch> = batches.iter().filter(|batch| is_other(batch)).collect();
        for batch in &others {
            for (file, url) in draw_faces(job, batch, to, out)? {
                pictures.insert(file, url);
            }
        }
        // Boards lie in the middle, each with its pieces.
        let boards: Vec<(&Batch, &BoardPlan)> = others
            .iter()
            .filter_map(|batch| Some((*batch, plans.iter().find(|plan| plan.sheet == batch.sheet)?)))
            .collect();
        let sizes: Vec<Size> = boards.iter().map(|(batch, _)| batch.size).collect();
        let rows = BoardRows::of(&sizes);
        for ((batch, plan), (middle, across)) in boards.into_iter().zip(&rows.middles) {
            table.lay_board(job, (batch, plan), (*middle, *across), &pictures, guids);
        }
        table.half = rows.depth / 2.0;
        let beside = if rows.width > 0.0 { rows.width + APART } else { 0.0 };
        table.right = table.pages(&others, &pictures, beside, guids) - APART;
        table.middle = (if rows.width > 0.0 { rows.width } else { table.right }) / 2.0;
        table.behind = table.pieces(decks, &pictures, guids);
        for (n, die) in ir.dice.iter().enumerate() {
            let at = (n as f64 * 1.5 + 0.5, SURFACE + 0.6, table.behind + 0.5);
            table.objects.extend(die_object(ir, die, at, guids));
        }
        if !ir.dice.is_empty() {
            table.behind += 1.0 + APART;
        }
        Ok(table)
    }

    /// Lays a board with its middle at a place, and on it the pieces that stand there.
    fn lay_board(
        &mut self,
        job: &ExportJob,
        (batch, plan): (&Batch, &BoardPlan),
        (middle, across): (f64, f64),
        pictures: &BTreeMap<String, String>,
        guids: &mut Guids,
    ) {
        let ir = self.ir;
        let face = &batch.faces[0];
        let front = pictures.get(&face.file).cloned().unwrap_or_default();
        let (width, height) = (units(batch.size.width), units(batch.size.height));
        let tile = Tile {
            id: format!("board/{}", batch.sheet),
            title: &face.title,
            size: batch.size,
            shape: CutShape::Rectangle,
            back: front.clone(),
            front,
            mesh: None,
            locked: true,
        };
        let mut object = tile.object(1, (middle, SURFACE, across), guids);
        let first = ir.boards.get(plan.board.index()).map_or(CellId(0), |board| board.first);
        let places = plan.cells.iter().map(|[left, top, w, h]| {
            ((left + w / 2.0) / plan.size.width - 0.5, 0.5 - (top + h / 2.0) / plan.size.height)
        });
        let places: Vec<(f64, f64)> = places.collect();
        // A tile is turned to face the player, so its own axes point the other way.
        let snap = places.iter().map(
            |(u, v)| json!({ "Position": { "x": round(-u * TILE), "y": THICKNESS, "z": round(-v * TILE) } }),
        );
        object["AttachedSnapPoints"] = snap.collect();
        self.objects.push(object);
        let cells = places
            .iter()
            .enumerate()
            .map(|(i, (u, v))| (first.offset(i), (middle + u * width, across + v * height)));
        self.cells.extend(cells);
        for standing in &job.options.setting.standing {
            let inside = standing.cell.after(first).is_some_and(|cell| cell < places.len());
            let (true, Some((x, z))) = (inside, self.cells.get(&standing.cell)) else { continue };
            let Some(piece) = ir.print.pieces.get(standing.piece) else { continue };
            let id = format!("piece/{}/{}", piece.id, ir.cells[standing.cell].id);
            if let Some(tile) = tile_of(piece, standing.player, id, pictures) {
                self.objects.push(tile.object(1, (*x, SURFACE + 0.3, *z), guids));
                self.stood.push(*standing);
            }
        }
    }

    /// Lays pieces that stand on no board in a row behind boards and pages, or else behind the decks. Returns
    /// where the next row begins.
    fn pieces(&mut self, decks: f64, pictures: &BTreeMap<String, String>, guids: &mut Guids) -> f64 {
        let players = self.ir.game.players.1.max(1);
        let deepest = self.ir.print.pieces.iter().map(depth_of).fold(0.0, f64::max);
        let front = APART + if self.half > 0.0 { self.half } else { decks / 2.0 };
        let (mut x, mut laid) = (0.0, false);
        for (number, piece) in self.ir.print.pieces.iter().enumerate() {
            let of_whom: Vec<Option<SeatNumber>> =
                if piece.per_player { SeatNumber::all(players).map(Some).collect() } else { vec![None] };
            for player in of_whom {
                let stands = |s: &&StandingPiece| s.piece == number && s.player == player;
                let standing = self.stood.iter().filter(stands).count() as u32;
                let left = piece.count.saturating_sub(standing);
                let whose = player.map(|p| format!("/{p}")).unwrap_or_default();
                let id = format!("pieces/{}{whose}", piece.id);
                let Some(tile) = tile_of(piece, player, id, pictures).filter(|_| left > 0) else { continue };
                let width = units(piece.size);
                // Standees do not stack.
                let (stacks, each) = if tile.mesh.is_some() { (left, 1) } else { (1, left) };
                for _ in 0..stacks {
                    let at = (x + width / 2.0, SURFACE + 0.3, front + deepest / 2.0);
                    self.objects.push(tile.object(each, at, guids));
                    x += width + APART / 2.0;
                }
                laid = true;
            }
        }
        if laid { front + deepest + APART } else { front }
    }

    /// Lays pages to the right of the boards. Returns where the next one would lie.
    fn pages(
        &mut self,
        others: &[&Batch],
        pictures: &BTreeMap<String, String>,
        right: f64,
        guids: &mut Guids,
    ) -> f64 {
        let mut x = right;
        for batch in others.iter().filter(|b| b.sheet != PIECES) {
            for face in batch.faces.iter().filter(|f| !f.file.ends_with("-back")) {
                let Some(front) = pictures.get(&face.file).filter(|_| !self.is_board(batch)) else {
                    continue;
                };
                let back = pictures.get(&format!("{}-back", face.file)).unwrap_or(front).clone();
                let ExportSubject::Other(copies) = face.of else { continue };
                let (size, shape) = (batch.size, batch.shape);
                let id = format!("page/{}", face.file);
                let tile = Tile {
                    id,
                    title: &face.title,
                    size,
                    shape,
                    front: front.clone(),
                    back,
                    mesh: None,
                    locked: false,
                };
                let (width, height) = (units(size.width), units(size.height));
                self.objects.push(tile.object(copies, (x + width / 2.0, SURFACE + 0.3, 0.0), guids));
                x += width + APART;
                self.half = self.half.max(height / 2.0);
            }
        }
        x
    }

    fn is_board(&self, batch: &Batch) -> bool {
        board_plans(self.ir).iter().any(|plan| plan.sheet == batch.sheet)
    }
}

/// Returns whether a batch is of boards, pieces or pages.
pub fn is_other(batch: &Batch) -> bool {
    batch.faces.iter().all(|face| matches!(face.of, ExportSubject::Other(_)))
}

/// Draws all faces of a batch. Returns the address of each picture by the file of its face, and that of a
/// standee's mesh.
fn draw_faces(
    job: &ExportJob,
    batch: &Batch,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<Vec<(String, String)>, ExportStop> {
    let standee = job.press.ir.print.pieces.iter().find(|piece| {
        let own = format!("{}/{}", PIECES, stem_of(&piece.id));
        let is_own =
            |file: &str| file.strip_prefix(&own).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        piece.form == PieceForm::Standee && batch.faces.iter().any(|face| is_own(&face.file))
    });
    // A standee shows only the side that is read from the front.
    let part = match standee {
        Some(piece) => (pieces::upright(piece), pieces::panel(piece)),
        None => (0.0, batch.size.height),
    };
    let mut files = draw_part(job, batch, part, to, out)?;
    if let Some(piece) = standee {
        let name = format!("{}-{}.obj", PIECES, piece.id);
        to.file(&format!("tts/{name}"), mesh(units(piece.size), units(pieces::panel(piece))).as_bytes())?;
        files.push((mesh_of(piece), address(url_of(job), &name)));
    }
    Ok(files)
}

/// Returns the prefix of the addresses of pictures.
pub fn url_of<'j>(job: &'j ExportJob) -> &'j str {
    job.options.url.as_deref().unwrap_or_default()
}

/// Draws a part of all faces of a batch, given by its top and its height in millimetres. Returns the address
/// of each picture by the file of its face.
pub fn draw_part(
    job: &ExportJob,
    batch: &Batch,
    (top, height): (f64, f64),
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<Vec<(String, String)>, ExportStop> {
    let (w, h) = (batch.size.width, height);
    let scale = SHARP.min(MOST / w).min(MOST / h);
    let (across, down) = ((w * scale).floor().max(1.0), (h * scale).floor().max(1.0));
    let (x, y) = (across / w, down / h);
    let matrix = Matrix([x as f32, 0.0, 0.0, y as f32, 0.0, (-top * y) as f32]);
    let view = RasterView { width: across as u32, height: down as u32, matrix };
    let mut files = Vec::new();
    let well = batch.make(job.press, batch.bleed, batch.safe, &mut out.found, |made, first, found| {
        for (i, picture) in painted(job, batch, made, view, found)?.iter().enumerate() {
            let file = &batch.faces[first + i].file;
            let name = format!("{}.png", file.replace('/', "-"));
            to.file(&format!("tts/{name}"), &png(picture, batch.shape, SHARP * 25.4)?)?;
            files.push((file.clone(), address(url_of(job), &name)));
        }
        to.faces_drawn(made.faces.len());
        Ok::<(), ExportStop>(())
    })?;
    if well { Ok(files) } else { Err(ExportStop::Recorded) }
}

/// Returns the depth of a piece that lies on the table, in units.
fn depth_of(piece: &PieceInfo) -> f64 {
    units(height_of(piece))
}

/// Returns the height of a piece's face, in millimetres.
fn height_of(piece: &PieceInfo) -> f64 {
    if piece.form == PieceForm::Standee { pieces::panel(piece) } else { piece.size }
}

/// Returns the key of a standee's mesh among the pictures.
fn mesh_of(piece: &PieceInfo) -> String {
    format!("{}/{}.obj", PIECES, piece.id)
}

/// Returns the tile of a piece.
fn tile_of<'p>(
    piece: &'p PieceInfo,
    player: Option<SeatNumber>,
    id: String,
    pictures: &BTreeMap<String, String>,
) -> Option<Tile<'p>> {
    let whose = player.map(|p| format!("-{p}")).unwrap_or_default();
    let file = format!("{}/{}{whose}", PIECES, stem_of(&piece.id));
    let front = pictures.get(&file)?.clone();
    let back = pictures.get(&format!("{file}-back")).unwrap_or(&front).clone();
    let shape = pieces::shape_of(piece);
    let size = Size { width: piece.size, height: height_of(piece) };
    let mesh = pictures.get(&mesh_of(piece)).cloned();
    Some(Tile { id, title: &piece.name, size, shape, front, back, mesh, locked: false })
}

impl Tile<'_> {
    /// Returns the object, or a stack of `count`.
    fn object(&self, count: u32, (x, y, z): (f64, f64, f64), guids: &mut Guids) -> Value {
        if let Some(mesh) = &self.mesh {
            return figure(&guids.of(&self.id), self.title, mesh, &self.front, (x, y, z));
        }
        let name = if count > 1 { "Custom_Tile_Stack" } else { "Custom_Tile" };
        let mut object = thing(name, &guids.of(&self.id), self.title, (x, y, z));
        // The picture covers the tile, which is as wide and as deep as its scale says.
        object["Transform"]["scaleX"] = json!(round(units(self.size.width) / TILE));
        object["Transform"]["scaleZ"] = json!(round(units(self.size.height) / TILE));
        object["Locked"] = json!(self.locked);
        if count > 1 {
            object["Number"] = json!(count);
        }
        object["CustomImage"] = json!({
            "ImageURL": self.front,
            "ImageSecondaryURL": self.back,
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": if self.shape == CutShape::Round { 2 } else { 0 },
                "Thickness": THICKNESS,
                "Stackable": !self.locked,
                "Stretch": false,
            },
        });
        object
    }
}

/// Returns whether the simulator has a die with this number of faces.
pub fn has_die(die: &DieInfo) -> bool {
    [4, 6, 8, 10, 12, 20].contains(&die.faces.len())
}

/// Creates an object that stands: the addresses of its mesh and of its picture are given.
pub fn figure(guid: &str, title: &str, mesh: &str, picture: &str, at: (f64, f64, f64)) -> Value {
    let mut object = thing("Custom_Model", guid, title, at);
    object["CustomMesh"] = json!({
        "MeshURL": mesh,
        "DiffuseURL": picture,
        "NormalURL": "",
        "ColliderURL": "",
        "Convex": true,
        "MaterialIndex": CARDBOARD,
        "TypeIndex": FIGURINE,
        "CastShadows": true,
    });
    object
}

/// Returns one of the game's own dice, with the value of each face; `None` if the simulator has no die of so
/// many faces.
fn die_object(ir: &Ir, die: &DieInfo, at: (f64, f64, f64), guids: &mut Guids) -> Option<Value> {
    let faces = die.faces.len();
    let name = has_die(die).then(|| format!("Die_{faces}"))?;
    let mut object = thing(&name, &guids.of(&format!("die/{}", die.id)), &ir.print.label(&die.id), at);
    let value = |face: i64| match die.ty {
        ValueType::Enum(e) => {
            ir.enums.find(e).and_then(|e| e.printed.get(face as usize)).map_or(Value::Null, |v| json!(v))
        }
        _ => json!(face),
    };
    if faces == SIX.len() {
        let values = die.faces.iter().zip(SIX).map(
            |(face, (x, y, z))| json!({ "Value": value(*face), "Rotation": { "x": x, "y": y, "z": z } }),
        );
        object["RotationValues"] = values.collect();
    }
    Some(object)
}

/// Creates an object that lies on the table.
pub fn thing(name: &str, guid: &str, nickname: &str, (x, y, z): (f64, f64, f64)) -> Value {
    json!({
        "GUID": guid,
        "Name": name,
        "Transform": {
            "posX": round(x), "posY": round(y), "posZ": round(z), "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0,
            "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
        },
        "Nickname": nickname,
        "Description": "",
        "ColorDiffuse": { "r": 1.0, "g": 1.0, "b": 1.0 },
        "Locked": false,
        "Grid": false,
        "Snap": true,
        "Autoraise": true,
        "Sticky": true,
        "Tooltip": true,
        "Hands": false,
    })
}
