//! Checks of instructions that evaluate a whole set at once.

use super::checker::Checker;
use crate::ir::code::Op;
use crate::ir::ids::AttributeId;

impl Checker<'_> {
    /// The attribute must consist of rows of `n` words.
    fn rows(&mut self, f: AttributeId, n: u8) -> &mut Self {
        let fits = |words: u16| n > 0 && words > 0 && words.is_multiple_of(u16::from(n));
        let fits = self.ir.attributes.find(f).is_some_and(|a| fits(a.words));
        self.require(fits)
    }

    /// Checks a bulk instruction; rejects any other.
    pub(super) fn bulk(&mut self, op: Op) -> &mut Self {
        match op {
            Op::EachLe { n, d, a, b } => {
                self.set(n).writes(d, 1).reads(a, usize::from(n)).reads(b, usize::from(n))
            }
            Op::Total { n, d, a } => self.set(n).writes(d, 1).reads(a, usize::from(n)),
            Op::AddEach { n, d, a, b }
            | Op::SubEach { n, d, a, b }
            | Op::MinEach { n, d, a, b }
            | Op::MaxEach { n, d, a, b } => {
                self.set(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(b, usize::from(n))
            }
            Op::AttrRow { n, d, f, at } => self.set(n).writes(d, usize::from(n)).reads(at, 2).rows(f, n),
            Op::KeepLess { n, d, f, a }
            | Op::KeepUpTo { n, d, f, a }
            | Op::KeepMore { n, d, f, a }
            | Op::KeepFrom { n, d, f, a }
            | Op::KeepIs { n, d, f, a }
            | Op::KeepNot { n, d, f, a } => self
                .set(n)
                .reads(d, usize::from(n))
                .writes(d, usize::from(n))
                .reads(a, 1)
                .field(f, |f| f.words == 1),
            Op::ValuesOf { n, d, f, a } => {
                self.set(n).writes(d, 1).reads(a, usize::from(n)).field(f, |f| f.words == 1)
            }
            Op::CellsOf { n, d, a } => {
                let words = self.ir.component_words();
                self.cells(n).writes(d, usize::from(n)).reads(a, words)
            }
            Op::KeepOn { n, d, a } => {
                let words = self.ir.component_words();
                self.cells(n).reads(d, words).writes(d, words).reads(a, usize::from(n))
            }
            Op::KeepInPlay { n, d, .. } => {
                self.components(n).reads(d, usize::from(n)).writes(d, usize::from(n))
            }
            Op::OnCells { n, d, zone, a } => {
                let cells = usize::from(self.ir.geometry.words);
                self.require(cells <= 8)
                    .components(n)
                    .writes(d, usize::from(n))
                    .reads(a, cells)
                    .declared_zone(zone)
            }
            Op::InPlaces { n, d, zone, at } => {
                self.components(n).writes(d, usize::from(n)).reads(at, 2).declared_zone(zone)
            }
            _ => self.require(false),
        }
    }
}
