//! The lab's counts for programs.

use super::lab::{site_name, taken_name};
use crate::ir::{Ir, ToIndex};
use crate::lab::{
    CardCounts, ChoiceCounts, Histogram, LeadCounts, RelationEffect, RuleCounts, RuleLineCount,
    SimulationCounts,
};
use serde_json::{Map, Value, json};

/// Returns all counts that were collected, besides the results: an entry for each sort.
pub fn counts_json(ir: &Ir, counts: &SimulationCounts) -> Map<String, Value> {
    let mut all = Map::new();
    let mut add = |key: &str, value: Value| all.insert(key.into(), value);
    counts.choices.iter().for_each(|choices| {
        add("choices", choices_json(ir, choices));
    });
    counts.leads.iter().for_each(|leads| {
        add("leads", leads_json(leads));
    });
    counts.cards.iter().for_each(|cards| {
        add("cards", cards_json(ir, cards));
    });
    counts.rules.iter().for_each(|rules| {
        add("rules", rules_json(ir, rules));
    });
    all
}

/// Maximum number of bins of a histogram; more would be too thin to see.
const MOST_BINS: u64 = 60;

/// Returns mean, percentiles and histogram, in bins if there are many numbers; null if there are no entries.
pub fn spread_json(seen: &Histogram) -> Value {
    let at = |percent| seen.percentile(percent);
    let Some(median) = at(50) else { return Value::Null };
    let (width, bins) = seen.bins(MOST_BINS);
    json!({
        "mean": seen.mean(), "min": at(0), "p5": at(5), "median": median, "p95": at(95), "max": at(100),
        "bins": { "width": width, "times": bins },
    })
}

fn choices_json(ir: &Ir, choices: &ChoiceCounts) -> Value {
    let sites = choices.in_play(ir).map(|(at, site)| {
        let taken: Vec<Value> = site.taken.iter().map(|(taken, times)| json!({ "option": taken_name(ir, at, *taken), "times": times })).collect();
        json!({
            "at": site_name(ir, at), "asked": site.asked, "offered": site.offered, "evenness": site.evenness(), "taken": taken,
        })
    });
    json!({
        "of_a_player": spread_json(&choices.each), "options": spread_json(&choices.options), "forced": choices.forced,
        "asked": choices.options.count(), "sites": sites.collect::<Vec<Value>>(),
    })
}

fn leads_json(leads: &LeadCounts) -> Value {
    let margin = leads.margins.range().map(
        |(min, max)| json!({ "mean": leads.margins.mean(), "sd": leads.margins.deviation(), "min": min, "max": max }),
    );
    json!({ "margin": margin, "changes": spread_json(&leads.changes), "games_looked_at": leads.changes.count() })
}

fn cards_json(ir: &Ir, cards: &CardCounts) -> Value {
    let effect = |e: &RelationEffect| {
        let difference = e
            .difference
            .map(|d| json!({ "share": d.share, "low": d.low, "high": d.high, "p": d.p, "marked": e.marked }));
        json!({ "times": e.so.times, "wins": e.so.wins, "difference": difference })
    };
    let dominated = cards.dominated();
    let all = cards.effects(ir).into_iter().map(|c| {
        let name = &ir.names[c.name];
        let (chosen, offered) = (c.chosen.so.times, c.offered.so.times);
        let taken = (offered > 0).then(|| chosen as f64 / offered as f64);
        // They are in the order of names.
        let own = dominated.get(dominated.partition_point(|d| d.name < c.name)..).unwrap_or_default();
        let by = own.iter().take_while(|d| d.name == c.name).map(|d| {
            let by = &ir.names[d.by];
            json!({ "id": by.id, "name": by.printed, "met": d.met, "taken": d.taken })
        });
        let by: Vec<Value> = by.collect();
        json!({
            "id": name.id, "name": name.printed, "games": c.games, "dead": c.dead, "offered": effect(&c.offered), "taken": taken,
            "chosen": effect(&c.chosen), "held": effect(&c.held), "kept": effect(&c.kept), "dominated_by": by,
        })
    });
    json!({ "players": cards.players.times, "wins": cards.players.wins, "cards": all.collect::<Vec<Value>>() })
}

fn rules_json(ir: &Ir, rules: &RuleCounts) -> Value {
    let lines = |lines: Vec<RuleLineCount>| {
        let each = lines.into_iter().filter_map(|line| {
            let file = ir.files.get(line.file.index())?;
            let never: Vec<&str> =
                line.never.iter().filter_map(|p| file.text.get(p.start.index()..p.end.index())).collect();
            Some(json!({ "file": file.name, "line": line.number, "ran": line.ran, "work": line.work, "never": never }))
        });
        each.collect::<Vec<Value>>()
    };
    json!({ "games": rules.games, "lines": lines(rules.lines(ir)), "bots": lines(rules.lines_of_bots(ir)) })
}
