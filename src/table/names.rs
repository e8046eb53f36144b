//! Names of options, values, components and zones, and their lookup by what people write.
//!
//! An option's *name* is stable and made of ids (`badger#2`, `take badger`, `player 2`); scenarios and
//! replays store it. Its *label* is for people (`Take Badger`). The lookup accepts both, and ignores case,
//! accents, hyphens and apostrophes.

use super::component_hint::ComponentHint;
use super::component_place::ComponentPlace;
use super::component_text::ComponentText;
use super::events::Event;
use super::folded_name::fold;
use super::options::{Pick, PickKind, TableOptions, hole_bit};
use super::sets;
use crate::diagnostics::{capitalised, nearest, printable_line, with_article};
use crate::ir::{
    ActionInfo, AmountTree, ChoiceId, ChoiceInfo, ComponentId, DieId, EnumInfo, IdRange, Ir, KindInfo, NONE,
    NameId, ToIndex, ValueType, ZonePlaceId, texts,
};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// A name that no option, component or zone has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The text that was looked up.
    pub written: String,
    /// The most similar name, as a suggestion.
    pub nearest: Option<String>,
}

/// The names of a game's items.
#[derive(Debug)]
pub struct Names<'ir> {
    pub(super) ir: &'ir Ir,
    templates: minijinja::Environment<'ir>,
    cards: OnceLock<HashMap<String, NameId>>,
}

/// The style of values: ids, or names for people.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum NameStyle {
    Id,
    Printed,
    /// Printed names, with a number for each copy: `Shiny Copper#3`.
    Copy,
}

impl<'ir> Names<'ir> {
    /// Creates the names of a game.
    pub fn new(ir: &'ir Ir) -> Self {
        Names { ir, templates: texts::environment(), cards: OnceLock::new() }
    }

    /// Returns the stable name of an option.
    pub fn name(&self, options: &TableOptions, pick: &Pick) -> String {
        printable_line(&self.option(options, pick, NameStyle::Id))
    }

    /// Returns the label of an option: `Badger`, `Take Badger`.
    pub fn label(&self, options: &TableOptions, pick: &Pick) -> String {
        printable_line(&self.option(options, pick, NameStyle::Printed))
    }

    /// Returns the names of all options, in order, without duplicates. If an option would have the name of an
    /// earlier one, such as an arm `done` beside an element `done`, it is named `done (2)`.
    pub fn names(&self, options: &TableOptions) -> Vec<String> {
        distinct(options.iter().map(|pick| self.name(options, &pick)).collect())
    }

    /// Returns the name of option `index`, whether it is offered or represented by another.
    pub fn name_at(&self, options: &TableOptions, index: usize) -> Option<String> {
        if index < options.len() {
            return self.names(options).into_iter().nth(index);
        }
        options.nth(index).map(|pick| self.name(options, &pick))
    }

    /// Returns the labels of all options, in order. Only copies of one card may have equal labels; any other
    /// duplicate gets its name appended.
    pub fn labels(&self, options: &TableOptions) -> Vec<String> {
        let plain: Vec<String> = options.iter().map(|pick| self.told_label(options, &pick)).collect();
        let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
        for (i, label) in plain.iter().enumerate() {
            groups.entry(fold(label)).or_default().push(i);
        }
        let unclear: HashSet<usize> = groups
            .into_values()
            .filter(|group| {
                let picks: Vec<Pick> = group.iter().filter_map(|i| options.nth(*i)).collect();
                picks.windows(2).any(|pair| !self.are_copies(options.choice(), &pair[0], &pair[1]))
            })
            .flatten()
            .collect();
        if unclear.is_empty() {
            return plain;
        }
        let names = self.names(options);
        let told_apart = |(i, label): (usize, String)| match names.get(i) {
            Some(name) if unclear.contains(&i) && fold(name) != fold(&label) => {
                match name.strip_prefix(&label) {
                    Some(number) => format!("{label}{number}"),
                    None => format!("{label} ({name})"),
                }
            }
            _ => label,
        };
        plain.into_iter().enumerate().map(told_apart).collect()
    }

