//! Several simulations on a page, and the answer to their common question.

use minijinja::{Value, context};

use super::chart::{LinearScale, Ticks, curve, interval};
use super::figures::{
    ChangeData, ComparisonData, CurveData, DeckRow, Decks, LeagueData, ListCardsData, ListEffect,
    StandingData, StudyData, Sweep, Unit,
};
use super::number_formats::{chance, figure, of_unit, percent, points};
use super::rows::{ChartRow, Rows};
use super::run::run;
use crate::diagnostics::{count_noun, grouped};

/// Maximum number of figures shown unfolded, except significant changes.
const MOST: usize = 24;

/// Returns the template data of the study.
pub fn several(several: &StudyData) -> Value {
    // The files of the entries may differ from those of the game at hand, so rules are listed by line only.
    let entries =
        several.entries.iter().map(|e| context! { label => e.label.as_str(), run => run(None, &e.report) });
    let asked = several.entries.iter().map(|e| e.report.games).sum::<u64>();
    context! {
        sweep => several.sweep.as_ref().map(sweep),
        league => several.league.as_ref().map(league),
        compare => several.compare.as_ref().map(compare),
        decks => several.decks.as_ref().map(decks),
        lists => several.lists.iter().map(list_cards).collect::<Vec<Value>>(),
        entries => entries.collect::<Vec<Value>>(),
        partial => (several.played != asked).then(|| format!("{} of {}", grouped(several.played), count_noun(asked, "game"))),
        facts => [
            ("Simulations", grouped(several.entries.len() as u64)),
            ("Games in all", grouped(several.played)),
            ("Seed", several.seed.to_string()),
        ],
    }
}

fn sweep(sweep: &Sweep) -> Value {
    let figures = sweep.figures.iter().filter(|curve| !curve.values.is_empty());
    context! { of => sweep.of.as_str(), figures => figures.map(small_curve).collect::<Vec<Value>>() }
}

fn small_curve(of: &CurveData) -> Value {
    let unit = of.unit;
    let rows = of.values.iter().map(|p| {
        let within = match (p.low, p.high) {
            (Some(low), Some(high)) => format!("{} to {}", of_unit(unit, low), of_unit(unit, high)),
            _ => "–".into(),
        };
        [p.at.clone(), of_unit(unit, p.value), within, grouped(p.count)]
    });
    let said: Vec<String> =
        of.values.iter().map(|p| format!("{}: {}", p.at, of_unit(unit, p.value))).collect();
    context! {
        name => of.figure.as_str(),
        svg => curve(&of.values, unit, &format!("{}, at {}", of.figure, said.join(", "))),
        rows => rows.collect::<Vec<[String; 4]>>(),
    }
}

fn league(league: &LeagueData) -> Value {
    // The shade is the distance of the share from the fair share, in hundredths of the largest possible
    // distance, and its direction.
    let shade = |share: f64| {
        let room = if share >= league.fair { 1.0 - league.fair } else { league.fair };
        if room > 0.0 { ((share - league.fair).abs() / room * 100.0).round() as u64 } else { 0 }
    };
    let mut table: Vec<&StandingData> = league.table.iter().collect();
    let mean = |standing: &StandingData| standing.mean.unwrap_or(f64::NEG_INFINITY);
    table.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    let rows = table.into_iter().map(|standing| {
        let cells = league.bots.iter().map(|bot| {
            let met = standing.against.iter().find(|against| against.bot == *bot);
            met.map(|met| {
                context! {
                    share => percent(met.share),
                    within => format!("{:.1}–{:.1}", met.low * 100.0, met.high * 100.0),
                    games => count_noun(met.games, "game"),
                    above => met.share >= league.fair,
                    shade => shade(met.share),
                }
            })
        });
        context! {
            bot => standing.bot.as_str(),
            cells => cells.collect::<Vec<Option<Value>>>(),
            mean => standing.mean.map(percent),
        }
    });
    context! { bots => &league.bots, fair => percent(league.fair), rows => rows.collect::<Vec<Value>>() }
}

