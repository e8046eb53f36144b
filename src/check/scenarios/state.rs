//! `[state]` of a scenario: resolves the owners of the state that each line sets.
//!
//! Players, components of several kinds, cells and the table may have state of the same name. The brackets
//! distinguish them.

use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::scenarios::messages;
use crate::check::symbols::items::Member;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::symbols::values::{Notation, ValueTarget, value};
use crate::diagnostics::Diagnostic;
use crate::ir::{
    AmountDomain, ComponentId, FieldId, InitialValue, KindId, NameId, Owner, SeatNumber, ToIndex,
};
use crate::model::{Ident, ScenarioDecl};
use crate::source::{Span, TomlNode, TomlValue};

/// A field and its owners; none for a field of the table.
struct StateTarget {
    field: FieldId,
    owners: Option<Vec<u32>>,
    /// The lane of an amount, as indices, outermost first.
    lanes: Vec<u64>,
}

impl<'p> RuleChecker<'p> {
    /// Checks `[state]` and returns the values to set.
    pub(in crate::check) fn scenario_state(&mut self, decl: &'p ScenarioDecl) -> Vec<InitialValue> {
        let mut laid = Vec::new();
        let seats = self.seats();
        for (id, node) in &decl.state {
            match self.symbols.laid_values(id, node, Notation::Toml, seats) {
                Ok(values) => laid.extend(values),
                Err(d) => self.diagnostics.push(d),
            }
        }
        laid
    }
}

impl SymbolTable {
    /// Returns the values that a line under `[state]` sets, in a scenario or when another program lays out a
    /// table. `seats` is the number of seats that advice names.
    ///
    /// # Errors
    /// The error says that there is no such state, that its owner is ambiguous, or that the value is of
    /// another type.
    pub fn laid_values(
        &self,
        id: &Ident,
        node: &TomlNode,
        notation: Notation,
        seats: u16,
    ) -> Result<Vec<InitialValue>, Diagnostic> {
        let target = self.state_named(id, seats)?;
        let field = &self.fields[target.field];
        let (ty, first) = match &field.ty {
            Ty::Amount(pers) => {
                let inside = &pers[target.lanes.len()..];
                let ty = if inside.is_empty() { Ty::Int } else { Ty::Amount(inside.to_vec()) };
                let size = |depth: usize| self.lanes(&pers[depth + 1..]);
                (ty, target.lanes.iter().enumerate().map(|(depth, lane)| lane.index() * size(depth)).sum())
            }
            ty => (ty.clone(), 0),
        };
        let want = ValueTarget {
            ty: &ty,
            range: field.range,
            id: &field.id,
            key: Some(&id.text),
            notation,
            declared: field.span,
        };
        let words = value(self, node, &want)?;
        let owners = target.owners.unwrap_or_else(|| vec![0]).into_iter();
        let set =
            |owner| InitialValue { field: target.field, owner, first: first as u16, words: words.clone() };
        Ok(owners.map(set).collect())
    }

    /// Returns the seats that a line under `[state]` names, from 1: the one whose state it sets, and those
    /// that are its value.
    pub(in crate::check) fn seats_in_state(&self, id: &Ident, node: &TomlNode) -> Vec<(SeatNumber, Span)> {
        let Ok(target) = self.state_named(id, self.max_players) else { return Vec::new() };
        let field = &self.fields[target.field];
        let mut seats = Vec::new();
        if field.owner == Owner::Player {
            let of = |seat: u32| Some((u8::try_from(seat + 1).map(SeatNumber).ok()?, id.span));
            seats.extend(target.owners.into_iter().flatten().filter_map(of));
        }
        let ty = if let Ty::Optional(inner) = &field.ty { inner } else { &field.ty };
        let values = match (&node.value, ty) {
            (_, Ty::Player) => std::slice::from_ref(node),
            (TomlValue::Array(values), Ty::Set(of)) if **of == Ty::Player => values,
            _ => &[],
        };
        seats.extend(values.iter().filter_map(|value| match value.value {
            TomlValue::Int(seat) => Some((u8::try_from(seat).map(SeatNumber).ok()?, value.span)),
            _ => None,
        }));
        seats
    }

