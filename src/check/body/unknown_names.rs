//! Diagnostics for unknown names.

use crate::check::body::messages;
use crate::check::body::scope::{Cx, PARAMETER_SET, STILL, ScopeItem, VariableOrigin, You};
use crate::check::hir::tree::HExpr;
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{FieldSymbol, KindSymbol};
use crate::check::symbols::values::sides_of;
use crate::diagnostics::{Diagnostic, list, nearest, plural};
use crate::ir::{KindId, Owner, ToIndex, ZoneOwner};
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

/// Maximum number of variables that an error lists.
const MOST_VARIABLES: usize = 8;

/// Returns the type of the single values in a set or an optional.
fn single(mut ty: &Ty) -> &Ty {
    while let Ty::Set(inner) | Ty::Optional(inner) = ty {
        ty = inner;
    }
    ty
}

/// Returns whether a name is a lowercase letter followed by a number, like the cells of boards with columns
/// and rows.
fn looks_like_cell(text: &str) -> bool {
    let digits = text.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or_default();
    !digits.is_empty() && digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit())
}

impl Cx<'_> {
    /// Returns the error for `x is word` where the word is not a kind, with the probable intention.
    pub(in crate::check) fn no_kind(&self, of: &HExpr, word: &str, negated: bool, at: Span) -> Diagnostic {
        let d = messages::not_a_kind(at, word);
        let x = self.source_text(of.span).unwrap_or("x");
        let sign = if negated { "!=" } else { "==" };
        let not = if negated { "not " } else { "" };
        let function =
            self.symbols.functions.iter().any(|f| f.id == word && f.span.is_some() && f.result == Ty::Bool);
        let known = self.symbols.kinds.iter().map(|k| k.id.as_str());
        match word {
            "empty" if negated => d.help(format!("write `any({x})`")),
            "empty" => d.help(format!("write `none({x})`")),
            _ if !self.enums_with(word).is_empty() || self.symbols.name_ids.contains_key(word) => {
                d.help(format!("values are compared with `{sign}`: `{x} {sign} {word}`"))
            }
            _ if self.symbols.keywords.iter().any(|k| k.id == word)
                || self.symbols.slots.iter().any(|s| s.id == word) =>
            {
                d.help(format!("write `{not}{x} has {word}`"))
            }
            _ if function || self.members_of(&of.ty).contains(&word) => {
                d.help(format!("write `{not}{x}.{word}`"))
            }
            _ => d.suggest(word, known),
        }
    }

    /// Returns the error for `x in S where C`: a `where` by itself does not name its element.
    pub(in crate::check) fn named_in_where(&mut self, set: &Expr, span: Span) -> Option<Diagnostic> {
        let ExprKind::Binary { op: BinaryOp::In, left, right } = &set.kind else { return None };
        let ExprKind::Name(name) = &left.kind else { return None };
        if self.means_something(name) {
            return None;
        }
        let of = self.code.value.get((right.at.first_byte())..right.at.end_byte()).unwrap_or("S");
        Some(messages::name_in_where(span, name, of))
    }

    /// Returns the error for a name that denotes nothing here. `want` is the type expected in its place.
    pub(in crate::check) fn unknown_name(&self, text: &str, span: Span, want: Option<&Ty>) -> Diagnostic {
        let d = self.unknown_target(text, span, want);
        if d.help.is_some() {
            return d;
        }
        match self.variables_here() {
            Some(variables) => d.help(variables),
            // A word of the language that means nothing here is no misspelt name.
            None if self.unknown_word(text, span).is_some() => d,
            None => d.help(self.names_here(want)),
        }
    }

    /// Returns the same error for the target of an assignment, which may be meant as a new variable.
    pub(in crate::check) fn unknown_target(&self, text: &str, span: Span, want: Option<&Ty>) -> Diagnostic {
        let mut d = self.unknown_to_scope(text, span, want);
        self.hints.iter().for_each(|hint| hint.add_to(&mut d, text));
        d
    }

    /// Lists the variables in scope; none if there are none, or too many.
    fn variables_here(&self) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        for item in &self.items {
            if let ScopeItem::Variable { name, .. } = item
                && !names.contains(&name.as_str())
            {
                names.push(name);
            }
        }
        match names[..] {
            [] => None,
            [one] => Some(format!("the only variable here is `{one}`")),
            _ if names.len() <= MOST_VARIABLES => Some(format!("the variables here are {}", list(&names))),
            _ => None,
        }
    }

    /// Returns the same error without the advice of the declaration.
    fn unknown_to_scope(&self, text: &str, span: Span, want: Option<&Ty>) -> Diagnostic {
        let special = self
            .truth_word(text, span, want)
            .or_else(|| self.unknown_word(text, span))
            .or_else(|| self.after_its_block(text, span))
            .or_else(|| self.near_miss(text, span));
        if let Some(d) = special {
            return d;
        }
        let wanted = want.map(single);
        let d = self.unknown_of_type(text, span, wanted);
        if let Some(Ty::Enum(e)) = wanted
            && let Some(near) = nearest(text, self.symbols.enums[*e].values.iter().map(String::as_str))
            && !self.is_member_of_type(text, &Ty::Enum(*e))
        {
            return d.did_you_mean(text, near);
        }
        if self.what == PARAMETER_SET
            && let Some(kind) = self.symbols.kind_named(text)
        {
            let (help, all) = self.ways_to_components(kind);
            return d.help(help).replace(span, text, all);
        }
        if let (true, Some(there)) = (looks_like_cell(text), self.cells_there()) {
            return match wanted {
                Some(Ty::Cell) => d.help(there),
                _ => messages::not_on_board(span, text, &there),
            };
        }
        if sides_of(text).is_some() {
            return d.help(format!("a die is rolled: `roll({text})`"));
        }
        if self.is_players(text) {
            return match self.variable_of(&Ty::Player) {
                Some(p) => messages::whose(span, text, "player", p),
                None => messages::whose_of_players(span, text, self.player_in_scope()),
            };
        }
        let made_of = |kind: &&KindSymbol| plural(&kind.id) == text || format!("{}s", kind.id) == text;
        if let Some(kind) = self.symbols.kinds.iter().find(made_of) {
            return d
                .help(format!("the set of all components of the kind `{}` is `{}`", kind.id, kind.plural));
        }
        if let Some(keyword) = self.symbols.keywords.iter().find(|k| k.id == text) {
            let whose = if self.self_local.is_some() { "self" } else { "x" };
            return d.help(match keyword.params.first() {
                Some(param) => {
                    format!("what a keyword stands with belongs to its bearer: `{whose}.{text}.{}`", param.id)
                }
                None => format!("a keyword is asked for with `has`: `{whose} has {text}`"),
            });
        }
        // A member of this very name is meant rather than another name that resembles it.
        if let Some(d) = self.member_without_owner(text, span) {
            return d;
        }
        if let Some(known) = self.known_as(text, want) {
            let instead = if known.contains(' ') { format!("({known})") } else { known.clone() };
            return d.help(format!("write `{known}`")).replace(span, text, &instead);
        }
        if let Some(near) = self.nearest_name(text, want) {
            return d.did_you_mean(text, &near);
        }
        if let (Some(Ty::Player), true) = (wanted, self.you != You::Nobody) {
            return d.help("the player who acts, or holds the card, is `you`");
        }
        if self.inside > 0 && text.len() <= 2 && wanted.is_none_or(|w| matches!(w, Ty::Bool | Ty::Int)) {
            return d.help(format!(
                "inside a `where` the element is `it`, and what it has is named alone; `count({text} in S, …)` calls it `{text}`"
            ));
        }
        self.with_known(d, text, span, wanted)
    }

    /// Returns what a word for players or for the bearer of a rule is called in the language. `wanted` is the
    /// type expected in its place.
    fn known_as(&self, text: &str, wanted: Option<&Ty>) -> Option<String> {
        // A parameter or variable is meant rather than the holder of a card, who may be nobody.
        let actor = match self.you {
            You::Nobody => self.variable_of(&Ty::Player),
            You::Is(_) => Some("you"),
            You::HolderOf(_) => self.variable_of(&Ty::Player).or(Some("you")),
        };
        let bearer = || self.self_local.map(|_| "self".to_owned());
        match text {
            "opponents" | "others" | "other_players" | "rivals" | "enemies" => {
                Some(format!("players - {}", actor?))
            }
            "opponent" | "next_player" | "left" | "left_player" => Some(format!("next({})", actor?)),
            "everyone" | "everybody" | "all_players" => Some("players".into()),
            "me" | "myself" if matches!(wanted, Some(Ty::Component(_))) => bearer(),
            "me" | "my" | "myself" | "current_player" | "active_player" => Some(actor?.into()),
            "player" => Some(actor?.into()),
            "owner" | "holder" | "controller" if self.self_local.is_some() => Some(actor?.into()),
            "this" | "this_card" => bearer(),
            // A set of all cards is no single one.
            "card" if !matches!(wanted, Some(Ty::Set(_))) => bearer(),
            _ => None,
        }
    }

    /// Returns the error for a word of the language that means nothing here.
    fn unknown_word(&self, text: &str, span: Span) -> Option<Diagnostic> {
        Some(match text {
            STILL => messages::no_action_here(span),
            "you" => messages::no_you(span, self.variable_of(&Ty::Player), self.player_in_scope()),
            "self" => messages::no_self(span),
            "it" => messages::no_element(span),
            "null" | "nil" | "nothing" | "none" => messages::no_null(span, text),
            _ => return None,
        })
    }

    /// Returns the error for "yes", "no" and the like where `true` or `false` is expected.
    fn truth_word(&self, text: &str, span: Span, want: Option<&Ty>) -> Option<Diagnostic> {
        let meant = match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => "true",
            "false" | "no" | "off" => "false",
            _ => return None,
        };
        let is_expected = want == Some(&Ty::Bool);
        is_expected.then(|| messages::unknown_name(span, text).did_you_mean(text, meant))
    }

    /// Returns the error for a variable after the end of its block.
    fn after_its_block(&self, text: &str, span: Span) -> Option<Diagnostic> {
        let gone = self.find_ended_variable(text)?;
        let (label, way_out) = match gone.origin {
            VariableOrigin::Let => (
                "a variable of this block",
                format!("make it before the block, `let {text} = …`, and change it inside with `{text} = …`"),
            ),
            VariableOrigin::Opened => {
                ("there is one only inside", "use it inside the block of its `if let`".to_owned())
            }
            VariableOrigin::Chosen => (
                "chosen for this block",
                format!(
                    "use it inside the block, or choose without one: `choose {text} from …` on a line of its own"
                ),
            ),
            VariableOrigin::Each => (
                "goes through the set inside this block",
                format!(
                    "use it inside, or keep one in a variable made before: `let last = …`, and `last = {text}` inside"
                ),
            ),
        };
        Some(messages::after_its_block(span, text, (gone.span, label), &way_out))
    }

    /// Returns the error for a name that is written in another way: the set of names, the element of a
    /// `where`, a value of several enums.
    fn near_miss(&self, text: &str, span: Span) -> Option<Diagnostic> {
        if text == "names" {
            let d = messages::unknown_name(span, text);
            return Some(d.help("the set of the names of all cards is `values(cards, name)`"));
        }
        if text == "next" {
            let d = messages::unknown_name(span, text);
            return Some(d.help("the player after you is `next(you)`, the one after `p` is `next(p)`"));
        }
        if self.coming.as_deref() == Some(text) {
            return Some(messages::not_in_scope_yet(span, text));
        }
        if self.beginning.as_deref() == Some(text) {
            return Some(messages::in_its_own_let(span, text));
        }
        if let [first, .., last] = self.enums_with(text)[..] {
            let (first, last) = (&self.symbols.enums[first].id, &self.symbols.enums[last].id);
            return Some(messages::value_of_several_enums(span, text, first, last));
        }
        None
    }

    /// Returns the error for a name by the type that is expected in its place.
    fn unknown_of_type(&self, text: &str, span: Span, wanted: Option<&Ty>) -> Diagnostic {
        match wanted {
            Some(Ty::Enum(e)) => messages::unknown_value(span, &self.symbols.enums[*e].id, text),
            Some(Ty::Name) => messages::unknown_card(span, text),
            Some(Ty::Cell) if !self.symbols.boards.is_empty() => messages::unknown_cell(span, text),
            Some(Ty::Zone(_)) => messages::unknown_zone(span, text),
            _ => messages::unknown_name(span, text),
        }
    }

    /// Returns whether something has a state or an attribute of this name and type.
    fn is_member_of_type(&self, text: &str, ty: &Ty) -> bool {
        let symbols = self.symbols;
        let is_attribute = symbols
            .attributes
            .iter()
            .zip(symbols.attribute_types.iter())
            .any(|(attribute, of)| attribute.id == text && of == ty);
        is_attribute || symbols.fields.iter().any(|field| field.id == text && field.ty == *ty)
    }

    /// Returns advice for the id of a kind in place of its components, and the set of all of them (of the
    /// only kind below, if the kind has no components of its own). It also names a zone for some of them.
    fn ways_to_components(&self, of: KindId) -> (String, &str) {
        let symbols = self.symbols;
        let below = || symbols.kinds.ids().filter(|k| *k != of && symbols.is_below(*k, of));
        let is_of_its_own = symbols.names.iter().any(|name| name.kind == of);
        let meant = match (below().next(), below().nth(1)) {
            (Some(only), None) if !is_of_its_own => only,
            _ => of,
        };
        let all = &symbols.kinds[meant].plural;
        let has_you = self.you != You::Nobody;
        let zone = symbols.zones.iter().find(|zone| {
            symbols.is_below(zone.kind, meant) && (zone.is_single() || has_you && zone.per_player())
        });
        let kind = &symbols.kinds[of].id;
        let help = format!("`{kind}` is a kind; all its components are the set `{all}`");
        let help = match zone {
            Some(zone) => format!("{help}, and those in a zone are, for example, `{}`", zone.id),
            None => help,
        };
        (help, all)
    }

    /// Returns the error for a member whose owner is not named.
    fn member_without_owner(&self, text: &str, span: Span) -> Option<Diagnostic> {
        if let Some(Ty::Component(among)) = self.it(span).map(|it| it.ty)
            && let Some(below) = self.symbols.member_below(among, text)
        {
            let kind = &self.symbols.kinds[below].id;
            return Some(messages::member_of_some(span, text, &self.symbols.kinds[among].id, kind));
        }
        if let Some(k) = self.symbols.kinds.id_where(|k| k.members.contains_key(text)) {
            let kind = &self.symbols.kinds[k].id;
            return Some(match self.variable_of(&Ty::Component(k)) {
                Some(c) => messages::whose(span, text, kind, c),
                None => {
                    let all = &self.symbols.kinds[k].plural;
                    messages::whose_of_none(span, text, (kind, all), self.placeholder())
                }
            });
        }
        if self.symbols.cell_members.contains_key(text) {
            let of_element = format!("in a `where` over cells, `{text}` alone is the element's");
            return Some(match (self.variable_of(&Ty::Cell), self.symbols.cells.first()) {
                (Some(c), _) => messages::whose(span, text, "cell", c)
                    .help(format!("write `{c}.{text}` for that of the cell {c}; {of_element}")),
                (None, Some(cell)) => messages::whose(span, text, "cell", &cell.id)
                    .help(format!("write `{}.{text}` for that of one cell; {of_element}", cell.id)),
                (None, None) => messages::whose_of_none(span, text, ("cell", "cells"), self.placeholder()),
            });
        }
        None
    }

    /// Adds the names that are known in its place to the error for a name.
    fn with_known(&self, d: Diagnostic, text: &str, span: Span, wanted: Option<&Ty>) -> Diagnostic {
        match wanted {
            Some(Ty::Enum(e)) => d.suggest(text, self.symbols.enums[*e].values.iter().map(String::as_str)),
            Some(Ty::Zone(_)) => d.suggest(text, self.symbols.zones.iter().map(|z| z.id.as_str())),
            _ => match self.it(span) {
                // Any member of the element may have been intended.
                Some(it) if self.inside > 0 && !self.members_of(&it.ty).is_empty() => {
                    let all = self.members_of(&it.ty);
                    let some: Vec<String> = all.iter().take(8).map(|m| format!("`{m}`")).collect();
                    let has = if some.len() < all.len() {
                        format!("{} and more", some.join(", "))
                    } else {
                        list(&all)
                    };
                    d.help(format!("what is looked at here is {}, which has {has}", it.ty.a(self.symbols)))
                }
                _ => d,
            },
        }
    }

    /// Returns the error for `pack[c]`: the owner of a zone or state comes before the dot, `c.pack`.
    pub(in crate::check) fn thing_in_brackets(&mut self, e: &Expr, span: Span) -> Option<Diagnostic> {
        let mut brackets = Vec::new();
        let mut at = e;
        while let ExprKind::Index { of, index } = &at.kind {
            brackets.push(self.code.value.get((index.at.first_byte())..index.at.end_byte())?);
            at = of;
        }
        let ExprKind::Name(name) = &at.kind else { return None };
        let zone = self.symbols.zones.iter().find(|z| z.id == *name && z.per.thing != ZoneOwner::Table);
        let field =
            self.symbols.fields.iter().find(|f| f.id == *name && f.owner != Owner::Table && f.span.is_some());
        let takes = match (zone, field) {
            (Some(zone), _) => usize::from(zone.per.key.is_some()),
            (None, Some(FieldSymbol { ty: Ty::Amount(pers), .. })) => pers.len(),
            (None, Some(_)) => 0,
            (None, None) => return None,
        };
        // A player's `strings[red]` is valid if `you` is in scope.
        if brackets.len() <= takes && self.means_something(name) {
            return None;
        }
        let thing = brackets.pop().filter(|_| brackets.len() <= takes)?;
        let rest: String = brackets.iter().rev().map(|value| format!("[{value}]")).collect();
        // A scenario names the zone of a seat by its number; code names the player.
        let is_seat = thing.trim().parse::<u8>().is_ok();
        let is_players = match (zone, field) {
            (Some(zone), _) => zone.per.thing == ZoneOwner::Player,
            (None, field) => field.is_some_and(|field| field.owner == Owner::Player),
        };
        let written = if brackets.len() < takes && zone.is_some() {
            format!("`x.{name}[{thing}]`, where `x` is whose it is")
        } else if is_seat && is_players {
            format!("`players[{}].{name}{rest}`", thing.trim())
        } else {
            format!("`{thing}.{name}{rest}`")
        };
        Some(messages::owner_in_brackets(span, name, &written))
    }

    /// Describes the range of cells of boards with columns and rows.
    fn cells_there(&self) -> Option<String> {
        let symbols = self.symbols;
        let boards: Vec<String> = symbols
            .boards
            .iter()
            .filter(|b| b.size.0 > 0)
            .filter_map(|b| {
                let (first, last) =
                    (symbols.cells.find(b.first)?, symbols.cells.find(b.cells().next_back()?)?);
                Some(format!("the cells of `{}` go from `{}` to `{}`", b.id, first.id, last.id))
            })
            .collect();
        (!boards.is_empty()).then(|| boards.join(", "))
    }

    /// Returns whether players have a zone or state of this name.
    pub(in crate::check) fn is_players(&self, text: &str) -> bool {
        self.symbols.zones.iter().any(|z| z.per.thing == ZoneOwner::Player && z.id == text)
            || self.symbols.fields.iter().any(|f| f.owner == Owner::Player && f.id == text)
    }

    /// Returns the most similar of all names that would be valid here.
    fn nearest_name(&self, text: &str, want: Option<&Ty>) -> Option<String> {
        let expected = match want.map(single) {
            Some(Ty::Enum(e)) => nearest(text, self.symbols.enums[*e].values.iter().map(String::as_str)),
            Some(Ty::Name) => nearest(text, self.symbols.name_ids.keys().map(String::as_str)),
            Some(Ty::Zone(_)) => nearest(text, self.symbols.zones.iter().map(|z| z.id.as_str())),
            _ => None,
        };
        if let Some(near) = expected {
            return Some(near.to_string());
        }
        let mut known: Vec<&str> = self.names_in_scope();
        if let Some(me) = self.self_local {
            known.extend(self.members_of(&self.locals[me.0.index()]));
            known.push("self");
        }
        if self.you != You::Nobody {
            known.extend(self.members_of(&Ty::Player));
            known.push("you");
        }
        known.extend(self.symbols.globals.keys().map(String::as_str));
        known.extend(["players", "playing", "player_count"]);
        known.extend(self.symbols.enums.iter().flat_map(|e| e.values.iter().map(String::as_str)));
        known.extend(self.symbols.name_ids.keys().map(String::as_str));
        nearest(text, known).map(str::to_string)
    }
}
