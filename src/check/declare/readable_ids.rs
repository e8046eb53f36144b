//! The ids that people read, and that `[words]` can therefore call otherwise.

use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::plural;
use crate::model::{BoardFormDecl, FieldDecl, Package};

/// Returns every id that is shown to people: values of enums, dice, setups, kinds (of one and of several),
/// attributes, state, zones, areas, actions, keywords and options.
pub fn readable_ids(package: &Package, symbols: &SymbolTable) -> Vec<String> {
    let mut ids: Vec<String> = symbols.enums.iter().flat_map(|e| e.values.iter().cloned()).collect();
    let fields = |fields: &[FieldDecl]| fields.iter().map(|field| field.id.text.clone()).collect::<Vec<_>>();
    ids.extend(package.dice.iter().map(|die| die.id.text.clone()));
    ids.extend(package.setups.iter().map(|setup| setup.id.text.clone()));
    ids.extend(package.options.iter().map(|option| option.id.text.clone()));
    ids.extend(package.zones.iter().map(|zone| zone.id.text.clone()));
    ids.extend(package.keywords.iter().map(|keyword| keyword.id.text.clone()));
    ids.extend(package.actions.iter().map(|action| action.id.text.clone()));
    ids.extend(package.cards.iter().flat_map(|card| &card.actions).map(|action| action.id.text.clone()));
    ids.extend(fields(&package.table_state));
    ids.extend(fields(&package.player_state));
    for kind in &package.kinds {
        let several =
            kind.plural.as_ref().map_or_else(|| plural(&kind.id.text), |plural| plural.text.clone());
        ids.extend([kind.id.text.clone(), several]);
        ids.extend(fields(&kind.attributes));
        ids.extend(fields(&kind.state));
        ids.extend(kind.actions.iter().map(|action| action.id.text.clone()));
    }
    // Kinds that every game has.
    ids.extend(["card", "cards", "piece", "pieces", "token", "tokens"].map(String::from));
    if !package.boards.is_empty() {
        ids.push("cell".to_owned());
    }
    for board in &package.boards {
        ids.push(board.id.text.clone());
        ids.extend(board.attributes.iter().map(|attribute| attribute.id.text.clone()));
        ids.extend(fields(&board.state));
        if let BoardFormDecl::Areas(areas) = &board.form {
            ids.extend(areas.iter().map(|area| area.id.text.clone()));
        }
    }
    ids
}
