//! The lab's counts for people: choices, cards, rules and leads.

use super::grid::{ColumnAlign, TextTable, wrap};
use crate::diagnostics::{count_noun, grouped};
use crate::ir::{Ir, NameId, ToIndex};
use crate::lab::{
    CardCounts, CardEffects, ChoiceCounts, ChoicePointCounts, CountedAnswer, DominatedCard, Histogram,
    LeadCounts, RelationEffect, RuleCounts, RuleLineCount, SimulationCounts, site_question,
};

/// Maximum number of cards listed for people.
const MOST_CARDS: usize = 80;
/// Maximum number of busiest lines listed for people. Each does at least one part in [`LEAST_WORK`] of the
/// work.
const MOST_BUSY: usize = 12;
const LEAST_WORK: u64 = 50;
/// Maximum number of lines that never ran listed for people.
const MOST_LINES: usize = 40;

/// Formats all counts that were collected, besides the results.
pub fn counts_text(ir: &Ir, counts: &SimulationCounts, width: usize) -> String {
    let mut text = String::new();
    let mut add = |part: String| text.push_str(&format!("\n{part}"));
    counts.choices.iter().for_each(|choices| add(choices_text(ir, choices, width)));
    counts.leads.iter().for_each(|leads| add(leads_text(leads, width)));
    counts.cards.iter().for_each(|cards| add(cards_text(ir, cards, width)));
    counts.rules.iter().for_each(|rules| add(rules_text(ir, rules, width)));
    text
}

fn number(value: f64) -> String {
    format!("{value:.1}").replace('-', "−")
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "–".into() } else { format!("{:.1} %", part as f64 / whole as f64 * 100.0) }
}

/// Returns a row with the mean, the least value, percentiles and the greatest value; `None` if there are no
/// entries.
fn spread(what: &str, seen: &Histogram) -> Option<Vec<String>> {
    let at = |percent| seen.percentile(percent).map(grouped);
    Some(vec![what.into(), number(seen.mean()), at(0)?, at(5)?, at(50)?, at(95)?, at(100)?])
}

const SPREAD: [(&str, ColumnAlign); 7] = [
    ("", ColumnAlign::Left),
    ("Mean", ColumnAlign::Right),
    ("Least", ColumnAlign::Right),
    ("5 %", ColumnAlign::Right),
    ("Median", ColumnAlign::Right),
    ("95 %", ColumnAlign::Right),
    ("Most", ColumnAlign::Right),
];

fn choices_text(ir: &Ir, choices: &ChoiceCounts, width: usize) -> String {
    let mut grid = TextTable::new(&SPREAD, width);
    for row in [spread("Choices of a player", &choices.each), spread("Options of a choice", &choices.options)]
    {
        row.into_iter().for_each(|row| grid.row(row));
    }
    let asked = choices.options.count();
    let mut text =
        format!("{}\n{} of choices had a single option.\n\n", grid.text(), percent(choices.forced, asked));
    let mut grid = TextTable::new(
        &[
            ("Chosen at", ColumnAlign::Left),
            ("Times", ColumnAlign::Right),
            ("Options", ColumnAlign::Right),
            ("Even", ColumnAlign::Right),
            ("Taken most", ColumnAlign::Left),
        ],
        width,
    );
    for (at, site) in choices.in_play(ir) {
        let options = site.offered as f64 / site.asked.max(1) as f64;
        let even = site.evenness().map_or_else(|| "–".to_owned(), |even| format!("{even:.2}"));
        grid.row([site_name(ir, at), grouped(site.asked), number(options), even, most_taken(ir, at, site)]);
    }
    text.push_str(&grid.text());
    text
}

/// Returns the name of a choice point and its place in the files.
pub fn site_name(ir: &Ir, at: usize) -> String {
    let what = site_question(ir, at);
    let place = ir.choices.get(at).and_then(|info| ir.places.find(info.place));
    match place.and_then(|place| Some((place, ir.files.find(place.file)?))) {
        Some((place, file)) => format!("{what} ({}:{})", file.name, file.line_of(place.start)),
        None => what,
    }
}

fn most_taken(ir: &Ir, at: usize, site: &ChoicePointCounts) -> String {
    let mut taken: Vec<(&CountedAnswer, &u64)> = site.taken.iter().collect();
    taken.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let shown = taken
        .iter()
        .take(2)
        .map(|(what, times)| format!("{} {}", taken_name(ir, at, **what), percent(**times, site.asked)));
    shown.collect::<Vec<_>>().join(", ")
}

