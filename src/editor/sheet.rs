//! Writes a workbook for the cards of one game: a sheet for each kind, whose columns have notes and
//! drop-downs.

use rust_xlsxwriter::{
    DataValidation, DataValidationRule, DocProperties, ExcelDateTime, Format, Formula, Note, Workbook,
    Worksheet, XlsxError,
};

use super::cards::{fields, kind_ids};
use super::values::enum_values;
use crate::model::{CardDecl, FieldDecl, KindDecl, Package, ParamDecl};
use crate::source::{TomlNode, TomlValue};
use crate::syntax::ast::{TypeExpr, TypeKind};
use crate::syntax::parse_type;

/// Last row, from 0, in which values are restricted.
const LAST_ROW: u32 = 999;
/// Maximum length of the values of a drop-down; longer lists are written to a hidden sheet.
const LONGEST_LIST: usize = 255;
/// Name of the hidden sheet.
const VALUES: &str = "_values";

struct SheetColumn {
    key: String,
    /// The note shown at the column's heading.
    note: String,
    width: f64,
    values: ColumnValues,
}

/// The values that a column admits.
enum ColumnValues {
    /// Text, never a number or a date.
    Text,
    /// Any value.
    Any,
    /// Whole numbers in a range.
    Range(i32, i32),
    /// One of these values, offered as a drop-down.
    OneOf(Vec<String>),
}

/// Returns the bytes of a workbook; its rows are the given cards. The same package gives the same bytes.
///
/// # Errors
/// A value does not fit into a workbook; a message.
pub fn workbook(package: &Package, cards: &[&CardDecl]) -> Result<Vec<u8>, String> {
    write(package, cards).map_err(|error| error.to_string())
}

/// Returns true if a card can be a row: there are no columns for reactions, modifiers, actions, `only_if` and
/// `unchecked`, and a cell is an expression for `copies` only if there is a blank in it.
pub fn is_row(card: &CardDecl) -> bool {
    let has_rules = !(card.reactions.is_empty() && card.modifiers.is_empty() && card.actions.is_empty());
    let is_agreed = card.agreed.as_ref().is_some_and(|copies| !copies.value.contains(' '));
    !has_rules && !is_agreed && card.only_if.is_none() && card.unchecked.is_empty()
}

fn write(package: &Package, cards: &[&CardDecl]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // A fixed date, so that the bytes do not depend on the clock.
    workbook
        .set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    let kinds = kinds(package, cards);
    let mut lists: Vec<Vec<String>> = Vec::new();
    for kind in &kinds {
        let columns = columns(package, kind, kinds.len() > 1 || kind != "card");
        let of_kind = cards.iter().filter(|card| card.kind.text == *kind || kinds.len() == 1);
        let name = if kinds.len() == 1 { "Cards" } else { kind };
        // Names of tabs have at most 31 characters.
        let name: String = name.chars().take(31).collect();
        let sheet = workbook.add_worksheet().set_name(name)?;
        write_sheet(sheet, &columns, of_kind.copied(), &mut lists)?;
    }
    if !lists.is_empty() {
        let sheet = workbook.add_worksheet().set_name(VALUES)?.set_hidden(true);
        for (column, list) in (0..).zip(&lists) {
            for (row, value) in (0..).zip(list) {
                sheet.write_string(row, column, value)?;
            }
        }
    }
    workbook.save_to_buffer()
}

/// Returns the kinds that have a sheet: those with cards, and those that no other kind extends.
fn kinds(package: &Package, cards: &[&CardDecl]) -> Vec<String> {
    let has_cards = |id: &str| cards.iter().any(|card| card.kind.text == id);
    let is_extended =
        |id: &str| package.kinds.iter().any(|kind| kind.base.as_ref().is_some_and(|base| base.text == id));
    let stands_in =
        |id: &str| package.kinds.iter().any(|kind| kind.id.text == id && kind.stands_for.is_some());
    let is_declared = |id: &str| package.kinds.iter().any(|kind| kind.id.text == id);
    let wanted = |id: &&str| has_cards(id) || is_declared(id) && !is_extended(id) && !stands_in(id);
    let kinds: Vec<String> = kind_ids(package).into_iter().filter(wanted).map(str::to_owned).collect();
    if kinds.is_empty() { vec!["card".to_owned()] } else { kinds }
}

