//! Hashes of the rules of a game, which tell whether a saved game still replays the same way.
//!
//! Every field counts unless it is blanked explicitly, so a new field of a type counts by default.

use super::boards::{BoardInfo, CellInfo};
use super::bots::BotInfo;
use super::bytes::{FORMAT, write};
use super::choices::{ActionInfo, ChoiceInfo};
use super::code::Op;
use super::functions::FunctionInfo;
use super::game_info::{GameInfo, OptionInfo};
use super::ids::ToIndex;
use super::ids::{ChoiceId, FunctionId, PlaceId};
use super::names::{EnumInfo, NameInfo};
use super::root::Ir;
use crate::hash::content_hash;
use std::collections::BTreeSet;

/// Returns a hash of everything that can change the course of a game, its result, or the names of its
/// answers: layout, code, constants, components, slots, and the ids that options are made of. Texts, faces,
/// files and their paths, and scenarios are excluded.
pub fn rules_hash(ir: &Ir) -> u64 {
    let roots = [Some(ir.lay), ir.setup, ir.play, ir.score].into_iter().flatten();
    let roots = roots
        .chain(ir.ties.iter().copied())
        .chain(ir.sides.function())
        .chain(ir.requires.iter().map(|r| r.function));
    let roots = roots.chain(ir.zones.iter().flat_map(|zone| zone.viewers()).map(|viewers| viewers.function));
    hash(ir, &ir.reachable_functions(roots.chain(ir.bots.iter().flat_map(BotInfo::functions))))
}

/// Returns a hash of everything that a saved state depends on: the input of [`rules_hash`], and the code of
/// scenarios, because a state can be saved in the middle of one.
pub fn state_hash(ir: &Ir) -> u64 {
    hash(ir, &ir.functions.ids().collect())
}

/// Hashes a game; of its functions, only those in `counted`.
fn hash(ir: &Ir, counted: &BTreeSet<FunctionId>) -> u64 {
    // The pattern names every field, so that a new one fails to compile until it is handled.
    let Ir {
        game,
        options,
        setups: _,
        // The rules call these functions themselves; the list is only for display.
        readings: _,
        requires,
        enums,
        dice,
        kinds,
        names,
        components,
        zones,
        boards,
        cells,
        geometry,
        tables,
        attributes,
        ranges,
        hints,
        slots,
        layout,
        pool,
        code,
        origins: _,
        places: _,
        files: _,
        functions,
        actions,
        choices,
        logs: _,
        lay,
        setup,
        play,
        score,
        ties,
        sides,
        endings: _,
        bots,
        figures: _,
        deck_rules: _,
        decks: _,
        // Their result is in `components`.
        lists: _,
        scenarios: _,
        print: _,
        untranslated: _,
    } = ir;
    let no = String::new;
    let game = GameInfo { name: no(), version: no(), summary: no(), language: no(), ..game.clone() };
    let options: Vec<_> = options.iter().map(|o| OptionInfo { text: no(), ..o.clone() }).collect();
    let requires: Vec<FunctionId> = requires.iter().map(|r| r.function).collect();
    let enums: Vec<_> = enums.iter().map(|e| EnumInfo { printed: Vec::new(), ..e.clone() }).collect();
    let name = |n: &NameInfo| NameInfo {
        printed: no(),
        text: no(),
        flavour: no(),
        keywords: Vec::new(),
        reminders: Vec::new(),
        acts: false,
        ..n.clone()
    };
    let names: Vec<_> = names.iter().map(name).collect();
    // Lines and dots affect drawings only.
    let board = |b: &BoardInfo| BoardInfo { name: None, blocks: None, dots: None, ..b.clone() };
    let boards: Vec<_> = boards.iter().map(board).collect();
    // Its id is the display name of a cell without one. With no text instead, the hash of every game with a
    // board would change.
    let cells: Vec<_> = cells.iter().map(|c| CellInfo { printed: c.id.clone(), ..c.clone() }).collect();
    let actions: Vec<_> = actions.iter().map(|a| ActionInfo { text: None, ..a.clone() }).collect();
    let ranges: Vec<_> = ranges.iter().map(|range| (&range.ty, range.range)).collect();
    let bots: Vec<_> = bots.iter().map(|b| BotInfo { text: no(), ..b.clone() }).collect();

    let bodies = ir.bodies();
    let body = |f: FunctionId| bodies.get(f.index()).and_then(|b| code.get(b.indices())).unwrap_or(&[]);
    let function = |f: &FunctionId| {
        let info = functions.get(f.index()).map(|info| FunctionInfo { name: no().into(), ..info.clone() });
        (*f, info, body(*f))
    };
    let ops = || counted.iter().flat_map(|f| body(*f));
    let begun: BTreeSet<ChoiceId> =
        ops().filter_map(|op| if let Op::OptBegin { choice } = op { Some(*choice) } else { None }).collect();
    let choice = |c: &ChoiceId| {
        let info = choices.get(c.index());
        (*c, info.map(|info| ChoiceInfo { prompt: None, place: PlaceId(0), ..info.clone() }))
    };
    let choices: Vec<_> = begun.iter().map(choice).collect();
    let uncounted = functions.ids().filter(|f| !counted.contains(f));
    let pool = &pool[..counted_words(pool.len(), ops(), uncounted.flat_map(body))];
    let functions: Vec<_> = counted.iter().map(function).collect();

    let declared = (game, options, requires, enums, dice, kinds, names, components, zones);
    let space = (boards, cells, geometry, tables, attributes, (hints, ranges), slots, layout, pool);
    let rules = (functions, actions, choices, (lay, setup, play, score, ties, sides, bots));
    content_hash(&write(&(FORMAT, declared, space, rules), Vec::new()))
}

/// Returns the length of the pool without the trailing words that only uncounted code refers to.
fn counted_words<'o>(
    words: usize,
    counted: impl Iterator<Item = &'o Op>,
    uncounted: impl Iterator<Item = &'o Op>,
) -> usize {
    let range = |op: &Op| match *op {
        Op::Word { k, .. } => Some(k.index()..k.index() + 1),
        Op::Words { n, k, .. } | Op::AndPool { n, k, .. } | Op::MinusPool { n, k, .. } => {
            Some(k.index()..k.index() + usize::from(n))
        }
        _ => None,
    };
    let mark = |of: &mut Vec<bool>, ranges: &mut dyn Iterator<Item = std::ops::Range<usize>>| {
        ranges.filter_map(|r| of.get_mut(r).map(|of| of.fill(true))).for_each(drop);
    };
    let mut dropped = vec![false; words];
    mark(&mut dropped, &mut uncounted.filter_map(range));
    let mut kept = vec![false; words];
    mark(&mut kept, &mut counted.filter_map(range));
    words - dropped.iter().zip(&kept).rev().take_while(|(dropped, kept)| **dropped && !**kept).count()
}
