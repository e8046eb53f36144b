//! Renders an [`Ir`] as human-readable text: its tables, and every function with its instructions.

mod code;

use super::ids::{ArmId, CodeAddress, FileTextId, IdRange, ToIndex};
use super::tables::SlotInfo;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use super::amount::AmountDomain;
use super::bots::PreferenceTarget;
use super::choices::ActionInfo;
use super::game_info::OptionInfo;
use super::ids::{FunctionId, OptionId};
use super::layout::Layout;
use super::layout::Owner;
use super::lists::CopiesInfo;
use super::root::Ir;
use super::value_type::ValueType;
use super::zone::{ViewersInfo, ZoneKey, ZoneOwner};
use crate::vocabulary::ZoneViewers;

/// The column of the source lines beside the instructions.
const MARGIN: usize = 44;

/// Renders the whole IR. Deterministic.
pub fn listing(ir: &Ir) -> String {
    let mut out = String::new();
    head(ir, &mut out);
    components(ir, &mut out);
    layout(ir, &mut out);
    happenings(ir, &mut out);
    lists(ir, &mut out);
    functions(ir, |_| true, &mut out);
    out
}

/// Renders the functions that `of` selects, with their instructions.
pub fn listing_of(ir: &Ir, of: impl Fn(FunctionId) -> bool) -> String {
    let mut out = String::new();
    functions(ir, of, &mut out);
    out
}

/// Writes a line; writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($text:tt)*) => {
        let _ = writeln!($out, $($text)*);
    };
}

fn head(ir: &Ir, out: &mut String) {
    let game = &ir.game;
    line!(
        out,
        "game {} {} \"{}\", {} to {} players",
        game.id,
        game.version,
        game.name,
        game.players.0,
        game.players.1
    );
    line!(
        out,
        "{} components, {} functions, {} instructions, {} words of constants, {} words of state",
        ir.components.len(),
        ir.functions.len(),
        ir.code.len(),
        ir.pool.len(),
        ir.layout.stack
    );
    if !ir.options.is_empty() {
        line!(out, "\noptions");
        for option in &ir.options {
            line!(out, "  {}", agreed(ir, option));
        }
    }
    for setup in &ir.setups {
        let value = |(option, value): &(OptionId, i64)| {
            ir.option(*option)
                .map_or("?".into(), |info| format!("{} = {}", info.id, info.option_value_text(ir, *value)))
        };
        let options: Vec<String> = setup.options.iter().map(value).collect();
        line!(out, "  setup {}: {}", setup.id, options.join(", "));
    }
    for require in &ir.requires {
        line!(out, "  require {}: {}", function_name(ir, require.function), require.text);
    }
    if !ir.dice.is_empty() {
        line!(out, "\ndice");
        for die in &ir.dice {
            let faces: Vec<String> = die
                .faces
                .iter()
                .map(|face| match die.ty {
                    ValueType::Enum(e) => {
                        let values = ir.enums.find(e).map_or(&[][..], |e| &e.values);
                        values.get(*face as usize).map_or("?".into(), String::clone)
                    }
                    _ => face.to_string(),
                })
                .collect();
            line!(out, "  {}: {}", die.id, faces.join(" "));
        }
    }
    if !ir.enums.is_empty() {
        line!(out, "\nenums");
        for e in &ir.enums {
            line!(out, "  {}: {}", e.id, e.values.join(" "));
        }
    }
}

fn agreed(ir: &Ir, option: &OptionInfo) -> String {
    let default = option.option_value_text(ir, option.default);
    match &option.ty {
        ValueType::Bool => format!("{}: bool = {default}", option.id),
        ValueType::Enum(e) => {
            let values = ir.enums.find(*e).map_or(&[][..], |e| &e.values);
            format!("{}: {} = {default}", option.id, values.join(" | "))
        }
        _ => format!("{}: int {}..{} = {default}", option.id, option.range.0, option.range.1),
    }
}

