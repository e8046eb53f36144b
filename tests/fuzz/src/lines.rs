//! Lines from outside: those of `eval`, and what people type.

use crate::archive;
use crate::bytes::{games, whole_games};
use cardwright::compile::CompiledGame;
use cardwright::ir::StartPoint;
use cardwright::package::PackageFiles;
use cardwright::play::{BotKind, EvalSettings, Observation, check_deck, eval_batch, options, read_deck};
use cardwright::source::Sources;
use cardwright::table::{Names, Stop, Table, fold};

/// Lines of `eval`: each has an answer that is JSON.
pub fn eval(data: &[u8]) {
    let opened = CompiledGame::from_files(PackageFiles::from_texts(archive::base()), Vec::new());
    let mut game = opened.game.expect("it compiles");
    let mut out = Vec::new();
    let settings =
        EvalSettings { eval: Some("total(players[1])".into()), best_limit: 1000, ..EvalSettings::default() };
    let counts = eval_batch(&mut game, &settings, Box::new(std::io::Cursor::new(data.to_vec())), &mut out);
    let counts = counts.expect("memory can be read and written");
    let text = String::from_utf8(out).expect("UTF-8");
    assert_eq!(text.lines().count() as u64, counts.lines, "a line out for each line in:\n{text}");
    assert!(text.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{text}");
}

/// Input as people type it: an answer a line, to the choices of a game; names of everything; bots and
/// options.
pub fn answers(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let which = data.first().copied().unwrap_or_default();
    let games = games();
    let table = Table::new(&games[usize::from(which) % games.len()]).expect("it is sound");
    let (ir, names, mut machine) = (table.ir(), Names::new(table.ir()), table.machine());
    let Ok(mut state) = machine.lay(ir.game.players.1, &[], 3) else { return };
    machine.start(&mut state, StartPoint::Setup);
    for line in text.lines().take(32) {
        if machine.advance(&mut state) != Stop::Choice {
            break;
        }
        let _ = (names.find_zone(line), names.find_components(line), names.find_name(line), fold(line));
        let _ = BotKind::of(ir, line);
        let _ = line.split_once('=').map(|given| options(ir, [given]));
        let waiting = state.clone();
        let found = {
            let options = machine.options(&mut state).expect("it waits");
            let seen = Observation::new(&table, &waiting, options);
            let _ = seen.question(&names);
            names.find(options, line)
        };
        if let Ok(index) = found {
            machine.choose(&mut state, index).expect("it is an option");
        }
    }
}

/// Lines of `drive`; the first byte says which game is driven. Each line that is not empty has an answer, a
/// JSON object that says whether all was well.
pub fn drive(data: &[u8]) {
    let Some((which, lines)) = data.split_first() else { return };
    let games = whole_games();
    let game = &games[usize::from(*which) % games.len()];
    let mut out = Vec::new();
    cardwright::cli::drive(game, "fuzzed", &mut &lines[..], &mut out)
        .expect("memory can be read and written");
    let asked = String::from_utf8_lossy(lines).split('\n').filter(|line| !line.trim().is_empty()).count();
    let text = String::from_utf8(out).expect("UTF-8");
    assert_eq!(text.lines().count(), asked, "an answer for each line:\n{text}");
    for line in text.lines() {
        assert!(line.starts_with('{') && line.ends_with('}') && line.contains("\"ok\":"), "{line}");
    }
}

/// A deck list, as TOML or, where it begins with a digit, as plain text: it is refused with words, or held
/// against the game's rules.
pub fn lists(data: &[u8]) {
    let game = &whole_games()[0];
    let text = String::from_utf8_lossy(data).into_owned();
    let name = if text.starts_with(|c: char| c.is_ascii_digit()) { "fuzzed.txt" } else { "fuzzed.toml" };
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let (list, wrong) = read_deck(&game.ir, &sources, file);
    assert!(wrong.iter().all(|d| !d.message.is_empty()));
    if wrong.is_empty() {
        let found = check_deck(game, None, &[], &[&list]).expect("a table can be laid");
        assert!(found.iter().flatten().all(|d| !d.message.is_empty()));
        let _ = (list.total(), list.cards());
    }
}
