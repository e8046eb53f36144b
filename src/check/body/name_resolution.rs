//! Name resolution: variables and elements, then members of `self`, `you` and the game, then values and
//! cards.

use crate::check::body::messages;
use crate::check::body::scope::{Cx, STILL, ScopeItem, You};
use crate::check::hir::tree::{HExpr, HKind, SetOp, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::COMPLETION_MARKER;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::items::{Global, Member, ReadableValue};
use crate::check::symbols::symbol_table::{SymbolTable, full_set};
use crate::ir::{AttributeId, EnumId};
use crate::source::Span;

/// The player who is known everywhere.
const FIRST_PLAYER: &str = "players[1]";

impl<'a> Cx<'a> {
    /// Resolves a name as a value of the expected enum, or of the type `name`.
    fn expected_value(&self, text: &str, want: Option<&Ty>, span: Span) -> Option<HExpr> {
        let mut want = want?;
        while let Ty::Set(inner) | Ty::Optional(inner) = want {
            want = inner;
        }
        match want {
            Ty::Enum(e) => {
                let v = self.symbols.enums[*e].values.iter().position(|v| v == text)?;
                Some(HExpr { ty: want.clone(), span, kind: HKind::Value(v as u64) })
            }
            Ty::Name => {
                let n = self.symbols.display_name(*self.symbols.name_ids.get(text)?);
                Some(HExpr { ty: Ty::Name, span, kind: HKind::Value(u64::from(n.0)) })
            }
            Ty::Cell => {
                let c = self.symbols.cell_ids.get(text)?;
                Some(HExpr { ty: Ty::Cell, span, kind: HKind::Value(u64::from(c.0)) })
            }
            _ => None,
        }
    }

    /// Resolves a name. If it is unknown, reports that and returns an erroneous expression.
    pub fn name(&mut self, text: &str, span: Span, want: Option<&Ty>) -> HExpr {
        if let Some(found) = self.find_name(text, span, want) {
            return found;
        }
        if text == COMPLETION_MARKER {
            self.record_names(want);
        }
        let d = self.unknown_name(text, span, want);
        self.wrong(d, span)
    }

    /// Returns the enums that have a value of this name.
    pub(in crate::check) fn enums_with(&self, value: &str) -> Vec<EnumId> {
        let enums = self.symbols.enums.iter().enumerate();
        enums
            .filter(|(_, e)| e.values.iter().any(|v| v == value))
            .map(|(e, _)| EnumId::from_index(e))
            .collect()
    }

    /// Returns whether a name resolves without an expected type.
    pub(in crate::check) fn means_something(&mut self, text: &str) -> bool {
        self.quietly(|cx| cx.find_name(text, cx.code.span, None).is_some())
    }

    /// Resolves a name without reporting an unknown one; `None` if nothing in scope has it.
    pub fn find_name(&mut self, text: &str, span: Span, want: Option<&Ty>) -> Option<HExpr> {
        match text {
            "you" => return self.you(span),
            "self" => return self.myself(span),
            "it" => return self.it(span),
            STILL if self.doing.is_some() && self.variable(text).is_none() => return self.still(span),
            "players" => return Some(HExpr { ty: Ty::Player.set(), span, kind: HKind::Players }),
            "box" => return Some(self.in_the_box(span)),
            "playing" => return Some(HExpr { ty: Ty::Player.set(), span, kind: HKind::Playing }),
            "player_count" => return Some(HExpr { ty: Ty::Int, span, kind: HKind::PlayerCount }),
            _ => {}
        }
        if let Some(value) = self.expected_value(text, want, span) {
            return Some(value);
        }
        for i in (0..self.items.len()).rev() {
            match self.items[i].clone() {
                ScopeItem::Variable { name, local, ty } => {
                    if name == text {
                        self.reads(local);
                        return Some(HExpr { ty, span, kind: HKind::Local(local) });
                    }
                }
                ScopeItem::Element { local, ty } => {
                    let element = HExpr { ty, span, kind: HKind::Local(local) };
                    if let Some(found) = self.own(element, text, span) {
                        return Some(found);
                    }
                }
                ScopeItem::There(..) => {}
            }
        }
        if let Some(me) = self.myself(span)
            && let Some(found) = self.own(me, text, span)
        {
            return Some(found);
        }
        if self.you != You::Nobody && self.is_players(text) {
            let you = self.you(span)?;
            return self.own(you, text, span);
        }
        if let Some(global) = self.symbols.globals.get(text).copied() {
            return Some(self.global(global, span));
        }
        if let Some(n) = self.symbols.name_ids.get(text) {
            return Some(HExpr { ty: Ty::Name, span, kind: HKind::Value(u64::from(n.0)) });
        }
        if let Some(c) = self.symbols.cell_ids.get(text) {
            return Some(HExpr { ty: Ty::Cell, span, kind: HKind::Value(u64::from(c.0)) });
        }
        match self.enums_with(text)[..] {
            [e] => self.expected_value(text, Some(&Ty::Enum(e)), span),
            _ => None,
        }
    }

    /// Resolves a member of `of` itself; functions are not members.
    pub fn own(&mut self, of: HExpr, name: &str, span: Span) -> Option<HExpr> {
        let member = self.symbols.member_of(&of.ty, name)?;
        Some(self.read_member(of, member, span))
    }

    /// Reads a member of a player, component or cell.
    pub fn read_member(&mut self, of: HExpr, member: Member, span: Span) -> HExpr {
        match member {
            Member::Attribute(a) => self.read_attribute(of, a, span),
            Member::Field(f, _) => {
                let ty = self.symbols.fields[f].ty.clone();
                if let Some(kind) = self.value_so_far(ReadableValue::Field(f), &of) {
                    return HExpr { ty, span, kind };
                }
                if !self.raw
                    && let Some(reader) = self.symbols.reader_of(ReadableValue::Field(f))
                {
                    self.uses.calls.push((self.function, reader, span));
                    return HExpr { ty, span, kind: HKind::Call(reader, vec![of]) };
                }
                HExpr { ty, span, kind: HKind::Field(f, Box::new(of)) }
            }
            Member::Zone(z) => self.zone_of(z, Some(of), span),
            Member::Slot(s) => {
                self.uses.slots.insert(s);
                let slot = &self.symbols.slots[s];
                let ty = slot.result.clone();
                if !slot.params.is_empty() {
                    let takes = messages::takes(&slot.id, slot.params.len(), 0, "argument");
                    let names: Vec<&str> = slot.params.iter().map(|p| p.id.as_str()).collect();
                    let form = format!("{}({})", slot.id, names.join(", "));
                    return self.wrong(messages::wrong_slot_arguments(span, &takes, &form, slot.span), span);
                }
                HExpr {
                    ty,
                    span,
                    kind: HKind::Slot { slot: s, rule: Box::new(of), who: None, args: Vec::new() },
                }
            }
        }
    }

    /// Reads a printed attribute, as changed by modifiers.
    pub fn read_attribute(&mut self, of: HExpr, a: AttributeId, span: Span) -> HExpr {
        let ty = self.symbols.attribute_types[a].clone();
        if let Some(kind) = self.value_so_far(ReadableValue::Attribute(a), &of) {
            return HExpr { ty, span, kind };
        }
        if !self.raw
            && let Some(reader) = self.symbols.reader_of(ReadableValue::Attribute(a))
        {
            self.uses.calls.push((self.function, reader, span));
            return HExpr { ty, span, kind: HKind::Call(reader, vec![of]) };
        }
        HExpr { ty, span, kind: HKind::Attribute(a, Box::new(of)) }
    }

    /// Returns the set of components that are in no zone.
    fn in_the_box(&mut self, span: Span) -> HExpr {
        let symbols = self.symbols;
        let kind = symbols
            .names
            .iter()
            .map(|n| n.kind)
            .reduce(|a, b| symbols.common_kind(a, b))
            .unwrap_or(COMPONENT);
        let ty = Ty::Component(kind).set();
        let out_of_play = HExpr { ty: ty.clone(), span, kind: HKind::OutOfPlay };
        // Components that options exclude from the game are not in the box either.
        let Some(in_game) = symbols.in_game else { return out_of_play };
        let here = HExpr { ty: ty.clone(), span, kind: HKind::TableField(in_game) };
        HExpr { ty, span, kind: HKind::SetOp(SetOp::Both, Box::new(out_of_play), Box::new(here)) }
    }

    fn global(&mut self, global: Global, span: Span) -> HExpr {
        let symbols = self.symbols;
        let (ty, kind) = match global {
            Global::Unclear => return error_expr(span),
            Global::Zone(_) | Global::Field(_) | Global::Kind(_) if self.constant => {
                return self.wrong(messages::not_constant(span), span);
            }
            Global::Function(f) => return self.call_function(f, Vec::new(), span, None),
            Global::History(h) => {
                let id = &symbols.histories[h].id;
                return self.wrong(messages::history_as_value(span, id), span);
            }
            Global::Zone(z) => return self.zone_of(z, None, span),
            Global::Field(f) => (symbols.fields[f].ty.clone(), HKind::TableField(f)),
            Global::Option(o) => (symbols.options[o].ty.clone(), HKind::Option(o)),
            Global::Enum(e) => {
                let n = symbols.enums[e].values.len();
                (Ty::Enum(e).set(), HKind::ConstSet(full_set(n)))
            }
            Global::Constant(c) => {
                let (ty, words) = &symbols.constants[c];
                let all = HExpr { ty: ty.clone(), span, kind: HKind::ConstSet(words.clone()) };
                let in_game = match &symbols.cells_in_game {
                    Some((field, some)) if *ty == Ty::Cell.set() && overlap(words, some) => *field,
                    _ => return all,
                };
                let here = HExpr { ty: ty.clone(), span, kind: HKind::TableField(in_game) };
                (ty.clone(), HKind::SetOp(SetOp::Both, Box::new(all), Box::new(here)))
            }
            Global::Kind(k) => {
                let kind = &symbols.kinds[k];
                let all = HExpr {
                    ty: Ty::Component(k).set(),
                    span,
                    kind: HKind::ConstSet(symbols.span_set(kind.first, kind.count)),
                };
                let Some(in_game) = symbols.in_game else { return all };
                let here = HExpr { ty: all.ty.clone(), span, kind: HKind::TableField(in_game) };
                (all.ty.clone(), HKind::SetOp(SetOp::Both, Box::new(all), Box::new(here)))
            }
        };
        HExpr { ty, span, kind }
    }

    /// Returns the names of variables in scope, and of the members of elements in scope.
    pub fn names_in_scope(&self) -> Vec<&str> {
        let mut known: Vec<&str> = Vec::new();
        for item in &self.items {
            match item {
                ScopeItem::Variable { name, .. } => known.push(name),
                ScopeItem::Element { ty, .. } => known.extend(self.members_of(ty)),
                ScopeItem::There(..) => {}
            }
        }
        known
    }

    /// Returns the innermost variable of a type.
    pub fn variable_of(&self, wanted: &Ty) -> Option<&str> {
        self.items.iter().rev().find_map(|item| match item {
            ScopeItem::Variable { name, ty, .. } if ty.fits(wanted, self.symbols) && !ty.is_error() => {
                Some(name.as_str())
            }
            _ => None,
        })
    }

    /// Returns whether a name is that of a variable of a type.
    pub fn is_variable_of(&self, name: &str, wanted: &Ty) -> bool {
        self.items.iter().rev().any(|item| match item {
            ScopeItem::Variable { name: of, ty, .. } => of == name && ty.fits(wanted, self.symbols),
            _ => false,
        })
    }

    /// Returns a name that nothing has here, for advice: a placeholder of which nobody thinks that it is a
    /// variable.
    pub fn placeholder(&self) -> &'static str {
        let taken = self.names_in_scope();
        ["x", "y", "z"].into_iter().find(|name| !taken.contains(name)).unwrap_or("…")
    }

    /// Returns code for a player that is valid here, for advice: a variable, or `you`, or who sits first.
    pub(in crate::check) fn player_in_scope(&self) -> &str {
        let you = (self.you != You::Nobody).then_some("you");
        self.variable_of(&Ty::Player).or(you).unwrap_or(FIRST_PLAYER)
    }

    /// Replaces the word `you` in advice by another player where there is no `you`.
    pub(in crate::check) fn without_you(&self, advice: &str) -> String {
        match self.you {
            You::Nobody => {
                let is_sign = |c: char| !c.is_alphanumeric() && c != '_';
                let words =
                    advice.split_inclusive(is_sign).map(|word| match word.trim_end_matches(is_sign) {
                        "you" => word.replace("you", self.player_in_scope()),
                        _ => word.to_owned(),
                    });
                words.collect()
            }
            _ => advice.to_owned(),
        }
    }

    /// Returns the names of all members of values of a type.
    pub fn members_of(&self, ty: &Ty) -> Vec<&'a str> {
        let symbols: &'a SymbolTable = self.symbols;
        symbols.members_of(ty)
    }
}

/// Returns whether two sets have an element in common.
fn overlap(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}
