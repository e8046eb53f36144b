//! Checks an IR, so that the dispatch loop may rely on its invariants: every register lies in its frame,
//! every jump in its function, every index in its table, every address in the state.
//!
//! The compiler's output passes by construction. Damaged bytes do not, and are rejected here instead of
//! failing in play.

mod bulk;
mod accessed_registers;

use super::print::SubjectInfo;
use super::{
    ActionId, AmountDomain, AttributeId, ChoiceId, FieldId, FunctionId, HintId, HistoryInfo, Ir, Layout, Op,
    Owner, Reg, SelectionInfo, SidesInfo, SlotInfo, ValueType, ZoneId, ZoneKey, ZoneOwner, ZonePlaceId,
};
use crate::ir::ToIndex;
pub(crate) use accessed_registers::{AccessedRegisters, touched, touched_by};

/// The most parameters that an action can have.
pub const MAX_PARAMS: usize = 7;

/// A violated invariant of an IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the compiled rules do not hold together: {what}{}", .at.map_or(String::new(), |pc| format!(" (instruction {pc})")))]
pub struct VerifyError {
    /// The invalid item.
    pub what: String,
    /// The invalid instruction, if it is one.
    pub at: Option<u32>,
}

pub(super) type VerifyResult = Result<(), VerifyError>;

pub(super) fn check(holds: bool, what: impl FnOnce() -> String) -> VerifyResult {
    if holds { Ok(()) } else { Err(VerifyError { what: what(), at: None }) }
}

/// Checks a whole IR.
pub fn verify(ir: &Ir) -> VerifyResult {
    tables(ir)?;
    super::verify_boards::boards(ir)?;
    print(ir)?;
    layout(ir)?;
    references(ir)?;
    functions(ir)
}

/// Checks the indices of the print data.
fn print(ir: &Ir) -> VerifyResult {
    for sheet in &ir.print.sheets {
        let subject = match sheet.subject {
            SubjectInfo::Components(kind) => ir.kinds.has(kind),
            SubjectInfo::Board(board) => ir.boards.has(board),
            SubjectInfo::Page(..) => sheet.face.is_some(),
        };
        check(subject && ir.places.has(sheet.place), || format!("sheet `{}`", sheet.id))?;
    }
    for piece in &ir.print.pieces {
        check(ir.places.has(piece.place), || format!("piece `{}`", piece.id))?;
    }
    for asset in &ir.print.assets {
        check(asset.file.is_none_or(|f| ir.files.has(f)), || format!("file `{}`", asset.path))?;
    }
    Ok(())
}

