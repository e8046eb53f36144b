//! Statistics of deck lists.

use super::list::{DeckList, ListPart};
use crate::ir::{AttributeInfo, Ir, NameId, Owner, ValueType};
use crate::table::Names;

/// The number of cards in a part for each value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeCurve {
    /// The attribute's id.
    pub attribute: String,
    /// Each value, formatted, with its number of cards. Numbers are in ascending order, other values by
    /// descending frequency.
    pub values: Vec<(String, u64)>,
    /// Mean, if the values are numbers.
    pub mean: Option<f64>,
}

/// Returns the probability that at least one of `copies` is among the first `seen` of `total` cards.
pub fn chance_of_first(total: u64, copies: u64, seen: u64) -> f64 {
    let others = total.saturating_sub(copies);
    if seen > others || total == 0 {
        return if copies == 0 { 0.0 } else { 1.0 };
    }
    // Hypergeometric: the probability that none of the `seen` cards is one of the copies, as a product over
    // the cards drawn.
    1.0 - (0..seen).map(|drawn| (others - drawn) as f64 / (total - drawn) as f64).product::<f64>()
}

/// Returns the curves of the attributes that cards of a part have: of the attributes in `asked`, or of all
/// integers if it is empty.
pub fn curves(ir: &Ir, part: &ListPart, asked: &[String]) -> Vec<AttributeCurve> {
    let wanted = |a: &&AttributeInfo| match asked {
        [] => matches!(a.ty, ValueType::Int),
        ids => ids.iter().any(|id| a.id == *id),
    };
    let own = |a: &&AttributeInfo| a.owner == Owner::Component && a.id != "name" && a.id.is_declared();
    ir.attributes.iter().filter(own).filter(wanted).filter_map(|a| curve(ir, part, a)).collect()
}

fn curve(ir: &Ir, part: &ListPart, attribute: &AttributeInfo) -> Option<AttributeCurve> {
    let names = Names::new(ir);
    let mut values: Vec<(Vec<u64>, u64)> = Vec::new();
    for entry in &part.entries {
        let Some(words) = words_of(ir, entry.name, attribute) else { continue };
        match values.iter_mut().find(|(value, _)| value == words) {
            Some((_, count)) => *count += u64::from(entry.count),
            None => values.push((words.to_vec(), u64::from(entry.count))),
        }
    }
    let all: u64 = values.iter().map(|(_, count)| count).sum();
    let is_number = matches!(attribute.ty, ValueType::Int);
    let number = |words: &[u64]| words.first().map_or(0, |word| *word as i64);
    match is_number {
        true => values.sort_by_key(|(value, _)| number(value)),
        false => values.sort_by_key(|(_, count)| std::cmp::Reverse(*count)),
    }
    let shown = |(value, count): &(Vec<u64>, u64)| (names.format_value(&attribute.ty, value), *count);
    (all > 0).then(|| AttributeCurve {
        attribute: attribute.id.to_string(),
        values: values.iter().map(shown).collect(),
        mean: is_number.then(|| {
            let sum: i128 = values.iter().map(|(v, count)| i128::from(number(v)) * i128::from(*count)).sum();
            sum as f64 / all as f64
        }),
    })
}

/// Returns a card's printed value of an attribute; `None` if its kind does not have the attribute.
pub(super) fn words_of<'i>(ir: &'i Ir, name: NameId, attribute: &AttributeInfo) -> Option<&'i [u64]> {
    let info = ir.names.find(name).filter(|info| info.copies > 0)?;
    ir.bears(info.first, attribute).then(|| ir.stored(attribute, info.first.0))
}

/// A card whose count differs between two lists, in one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardCountChange {
    /// Id of the part.
    pub part: String,
    /// Name of the card.
    pub name: NameId,
    /// Count in the first list.
    pub before: u32,
    /// Count in the second list.
    pub after: u32,
}

/// Returns the differences between two lists, in the order of the first, then of the second.
pub fn differences(before: &DeckList, after: &DeckList) -> Vec<CardCountChange> {
    let count = |list: &DeckList, part: &str, name: NameId| -> u32 {
        list.cards().iter().filter(|c| c.part == part && c.name == name).map(|c| c.count).sum()
    };
    let mut changed: Vec<CardCountChange> = Vec::new();
    for card in before.cards().into_iter().chain(after.cards()) {
        if changed.iter().any(|c| c.part == card.part && c.name == card.name) {
            continue;
        }
        let (had, has) = (count(before, &card.part, card.name), count(after, &card.part, card.name));
        changed.push(CardCountChange { part: card.part, name: card.name, before: had, after: has });
    }
    changed.retain(|c| c.before != c.after);
    changed
}
