//! What is said of a name that stands for nothing.

use super::scope::{Cx, You};
use super::types::Ty;
use super::world::World;
use crate::diagnostics::codes::{check as codes, syntax};
use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::Owner;
use crate::model::Ident;
use crate::source::Span;

/// The type of single values that a set or an optional is of.
fn single(mut ty: &Ty) -> &Ty {
    while let Ty::Set(inner) | Ty::Optional(inner) = ty {
        ty = inner;
    }
    ty
}

/// Says that there is no such kind.
pub(super) fn unknown_kind<'a>(kind: &Ident, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_KIND, format!("there is no kind `{}`", kind.text))
        .at(kind.span, "not known")
        .suggest(&kind.text, known)
}

/// Says that there is no such type.
pub(super) fn unknown_type(world: &World, name: &str, span: Span) -> Diagnostic {
    let d = Diagnostic::error(codes::UNKNOWN_TYPE, format!("there is no type `{name}`")).at(span, "not known");
    match name {
        "integer" | "number" | "num" | "float" | "nat" => {
            return d.help("numbers are whole, and say how far they go: `int 0..99`");
        }
        "boolean" => return d.help("true or false is a `bool`"),
        "text" | "string" => {
            return d
                .because("Rules work with numbers, sets, cards and enums; texts are only shown.")
                .help("if it is one of a few words, declare them under `[enums]` and write the enum's id");
        }
        "list" | "array" => return d.help("several together are a set: `set of card`"),
        _ => {}
    }
    let known = ["int", "bool", "name", "player", "zone", "cell", "set"]
        .into_iter()
        .chain(world.enums.iter().map(|e| e.id.as_str()))
        .chain(world.kinds.iter().map(|k| k.id.as_str()));
    d.suggest(name, known)
}

impl Cx<'_> {
    /// Says that a name stands for nothing here. `want` is what was expected in its place.
    pub(super) fn unknown_name(&self, text: &str, span: Span, want: Option<&Ty>) -> Diagnostic {
        let unknown = |message: String| Diagnostic::error(codes::UNKNOWN_NAME, message);
        match text {
            "you" => {
                let d = unknown("there is no `you` here".into())
                    .at(span, "who?")
                    .because("`you` is the player who acts, or who holds the card that a rule stands on.");
                return match self.variable_of(&Ty::Player) {
                    Some(p) => d.help(format!("say who it is: `{p}`")),
                    None => d,
                };
            }
            "self" => {
                return unknown("there is no `self` here".into())
                    .at(span, "which component?")
                    .because("`self` is the component that bears a rule.");
            }
            "it" => {
                return unknown("there is no `it` here".into())
                    .at(span, "which element?")
                    .because("`it` is the element that a `where`, `any`, `sum` … is looking at.");
            }
            "null" | "nil" | "nothing" | "none" => {
                return Diagnostic::error(syntax::NO_NULL, format!("there is no `{text}`")).at(span, "not a value").help(
                    "open a value that may be missing with `if let x = … { … } else { … }`, or give another with `… ?? x`",
                );
            }
            _ => {}
        }
        if self.coming.as_deref() == Some(text) {
            return unknown(format!("there is no `{text}` in here yet")).at(span, "not known here").help(format!(
                "inside a `where` the element is `it`: write `it` for `{text}`; what it has can be named alone"
            ));
        }
        if let [first, .., last] = self.enums_with(text)[..] {
            let (first, last) = (&self.world.enums[first as usize].id, &self.world.enums[last as usize].id);
            return Diagnostic::error(
                codes::SEVERAL_ENUMS,
                format!("`{text}` is a value of `{first}` and of `{last}`"),
            )
            .at(span, "which of them?")
            .help(format!("write `{first}.{text}` or `{last}.{text}`"));
        }
        let wanted = want.map(single);
        let d = match wanted {
            Some(Ty::Enum(e)) => {
                let e = &self.world.enums[*e as usize];
                Diagnostic::error(codes::UNKNOWN_VALUE, format!("there is no {} `{text}`", e.id)).at(span, "not known")
            }
            Some(Ty::Name) => {
                Diagnostic::error(codes::UNKNOWN_CARD, format!("there is no card `{text}`")).at(span, "not known")
            }
            Some(Ty::Cell) if !self.world.boards.is_empty() => {
                Diagnostic::error(codes::UNKNOWN_CELL, format!("there is no cell `{text}`")).at(span, "not known")
            }
            Some(Ty::Zone(_)) => {
                Diagnostic::error(codes::UNKNOWN_ZONE, format!("there is no zone `{text}`")).at(span, "not known")
            }
            _ => unknown(format!("nothing here is called `{text}`")).at(span, "not known here"),
        };
        if self.is_players(text) {
            let p = self.variable_of(&Ty::Player).unwrap_or("p");
            let d = unknown(format!("whose `{text}`?")).at(span, "each player has one");
            return d.help(format!("write `{p}.{text}` for that of the player {p}"));
        }
        if let Some(near) = self.nearest_name(text, want) {
            return d.help(format!("did you mean `{near}`?"));
        }
        if let Some(kind) = self.world.kinds.iter().find(|k| k.members.contains_key(text)) {
            let c = self.variable_of(&Ty::Component(0)).unwrap_or("c");
            return unknown(format!("whose `{text}`?"))
                .at(span, format!("each {} has one", kind.id))
                .help(format!("write `{c}.{text}` for that of the {} {c}", kind.id));
        }
        match wanted {
            Some(Ty::Enum(e)) => d.suggest(text, self.world.enums[*e as usize].values.iter().map(String::as_str)),
            Some(Ty::Zone(_)) => d.suggest(text, self.world.zones.iter().map(|z| z.id.as_str())),
            _ => d,
        }
    }

    /// Whether players have a zone or state of this name.
    pub(super) fn is_players(&self, text: &str) -> bool {
        self.world.zones.iter().any(|z| z.per_player && z.id == text)
            || self.world.fields.iter().any(|f| f.owner == Owner::Player && f.id == text)
    }

    /// The nearest of all names that would have meant something here.
    fn nearest_name(&self, text: &str, want: Option<&Ty>) -> Option<String> {
        let expected = match want.map(single) {
            Some(Ty::Enum(e)) => nearest(text, self.world.enums[*e as usize].values.iter().map(String::as_str)),
            Some(Ty::Name) => nearest(text, self.world.name_ids.keys().map(String::as_str)),
            Some(Ty::Zone(_)) => nearest(text, self.world.zones.iter().map(|z| z.id.as_str())),
            _ => None,
        };
        if let Some(near) = expected {
            return Some(near.to_string());
        }
        let mut known: Vec<&str> = self.names_in_scope();
        if let Some(me) = self.self_local {
            known.extend(self.members_of(&self.locals[me.0 as usize]));
            known.push("self");
        }
        if self.you != You::Nobody {
            known.extend(self.members_of(&Ty::Player));
            known.push("you");
        }
        known.extend(self.world.globals.keys().map(String::as_str));
        known.extend(["players", "player_count"]);
        known.extend(self.world.enums.iter().flat_map(|e| e.values.iter().map(String::as_str)));
        known.extend(self.world.name_ids.keys().map(String::as_str));
        nearest(text, known).map(str::to_string)
    }
}