    /// Returns the label of an option, with the hints that its chooser has about the places it names.
    fn told_label(&self, options: &TableOptions, pick: &Pick) -> String {
        let label = self.label(options, pick);
        let told: Vec<String> =
            pick.unseen().flat_map(|place| options.hints_at(place)).map(|t| self.hint_text(t)).collect();
        if told.is_empty() { label } else { format!("{label} ({})", told.join(", ")) }
    }

    /// Returns a hint about a component as text: `red`, `not red`, `rank 3`, `not rank 3`.
    pub fn hint_text(&self, told: &ComponentHint) -> String {
        let Some(attribute) = self.ir.attribute(told.attribute) else { return String::new() };
        let id = attribute.id.replace('_', " ");
        let (is, said) = match &attribute.ty {
            ValueType::Bool => (told.is == (told.value != 0), id),
            ValueType::Int => (told.is, format!("{id} {}", told.value as i64)),
            ty => (told.is, self.format_value(ty, &[told.value])),
        };
        if is { said } else { format!("not {said}") }
    }

    /// Returns whether two options differ only in the copies of the same cards that they name.
    pub fn are_copies(&self, choice: ChoiceId, a: &Pick, b: &Pick) -> bool {
        let copies = |(ty, (a, b)): (&ValueType, (&u64, &u64))| {
            let name = |word: u64| self.ir.components.get(word.index()).map(|c| c.name);
            a == b || *ty == ValueType::Component && name(*a).is_some() && name(*a) == name(*b)
        };
        a.kind == b.kind
            && self.types(choice, a).zip(a.values().iter().zip(b.values())).all(copies)
            && a.values().len() == b.values().len()
    }

    /// Returns the types of an option's values.
    pub fn types(&self, choice: ChoiceId, pick: &Pick) -> impl Iterator<Item = &'ir ValueType> + use<'ir> {
        let ir: &'ir Ir = self.ir;
        let (element, params) = match pick.kind {
            PickKind::Element => (ir.choice(choice).and_then(|c| c.element.as_ref()), &[][..]),
            PickKind::Arm(_) => (None, &[][..]),
            PickKind::Action(action) => (None, ir.action(action).map_or(&[][..], |a| &a.params)),
        };
        element.into_iter().chain(params.iter().map(|(_, ty)| ty))
    }

    /// Returns the index of the option with exactly this name.
    pub fn index_of(&self, options: &TableOptions, written: &str) -> Option<usize> {
        self.names(options).iter().position(|name| name == written)
    }

    /// Returns the index of the option with a name or label.
    pub fn find(&self, options: &TableOptions, written: &str) -> Result<usize, UnknownName> {
        if let Some(index) = self.index_of(options, written) {
            return Ok(index);
        }
        let (names, labels, wanted) = (self.names(options), self.labels(options), fold(written));
        let folded = |list: &[String]| list.iter().position(|n| fold(n) == wanted);
        // A copy may be named even if another copy represents it, and by its printed name, too.
        let copy = |style: NameStyle| {
            let called =
                |index: &usize| options.nth(*index).map(|pick| fold(&self.option(options, &pick, style)));
            written
                .contains('#')
                .then(|| (0..options.whole_len()).find(|index| called(index).as_ref() == Some(&wanted)))
        };
        let copy = || copy(NameStyle::Id).flatten().or_else(|| copy(NameStyle::Copy).flatten());
        let copy = || copy().map(|index| options.exactly(index));
        let mixed = || self.find_mixed(options, &wanted);
        folded(&names).or_else(|| folded(&labels)).or_else(copy).or_else(mixed).ok_or_else(|| UnknownName {
            written: written.into(),
            nearest: nearest(written, names.iter().chain(&labels).map(String::as_str)).map(String::from),
        })
    }

