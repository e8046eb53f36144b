//! Plans of studies of several simulations: values that are tried, and lists that meet.

use super::study::StudyQuestion;
use crate::compile::CompiledGame;
use crate::diagnostics::first_repeated;
use crate::ir::{Bringer, Ir, PlayerId, SidesInfo, ValueType};
use crate::package::fits;
use crate::play::{NamedList, PregameSettings};

/// Maximum number of simulations of a plan.
const MOST: usize = 1000;
/// Maximum number of lists that keeps within that limit, each against each other in both seatings.
const MOST_LISTS: usize = 32;

/// One simulation of a plan, before its game is opened.
#[derive(Clone, Debug, Default)]
pub struct Arm {
    /// Its label among the others.
    pub label: String,
    /// Values in the files of the package that are replaced, by their places.
    pub changes: Vec<(String, String)>,
    /// The settings of the table.
    pub sitting: PregameSettings,
}

/// The simulations of a study and their common question.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The question that all of the simulations answer together.
    pub question: StudyQuestion,
    /// The simulations, in the order of the report.
    pub arms: Vec<Arm>,
}

/// Plans matchups: each list against each other, each pair in both seatings with the same seeds.
///
/// # Errors
/// The lists cannot meet; a message.
pub fn matchup(one: &PregameSettings, written: &[String], ir: &Ir) -> Result<Plan, String> {
    let lists: Vec<String> = written.iter().map(|list| list.trim().to_owned()).collect();
    let (name, (fewest, most)) = (&ir.game.name, ir.game.players);
    let wrong = match &lists[..] {
        _ if !ir.lists.by_seat => Some(format!("the players of {name} bring no lists")),
        _ if ir.sides == SidesInfo::Table => {
            Some(format!("in {name} all players are one side, so lists do not meet: play with one at a time"))
        }
        _ if !(fewest..=most).contains(&2) || one.players.is_some_and(|players| players != 2) => {
            Some("lists meet in pairs, at two players".to_owned())
        }
        [] | [_] => Some("lists meet in pairs: name two or more".to_owned()),
        all if all.len() > MOST_LISTS => {
            Some(format!("at most {MOST_LISTS} lists can meet, and these are {}", all.len()))
        }
        _ => first_repeated(&lists).map(|list| format!("`{list}` is named twice")),
    };
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let (mut arms, mut pairs) = (Vec::new(), Vec::new());
    for (a, first) in lists.iter().enumerate() {
        for (b, second) in lists.iter().enumerate().filter(|(b, _)| *b != a) {
            let mut sitting = PregameSettings { players: Some(2), ..one.clone() };
            sitting.decks.retain(|named| named.bringer == Some(Bringer::Table));
            sitting.decks.push(NamedList::of(Bringer::Seat(PlayerId(0)), first));
            sitting.decks.push(NamedList::of(Bringer::Seat(PlayerId(1)), second));
            arms.push(Arm { label: format!("{first} before {second}"), changes: Vec::new(), sitting });
            pairs.push((a as u16, b as u16));
        }
    }
    Ok(Plan { question: StudyQuestion::Decks { lists, pairs }, arms })
}

/// Plans a sweep: every combination of values. `package` is the game as the user named it.
///
/// # Errors
/// Something cannot be varied so; a message.
pub fn sweep(package: &str, one: &PregameSettings, written: &[String], ir: &Ir) -> Result<Plan, String> {
    let varied: Vec<(String, Vec<String>)> = written.iter().map(|w| varied(w)).collect::<Result<_, _>>()?;
    if let Some(path) = first_repeated(varied.iter().map(|(path, _)| path)) {
        return Err(format!("`--sweep` varies `{path}` twice: give all of its values at once"));
    }
    let count = varied.iter().try_fold(1usize, |all, (_, values)| all.checked_mul(values.len()));
    if count.is_none_or(|count| count > MOST) {
        return Err(format!("these are more than {MOST} combinations: vary less at a time"));
    }
    let mut at: Vec<Vec<String>> = vec![Vec::new()];
    for (_, values) in &varied {
        at = at
            .iter()
            .flat_map(|before| values.iter().map(|v| [&before[..], std::slice::from_ref(v)].concat()))
            .collect();
    }
    let (of, varied_values): (Vec<String>, Vec<Vec<String>>) = varied.into_iter().unzip();
    let places: Vec<Option<Vec<(String, i64)>>> = of
        .iter()
        .zip(&varied_values)
        .map(|(path, values)| swept(package, path, values, ir))
        .collect::<Result<_, _>>()?;
    let every = of.iter().zip(&places).flat_map(|(path, places)| match places {
        None => vec![path],
        Some(places) => places.iter().map(|(place, _)| place).collect(),
    });
    if let Some(place) = first_repeated(every) {
        return Err(format!("two of `--sweep` vary `{place}`: vary it in one of them"));
    }
    let arms: Result<Vec<Arm>, String> = at.iter().map(|values| arm(one, &of, values, &places)).collect();
    Ok(Plan { arms: arms?, question: StudyQuestion::Sweep { of, at } })
}