pub fn taken_name(ir: &Ir, at: usize, taken: CountedAnswer) -> String {
    use crate::ir::ValueType;
    let element = ir.choices.get(at).and_then(|c| c.element.as_ref());
    match (taken, element) {
        (CountedAnswer::Arm(arm), _) => {
            ir.choices.get(at).and_then(|c| c.arms.get(arm.index())).cloned().unwrap_or_default()
        }
        (CountedAnswer::Action(action), _) => ir.action(action).map(|a| a.listing_name()).unwrap_or_default(),
        (CountedAnswer::Element(value), Some(ValueType::Component | ValueType::Name)) => {
            ir.told_apart(NameId(value as u16))
        }
        (CountedAnswer::Element(value), Some(ValueType::Enum(e))) => {
            let values = ir.enums.find(*e).map(|e| e.printed.as_slice()).unwrap_or_default();
            values.get(value.index()).cloned().unwrap_or_default()
        }
        (CountedAnswer::Element(value), Some(ValueType::Cell)) => {
            ir.cells.get(value.index()).map(|c| c.printed.clone()).unwrap_or_default()
        }
        (CountedAnswer::Element(value), Some(ValueType::Player)) => format!("player {}", value + 1),
        (CountedAnswer::Element(value), Some(ValueType::Bool)) => {
            if value == 0 { "no" } else { "yes" }.into()
        }
        (CountedAnswer::Element(value), _) => (value as i64).to_string(),
    }
}

fn leads_text(leads: &LeadCounts, width: usize) -> String {
    let mut text = String::new();
    if let Some((low, high)) = leads.margins.range() {
        let (mean, deviation) = (number(leads.margins.mean()), number(leads.margins.deviation()));
        text.push_str(&format!(
            "The best score was ahead by {mean} (SD {deviation}), from {low} to {high}.\n"
        ));
    }
    if let Some(row) = spread("The lead changed", &leads.changes) {
        let mut grid = TextTable::new(&SPREAD, width);
        grid.row(row);
        text.push_str(&format!("{}In {}.\n", grid.text(), count_noun(leads.changes.count(), "game")));
    }
    if text.is_empty() { "No scores decided these games.\n".into() } else { text }
}

fn cards_text(ir: &Ir, cards: &CardCounts, width: usize) -> String {
    let mut effects = cards.effects(ir);
    if effects.is_empty() {
        return match ir.components.is_empty() {
            true => "The game has no cards.\n".into(),
            false => "No player ever has any of the cards: there is nothing to count.\n".into(),
        };
    }
    let dead: Vec<String> = effects.iter().filter(|c| c.dead).map(|c| ir.told_apart(c.name)).collect();
    let size = |e: &RelationEffect| e.difference.map_or(f64::NEG_INFINITY, |d| d.share);
    let by = |c: &CardEffects| if c.chosen.so.times > 0 { size(&c.chosen) } else { size(&c.kept) };
    effects.sort_by(|a, b| by(b).total_cmp(&by(a)).then(a.name.cmp(&b.name)));
    effects.retain(|c| c.chosen.so.times + c.held.so.times + c.kept.so.times > 0);
    let cut = effects.len().saturating_sub(MOST_CARDS);
    if cut > 0 {
        effects.drain(MOST_CARDS / 2..MOST_CARDS / 2 + cut);
    }
    let mut grid = TextTable::new(
        &[
            ("Card", ColumnAlign::Left),
            ("Offered", ColumnAlign::Right),
            ("Taken", ColumnAlign::Right),
            ("Win", ColumnAlign::Right),
            ("Points", ColumnAlign::Left),
            ("Kept", ColumnAlign::Right),
            ("Points", ColumnAlign::Left),
        ],
        width,
    );
    let players = cards.players.times;
    for c in &effects {
        let (offered, chosen, kept) = (&c.offered.so, &c.chosen.so, &c.kept.so);
        let mut row = vec![ir.told_apart(c.name)];
        row.extend([percent(offered.times, players), percent(chosen.times, offered.times)]);
        row.extend([percent(chosen.wins, chosen.times), points(&c.chosen)]);
        row.extend([percent(kept.times, players), points(&c.kept)]);
        grid.row(row);
    }
    let mut text = grid.text();
    if cut > 0 {
        text.push_str(&format!("{} between them are not shown.\n", count_noun(cut as u64, "card")));
    }
    let key = format!(
        "Of {}. Taken: by how many of those who were offered it. Win: how often they win who took it. Points: how much more often they win who took \
         it, or kept it to the end, than the others, in percent, ± 95 %; * significant.",
        if ir.sides == crate::ir::SidesInfo::Each {
            count_noun(players, "player")
        } else {
            count_noun(players, "side")
        }
    );
    text.push_str(&(wrap(&key, width).join("\n") + "\n"));
    if !dead.is_empty() {
        let dead = format!("Never chosen or held: {}.", dead.join(", "));
        text.push_str(&(wrap(&dead, width).join("\n") + "\n"));
    }
    let dominated = dominated(ir, cards);
    if !dominated.is_empty() {
        let dominated = format!("Hardly ever taken where another could be: {}.", dominated.join(", "));
        text.push_str(&(wrap(&dominated, width).join("\n") + "\n"));
    }
    text
}