    /// Like [`Names::find`], for callers who see the whole table. It also accepts the names of components
    /// that the chooser cannot see. A name without a number finds the first option about a copy of it.
    pub(crate) fn find_openly(&self, options: &TableOptions, written: &str) -> Result<usize, UnknownName> {
        self.find(options, written).or_else(|unknown| {
            let truths = |called: fn(&Self, &TableOptions, &Pick) -> String| {
                options.truths().position(|pick| fold(&called(self, options, &pick)) == fold(written))
            };
            let unnumbered = |names: &Self, options: &TableOptions, pick: &Pick| {
                without_numbers(&names.name(options, pick))
            };
            truths(Self::name).or_else(|| truths(Self::label)).or_else(|| truths(unnumbered)).ok_or(unknown)
        })
    }

    /// Returns the display name of an id of the game: what `[words]` says, else the id with spaces.
    pub fn terminal_name(&self, id: &str) -> String {
        self.ir.print.terminal_name(id)
    }

    pub(super) fn option(&self, options: &TableOptions, pick: &Pick, style: NameStyle) -> String {
        let info = self.ir.choice(options.choice());
        match pick.kind {
            PickKind::Element => {
                let ty = info.and_then(|c| c.element.as_ref()).unwrap_or(&ValueType::Int);
                self.text(ty, pick.values(), style)
            }
            PickKind::Arm(arm) => {
                let label = info.and_then(|c| Some((c.arms.get(arm.index())?, c)));
                let filled =
                    label.map(|(label, info)| self.fill_template(label, info, options.holes(), style));
                filled.unwrap_or_else(|| format!("option {arm}"))
            }
            PickKind::Action(id) => {
                let Some(action) = self.ir.action(id) else { return format!("action {}", id.0) };
                let values = || action.params.iter().zip(pick.values());
                // A card's own text would reveal the card.
                let unseen = action.of.is_some()
                    && pick.values().first().is_some_and(|v| ComponentPlace::of(*v).is_some());
                let own = |other: &&ActionInfo| other.looks_like(action) && other.text != action.text;
                let text =
                    action.text.as_ref().filter(|_| !unseen || !self.ir.actions.iter().any(|a| own(&a)));
                if let (NameStyle::Printed, Some(template)) = (style, text) {
                    let one = std::slice::from_ref;
                    let values = values().map(|((name, ty), word)| (name.as_str(), ty, one(word), false));
                    if let Ok(text) = self.render(template, values, style) {
                        return if begins_with_cell(template, action) { text } else { capitalised(&text) };
                    }
                }
                let mut text = if style == NameStyle::Printed {
                    self.terminal_name(&action.id)
                } else {
                    action.id.clone()
                };
                for (i, ((_, ty), word)) in values().enumerate() {
                    text.push(' ');
                    text.push_str(&self.text(ty, std::slice::from_ref(word), style));
                    // The mode follows its card.
                    if let (0, Some(mode)) = (i, &action.mode) {
                        text.push(' ');
                        text.push_str(mode);
                    }
                }
                if style == NameStyle::Printed { capitalised(&text.replace('_', " ")) } else { text }
            }
        }
    }

    /// Returns a value as an id: `badger#2`, `herb`, `player 2`, `4`, `yes`, `none`, `{root, herb}`.
    pub fn value(&self, ty: &ValueType, words: &[u64]) -> String {
        self.text(ty, words, NameStyle::Id)
    }

    /// Returns a value for display: components, names and enum values by their printed names.
    pub fn format_value(&self, ty: &ValueType, words: &[u64]) -> String {
        printable_line(&self.text(ty, words, NameStyle::Printed))
    }