fn columns(package: &Package, kind: &str, has_kinds: bool) -> Vec<SheetColumn> {
    let column = |key: &str, width: f64, note: String| SheetColumn {
        key: key.to_owned(),
        note,
        width,
        values: ColumnValues::Text,
    };
    let mut columns = vec![
        column(
            "id",
            16.0,
            "The name of the card in rules: lowercase letters, digits and `_`. No two cards have one id."
                .into(),
        ),
        column(
            "name",
            20.0,
            "The name that is printed. Without it, the id is the name: `bay_leaf` is Bay Leaf.".into(),
        ),
    ];
    if has_kinds {
        let mut kind_column = column("kind", 12.0, "Kind of the card. Default: `card`.".into());
        kind_column.values = ColumnValues::OneOf(vec![kind.to_owned()]);
        columns.push(kind_column);
    }
    let chain = bases(package, kind);
    for (key, schema) in fields(package, kind) {
        let described = schema["description"].as_str().unwrap_or_default();
        let field = chain
            .iter()
            .flat_map(|kind| kind.attributes.iter().chain(&kind.state))
            .find(|f| f.id.text == key);
        let values = field.map_or(ColumnValues::Text, |field| values(package, field));
        let width = if matches!(values, ColumnValues::Text) { 30.0 } else { 10.0 };
        let way = field.map_or("", |field| way_of_writing(&parse_type(&field.ty.value).tree));
        columns.push(SheetColumn { key, note: format!("{described}{way}"), width, values });
    }
    let mut copies = column("copies", 8.0, "Number of copies in the box. Default: 1.".into());
    copies.values = ColumnValues::Any;
    columns.push(copies);
    if !package.keywords.is_empty() {
        let param = |param: &ParamDecl| format!(" {}", param.id.text);
        let keyword =
            |id: &str, params: &[ParamDecl]| format!("{id}{}", params.iter().map(param).collect::<String>());
        let known =
            package.keywords.iter().map(|k| keyword(&k.id.text, &k.params)).collect::<Vec<_>>().join(", ");
        columns.push(column("keywords", 16.0, format!("Keywords, separated by `;`. There are: {known}.")));
    }
    columns.push(column("text", 40.0, "Rules text of the card. `check` compares it with the rules.".into()));
    columns.push(column("flavour", 40.0, "Flavour text, without effect in the game.".into()));
    columns
}

/// Returns the declarations of a kind and of those that it extends.
fn bases<'p>(package: &'p Package, kind: &str) -> Vec<&'p KindDecl> {
    let mut chain: Vec<&KindDecl> = Vec::new();
    let find = |id: &str| package.kinds.iter().find(|kind| kind.id.text == id);
    let mut next = find(kind);
    // Kinds that extend each other are an error that is reported elsewhere.
    while let Some(kind) = next.filter(|kind| chain.iter().all(|known| known.id.text != kind.id.text)) {
        chain.push(kind);
        next = kind.base.as_ref().and_then(|base| find(&base.text));
    }
    chain
}

fn values(package: &Package, field: &FieldDecl) -> ColumnValues {
    values_of(package, &parse_type(&field.ty.value).tree)
}

fn values_of(package: &Package, ty: &TypeExpr) -> ColumnValues {
    match &ty.kind {
        TypeKind::Int(Some((least, most))) => match (i32::try_from(*least), i32::try_from(*most)) {
            (Ok(least), Ok(most)) => ColumnValues::Range(least, most),
            _ => ColumnValues::Any,
        },
        TypeKind::Int(None) => ColumnValues::Any,
        TypeKind::Name(name) if name == "bool" => {
            ColumnValues::OneOf(vec!["true".to_owned(), "false".to_owned()])
        }
        TypeKind::Name(name) => match enum_values(package, name) {
            Some(values) => ColumnValues::OneOf(values.into_iter().map(str::to_owned).collect()),
            None => ColumnValues::Text,
        },
        TypeKind::Optional(some) => values_of(package, some),
        TypeKind::Set(_) | TypeKind::Per(..) | TypeKind::Error => ColumnValues::Text,
    }
}

/// Says how a value of several parts is written in a cell.
fn way_of_writing(ty: &TypeExpr) -> &'static str {
    match ty.kind {
        TypeKind::Set(_) => "\nSeveral values are separated by `;`.",
        TypeKind::Per(..) => "\nWritten `fire 1; earth 2`.",
        _ => "",
    }
}

