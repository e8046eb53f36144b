//! Instructions that move components, use chance, record events or end the game. They are rarer and longer
//! than those of the dispatch loop.

use super::chance_request::ChanceRequest;
use super::events::{Event, Listen};
use super::fault::FaultKind;
use super::frame_layout::{FrameWindow, WINDOW};
use super::machine::Machine;
use super::seats::{seats, seats_on};
use super::{bulk, chance, knowledge, moves, sets, zones};
use crate::ir::code::FailureCode;
use crate::ir::{ComponentId, Ir, Layout, NONE, Op, PlayerId, RangeId, Reg, ToIndex, ZonePlaceId};

/// Returns a register. The verifier has checked that it lies in its frame; the mask avoids a branch.
fn reg(frame: &FrameWindow, register: Reg) -> u64 {
    frame[register.index() & (WINDOW - 1)]
}

fn set(frame: &FrameWindow, register: Reg, words: u8) -> &[u64] {
    &frame[register.index()..register.index() + words.index()]
}

/// Records an event. Events of moves and chance are rare enough to be kept out of the loop.
#[cold]
#[inline(never)]
pub(super) fn note(events: &mut Vec<Event>, event: Event) {
    events.push(event);
}

pub(super) fn move_event(component: u64, from: u64, to: u64) -> Event {
    let zone = |z: u64| u16::try_from(z).ok();
    Event::Move {
        component: ComponentId(component as u32),
        from: zone(from).map(ZonePlaceId),
        to: zone(to).map(ZonePlaceId),
    }
}