/// Returns the places that a sweep changes, each with its current number, if the path contains `*` or the
/// values are factors: `option.track_*=*0.5,*2`, `cards.*.cost=*2`.
fn swept(
    package: &str,
    path: &str,
    values: &[String],
    ir: &Ir,
) -> Result<Option<Vec<(String, i64)>>, String> {
    if !path.contains('*') && values.iter().all(|value| factor(value).is_none()) {
        return Ok(None);
    }
    let found = match path.strip_prefix("option.") {
        Some(pattern) => {
            let as_is = values.iter().all(|value| factor(value).is_none());
            let options = ir.options.iter().filter(|option| as_is || option.ty == ValueType::Int);
            options
                .filter(|option| fits(pattern, &option.id))
                .map(|option| (format!("option.{}", option.id), option.default))
                .collect()
        }
        None => CompiledGame::numbers(package, path),
    };
    if found.is_empty() {
        return Err(format!("no number in {} is called `{path}`", ir.game.name));
    }
    Ok(Some(found))
}

/// Parses a factor: `*0.5` is half of the current value.
fn factor(value: &str) -> Option<f64> {
    value.strip_prefix('*')?.trim().parse().ok().filter(|factor: &f64| factor.is_finite())
}

fn arm(
    one: &PregameSettings,
    of: &[String],
    values: &[String],
    places: &[Option<Vec<(String, i64)>>],
) -> Result<Arm, String> {
    let mut arm = Arm { sitting: one.clone(), ..Arm::default() };
    let label = |(path, value): (&String, &String)| format!("{path}={value}");
    arm.label = of.iter().zip(values).map(label).collect::<Vec<String>>().join(", ");
    let given = of.iter().zip(values).zip(places).flat_map(|((path, value), places)| match places {
        None => vec![(path.clone(), value.clone())],
        Some(places) => {
            let times = |number: i64| factor(value).map(|factor| format!("{:.0}", number as f64 * factor));
            places
                .iter()
                .map(|(path, number)| (path.clone(), times(*number).unwrap_or_else(|| value.clone())))
                .collect()
        }
    });
    for (path, value) in given {
        match path.strip_prefix("option.") {
            Some(option) => {
                arm.sitting.options.retain(|(id, _)| id != option);
                arm.sitting.options.push((option.into(), value));
            }
            None if path == "setup" => arm.sitting.setup = Some(value),
            None if path == "players" => {
                let players = value.parse().map_err(|_| format!("`{value}` is not a number of players"))?;
                arm.sitting.players = Some(players);
            }
            None => arm.changes.push((path, value)),
        }
    }
    Ok(arm)
}

/// Parses a varied input: `cards.badger.cost=1..4`, `option.variant=base,chaos`.
fn varied(written: &str) -> Result<(String, Vec<String>), String> {
    let wrong = || {
        format!("`{written}` cannot be varied: write `cards.badger.cost=1..4` or `option.variant=base,chaos`")
    };
    let (path, values) = written.split_once('=').ok_or_else(wrong)?;
    let (path, values) = (path.trim(), values.trim());
    if path.is_empty() || values.is_empty() {
        return Err(wrong());
    }
    if let Some((from, to)) = values.split_once("..")
        && let (Ok(from), Ok(to)) = (from.trim().parse::<i64>(), to.trim().parse::<i64>())
    {
        if from > to {
            return Err(format!("`{values}` is empty: write the lesser number first"));
        }
        if to.saturating_sub(from) >= MOST as i64 {
            return Err(format!("`{values}` has more than {MOST} values"));
        }
        return Ok((path.into(), (from..=to).map(|v| v.to_string()).collect()));
    }
    Ok((path.into(), split_values(values)))
}

/// Splits values at commas, except in quotes.
fn split_values(values: &str) -> Vec<String> {
    let (mut all, mut open) = (vec![String::new()], false);
    for c in values.chars() {
        open ^= c == '"';
        match c {
            ',' if !open => all.push(String::new()),
            c => all.iter_mut().last().into_iter().for_each(|value| value.push(c)),
        }
    }
    all.iter().map(|value| value.trim().to_owned()).collect()
}
