//! Costs of a list's cards against their sources: the probability that the first cards drawn can pay a cost.

use std::collections::BTreeMap;

use super::figures::words_of;
use super::list::ListPart;
use crate::diagnostics::did_you_mean;
use crate::ir::{AmountTree, AttributeInfo, Ir, NameId, Owner, ValueType};
use crate::table::Names;

/// Maximum number of cards in a list for which probabilities are computed.
const MOST_CARDS: u64 = 1000;

/// Maximum number of steps of the distribution for one list: some seconds. The number of steps multiplies
/// with each resource.
const MOST_STEPS: u64 = 4_000_000;

/// Amount of each resource, keyed by id; the key of a plain number is empty.
type Amounts = BTreeMap<String, u64>;

/// The attributes that hold costs and sources.
#[derive(Clone, Copy)]
pub struct Economy<'i> {
    ir: &'i Ir,
    cost: &'i AttributeInfo,
    source: &'i AttributeInfo,
}

/// Probabilities that a list's cards can pay its costs.
#[derive(Clone, Debug, PartialEq)]
pub struct PaymentOdds {
    /// Resources that the sources supply.
    pub sources: Vec<ResourceSource>,
    /// Costs, those most easily paid first.
    pub costs: Vec<Cost>,
}

/// A resource that cards supply.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceSource {
    /// Id of the resource; for plain numbers, id of the attribute.
    pub id: String,
    /// Name of the resource for people.
    pub reads: String,
    /// Number of cards that supply it.
    pub cards: u64,
    /// For each turn, the probability that at least one of these cards has been drawn.
    pub by_turn: Vec<f64>,
}

/// A cost of one or more cards.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// Cards with this cost.
    pub cards: Vec<NameId>,
    /// The cost as people read it: `2 fire, 1 earth`.
    pub reads: String,
    /// For each turn, the probability that the sources drawn cover it.
    pub by_turn: Vec<f64>,
}

