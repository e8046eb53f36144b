//! Printers whose backs are off.

use crate::process::Ends;
use std::path::Path;

use super::*;

fn run(home: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = crate::process::cardwright();
    command
        .current_dir(home)
        .args(["--color=never", "--format=short"])
        .args(args)
        .env("XDG_CONFIG_HOME", home);
    let run = command.ended();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (run.status.code().expect("an end"), text(run.stdout), text(run.stderr))
}

/// The backs' places on the second page of a print with these arguments.
fn backs(home: &Path, more: &[&str]) -> Vec<[f64; 6]> {
    let args = [&["print", "fantasy-realms", "--sheet", "cards", "--only", "suit=wild"][..], more].concat();
    let (code, _, said) = run(home, &args);
    assert_eq!(code, 0, "{said}");
    let bytes = std::fs::read(home.join("output/fantasy-realms/cards.pdf")).expect("a file");
    let document = Document::load_mem(&bytes).expect("a PDF");
    placed(&document, document.page_iter().nth(1).expect("a back"))
}

#[test]
fn what_is_saved_of_a_printer_moves_its_backs_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    let (code, _, said) = run(home, &["print", "fantasy-realms", "--printer", "office"]);
    assert!(code == 1 && said.contains("error[CW0951]: nothing is saved of a printer `office`"), "{said}");
    let (code, out, said) =
        run(home, &["print", "calibration", "--printer", "office", "--offset", "0.5,-0.3"]);
    assert!(code == 0 && out.contains("settings.toml"), "{out}{said}");
    assert_eq!(run(home, &["print", "calibration", "--printer", "home", "--offset", "-1,2"]).0, 0);
    let plain = backs(home, &[]);
    let moved = backs(home, &["--printer", "office"]);
    for (plain, moved) in plain.iter().zip(&moved) {
        assert!((moved[4] - plain[4] - 0.5).abs() < 1e-3 && (moved[5] - plain[5] + 0.3).abs() < 1e-3);
    }
    // Other lines of the file stay.
    let file = home.join("cardwright/settings.toml");
    let text = std::fs::read_to_string(&file).expect("settings");
    std::fs::write(&file, text.replace("[printers.home]", "# by the window\n[printers.home]"))
        .expect("written");
    assert_eq!(run(home, &["print", "calibration", "--printer", "office", "--offset", "1,1"]).0, 0);
    let text = std::fs::read_to_string(&file).expect("settings");
    assert_eq!(
        text,
        "[printers.office]\nback = [1.0, 1.0]\n# by the window\n[printers.home]\nback = [-1.0, 2.0]\n"
    );
    let (code, _, said) = run(home, &["print", "fantasy-realms", "--printer", "offise"]);
    assert!(code == 1 && said.contains("CW0951"), "{said}");
}

#[test]
fn broken_settings_are_said_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    std::fs::create_dir(home.join("cardwright")).expect("a folder");
    let broken = [
        "[printers.office]\nback = 0.5\n",
        "[printers.office]\nback = [0.5, 300]\n",
        "[printers.office]\nfront = [0, 0]\n",
        "[paper]\npaper = \"A4\"\n",
        "[printers.office\n",
    ];
    for text in broken {
        std::fs::write(home.join("cardwright/settings.toml"), text).expect("written");
        for args in [
            &["print", "fantasy-realms", "--printer", "office"][..],
            &["print", "calibration", "--printer", "office", "--offset", "0,0"],
        ] {
            let (code, _, said) = run(home, args);
            assert!(
                code == 1 && said.contains("settings.toml:") && said.contains("error[CW"),
                "{text}: {said}"
            );
        }
        assert!(!home.join("output").exists());
        assert_eq!(std::fs::read_to_string(home.join("cardwright/settings.toml")).expect("settings"), text);
    }
    for offset in ["1", "1,x", "1,99"] {
        assert_eq!(
            run(home, &["print", "calibration", "--printer", "office", "--offset", offset]).0,
            2,
            "{offset}"
        );
    }
    assert_eq!(run(home, &["print", "fantasy-realms", "--printer", "o", "--offset", "0,0"]).0, 2);
}

#[test]
fn the_page_that_shows_it_has_a_scale_behind_each_cross() {
    let output = print::calibration::calibration(&Request::default());
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let pages: Vec<ObjectId> = document.page_iter().collect();
    assert_eq!(pages.len(), 2);
    // Long lines across and down: those of the crosses, and the zero lines of the scales.
    let middles = |page: ObjectId, length: f64| -> Vec<(i64, i64)> {
        let operations = sheet(&document, page);
        let number = |o: &Operation, i: usize| f64::from(o.operands[i].as_float().expect("a number"));
        let lines = operations.windows(2).filter(|pair| pair[0].operator == "m" && pair[1].operator == "l");
        let across = lines.filter(|pair| {
            number(&pair[0], 1) == number(&pair[1], 1)
                && (number(&pair[1], 0) - number(&pair[0], 0) - length).abs() < 0.01
        });
        let mut all: Vec<(i64, i64)> = across
            .map(|pair| ((number(&pair[0], 0) + number(&pair[1], 0)) * 50.0, number(&pair[0], 1) * 100.0))
            .map(|(x, y)| (x.round() as i64, y.round() as i64))
            .collect();
        all.sort_unstable();
        all
    };
    let (front, back) = (middles(pages[0], 20.0), middles(pages[1], 12.0));
    let mut mirrored: Vec<(i64, i64)> = back.iter().map(|(x, y)| (21_000 - x, *y)).collect();
    mirrored.sort_unstable();
    assert_eq!((front.len(), front), (5, mirrored));
    assert_eq!(middles(pages[0], 100.0).len(), 1, "what shows whether sizes are kept");
    assert!(text(&document, 2).contains("--offset"));
}

#[test]
fn a_paper_on_which_the_page_would_overlap_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, _, said) = run(folder.path(), &["print", "calibration", "--paper", "100x150"]);
    assert!(code == 1 && said.contains("error[CW0916]") && said.contains("120 × 198 mm"), "{said}");
    assert!(!folder.path().join("output").exists());
    for paper in ["A5", "letter", "120x198"] {
        let (code, _, said) = run(folder.path(), &["print", "calibration", "--paper", paper]);
        assert_eq!(code, 0, "{paper}: {said}");
    }
}

#[test]
fn a_printer_may_have_any_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path();
    let names = ["büro", "HP Laser 4.1", "a\"b", "by the 窗"];
    for (at, name) in names.iter().enumerate() {
        let offset = format!("{},1", at + 1);
        // The way out that the message proposes is one.
        let (code, _, said) = run(home, &["print", "fantasy-realms", "--printer", name]);
        assert!(code == 1 && said.contains("CW0951"), "{said}");
        let (code, _, said) = run(home, &["print", "calibration", "--printer", name, "--offset", &offset]);
        assert_eq!(code, 0, "{name}: {said}");
    }
    let text = std::fs::read_to_string(home.join("cardwright/settings.toml")).expect("settings");
    assert!(text.contains("[printers.\"büro\"]\nback = [1.0, 1.0]\n"), "{text}");
    let plain = backs(home, &[]);
    for (at, name) in names.iter().enumerate() {
        let moved = backs(home, &["--printer", name]);
        assert!((moved[0][4] - plain[0][4] - (at + 1) as f64).abs() < 1e-3, "{name}");
    }
    for name in ["", " ", " a", "a\nb"] {
        let (code, _, said) = run(home, &["print", "calibration", "--printer", name, "--offset", "1,1"]);
        assert!(code == 2 && said.contains("the name of a printer is one line"), "{name}: {said}");
    }
}