    pub(super) fn text(&self, ty: &ValueType, words: &[u64], style: NameStyle) -> String {
        let word = words.first().copied().unwrap_or(NONE);
        let at = word.index();
        let known = match ty {
            ValueType::Int => return (word as i64).to_string(),
            ValueType::Bool => return if word == 0 { "no" } else { "yes" }.into(),
            ValueType::Player if word < 64 => return format!("player {}", word + 1),
            ValueType::Player => None,
            ValueType::Amount(pers) => {
                let parts = AmountTree::of(&self.ir.enums, &self.ir.names, pers, words);
                return if style == NameStyle::Id { parts.to_code() } else { parts.read() };
            }
            ValueType::Set(of) => {
                let elements: Vec<String> =
                    sets::elements(words).map(|e| self.text(of, &[e], style)).collect();
                return if style == NameStyle::Id {
                    format!("{{{}}}", elements.join(", "))
                } else {
                    elements.join(", ")
                };
            }
            ValueType::Optional(_) if word == NONE => None,
            ValueType::Optional(of) => return self.text(of, words, style),
            ValueType::Enum(e) => {
                let values = |e: &'ir EnumInfo| if style == NameStyle::Id { &e.values } else { &e.printed };
                self.ir.enums.find(*e).and_then(|e| values(e).get(at)).cloned()
            }
            ValueType::Name => self
                .ir
                .names
                .get(at)
                .map(|n| if style == NameStyle::Id { &n.id } else { &n.printed })
                .cloned(),
            // An unseen component is named by its place.
            ValueType::Component if let Some(place) = ComponentPlace::of(word) => {
                Some(self.place(place, style))
            }
            ValueType::Component if style == NameStyle::Id => {
                self.ir.components.get(at).map(|c| c.id.clone())
            }
            ValueType::Component => {
                let name = self.ir.components.get(at).and_then(|c| self.ir.names.find(c.name));
                name.map(|n| match style {
                    NameStyle::Copy if n.copies > 1 => {
                        format!("{}#{}", n.printed, word + 1 - u64::from(n.first))
                    }
                    _ => n.printed.clone(),
                })
            }
            ValueType::Cell => self
                .ir
                .cells
                .get(at)
                .map(|c| if style == NameStyle::Id { &c.id } else { &c.printed })
                .cloned(),
            ValueType::Zone => u16::try_from(word).ok().map(|z| self.zone_text(ZonePlaceId(z), false, style)),
        };
        known.unwrap_or_else(|| "none".into())
    }

    /// Returns the printed name of a side (from 1) of a die that the game declares.
    pub fn face(&self, die: DieId, side: i64) -> Option<String> {
        let die = self.ir.dice.find(die)?;
        let shown = die.faces.get(usize::try_from(side.checked_sub(1)?).ok()?)?;
        Some(self.format_value(&die.ty, &[*shown as u64]))
    }

    /// Returns the side (from 1) of a die that the game declares, by the id or printed name of its face.
    pub fn side(&self, die: DieId, written: &str) -> Option<i64> {
        let info = self.ir.dice.find(die)?;
        let shows = |face: &i64| {
            let words = [*face as u64];
            self.value(&info.ty, &words) == written
                || fold(&self.format_value(&info.ty, &words)) == fold(written)
        };
        info.faces.iter().position(shows).map(|side| side as i64 + 1)
    }

    /// Returns the printed name of a component.
    pub fn component(&self, component: u64) -> String {
        printable_line(&self.text(&ValueType::Component, &[component], NameStyle::Printed))
    }

    /// Returns the components with a name: all copies (`badger`, `Badger`), or one (`badger#2`).
    pub fn find_components(&self, written: &str) -> Result<IdRange<ComponentId>, UnknownName> {
        self.components_called(written).ok_or_else(|| {
            let name = written.rsplit_once('#').map_or(written, |(name, _)| name);
            match self.name_called(name) {
                Some(known) => UnknownName {
                    written: written.into(),
                    nearest: self.ir.names.find(known).map(|info| info.id.clone()),
                },
                None => self.unknown(written),
            }
        })
    }