    /// Resolves `round`, `coins[1]`, `hurt[copper#2]`, `height[a1 h1]`: the field and its owners.
    fn state_named(&self, written: &Ident, seats: u16) -> Result<StateTarget, Diagnostic> {
        let mut brackets = written.text.split('[').map(|part| part.trim_end().trim_end_matches(']').trim());
        let id = brackets.next().unwrap_or_default();
        let brackets: Vec<&str> = brackets.collect();
        let fields: Vec<FieldId> = self.fields.ids().filter(|f| self.is_state(*f, id)).collect();
        if fields.is_empty() {
            let known = self.fields.iter().filter(|f| f.span.is_some()).map(|f| f.id.as_str());
            return Err(messages::unknown_state(written.span, id).suggest(id, known));
        }
        let of = |owner: Owner| fields.iter().copied().find(|f| self.fields[*f].owner == owner);
        let Some((whose, keys)) = brackets.split_first() else {
            return match of(Owner::Table) {
                Some(field) => Ok(StateTarget { field, owners: None, lanes: Vec::new() }),
                None => Err(self.unclear(written, id, &fields)),
            };
        };
        if let Some(field) = of(Owner::Table)
            && let Some(lanes) = self.lanes_written(field, &brackets)
        {
            return Ok(StateTarget { field, owners: None, lanes });
        }
        let mut target = self.somebodys((written, id), whose, &fields, seats)?;
        target.lanes = self.lanes_written(target.field, keys).ok_or_else(|| {
            let field = &self.fields[target.field];
            let help = match &field.ty {
                Ty::Amount(pers) => {
                    let pers: Vec<String> = pers.iter().map(|per| self.per(*per)).collect();
                    format!("after `{id}[{whose}]`, the brackets of `{id}` take: {}", pers.join(", then "))
                }
                ty => format!("`{id}` is {}: nothing stands behind `{id}[{whose}]`", ty.a(self)),
            };
            messages::unknown_lane(written.span, &written.text, &help)
        })?;
        Ok(target)
    }

    /// Returns the lanes of a field's amount that brackets name; none if the field has no such lanes.
    fn lanes_written(&self, field: FieldId, brackets: &[&str]) -> Option<Vec<u64>> {
        let pers = match &self.fields[field].ty {
            Ty::Amount(pers) => pers.as_slice(),
            // Its declaration has an error, and nothing follows from that.
            Ty::Error => return Some(Vec::new()),
            _ => &[],
        };
        if brackets.len() > pers.len() {
            return None;
        }
        let lane = |(per, written): (&AmountDomain, &&str)| match per {
            AmountDomain::Enum(e) => {
                self.enums[*e].values.iter().position(|v| v == written).map(|v| v as u64)
            }
            AmountDomain::Name => {
                let named = self.names.iter().position(|n| n.id == *written || n.printed == *written);
                named.map(|n| n as u64)
            }
            AmountDomain::Range(first, last) => {
                let number = written.parse::<i64>().ok()?;
                let range = i64::from(*first)..=i64::from(*last);
                range.contains(&number).then(|| (number - i64::from(*first)) as u64)
            }
        };
        pers.iter().zip(brackets).map(lane).collect()
    }

    /// Resolves the state of a player, a component or cells; a field of the table has no brackets.
    fn somebodys(
        &self,
        (written, id): (&Ident, &str),
        whose: &str,
        fields: &[FieldId],
        seats: u16,
    ) -> Result<StateTarget, Diagnostic> {
        let of = |owner: Owner| fields.iter().copied().find(|f| self.fields[*f].owner == owner);
        let lanes = Vec::new;
        let mut targets = Vec::new();
        if let (Some(field), Ok(seat)) = (of(Owner::Player), whose.parse::<u64>()) {
            if seat < 1 || seat > u64::from(self.max_players) {
                return Err(messages::state_of_no_seat(written.span, whose, id, seats));
            }
            // A card whose printed name is `1` can be named by its id.
            return Ok(StateTarget { field, owners: Some(vec![seat as u32 - 1]), lanes: lanes() });
        }
        let component = self.component_written(whose);
        if let Some(c) = component
            && let Some(Member::Field(field, _)) = self.member(self.kind_of(c), id)
        {
            targets.push(StateTarget { field, owners: Some(vec![c.0]), lanes: lanes() });
        }
        let cells: Option<Vec<u32>> =
            whose.split_whitespace().map(|cell| self.cell_ids.get(cell).map(|cell| cell.0)).collect();
        if let (Some(field), Some(cells)) = (of(Owner::Cell), cells)
            && !cells.is_empty()
        {
            targets.push(StateTarget { field, owners: Some(cells), lanes: lanes() });
        }
        match targets.len() {
            1 => Ok(targets.remove(0)),
            0 => Err(self.nobody((written, id), whose, component, fields, seats)),
            _ => {
                let d = messages::component_and_cell(written.span, whose, id);
                let printed = component.map(|c| &self.components[c]).and_then(|c| {
                    let name = &self.names.find(c.name)?.printed;
                    (*name != whose).then(|| format!("write `\"{id}[{name}]\"` for the component's"))
                });
                Err(d.help(printed.unwrap_or_else(|| "give the component another id".into())))
            }
        }
    }

