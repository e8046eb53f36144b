//! Reader of kinds, zones and histories.

use super::fields::Fields;
use super::reader::ModelReader;
use crate::model::components::{KindDecl, ZoneDecl};
use crate::model::fields::SlotDecl;
use crate::model::game::HistoryDecl;
use crate::model::ident::{CodeText, Ident};
use crate::model::read::messages;
use crate::vocabulary::{MAIN_PART, ZoneViewers};

impl ModelReader {
    pub(super) fn kind(&mut self, id: Ident, mut kind: Fields) -> Option<()> {
        let attributes = self.fields(&mut kind, "attributes");
        let state = self.fields(&mut kind, "state");
        let slots = self.slots(&mut kind);
        let actions = kind.entries("actions");
        let actions = self.actions(actions);
        self.package.kinds.push(KindDecl {
            id,
            plural: kind.ident("plural"),
            base: kind.ident("base"),
            stands_for: kind.ident("stands_for"),
            copies: kind.code("copies"),
            attributes,
            state,
            slots,
            actions,
            text: kind.code("text"),
            only_if: kind.code("only_if"),
        });
        Some(())
    }

    fn slots(&mut self, kind: &mut Fields) -> Vec<SlotDecl> {
        let mut slots = Vec::new();
        for (id, value) in super::ids::with_ids(kind.entries("slots")) {
            match Fields::of(value).and_then(|slot| self.slot(id.clone(), slot)) {
                Some(slot) => slots.push(slot),
                None => self.package.refused.push(id),
            }
        }
        slots
    }

    fn slot(&mut self, id: Ident, mut slot: Fields) -> Option<SlotDecl> {
        let (returns_at, from_at, do_at) =
            (slot.key_span("returns"), slot.key_span("from"), slot.key_span("do"));
        let statements = slot.flag("do");
        let returns = slot.code("returns");
        match (returns_at.or(from_at), do_at) {
            (Some(value), Some(statement)) if statements => {
                self.found.push(messages::does_and_returns(statement, &id.text, value));
                return None;
            }
            _ if returns.is_some() || statements => {}
            // A `returns` that is not a string was reported by the schema.
            _ if returns_at.is_some() || !slot.only(&["from", "params", "default", "text"]) => return None,
            _ => {
                self.found.push(messages::neither_returns_nor_do(slot.span, &id.text));
                return None;
            }
        }
        Some(SlotDecl {
            id,
            returns,
            from: slot.code("from"),
            params: slot.params()?,
            default: slot.code("default"),
            text: slot.code("text"),
            unchecked: slot.flag("unchecked"),
        })
    }

    pub(super) fn zone(&mut self, id: Ident, mut zone: Fields) -> Option<()> {
        let start = zone.code("start");
        let list = start.as_ref().and_then(list_part);
        let top_span = zone.key_span("top_seen_by");
        let (viewers, top_viewers) = (zone.code("seen_by"), zone.code("top_seen_by"));
        let (seen_by, top_seen_by) = (viewers.as_ref().map(seen_by), top_viewers.as_ref().map(seen_by));
        let expression = |by: Option<ZoneViewers>, code: Option<CodeText>| {
            code.filter(|_| by == Some(ZoneViewers::Expression))
        };
        self.package.zones.push(ZoneDecl {
            id,
            per: zone.one_or_more("per"),
            holds: zone.ident("holds"),
            ordered: zone.flag("ordered"),
            seen_by: seen_by.unwrap_or_default(),
            viewers: expression(seen_by, viewers),
            top_seen_by: top_seen_by.zip(top_span),
            top_viewers: expression(top_seen_by, top_viewers),
            start: start.filter(|_| list.is_none()),
            list,
            text: zone.code("text"),
            only_if: zone.code("only_if"),
        });
        Some(())
    }

    pub(super) fn history(&mut self, id: Ident, mut history: Fields) -> Option<()> {
        let of = history.key_span("of").map(|_| history.idents("of"));
        self.package.histories.push(HistoryDecl {
            id,
            of,
            keep: history.number("keep").filter(|keep| *keep > 0)?,
        });
        Some(())
    }
}

/// Returns the part of a list that a `start` names: `list` for `[cards]`, `list.hero` for `[hero]`.
fn list_part(start: &CodeText) -> Option<Ident> {
    let rest = start.value.trim().strip_prefix("list")?;
    let part = match rest.strip_prefix('.') {
        Some(part) if super::ids::is_id(part) => part,
        None if rest.is_empty() => MAIN_PART,
        _ => return None,
    };
    Some(Ident { text: part.to_owned(), span: start.span })
}

/// Converts a word of visibility; everything else is an expression.
fn seen_by(code: &CodeText) -> ZoneViewers {
    match code.value.trim() {
        "all" => ZoneViewers::All,
        "owner" => ZoneViewers::Owner,
        "others" => ZoneViewers::Others,
        "none" => ZoneViewers::None,
        _ => ZoneViewers::Expression,
    }
}
