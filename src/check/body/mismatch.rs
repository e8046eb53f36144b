//! Diagnostics for type mismatches.

use crate::check::body::messages;
use crate::check::body::scope::{Cx, STARTS_AS};
use crate::check::hir::tree::{Aggregate, BoardOp, HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::diagnostics::{Diagnostic, list, with_article};
use crate::ir::{EnumId, Owner};
use crate::source::Span;

impl Cx<'_> {
    /// Returns the error for a value of another type than expected.
    pub(in crate::check) fn misfit(&self, e: &HExpr, want: &Ty) -> Diagnostic {
        let span = e.span;
        let d = messages::type_mismatch(span, &want.a(self.symbols), &e.ty.a(self.symbols));
        let written = self.source_text(span).unwrap_or("…");
        let may_be_none = matches!(want, Ty::Optional(_));
        let want = if let Ty::Optional(inner) = want { inner } else { want };
        match (&e.ty, want) {
            (Ty::Set(_) | Ty::Zone(_), Ty::Int) => d.help(format!(
                "`count({written})` says how many are in it; `sum({written}, e)` adds something up over it"
            )),
            (Ty::Set(_) | Ty::Zone(_), Ty::Bool) => d.help(format!("`any({written})` asks whether something is in it")),
            (Ty::Amount(_), Ty::Int) => d.help(format!(
                "`sum({written})` adds it up; the number of one value is `{written}[{}]`",
                self.example_key(&e.ty)
            )),
            (Ty::Amount(_), Ty::Bool) => d.help(format!(
                "whether there is any is `sum({written}) > 0`; whether it covers another, `{written} >= …`"
            )),
            (Ty::Set(_), Ty::Zone(_)) => d.help("a zone is a place, such as `deck` or `p.hand`, not what is in it"),
            (Ty::Player, Ty::Zone(_)) => match self.symbols.zones.iter().find(|z| z.per_player()) {
                Some(zone) => d.help(format!("a player has zones: `{written}.{}`", zone.id)),
                None => self.with_way_to(d, want),
            },
            (Ty::Cell, Ty::Zone(_)) => match self.symbols.zones.iter().find(|z| z.is_of_cells()) {
                Some(zone) => d.help(format!("a cell has zones: `{written}.{}`", zone.id)),
                None => self.with_way_to(d, want),
            },
            (Ty::Zone(_), Ty::Component(_)) => d.help(format!("`first({written})` takes one out of it")),
            (Ty::Enum(side), Ty::Player) => match self.state_of_players(*side) {
                Some(state) => {
                    d.help(format!("the players whose {state} it is are `players where {state} == {written}`"))
                }
                None => self.with_way_to(d, want),
            },
            (Ty::Int, Ty::Player) => d.help(format!("who sits at a seat is `players[{written}]`")),
            (Ty::Component(_), Ty::Player) => d.help(format!("who holds it is `holder({written})`, if anybody does")),
            (Ty::Component(_), Ty::Name) => d.help(format!("its name is `{written}.name`")),
            (Ty::Name | Ty::Component(_), Ty::Zone(_)) => {
                d.help("a zone is a place, such as `deck` or `p.hand`; where a component c lies is `zone_of(c)`")
            }
            (Ty::Name, Ty::Component(_)) => d.help(format!(
                "the components of that name are `cards where name == {written}`; `first(…)` takes one of them"
            )),
            (_, Ty::Enum(e)) => {
                let info = &self.symbols.enums[*e];
                d.help(format!("{} is one of {}", with_article(&info.id), list(&info.values)))
            }
            (Ty::Set(inner), want) if inner.fits(want, self.symbols) => {
                d.help("`first(S)`, `only(S)` or `best(S, e)` takes one element out of a set S")
            }
            (element, Ty::Set(inner)) if element.fits(inner, self.symbols) => {
                d.help(format!("one element as a set is written `{{{written}}}`"))
            }
            (Ty::Enum(of), Ty::Bool) => {
                let option = self.symbols.options.iter().find(|option| option.ty == Ty::Enum(*of));
                match (&e.kind, option, self.symbols.enums[*of].values.first()) {
                    (HKind::Value(_), Some(option), _) => {
                        d.help(format!("compare the option with it: `{} == {written}`", option.id))
                    }
                    (HKind::Value(_), None, _) => d.help(format!("compare something with it: `… == {written}`")),
                    (_, _, Some(first)) => d.help(format!("compare it with a value: `{written} == {first}`")),
                    _ => self.with_way_to(d, want),
                }
            }
            (Ty::Int, Ty::Bool) => d.help(format!("compare it with something: `{written} > 0`")),
            (Ty::Bool, Ty::Int) => d.help(format!("say what it counts when it holds: `1 if {written}`")),
            (Ty::Optional(_), Ty::Int) if matches!(e.kind, HKind::Aggregate { op: Aggregate::Best, .. }) => {
                d.help("`best(S, e)` is the element with the greatest e; the greatest e itself is `max(S, e)`")
            }
            (Ty::Optional(inner), _) if !may_be_none => {
                let first = self.members_of(inner).first().copied();
                if self.inside > 0 || self.is_one_expression() {
                    return d.help(self.without_opening(e, written));
                }
                let has = first.map_or(String::new(), |m| format!(", such as `{}.{m}`", self.placeholder()));
                let x = self.placeholder();
                d.help(format!("open it first, `if let {x} = {written} {{ … }}`, and use {x}, or what it has{has}"))
            }
            (Ty::Unit, _) => d
                .because("This does something, but returns no value.")
                .help("put it on a line of its own, and write a value here"),
            (Ty::Component(a), Ty::Component(b)) if self.symbols.is_below(*b, *a) => {
                let kind = &self.symbols.kinds[*b].id;
                d.help(format!("ask first: `if {written} is {kind} {{ … }}`, and use it inside"))
            }
            (Ty::Set(a), Ty::Set(b)) if let Some(all) = self.narrower(a, b) => {
                let written = if written.contains(' ') { format!("({written})") } else { written.to_owned() };
                d.help(format!("take those of the kind alone: `{all} & {written}`"))
            }
            (Ty::Optional(a), b) if let Some(all) = self.narrower(a, b) => match &e.kind {
                HKind::Aggregate { op: Aggregate::First, set, .. } => {
                    let set = self.source_text(set.span).unwrap_or("S");
                    d.help(format!("take it from those of the kind alone: `first({all} & {set})`"))
                }
                _ => d.help(format!("take it from those of the kind alone: `{all}`")),
            },
            _ => self.with_way_to(d, want),
        }
    }

    /// Adds how a value of the expected type is written.
    fn with_way_to(&self, d: Diagnostic, want: &Ty) -> Diagnostic {
        match self.way_to(want) {
            Some(help) => d.help(help),
            None => d,
        }
    }

    /// Returns the name of the set of all components of kind `b`, if every one of them is also one of kind
    /// `a`.
    fn narrower(&self, a: &Ty, b: &Ty) -> Option<&str> {
        let (Ty::Component(a), Ty::Component(b)) = (a, b) else { return None };
        let is_narrower = a != b && self.symbols.is_below(*b, *a);
        is_narrower.then(|| self.symbols.kinds[*b].plural.as_str())
    }

    /// Returns how a value of a type is written.
    fn way_to(&self, want: &Ty) -> Option<String> {
        let symbols = self.symbols;
        Some(match want {
            Ty::Int => "numbers are `3`, `count(S)`, `sum(S, e)`, and what is declared as `int`".to_owned(),
            Ty::Bool => "write a condition, such as `a == b` or `any(S)`".to_owned(),
            Ty::Player => self.without_you(
                "players are `you`, `players[1]`, `next(p)`, and the variable of `for each p in players`",
            ),
            Ty::Component(kind) => {
                let all = &symbols.kinds[*kind].plural;
                format!(
                    "take one out of a set, such as `first({all})`, or the variable of `for each c in {all}`"
                )
            }
            Ty::Set(_) => {
                "a set is what is in a zone, `S where …`, or its elements in braces, `{a, b}`".to_owned()
            }
            Ty::Zone(_) => {
                let zone = symbols.zones.iter().find(|zone| zone.is_single() && !zone.per_player())?;
                format!("a zone is a place, such as `{}`, not what is in it", zone.id)
            }
            Ty::Cell => format!("a cell goes by its id, such as `{}`", symbols.cells.first()?.id),
            Ty::Name => format!("the name of a card is its id, such as `{}`", symbols.names.first()?.id),
            _ => return None,
        })
    }

    /// Returns the state of players that holds values of an enum.
    fn state_of_players(&self, of: EnumId) -> Option<&str> {
        let field = self.symbols.fields.iter().find(|f| f.owner == Owner::Player && f.ty == Ty::Enum(of))?;
        Some(&field.id)
    }

    /// Opens a `T?` that is known not to be none; otherwise reports that it must be opened.
    pub(in crate::check) fn unopened(&mut self, e: HExpr) -> HExpr {
        if let Some(there) = self.narrow_optional(&e) {
            return there;
        }
        let Ty::Optional(inner) = &e.ty else { return e };
        let (noun, variable) = match &**inner {
            Ty::Component(k) => (self.symbols.kinds[*k].id.as_str(), "c"),
            Ty::Player => ("player", "p"),
            Ty::Zone(_) => ("zone", "z"),
            Ty::Int => ("number", "n"),
            Ty::Cell => ("cell", "to"),
            Ty::Enum(e) => (self.symbols.enums[*e].id.as_str(), "x"),
            _ => ("value", "x"),
        };
        let written = self.source_text(e.span).unwrap_or("…");
        let names = [variable, "x", "y", "z"];
        let variable = names.into_iter().find(|name| written != *name && self.variable(name).is_none());
        let variable = variable.unwrap_or("…");
        // A function may return none, if it says so.
        let is_result = self.leave.is_none() && self.returned == Some(e.span);
        if is_result {
            self.uses.optional_results.insert(self.function);
        }
        let returns = self.returns.as_ref().filter(|_| is_result && self.is_declared_function());
        let way_out = if let Some(returns) = returns {
            format!(
                "if there need not be one, write `returns = \"{}?\"`; or say what to take instead, `{written} ?? …`",
                returns.show(self.symbols)
            )
        } else if self.inside > 0 || self.is_one_expression() {
            // An `if let` is a statement: it cannot be in a `where`, nor in code that is one expression.
            self.without_opening(&e, written)
        } else {
            format!(
                "open it, `if let {variable} = {written} {{ … }}`, and use `{variable}` inside; \
                 or say what to take instead, `{written} ?? …`"
            )
        };
        let way_out = match &e.kind {
            HKind::Board(BoardOp::Step, args) => match &args[..] {
                [from, way, ..] => {
                    let (from, way) = (
                        self.source_text(from.span).unwrap_or("c"),
                        self.source_text(way.span).unwrap_or("d"),
                    );
                    format!("as a set that may be empty, write `step({{{from}}}, {way})`; or {way_out}")
                }
                _ => way_out,
            },
            _ => way_out,
        };
        self.wrong(
            messages::not_opened(e.span, noun, &quoted_with_article(&e.ty.show(self.symbols)), &way_out),
            e.span,
        )
    }

    /// Returns whether the code has no statements. A start may have some, but is mostly written without.
    fn is_one_expression(&self) -> bool {
        let mut words = self.code.value.split(|c: char| !c.is_alphanumeric() && c != '_');
        self.blocks == 0 || self.what == STARTS_AS && words.all(|word| word != "return")
    }

    /// Returns advice for a `T?` where it cannot be opened.
    fn without_opening(&self, e: &HExpr, written: &str) -> String {
        let instead = format!("say what to take instead, `{written} ?? …`");
        match &e.kind {
            HKind::Aggregate { op: Aggregate::First | Aggregate::Only, set, .. } => {
                let set = self.source_text(set.span).unwrap_or("S");
                format!("ask all of them, `any({set}, …)` or `sum({set}, …)`; or {instead}")
            }
            _ if !self.may_be_narrowed(e) => instead,
            _ if self.inside > 0 => format!("ask first, `{written} is not none and …`, or {instead}"),
            _ => format!(
                "ask first, `{written} is not none and …`, or `… if {written} is not none`; or {instead}"
            ),
        }
    }

    /// Returns whether the code is that of a function or verb, which declares what it returns.
    fn is_declared_function(&self) -> bool {
        self.symbols.functions[self.function].span.is_some()
    }

    /// Notes an error about a value that is never none, which is none if the called function is at fault.
    pub(in crate::check) fn note_never_none(&mut self, value: &HExpr) {
        if let HKind::Call(f, _) = &value.kind {
            self.uses.never_none_calls.push((value.span, *f));
        }
    }

    /// Returns the type by which state or an attribute would be declared if it could be none; `None` for
    /// other values, and for those that can be empty.
    pub(in crate::check) fn optional_declaration(&self, value: &HExpr) -> Option<String> {
        let range = match &value.kind {
            HKind::TableField(f) | HKind::Field(f, _) => self.symbols.fields[*f].range,
            HKind::Attribute(..) => None,
            _ => return None,
        };
        match (&value.ty, range) {
            (Ty::Set(_) | Ty::Amount(_) | Ty::Zone(_) | Ty::Optional(_), _) => None,
            (Ty::Int, Some((low, high))) => Some(format!("int {low}..{high}?")),
            (Ty::Int, None) => None,
            (ty, _) => Some(format!("{}?", ty.show(self.symbols))),
        }
    }

    /// Returns the error for a value that is not a set; `why` says why one is expected.
    pub(in crate::check) fn not_a_set(&self, e: &HExpr, ty: &Ty, why: &str) -> Diagnostic {
        let d = messages::not_a_set(e.span, why, &ty.a(self.symbols));
        if let (Ty::Amount(_), Some(written)) = (ty, self.source_text(e.span)) {
            let (key, all) = self.key_words(ty);
            return d.help(match all {
                Some(all) => format!(
                    "all together are `sum({written})`; of which values there is some, `{all} where {written}[it] > 0`"
                ),
                None => format!("all together are `sum({written})`, those of one value `{written}[{key}]`"),
            });
        }
        let ends = self.source_text(e.span).and_then(|written| written.split_once('-'));
        if let Some((low, high)) = ends
            && [low, high].iter().all(|end| end.trim().parse::<u16>().is_ok())
        {
            return d.help(format!("all ints from {0} to {1} are `{0}..{1}`", low.trim(), high.trim()));
        }
        match (&e.kind, self.source_text(e.span)) {
            (HKind::Local(_), Some(written)) => d.help(format!("one element as a set is written `{{{written}}}`")),
            (HKind::Int(n), _) => {
                d.help(format!("all ints from 1 on are `1..{n}`; so many times is `repeat {n} {{ … }}`"))
            }
            (HKind::Aggregate { .. }, _) => {
                d.help("a `where` belongs behind its set, inside the brackets: `count(hand where …)`")
            }
            (_, Some(written)) if *ty == Ty::Int && ["`max`", "`min`"].iter().any(|word| why.starts_with(word)) => {
                let word = if why.starts_with("`max`") { "max" } else { "min" };
                // The part that is read of one element is read of each.
                let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
                let name = written.rsplit('.').next().filter(is_name).unwrap_or("e");
                let set = match &e.kind {
                    HKind::Field(f, _) if self.symbols.fields[*f].owner == Owner::Player => "players",
                    _ => "S",
                };
                let of_set = format!("of all elements of a set, `{word}({set}, {name})`");
                d.help(format!("of two numbers it is `{word}({written}, 5)`; {of_set}"))
            }
            _ if *ty == Ty::Bool => {
                d.help("`where` takes all that is before it: put the set and its condition into brackets of their own")
            }
            _ => d,
        }
    }

    /// Returns the error for a comparison of two values that can never be equal.
    pub(in crate::check) fn unequal(&self, a: &HExpr, b: &HExpr) -> Diagnostic {
        let d = messages::never_equal(a.span, &a.ty.a(self.symbols), b.span, &b.ty.a(self.symbols));
        let one_in = |one: &Ty, set: &Ty| matches!(set, Ty::Set(inner) if one.fits(inner, self.symbols));
        match (&a.ty, &b.ty) {
            (a, b) if one_in(a, b) || one_in(b, a) => {
                d.help("whether something is in a set is asked with `in`; the set of one thing is `{x}`")
            }
            (wanted, _)
                if self.myself(b.span).is_some_and(|me| me.ty == *wanted)
                    && self.source_text(b.span) == Some("it") =>
            {
                d.help(format!("{}, of which this is a rule, is `self`", wanted.a(self.symbols)))
            }
            (Ty::Enum(e), _) | (_, Ty::Enum(e)) => {
                let info = &self.symbols.enums[*e];
                d.help(format!("{} is one of {}", with_article(&info.id), list(&info.values)))
            }
            (Ty::Component(_), Ty::Player) | (Ty::Player, Ty::Component(_)) => {
                d.help("who holds a card is `holder(c)`; whether it is in a zone, `c in p.hand`")
            }
            (Ty::Component(_), Ty::Zone(_)) | (Ty::Zone(_), Ty::Component(_)) => {
                d.help("whether a card is in a zone is asked with `in`: `c in deck`")
            }
            _ => d.help("compare two values of one type, such as two numbers, or a card with a card"),
        }
    }

    /// Reports a quoted text in place of a value.
    pub(in crate::check) fn text_as_value(&mut self, text: &str, span: Span, want: Option<&Ty>) -> HExpr {
        let d = messages::text_as_value(span);
        let card =
            self.symbols.names.iter().find(|n| n.printed == text || n.id == text).map(|n| n.id.as_str());
        let means = match want {
            Some(Ty::Int) => text.trim().parse::<i64>().ok().map(|n| n.to_string()),
            _ if self.symbols.enums.iter().any(|e| e.values.iter().any(|v| v == text)) => {
                Some(text.to_string())
            }
            _ => card.map(str::to_string),
        };
        let d = match means {
            Some(means) => d.help(format!("write it without quotes: `{means}`")),
            None => d
                .because(
                    "Rules work with numbers, sets, cards and enums; texts are for questions, labels and the record.",
                )
                .help("if an enum's value or a card is meant, write its id without quotes"),
        };
        self.wrong(d, span)
    }
}

/// Formats a quoted word with its article: "a `card?`", "an `int?`".
fn quoted_with_article(word: &str) -> String {
    match with_article(word).split_once(' ') {
        Some((article, word)) => format!("{article} `{word}`"),
        None => format!("`{word}`"),
    }
}