fn write_sheet<'c>(
    sheet: &mut Worksheet,
    columns: &[SheetColumn],
    cards: impl Iterator<Item = &'c CardDecl>,
    lists: &mut Vec<Vec<String>>,
) -> Result<(), XlsxError> {
    let header = Format::new().set_bold();
    // Spreadsheets turn `2/3` in other cells into a date, and `-4 if …` into a formula.
    let text = Format::new().set_num_format("@");
    for (at, column) in (0..).zip(columns) {
        sheet.set_column_width(at, column.width)?;
        if matches!(column.values, ColumnValues::Text) {
            sheet.set_column_format(at, &text)?;
        }
        sheet.write_string_with_format(0, at, &column.key, &header)?;
        let note =
            Note::new(column.note.replace('`', "")).add_author_prefix(false).set_width(260).set_height(110);
        sheet.insert_note(0, at, &note)?;
        if let Some(rule) = validation(&column.values, lists)? {
            sheet.add_data_validation(1, at, LAST_ROW, at, &rule)?;
        }
    }
    for (row, card) in (1..).zip(cards) {
        for (at, column) in (0..).zip(columns) {
            let Some(cell) = cell_of(card, &column.key) else { continue };
            match cell.parse::<i32>() {
                Ok(number) if !matches!(column.values, ColumnValues::Text) => {
                    sheet.write_number(row, at, number)?
                }
                _ if matches!(column.values, ColumnValues::Text) => {
                    sheet.write_string_with_format(row, at, cell, &text)?
                }
                _ => sheet.write_string(row, at, cell)?,
            };
        }
    }
    sheet.set_freeze_panes(1, 1)?;
    Ok(())
}

fn validation(
    values: &ColumnValues,
    lists: &mut Vec<Vec<String>>,
) -> Result<Option<DataValidation>, XlsxError> {
    Ok(match values {
        ColumnValues::Text | ColumnValues::Any => None,
        ColumnValues::Range(least, most) => {
            let rule = DataValidation::new().allow_whole_number(DataValidationRule::Between(*least, *most));
            Some(rule.set_error_message(format!("A whole number from {least} to {most}"))?)
        }
        ColumnValues::OneOf(values) => {
            let length = values.iter().map(|value| value.chars().count() + 1).sum::<usize>();
            let rule = if length <= LONGEST_LIST {
                DataValidation::new().allow_list_strings(values)?
            } else {
                let column = crate::place::cell_name(1, lists.len() + 1);
                let letters = column.trim_end_matches('1');
                lists.push(values.clone());
                let range = format!("={VALUES}!${letters}$1:${letters}${}", values.len());
                DataValidation::new().allow_list_formula(Formula::new(range))
            };
            Some(rule.set_error_message("Choose a value from the list")?)
        }
    })
}

/// Returns a card's value under a key, as CSV has it.
fn cell_of(card: &CardDecl, key: &str) -> Option<String> {
    match key {
        "id" => Some(card.id.text.clone()),
        "name" => Some(card.name.text.clone()),
        "kind" => Some(card.kind.text.clone()),
        "copies" => match &card.agreed {
            Some(code) => Some(code.value.clone()),
            None => card.counted.then(|| card.copies.to_string()),
        },
        "keywords" => {
            let keywords: Vec<&str> = card.keywords.iter().map(|keyword| keyword.value.as_str()).collect();
            (!keywords.is_empty()).then(|| keywords.join("; "))
        }
        "text" => card.text.as_ref().map(|text| text.value.clone()),
        "flavour" => card.flavour.as_ref().map(|text| text.value.clone()),
        _ => card.fields.iter().find(|(id, _)| id.text == key).map(|(_, node)| cell(node)),
    }
}

fn cell(node: &TomlNode) -> String {
    match &node.value {
        TomlValue::Text(text) => text.value.clone(),
        TomlValue::Int(number) => number.to_string(),
        TomlValue::Float(number) => number.to_string(),
        TomlValue::Bool(value) => value.to_string(),
        TomlValue::Datetime(text) => text.clone(),
        TomlValue::Array(items) => {
            let of_amounts = items.iter().any(|item| item.as_table().is_some());
            let items: Vec<String> = items.iter().map(cell).collect();
            items.join(if of_amounts { " / " } else { "; " })
        }
        TomlValue::Table(table) => {
            let entries: Vec<String> =
                table.entries.iter().map(|entry| format!("{} {}", entry.key, cell(&entry.value))).collect();
            entries.join("; ")
        }
    }
}
