//! The appearance of pages: an independent reader draws the PDFs of every shipped game, which are compared
//! with a table of fingerprints.
//!
//! A fingerprint is the mean lightness of each part of the page, in red, green and blue by turns. It is the
//! same on every machine, even if they round a pixel differently.
//!
//! A page that differs from the table fails, and `target/seen/report.html` shows it as it is and, if that was
//! drawn here, as it was when it last agreed. Once it has been looked at, `CARDWRIGHT_ACCEPT_PAGES=1 cargo
//! test pages_look` writes the table anew. Pictures stay in `target/seen`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

use super::export::Png;
use super::*;

/// Pixels to a point: 45 to the inch, at which letters are still seen to be there.
const SCALE: f32 = 0.625;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every page of a PDF as a picture, and the messages of the reader.
fn pictures(pdf: Vec<u8>) -> (Vec<Pixmap>, Vec<String>) {
    let said = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&said);
    let settings = InterpreterSettings {
        warning_sink: Arc::new(move |warning| sink.lock().expect("no panic").push(format!("{warning:?}"))),
        ..InterpreterSettings::default()
    };
    let pdf = Pdf::new(pdf).expect("a PDF");
    let cache = RenderCache::new();
    let drawn = RenderSettings { hinting: false, ..RenderSettings::default() };
    let size = PixmapSettings { x_scale: SCALE, y_scale: SCALE, bg_color: WHITE };
    let pages = pdf.pages().iter().map(|page| render(page, &cache, &settings, &drawn, &size)).collect();
    let said = said.lock().expect("no panic").clone();
    (pages, said)
}

/// A page of a PDF as a picture, so many pixels to a point.
pub fn page_picture(pdf: Vec<u8>, page: usize, scale: f32) -> Png {
    let pdf = Pdf::new(pdf).expect("a PDF");
    let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let drawn = RenderSettings { hinting: false, ..RenderSettings::default() };
    let cache = RenderCache::new();
    let picture = render(&pdf.pages()[page], &cache, &InterpreterSettings::default(), &drawn, &size);
    Png {
        width: picture.width().into(),
        height: picture.height().into(),
        channels: 3,
        to_the_metre: None,
        data: colours(&picture),
    }
}

/// Red, green and blue of each pixel.
fn colours(picture: &Pixmap) -> Vec<u8> {
    picture.data_as_u8_slice().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()
}

fn write_png(path: &Path, picture: &Pixmap) {
    let file = fs::File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, picture.width().into(), picture.height().into());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header().and_then(|mut w| w.write_image_data(&colours(picture))).expect("written");
}

/// The table: `game/file page fingerprint`, a line each.
fn table(text: &str) -> BTreeMap<String, String> {
    text.lines().filter_map(|l| l.rsplit_once(' ')).map(|(page, hash)| (page.into(), hash.into())).collect()
}

#[test]
fn pages_look_as_they_did() {
    let seen = root().join("target/seen");
    let (before, now) = (seen.join("before"), seen.join("now"));
    let _ = fs::remove_dir_all(&now);
    fs::create_dir_all(&now).expect("a folder");
    fs::create_dir_all(&before).expect("a folder");

    let games: Vec<&str> = crate::support::ids().collect();
    let (mut found, mut warnings) = (BTreeMap::new(), Vec::new());
    std::thread::scope(|scope| {
        let shares = games.chunks(games.len().div_ceil(2));
        let drawn: Vec<_> = shares
            .map(|share| scope.spawn(|| share.iter().map(|id| of_game(id, &now)).collect::<Vec<_>>()))
            .collect();
        for (pages, said) in drawn.into_iter().flat_map(|d| d.join().expect("no panic")).flatten() {
            found.extend(pages);
            warnings.extend(said);
        }
    });
    assert!(warnings.is_empty(), "the reader says:\n{}", warnings.join("\n"));

    let path = root().join("tests/data/pages.txt");
    let wanted = table(&fs::read_to_string(&path).unwrap_or_default());
    // A game that is not sound stays as it was; other tests report that. A new one is not compared before it
    // is accepted.
    let game = |page: &str| page.split('/').next().unwrap_or_default().to_owned();
    let drawn: BTreeSet<String> = found.keys().map(|page| game(page)).collect();
    found.extend(wanted.into_iter().filter(|(page, _)| !drawn.contains(&game(page))));
    if std::env::var_os("CARDWRIGHT_ACCEPT_PAGES").is_some() {
        let lines: String = found.iter().map(|(page, hash)| format!("{page} {hash}\n")).collect();
        fs::write(&path, lines).expect("written");
    }
    let wanted = table(&fs::read_to_string(&path).unwrap_or_default());
    let held: BTreeSet<String> = wanted.keys().map(|page| game(page)).collect();
    let all: BTreeSet<&String> =
        wanted.keys().chain(found.keys()).filter(|page| held.contains(&game(page))).collect();
    let changed: Vec<&String> = all
        .into_iter()
        .filter(|page| !wanted.get(*page).zip(found.get(*page)).is_some_and(|(a, b)| alike(a, b)))
        .collect();
    // Pages that are as they should be are the reference for later changes.
    for page in found.keys().filter(|page| drawn.contains(&game(page)) && !changed.contains(page)) {
        fs::rename(now.join(picture_of(page)), before.join(picture_of(page))).expect("moved");
    }
    if !changed.is_empty() {
        let report = seen.join("report.html");
        fs::write(&report, review(&changed, &before, &now)).expect("written");
        let list: Vec<&str> = changed.iter().map(|p| p.as_str()).collect();
        panic!(
            "{} pages look otherwise than they did: look at them in {}, then CARDWRIGHT_ACCEPT_PAGES=1 cargo test pages_look\n{}",
            changed.len(),
            report.display(),
            list.join("\n")
        );
    }
}

