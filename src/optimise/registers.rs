//! The registers that an instruction reads and writes, as mutable references, so that passes can rename them.

use crate::ir::{Ir, Op, Reg};

/// A range of registers: the first, and the number.
pub(super) type Window = (Reg, usize);

/// The registers of an instruction that can be renamed one by one.
#[derive(Default)]
pub(super) struct Operands<'o> {
    /// The register of the result, and its number of words.
    pub result: Option<(&'o mut Reg, usize)>,
    /// The registers that are read, except the result of an in-place change.
    pub read: [Option<(&'o mut Reg, usize)>; 2],
    /// True if the result is the old value, changed.
    pub in_place: bool,
}

impl Operands<'_> {
    /// Returns the registers of the result.
    pub fn result(&self) -> Option<Window> {
        self.result.as_ref().map(|(r, n)| (**r, *n))
    }

    /// Returns the registers that are read, except the result of an in-place change.
    pub fn read(&self) -> impl Iterator<Item = Window> {
        self.read.iter().flatten().map(|(r, n)| (**r, *n))
    }
}

/// Returns the operands of an instruction; `None` if its registers cannot be renamed.
pub(super) fn operands<'o>(ir: &Ir, op: &'o mut Op) -> Option<Operands<'o>> {
    let gives = |d, n: usize| Operands { result: Some((d, n)), ..Operands::default() };
    let from = |d, n: usize, a, m: usize| Operands { read: [Some((a, m)), None], ..gives(d, n) };
    let both = |d, n: usize, a, m: usize, b, o: usize| Operands {
        read: [Some((a, m)), Some((b, o))],
        ..gives(d, n)
    };
    let reads = |a, m: usize| Operands { read: [Some((a, m)), None], ..Operands::default() };
    let reads_both =
        |a, m: usize, b, o: usize| Operands { read: [Some((a, m)), Some((b, o))], ..Operands::default() };
    Some(match op {
        Op::Int { d, .. } | Op::Word { d, .. } | Op::Players { d } | Op::PlayerCount { d } => gives(d, 1),
        Op::Load { d, .. } | Op::Playing { d } | Op::NotLost { d } => gives(d, 1),
        Op::Words { n, d, .. } | Op::Zero { n, d } | Op::LoadSet { n, d, .. } => gives(d, usize::from(*n)),
        Op::Move { n, d, a } => from(d, usize::from(*n), a, usize::from(*n)),
        Op::Add { d, a, b }
        | Op::Sub { d, a, b }
        | Op::Mul { d, a, b }
        | Op::Div { d, a, b }
        | Op::Rem { d, a, b }
        | Op::Min { d, a, b }
        | Op::Max { d, a, b }
        | Op::Eq { d, a, b }
        | Op::Ne { d, a, b }
        | Op::Lt { d, a, b }
        | Op::Le { d, a, b }
        | Op::Range { d, a, b }
        | Op::SeatsOn { d, a, b } => both(d, 1, a, 1, b, 1),
        Op::AddI { d, a, .. }
        | Op::MulI { d, a, .. }
        | Op::EqI { d, a, .. }
        | Op::Neg { d, a }
        | Op::Abs { d, a }
        | Op::Not { d, a }
        | Op::IsSome { d, a }
        | Op::NextPlayer { d, a }
        | Op::Seat { d, a } => from(d, 1, a, 1),
        Op::And { n, d, a, b }
        | Op::Or { n, d, a, b }
        | Op::Minus { n, d, a, b }
        | Op::Reach { n, d, a, b } => {
            let n = usize::from(*n);
            both(d, n, a, n, b, n)
        }
        Op::AddEach { n, d, a, b }
        | Op::SubEach { n, d, a, b }
        | Op::MinEach { n, d, a, b }
        | Op::MaxEach { n, d, a, b } => {
            let n = usize::from(*n);
            both(d, n, a, n, b, n)
        }
        Op::EachLe { n, d, a, b } => both(d, 1, a, usize::from(*n), b, usize::from(*n)),
        Op::Total { n, d, a } => from(d, 1, a, usize::from(*n)),
        Op::AttrRow { n, d, at, .. } => from(d, usize::from(*n), at, 2),
        Op::AndPool { n, d, .. }
        | Op::MinusPool { n, d, .. }
        | Op::AndState { n, d, .. }
        | Op::MinusState { n, d, .. }
        | Op::OrState { n, d, .. } => Operands { in_place: true, ..gives(d, usize::from(*n)) },
        Op::Insert { n, d, a } | Op::Remove { n, d, a } => {
            Operands { in_place: true, ..from(d, usize::from(*n), a, 1) }
        }
        Op::Count { n, d, a } | Op::Any { n, d, a } | Op::First { n, d, a } | Op::Only { n, d, a } => {
            from(d, 1, a, usize::from(*n))
        }
        Op::SetEq { n, d, a, b } => both(d, 1, a, usize::from(*n), b, usize::from(*n)),
        Op::Has { n, d, a, b } => both(d, 1, a, usize::from(*n), b, 1),
        Op::Single { n, d, a } | Op::IndexOf { n, d, a, .. } => from(d, usize::from(*n), a, 1),
        Op::Get { d, i, .. } | Op::Attr { d, i, .. } => from(d, 1, i, 1),
        Op::GetSet { n, d, i, .. } | Op::AttrSet { n, d, i, .. } | Op::Row { n, d, i, .. } => {
            from(d, usize::from(*n), i, 1)
        }
        Op::CellsOf { n, d, a } => from(d, usize::from(*n), a, ir.component_words()),
        Op::ValuesOf { n, d, a, .. } => from(d, 1, a, usize::from(*n)),
        Op::OnCells { n, d, a, .. } => from(d, usize::from(*n), a, usize::from(ir.geometry.words)),
        Op::InPlaces { n, d, at, .. } => from(d, usize::from(*n), at, 2),
        Op::ZoneOf { d, p, .. } => from(d, 1, p, 1),
        Op::ZoneSet { n, d, z } => from(d, usize::from(*n), z, 1),
        Op::PlayerZone { n, d, p, .. } => from(d, usize::from(*n), p, 1),
        Op::Place { d, c } | Op::Holder { d, c } | Op::CellOf { d, c } | Op::Bearer { d, c } => {
            from(d, 1, c, 1)
        }
        Op::ZoneOwner { d, z } | Op::Top { d, z } | Op::Bottom { d, z } => from(d, 1, z, 1),
        Op::StepSet { n, d, a, dir: b } | Op::Steps { n, d, a, dirs: b } => {
            both(d, usize::from(*n), a, usize::from(*n), b, 1)
        }
        Op::Spread { n, d, a, .. } | Op::Lined { n, d, a } => from(d, usize::from(*n), a, usize::from(*n)),
        Op::InARow { n, d, a, len } => both(d, 1, a, usize::from(*n), len, 1),
        Op::Lane { n, d, a, i } => both(d, 1, a, usize::from(*n), i, 1),
        Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } | Op::JumpNone { a, .. } => reads(a, 1),
        Op::JumpEmpty { n, a, .. } | Op::OptSet { n, a } => reads(a, usize::from(*n)),
        Op::Ret { n, a } if *n > 0 => reads(a, usize::from(*n)),
        Op::Outside { r, a } => reads(a, ir.value_words(&ir.ranges.find(*r)?.ty)),
        Op::Put { i, a, .. } | Op::PutRanged { i, a, .. } => reads_both(i, 1, a, 1),
        Op::PutSet { n, i, a, .. } => reads_both(i, 1, a, usize::from(*n)),
        Op::MoveTo { c, z, .. } => reads_both(c, 1, z, 1),
        Op::OptAct { n, action, fixed, a } => {
            let params = ir.action(*action)?.params.len().saturating_sub(1);
            match params {
                0 => reads(a, usize::from(*n)),
                _ => reads_both(fixed, params, a, usize::from(*n)),
            }
        }
        _ => return None,
    })
}

/// Returns whether two ranges overlap.
pub(super) fn meet(a: Window, b: Window) -> bool {
    a.0.index() < b.0.index() + b.1 && b.0.index() < a.0.index() + a.1
}
