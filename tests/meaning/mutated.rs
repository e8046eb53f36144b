//! Every field of a compiled game is changed in every way that its type allows: a change that keeps the hash
//! of the rules must keep the course of every game.
//!
//! A mutant whose hash differs is recognised as another game, and needs no further proof. The others are
//! played, up to the first game that differs.

use super::{Chance, FAIR, compiled};
use cardwright::compile::CompiledGame;
use cardwright::ir::{Ir, StartPoint, rules_hash};
use cardwright::table::{Names, Stop, Table};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// One game with answers drawn from a seed, as a hash: each question with its player, its options and its
/// answer, and the ending. The seed chooses the number of players and the values of options, too.
fn course(table: &Table, names: &Names, seed: u64, fuel: u64) -> u64 {
    let mut course = DefaultHasher::new();
    let mut chance = Chance(seed);
    let ir = table.ir();
    let (least, most) = ir.game.players;
    let players = least + chance.below((most - least) as usize + 1) as u8;
    let mut value = |o: &cardwright::ir::OptionInfo| match o.range {
        _ if !seed.is_multiple_of(3) => o.default,
        (low, high) => {
            low.saturating_add(chance.below(high.saturating_sub(low).saturating_add(1) as usize) as i64)
        }
    };
    let values: Vec<i64> = ir.options.iter().map(&mut value).collect();
    let mut machine = table.machine();
    machine.set_fuel(fuel);
    let laid = machine.lay(players, &values, seed);
    let Ok(mut state) = laid else {
        format!("{:?}", laid.err()).hash(&mut course);
        return course.finish();
    };
    machine.start(&mut state, StartPoint::Setup);
    for _ in 0..400 {
        match machine.advance(&mut state) {
            Stop::Choice => {}
            Stop::Over => {
                machine.outcome(&state).map_or("fault".into(), |o| format!("{o:?}")).hash(&mut course);
                break;
            }
            Stop::Fault(_) => {
                "fault".hash(&mut course);
                break;
            }
            other => {
                format!("{other:?}").hash(&mut course);
                break;
            }
        }
        let Ok(options) = machine.options(&mut state) else {
            "fault".hash(&mut course);
            break;
        };
        let index = chance.below(options.len());
        (options.chooser(), names.names(options), index).hash(&mut course);
        if machine.choose(&mut state, index).is_err() {
            "refused".hash(&mut course);
            break;
        }
    }
    course.finish()
}

/// A step from a value into one of its parts.
#[derive(Clone)]
enum Step {
    Key(String),
    Index(usize),
}

/// Every value in an IR, with the steps to it and the field that it belongs to: the same steps without the
/// numbers in lists.
fn walk(value: &Value, steps: &mut Vec<Step>, field: &str, visit: &mut dyn FnMut(&[Step], &str, &Value)) {
    visit(steps, field, value);
    let mut into = |step: Step, field: &str, inner: &Value| {
        steps.push(step);
        walk(inner, steps, field, visit);
        steps.pop();
    };
    match value {
        Value::Object(map) => {
            map.iter()
                .for_each(|(key, inner)| into(Step::Key(key.clone()), &format!("{field}.{key}"), inner));
        }
        Value::Array(list) => {
            let field = format!("{field}[]");
            list.iter().enumerate().for_each(|(at, inner)| into(Step::Index(at), &field, inner));
        }
        _ => {}
    }
}

fn at<'v>(whole: &'v mut Value, steps: &[Step]) -> &'v mut Value {
    steps.iter().fold(whole, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::Index(at) => &mut value[*at],
    })
}

/// Returns the possible changes of a value: edits of a list, neighbours of a number, and the values of the
/// same field elsewhere.
fn changes(value: &Value, others: &[Value]) -> Vec<Value> {
    let mut changes: Vec<Value> = others.to_vec();
    match value {
        Value::Array(list) => {
            let mut edit = |change: &dyn Fn(&mut Vec<Value>)| {
                let mut list = list.clone();
                change(&mut list);
                changes.push(list.into());
            };
            if let Some(last) = list.len().checked_sub(1) {
                edit(&|list| drop(list.remove(0)));
                edit(&|list| drop(list.pop()));
                edit(&|list| list.swap(0, last));
                edit(&|list| list.extend_from_within(last..));
                edit(&|list| list[last] = list[0].clone());
            }
        }
        Value::Object(_) => changes.push(Value::Null),
        Value::Bool(b) => changes.push((!b).into()),
        Value::String(text) => changes.extend([format!("{text}x").into(), "done".into()]),
        Value::Number(n) => {
            let n = n.as_i64().unwrap_or_default();
            changes.extend([
                n.wrapping_add(1).into(),
                n.wrapping_sub(1).into(),
                0.into(),
                63.into(),
                Value::Null,
            ]);
        }
        Value::Null => {
            changes.extend([0.into(), 1.into(), true.into(), "x".into(), Value::Array(Vec::new())])
        }
    }
    changes.retain(|change| change != value);
    changes
}

/// Counts of the changes that were tried.
#[derive(Default)]
struct Tried {
    fields: usize,
    /// Changes that are an IR.
    mutants: usize,
    /// Mutants whose hash is as before.
    kept: usize,
    /// Those of them that a table takes, all of whose games went as before.
    played: usize,
    /// Fields of which a mutant with another hash was seen to go otherwise: that games tell mutants apart at
    /// all.
    otherwise: usize,
}

/// How much is tried of one field of one game.
struct Bounds {
    /// Mutants of a field.
    mutants: usize,
    /// Mutants of a field that are played.
    played: usize,
    /// Games of a mutant.
    games: u64,
}