/// The pages of a game: their names and fingerprints, and the messages of the reader. Pictures of them go to
/// a folder. None if the game is not sound.
fn of_game(id: &str, folder: &Path) -> Option<(BTreeMap<String, String>, Vec<String>)> {
    let game = CompiledGame::open(id).game?;
    // Any change of a game changes the mark of its state, and need not change its appearance.
    let request = Request { threads: 1, state: Some("0".into()), ..Request::default() };
    let output = print::print(&game.ir, &cardwright::inspect::with_scenes(&game.ir, request));
    assert!(!output.files.is_empty(), "{id}: {}", said(&game, &output));
    let (mut pages, mut warnings) = (BTreeMap::new(), Vec::new());
    for file in output.files {
        let (pictures, said) = pictures(file.bytes);
        assert_eq!(pictures.len(), file.pages, "{id}/{}", file.name);
        warnings.extend(said.iter().map(|w| format!("{id}/{}: {w}", file.name)));
        for (i, picture) in pictures.iter().enumerate() {
            let page = format!("{id}/{} {:03}", file.name, i + 1);
            write_png(&folder.join(picture_of(&page)), picture);
            pages.insert(page, fingerprint(picture));
        }
    }
    Some((pages, warnings))
}

/// Parts of a page across and down.
const PARTS: (usize, usize) = (12, 17);

/// The size of a page, and how light each part of it is, two digits each.
fn fingerprint(picture: &Pixmap) -> String {
    let (width, height) = (usize::from(picture.width()), usize::from(picture.height()));
    let pixels = colours(picture);
    let mut print = format!("{width}x{height}:");
    for part in 0..PARTS.0 * PARTS.1 {
        let (column, row) = (part % PARTS.0, part / PARTS.0);
        let across = column * width / PARTS.0..(column + 1) * width / PARTS.0;
        let down = row * height / PARTS.1..(row + 1) * height / PARTS.1;
        let count = across.len() * down.len();
        let light: usize = down
            .flat_map(|y| across.clone().map(move |x| (y * width + x) * 3 + part % 3))
            .map(|at| usize::from(pixels[at]))
            .sum();
        let _ = write!(print, "{:02x}", light / count.max(1));
    }
    print
}

/// Returns whether two fingerprints are of pages that look alike: no part is lighter or darker by more than a
/// hair.
fn alike(one: &str, other: &str) -> bool {
    const HAIR: u8 = 1;
    let parts = |print: &str| -> Option<(String, Vec<u8>)> {
        let (size, parts) = print.split_once(':')?;
        let part = |i: usize| u8::from_str_radix(parts.get(2 * i..2 * i + 2)?, 16).ok();
        Some((size.to_owned(), (0..parts.len() / 2).map(part).collect::<Option<_>>()?))
    };
    match (parts(one), parts(other)) {
        (Some((size, light)), Some((other_size, other))) => {
            size == other_size
                && light.len() == other.len()
                && light.iter().zip(other).all(|(a, b)| a.abs_diff(b) <= HAIR)
        }
        _ => false,
    }
}

#[test]
fn a_page_that_looks_otherwise_has_another_fingerprint() {
    let (one, other) = ("2x2:00ff8010", "2x2:01fe8010");
    assert!(alike(one, one) && alike(one, other));
    for different in ["2x2:02ff8010", "2x3:00ff8010", "2x2:00ff80", "2x2:00ff80zz", ""] {
        assert!(!alike(one, different), "{different}");
    }
}

fn picture_of(page: &str) -> PathBuf {
    format!("{}.png", page.replace(['/', ' '], "-")).into()
}

/// The pages that look otherwise, side by side.
fn review(changed: &[&String], before: &Path, now: &Path) -> String {
    let mut page = String::from(
        "<!doctype html><meta charset=\"utf-8\"><title>Pages that look otherwise</title>\
         <style>body{font:16px system-ui;margin:2rem}img{max-width:46%;border:1px solid #888;vertical-align:top}</style>\n",
    );
    for name in changed {
        let shown = |folder: &Path| {
            let file = folder.join(picture_of(name));
            let place = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            if file.exists() {
                format!("<img src=\"{place}/{}\" alt=\"{place}\">", picture_of(name).display())
            } else {
                format!("<em>no picture of it {place}</em>")
            }
        };
        let _ = writeln!(page, "<h2>{name}</h2><p>{} {}</p>", shown(before), shown(now));
    }
    page
}
