//! Effects of cards: differences of win rates, and which of them are significant.

use std::collections::BTreeSet;

use super::counts::{CardCount, CardCounts};
use super::statistics::{FALSE_DISCOVERIES, ShareDifference, difference, discoveries};
use super::trials::Trials;
use crate::ir::{Ir, KindId, NameId};

/// The effect of one relation between players and a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelationEffect {
    /// The players in this relation, and how many of them won.
    pub so: Trials,
    /// Their win rate minus that of the other players; `None` if the relation held for nobody or for
    /// everybody.
    pub difference: Option<ShareDifference>,
    /// True if the difference is significant, corrected for the number of cards compared.
    pub marked: bool,
}

/// The effects of a card on the win rates of players who could choose it, chose it, held it or kept it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardEffects {
    /// The card, an index of `Ir::names`.
    pub name: NameId,
    /// Finished games in which a copy lay in any zone at the end.
    pub games: u64,
    /// True if copies were in play, but no player ever chose one, held one or had one at the end.
    pub dead: bool,
    /// The effect for players who could have chosen it.
    pub offered: RelationEffect,
    /// The effect for players who chose it.
    pub chosen: RelationEffect,
    /// The effect for players who held it at some time.
    pub held: RelationEffect,
    /// The effect for players who had a copy at the end.
    pub kept: RelationEffect,
}

impl CardCounts {
    /// Returns the effects of each card, in the order of names. Skips cards that stayed in the box and kinds
    /// of component that no player ever has.
    pub fn effects(&self, ir: &Ir) -> Vec<CardEffects> {
        // A part from a file may have counts of fewer names than the game has.
        let count = |name: NameId| self.names.get(name.index()).copied().unwrap_or_default();
        let had = |name: NameId| {
            let CardCount { games: _, offered, chosen, held, kept } = count(name);
            [offered, chosen, held, kept].iter().any(|so| so.times > 0)
        };
        // A kind that no player ever has is not for players: enemies, markers.
        let kind = |name: NameId| ir.names.find(name).map(|n| n.kind);
        let kinds: BTreeSet<KindId> = ir.names.ids().filter(|n| had(*n)).filter_map(kind).collect();
        let in_play = |n: &NameId| count(*n).games > 0 || had(*n);
        let names = ir.names.ids().filter(in_play);
        let names = names.filter(|n| kind(*n).is_some_and(|kind| kinds.contains(&kind)));
        let effect = |so: Trials| {
            let others = self.players.without(so);
            RelationEffect {
                so,
                difference: difference((so.wins, so.times), (others.wins, others.times)),
                marked: false,
            }
        };
        let all = names.map(|name| {
            let CardCount { games, offered, chosen, held, kept } = count(name);
            let nobody = [chosen, held, kept].iter().all(|so| so.times == 0);
            CardEffects {
                name,
                games,
                dead: nobody,
                offered: effect(offered),
                chosen: effect(chosen),
                held: effect(held),
                kept: effect(kept),
            }
        });
        let mut all: Vec<CardEffects> = all.collect();
        for of in
            [CardEffects::offered_mut, CardEffects::chosen_mut, CardEffects::held_mut, CardEffects::kept_mut]
        {
            let mut compared: Vec<&mut RelationEffect> =
                all.iter_mut().map(of).filter(|effect| effect.difference.is_some()).collect();
            let p: Vec<f64> = compared.iter().filter_map(|effect| Some(effect.difference?.p)).collect();
            for (effect, marked) in compared.iter_mut().zip(discoveries(&p, FALSE_DISCOVERIES)) {
                effect.marked = marked;
            }
        }
        all
    }
}

impl CardEffects {
    fn offered_mut(&mut self) -> &mut RelationEffect {
        &mut self.offered
    }

    fn chosen_mut(&mut self) -> &mut RelationEffect {
        &mut self.chosen
    }

    fn held_mut(&mut self) -> &mut RelationEffect {
        &mut self.held
    }

    fn kept_mut(&mut self) -> &mut RelationEffect {
        &mut self.kept
    }
}
