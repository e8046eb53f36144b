//! Input as authors write it: packages, code, texts of cards, faces, pictures and fonts.

use crate::archive::{self, Files};
use crate::play::{Answers, whole_game};
use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Format, Severity, render};
use cardwright::ir;
use cardwright::package::{Asset, PackageFiles};
use cardwright::play::check_decks;
use cardwright::print::{self, Request};
use cardwright::table::Table;
use std::sync::Arc;

/// Opens a package; its diagnostics can be shown, in every format, and lie inside its files.
fn open(package: PackageFiles) -> Option<CompiledGame> {
    let OpenResult { game, sources, diagnostics, broken } = CompiledGame::from_files(package, Vec::new());
    for label in diagnostics.iter().flat_map(|d| &d.labels) {
        let text = &sources.file(label.span.file).text;
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        assert!(start <= end && end <= text.len(), "{start}..{end} of {}", text.len());
        assert!(
            text.is_char_boundary(start) && text.is_char_boundary(end),
            "{start}..{end} cuts a character"
        );
    }
    assert!(diagnostics.iter().all(|d| !d.message.trim().is_empty()), "a diagnostic without a message");
    for unicode in [true, false] {
        render(&diagnostics, &sources, Format::Human { color: unicode, width: 80, unicode });
    }
    for format in [Format::Json, Format::Short, Format::Github] {
        render(&diagnostics, &sources, format);
    }
    let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert!(game.is_some() || errors, "no game, and not a word why");
    // A game is played without its scenarios, deck lists and translations that have errors.
    assert!(game.is_none() || !errors || !broken.is_empty(), "a game in spite of errors");
    game
}

/// Opens a package and does with its game all that can be done.
fn try_out(package: PackageFiles, answers: &[u8]) {
    let Some(game) = open(package) else { return };
    ir::listing(&game.ir);
    let bytes = ir::bytes::to_bytes(&game.ir);
    match ir::bytes::from_bytes(&bytes) {
        Ok(back) => assert!(back == game.ir, "read otherwise than written"),
        Err(why) => panic!("what was compiled is refused: {why}"),
    }
    let table =
        Table::new(&game.ir).unwrap_or_else(|why| panic!("what was compiled does not hold together: {why}"));
    whole_game(&table, &mut Answers::new(answers));
    check_decks(&game, game.sources());
}

fn text_of(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// A whole package, as an archive.
pub fn package(data: &[u8]) {
    try_out(PackageFiles::from_texts(archive::expand(&text_of(data))), data);
}

/// Code of a verb and, up to its first line break, a formula.
pub fn code(data: &[u8]) {
    let text = text_of(data);
    if text.contains("'''") {
        return;
    }
    let (formula, statements) = text.split_once('\n').unwrap_or((&text, ""));
    let mut files = archive::base();
    files.insert(
        "rules/fuzz.toml".into(),
        format!(
            "[functions.fuzzed]\nparams = {{ p = \"player\", c = \"card\" }}\nreturns = \"int\"\ncode = '''{formula}'''\n\
             [verbs.tried]\nparams = {{ p = \"player\" }}\ndo = '''\n{statements}\nlet drawn = first(p.hand)\n\
             if let c = drawn {{ p.coins = min(max(fuzzed(p, c), 0), 99) }}\n'''\n"
        ),
    );
    if let Some(game) = files.get_mut("game.toml") {
        *game = game.replace("round += 1", "round += 1\n  tried(players[1])");
    }
    try_out(PackageFiles::from_texts(files), data);
}

/// The text of a card, one of all cards, and a line of the log.
pub fn text(data: &[u8]) {
    let text = text_of(data);
    if text.contains("'''") {
        return;
    }
    let mut files = archive::base();
    let card = format!(
        "[cards.fuzz]\nhue = \"red\"\nworth = 3\nbonus = \"2 if any(hand) else 0\"\ntext = '''{text}'''\n"
    );
    files.insert("cards/fuzz.toml".into(), card);
    files.insert("rules/fuzz.toml".into(), format!("[kinds.moth]\ntext = '''{text}'''\n"));
    try_out(PackageFiles::from_texts(files.clone()), data);
    files.remove("rules/fuzz.toml");
    try_out(PackageFiles::from_texts(files), data);
}

/// Faces, icons, sheets and rules: an archive of which paper is made.
pub fn face(data: &[u8]) {
    let files: Files = archive::expand(&text_of(data));
    printed(PackageFiles::from_texts(files));
}

fn printed(package: PackageFiles) {
    let Some(game) = open(package) else { return };
    let output = print::print(&game.ir, &Request { threads: 1, ..Request::default() });
    let sources = cardwright::play::sources_of(&game.ir);
    render(&output.found, &sources, Format::Json);
    let wrong = output.found.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(
        output.files.is_empty(),
        wrong,
        "nothing is printed, and nothing is said; or the other way round"
    );
}

/// A picture or a font; the first byte says of which sort.
pub fn art(data: &[u8]) {
    let Some((sort, bytes)) = data.split_first() else { return };
    let (path, face) = match sort % 4 {
        0 => ("art/fuzz.png", "<image href=\"art/fuzz.png\" x=\"1\" y=\"1\" width=\"20\" height=\"20\"/>"),
        1 => ("art/fuzz.jpg", "<image href=\"art/fuzz.jpg\" x=\"1\" y=\"1\" width=\"20\" height=\"20\"/>"),
        2 => ("art/fuzz.svg", "<image href=\"art/fuzz.svg\" x=\"1\" y=\"1\" width=\"20\" height=\"20\"/>"),
        _ => ("fonts/fuzz.ttf", "<text x=\"2\" y=\"20\" font-family=\"Fuzz\" font-size=\"8\">Abc</text>"),
    };
    let mut files = archive::base();
    files.insert("print.toml".into(), "[sheets.cards]\nshow = \"card\"\nface = \"one\"\n".into());
    files.insert(
        "faces/one.svg.j2".into(),
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{face}</svg>"),
    );
    let mut package = PackageFiles::from_texts(files);
    package.assets.push((path.into(), Asset::Bytes(Arc::from(bytes))));
    printed(package);
}