    /// Like `find_components`, without a suggestion, which costs more than all the rest.
    pub fn components_called(&self, written: &str) -> Option<IdRange<ComponentId>> {
        let (name, copy) = match written.rsplit_once('#').map(|(name, n)| (name, n.parse::<u32>())) {
            Some((name, Ok(copy))) => (name, Some(copy)),
            _ => (written, None),
        };
        let info = self.ir.names.get((self.name_called(name)?).index())?;
        match copy {
            None => Some(info.components()),
            Some(copy) if copy >= 1 && copy <= info.copies => Some((info.first + copy - 1).run(1)),
            Some(_) => None,
        }
    }

    /// Returns the value of the type `name` with an id or printed name.
    pub fn find_name(&self, written: &str) -> Result<NameId, UnknownName> {
        self.name_called(written).ok_or_else(|| self.unknown(written))
    }

    pub(super) fn name_called(&self, written: &str) -> Option<NameId> {
        let cards = self.cards.get_or_init(|| {
            let mut cards = HashMap::new();
            // Unfolded names come first, so that the common case needs no folding.
            for fold in [|text: &str| text.to_string(), fold] {
                for (i, name) in self.ir.names.iter_ids() {
                    cards.entry(fold(&name.id)).or_insert(i);
                    // A name made from a card is found by its own id only.
                    if name.card.is_none() {
                        cards.entry(fold(&name.printed)).or_insert(i);
                    }
                }
            }
            cards
        });
        cards.get(written).or_else(|| cards.get(&fold(written))).copied()
    }

    /// Returns the error for an unknown card, with a suggestion.
    fn unknown(&self, written: &str) -> UnknownName {
        let known = self.ir.names.iter().flat_map(|n| [n.printed.as_str(), n.id.as_str()]);
        UnknownName { written: written.into(), nearest: nearest(written, known).map(String::from) }
    }

    /// Returns the text of a `log` event; `None` for other events. If bit `v` of `veiled` is set, value `v`
    /// is replaced by its kind ("a card"); bit 63 stands for all values from there on. If a template fails,
    /// its source is shown.
    pub fn log_line(&self, event: &Event, veiled: u64) -> Option<String> {
        let Event::Log { log, values } = event else { return None };
        let info = self.ir.logs.find(*log)?;
        let mut rest = values.as_slice();
        let values = info.values.iter().enumerate().map(|(v, (name, ty))| {
            let (words, after) = rest.split_at(self.ir.value_words(ty).min(rest.len()));
            rest = after;
            (name.as_str(), ty, words, veiled & hole_bit(v) != 0)
        });
        Some(printable_line(
            &self
                .render(&info.template, values, NameStyle::Printed)
                .unwrap_or_else(|_| info.template.clone()),
        ))
    }

    /// Returns the question of a choice point. If bit `v` of `veiled` is set, value `v` is replaced by its
    /// kind.
    pub(crate) fn question(&self, choice: &ChoiceInfo, holes: &[u64], veiled: u64) -> Option<String> {
        let prompt = choice.prompt.as_ref()?;
        Some(printable_line(&self.fill_template(prompt, choice, (holes, veiled), NameStyle::Printed)))
    }

    /// Returns the question of the choice point with these options, as their chooser sees it.
    pub(crate) fn question_of(&self, options: &TableOptions) -> Option<String> {
        let (holes, veiled) = options.holes();
        self.question(self.ir.choice(options.choice())?, holes, veiled)
    }

    /// Renders a text of a choice point. If the template fails, its source is shown.
    fn fill_template(
        &self,
        template: &str,
        choice: &ChoiceInfo,
        (holes, veiled): (&[u64], u64),
        style: NameStyle,
    ) -> String {
        if !texts::has_holes(template) {
            return template.to_owned();
        }
        let mut rest = holes;
        let values = choice.holes.iter().enumerate().map(|(number, hole)| {
            let (words, after) = rest.split_at(self.ir.value_words(&hole.ty).min(rest.len()));
            rest = after;
            (hole.name.as_str(), &hole.ty, words, veiled & hole_bit(number) != 0)
        });
        self.render(template, values, style).unwrap_or_else(|_| template.to_owned())
    }

