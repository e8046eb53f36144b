//! Workbooks as files of cards.
//!
//! `data/sheets/kitchen.ods` and `kitchen.xlsx` are the same workbook, written by LibreOffice: formulas, an
//! empty row, lines in a cell, blanks, merged cells, a comment, a date, a failed formula, a sheet of notes
//! and an empty sheet.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Output;

use cardwright::compile::CompiledGame;
use cardwright::diagnostics::{Diagnostic, Format, render};
use cardwright::package::{PackageFiles, load};
use cardwright::source::sheets_of;
use rust_xlsxwriter::Workbook;
use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::process::{Ends, cardwright};

const ODS: &[u8] = include_bytes!("data/sheets/kitchen.ods");
const XLSX: &[u8] = include_bytes!("data/sheets/kitchen.xlsx");

fn run(at: &Path, args: &[&str]) -> Output {
    cardwright().args(args).current_dir(at).ended()
}

/// Runs a command that succeeds, and returns its output.
fn says(at: &Path, args: &[&str]) -> String {
    let output = run(at, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the findings of `check`: for programs on one output, for people on the other.
fn finds(at: &Path, args: &[&str]) -> String {
    let output = run(at, &[&["check"], args].concat());
    [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said).into_owned()).concat()
}

/// The small game that `cardwright new` writes, with a workbook.
fn game_with(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    says(folder.path(), &["new", "g"]);
    let game = folder.path().join("g");
    fs::write(game.join("cards").join(name), bytes).expect("written");
    (folder, game)
}

fn short(files: &PackageFiles, found: &[Diagnostic]) -> String {
    render(found, &files.sources, Format::Short)
}

/// A workbook with one sheet of texts.
fn workbook(sheet: &str, rows: &[&[&str]]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let at = workbook.add_worksheet().set_name(sheet).expect("a name");
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(*cells) {
            match cell.parse::<f64>() {
                Ok(number) => at.write_number(row, column, number).expect("written"),
                Err(_) => at.write_string(row, column, *cell).expect("written"),
            };
        }
    }
    workbook.save_to_buffer().expect("a workbook")
}

/// An archive of these files, packed.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        archive.start_file(*name, options).expect("begun");
        archive.write_all(bytes).expect("written");
    }
    archive.finish().expect("an archive").into_inner()
}

/// A workbook with other texts in it.
fn changed(bytes: &[u8], change: impl Fn(&str, String) -> String) -> Vec<u8> {
    let mut from = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut files = Vec::new();
    for index in 0..from.len() {
        let mut file = from.by_index(index).expect("a file");
        let name = file.name().expect("a name").into_owned();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("read");
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => change(&name, text).into_bytes(),
            Err(error) => error.into_bytes(),
        };
        files.push((name, bytes));
    }
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    archive(&files)
}

#[test]
fn each_sheet_is_a_table_of_cards() {
    for (name, bytes, failed) in [("kitchen.ods", ODS, "#DIV/0!"), ("kitchen.xlsx", XLSX, "#DIV/0!")] {
        let sheets = sheets_of(name, bytes).expect("a workbook");
        let texts: Vec<(&str, &str)> =
            sheets.iter().map(|sheet| (sheet.name.as_str(), sheet.text.as_str())).collect();
        let kitchen = "id,name,suit,taste,copies,bonus,text,flavour\n\
                       leek,\"Leek, wild\",root,2,2,2 * count(others where suit == root),+2 for each other Root.,\
                       \"It says \"\"leek\"\",\u{2028}and means it.\"\n\
                       \n\
                       mint,Mint,herb,3,,,,A  & B\n\
                       morel,Morel,mushroom,9,,,,merged\n";
        let herbs =
            format!("id,name,suit,taste,flavour\nrue,Rue,herb,1,2026-03-02\ndill,Dill,herb,{failed},fresh\n");
        assert_eq!(texts, [("Kitchen", kitchen), ("Herbs", herbs.as_str())], "{name}");
        let (folder, _) = game_with(name, bytes);
        let expected = format!(
            "g/cards/{name}, sheet Herbs, cell E2: warning[CW0137]: this cell holds a date or a time
\
             g/cards/{name}, sheet Herbs, cell D3: error[CW0136]: this cell holds the error `{failed}`
"
        );
        assert_eq!(finds(folder.path(), &["g", "--format", "short"]), expected);
    }
}