impl Machine<'_> {
    /// Executes `Deal`.
    pub(super) fn deal(&mut self, fixed: &mut [u64], frame: &FrameWindow, at: Reg) -> Result<(), FaultKind> {
        self.afford()?;
        let table = self.table;
        let (from, to) = (reg(frame, at), reg(frame, at + 1));
        let source = zones::zone(table, from)?;
        // Without the limit, dealing to the same zone would never end.
        let there = zones::count(table, fixed, source) as i64;
        for _ in 0..(reg(frame, at + 2) as i64).min(there) {
            let Some(component) = zones::end(table, fixed, source, false) else { break };
            moves::shift(table, fixed, component, to, false)?;
            // A move may search and shift an order.
            self.spent += Self::MOVE_FUEL + table.components / 64;
            if self.listen == Listen::Everything {
                note(&mut self.events, move_event(component, from, to));
            }
        }
        Ok(())
    }

    /// Executes `PutEach`, `PutRanged`, `Outside`, `Lane`, `SetLane`, `MoveAll`, `Box`, `OutOfPlay`,
    /// `ZoneAt`, `CellOf`, `Bearer`, `Place`, `ZoneOwner`, `Top`, `Bottom`, `Deal`, `Swap`, `Show`, `Hint`;
    /// `Selected`, `Selectable`; `Playing`, `NotLost`, `SeatsOn`; and bulk instructions.
    pub(super) fn components(
        &mut self,
        fixed: &mut [u64],
        frame: &mut FrameWindow,
        op: Op,
    ) -> Result<(), FaultKind> {
        let table = self.table;
        let everything = self.listen == Listen::Everything;
        // A move may search and shift an order.
        let move_fuel = Self::MOVE_FUEL + table.components / 64;
        match op {
            Op::MoveAll { n, bottom, a, z } => {
                self.afford()?;
                let to = reg(frame, z);
                for component in sets::elements(set(frame, a, n)) {
                    let from = moves::shift(table, fixed, component, to, bottom != 0)?;
                    self.spent += move_fuel;
                    if everything {
                        note(&mut self.events, move_event(component, from, to));
                    }
                }
            }
            Op::Box { c } => {
                let from = moves::discard(table, fixed, reg(frame, c))?;
                if everything {
                    note(&mut self.events, move_event(reg(frame, c), from, NONE));
                }
            }
            Op::Selected { choice, e, by } => {
                self.selected(fixed, frame, choice, reg(frame, e), reg(frame, by))?
            }
            Op::Selectable { choice, d, by } => {
                self.can_be_selected(fixed, frame, choice, d, reg(frame, by))?
            }
            Op::OutOfPlay { n, d } => {
                zones::out_of_play(table, fixed, &mut frame[d.index()..d.index() + n.index()]);
            }
            Op::ZoneAt { d, zone, at } => {
                let (thing, value) = (reg(frame, at), reg(frame, at + 1));
                let family =
                    table.families.get(zone.index()).ok_or(FaultKind::NoSuchThing(i64::from(zone.0)))?;
                let place = family.place(thing, value).ok_or(FaultKind::NoSuchPlace { zone })?;
                // Unoccupied seats have places too.
                if table.zones[place.index()].owner != NONE && thing >= fixed[Layout::PLAYERS] {
                    return Err(FaultKind::NoSuchThing(thing as i64));
                }
                frame[d.index()] = place;
            }
            Op::PutEach { n, f, i, a } => {
                let (field, owner) = (&table.fields[f.index()], reg(frame, i));
                zones::put_each(fixed, f, field, owner, set(frame, a, n))?;
            }
            Op::PutRanged { f, i, a } => {
                let field = (&table.fields[f.index()], &table.ir.layout.fields[f]);
                zones::put_ranged(fixed, f, field, reg(frame, i), reg(frame, a))?;
            }
            Op::Outside { r, a } => return Err(outside(table.ir, frame, r, a)),
            Op::Lane { n, d, a, i } => {
                let lane = reg(frame, i);
                let word = set(frame, a, n).get(lane.index()).ok_or(FaultKind::NoSuchLane)?;
                frame[d.index()] = *word;
            }
            Op::SetLane { n, d, i, a } => {
                let (lane, value) = (reg(frame, i), reg(frame, a));
                let words = &mut frame[d.index()..d.index() + n.index()];
                *words.get_mut(lane.index()).ok_or(FaultKind::NoSuchLane)? = value;
            }
            Op::CellOf { d, c } => {
                zones::exists(table, reg(frame, c))?;
                frame[d.index()] = zones::cell(table, fixed, reg(frame, c));
            }
            Op::Bearer { d, c } => {
                zones::exists(table, reg(frame, c))?;
                let place = zones::place(table, fixed, reg(frame, c));
                frame[d.index()] = table.zones.get(place.index()).map_or(NONE, |z| z.bearer);
            }
            Op::Place { d, c } => {
                let component = reg(frame, c);
                zones::exists(table, component)?;
                frame[d.index()] = zones::place(table, fixed, component);
            }
            Op::ZoneOwner { d, z } => {
                let zone = zones::zone(table, reg(frame, z))?;
                frame[d.index()] = zones::owner(table, fixed, zone);
            }
            Op::Top { d, z } => {
                let zone = zones::zone(table, reg(frame, z))?;
                frame[d.index()] = zones::end(table, fixed, zone, false).unwrap_or(NONE);
            }
            Op::Bottom { d, z } => {
                let zone = zones::zone(table, reg(frame, z))?;
                frame[d.index()] = zones::end(table, fixed, zone, true).unwrap_or(NONE);
            }
            Op::Deal { at } => self.deal(fixed, frame, at)?,
            Op::Swap { a, b } => {
                self.afford()?;
                let (x, y) = (reg(frame, a), reg(frame, b));
                moves::swap(table, fixed, x, y)?;
                self.spent += move_fuel;
                if everything {
                    let (at_x, at_y) = (zones::place(table, fixed, x), zones::place(table, fixed, y));
                    note(&mut self.events, move_event(x, at_y, at_x));
                    note(&mut self.events, move_event(y, at_x, at_y));
                }
            }
            Op::Playing { d } | Op::NotLost { d } => {
                let gone = if matches!(op, Op::Playing { .. }) { Layout::OUT } else { Layout::LOSERS };
                frame[d.index()] = seats(fixed[Layout::PLAYERS]) & !fixed[gone];
            }
            Op::SeatsOn { d, a, b } => {
                let (player, by) = (reg(frame, a), reg(frame, b) as i64);
                let on = seats_on(fixed, player, by).ok_or(FaultKind::NoSuchThing(player as i64))?;
                frame[d.index()] = on;
            }
            Op::Show { n, a, p } => {
                self.afford()?;
                let to = reg(frame, p) & seats(fixed[Layout::PLAYERS]);
                for component in sets::elements(set(frame, a, n)) {
                    zones::exists(table, component)?;
                    knowledge::show(table, fixed, component, to);
                    self.spent += move_fuel;
                    if everything {
                        note(&mut self.events, Event::Show { component: ComponentId(component as u32), to });
                    }
                }
            }
            Op::Hint { h, a, p, v } => {
                self.afford()?;
                let (to, value) = (reg(frame, p) & seats(fixed[Layout::PLAYERS]), reg(frame, v));
                for component in sets::elements(set(frame, a, table.component_words() as u8)) {
                    zones::exists(table, component)?;
                    knowledge::give_hint(table, fixed, h, component, to, value);
                    self.spent += move_fuel;
                }
            }
            op => bulk::run(table, fixed, frame, op)?,
        }
        Ok(())
    }

    /// Fails if the fuel spent outside the loop exceeds a slice. Called before expensive work; the loop then
    /// subtracts the fuel and repeats the instruction.
    fn afford(&self) -> Result<(), FaultKind> {
        if self.spent < Self::SLICE { Ok(()) } else { Err(FaultKind::FuelSpent) }
    }

    /// Executes `Roll`, `RollDie`, `Random`, `Shuffle`. Returns the request if the host supplies the outcome.
    pub(super) fn chance(
        &mut self,
        fixed: &mut [u64],
        frame: &mut FrameWindow,
        op: Op,
    ) -> Result<Option<ChanceRequest>, FaultKind> {
        self.afford()?;
        let event = match op {
            Op::Roll { d, a } => {
                let sides = reg(frame, a) as i64;
                if sides < 1 {
                    return Err(FaultKind::NoSuchDie(sides));
                }
                if self.asks {
                    return Ok(Some(ChanceRequest::Roll { sides, die: None }));
                }
                let result = chance::below(fixed, sides as u64) as i64 + 1;
                frame[d.index()] = result as u64;
                Event::Roll { sides, result, die: None }
            }
            Op::RollDie { d, die } => {
                let faces = &self.table.ir.dice[die].faces;
                let (sides, die) = (faces.len() as i64, Some(die));
                if self.asks {
                    return Ok(Some(ChanceRequest::Roll { sides, die }));
                }
                let face = chance::below(fixed, sides as u64).index();
                frame[d.index()] = faces[face] as u64;
                Event::Roll { sides, result: face as i64 + 1, die }
            }
            Op::Random { n, d, a } => {
                let set = set(frame, a, n);
                let count = sets::count(set);
                if count == 0 {
                    frame[d.index()] = NONE;
                    return Ok(None);
                }
                if self.asks {
                    self.random_set.clear();
                    self.random_set.extend_from_slice(set);
                    return Ok(Some(ChanceRequest::Random));
                }
                let rank = chance::below(fixed, count as u64).index();
                let element = sets::nth(set, rank).unwrap_or(NONE);
                frame[d.index()] = element;
                Event::Random { element }
            }
            Op::Shuffle { z } => {
                let index = reg(frame, z);
                let zone = zones::zone(self.table, index)?;
                if self.asks {
                    return Ok(Some(ChanceRequest::Shuffle { zone: ZonePlaceId(index as u16) }));
                }
                let many = zones::count(self.table, fixed, zone) as u64;
                self.spent += if zone.ranked { many * self.table.components / 4 } else { many * 2 };
                moves::shuffle(self.table, fixed, zone);
                knowledge::mix(self.table, fixed, zone);
                Event::Shuffle { zone: ZonePlaceId(index as u16) }
            }
            _ => return Err(FaultKind::Damaged("not about chance")),
        };
        if self.listen == Listen::Everything {
            note(&mut self.events, event);
        }
        Ok(None)
    }

    /// Executes `Log`, `Tally`, `TallyNone`.
    pub(super) fn log_or_tally(&mut self, frame: &FrameWindow, op: Op) {
        if self.listen == Listen::Nothing {
            return;
        }
        let event = match op {
            Op::Log { log, at } => {
                let ir = self.table.ir;
                let count = ir.logs[log].values.iter().map(|(_, ty)| ir.value_words(ty)).sum::<usize>();
                Event::Log { log, values: frame[at.index()..at.index() + count].to_vec() }
            }
            Op::Tally { c, a } => Event::Tally {
                component: ComponentId(reg(frame, c) as u32),
                points: Some(reg(frame, a) as i64),
            },
            Op::TallyNone { c } => {
                Event::Tally { component: ComponentId(reg(frame, c) as u32), points: None }
            }
            _ => return,
        };
        note(&mut self.events, event);
    }

    /// Returns the fault of a choice point without an option.
    #[cold]
    pub(super) fn no_option(&self, chooser: PlayerId) -> FaultKind {
        let choice = self.options.choice();
        let acts = self.table.ir.choice(choice).is_some_and(|c| !c.actions.is_empty());
        if acts {
            FaultKind::NoLegalAction { chooser: Some(chooser) }
        } else {
            FaultKind::NothingToChoose { choice: Some(choice), chooser: Some(chooser) }
        }
    }
}