fn components(ir: &Ir, out: &mut String) {
    line!(out, "\nkinds");
    for kind in &ir.kinds {
        let base =
            kind.base.and_then(|b| ir.kinds.find(b)).map_or(String::new(), |b| format!(" of {}", b.id));
        line!(out, "  {}{base}: components {}..{}", kind.id, kind.first, kind.first + kind.count);
    }
    if !ir.attributes.is_empty() {
        line!(out, "\nattributes");
        for a in &ir.attributes {
            let kind = ir.kinds.find(a.kind).map_or("?", |k| k.id.as_str());
            line!(out, "  {}.{}: {}, pool[{}…]", kind, a.id, type_name(ir, &a.ty), a.base);
        }
    }
    line!(out, "\ncomponents");
    for name in &ir.names {
        let kind = ir.kinds.find(name.kind).map_or("?", |k| k.id.as_str());
        let copies = if name.copies == 1 { String::new() } else { format!(" × {}", name.copies) };
        line!(out, "  {:>4} {} \"{}\"{copies}: {kind}", name.first, name.id, name.printed);
        for keyword in &name.keywords {
            line!(out, "       keyword {keyword}");
        }
        for slot in &ir.slots {
            if let Some(rule) = slot.rules.get(name.first.index()).filter(|r| **r != SlotInfo::EMPTY) {
                line!(out, "       {} = {}", slot.id, function_name(ir, *rule));
            }
        }
    }
}

fn layout(ir: &Ir, out: &mut String) {
    line!(out, "\nzones");
    for zone in &ir.zones {
        let viewers = |seen_by: ZoneViewers, viewers: &Option<ViewersInfo>| match (seen_by, viewers) {
            (ZoneViewers::All, _) => "all".to_owned(),
            (ZoneViewers::Owner, _) => "its owner".to_owned(),
            (ZoneViewers::Others, _) => "all but its owner".to_owned(),
            (ZoneViewers::Expression, Some(by)) => {
                format!("{} at {}", function_name(ir, by.function), by.base)
            }
            (ZoneViewers::None | ZoneViewers::Expression, _) => "nobody".to_owned(),
        };
        let mut seen = viewers(zone.seen_by, &zone.viewers);
        if zone.top_seen_by != ZoneViewers::None {
            seen += &format!(", on top by {}", viewers(zone.top_seen_by, &zone.top_viewers));
        }
        let holds = zone.holds.and_then(|k| ir.kinds.find(k)).map_or("components", |k| k.id.as_str());
        let whose = match zone.per.thing {
            ZoneOwner::Table => "the table's".to_owned(),
            ZoneOwner::Player => "each player's".to_owned(),
            ZoneOwner::Cell(_) => format!("on each of {} cells", zone.per.things),
            ZoneOwner::Component(_) => format!("each of {} components'", zone.per.things),
        };
        let key = match zone.per.key {
            None => String::new(),
            Some(ZoneKey::Enum(e)) => {
                format!(", one for each {}", ir.enums.find(e).map_or("?", |e| e.id.as_str()))
            }
            Some(ZoneKey::Name) => ", one for each name".to_owned(),
            Some(ZoneKey::Int(first)) => {
                format!(", one for each of {first}..{}", first + i64::from(zone.per.values) - 1)
            }
        };
        let order = if zone.ordered { ", ordered" } else { "" };
        let places = ir.layout.zones.get(zone.places()).unwrap_or_default();
        let at: Vec<String> = places.iter().filter(|z| z.set != 0).map(|z| z.set.to_string()).collect();
        let at = if at.is_empty() { "read off places".to_owned() } else { format!("at {}", at.join(" ")) };
        line!(out, "  {}: {whose}{key}, holds {holds}, seen by {seen}{order}, {at}", zone.id);
    }
    line!(out, "\nstate");
    for field in &ir.layout.fields {
        let whose = match field.owner {
            Owner::Table => "table",
            Owner::Player => "player",
            Owner::Component => "component",
            Owner::Cell => "cell",
        };
        let range = match field.range {
            Some((low, high)) => format!(" {low}..{high}"),
            None => String::new(),
        };
        let index = match (field.index, ir.index_words(field)) {
            (Some(x), _) => format!(", index of {} at {}", x.values, x.base),
            (None, Some(words)) if words > Layout::INDEX_WORDS => {
                format!(", too many values for an index ({words} words)")
            }
            (None, _) => String::new(),
        };
        line!(out, "  {:>6} {whose}.{}: {}{range}{index}", field.base, field.id, type_name(ir, &field.ty));
    }
    for history in &ir.layout.histories {
        let fields = history.fields.iter().filter_map(|f| ir.layout.fields.find(*f)).map(|f| f.id.as_str());
        let zones = history.zones.iter().filter_map(|z| ir.zones.find(*z)).map(|z| z.id.as_str());
        let of: Vec<&str> = fields.chain(zones).collect();
        line!(out, "  {:>6} history {}: {} of {}", history.base, history.id, history.keep, of.join(", "));
    }
}