#[test]
fn a_name_that_reads_like_the_error_of_a_formula_is_a_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    says(at, &["new", "g"]);
    let names = ["#N/A", "#REF!", "#DIV/0!", "#NAME?", "Err:502"];
    let cards = |(i, name)| format!("[cards.c{i}]\nname = \"{name}\"\nsuit = \"root\"\ntaste = 2\n");
    let toml: String = names.iter().enumerate().map(cards).collect();
    fs::write(at.join("g/cards/odd.toml"), format!("kind = \"card\"\n{toml}")).expect("written");
    says(at, &["sheet", "g", "--cards", "--out", "odd.xlsx"]);
    let written = fs::read(at.join("odd.xlsx")).expect("written");
    let sheets = sheets_of("odd.xlsx", &written).expect("a workbook");
    assert!(sheets.iter().any(|sheet| sheet.text.contains(",\"#N/A\",")), "{sheets:?}");
    fs::remove_dir_all(at.join("g/cards")).expect("removed");
    fs::create_dir(at.join("g/cards")).expect("made");
    fs::rename(at.join("odd.xlsx"), at.join("g/cards/odd.xlsx")).expect("moved");
    let found = finds(at, &["g", "--format", "short"]);
    assert!(!found.contains("CW0136"), "{found}");
    let opened = CompiledGame::open(&at.join("g").to_string_lossy());
    let printed: Vec<String> =
        opened.game.expect("it compiles").ir.names.iter().map(|name| name.printed.clone()).collect();
    assert!(names.iter().all(|name| printed.iter().any(|printed| printed == name)), "{printed:?}");
    // A formula that calculates such a text has failed.
    let calculated = changed(&written, |name, text| match name {
        "xl/worksheets/sheet1.xml" => {
            let failed = "<c r=\"B2\" t=\"str\"><f>NA()</f><v>#N/A</v></c>";
            let cell = text.split_once("<c r=\"B2\"").map(|(before, after)| {
                format!("{before}{failed}{}", after.split_once("</c>").map_or("", |(_, rest)| rest))
            });
            cell.unwrap_or(text)
        }
        _ => text,
    });
    fs::write(at.join("g/cards/odd.xlsx"), calculated).expect("written");
    assert!(finds(at, &["g", "--format", "short"]).contains("cell B2: error[CW0136]"));
}

#[test]
fn an_error_names_its_cell() {
    let rows: &[&[&str]] =
        &[&["id", "name", "suit", "taste"], &["leek", "Leek", "root", "2"], &["sage", "Sage", "herp", "12"]];
    let bytes = workbook("Herbs, fresh", rows);
    let (folder, _) = game_with("more.xlsx", &bytes);
    let at = folder.path();
    let people = finds(at, &["g"]);
    let excerpt = "   ╭─[g/cards/more.xlsx, sheet Herbs, fresh, cell C3]\n 2 │ leek,Leek,root,2\n 3 │ sage,Sage,herp,12\n   ·           ──┬─\n";
    assert!(people.contains(excerpt) && people.contains("did you mean `herb`?"), "{people}");
    assert!(people.contains("more.xlsx, sheet Herbs, fresh, cell D3]"), "{people}");
    let program = finds(at, &["g", "--format", "json"]);
    let first: Value = serde_json::from_str(program.lines().next().expect("a line")).expect("JSON");
    let label = &first["labels"][0];
    assert_eq!(
        (&label["file"], &label["sheet"], &label["cell"]),
        (&"g/cards/more.xlsx".into(), &"Herbs, fresh".into(), &"C3".into())
    );
    assert_eq!((&label["line"], &label["column"], &label["start"]), (&3.into(), &3.into(), &Value::Null));
    assert_eq!(first["suggestions"], Value::Array(Vec::new()), "no program can edit a workbook as a text");
    let github = finds(at, &["g", "--format", "github"]);
    assert!(
        github.starts_with(
            "::error file=g/cards/more.xlsx,title=CW0514::g/cards/more.xlsx, sheet Herbs, fresh, cell C3: "
        ),
        "{github}"
    );
    // A workbook is not formatted.
    says(at, &["fmt", "g"]);
    assert!(fs::read(at.join("g/cards/more.xlsx")).expect("read") == bytes);
}

