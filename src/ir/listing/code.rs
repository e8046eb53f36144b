//! Renders instructions as text, one per line: `r3 = r1 + r2`. A set is a range of registers: `r4:2` is two
//! words from r4 on.

use crate::ir::code::{FailureCode, Op};
use crate::ir::ids::ActionId;
use crate::ir::ids::NONE;
use crate::ir::ids::{AttributeId, CodeAddress, FieldId, FunctionId, Reg, ToIndex};
use crate::ir::root::Ir;

/// Renders a range of registers that holds a set.
fn set(n: u8, a: Reg) -> String {
    if n == 1 { format!("r{a}") } else { format!("r{a}:{n}") }
}

/// Renders one instruction. `label` returns the name of a jump target.
pub(super) fn instruction(ir: &Ir, pc: CodeAddress, op: Op, label: impl Fn(CodeAddress) -> String) -> String {
    let pool = |k: u32, n: u8| {
        let words = ir.pool.get(k.index()..k.index() + usize::from(n)).unwrap_or_default();
        let words: Vec<String> = words.iter().map(|w| format!("{w:#x}")).collect();
        format!("[{}]", words.join(" "))
    };
    let history = |h: u16| ir.layout.histories.get(usize::from(h)).map_or("?", |h| h.id.as_str());
    let field = |f: FieldId| ir.layout.fields.find(f).map_or("?", |f| f.id.as_str());
    let attribute = |f: AttributeId| ir.attributes.find(f).map_or("?", |a| a.id.as_str());
    let zone = |z: u16| {
        let place = ir.layout.zones.get(usize::from(z));
        place.and_then(|p| ir.zones.find(p.zone)).map_or("?", |z| z.id.as_str())
    };
    let declared = |z: u16| ir.zones.get(usize::from(z)).map_or("?", |z| z.id.as_str());
    let function = |f: FunctionId| ir.functions.find(f).map_or("?", |f| f.name.as_str());
    let action = |a: ActionId| ir.action(a).map_or("?", |a| a.id.as_str());
    let ending = |named: u16| match ir.endings.get(usize::from(named).wrapping_sub(1)) {
        Some(name) => format!(" {name:?}"),
        None => String::new(),
    };
    let by = |by: i16| label(pc.jump(by));
    match op {
        Op::Int { d, v } => format!("r{d} = {v}"),
        Op::Word { d, k } => match ir.pool.get(k.index()) {
            Some(&NONE) => format!("r{d} = none"),
            Some(word) => format!("r{d} = {}", *word as i64),
            None => format!("r{d} = ?"),
        },
        Op::Words { n, d, k } => format!("{} = {}", set(n, d), pool(k, n)),
        Op::Move { n, d, a } => format!("{} = {}", set(n, d), set(n, a)),
        Op::Zero { n, d } => format!("{} = {{}}", set(n, d)),
        Op::Add { d, a, b } => format!("r{d} = r{a} + r{b}"),
        Op::AddI { d, a, v } => format!("r{d} = r{a} + {v}"),
        Op::Sub { d, a, b } => format!("r{d} = r{a} - r{b}"),
        Op::Mul { d, a, b } => format!("r{d} = r{a} * r{b}"),
        Op::MulI { d, a, v } => format!("r{d} = r{a} * {v}"),
        Op::Div { d, a, b } => format!("r{d} = r{a} / r{b}"),
        Op::Rem { d, a, b } => format!("r{d} = r{a} % r{b}"),
        Op::Neg { d, a } => format!("r{d} = -r{a}"),
        Op::Abs { d, a } => format!("r{d} = abs r{a}"),
        Op::Min { d, a, b } => format!("r{d} = min r{a} r{b}"),
        Op::Max { d, a, b } => format!("r{d} = max r{a} r{b}"),
        Op::Not { d, a } => format!("r{d} = not r{a}"),
        Op::Eq { d, a, b } | Op::EqJump { d, a, b } => format!("r{d} = r{a} == r{b}"),
        Op::Ne { d, a, b } => format!("r{d} = r{a} != r{b}"),
        Op::Lt { d, a, b } | Op::LtJump { d, a, b } => format!("r{d} = r{a} < r{b}"),
        Op::Le { d, a, b } | Op::LeJump { d, a, b } => format!("r{d} = r{a} <= r{b}"),
        Op::EqI { d, a, v } | Op::EqIJump { d, a, v } => format!("r{d} = r{a} == {v}"),
        Op::IsSome { d, a } => format!("r{d} = some r{a}"),
        Op::Jump { to } | Op::JumpNext { to } => format!("jump {}", label(to)),
        Op::JumpIf { a, to } => format!("jump {} if r{a}", label(to)),
        Op::JumpUnless { a, to } => format!("jump {} unless r{a}", label(to)),
        Op::JumpNone { a, to } => format!("jump {} if r{a} is none", label(to)),
        Op::JumpEmpty { n, a, to } => format!("jump {} if {} is empty", label(to), set(n, a)),
        Op::Switch { n, a } => format!("switch r{a} of {n}"),
        Op::And { n, d, a, b } => format!("{} = {} & {}", set(n, d), set(n, a), set(n, b)),
        Op::Or { n, d, a, b } => format!("{} = {} | {}", set(n, d), set(n, a), set(n, b)),
        Op::Minus { n, d, a, b } => format!("{} = {} \\ {}", set(n, d), set(n, a), set(n, b)),
        Op::AndPool { n, d, k } => format!("{} &= {}", set(n, d), pool(k, n)),
        Op::MinusPool { n, d, k } => format!("{} \\= {}", set(n, d), pool(k, n)),
        Op::AndState { n, d, addr } => format!("{} &= {}", set(n, d), state(ir, addr)),
        Op::MinusState { n, d, addr } => format!("{} \\= {}", set(n, d), state(ir, addr)),
        Op::OrState { n, d, addr } => format!("{} |= {}", set(n, d), state(ir, addr)),
        Op::Count { n, d, a } => format!("r{d} = count {}", set(n, a)),
        Op::Any { n, d, a } => format!("r{d} = any {}", set(n, a)),
        Op::SetEq { n, d, a, b } => format!("r{d} = {} == {}", set(n, a), set(n, b)),
        Op::Has { n, d, a, b } | Op::HasJump { n, d, a, b } => format!("r{d} = r{b} in {}", set(n, a)),
        Op::Insert { n, d, a } => format!("{} += r{a}", set(n, d)),
        Op::Remove { n, d, a } => format!("{} -= r{a}", set(n, d)),
        Op::Single { n, d, a } => format!("{} = {{r{a}}}", set(n, d)),
        Op::First { n, d, a } => format!("r{d} = first {}", set(n, a)),
        Op::Only { n, d, a } => format!("r{d} = only {}", set(n, a)),
        Op::Next { n, d, a, by: to } => format!("r{d} = next {}, or {}", set(n, a), by(to)),
        Op::NextInZone { n, d, a, by: to } => {
            format!("r{d} = next {} in zone r{}, or {}", set(n, a), a.0.saturating_sub(1), by(to))
        }
        Op::Range { d, a, b } => format!("r{d} = r{a}..r{b}"),
        Op::Load { d, addr } => format!("r{d} = {}", state(ir, addr)),
        Op::LoadSet { n, d, addr } => format!("{} = {}", set(n, d), state(ir, addr)),
        Op::Get { d, f, i } => format!("r{d} = r{i}.{}", field(f)),
        Op::GetSet { n, d, f, i } => format!("{} = r{i}.{}", set(n, d), field(f)),
        Op::Put { f, i, a } | Op::PutRanged { f, i, a } => format!("r{i}.{} = r{a}", field(f)),
        Op::PutSet { n, f, i, a } => format!("r{i}.{} = {}", field(f), set(n, a)),
        Op::PutEach { n, f, i, a } => format!("r{i}.{} = {}", field(f), set(n, a)),
        Op::Lane { n, d, a, i } => format!("r{d} = {}[r{i}]", set(n, a)),
        Op::EachLe { n, d, a, b } => format!("r{d} = each of {} <= {}", set(n, a), set(n, b)),
        Op::Total { n, d, a } => format!("r{d} = sum of {}", set(n, a)),
        Op::AddEach { n, d, a, b } => format!("{} = each of {} + {}", set(n, d), set(n, a), set(n, b)),
        Op::SubEach { n, d, a, b } => format!("{} = each of {} - {}", set(n, d), set(n, a), set(n, b)),
        Op::MinEach { n, d, a, b } => format!("{} = each of min {} {}", set(n, d), set(n, a), set(n, b)),
        Op::MaxEach { n, d, a, b } => format!("{} = each of max {} {}", set(n, d), set(n, a), set(n, b)),
        Op::SetLane { n, d, i, a } => format!("{}[r{i}] = r{a}", set(n, d)),
        Op::IndexOf { n, d, f, a } => format!("{} = where {} == r{a}", set(n, d), field(f)),
        Op::KeepLess { n, d, f, a } => format!("{} &= where {} < r{a}", set(n, d), field(f)),
        Op::KeepUpTo { n, d, f, a } => format!("{} &= where {} <= r{a}", set(n, d), field(f)),
        Op::KeepMore { n, d, f, a } => format!("{} &= where {} > r{a}", set(n, d), field(f)),
        Op::KeepFrom { n, d, f, a } => format!("{} &= where {} >= r{a}", set(n, d), field(f)),
        Op::KeepIs { n, d, f, a } => format!("{} &= where {} == r{a}", set(n, d), field(f)),
        Op::KeepNot { n, d, f, a } => format!("{} &= where {} != r{a}", set(n, d), field(f)),
        Op::ValuesOf { n, d, f, a } => format!("r{d} = values of {} in {}", field(f), set(n, a)),
        Op::Attr { d, f, i } => format!("r{d} = r{i}.printed.{}", attribute(f)),
        Op::AttrSet { n, d, f, i } => format!("{} = r{i}.printed.{}", set(n, d), attribute(f)),
        Op::AttrRow { n, d, f, at } => {
            format!("{} = r{at}.printed.{} row r{}", set(n, d), attribute(f), at + 1)
        }
        Op::Row { n, d, t, i } => format!("{} = table {t} row r{i}", set(n, d)),
        Op::StepSet { n, d, a, dir } => format!("{} = step {} r{dir}", set(n, d), set(n, a)),
        Op::Steps { n, d, a, dirs } => format!("{} = step {} all of r{dirs}", set(n, d), set(n, a)),
        Op::Spread { n, around: 0, d, a } => format!("{} = neighbours {}", set(n, d), set(n, a)),
        Op::Spread { n, d, a, .. } => format!("{} = around {}", set(n, d), set(n, a)),
        Op::Reach { n, d, a, b } => format!("{} = group {} in {}", set(n, d), set(n, a), set(n, b)),
        Op::RayTo { n, d, at } => format!("{} = ray r{at} r{} to {}", set(n, d), at + 1, set(n, at + 2)),
        Op::Rays { n, d, at } => {
            format!(
                "{} = rays {} all of r{at} to {}",
                set(n, d),
                set(n, at + 1),
                set(n, at + 1 + u16::from(n))
            )
        }
        Op::InARow { n, d, a, len } => format!("r{d} = r{len} in a row of {}", set(n, a)),
        Op::Lined { n, d, a } => format!("{} = lined {}", set(n, d), set(n, a)),
        Op::ZoneOf { d, zone: z, p } => format!("r{d} = zone r{p}.{}", zone(z.0)),
        Op::ZoneSet { n, d, z } => format!("{} = in zone r{z}", set(n, d)),
        Op::PlayerZone { n, d, zone: z, p } => format!("{} = r{p}.{}", set(n, d), zone(z.0)),
        Op::Record { h } => format!("record in {}", history(h.0)),
        Op::Times { d, h } => format!("r{d} = times in {}", history(h.0)),
        Op::Forget { h } => format!("forget {}", history(h.0)),
        Op::MoveTo { bottom, c, z } => format!("move r{c} to zone r{z}{}", under(bottom)),
        Op::MoveAll { n, bottom, a, z } => format!("move {} to zone r{z}{}", set(n, a), under(bottom)),
        Op::Box { c } => format!("move r{c} out of play"),
        Op::Selected { choice, e, by } => format!("selected r{e} by r{by} in choice {}", choice.0),
        Op::Selectable { choice, d, by } => format!("r{d}.. = selectable by r{by} in choice {}", choice.0),
        Op::OutOfPlay { n, d } => format!("{} = box", set(n, d)),
        Op::CellOf { d, c } => format!("r{d} = cell of r{c}"),
        Op::CellsOf { n, d, a } => format!("{} = cells of {}", set(n, d), set(ir.component_words() as u8, a)),
        Op::KeepOn { n, d, a } => format!("{} &= on cells {}", set(ir.component_words() as u8, d), set(n, a)),
        Op::KeepInPlay { n, out, d } => {
            format!("{} &= {}", set(n, d), if out != 0 { "box" } else { "in play" })
        }
        Op::OnCells { n, d, zone, a } => {
            format!("{} = {} of cells {}", set(n, d), declared(zone.0), set(ir.geometry.words as u8, a))
        }
        Op::InPlaces { n, d, zone, at } => {
            format!("{} = {} of r{at}, each of r{}", set(n, d), declared(zone.0), at + 1)
        }
        Op::Bearer { d, c } => format!("r{d} = bearer of r{c}"),
        Op::ZoneAt { d, zone, at } => format!("r{d} = {} of r{at}, r{}", declared(zone.0), at + 1),
        Op::Place { d, c } => format!("r{d} = zone of r{c}"),
        Op::Holder { d, c } => format!("r{d} = holder of r{c}"),
        Op::ZoneOwner { d, z } => format!("r{d} = owner of zone r{z}"),
        Op::Top { d, z } => format!("r{d} = top of zone r{z}"),
        Op::Bottom { d, z } => format!("r{d} = bottom of zone r{z}"),
        Op::Deal { at } => {
            format!("deal from zone r{at} to zone r{}, r{} times", u32::from(at.0) + 1, u32::from(at.0) + 2)
        }
        Op::Swap { a, b } => format!("swap r{a} r{b}"),
        Op::Show { n, a, p } => format!("show {} to each of r{p}", set(n, a)),
        Op::Hint { h, a, p, v } => {
            let attribute = ir.hints.find(h).and_then(|hint| ir.attribute(hint.attribute));
            let id = attribute.map_or("?", |a| &a.id);
            format!("tell each of r{p} whether {id} == r{v}, of set r{a}..")
        }
        Op::Players { d } => format!("r{d} = players"),
        Op::PlayerCount { d } => format!("r{d} = player count"),
        Op::Playing { d } => format!("r{d} = playing"),
        Op::NotLost { d } => format!("r{d} = not lost"),
        Op::SeatsOn { d, a, b } => format!("r{d} = r{b} seats on from r{a}"),
        Op::NextPlayer { d, a } => format!("r{d} = next seat after r{a}"),
        Op::Seat { d, a } => format!("r{d} = seat r{a}"),
        Op::Call { f, at } => format!("call {} at r{at}", function(f)),
        Op::CallSlot { s, c, at } => {
            let slot = ir.slots.find(s).map_or("?", |s| s.id.as_str());
            format!("call r{c}.{slot} at r{at}")
        }
        Op::Ret { n: 0, .. } | Op::Done => "return".into(),
        Op::Ret { n, a } => format!("return {}", set(n, a)),
        Op::OptBegin { choice } => format!("options of choice {}", choice.0),
        Op::OptSet { n, a } => format!("option each of {}", set(n, a)),
        Op::OptArm { arm } => format!("option arm {arm}"),
        Op::OptAct { n, action: a, fixed, a: last } => {
            let params = ir.action(a).map_or(0, |a| a.params.len());
            let fixed: Vec<String> =
                (0..params.saturating_sub(1)).map(|i| format!("r{}, ", fixed.index() + i)).collect();
            format!("option {}({}each of {})", action(a), fixed.concat(), set(n, last))
        }
        Op::OptAct0 { action: a } => format!("option {}", action(a)),
        Op::OptCount { d } => format!("r{d} = count of options"),
        Op::Choose { d, by } => format!("r{d}… = choice of r{by}"),
        Op::Roll { d, a } => format!("r{d} = roll r{a}"),
        Op::RollDie { d, die } => {
            format!("r{d} = roll {}", ir.dice.find(die).map_or("?", |die| die.id.as_str()))
        }
        Op::Random { n, d, a } => format!("r{d} = random of {}", set(n, a)),
        Op::Shuffle { z } => format!("shuffle zone r{z}"),
        Op::Log { log, at } => format!("log {log} of r{at}…"),
        Op::Tally { c, a } => format!("tally r{c} r{a}"),
        Op::TallyNone { c } => format!("tally r{c} nothing"),
        Op::Win { a, named } => format!("win r{a}{}", ending(named)),
        Op::Lose { a, named } => format!("lose r{a}{}", ending(named)),
        Op::Out { a } => format!("out r{a}"),
        Op::End { draw: 0, named } => format!("end{}", ending(named)),
        Op::End { named, .. } => format!("end in draw{}", ending(named)),
        Op::Outside { r, a } => match ir.ranges.find(r) {
            Some(info) => format!("fault: r{a} is outside {}..{}", info.range.0, info.range.1),
            None => "fault: out of range".into(),
        },
        Op::Fail { why } => match why {
            FailureCode::NothingToChoose => "fault: nothing to choose".into(),
            FailureCode::NoLegalAction => "fault: no legal action".into(),
            FailureCode::NobodyHolds => "fault: nobody holds it".into(),
            FailureCode::NoReturn => "fault: no return".into(),
            FailureCode::OpenWindow => "fault: the window does not close".into(),
        },
    }
}

fn under(bottom: u8) -> &'static str {
    if bottom == 0 { "" } else { ", under the rest" }
}

/// Returns the name of a word of the state: a field of the table, a field of an owner, an index, a zone.
fn state(ir: &Ir, addr: u32) -> String {
    for field in &ir.layout.fields {
        let size = field.owners * u32::from(field.words);
        if addr >= field.base && addr < field.base + size {
            let owner = (addr - field.base) / u32::from(field.words.max(1));
            return if field.owners == 1 { field.id.to_string() } else { format!("{}[{owner}]", field.id) };
        }
        if let Some(index) = field.index
            && addr >= index.base
            && addr < index.base + index.values * u32::from(index.words)
        {
            return format!("where {} == {}", field.id, (addr - index.base) / u32::from(index.words.max(1)));
        }
    }
    if let Some(place) = ir.layout.zones.iter().find(|z| z.set != 0 && z.set == addr)
        && let Some(zone) = ir.zones.find(place.zone)
    {
        return match place.owner {
            Some(owner) => format!("in {}[{}]", zone.id, owner.seat()),
            None => format!("in {}", zone.id),
        };
    }
    format!("state[{addr}]")
}
