//! Packs pieces of several sizes onto sheets, in rows that straight cuts from edge to edge take apart.

use crate::print::draw::units::{Rect, Size};
use crate::print::sheets::bleed::CutShape;

/// Lengths that differ by less than this are equal, in millimetres.
const EVEN: f64 = 0.001;

/// The size and the shape of a piece.
#[derive(Clone, Copy, Debug)]
pub struct PieceSize {
    pub size: Size,
    pub shape: CutShape,
}

impl PieceSize {
    fn is_same(self, other: PieceSize) -> bool {
        let is_even = |a: f64, b: f64| (a - b).abs() < EVEN;
        let is_round = |shape| matches!(shape, CutShape::Round);
        is_even(self.size.width, other.size.width)
            && is_even(self.size.height, other.size.height)
            && is_round(self.shape) == is_round(other.shape)
    }
}

/// A sheet of pieces: which, and where.
pub type PackedSheet = Vec<(usize, f64, f64)>;

/// Packs pieces onto sheets in their order, which is that of their height: in rows, with smaller ones in the
/// room that is left beside a row. `apart`: the gap between two pieces, in millimetres. Each sheet's block
/// stands in the middle of the area.
pub fn packed(area: Rect, apart: f64, pieces: &[PieceSize]) -> Vec<PackedSheet> {
    let mut sheets = Vec::new();
    let mut packer = Packer { pieces, apart, next: 0, sheet: Vec::new() };
    while packer.next < pieces.len() {
        let before = packer.next;
        packer.fill(Rect { x: 0.0, y: 0.0, ..area }, true);
        // A piece that is larger than the area was reported before.
        if packer.next == before {
            break;
        }
        let mut sheet = std::mem::take(&mut packer.sheet);
        let far = |of: &dyn Fn(&(usize, f64, f64)) -> f64| sheet.iter().map(of).fold(0.0, f64::max);
        let right = far(&|(which, x, _)| x + pieces[*which].size.width);
        let bottom = far(&|(which, _, y)| y + pieces[*which].size.height);
        for (_, x, y) in &mut sheet {
            *x += area.x + (area.width - right) / 2.0;
            *y += area.y + (area.height - bottom) / 2.0;
        }
        sheets.push(sheet);
    }
    sheets
}

struct Packer<'a> {
    pieces: &'a [PieceSize],
    apart: f64,
    /// The first piece that is not placed yet.
    next: usize,
    sheet: PackedSheet,
}

impl Packer<'_> {
    /// Returns how many pieces of a size fit a length.
    fn fitting(&self, length: f64, one: f64) -> usize {
        ((length + self.apart + EVEN) / (one + self.apart)).floor().max(0.0) as usize
    }

    /// Fills a part of a sheet with rows, from the next piece on. Beside other rows, rectangles are placed
    /// only if all of their size fit, since they are cut in columns.
    fn fill(&mut self, mut room: Rect, is_whole: bool) {
        while let Some(piece) = self.pieces.get(self.next).copied() {
            let Size { width, height } = piece.size;
            let run = self.pieces[self.next..].iter().take_while(|other| other.is_same(piece)).count();
            let (columns, rows) = (self.fitting(room.width, width), self.fitting(room.height, height));
            let is_cut = !matches!(piece.shape, CutShape::Round);
            if columns * rows == 0 || is_cut && !is_whole && columns * rows < run {
                return;
            }
            let count = run.min(columns);
            for column in 0..count {
                let x = room.x + column as f64 * (width + self.apart);
                self.sheet.push((self.next, x, room.y));
                self.next += 1;
            }
            let used = count as f64 * (width + self.apart);
            if count == run {
                let beside = Rect { x: room.x + used, width: room.width - used, height, ..room };
                self.fill(beside, false);
            }
            room.y += height + self.apart;
            room.height -= height + self.apart;
        }
    }
}