    fn kind_of(&self, component: ComponentId) -> KindId {
        KindId((self.names[NameId(self.components[component].name.0)].kind).0)
    }

    fn is_state(&self, field: FieldId, id: &str) -> bool {
        let field = &self.fields[field];
        field.id == id && field.span.is_some()
    }

    /// Finds a component by its id or printed name: the first copy, unless a number selects another.
    fn component_written(&self, whose: &str) -> Option<ComponentId> {
        if let Some(c) = self.components.iter().position(|c| c.id == whose) {
            return Some(ComponentId(c as u32));
        }
        let names = &self.names;
        let called = |written: &str| {
            names.iter().find(|n| n.id == written).or_else(|| names.iter().find(|n| n.printed == written))
        };
        if let Some(name) = called(whose) {
            return Some(name.first);
        }
        let (name, copy) = whose.rsplit_once('#')?;
        let (name, copy) = (called(name.trim_end())?, copy.parse::<u32>().ok()?);
        (1..=name.copies).contains(&copy).then(|| name.first + copy - 1)
    }

    /// Returns the error for brackets that name something without such state, or nothing at all.
    fn nobody(
        &self,
        (written, id): (&Ident, &str),
        whose: &str,
        component: Option<ComponentId>,
        fields: &[FieldId],
        seats: u16,
    ) -> Diagnostic {
        let fields_of = |owner: Owner| fields.iter().any(|f| self.fields[*f].owner == owner);
        if let Some(c) = component {
            let kind = &self.kinds[self.kind_of(c)].id;
            return messages::state_of_others(written.span, whose, id, kind, &self.forms(id, fields));
        }
        let owners = [Owner::Table, Owner::Player, Owner::Component, Owner::Cell];
        let mut owned = owners.into_iter().filter(|owner| fields_of(*owner));
        match (owned.next(), owned.next()) {
            (Some(Owner::Player), None) => messages::state_of_no_seat(written.span, whose, id, seats),
            (Some(Owner::Component), None) => {
                let known = self.names.iter().flat_map(|n| [n.printed.as_str(), n.id.as_str()]);
                messages::unknown_card(written.span, whose).suggest(whose, known)
            }
            (Some(Owner::Cell), None) => {
                let wrong = whose.split_whitespace().find(|cell| !self.cell_ids.contains_key(*cell));
                let wrong = wrong.unwrap_or(whose);
                messages::unknown_cell(written.span, wrong)
                    .suggest(wrong, self.cells.iter().map(|c| c.id.as_str()))
            }
            _ => self.unclear(written, id, fields),
        }
    }

    /// Returns the error for an ambiguous owner, with the forms to write instead.
    fn unclear(&self, written: &Ident, id: &str, fields: &[FieldId]) -> Diagnostic {
        messages::unclear_owner(written.span, id, &self.forms(id, fields))
    }

    /// Lists the forms: "`level[1]` for a player's, `level[copper]` for a card's".
    fn forms(&self, id: &str, fields: &[FieldId]) -> String {
        let forms = fields.iter().map(|f| {
            let field = &self.fields[*f];
            match field.owner {
                Owner::Table => format!("`{id}` for the table's"),
                Owner::Player => format!("`\"{id}[1]\"` for a player's"),
                Owner::Component => {
                    let of = (0..self.components.len() as u32)
                        .find(|c| self.is_below(self.kind_of(ComponentId(*c)), field.kind));
                    let of = of.map(|c| &self.components[ComponentId(c)]);
                    let example = of.map_or("a_card", |c| c.id.as_str());
                    let kind = &self.kinds[field.kind].id;
                    format!("`\"{id}[{example}]\"` for that of a `{kind}`")
                }
                Owner::Cell => {
                    let example = self.cells.first().map_or("a1", |c| c.id.as_str());
                    format!("`\"{id}[{example}]\"` for a cell's")
                }
            }
        });
        let forms: Vec<String> = forms.collect();
        forms.join(", ")
    }
}