/// Checks the tables that other parts of the IR index.
fn tables(ir: &Ir) -> VerifyResult {
    let components = ir.components.len();
    check(components <= 64 * 255, || "too many components".into())?;
    let (fewest, most) = ir.game.players;
    check(fewest <= most && u16::from(most) <= ir.layout.max_players && ir.layout.max_players <= 64, || {
        "the number of players".into()
    })?;
    let within = |first: u32, count: u32| first.index().saturating_add(count.index()) <= components;
    for (i, kind) in ir.kinds.iter().enumerate() {
        let base = kind.base.is_none_or(|b| b.index() < i);
        check(base && within(kind.first.0, kind.count), || format!("kind `{}`", kind.id))?;
    }
    for name in &ir.names {
        let kind = ir.kinds.has(name.kind);
        check(kind && within(name.first.0, name.copies), || format!("name `{}`", name.id))?;
    }
    for component in &ir.components {
        check(ir.names.has(component.name), || format!("component `{}`", component.id))?;
    }
    check(ir.dice.iter().all(|die| die.is_sound(ir)), || "the dice".into())?;
    for zone in &ir.zones {
        let per = &zone.per;
        let things = match per.thing {
            ZoneOwner::Table => per.things == 1,
            ZoneOwner::Player => per.things == u32::from(ir.layout.max_players),
            ZoneOwner::Cell(first) => first.index().saturating_add(per.things.index()) <= ir.cells.len(),
            ZoneOwner::Component(first) => within(first.0, per.things),
        };
        let values = match per.key {
            None => per.values == 1,
            Some(ZoneKey::Enum(e)) => ir.enums.find(e).is_some_and(|e| e.values.len() == per.values.index()),
            Some(ZoneKey::Name) => per.values.index() == ir.names.len(),
            Some(ZoneKey::Int(_)) => true,
        };
        let room = u64::from(per.things) * u64::from(per.values);
        let fits =
            things && values && u64::from(zone.first.0).saturating_add(room) <= ir.layout.zones.len() as u64;
        check(fits && zone.holds.is_none_or(|k| ir.kinds.has(k)), || format!("zone `{}`", zone.id))?;
    }
    for a in &ir.attributes {
        let end = a.base.index() + ir.owners(a.owner) * usize::from(a.words);
        check(a.words > 0 && end <= ir.pool.len() && value_type(ir, &a.ty), || {
            format!("attribute `{}`", a.id)
        })?;
    }
    for slot in &ir.slots {
        let known = |f: &FunctionId| {
            *f == SlotInfo::EMPTY
                || ir.functions.find(*f).is_some_and(|f| f.result_words == slot.result_words)
        };
        check(slot.rules.len() == components && slot.rules.iter().all(known), || {
            format!("slot `{}`", slot.id)
        })?;
    }
    check(ir.readings.iter().all(|reading| reading.holds_together(ir)), || "a reading".into())?;
    check(ir.setups.iter().all(|setup| setup.holds_together(ir)), || "a setup".into())?;
    for option in &ir.options {
        check(value_type(ir, &option.ty), || format!("option `{}`", option.id))?;
    }
    for action in &ir.actions {
        let fits =
            action.params.len() <= MAX_PARAMS && action.params.iter().all(|(_, ty)| value_type(ir, ty));
        check(fits, || format!("action `{}`", action.id))?;
    }
    for choice in &ir.choices {
        let known = choice.actions.iter().all(|a| ir.action(*a).is_some());
        let arms = choice.decline.is_none_or(|a| a.index() < choice.arms.len());
        let element = choice.element.as_ref().is_none_or(|ty| value_type(ir, ty));
        let holes = choice.holes.iter().all(|hole| value_type(ir, &hole.ty));
        check(known && arms && element && holes, || format!("choice point `{}`", choice.variable))?;
    }
    for log in &ir.logs {
        check(log.values.iter().all(|(_, ty)| value_type(ir, ty)), || {
            format!("log line `{}`", log.template)
        })?;
    }
    check(ir.origins.len() == ir.code.len(), || "an origin for each instruction".into())
}

fn value_type(ir: &Ir, ty: &ValueType) -> bool {
    match ty {
        ValueType::Enum(e) => ir.enums.has(*e),
        ValueType::Set(of) | ValueType::Optional(of) => value_type(ir, of),
        ValueType::Amount(pers) => (1..=AmountDomain::MOST).contains(&ir.lanes(pers)),
        _ => true,
    }
}

/// Checks the layout of the state: everything lies between the options and the stack.
fn layout(ir: &Ir) -> VerifyResult {
    let layout = &ir.layout;
    let stack = layout.stack.index();
    let first = Layout::OPTIONS + ir.options.len();
    check(stack >= first && stack <= Layout::FIXED_WORDS, || "the size of the state".into())?;
    let inside =
        |base: u32, words: usize| base.index() >= first && base.index().saturating_add(words) <= stack;
    let components = ir.components.len();
    check(components == 0 || inside(layout.place, components), || "where components are".into())?;
    for field in &layout.fields {
        let words = field.owners.index().saturating_mul(usize::from(field.words));
        let most = ir.owners(field.owner);
        let mut fits = field.words > 0
            && field.owners.index() == most
            && inside(field.base, words)
            && value_type(ir, &field.ty);
        if let Some(index) = field.index {
            let sets = index.values.index().saturating_add(usize::from(index.none));
            let words = sets.saturating_mul(usize::from(index.words));
            fits &= field.words == 1
                && inside(index.base, words)
                && field.owners.index() <= usize::from(index.words) * 64;
        }
        fits &=
            field.anew.as_ref().is_none_or(|anew| field.owner == Owner::Component && anew.fits(ir, words));
        let components = ValueType::Set(Box::new(ValueType::Component));
        fits &= !field.is_of_knowledge()
            || field.owner == Owner::Player
                && field.ty == components
                && usize::from(field.words) == ir.component_words();
        check(fits, || format!("field `{}`", field.id))?;
    }
    for (i, place) in layout.zones.iter().enumerate() {
        let info = ir.zones.find(place.zone);
        let room =
            info.and_then(|z| z.holds).and_then(|k| ir.kinds.find(k)).map_or(components, |k| k.count.index());
        let ordered = info.is_some_and(|z| z.ordered);
        let kept = match (place.set, place.order) {
            (0, order) => order.is_none() && (!ordered || layout.rank != 0),
            (set, order) => inside(set, ir.component_words()) && order.is_some() == ordered,
        };
        let fits = info.is_some_and(|z| z.places().contains(&i))
            && kept
            && place.owner.is_none_or(|p| u16::from(p) < layout.max_players)
            && place.order.is_none_or(|order| inside(order, room + 1));
        check(fits, || format!("zone {i}"))?;
    }
    let hints = ir.hints.len() <= HintId::MOST && ir.hints.iter().all(|hint| hint.holds_together(ir));
    check(hints, || "what hints are of".into())?;
    for history in &layout.histories {
        let fits = history.keep > 0
            && (1..=HistoryInfo::MOST_PARTS).contains(&usize::from(history.parts))
            && inside(history.base, history.words())
            && history.fields.iter().all(|f| layout.fields.has(*f))
            && history.zones.iter().all(|z| ir.zones.has(*z));
        check(fits, || format!("history `{}`", history.id))?;
    }
    check(layout.zones.len() <= usize::from(u16::MAX), || "too many zones".into())?;
    let shared = super::areas::shared(ir);
    check(shared.is_none(), || {
        format!("the words of `{}` are another thing's too", shared.unwrap_or_default())
    })
}