fn happenings(ir: &Ir, out: &mut String) {
    if !ir.actions.is_empty() {
        line!(out, "\nactions");
        for action in &ir.actions {
            let params: Vec<String> =
                action.params.iter().map(|(name, ty)| format!("{name}: {}", type_name(ir, ty))).collect();
            line!(out, "  {}({})", action.id, params.join(", "));
        }
    }
    if !ir.choices.is_empty() {
        line!(out, "\nchoices");
        for (i, choice) in ir.choices.iter().enumerate() {
            let mut parts = Vec::new();
            if let Some(ty) = &choice.element {
                let variable = if choice.variable.is_empty() { "one" } else { &choice.variable };
                parts.push(format!("{variable}: {}", type_name(ir, ty)));
            }
            parts.extend(choice.actions.iter().map(|a| ir.action(*a).map_or("?".into(), |a| a.id.clone())));
            parts.extend(choice.arms.iter().enumerate().map(|(arm, text)| {
                if choice.decline == Some(ArmId(arm as u16)) {
                    format!("\"{text}\" declines")
                } else {
                    format!("\"{text}\"")
                }
            }));
            let asker = choice.asker.map_or(String::new(), |r| format!(", asked by r{r}"));
            let selection =
                choice.selection.map_or(String::new(), |t| format!(", one by one into r{}", t.set));
            let prompt = choice.prompt.as_ref().map_or(String::new(), |p| format!(" — {p}"));
            line!(out, "  {i:>4} {}{asker}{selection}{prompt}", parts.join(", "));
        }
    }
    if !ir.logs.is_empty() {
        line!(out, "\nlogs");
        for (i, log) in ir.logs.iter().enumerate() {
            line!(out, "  {i:>4} {}", log.template.trim());
        }
    }
    line!(out, "\nflow");
    line!(out, "  lay: {}", function_name(ir, ir.lay));
    for (what, function) in [("setup", ir.setup), ("play", ir.play), ("score", ir.score)] {
        if let Some(function) = function {
            line!(out, "  {what}: {}", function_name(ir, function));
        }
    }
    for tie in &ir.ties {
        line!(out, "  tie: {}", function_name(ir, *tie));
    }
    for bot in &ir.bots {
        let how = if bot.mixed { ", mixed" } else { "" };
        let judged = bot.evaluate.map_or_else(|| "the score".to_owned(), |f| function_name(ir, f).to_owned());
        line!(out, "  bot {}{how}: {judged}", bot.id);
        for preference in &bot.prefers {
            let of = match &preference.of {
                PreferenceTarget::Action(action) => {
                    ir.actions.find(*action).map_or_else(String::new, ActionInfo::listing_name)
                }
                PreferenceTarget::Variable(name) => format!("choose {name}"),
            };
            line!(out, "    prefers {of}: {}", function_name(ir, preference.function));
        }
    }
    for figure in &ir.figures {
        let of = if figure.per_player { " of each player" } else { "" };
        line!(out, "  figure {}{of}: {}", figure.id, function_name(ir, figure.function));
    }
}

fn lists(ir: &Ir, out: &mut String) {
    if let Some(rules) = &ir.deck_rules {
        line!(out, "\ndeck rules");
        if rules.complete {
            line!(out, "  every card of the game");
        }
        for part in &rules.parts {
            line!(out, "  [{}]", part.id);
            if let Some((least, most)) = part.size {
                line!(out, "    {least} to {most} cards");
            }
            match part.copies {
                Some(CopiesInfo::Range(least, most)) => {
                    line!(out, "    {least} to {most} of each");
                }
                Some(CopiesInfo::Most(function)) => {
                    line!(out, "    of each at most {}", function_name(ir, function));
                }
                None => {}
            }
            for kind in part.kinds.iter().filter_map(|k| ir.kinds.find(*k)) {
                line!(out, "    kind {}", kind.id);
            }
            for require in &part.requires {
                line!(out, "    require {}: {}", function_name(ir, require.function), require.text);
            }
        }
    }
    if !ir.decks.is_empty() {
        line!(out, "\ndecks");
        for deck in &ir.decks {
            line!(
                out,
                "  {} \"{}\": {} cards",
                deck.id,
                deck.name,
                deck.cards.iter().map(|c| u64::from(c.count)).sum::<u64>()
            );
        }
    }
    if !ir.scenarios.is_empty() {
        line!(out, "\nscenarios");
        for scenario in &ir.scenarios {
            line!(out, "  {} \"{}\": {} steps", scenario.id, scenario.name, scenario.steps.len());
        }
    }
}