#[test]
fn a_sheet_without_ids_says_how_to_leave_it_out() {
    let (folder, _) = game_with("more.xlsx", &workbook("Ideas", &[&["idea"], &["a goat"]]));
    let said = finds(folder.path(), &["g"]).replace('\n', " ");
    assert!(said.contains("cell A1") && said.contains("begin its name with `_`"), "{said}");
}

#[test]
fn rows_do_what_rows_of_csv_do() {
    let rows: &[&[&str]] = &[
        &["id", "name", "suit", "taste", "copies", "bonus", "text", "keywords"],
        &[
            "leek",
            "",
            "root",
            "2",
            "3",
            "2 * count(others where suit == root)",
            "+2 for each other Root.",
            "",
        ],
        &["sage", "", "herb", "7", "", "", "", "bitter 1"],
    ];
    let csv: String = rows.iter().map(|row| row.join(",") + "\n").collect();
    let (csv_folder, _) = game_with("more.csv", csv.as_bytes());
    let (folder, game) = game_with("more.xlsx", &workbook("Cards", rows));
    for folder in [&folder, &csv_folder] {
        // Its list wants every card of the game.
        fs::remove_dir_all(folder.path().join("g/decks")).expect("removed");
    }
    // Lock files are not workbooks.
    fs::write(game.join("cards/~$more.xlsx"), "somebody").expect("written");
    fs::write(game.join("cards/.~lock.more.xlsx#"), "somebody").expect("written");
    let table = |at: &Path| {
        says(at, &["export", "g", "--to", "csv", "--out", "there"]);
        fs::read_to_string(at.join("there/g/components.csv")).expect("a table")
    };
    let components = table(folder.path());
    assert_eq!(components, table(csv_folder.path()));
    assert!(components.contains("leek") && components.contains("sage"), "{components}");
    assert_eq!(says(folder.path(), &["check", "g"]), says(csv_folder.path(), &["check", "g"]));
    // A value is changed for a simulation, as in CSV; the workbook is unchanged.
    let game = game.to_str().expect("UTF-8");
    let change = |path: &str| CompiledGame::open_changed(game, &[(path.to_owned(), "4".to_owned())]);
    assert!(change("cards.leek.taste").is_ok_and(|opened| opened.game.is_some()));
    assert!(change("cards.leek.colour").is_err());
    assert!(CompiledGame::numbers(game, "cards.*.taste").contains(&("cards.leek.taste".to_owned(), 2)));
}

#[test]
fn a_workbook_that_cannot_be_read_is_an_error_and_nothing_worse() {
    let in_game = |name: &str, bytes: &[u8]| {
        let (folder, _) = game_with(name, bytes);
        finds(folder.path(), &["g", "--format", "short"])
    };
    assert_eq!(in_game("a.xlsx", b"id,name\n"), "error[CW0014]: `g/cards/a.xlsx` is not a whole workbook\n");
    let compound = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more";
    assert_eq!(
        in_game("a.xlsx", compound),
        "error[CW0014]: `g/cards/a.xlsx` is encrypted, or in an old format\n"
    );
    let encrypted = changed(ODS, |name, text| match name {
        "META-INF/manifest.xml" => {
            text.replace("</manifest:manifest>", "<manifest:encryption-data/></manifest:manifest>")
        }
        _ => text,
    });
    assert_eq!(
        in_game("a.ods", &encrypted),
        "error[CW0014]: `g/cards/a.ods` is encrypted, or in an old format\n"
    );
    for (name, whole) in [("a.ods", ODS), ("a.xlsx", XLSX)] {
        for length in (0..whole.len()).step_by(97) {
            assert!(sheets_of(name, &whole[..length]).is_err(), "{name}: {length}");
        }
        // Every byte is corrupted once; where that is not noticed, nothing is reported.
        for at in (0..whole.len()).step_by(7) {
            let mut damaged = whole.to_vec();
            damaged[at] ^= 0x55;
            let _ = sheets_of(name, &damaged);
        }
    }
}