/// Executes `Win`, `Lose`, `Out`, `End`. Returns whether the game is over.
pub(super) fn ends(fixed: &mut [u64], frame: &FrameWindow, op: Op) -> bool {
    let seated = seats(fixed[Layout::PLAYERS]);
    let ending = |kind: u64, named: u16| kind | u64::from(named) << 8;
    match op {
        Op::Win { a, named } => {
            fixed[Layout::WINNERS] |= reg(frame, a) & seated;
            fixed[Layout::ENDING] = ending(3, named);
        }
        Op::Out { a } => {
            fixed[Layout::OUT] |= reg(frame, a) & seated;
            return false;
        }
        Op::Lose { a, named } => {
            let lost = (fixed[Layout::LOSERS] | reg(frame, a)) & seated;
            fixed[Layout::LOSERS] = lost;
            fixed[Layout::OUT] |= lost;
            // The game ends with the last player who has not lost; a single player has to lose to end it.
            let left = seated & !lost;
            if left != 0 && (left.count_ones() != 1 || seated.count_ones() == 1) {
                return false;
            }
            fixed[Layout::WINNERS] |= left;
            fixed[Layout::ENDING] = ending(3, named);
        }
        Op::End { draw, named } => fixed[Layout::ENDING] = ending(if draw != 0 { 2 } else { 1 }, named),
        _ => return false,
    }
    true
}