fn functions(ir: &Ir, of: impl Fn(FunctionId) -> bool, out: &mut String) {
    let mut order: Vec<usize> = (0..ir.functions.len()).collect();
    order.sort_by_key(|i| (ir.functions[FunctionId::from_index(*i)].entry, *i));
    let lines = Lines::new(ir);
    for (n, &i) in order.iter().enumerate().filter(|(_, i)| of(FunctionId(**i as u16))) {
        let f = &ir.functions[FunctionId::from_index(i)];
        let end = order
            .get(n + 1)
            .map_or(ir.code.len(), |next| ir.functions[FunctionId::from_index(*next)].entry.index());
        let result = f.result.as_ref().map_or(String::new(), |ty| format!(" -> {}", type_name(ir, ty)));
        let suspends = if f.suspends { ", may stop" } else { "" };
        line!(out, "\n{}({}){result}   frame {}{suspends}", f.name, params(f.param_words), f.frame_words);
        let stretch = IdRange::between(f.entry, CodeAddress::from_index(end.min(ir.code.len())));
        let mut labels = BTreeMap::new();
        for pc in stretch.clone() {
            if let Some(to) = ir.code[pc.index()].target(pc) {
                labels.insert(to, String::new());
            }
        }
        for (n, label) in labels.values_mut().enumerate() {
            *label = format!("L{}", n + 1);
        }
        let label = |to: CodeAddress| labels.get(&to).cloned().unwrap_or_else(|| format!("@{to}"));
        let mut shown = None;
        for pc in stretch {
            let at = labels.get(&pc).map_or(String::new(), |l| format!("{l}:"));
            let text = format!("{at:>5} {pc:>6}  {}", code::instruction(ir, pc, ir.code[pc.index()], label));
            let place = lines.of(ir, pc);
            if place.is_some() && place != shown {
                let (file, number, words) = place.unwrap_or_default();
                let pad = MARGIN.saturating_sub(text.chars().count());
                line!(out, "{text}{:pad$}  │ {file}:{number}  {words}", "");
                shown = place;
            } else {
                line!(out, "{text}");
            }
        }
    }
}

fn params(words: u16) -> String {
    (1..=words).map(|i| format!("r{i}")).collect::<Vec<_>>().join(" ")
}

/// The author's files, with the offsets of their lines.
struct Lines<'ir> {
    starts: HashMap<FileTextId, Vec<usize>>,
    files: Vec<(&'ir str, &'ir str)>,
}

impl<'ir> Lines<'ir> {
    fn new(ir: &'ir Ir) -> Self {
        let files: Vec<(&str, &str)> = ir.files.iter().map(|f| (f.name.as_str(), f.text.as_str())).collect();
        let starts = files.iter().enumerate().map(|(i, (_, text))| {
            let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
            (FileTextId::from_index(i), std::iter::once(0).chain(ends).collect())
        });
        Lines { starts: starts.collect(), files }
    }

    /// Returns the file, the line number and the source line of an instruction.
    fn of(&self, ir: &Ir, pc: CodeAddress) -> Option<(&'ir str, usize, &'ir str)> {
        let place = ir.place_of(pc)?;
        let (name, text) = *self.files.get(place.file.index())?;
        let starts = self.starts.get(&place.file)?;
        let line = starts.partition_point(|s| *s <= place.start.index());
        let from = *starts.get(line.checked_sub(1)?)?;
        let to = starts.get(line).copied().unwrap_or(text.len());
        Some((name, line, text.get(from..to)?.trim()))
    }
}

fn function_name(ir: &Ir, function: FunctionId) -> &str {
    ir.functions.find(function).map_or("?", |f| f.name.as_str())
}

/// Returns a type as authors write it.
fn type_name(ir: &Ir, ty: &ValueType) -> String {
    match ty {
        ValueType::Int => "int".into(),
        ValueType::Bool => "bool".into(),
        ValueType::Enum(e) => ir.enums.find(*e).map_or("?".into(), |e| e.id.clone()),
        ValueType::Name => "name".into(),
        ValueType::Player => "player".into(),
        ValueType::Cell => "cell".into(),
        ValueType::Component => "component".into(),
        ValueType::Zone => "zone".into(),
        ValueType::Set(of) => format!("set of {}", type_name(ir, of)),
        ValueType::Optional(of) => format!("{}?", type_name(ir, of)),
        ValueType::Amount(pers) => {
            let per = |per: &AmountDomain| match per {
                AmountDomain::Enum(e) => ir.enums.find(*e).map_or("?".into(), |e| e.id.clone()),
                AmountDomain::Name => "name".into(),
                AmountDomain::Range(first, last) => format!("{first}..{last}"),
            };
            // The written type names the innermost domain first.
            let pers: Vec<String> = pers.iter().rev().map(per).collect();
            format!("int per {}", pers.join(" per "))
        }
    }
}