    /// Returns the kind with an article ("a card"), for those who do not see a component.
    pub(super) fn veiled(&self, component: u64) -> String {
        // The widest ancestor kind: a narrower one would reveal the component.
        let roots = |kind: &KindInfo| {
            kind.base.is_none_or(|base| self.ir.kinds.find(base).is_none_or(|k| k.base.is_none()))
        };
        let holds = |kind: &&KindInfo| {
            roots(kind)
                && component.checked_sub(u64::from(kind.first)).is_some_and(|c| c < u64::from(kind.count))
        };
        let kind = self.ir.kinds.iter().rev().find(holds).map_or("component", |kind| kind.id.as_str());
        with_article(&kind.replace('_', " "))
    }

    /// Renders a template. Numbers, bools and amounts are values of their types; everything else is its
    /// printed name.
    fn render<'v>(
        &self,
        template: &str,
        values: impl Iterator<Item = (&'v str, &'v ValueType, &'v [u64], bool)>,
        style: NameStyle,
    ) -> Result<String, minijinja::Error> {
        use minijinja::value::Value;
        let context = Value::from_pairs(values.map(|(name, ty, words, veiled)| {
            let word = words.first().copied().unwrap_or(NONE);
            let value = match ty {
                ValueType::Zone if veiled => self.zone_text(ZonePlaceId(word as u16), true, style).into(),
                _ if veiled && names_component(ty) => Value::from(self.veiled(word)),
                ValueType::Int => Value::from(word as i64),
                ValueType::Bool => Value::from(word != 0),
                ValueType::Amount(pers) => {
                    AmountTree::of(&self.ir.enums, &self.ir.names, pers, words).template(true)
                }
                // Most texts use only the name, which is cheaper to make.
                ValueType::Component if style == NameStyle::Printed && asks_more(template, name) => {
                    Value::from_object(ComponentText::of(
                        self.ir,
                        |ty, words| self.format_value(ty, words),
                        word,
                        self.format_value(ty, words),
                    ))
                }
                _ => Value::from(printable_line(&self.text(ty, words, style))),
            };
            (name.to_string(), value)
        }));
        texts::fill(&self.templates, template, context)
    }
}

/// Returns whether values of a type can name a component. A bit that veils several values veils these alone.
fn names_component(ty: &ValueType) -> bool {
    match ty {
        ValueType::Optional(of) => names_component(of),
        ty => matches!(ty, ValueType::Component | ValueType::Zone),
    }
}

/// Returns whether a template accesses a property of a variable.
fn asks_more(template: &str, variable: &str) -> bool {
    template.match_indices(variable).any(|(at, _)| template[at + variable.len()..].starts_with('.'))
}

/// Returns whether an action's text begins with a cell: `e4` stays lowercase everywhere.
fn begins_with_cell(template: &str, action: &ActionInfo) -> bool {
    let first =
        template.trim_start().strip_prefix("{{").and_then(|rest| rest.split("}}").next()).map(str::trim);
    action.params.iter().any(|(name, ty)| *ty == ValueType::Cell && first == Some(name.as_str()))
}

/// Removes the numbers of copies from a name: `cast spark#2 roan` becomes `cast spark roan`.
fn without_numbers(name: &str) -> String {
    let mut parts = name.split('#');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| name + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Makes names unique: each duplicate gets the least number that makes its name unused.
fn distinct(mut names: Vec<String>) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::with_capacity(names.len());
    if names.iter().all(|name| taken.insert(name.clone())) {
        return names;
    }
    let mut met: HashSet<String> = HashSet::new();
    for name in &mut names {
        if met.insert(name.clone()) {
            continue;
        }
        let mut number = 2;
        while !taken.insert(format!("{name} ({number})")) {
            number += 1;
        }
        *name = format!("{name} ({number})");
    }
    names
}
