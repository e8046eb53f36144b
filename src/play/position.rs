//! Position of a game, as JSON for other programs: the choice with its options, or the result.

use serde_json::{Map, Value, json};

use super::seat::Seen;
use crate::ir::Ir;
use crate::table::{Names, Options, Outcome, Pick, PickKind};

/// Formats a choice: the chooser, the question, and the options with name, label and parts.
pub fn choice_json(seen: &Seen, names: &Names) -> Map<String, Value> {
    let (ir, options) = (seen.table().ir(), seen.options());
    let all = names.names(options).into_iter().zip(seen.labels(names)).zip(options.iter()).enumerate();
    let all = all.map(|(index, ((name, label), pick))| {
        let mut shown = option(ir, names, options, &pick, &name, &label);
        // Names of the interchangeable copies; each is a valid answer, too.
        let others = options.copies(index).filter_map(|other| names.name_at(options, other));
        let others: Vec<String> = others.collect();
        if !others.is_empty() {
            shown["also"] = json!(others);
        }
        shown
    });
    let said = json!({
        "status": "choice", "seat": options.chooser() + 1, "question": seen.question(names), "options": all.collect::<Vec<Value>>(),
    });
    fields(said)
}

/// Formats the end of a game: the name of the ending, and the standing of each seat.
pub fn over_json(ir: &Ir, outcome: &Outcome) -> Map<String, Value> {
    let seats = outcome
        .standings
        .iter()
        .map(|s| json!({ "rank": s.rank, "won": s.won, "lost": s.lost, "score": s.score, "side": s.side + 1 }));
    let ending = outcome.named.and_then(|named| ir.endings.get(usize::from(named)));
    fields(json!({ "status": "over", "ending": ending, "seats": seats.collect::<Vec<Value>>() }))
}

fn fields(said: Value) -> Map<String, Value> {
    match said {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Formats an option: its name, label and parts.
fn option(ir: &Ir, names: &Names, options: &Options, pick: &Pick, name: &str, label: &str) -> Value {
    let values = names.types(options.choice(), pick).zip(pick.values());
    let values: Vec<String> = values.map(|(ty, value)| names.value(ty, &[*value])).collect();
    let mut shown = json!({ "name": name, "label": label });
    match pick.kind {
        PickKind::Element => shown["element"] = json!(values.first()),
        PickKind::Arm(_) => {}
        PickKind::Action(action) => {
            if let Some(info) = ir.actions.get(usize::from(action)) {
                // The component that carries the action is called `self`, as in the rules.
                let called = |(i, (id, _)): (usize, &(String, _))| match i {
                    0 if info.of.is_some() => "self".into(),
                    _ => id.clone(),
                };
                let parts = info.params.iter().enumerate().map(called).zip(values.into_iter().map(Value::from));
                shown["action"] = info.id.as_str().into();
                shown["parts"] = Value::Object(parts.collect());
            }
        }
    }
    shown
}