#[test]
fn a_small_file_cannot_claim_much() {
    let too_large = |name: &str, bytes: &[u8]| {
        assert!(bytes.len() < 1 << 20, "{}", bytes.len());
        let (_folder, game) = game_with(name, bytes);
        let (files, found) = load(&game);
        let said = short(&files, &found);
        assert!(
            said.starts_with("error[CW0005]: ") && said.ends_with("holds more than a workbook may\n"),
            "{said}"
        );
    };
    // Much that is packed well.
    let zeros = vec![b' '; 65 << 20];
    too_large("a.xlsx", &archive(&[("[Content_Types].xml", &zeros)]));
    // Many strings that are announced, and never come.
    let announced = |name: &str, text: String| match name {
        "xl/sharedStrings.xml" => text.replacen("uniqueCount=\"", "uniqueCount=\"99999999999", 1),
        _ => text,
    };
    too_large("a.xlsx", &changed(XLSX, announced));
    // One cell far away, and one repeated.
    let mut far = Workbook::new();
    let sheet = far.add_worksheet();
    for row in 0..1100 {
        sheet.write_string(row, 0, "id").expect("written");
    }
    sheet.write_string(0, 16_383, "far").expect("written");
    too_large("a.xlsx", &far.save_to_buffer().expect("a workbook"));
    for repeat in [
        "table:number-columns-repeated=\"16384\" office:value-type",
        "table:number-columns-repeated=\"4294967295\" office:value-type",
    ] {
        let repeated = |name: &str, text: String| match name {
            "content.xml" => text
                .replace("<table:table-row", "<table:table-row table:number-rows-repeated=\"1000000\"")
                .replace("office:value-type", repeat)
                .replace("table:style-name=\"ro1\"", ""),
            _ => text,
        };
        too_large("a.ods", &changed(ODS, repeated));
    }
}

#[test]
fn a_new_game_can_have_its_cards_in_a_workbook() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    says(at, &["new", "g", "--name", "Soup"]);
    let said = says(at, &["new", "with/g", "--name", "Soup", "--sheet"]);
    assert!(said.contains("Then open with/g/cards/cards.xlsx"), "{said}");
    let table = |from: &str, to: &str| {
        says(at, &["export", from, "--to", "csv", "--out", to]);
        let table = fs::read_to_string(at.join(to).join("g/components.csv")).expect("a table");
        let mut rows: Vec<String> = table.lines().map(str::to_owned).collect();
        rows.sort();
        rows
    };
    assert_eq!(table("g", "one"), table("with/g", "two"));
    assert_eq!(
        says(at, &["check", "with/g", "--deny", "warnings"]).replace("with/", ""),
        says(at, &["check", "g"])
    );
    says(at, &["run", "with/g"]);

    let readme = fs::read_to_string(at.join("with/g/README.md")).expect("read");
    assert_eq!(
        (readme.matches("cards.xlsx").count(), readme.matches("cards.toml").count()),
        (2, 1),
        "{readme}"
    );

    // The same bytes each time, with the aids for a spreadsheet.
    let bytes = fs::read(at.join("with/g/cards/cards.xlsx")).expect("a workbook");
    says(at, &["new", "again/g", "--name", "Soup", "--sheet"]);
    assert_eq!(bytes, fs::read(at.join("again/g/cards/cards.xlsx")).expect("a workbook"));
    let all = std::cell::RefCell::new(String::new());
    changed(&bytes, |_, text| {
        all.borrow_mut().push_str(&text);
        text
    });
    let all = all.into_inner();
    for part in [
        "root,herb,mushroom",
        "<formula1>0</formula1><formula2>9</formula2>",
        "There are: bitter level.",
        "2000-01-01T00:00:00Z",
    ] {
        assert!(all.contains(part), "{part}");
    }
    assert_eq!(run(at, &["new", "other", "--sheet", "--from", "hearts"]).status.code(), Some(2));
}

#[test]
fn cards_that_need_more_than_a_row_stay_where_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    // The cards of an included package are shared with other games.
    let said = says(at, &["sheet", "hearts", "--cards", "--out", "hearts.xlsx"]);
    assert!(said.starts_with("hearts.xlsx: without cards yet"), "{said}");
    let game = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 4]\n[options.more]\ndefault = false\n[zones.deck]\nstart = \"cards\"\n\
                [flow]\nplay = \"choose c from deck by players[1]\"\n";
    let cards = "[cards.ant]\n[cards.bee]\nonly_if = \"more\"\n[cards.cat]\ncopies = \"player_count\"\n\
                 [cards.dog]\ncopies = \"player_count + 1\"\n";
    fs::create_dir_all(at.join("g/cards")).expect("folders");
    fs::write(at.join("g/game.toml"), game).expect("a file");
    fs::write(at.join("g/cards/all.toml"), cards).expect("a file");
    let said = says(at, &["sheet", "g", "--cards", "--out", "g/cards/cards.xlsx"]);
    assert!(said.contains("2 cards\nLeft out, since they need TOML: `bee` and `cat`."), "{said}");
    // The file that is left has those alone, and the game is whole.
    let kept = "[cards.bee]\nonly_if = \"more\"\n[cards.cat]\ncopies = \"player_count\"\n";
    fs::write(at.join("g/cards/all.toml"), kept).expect("a file");
    says(at, &["check", "g"]);
}