/// Lists the dominated cards, each with the card that dominates it most often: `Shed (2 of 812 against Barn,
/// and 3 others)`.
fn dominated(ir: &Ir, cards: &CardCounts) -> Vec<String> {
    let name = |name: NameId| ir.told_apart(name);
    let all = cards.dominated();
    let of = |pairs: &[DominatedCard]| {
        let first = pairs.first()?;
        let others = match pairs.len() as u64 - 1 {
            0 => String::new(),
            others => format!(", and {}", count_noun(others, "other")),
        };
        let met = format!("{} of {} against {}", grouped(first.taken), grouped(first.met), name(first.by));
        Some(format!("{} ({met}{others})", name(first.name)))
    };
    all.chunk_by(|a, b| a.name == b.name).filter_map(of).collect()
}

/// Formats an effect as `+3.1 ±1.0 *`.
fn points(effect: &RelationEffect) -> String {
    let Some(d) = effect.difference else { return "–".into() };
    // The interval is nearly symmetric at this precision. The report for programs has both ends.
    let (share, reach) = (d.share * 100.0, (d.high - d.low) / 2.0 * 100.0);
    let share = format!("{share:+.1}").replace('-', "−");
    format!("{share} ±{reach:.1}{}", if effect.marked { " *" } else { "" })
}

/// Lists the lines that take most of the work.
fn work_text(ir: &Ir, title: &str, lines: &[RuleLineCount], width: usize) -> String {
    let all: u64 = lines.iter().map(|line| line.work).sum();
    let mut busiest: Vec<&RuleLineCount> =
        lines.iter().filter(|line| line.work >= all.div_ceil(LEAST_WORK).max(1)).collect();
    busiest.sort_by_key(|line| std::cmp::Reverse(line.work)); // stable: equal ones stay in their order
    busiest.truncate(MOST_BUSY);
    if busiest.is_empty() {
        return String::new();
    }
    let mut grid = TextTable::new(
        &[
            (title, ColumnAlign::Left),
            ("Share", ColumnAlign::Right),
            ("Times", ColumnAlign::Right),
            ("", ColumnAlign::Left),
        ],
        width,
    );
    for line in busiest {
        let Some(file) = ir.files.get(line.file.index()) else { continue };
        grid.row([
            format!("{}:{}", file.name, line.number),
            percent(line.work, all),
            grouped(line.ran),
            line_text(ir, line).to_owned(),
        ]);
    }
    format!("\n{}", grid.text())
}

/// Returns the text of a line, without its indentation.
fn line_text<'i>(ir: &'i Ir, line: &RuleLineCount) -> &'i str {
    let file = ir.files.get(line.file.index());
    let text = file.and_then(|file| file.text.lines().nth(line.number.checked_sub(1)?));
    text.unwrap_or_default().trim()
}

/// Returns whether a line only opens the string of a rule whose first line never ran either: that line says
/// more.
fn opens_unrun(ir: &Ir, line: &RuleLineCount, lines: &[RuleLineCount]) -> bool {
    let text = line_text(ir, line);
    let is_next = |next: &RuleLineCount| next.file == line.file && next.number == line.number + 1;
    (text.ends_with("'''") || text.ends_with("\"\"\""))
        && line.ran == 0
        && lines.iter().any(|next| is_next(next) && next.ran == 0)
}

fn rules_text(ir: &Ir, rules: &RuleCounts, width: usize) -> String {
    let lines = rules.lines(ir);
    let ran = lines.iter().filter(|l| l.never.is_empty()).count();
    let mut text = format!(
        "In {} watched closely, {ran} of {} of the rules ran whole.\n",
        count_noun(rules.games, "game"),
        count_noun(lines.len() as u64, "line")
    );
    text.push_str(&work_text(ir, "Where the work is", &lines, width));
    text.push_str(&work_text(ir, "Where bots' work is", &rules.lines_of_bots(ir), width));
    let never: Vec<_> = lines.iter().filter(|l| !l.never.is_empty() && !opens_unrun(ir, l, &lines)).collect();
    if never.is_empty() {
        return text;
    }
    text.push('\n');
    let mut grid = TextTable::new(&[("Never ran", ColumnAlign::Left), ("", ColumnAlign::Left)], width);
    for line in never.iter().take(MOST_LINES) {
        let Some(file) = ir.files.get(line.file.index()) else { continue };
        let pieces = line.never.iter().filter_map(|p| file.text.get(p.start.index()..p.end.index()));
        // The longest piece has the others in it.
        let piece = || pieces.max_by_key(|p| p.len()).unwrap_or_default().lines().next().unwrap_or_default();
        let (part, code) =
            if line.ran == 0 { ("", line_text(ir, line)) } else { (" in part", piece().trim()) };
        grid.row([format!("{}:{}{part}", file.name, line.number), code.to_owned()]);
    }
    text.push_str(&grid.text());
    if never.len() > MOST_LINES {
        text.push_str(&format!("and {} more\n", count_noun((never.len() - MOST_LINES) as u64, "line")));
    }
    text
}