/// Returns the fault of a `Fail`.
pub(super) fn failure(why: FailureCode) -> FaultKind {
    match why {
        FailureCode::NothingToChoose => FaultKind::NothingToChoose { choice: None, chooser: None },
        FailureCode::NoLegalAction => FaultKind::NoLegalAction { chooser: None },
        FailureCode::NobodyHolds => FaultKind::NobodyHolds,
        FailureCode::NoReturn => FaultKind::NoReturn,
        FailureCode::OpenWindow => FaultKind::OpenWindow,
    }
}

/// Returns the fault of an `Outside`.
fn outside(ir: &Ir, frame: &FrameWindow, range: RangeId, a: Reg) -> FaultKind {
    let info = &ir.ranges[range];
    let words = (0..ir.value_words(&info.ty)).map(|i| frame[a.index() + i]).collect::<Vec<u64>>();
    let (lane, value) = info.outside(&words).unwrap_or_default();
    FaultKind::OutsideRange { range, lane: lane as u16, value }
}

/// Returns a / b, rounded towards minus infinity; `None` on overflow. b must not be 0.
#[inline]
pub(super) fn quotient(a: i64, b: i64) -> Option<i64> {
    a.checked_div(b).map(|q| q - i64::from(a % b != 0 && (a < 0) != (b < 0)))
}

/// Returns a − b·(a / b). b must not be 0.
#[inline]
pub(super) fn remainder(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

/// Returns all ints from low to high, as a set of one word.
#[inline]
pub(super) fn range(low: i64, high: i64) -> Result<u64, FaultKind> {
    if low < 0 {
        return Err(FaultKind::NotInSet(low));
    }
    if high > 63 {
        return Err(FaultKind::NotInSet(high));
    }
    Ok(if low > high { 0 } else { (u64::MAX >> (63 - high)) & (u64::MAX << low) })
}

/// Converts a seat, counted from 1, to a player, counted from 0; a fault if the seat is not at the table.
#[inline]
pub(super) fn at_seat(seat: u64, players: u64) -> Result<u64, FaultKind> {
    if seat == 0 || seat > players { Err(FaultKind::NoSuchSeat(seat as i64)) } else { Ok(seat - 1) }
}
