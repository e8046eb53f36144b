//! `cardwright deck`: deck lists.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::Style;
use clap::Subcommand;
use serde_json::{Value, json};

use super::command_result::{CommandError, CommandResult};
use super::open;
use super::ui::{FormatArg, Ui};
use crate::compile::CompiledGame;
use crate::diagnostics::codes::play as codes;
use crate::diagnostics::{Diagnostic, count_noun, did_you_mean, printable_line};
use crate::ir::{Ir, MAIN_PART, NameId, Owner, ToIndex};
use crate::package::package_of;
use crate::place::shown_path;
use crate::play::{
    DeckList, Economy, PaymentOdds, chance_of_first, check_deck, curves, differences, list_text, read_deck,
    read_list, sources_of,
};
use crate::report::{ColumnAlign, TextTable};
use crate::source::Sources;

/// Inspect deck lists
#[derive(clap::Args)]
pub(super) struct DeckArgs {
    #[command(subcommand)]
    command: DeckCommand,
}

#[derive(Subcommand)]
enum DeckCommand {
    /// Check whether a deck list is legal
    Check(DeckCheckArgs),
    /// Show the contents of a deck list, and how soon its cards are drawn
    Show(DeckShowArgs),
    /// Show how two deck lists differ
    Diff(DeckDiffArgs),
}

#[derive(clap::Args)]
struct DeckShowArgs {
    /// The deck list: a TOML file, or plain text (.txt)
    deck: PathBuf,

    /// Game folder, or id of a shipped game; required if the list is not in a game's folder
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Attributes to count by [default: all printed numbers]
    #[arg(long, value_name = "ATTRIBUTE,…", value_delimiter = ',')]
    by: Vec<String>,

    /// Attribute that is a card's cost; compared with --sources
    #[arg(long, value_name = "ATTRIBUTE", requires = "sources")]
    cost: Option<String>,

    /// Attribute that a card supplies towards costs
    #[arg(long, value_name = "ATTRIBUTE", requires = "cost")]
    sources: Option<String>,

    /// Number of cards drawn before the first turn
    #[arg(long, value_name = "N", default_value_t = 7)]
    hand: u32,

    /// Number of cards drawn each turn
    #[arg(long, value_name = "N", default_value_t = 1)]
    draw: u32,

    /// Last turn to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    turns: u32,
}

#[derive(clap::Args)]
struct DeckDiffArgs {
    /// Deck list before
    before: PathBuf,

    /// Deck list after
    after: PathBuf,

    /// Game folder, or id of a shipped game; required if the first list is not in a game's folder
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

#[derive(clap::Args)]
struct DeckCheckArgs {
    /// The deck list: a TOML file, or plain text (.txt)
    deck: PathBuf,

    /// Game folder, or id of a shipped game; required if the list is not in a game's folder
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Game option, such as variant=base; repeatable
    #[arg(long = "option", visible_alias = "options", short = 'o', value_delimiter = ',', value_name = "ID=VALUE", value_parser = open::pair)]
    options: Vec<(String, String)>,