impl<'i> Economy<'i> {
    /// Looks up the attributes of costs and sources by id. Each must be a number, an amount, or a single enum
    /// value.
    ///
    /// # Errors
    /// There is no such attribute, or it has another type; a message.
    pub fn of(ir: &'i Ir, cost: &str, source: &str) -> Result<Economy<'i>, String> {
        let find = |id: &str, option: &str| {
            let own = || ir.attributes.iter().filter(|a| a.owner == Owner::Component);
            let Some(found) = own().find(|a| a.id == id) else {
                let near = did_you_mean(id, own().map(|a| a.id.as_str()));
                return Err(format!("`{option}`: no card has an attribute `{id}`{near}"));
            };
            if is_amount(&found.ty) {
                return Ok(found);
            }
            let takes = "a number, an amount of each value of an enum, or a single value";
            Err(format!("`{option}` takes {takes}, and `{id}` is neither"))
        };
        Ok(Economy { ir, cost: find(cost, "--cost")?, source: find(source, "--sources")? })
    }

    /// Computes the probabilities for a part of a list. `seen` is the number of cards seen by each turn.
    ///
    /// # Errors
    /// The list is too long or has too many resources, or costs and sources have no resource in common; a
    /// message.
    pub fn paying(&self, part: &ListPart, seen: &[u64]) -> Result<PaymentOdds, String> {
        let total = part.total();
        if total > MOST_CARDS {
            return Err(format!(
                "costs are set against sources in lists of up to {MOST_CARDS} cards, and this has {total}"
            ));
        }
        // A source with alternatives counts with its first one.
        let supplies: Vec<(Amounts, u64)> = part
            .entries
            .iter()
            .filter_map(|entry| Some((self.first(self.source, entry.name)?, u64::from(entry.count))))
            .filter(|(supply, _)| !supply.is_empty())
            .collect();
        let mut costs: Vec<(Vec<NameId>, String, Vec<Amounts>)> = Vec::new();
        for entry in &part.entries {
            let Some((reads, all)) = self.amounts(self.cost, entry.name) else { continue };
            match costs.iter_mut().find(|(.., known)| *known == all) {
                Some((names, ..)) => names.push(entry.name),
                None if all.iter().any(|cost| !cost.is_empty()) => costs.push((vec![entry.name], reads, all)),
                None => {}
            }
        }
        let supplied = |id: &String| supplies.iter().any(|(supply, _)| supply.contains_key(id));
        let asked: Vec<&String> = costs.iter().flat_map(|(.., all)| all).flat_map(BTreeMap::keys).collect();
        if !asked.is_empty() && !supplies.is_empty() && !asked.iter().any(|id| supplied(id)) {
            let (cost, source) = (&self.cost.id, &self.source.id);
            return Err(format!(
                "nothing that `{cost}` asks for is what `{source}` gives: they are not of the same enum"
            ));
        }
        let mut steps = MOST_STEPS;
        let mut chance = |cost: &[Amounts]| -> Result<Vec<f64>, String> {
            let by_turn = seen.iter().map(|seen| chance_of_paying(total, &supplies, cost, *seen, &mut steps));
            by_turn.collect::<Option<_>>().ok_or_else(|| {
                let (cost, source) = (&self.cost.id, &self.source.id);
                format!(
                    "`{cost}` asks for so many different things, and so many different cards give them by `{source}`, that the chances would \
                     take too long to work out: leave `--cost` out, or name a coarser attribute"
                )
            })
        };
        let mut things: Vec<&String> = supplies.iter().flat_map(|(supply, _)| supply.keys()).collect();
        things.sort();
        things.dedup();
        let source = |thing: &String| {
            let cards = supplies
                .iter()
                .filter(|(supply, _)| supply.contains_key(thing))
                .map(|(_, count)| count)
                .sum();
            let one = BTreeMap::from([(thing.clone(), 1)]);
            let id = if thing.is_empty() { self.source.id.to_string() } else { thing.clone() };
            Ok(ResourceSource { reads: self.thing(&id), id, cards, by_turn: chance(&[one])? })
        };
        let sources = things.into_iter().map(source).collect::<Result<Vec<ResourceSource>, String>>()?;
        let costs =
            costs.into_iter().map(|(cards, reads, all)| Ok(Cost { cards, reads, by_turn: chance(&all)? }));
        let mut costs = costs.collect::<Result<Vec<Cost>, String>>()?;
        // The cost that is covered earliest comes first.
        let ease = |cost: &Cost| cost.by_turn.iter().sum::<f64>();
        costs.sort_by(|a, b| ease(b).total_cmp(&ease(a)));
        Ok(PaymentOdds { sources, costs })
    }

    /// Returns the display name of a resource.
    fn thing(&self, id: &str) -> String {
        let values = self.ir.enums.iter().flat_map(|e| e.values.iter().zip(&e.printed));
        let printed = values.into_iter().find(|(value, _)| *value == id).map(|(_, printed)| printed.clone());
        printed.unwrap_or_else(|| id.to_owned())
    }

    /// Returns a card's first alternative of an attribute.
    fn first(&self, attribute: &AttributeInfo, name: NameId) -> Option<Amounts> {
        self.amounts(attribute, name)?.1.into_iter().next()
    }

    /// Returns a card's value of an attribute, formatted, with its alternatives.
    fn amounts(&self, attribute: &AttributeInfo, name: NameId) -> Option<(String, Vec<Amounts>)> {
        let words = words_of(self.ir, name, attribute)?;
        let reads = Names::new(self.ir).format_value(&attribute.ty, words);
        let number = || words.first().map_or(0, |word| (*word as i64).max(0) as u64);
        let alternatives = match &attribute.ty {
            ValueType::Int | ValueType::Bool => vec![plain(String::new(), number())],
            ValueType::Amount(pers) => {
                alternatives(&AmountTree::of(&self.ir.enums, &self.ir.names, pers, words))
            }
            ValueType::Enum(_) => vec![plain(Names::new(self.ir).value(&attribute.ty, words), 1)],
            ValueType::Optional(of) => match words.first() {
                Some(word) if *word != crate::ir::NONE => {
                    vec![plain(Names::new(self.ir).value(of, words), 1)]
                }
                _ => vec![Amounts::new()],
            },
            _ => return None,
        };
        Some((reads, alternatives))
    }
}

fn is_amount(ty: &ValueType) -> bool {
    match ty {
        ValueType::Int | ValueType::Bool | ValueType::Enum(_) | ValueType::Amount(_) => true,
        ValueType::Optional(of) => matches!(**of, ValueType::Enum(_)),
        _ => false,
    }
}

/// Returns an amount of one resource; empty if `number` is 0.
fn plain(id: String, number: u64) -> Amounts {
    if number == 0 { Amounts::new() } else { BTreeMap::from([(id, number)]) }
}

/// Returns the alternative ways to pay an amount: a list of amounts has one for each element that is not
/// empty.
fn alternatives(parts: &AmountTree) -> Vec<Amounts> {
    let of = |part: &AmountTree| if let AmountTree::Number(n) = part { (*n).max(0) as u64 } else { 0 };
    match parts {
        AmountTree::Number(_) => vec![plain(String::new(), of(parts))],
        AmountTree::Each(each) => {
            let some =
                each.iter().map(|(id, _, part)| (id.clone(), of(part))).filter(|(_, count)| *count > 0);
            vec![some.collect()]
        }
        AmountTree::Numbered(_, parts) => {
            let all: Vec<Amounts> =
                parts.iter().flat_map(alternatives).filter(|cost| !cost.is_empty()).collect();
            if all.is_empty() { vec![Amounts::new()] } else { all }
        }
    }
}

/// Returns the probability that, of `total` cards of which `seen` are drawn, the sources among those drawn
/// cover one of the costs. Subtracts the steps used from `steps`, and returns `None` if they do not suffice.
fn chance_of_paying(
    total: u64,
    sources: &[(Amounts, u64)],
    costs: &[Amounts],
    seen: u64,
    steps: &mut u64,
) -> Option<f64> {
    let seen = seen.min(total);
    let mut things: Vec<&String> = costs.iter().flat_map(BTreeMap::keys).collect();
    things.sort();
    things.dedup();
    let most: Vec<u64> = things
        .iter()
        .map(|id| costs.iter().filter_map(|cost| cost.get(*id)).copied().max().unwrap_or(0))
        .collect();
    // The multivariate hypergeometric distribution, source by source. Amounts are capped at the most that any
    // cost requires.
    let mut states: BTreeMap<(Vec<u64>, u64), f64> = BTreeMap::from([((vec![0; things.len()], 0), 1.0)]);
    let mut rest = total;
    for (supply, count) in sources {
        let mut next = BTreeMap::new();
        for ((has, drawn), chance) in &states {
            let left = seen - drawn;
            for more in 0..=left.min(*count) {
                *steps = steps.checked_sub(1)?;
                let here = hypergeometric(rest, *count, left, more);
                if here == 0.0 {
                    continue;
                }
                let got = has.iter().zip(&things).zip(&most);
                let got = got
                    .map(|((has, id), most)| (has + more * supply.get(*id).copied().unwrap_or(0)).min(*most));
                *next.entry((got.collect::<Vec<u64>>(), drawn + more)).or_insert(0.0) += chance * here;
            }
        }
        states = next;
        rest -= count;
    }
    let covers = |has: &[u64], cost: &BTreeMap<String, u64>| {
        things.iter().zip(has).all(|(id, has)| cost.get(*id).is_none_or(|asked| has >= asked))
    };
    let paid = states.iter().filter(|((has, _), _)| costs.iter().any(|cost| covers(has, cost)));
    Some(paid.map(|(_, chance)| chance).sum::<f64>().min(1.0))
}

/// Returns the probability that exactly `hits` of `count` cards are among `drawn` of `total`. Uses products
/// only, so the result is the same on every platform.
fn hypergeometric(total: u64, count: u64, drawn: u64, hits: u64) -> f64 {
    let misses = drawn - hits;
    if hits > count || misses > total - count {
        return 0.0;
    }
    let hit =
        (0..hits).map(|i| (count - i) as f64 / (total - i) as f64 * (drawn - i) as f64 / (i + 1) as f64);
    let miss = (0..misses).map(|i| (total - count - i) as f64 / (total - hits - i) as f64);
    hit.product::<f64>() * miss.product::<f64>()
}