fn shipped(id: &str) -> Ir {
    CompiledGame::open(&format!("cards/{id}")).game.expect("a shipped game compiles").ir
}

/// Games with so much work between two choices.
fn courses(ir: &Ir, games: u64, fuel: u64) -> Option<impl Iterator<Item = u64>> {
    let table = Table::new(ir).ok()?;
    let names = Names::new(ir);
    Some((1..=games).map(move |seed| course(&table, &names, seed, fuel)))
}

/// Values that stand in a field anywhere in some games, a few of each.
type Donors = HashMap<String, Vec<Value>>;

fn collect(ir: &Ir, donors: &mut Donors) {
    let whole = serde_json::to_value(ir).expect("it can be written");
    walk(&whole, &mut Vec::new(), "", &mut |_, field, value| {
        // A list or a table of one field is large, and its parts are changed themselves.
        if matches!(value, Value::Array(_)) {
            return;
        }
        let seen = donors.entry(field.to_owned()).or_default();
        if seen.len() < 3 && !seen.contains(value) {
            seen.push(value.clone());
        }
    });
}

fn examine(ir: &Ir, donors: &Donors, bounds: &Bounds) -> Tried {
    let hash = rules_hash(ir);
    // Rules that another hash has changed may be slow.
    let (full, short) = (200_000, 20_000);
    let before: Vec<u64> = courses(ir, bounds.games, full).expect("sound").collect();
    let briefly: Vec<u64> = courses(ir, 5, short).expect("sound").collect();
    let mut whole = serde_json::to_value(ir).expect("it can be written");
    let mut fields: BTreeMap<String, Vec<Vec<Step>>> = BTreeMap::new();
    walk(&whole, &mut Vec::new(), "", &mut |steps, field, _| {
        if !steps.is_empty() {
            fields.entry(field.to_owned()).or_default().push(steps.to_vec());
        }
    });
    let mut tried = Tried { fields: fields.len(), ..Tried::default() };
    for (field, places) in &fields {
        let others = donors.get(field).map_or(&[][..], Vec::as_slice);
        let (mut mutants, mut played, mut differs) = (0, 0, None);
        // Places far from each other first.
        let stride = (places.len() / 7).max(1);
        let spread = (0..stride).flat_map(|from| places.iter().skip(from).step_by(stride));
        'field: for steps in spread {
            let original = at(&mut whole, steps).clone();
            for change in changes(&original, others) {
                if mutants == bounds.mutants || played == bounds.played {
                    *at(&mut whole, steps) = original;
                    break 'field;
                }
                *at(&mut whole, steps) = change;
                let Ok(mutant) = Ir::deserialize(&whole) else { continue };
                mutants += 1;
                if rules_hash(&mutant) != hash {
                    differs.get_or_insert_with(|| {
                        courses(&mutant, 5, short).is_some_and(|after| !after.eq(briefly.iter().copied()))
                    });
                    continue;
                }
                if mutant == *ir {
                    continue;
                }
                tried.kept += 1;
                let Some(after) = courses(&mutant, bounds.games, full) else { continue };
                for (game, (before, after)) in before.iter().zip(after).enumerate() {
                    assert_eq!(
                        *before,
                        after,
                        "{}: `{field}` with {} in place of {original} keeps the hash, and game {} goes otherwise",
                        ir.game.id,
                        at(&mut whole, steps),
                        game + 1
                    );
                }
                played += 1;
            }
            *at(&mut whole, steps) = original;
        }
        tried.mutants += mutants;
        tried.played += played;
        tried.otherwise += usize::from(differs == Some(true));
    }
    tried
}

/// A look at small games; with `CARDWRIGHT_MUTANTS=3`, up to three mutants of each field of each game in
/// 1,000 games each, or in `CARDWRIGHT_MUTANT_GAMES`. That is for an optimised build.
#[test]
fn what_keeps_the_hash_keeps_the_course_of_games() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<usize>().ok());
    let wanted = number("CARDWRIGHT_MUTANTS");
    let mut games = vec![compiled(FAIR), shipped("kuhn-poker")];
    let bounds = match wanted {
        None => Bounds { mutants: 12, played: 2, games: 12 },
        Some(played) => {
            games.extend(SHIPPED.map(shipped));
            Bounds {
                mutants: played * 100,
                played,
                games: number("CARDWRIGHT_MUTANT_GAMES").unwrap_or(1000) as u64,
            }
        }
    };
    let mut donors = Donors::new();
    games.iter().for_each(|ir| collect(ir, &mut donors));
    std::thread::scope(|scope| {
        for ir in &games {
            scope.spawn(|| {
                let Tried { fields, mutants, kept, played, otherwise } = examine(ir, &donors, &bounds);
                let id = &ir.game.id;
                println!(
                    "{id}: {fields} fields, {mutants} mutants, {kept} with the same hash, {played} played"
                );
                assert!(mutants > fields && played > fields / 12, "{id}: {mutants} mutants, {played} played");
                assert!(
                    otherwise > fields / 12,
                    "{id}: mutants of {otherwise} of {fields} fields go otherwise"
                );
            });
        }
    });
}

/// Among them: boards, lists, dice, sides, hints, windows, what only some see, actions of components, bots of
/// their own.
const SHIPPED: [&str; 7] =
    ["tic-tac-toe", "leduc-poker", "connect-four", "crazy-eights", "fog-bell", "minute-realms", "gin-rummy"];