/// Checks the functions that are referenced from outside the code.
fn references(ir: &Ir) -> VerifyResult {
    let function = |id: FunctionId, params: u16, results: Option<u16>, what: &str| {
        let fits = ir
            .functions
            .get(id.index())
            .is_some_and(|f| f.param_words == params && results.is_none_or(|r| f.result_words == r));
        check(fits, || format!("the function of {what}"))
    };
    function(ir.lay, 0, None, "laying the table")?;
    for flow in ir.setup.iter().chain(&ir.play) {
        function(*flow, 0, None, "the flow")?;
    }
    for score in ir.score.iter().chain(&ir.ties) {
        function(*score, 1, Some(1), "scoring")?;
    }
    if let SidesInfo::By(side) = ir.sides {
        function(side, 1, Some(1), "sides")?;
    }
    super::bots::bots(ir).and_then(|()| super::zone::viewers(ir))?;
    for figure in &ir.figures {
        check(value_type(ir, &figure.ty), || format!("figure `{}`", figure.id))?;
        function(figure.function, u16::from(figure.per_player), None, "a figure")?;
    }
    for require in &ir.requires {
        function(require.function, 0, Some(1), "a requirement")?;
    }
    Ok(())
}

/// A function's range of instructions and the size of its frame.
struct FunctionExtent {
    start: u32,
    end: u32,
    frame: u16,
}

fn functions(ir: &Ir) -> VerifyResult {
    let mut stretches: Vec<FunctionExtent> = Vec::with_capacity(ir.functions.len());
    let mut order: Vec<usize> = (0..ir.functions.len()).collect();
    order.sort_by_key(|i| ir.functions[FunctionId::from_index(*i)].entry);
    for f in order.iter().map(|i| &ir.functions[FunctionId::from_index(*i)]) {
        let fits = f.entry.index() < ir.code.len()
            && usize::from(f.frame_words) <= Layout::FRAME_WORDS
            && f.frame_words > f.param_words
            && f.frame_words >= f.result_words;
        let words = |held: &super::ComponentRegisters| if held.set { ir.component_words() } else { 1 };
        let fits = fits
            && f.held.iter().all(|h| h.at > Reg(0) && h.at.index() + words(h) <= usize::from(f.frame_words));
        check(fits && f.result.as_ref().is_none_or(|ty| value_type(ir, ty)), || {
            format!("function `{}`", f.name)
        })?;
        match stretches.last_mut() {
            Some(last) if last.start == f.entry => {
                return check(false, || format!("function `{}` begins where another does", f.name));
            }
            Some(last) => last.end = f.entry,
            None => check(f.entry == 0, || "code before the first function".into())?,
        }
        stretches.push(FunctionExtent { start: f.entry, end: ir.code.len() as u32, frame: f.frame_words });
    }
    stretches.iter().try_for_each(|stretch| body(ir, stretch))
}

