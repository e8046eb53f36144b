//! Cards on a page: what each does for who has it.

use minijinja::{Value, context};

use super::chart::{Scale, Ticks, interval};
use super::figures::{Card, Cards, Difference, Effect};
use super::rows::{Row, Rows};
use super::written::{part, points};
use crate::report::grid::{count, plural};

/// More cards than these fold, but for the best and the worst.
const MOST: usize = 60;

/// What the page is told of cards.
pub fn cards(cards: &Cards) -> Value {
    let by = [("chosen", "Chosen", chosen as fn(&Card) -> &Effect), ("kept", "Kept to the end", kept)];
    let effects = by.map(|(word, title, effect)| effects(cards, word, title, effect));
    let all = cards.cards.iter().filter(|card| !card.dead).map(|card| {
        let cells = [chosen, held, kept].iter().flat_map(|effect| {
            let effect = effect(card);
            let (more, within) = effect.difference.as_ref().map_or(("–".into(), "–".into()), said);
            [part(effect.times, cards.players), part(effect.wins, effect.times), more, within]
        });
        context! { name => card.name.as_str(), cells => cells.collect::<Vec<String>>() }
    });
    let dead = cards.cards.iter().filter(|c| c.dead).map(|c| c.name.clone());
    context! {
        effects => effects.into_iter().flatten().collect::<Vec<Value>>(),
        all => all.collect::<Vec<Value>>(),
        dead => dead.collect::<Vec<String>>(),
        players => plural(cards.players, "player"),
    }
}

fn chosen(card: &Card) -> &Effect {
    &card.chosen
}

fn held(card: &Card) -> &Effect {
    &card.held
}

fn kept(card: &Card) -> &Effect {
    &card.kept
}

/// A difference, and its interval.
fn said(d: &Difference) -> (String, String) {
    let star = if d.marked { " ★" } else { "" };
    (format!("{}{star}", points(d.share)), format!("{} to {}", points(d.low), points(d.high)))
}

/// What choosing or keeping each card does, the best first; `None` where nobody did.
fn effects(cards: &Cards, word: &str, title: &str, effect: fn(&Card) -> &Effect) -> Option<Value> {
    let mut compared: Vec<(&Card, &Difference)> =
        cards.cards.iter().filter_map(|card| Some((card, effect(card).difference.as_ref()?))).collect();
    compared.sort_by(|a, b| b.1.share.total_cmp(&a.1.share));
    let scale = Scale::over(compared.iter().flat_map(|(_, d)| [d.low, d.high]).chain([0.0]));
    let rows = compared.iter().map(|(card, d)| {
        let of = effect(card);
        let (value, about) = said(d);
        let title = format!("{value} points, with 95 % confidence {about}");
        Row {
            label: card.name.clone(),
            of: format!("{word} by {}, win {}", part(of.times, cards.players), part(of.wins, of.times)),
            svg: interval(&scale, (d.low, d.share, d.high), Some(0.0), &title),
            value,
            about,
            strong: d.marked,
        }
    });
    let rows: Vec<Row> = rows.collect();
    let without = cards.cards.iter().filter(|c| effect(c).times > 0 && effect(c).difference.is_none());
    let without: Vec<String> = without.map(|c| c.name.clone()).collect();
    if rows.is_empty() && without.is_empty() {
        return None;
    }
    let marked = rows.iter().filter(|row| row.strong).count() as u64;
    let shown = Rows::new("Card", scale.axis(Ticks::Points), "Points, 95 %", rows).fold_middle(MOST);
    Some(
        context! { title, rows => shown, without, marked => count(marked), of => plural(compared.len() as u64, "card") },
    )
}