fn decks(decks: &Decks) -> Value {
    let within = |low: f64, high: f64| format!("{:.1}–{:.1}", low * 100.0, high * 100.0);
    let mut table: Vec<&DeckRow> = decks.table.iter().collect();
    table.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let rows = table.into_iter().map(|row| {
        let cells = decks.lists.iter().map(|list| {
            let met = row.against.iter().find(|against| against.list == *list && against.games > 0);
            met.map(|met| {
                context! {
                    share => percent(met.share), within => within(met.low, met.high), games => count_noun(met.games, "game"),
                    above => met.share >= 0.5, shade => ((met.share - 0.5).abs() * 200.0).round() as u64,
                }
            })
        });
        context! {
            list => row.list.as_str(), mean => percent(row.mean), within => within(row.low, row.high),
            mixture => percent(row.mixture), cells => cells.collect::<Vec<Option<Value>>>(),
        }
    });
    context! { lists => &decks.lists, rows => rows.collect::<Vec<Value>>() }
}

fn list_cards(of: &ListCardsData) -> Value {
    let cell = |effect: &ListEffect| match &effect.difference {
        Some(d) => {
            let star = if effect.marked { " ★" } else { "" };
            context! {
                value => format!("{}{star}", points(d.share)), within => format!("{} to {}", points(d.low), points(d.high)),
                games => count_noun(effect.games, "game"),
            }
        }
        None => context! { value => "–", within => "", games => count_noun(effect.games, "game") },
    };
    let cards = of.cards.iter().map(|card| {
        let cells: Vec<Value> = [&card.opening, &card.drawn, &card.played].into_iter().map(cell).collect();
        context! { name => card.name.as_str(), count => card.count, cells }
    });
    context! { list => of.list.as_str(), cards => cards.collect::<Vec<Value>>() }
}

fn compare(compare: &ComparisonData) -> Value {
    let of = |unit: Unit| {
        let mut figures: Vec<&ChangeData> = compare.figures.iter().filter(|f| f.unit == unit).collect();
        figures.sort_by_key(|f| !f.marked);
        changes(&figures, unit)
    };
    let marked = compare.figures.iter().filter(|f| f.marked).count();
    context! {
        before => compare.before.as_str(), after => compare.after.as_str(),
        shares => of(Unit::Share), numbers => of(Unit::Number),
        marked => grouped(marked as u64), of => count_noun(compare.figures.len() as u64, "figure"),
    }
}

/// Returns the changes on one axis: shares in percentage points, numbers in hundredths of their value before.
fn changes(figures: &[&ChangeData], unit: Unit) -> Option<Rows> {
    let base = |f: &ChangeData| match unit {
        Unit::Share => Some(1.0),
        Unit::Number => (f.before != 0.0).then_some(f.before.abs()),
    };
    let ends = figures.iter().filter_map(|f| base(f).map(|base| [f.low / base, f.high / base]));
    let scale = LinearScale::over(ends.flatten().chain([0.0]));
    let rows = figures.iter().map(|f| {
        let star = if f.marked { " ★" } else { "" };
        let difference = |number: f64| match unit {
            Unit::Share => points(number),
            Unit::Number if number > 0.0 => format!("+{}", figure(number)),
            Unit::Number => figure(number),
        };
        let (value, about) =
            (difference(f.difference), format!("{} to {}", difference(f.low), difference(f.high)));
        let title = format!("{value}, with 95 % confidence {about}");
        let drawn = base(f).map(|base| {
            interval(&scale, (f.low / base, f.difference / base, f.high / base), Some(0.0), &title)
        });
        ChartRow {
            label: f.figure.clone(),
            of: format!("{} → {}, p {}", of_unit(unit, f.before), of_unit(unit, f.after), chance(f.p)),
            svg: drawn.unwrap_or_default(),
            value: format!("{value}{star}"),
            about,
            strong: f.marked,
        }
    });
    let rows: Vec<ChartRow> = rows.collect();
    let says = if unit == Unit::Share { "Points, 95 %" } else { "Change, 95 %" };
    let seen = figures.iter().filter(|f| f.marked).count().max(MOST);
    (!rows.is_empty()).then(|| Rows::new("Figure", scale.axis(Ticks::Points), says, rows).fold_rest(seen))
}