fn body(ir: &Ir, stretch: &FunctionExtent) -> VerifyResult {
    let mut checker = Checker { ir, stretch, pc: stretch.start, fits: true, choice: None, touched: None };
    for pc in stretch.start..stretch.end {
        checker.pc = pc;
        checker.instruction(ir.code[pc.index()]);
        if !checker.fits {
            return Err(VerifyError { what: format!("{:?}", ir.code[pc.index()]), at: Some(pc) });
        }
    }
    let last = stretch.end - 1;
    let ends = matches!(
        ir.code[last.index()],
        Op::Jump { .. } | Op::Ret { .. } | Op::Done | Op::Fail { .. } | Op::End { .. } | Op::Win { .. }
    );
    if ends {
        Ok(())
    } else {
        Err(VerifyError { what: "a function runs past its end".into(), at: Some(last) })
    }
}

/// Checks the operands of instructions one by one.
struct Checker<'a> {
    ir: &'a Ir,
    stretch: &'a FunctionExtent,
    pc: u32,
    fits: bool,
    /// The choice point of the last `OptBegin`.
    choice: Option<ChoiceId>,
    /// Records the accessed registers, if requested.
    touched: Option<AccessedRegisters>,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool) -> &mut Self {
        self.fits &= holds;
        self
    }

    /// Registers `a..a + n` are read, and must be in the frame.
    fn reads(&mut self, a: Reg, n: usize) -> &mut Self {
        if let Some(touched) = &mut self.touched {
            touched.reads.push((a, n));
        }
        self.require(a.index() + n <= usize::from(self.stretch.frame))
    }

    /// Registers `d..d + n` are written, and must be in the frame. Register 0, the header, is excluded.
    fn writes(&mut self, d: Reg, n: usize) -> &mut Self {
        if let Some(touched) = &mut self.touched {
            touched.writes.push((d, n));
        }
        self.require(d > Reg(0) && d.index() + n <= usize::from(self.stretch.frame))
    }

    fn set(&mut self, n: u8) -> &mut Self {
        self.require(n > 0)
    }

    fn to(&mut self, to: u32) -> &mut Self {
        self.require(to >= self.stretch.start && to < self.stretch.end)
    }

    fn step_by(&mut self, by: i16) -> &mut Self {
        let to = i64::from(self.pc) + 1 + i64::from(by);
        self.require(to >= i64::from(self.stretch.start) && to < i64::from(self.stretch.end))
    }

    fn pool(&mut self, k: u32, n: usize) -> &mut Self {
        self.require(k.index() + n <= self.ir.pool.len())
    }

    fn state(&mut self, addr: u32, n: usize) -> &mut Self {
        self.require(addr.index() + n <= self.ir.layout.stack.index())
    }

    /// Field `f` must exist and satisfy `words`.
    fn field(&mut self, f: FieldId, words: impl FnOnce(&super::FieldInfo) -> bool) -> &mut Self {
        let fits = self.ir.layout.fields.find(f).is_some_and(words);
        self.require(fits)
    }

    fn attribute(&mut self, f: AttributeId, n: u8) -> &mut Self {
        let fits = self.ir.attributes.find(f).is_some_and(|a| a.words == u16::from(n));
        self.require(fits)
    }

    /// A set of cells must have the geometry's number of words.
    fn cells(&mut self, n: u8) -> &mut Self {
        self.require(n > 0 && u16::from(n) == self.ir.geometry.words)
    }

    /// A set of components must have the number of words of `Ir::component_words`.
    fn components(&mut self, n: u8) -> &mut Self {
        self.require(n > 0 && usize::from(n) == self.ir.component_words())
    }

    /// `zone` must be the zone of player 0 of a per-player zone that keeps its set.
    fn zone(&mut self, zone: ZonePlaceId) -> &mut Self {
        let sets = self.ir.layout.zones.find(zone).is_some_and(|place| place.set != 0);
        let fits = sets && self.ir.zones.iter().any(|z| z.first == zone && z.per_player());
        self.require(fits)
    }

    /// `zone` must be an index into `Ir::zones`.
    fn declared_zone(&mut self, zone: ZoneId) -> &mut Self {
        self.require(self.ir.zones.has(zone))
    }

    /// The parameters and results of a call with its frame at `at` must lie in this frame.
    fn call(&mut self, f: FunctionId, at: Reg) -> &mut Self {
        match self.ir.functions.find(f) {
            Some(f) => {
                let words = (1 + f.param_words).max(f.result_words);
                self.writes(at, usize::from(words))
            }
            None => self.require(false),
        }
    }

    fn instruction(&mut self, op: Op) {
        match op {
            Op::Int { d, .. }
            | Op::Players { d }
            | Op::PlayerCount { d }
            | Op::Playing { d }
            | Op::NotLost { d }
            | Op::OptCount { d } => self.writes(d, 1),
            Op::Word { d, k } => self.writes(d, 1).pool(k, 1),
            Op::Words { n, d, k } => self.set(n).writes(d, usize::from(n)).pool(k, usize::from(n)),
            Op::Move { n, d, a } => self.set(n).writes(d, usize::from(n)).reads(a, usize::from(n)),
            Op::Zero { n, d } => self.set(n).writes(d, usize::from(n)),
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
            | Op::SeatsOn { d, a, b }
            | Op::Range { d, a, b } => self.writes(d, 1).reads(a, 1).reads(b, 1),
            Op::AddI { d, a, .. }
            | Op::MulI { d, a, .. }
            | Op::EqI { d, a, .. }
            | Op::Neg { d, a }
            | Op::Abs { d, a }
            | Op::Not { d, a }
            | Op::IsSome { d, a }
            | Op::NextPlayer { d, a }
            | Op::Seat { d, a }
            | Op::Roll { d, a } => self.writes(d, 1).reads(a, 1),
            Op::Jump { to } => self.to(to),
            Op::JumpIf { a, to } | Op::JumpUnless { a, to } | Op::JumpNone { a, to } => {
                self.reads(a, 1).to(to)
            }
            Op::JumpEmpty { n, a, to } => self.set(n).reads(a, usize::from(n)).to(to),
            Op::Switch { n, a } => {
                let after = self.pc.index() + 1;
                let jumps = self.ir.code.get(after..after + usize::from(n));
                let fits = jumps.is_some_and(|jumps| jumps.iter().all(|op| matches!(op, Op::Jump { .. })));
                self.require(fits && n > 0 && after + usize::from(n) <= self.stretch.end.index()).reads(a, 1)
            }
            Op::And { n, d, a, b } | Op::Or { n, d, a, b } | Op::Minus { n, d, a, b } => {
                self.set(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(b, usize::from(n))
            }
            Op::AndPool { n, d, k } | Op::MinusPool { n, d, k } => {
                self.set(n).writes(d, usize::from(n)).pool(k, usize::from(n))
            }
            Op::AndState { n, d, addr } | Op::MinusState { n, d, addr } | Op::OrState { n, d, addr } => {
                self.set(n).writes(d, usize::from(n)).state(addr, usize::from(n))
            }
            Op::Count { n, d, a } | Op::Any { n, d, a } | Op::First { n, d, a } | Op::Only { n, d, a } => {
                self.set(n).writes(d, 1).reads(a, usize::from(n))
            }
            Op::SetEq { n, d, a, b } => {
                self.set(n).writes(d, 1).reads(a, usize::from(n)).reads(b, usize::from(n))
            }
            Op::Has { n, d, a, b } => self.set(n).writes(d, 1).reads(a, usize::from(n)).reads(b, 1),
            Op::Insert { n, d, a } | Op::Remove { n, d, a } | Op::Single { n, d, a } => {
                self.set(n).writes(d, usize::from(n)).reads(a, 1)
            }
            Op::Next { n, d, a, by } => self.set(n).writes(d, 1).writes(a, usize::from(n)).step_by(by),
            Op::NextInZone { n, d, a, by } => {
                self.components(n).require(a > Reg(1)).writes(d, 1).writes(a, usize::from(n)).step_by(by)
            }
            Op::Load { d, addr } => self.writes(d, 1).state(addr, 1),
            Op::LoadSet { n, d, addr } => self.set(n).writes(d, usize::from(n)).state(addr, usize::from(n)),
            Op::Get { d, f, i } => self.writes(d, 1).reads(i, 1).field(f, |f| f.words == 1),
            Op::GetSet { n, d, f, i } => {
                self.set(n).writes(d, usize::from(n)).reads(i, 1).field(f, |f| f.words == u16::from(n))
            }
            Op::Put { f, i, a } => self.reads(a, 1).reads(i, 1).field(f, |f| f.words == 1),
            Op::PutSet { n, f, i, a } => self
                .set(n)
                .reads(a, usize::from(n))
                .reads(i, 1)
                .field(f, |f| f.words == u16::from(n) && f.index.is_none()),
            Op::PutEach { n, f, i, a } => {
                self.set(n).reads(a, usize::from(n)).reads(i, 1).field(f, |f| f.holds_lanes(n))
            }
            Op::Lane { n, d, a, i } => self.set(n).writes(d, 1).reads(a, usize::from(n)).reads(i, 1),
            Op::SetLane { n, d, i, a } => self.set(n).writes(d, usize::from(n)).reads(i, 1).reads(a, 1),
            Op::IndexOf { n, d, f, a } => self
                .set(n)
                .writes(d, usize::from(n))
                .reads(a, 1)
                .field(f, |f| f.index.is_some_and(|x| x.words == u16::from(n))),
            Op::Attr { d, f, i } => self.writes(d, 1).reads(i, 1).attribute(f, 1),
            Op::AttrSet { n, d, f, i } => self.set(n).writes(d, usize::from(n)).reads(i, 1).attribute(f, n),
            Op::ZoneOf { d, zone, p } => self.writes(d, 1).reads(p, 1).zone(zone),
            Op::ZoneAt { d, zone, at } => self.writes(d, 1).reads(at, 2).declared_zone(zone),
            Op::OutOfPlay { n, d } => self.components(n).writes(d, usize::from(n)),
            Op::ZoneSet { n, d, z } => self.components(n).writes(d, usize::from(n)).reads(z, 1),
            Op::PlayerZone { n, d, zone, p } => {
                self.components(n).writes(d, usize::from(n)).reads(p, 1).zone(zone)
            }
            Op::MoveTo { c, z, .. } => self.reads(c, 1).reads(z, 1),
            Op::MoveAll { n, a, z, .. } => self.components(n).reads(a, usize::from(n)).reads(z, 1),
            Op::Box { c } => self.reads(c, 1),
            Op::Place { d, c } | Op::Holder { d, c } | Op::CellOf { d, c } | Op::Bearer { d, c } => {
                self.writes(d, 1).reads(c, 1)
            }
            Op::ZoneOwner { d, z } | Op::Top { d, z } | Op::Bottom { d, z } => self.writes(d, 1).reads(z, 1),
            Op::Deal { at } => self.reads(at, 3),
            Op::Swap { a, b } => self.reads(a, 1).reads(b, 1),
            Op::Show { n, a, p } => self.components(n).reads(a, usize::from(n)).reads(p, 1),
            Op::Hint { h, a, p, v } => {
                self.require(usize::from(h.0) < self.ir.hints.len());
                self.reads(a, self.ir.component_words()).reads(p, 1).reads(v, 1)
            }
            Op::Call { f, at } => self.call(f, at),
            Op::CallSlot { s, c, at } => {
                self.reads(c, 1);
                match self.ir.slots.find(s) {
                    Some(slot) => {
                        self.writes(at, usize::from(slot.result_words));
                        for rule in slot.rules.iter().filter(|r| **r != SlotInfo::EMPTY) {
                            self.call(*rule, at);
                        }
                        self
                    }
                    None => self.require(false),
                }
            }
            Op::Row { n, d, t, i } => {
                let fits = self.ir.tables.find(t).is_some_and(|t| t.words == u16::from(n));
                self.require(fits).set(n).writes(d, usize::from(n)).reads(i, 1)
            }
            Op::StepSet { n, d, a, dir } => {
                self.cells(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(dir, 1)
            }
            Op::Steps { n, d, a, dirs } => {
                self.cells(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(dirs, 1)
            }
            Op::Spread { n, d, a, .. } | Op::Lined { n, d, a } => {
                self.cells(n).writes(d, usize::from(n)).reads(a, usize::from(n))
            }
            Op::Reach { n, d, a, b } => {
                self.cells(n).writes(d, usize::from(n)).reads(a, usize::from(n)).reads(b, usize::from(n))
            }
            Op::RayTo { n, d, at } => self.cells(n).writes(d, usize::from(n)).reads(at, 2 + usize::from(n)),
            Op::Rays { n, d, at } => {
                self.cells(n).writes(d, usize::from(n)).reads(at, 1 + 2 * usize::from(n))
            }
            Op::InARow { n, d, a, len } => self.cells(n).writes(d, 1).reads(a, usize::from(n)).reads(len, 1),
            Op::Ret { n, a } => self.reads(a, usize::from(n)),
            Op::OptBegin { choice } => {
                self.choice = Some(choice);
                for hole in self.ir.choice(choice).map_or(&[][..], |c| &c.holes) {
                    self.reads(hole.register, self.ir.value_words(&hole.ty));
                }
                self.require(self.ir.choice(choice).is_some())
            }
            Op::OptSet { n, a } => self.set(n).reads(a, usize::from(n)),
            Op::OptArm { arm } => {
                let choice = self.choice.and_then(|c| self.ir.choice(c));
                let fits = choice.is_some_and(|c| arm.index() < c.arms.len());
                self.require(fits)
            }
            Op::OptAct { n, action, fixed, a } => {
                let params = self.offered_param_count(action);
                self.require(params.is_some_and(|p| p > 0)).set(n).reads(a, usize::from(n));
                self.reads(fixed, params.unwrap_or(0).saturating_sub(1))
            }
            Op::OptAct0 { action } => {
                let fits = self.offered_param_count(action) == Some(0);
                self.require(fits)
            }
            Op::Choose { d, by } => {
                let Some(choice) = self.choice.take().and_then(|c| self.ir.choice(c)) else {
                    self.fits = false;
                    return;
                };
                let params = |a: &ActionId| self.ir.action(*a).map_or(0, |a| a.params.len());
                let most = choice
                    .actions
                    .iter()
                    .map(params)
                    .max()
                    .unwrap_or(0)
                    .max(usize::from(choice.element.is_some()));
                self.writes(d, 1 + most).reads(by, 1)
            }
            Op::Selected { choice, e, by } => match self.ir.selection_of(choice) {
                Some(info) => self.reads(e, 1).reads(by, 1).writes(info.rest, usize::from(info.words)),
                None => self.require(false),
            },
            Op::Selectable { choice, d, by } => match self.ir.selection_of(choice) {
                Some(SelectionInfo { set, rest, words, most: Some(most), .. }) => {
                    let words = usize::from(words);
                    self.writes(d, words).reads(by, 1).reads(most, 1).reads(rest, words).reads(set, words)
                }
                _ => self.require(false),
            },
            Op::RollDie { d, die } => self.require(self.ir.dice.has(die)).writes(d, 1),
            Op::Random { n, d, a } => self.set(n).writes(d, 1).reads(a, usize::from(n)),
            Op::Record { h } | Op::Forget { h } => self.require(self.ir.layout.histories.has(h)),
            Op::Times { d, h } => self.require(self.ir.layout.histories.has(h)).writes(d, 1),
            Op::Shuffle { z } => self.reads(z, 1),
            Op::Log { log, at } => match self.ir.logs.find(log) {
                Some(info) => self.reads(at, info.values.iter().map(|(_, ty)| self.ir.value_words(ty)).sum()),
                None => self.require(false),
            },
            Op::Tally { c, a } => self.reads(c, 1).reads(a, 1),
            Op::TallyNone { c } => self.reads(c, 1),
            Op::Win { a, named } | Op::Lose { a, named } => {
                let known = usize::from(named) <= self.ir.endings.len();
                self.reads(a, 1).require(known)
            }
            Op::Out { a } => self.reads(a, 1),
            Op::End { named, .. } => self.require(usize::from(named) <= self.ir.endings.len()),
            Op::Fail { .. } | Op::Done => self,
            // An IR must not contain fused pairs; `bulk` rejects them.
            op => self.bulk(op),
        };
    }

    /// Returns the number of parameters of an action that the current choice point offers. Outside a choice
    /// point it must be an action of components, which functions list for other code. An option that the
    /// choice point does not offer could not be answered.
    fn offered_param_count(&self, action: ActionId) -> Option<usize> {
        let info = self.ir.action(action)?;
        let offered = match self.choice {
            Some(choice) => self.ir.choice(choice)?.actions.contains(&action),
            None => info.of.is_some(),
        };
        offered.then_some(info.params.len())
    }
}
