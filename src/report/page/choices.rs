//! Choices on a page.

use minijinja::{Value, context};

use super::chart::{LinearScale, Ticks, bar};
use super::distributions::seen_often;
use super::figures::{AnswerData, ChoicePointData, ChoicesData};
use super::number_formats::{part, tenths};
use super::places::split_site;
use super::rows::{ChartRow, Rows};
use crate::diagnostics::{count_noun, grouped};

/// Maximum number of options of a choice point shown unfolded.
const MOST: usize = 20;

/// Returns the template data of the choices.
pub fn choices(choices: &ChoicesData) -> Value {
    let spreads = [
        ("Choices of a player in a game", &choices.of_a_player, "players"),
        ("Options of a choice", &choices.options, "choices"),
    ];
    let spreads: Vec<Value> = spreads
        .into_iter()
        .filter_map(|(what, seen, of)| Some(seen_often(what, seen.as_ref()?, of)))
        .collect();
    let asked = || choices.sites.iter().filter(|site| site.asked > 0);
    let scale = LinearScale::exactly(0.0, 1.0);
    let rows = asked().map(|site| {
        let even = site.evenness.map_or_else(|| "–".to_owned(), |even| format!("{even:.2}"));
        let (label, place) = split_site(&site.at);
        let options = tenths(site.offered as f64 / site.asked as f64);
        ChartRow {
            label: label.to_owned(),
            of: format!(
                "{place}{}{}, {options} options",
                if place.is_empty() { "" } else { "; " },
                times(site.asked)
            ),
            svg: bar(&scale, site.evenness.unwrap_or(0.0), &format!("evenness {even}")),
            value: even,
            about: String::new(),
            strong: false,
        }
    });
    let rows: Vec<ChartRow> = rows.collect();
    let never: Vec<String> =
        choices.sites.iter().filter(|s| s.asked == 0).map(|s| choice_title(split_site(&s.at))).collect();
    context! {
        spreads, never,
        forced => part(choices.forced, choices.asked),
        asked => count_noun(choices.asked, "choice"),
        sites => (!rows.is_empty()).then(|| Rows::new("Chosen at", scale.axis(Ticks::Plain), "Evenness", rows)),
        taken => asked().map(answer_rows).collect::<Vec<Value>>(),
    }
}

fn choice_title((what, place): (&str, &str)) -> String {
    if place.is_empty() { what.to_owned() } else { format!("{what} ({place})") }
}

/// `once`, `4,800 times`
fn times(number: u64) -> String {
    if number == 1 { "once".into() } else { format!("{} times", grouped(number)) }
}

/// Returns the answers at a choice point, the most frequent first.
fn answer_rows(site: &ChoicePointData) -> Value {
    let mut taken: Vec<&AnswerData> = site.taken.iter().collect();
    taken.sort_by_key(|t| std::cmp::Reverse(t.times));
    let share = |t: &AnswerData| t.times as f64 / site.asked as f64;
    let scale = LinearScale::exactly(0.0, taken.first().map_or(1.0, |most| share(most)));
    let rows = taken.iter().map(|t| {
        let value = part(t.times, site.asked);
        ChartRow {
            label: t.option.clone(),
            of: String::new(),
            svg: bar(&scale, share(t), &format!("{value} of {}", grouped(site.asked))),
            value,
            about: times(t.times),
            strong: false,
        }
    });
    let rows = Rows::new("Taken", scale.axis(Ticks::Percent), "Of all", rows.collect());
    let (what, place) = split_site(&site.at);
    context! { what, place, rows => rows.fold_rest(MOST) }
}