#[test]
fn a_game_moves_into_a_workbook_and_stays_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    says(at, &["new", "g", "--from", "fantasy-realms"]);
    let table = |to: &str| {
        says(at, &["export", "g", "--to", "csv", "--out", to]);
        fs::read_to_string(at.join(to).join("g/components.csv")).expect("a table")
    };
    let before = table("before");
    let said = says(at, &["sheet", "g", "--cards", "--out", "moved.xlsx"]);
    assert!(said.starts_with("moved.xlsx: 53 cards\nEach card may be declared once"), "{said}");
    fs::remove_dir_all(at.join("g/cards")).expect("removed");
    fs::create_dir(at.join("g/cards")).expect("created");
    fs::copy(at.join("moved.xlsx"), at.join("g/cards/cards.xlsx")).expect("copied");
    assert_eq!(table("after"), before);
    // Existing files are not replaced.
    let refused = run(at, &["sheet", "g"]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        refused.status.code() == Some(1) && why.contains("g/cards/cards.xlsx` is there already"),
        "{why}"
    );
    assert_eq!(run(at, &["sheet", "hearts"]).status.code(), Some(2), "a shipped game has no folder");
    assert_eq!(run(at, &["sheet", "g", "--out", "cards.xls"]).status.code(), Some(2));
    // Without cards it does no harm.
    says(at, &["new", "empty"]);
    assert!(says(at, &["sheet", "empty"]).ends_with("cards.xlsx: without cards yet\n"));
    assert_eq!(says(at, &["check", "empty", "--deny", "warnings"]).matches(": ok: ").count(), 1);
}

#[test]
fn objects_of_the_simulator_keep_their_ids() {
    let rows = |taste: &'static str, more: bool| {
        let mut rows: Vec<&[&str]> = vec![&["id", "name", "suit", "taste", "copies"]];
        let leek: &[&str] = if taste == "2" {
            &["leek", "Leek", "root", "2", "2"]
        } else {
            &["leek", "Wild leek", "root", "5", "2"]
        };
        if more {
            rows.push(&["garlic", "Garlic", "root", "1", "1"]);
        }
        rows.extend([leek, &["sage", "Sage", "herb", "7", "1"]]);
        workbook("Cards", &rows)
    };
    let (folder, game) = game_with("more.xlsx", &rows("2", false));
    let objects = || {
        says(folder.path(), &["export", "g", "--to", "tts", "--out", "there"]);
        let saved = fs::read(folder.path().join("there/g/tts/g.json")).expect("a saved object");
        let saved: Value = serde_json::from_slice(&saved).expect("JSON");
        let deck = saved["ObjectStates"][0].clone();
        let cards = deck["ContainedObjects"].as_array().cloned().expect("cards");
        let pair = |card: &Value| {
            let text = |key: &str| card[key].as_str().expect("a text").to_owned();
            (text("Nickname"), text("GUID"))
        };
        let mut all: Vec<(String, String)> = cards.iter().map(pair).collect();
        all.push(pair(&deck));
        all
    };
    let before = objects();
    fs::write(game.join("cards/more.xlsx"), rows("5", true)).expect("written");
    let after = objects();
    assert_eq!(after.len(), before.len() + 1);
    let ids = |of: &[(String, String)]| {
        of.iter().map(|(_, guid)| guid.clone()).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!((ids(&before).len(), ids(&after).len()), (before.len(), after.len()), "each is its own");
    let of = |all: &[(String, String)], name: &str| -> Vec<String> {
        all.iter().filter(|(nickname, _)| nickname == name).map(|(_, guid)| guid.clone()).collect()
    };
    // The changed card, although it has another name and another place in the deck; and all others.
    assert_eq!(of(&before, "Leek"), of(&after, "Wild leek"));
    for (name, guid) in before.iter().filter(|(name, _)| name != "Leek") {
        assert!(of(&after, name).contains(guid), "{name}");
    }
}
