//! Reader of scenarios.

use super::fields::{self, Fields, ident};
use super::reader::ModelReader;
use crate::ids::SeatNumber;
use crate::model::ident::Ident;
use crate::model::read::messages;
use crate::model::scenarios::{GivenChoiceDecl, ScenarioDecl, StepDecl, StepKind};
use crate::source::{Span, TomlEntry, TomlNode, TomlTable, TomlValue};
use crate::vocabulary::StartPoint;

/// The keys that give a step its form. A step must have exactly one, but `do` may accompany `fault`.
const STEPS: [&str; 11] =
    ["fault", "do", "options", "choose", "play", "expect", "value", "hidden", "visible", "winners", "ending"];

impl ModelReader {
    pub(super) fn scenario(&mut self, root: TomlTable, start: Span) {
        let id = self.file_id(start);
        let before = self.found.len();
        let wrong = self.found.iter().any(|d| d.labels.first().is_some_and(|l| l.span.file == start.file));
        let mut root = Fields::of_table(root, start);
        let scenario = ScenarioDecl {
            name: root.string("name").unwrap_or_else(|| crate::schema::name_of_id(&id.text)),
            id,
            source: root.string("source").unwrap_or_default(),
            setup: root.code("setup").map(ident),
            options: pairs(root.entries("options"), Some),
            players: root.node("players").and_then(|node| Some((fields::number(&node)?, node.span))),
            decks: pairs(root.entries("decks"), |node| fields::text(node).map(ident)),
            seed: root.number("seed").unwrap_or(0),
            begin: match root.string("begin").as_deref() {
                Some("setup") => StartPoint::Setup,
                Some("play") => StartPoint::Play,
                _ => StartPoint::Nothing,
            },
            choices: root.list("choices").iter().filter_map(|node| self.given_choice(node)).collect(),
            zones: pairs(root.entries("zones"), |node| {
                Some(items(node)?.into_iter().filter_map(fields::text).map(ident).collect())
            }),
            state: pairs(root.entries("state"), Some),
            answers: pairs(root.entries("answers"), Some),
            chance: pairs(root.entries("chance"), items),
            steps: root
                .list("steps")
                .into_iter()
                .filter_map(Fields::of)
                .filter_map(|step| self.step(step))
                .collect(),
            span: start,
        };
        // An incomplete scenario would fail, and its failure would mean nothing.
        if wrong || self.found.len() > before {
            self.package.refused.push(scenario.id);
        } else {
            self.package.scenarios.push(scenario);
        }
    }

    fn given_choice(&mut self, node: &TomlNode) -> Option<GivenChoiceDecl> {
        let read = |pair: &[TomlNode]| match pair {
            [seat, option] => {
                Some(((fields::number(seat).map(SeatNumber)?, seat.span), option.as_text()?.value.clone()))
            }
            _ => None,
        };
        let Some((seat, option)) = node.as_array().and_then(read) else {
            // A pair of the wrong length was reported with the shape of the file.
            if node.as_array().is_some_and(|pair| pair.len() == 2) {
                self.found.push(messages::not_a_choice(node.span));
            }
            return None;
        };
        Some(GivenChoiceDecl { seat, option, span: node.span })
    }

    fn step(&mut self, mut step: Fields) -> Option<StepDecl> {
        let span = step.span;
        let mut said: Vec<(&str, Span)> =
            STEPS.iter().filter_map(|key| Some((*key, step.key_span(key)?))).collect();
        if said.first().is_some_and(|first| first.0 == "fault") {
            said.retain(|(key, _)| *key != "do");
        }
        let key = match said[..] {
            [(key, _)] => key,
            [] if !step.only(&["by", "until", "plies", "equals", "detail", "from", "to"]) => return None,
            [] => {
                let all = STEPS.map(|key| format!("`{key}`")).join(", ");
                self.found.push(messages::empty_step(span, &all));
                return None;
            }
            [(first, first_at), (second, second_at), ..] => {
                self.found.push(messages::two_steps((first, first_at), (second, second_at)));
                return None;
            }
        };
        if let (Some(by), false) = (step.key_span("by"), ["choose", "options"].contains(&key)) {
            self.found.push(messages::by_without_choice(by));
        }
        let kind = match key {
            "do" => StepKind::Do(step.code("do")?),
            "options" => StepKind::Options(step.idents("options"), seat(&mut step, "by")),
            "choose" => StepKind::Choose(step.ident("choose")?, seat(&mut step, "by")),
            "play" => {
                if let (Some(until), Some(plies)) = (step.key_span("until"), step.key_span("plies")) {
                    self.found.push(messages::until_and_plies(until, plies));
                }
                StepKind::Play { bot: step.ident("play")?, plies: step.number("plies") }
            }
            "expect" => StepKind::Expect(step.code("expect")?),
            "value" => StepKind::Value {
                code: step.code("value")?,
                equals: step.node("equals")?,
                detail: pairs(step.entries("detail"), Some),
            },
            "fault" => StepKind::Fault(step.ident("fault")?, step.code("do")),
            "hidden" => StepKind::Hidden(step.ident("hidden")?, seat(&mut step, "from")?),
            "visible" => StepKind::Visible(step.ident("visible")?, seat(&mut step, "to")?),
            "ending" => StepKind::Ending(step.ident("ending")?),
            _ => {
                let node = step.node("winners")?;
                let winners = node.as_array()?.iter().filter_map(fields::number).map(SeatNumber).collect();
                StepKind::Winners(winners, node.span)
            }
        };
        Some(StepDecl { kind, span })
    }
}

/// Reads a seat, counted from 1, with its span.
fn seat(step: &mut Fields, key: &str) -> Option<(SeatNumber, Span)> {
    step.node(key).and_then(|node| Some((fields::number(&node).map(SeatNumber)?, node.span)))
}

/// Converts entries to pairs of key and converted value.
pub(super) fn pairs<T>(entries: Vec<TomlEntry>, value: impl Fn(TomlNode) -> Option<T>) -> Vec<(Ident, T)> {
    let pair =
        |entry: TomlEntry| Some((Ident { text: entry.key, span: entry.key_span }, value(entry.value)?));
    entries.into_iter().filter_map(pair).collect()
}

fn items(node: TomlNode) -> Option<Vec<TomlNode>> {
    if let TomlValue::Array(items) = node.value { Some(items) } else { None }
}
