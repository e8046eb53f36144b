//! Answers chosen during an evaluation, in the input format: fed back, they answer the same choice points in
//! the same way.

use crate::ir::{AnswerInfo, AnswerPart, Ir, ToIndex, ValueType};
use crate::play::answers::{UNNAMED, decline};
use crate::table::{Names, PickKind, State, Table, TableOptions};

/// One choice point and its answer.
#[derive(Debug)]
pub(super) struct ChoiceAnswer {
    asker: String,
    /// True if no component asks; the asker is then the variable itself.
    open: bool,
    variable: String,
    answer: String,
    declined: bool,
}

impl ChoiceAnswer {
    /// Creates the answer of option `index`, at the choice point at which a state waits.
    pub(super) fn new(
        names: &Names,
        table: &Table,
        state: &State,
        options: &TableOptions,
        index: usize,
    ) -> Option<ChoiceAnswer> {
        let ir = table.ir();
        let choice = ir.choice(options.choice())?;
        let pick = options.truth(index)?;
        let answer = match (&choice.element, pick.kind) {
            (Some(ValueType::Component), PickKind::Element) => component(ir, *pick.values().first()?),
            _ => names.name_at(options, index)?,
        };
        let variable = if choice.variable.is_empty() { UNNAMED } else { &choice.variable };
        let by = table.asker(state);
        Some(ChoiceAnswer {
            asker: by.map_or_else(|| variable.into(), |c| component(ir, u64::from(c))),
            open: by.is_none(),
            variable: variable.into(),
            answer,
            declined: decline(choice, options) == Some(index),
        })
    }
}

/// Returns the shortest unambiguous name of a component: its printed name, else its id.
pub(super) fn component(ir: &Ir, component: u64) -> String {
    let Some(info) = ir.components.get(component.index()) else { return "none".into() };
    let name = ir.names.find(info.name);
    match name.filter(|n| n.copies == 1 && ir.names.iter().filter(|o| o.printed == n.printed).count() == 1) {
        Some(name) => name.printed.clone(),
        None => info.id.clone(),
    }
}

/// Returns the answers of a whole evaluation, grouped by asker, in the order of the askers' first choices.
pub(super) fn group_answers(made: &[ChoiceAnswer]) -> Vec<AnswerInfo> {
    let mut given = Vec::new();
    for (i, first) in made.iter().enumerate() {
        if made[..i].iter().any(|m| m.asker == first.asker) {
            continue;
        }
        let asked: Vec<&ChoiceAnswer> = made.iter().filter(|m| m.asker == first.asker).collect();
        let mut parts: Vec<AnswerPart> = Vec::new();
        for m in &asked {
            let variable = (!first.open).then(|| m.variable.clone());
            if !parts.iter().any(|p| p.variable == variable) {
                let of: Vec<&&ChoiceAnswer> =
                    asked.iter().filter(|o| first.open || o.variable == m.variable).collect();
                let kept = of.iter().rposition(|o| !o.declined).map_or(0, |last| last + 1);
                let values = of[..kept].iter().map(|o| o.answer.clone()).collect();
                parts.push(AnswerPart { variable, values, listed: of.len() > 1 });
            }
        }
        parts.retain(|p| !p.values.is_empty());
        // A single answer to the asker's first choice point needs no variable.
        if let [part] = &mut parts[..]
            && !part.listed
            && part.variable.as_ref() == Some(&first.variable)
        {
            part.variable = None;
        }
        if !parts.is_empty() {
            given.push(AnswerInfo { asker: first.asker.clone(), parts });
        }
    }
    given
}

/// Writes answers as JSON, in the format of a line's `answers`.
pub(super) fn write(given: &[AnswerInfo], out: &mut Vec<u8>) {
    let part = |part: &AnswerPart, out: &mut Vec<u8>| match &part.values[..] {
        [one] if !part.listed => string(one, out),
        values => {
            out.push(b'[');
            for (i, value) in values.iter().enumerate() {
                separate(i, out);
                string(value, out);
            }
            out.push(b']');
        }
    };
    out.push(b'{');
    for (i, answer) in given.iter().enumerate() {
        separate(i, out);
        string(&answer.asker, out);
        out.extend_from_slice(b": ");
        match &answer.parts[..] {
            [one] if one.variable.is_none() => part(one, out),
            parts => {
                out.push(b'{');
                for (i, p) in parts.iter().enumerate() {
                    separate(i, out);
                    string(p.variable.as_deref().unwrap_or(UNNAMED), out);
                    out.extend_from_slice(b": ");
                    part(p, out);
                }
                out.push(b'}');
            }
        }
    }
    out.push(b'}');
}

fn separate(i: usize, out: &mut Vec<u8>) {
    if i > 0 {
        out.extend_from_slice(b", ");
    }
}

fn string(text: &str, out: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(out, text);
}