    /// Number of players [default: the fewest with which the game's `[[require]]` hold]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    players: Option<u8>,
}

pub(super) fn run(args: &DeckArgs, ui: &Ui) -> CommandResult {
    match &args.command {
        DeckCommand::Check(args) => check(args, ui),
        DeckCommand::Show(args) => show(args, ui),
        DeckCommand::Diff(args) => diff(args, ui),
    }
}

/// Opens the game of a list: the one named, or the one whose folder contains the list.
fn game_of(deck: &Path, named: Option<&str>) -> Result<CompiledGame, CommandError> {
    let named = named.map(String::from).or_else(|| Some(package_of(deck)?.to_string_lossy().into_owned()));
    let Some(named) = named else {
        let message = format!("`{}` is in no game's folder: say which game with --game", deck.display());
        return Err(CommandError::Usage(message));
    };
    open::game(&named)
}

/// Reads a list; fails if it has an error.
fn read(game: &CompiledGame, deck: &Path) -> Result<DeckList, CommandError> {
    let (list, found, sources) = read_with_errors(game, deck, written_in(deck)?)?;
    if found.is_empty() { Ok(list) } else { Err(CommandError::Found(found, Box::new(sources))) }
}

/// Returns the text of a list's file, if there is such a file.
fn written_in(deck: &Path) -> Result<Option<String>, CommandError> {
    if deck.is_dir() {
        let message = format!("`{}` is a folder: name the file of a list", deck.display());
        return Err(CommandError::Io(std::io::Error::other(message)));
    }
    if deck.exists() { Ok(Some(list_text(deck)?)) } else { Ok(None) }
}

/// Reads a list: the text of its file or, without one, the package's list of that name.
fn read_with_errors(
    game: &CompiledGame,
    deck: &Path,
    text: Option<String>,
) -> Result<(DeckList, Vec<Diagnostic>, Sources), CommandError> {
    let mut sources = sources_of(&game.ir);
    let Some(text) = text else {
        let (list, found) = read_list(game, &shown_path(deck), &mut sources)?;
        return Ok((list, found, sources));
    };
    let file = sources.add(shown_path(deck), text);
    let (list, found) = read_deck(&game.ir, &sources, file);
    Ok((list, found, sources))
}

fn card(ir: &Ir, name: NameId) -> (&str, &str) {
    ir.names.find(name).map_or(("?", "?"), |info| (info.id.as_str(), info.printed.as_str()))
}

/// Shows a list: its cards, curves, and the probability of drawing the first of each card by each turn.
fn show(args: &DeckShowArgs, ui: &Ui) -> CommandResult {
    let game = game_of(&args.deck, args.game.as_deref())?;
    let ir = &game.ir;
    let known = |id: &String| ir.attributes.iter().any(|a| a.id == *id && a.owner == Owner::Component);
    if let Some(unknown) = args.by.iter().find(|id| !known(id)) {
        let ids = ir.attributes.iter().filter(|a| a.owner == Owner::Component).map(|a| a.id.as_str());
        let near = did_you_mean(unknown, ids);
        return Err(CommandError::Usage(format!("no card has an attribute `{unknown}`{near}")));
    }
    let list = read(&game, &args.deck)?;
    let seen = |turn: u32| u64::from(args.hand) + u64::from(args.draw) * u64::from(turn);
    let paying = paying(args, ir, &list, seen)?;
    let mut out = ui.out();
    if ui.format == FormatArg::Json {
        let parts = list.parts.iter().map(|part| {
            let total = part.total();
            let cards = part.entries.iter().map(|entry| {
                let (id, name) = card(ir, entry.name);
                let count = entry.count.into();
                let first = (1..=args.turns).map(|turn| chance_of_first(total, count, seen(turn)));
                json!({ "id": id, "name": name, "count": entry.count, "first_by_turn": first.collect::<Vec<f64>>() })
            });
            let curves = curves(ir, part, &args.by).into_iter().map(|curve| {
                let values = curve.values.iter().map(|(value, count)| json!({ "value": value, "count": count }));
                json!({ "attribute": curve.attribute, "mean": curve.mean, "values": values.collect::<Vec<Value>>() })
            });
            json!({
                "part": part.id, "count": total, "cards": cards.collect::<Vec<Value>>(),
                "curves": curves.collect::<Vec<Value>>(),
            })
        });
        let parts: Vec<Value> = parts.collect();
        let mut report = json!({ "list": list.id, "name": list.name, "count": list.total(), "parts": parts });
        if let Some(paying) = &paying {
            report["paying"] = paying_json(ir, paying);
        }
        writeln!(out, "{report}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#} · {}", printable_line(&list.name), count_noun(list.total(), "card"))?;
    for part in &list.parts {
        writeln!(out, "\n{bold}{}{bold:#} · {}\n", part.id, part.total())?;
        let main = part.id == MAIN_PART;
        let turns: Vec<u32> = if main { (1..=args.turns).collect() } else { Vec::new() };
        let heads: Vec<String> = turns.iter().map(|turn| format!("t{turn}")).collect();
        let mut columns = vec![("", ColumnAlign::Right), ("", ColumnAlign::Left)];
        columns.extend(heads.iter().map(|head| (head.as_str(), ColumnAlign::Right)));
        let mut grid = TextTable::new(&columns, ui.out_width());
        for entry in &part.entries {
            let chance = |turn: &u32| chance_of_first(part.total(), entry.count.into(), seen(*turn));
            let mut row = vec![entry.count.to_string(), printable_line(card(ir, entry.name).1)];
            row.extend(turns.iter().map(|turn| format!("{:.0}", chance(turn) * 100.0)));
            grid.row(row);
        }
        write!(out, "{}", grid.text())?;
        for curve in curves(ir, part, &args.by) {
            let mean = curve.mean.map_or_else(String::new, |mean| format!(" · mean {mean:.2}"));
            writeln!(out, "\n{bold}{}{bold:#}{mean}\n", curve.attribute.replace('_', " "))?;
            let widest = curve.values.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
            let most = curve.values.iter().map(|(_, count)| *count).max().unwrap_or(1);
            for (value, count) in &curve.values {
                let bar = "█".repeat(((count * 40).div_ceil(most.max(40))).index());
                writeln!(out, "{value:>widest$}  {bar} {count}")?;
            }
        }
    }
    if let Some(paying) = &paying {
        write!(out, "{}", paying_text(args, ir, paying, ui.out_width()))?;
    }
    if list.parts.iter().any(|part| part.id == MAIN_PART) {
        writeln!(
            out,
            "\nt1, t2 …: of 100 games, in how many at least one of the card has been drawn by that turn: {} at first, {} in each turn.",
            args.hand, args.draw
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Computes the relation of the cards' costs to their supply, if requested.
fn paying(
    args: &DeckShowArgs,
    ir: &Ir,
    list: &DeckList,
    seen: impl Fn(u32) -> u64,
) -> Result<Option<PaymentOdds>, CommandError> {
    let (Some(cost), Some(sources)) = (&args.cost, &args.sources) else { return Ok(None) };
    let economy = Economy::of(ir, cost, sources).map_err(CommandError::Usage)?;
    let seen: Vec<u64> = (1..=args.turns).map(seen).collect();
    let main = list.parts.iter().find(|part| part.id == MAIN_PART);
    main.map(|part| economy.paying(part, &seen).map_err(CommandError::Usage)).transpose()
}

fn paying_json(ir: &Ir, paying: &PaymentOdds) -> Value {
    let sources =
        paying.sources.iter().map(|s| json!({ "of": s.id, "cards": s.cards, "first_by_turn": s.by_turn }));
    let costs = paying.costs.iter().map(|cost| {
        let names: Vec<&str> = cost.cards.iter().map(|name| card(ir, *name).0).collect();
        json!({ "cards": names, "cost": cost.reads, "payable_by_turn": cost.by_turn })
    });
    json!({ "sources": sources.collect::<Vec<Value>>(), "costs": costs.collect::<Vec<Value>>() })
}

/// Formats sources and costs by turn, each as a table.
fn paying_text(args: &DeckShowArgs, ir: &Ir, paying: &PaymentOdds, width: usize) -> String {
    let bold = Style::new().bold();
    let heads: Vec<String> = (1..=args.turns).map(|turn| format!("t{turn}")).collect();
    let table = |rows: Vec<(Vec<String>, &Vec<f64>)>, before: [ColumnAlign; 2]| {
        let mut columns: Vec<(&str, ColumnAlign)> = before.into_iter().map(|align| ("", align)).collect();
        columns.extend(heads.iter().map(|head| (head.as_str(), ColumnAlign::Right)));
        let mut grid = TextTable::new(&columns, width);
        for (cells, by) in rows {
            grid.row(cells.into_iter().chain(by.iter().map(|chance| format!("{:.0}", chance * 100.0))));
        }
        grid.text()
    };
    let sources =
        paying.sources.iter().map(|s| (vec![s.cards.to_string(), printable_line(&s.reads)], &s.by_turn));
    let costs = paying.costs.iter().map(|cost| {
        let names: Vec<String> = cost.cards.iter().map(|name| printable_line(card(ir, *name).1)).collect();
        (vec![printable_line(&cost.reads), names.join(", ")], &cost.by_turn)
    });
    format!(
        "\n{bold}first source{bold:#}\n\n{}\n{bold}cost paid{bold:#}\n\n{}\nOf 100 games, in how many the sources drawn by that turn \
         cover the cost.\n",
        table(sources.collect(), [ColumnAlign::Right, ColumnAlign::Left]),
        table(costs.collect(), [ColumnAlign::Left, ColumnAlign::Left]),
    )
}

/// Shows the difference between two lists.
fn diff(args: &DeckDiffArgs, ui: &Ui) -> CommandResult {
    let game = game_of(&args.before, args.game.as_deref())?;
    let (before, after) = (read(&game, &args.before)?, read(&game, &args.after)?);
    let changed = differences(&before, &after);
    let mut out = ui.out();
    if ui.format == FormatArg::Json {
        let cards = changed.iter().map(|c| {
            let (id, name) = card(&game.ir, c.name);
            json!({ "part": c.part, "id": id, "name": name, "before": c.before, "after": c.after })
        });
        writeln!(
            out,
            "{}",
            json!({ "before": before.id, "after": after.id, "cards": cards.collect::<Vec<Value>>() })
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    if changed.is_empty() {
        writeln!(out, "the same cards")?;
    }
    let mut grid = TextTable::new(
        &[("", ColumnAlign::Right), ("", ColumnAlign::Left), ("", ColumnAlign::Left)],
        ui.out_width(),
    );
    for c in &changed {
        let difference = format!("{:+}", i64::from(c.after) - i64::from(c.before)).replace('-', "−");
        let part = if c.part == MAIN_PART { String::new() } else { format!("[{}]", c.part) };
        let name = printable_line(card(&game.ir, c.name).1);
        grid.row([difference, name, format!("{} → {} {part}", c.before, c.after)]);
    }
    write!(out, "{}", grid.text())?;
    Ok(ExitCode::SUCCESS)
}

/// Checks a list against the game; fails if it is not legal.
fn check(args: &DeckCheckArgs, ui: &Ui) -> CommandResult {
    // The file before the game, which may be unreadable for the same reason.
    let text = written_in(&args.deck)?;
    let game = game_of(&args.deck, args.game.as_deref())?;
    let (list, mut found, sources) = read_with_errors(&game, &args.deck, text)?;
    let was_read = found.is_empty();
    let illegal =
        check_deck(&game, args.players, &args.options, &[&list]).map_err(CommandError::Usage)?.concat();
    // Excess copies do not depend on the lines that could not be read; most other rules do.
    found.extend(illegal.into_iter().filter(|d| was_read || d.code == codes::DECK_COPIES));
    let wrong = ui.report_found(&found, &sources)?;
    if ui.format == FormatArg::Json {
        let parts = list.parts.iter().map(|part| json!({ "part": part.id, "count": part.total() }));
        let parts: Vec<Value> = parts.collect();
        let line = json!({ "list": list.id, "name": list.name, "ok": !wrong, "count": list.total(), "parts": parts });
        writeln!(ui.out(), "{line}")?;
    }
    if !wrong && ui.format == FormatArg::Human {
        let cards = count_noun(list.total(), "card");
        let asks = if game.ir.deck_rules.is_some() { "" } else { " (the game has no rules for decks)" };
        writeln!(ui.out(), "{}: ok: {cards}{asks}", args.deck.display())?;
    }
    Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
