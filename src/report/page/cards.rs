//! The cards on a page: the effect of each on winning.

use minijinja::{Value, context};

use super::chart::{LinearScale, Ticks, interval};
use super::figures::{CardData, CardsData, DifferenceData, EffectData};
use super::number_formats::{part, percent, points};
use super::rows::{ChartRow, Rows};
use crate::diagnostics::{count_noun, grouped};

/// Maximum number of cards shown unfolded; of more, the best and the worst stay unfolded.
const MOST: usize = 60;

/// A function that words how many players took or kept a card.
type CountPhrase = fn(&CardsData, &CardData) -> String;
/// A function that selects one of a card's effects.
type EffectSelector = fn(&CardData) -> &EffectData;

/// Returns the template data of the cards.
pub fn cards(cards: &CardsData) -> Value {
    let by: [(&str, CountPhrase, EffectSelector); 2] =
        [("Taken", offered_and_taken, chosen_effect), ("Kept to the end", kept_by, kept_effect)];
    let effects = by.map(|(title, how_many, effect)| effects(cards, title, how_many, effect));
    let all = cards.cards.iter().filter(|card| !card.dead).map(|card| {
        let offered =
            [part(card.offered.times, cards.players), card.taken.map_or_else(|| "–".into(), percent)];
        let relations = [chosen_effect, held_effect, kept_effect].iter().flat_map(|effect| {
            let effect = effect(card);
            let (more, within) =
                effect.difference.as_ref().map_or(("–".into(), "–".into()), format_difference);
            [part(effect.times, cards.players), part(effect.wins, effect.times), more, within]
        });
        let cells: Vec<String> = offered.into_iter().chain(relations).collect();
        context! { name => card.name.as_str(), cells }
    });
    let dead = cards.cards.iter().filter(|c| c.dead).map(|c| c.name.clone());
    let dominated = cards.cards.iter().flat_map(|card| {
        card.dominated_by.iter().map(|by| {
            let times = format!("{} of {}", grouped(by.taken), grouped(by.met));
            [card.name.clone(), by.name.clone(), times, part(by.taken, by.met)]
        })
    });
    context! {
        effects => effects.into_iter().flatten().collect::<Vec<Value>>(),
        all => all.collect::<Vec<Value>>(),
        dead => dead.collect::<Vec<String>>(),
        dominated => dominated.collect::<Vec<[String; 4]>>(),
        players => count_noun(cards.players, "player"),
    }
}

fn offered_and_taken(cards: &CardsData, card: &CardData) -> String {
    let taken = card.taken.map_or_else(String::new, |share| format!(", taken by {}", percent(share)));
    format!("offered to {}{taken}", part(card.offered.times, cards.players))
}

fn kept_by(cards: &CardsData, card: &CardData) -> String {
    format!("kept by {}", part(card.kept.times, cards.players))
}

fn chosen_effect(card: &CardData) -> &EffectData {
    &card.chosen
}

fn held_effect(card: &CardData) -> &EffectData {
    &card.held
}

fn kept_effect(card: &CardData) -> &EffectData {
    &card.kept
}

/// Formats a difference and its interval.
fn format_difference(d: &DifferenceData) -> (String, String) {
    let star = if d.marked { " ★" } else { "" };
    (format!("{}{star}", points(d.share)), format!("{} to {}", points(d.low), points(d.high)))
}

/// Returns the effects of taking or keeping each card, best first; `None` if there are none.
fn effects(cards: &CardsData, title: &str, how_many: CountPhrase, effect: EffectSelector) -> Option<Value> {
    let mut compared: Vec<(&CardData, &DifferenceData)> =
        cards.cards.iter().filter_map(|card| Some((card, effect(card).difference.as_ref()?))).collect();
    compared.sort_by(|a, b| b.1.share.total_cmp(&a.1.share));
    let scale = LinearScale::over(compared.iter().flat_map(|(_, d)| [d.low, d.high]).chain([0.0]));
    let rows = compared.iter().map(|(card, d)| {
        let of = effect(card);
        let (value, about) = format_difference(d);
        let title = format!("{value} points, with 95 % confidence {about}");
        ChartRow {
            label: card.name.clone(),
            of: format!("{}, win {}", how_many(cards, card), part(of.wins, of.times)),
            svg: interval(&scale, (d.low, d.share, d.high), Some(0.0), &title),
            value,
            about,
            strong: d.marked,
        }
    });
    let rows: Vec<ChartRow> = rows.collect();
    let without = cards.cards.iter().filter(|c| effect(c).times > 0 && effect(c).difference.is_none());
    let without: Vec<String> = without.map(|c| c.name.clone()).collect();
    if rows.is_empty() && without.is_empty() {
        return None;
    }
    let marked = rows.iter().filter(|row| row.strong).count() as u64;
    let shown = Rows::new("Card", scale.axis(Ticks::Points), "Points, 95 %", rows).fold_middle(MOST);
    Some(
        context! { title, rows => shown, without, marked => grouped(marked), of => count_noun(compared.len() as u64, "card") },
    )
}
