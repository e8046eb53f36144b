//! The appearance of pages: an independent reader draws the PDFs of every shipped game, which are compared
//! with small pictures of them in `tests/data/pages/`, one for each page.
//!
//! A page that differs fails, as does a picture of a page that no game has any more.
//! `target/seen/report.html` shows each page as it should be, as it is, and the difference; and also the last
//! page drawn here that agreed, which is larger. Once it has been looked at, `CARDWRIGHT_ACCEPT_PAGES=1 cargo
//! test pages_look` writes the pictures anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

use super::export::Png;
use super::thumbnail::{Thumbnail, files_below};
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
    picture_of(&render(&pdf.pages()[page], &cache, &InterpreterSettings::default(), &drawn, &size))
}

/// Red, green and blue of each pixel.
fn picture_of(drawn: &Pixmap) -> Png {
    let pixels = drawn.data_as_u8_slice().chunks_exact(4);
    Png {
        width: drawn.width().into(),
        height: drawn.height().into(),
        channels: 3,
        to_the_metre: None,
        data: pixels.flat_map(|p| [p[0], p[1], p[2]]).collect(),
    }
}

fn write_png(path: &Path, picture: &Png) {
    let file = fs::File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header().and_then(|mut w| w.write_image_data(&picture.data)).expect("written");
}

/// The folders of `target/seen`, and the captions of their pictures in the report.
const SHOWN: [(&str, &str); 4] = [
    ("accepted", "accepted"),
    ("now", "now"),
    ("differences", "difference"),
    ("before", "the last that agreed"),
];

/// The name of a page's picture below `tests/data/pages/`, which begins with its game.
fn name_of(game: &str, file: &str, page: usize) -> String {
    let stem = file.strip_suffix(".pdf").unwrap_or(file).replace('/', "-");
    format!("{game}/{stem}-{page:03}.png")
}

/// The game that a picture is of.
fn game_of(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}

/// The pictures in the repository whose page no game has. A game that is not sound draws nothing, which other
/// tests report, and keeps its pictures.
fn stale<'n>(held: &'n [String], drawn: &BTreeSet<String>, unsound: &[&str]) -> Vec<&'n String> {
    held.iter().filter(|name| !drawn.contains(*name) && !unsound.contains(&game_of(name))).collect()
}

#[test]
fn a_picture_of_no_page_is_found() {
    let held = ["chess/board-001.png", "chess/board-002.png", "gone/board-001.png", "ill/a.png", "odd.txt"];
    let held = held.map(str::to_owned);
    let drawn = BTreeSet::from(["chess/board-001.png".to_owned()]);
    let found = stale(&held, &drawn, &["ill"]);
    assert_eq!(found, ["chess/board-002.png", "gone/board-001.png", "odd.txt"]);
}

#[test]
fn pages_look_as_they_did() {
    let seen = root().join("target/seen");
    let folder = |name: &str| seen.join(name);
    let _ = ["accepted", "now", "differences"].map(|name| fs::remove_dir_all(folder(name)));
    SHOWN.iter().for_each(|(name, _)| fs::create_dir_all(folder(name)).expect("a folder"));
    let now = folder("now");

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

    let pages = root().join("tests/data/pages");
    let accepted = |name: &str| fs::read(pages.join(name)).ok().map(|bytes| Thumbnail::read(&bytes));
    let agrees = |name: &str, page: &Thumbnail| accepted(name).is_some_and(|wanted| wanted.is_like(page));
    let drawn: BTreeSet<String> = found.keys().cloned().collect();
    let sound: BTreeSet<&str> = drawn.iter().map(|name| game_of(name)).collect();
    let unsound: Vec<&str> = games.iter().copied().filter(|game| !sound.contains(game)).collect();
    if std::env::var_os("CARDWRIGHT_ACCEPT_PAGES").is_some() {
        let held = files_below(&pages);
        stale(&held, &drawn, &unsound)
            .iter()
            .for_each(|name| fs::remove_file(pages.join(name)).expect("gone"));
        for (name, page) in found.iter().filter(|(name, page)| !agrees(name, page)) {
            fs::create_dir_all(pages.join(game_of(name))).expect("a folder");
            fs::write(pages.join(name), page.png()).expect("written");
        }
    }
    let held = files_below(&pages);
    let stale = stale(&held, &drawn, &unsound);
    // A new game is not compared before its pages are accepted.
    let is_old = |name: &str| held.iter().any(|other| game_of(other) == game_of(name));
    let changed: Vec<&String> = found
        .iter()
        .filter(|(name, page)| is_old(name) && !agrees(name, page))
        .map(|(name, _)| name)
        .collect();
    // The pages that agree are shown beside later ones that do not.
    for name in drawn.iter().filter(|name| !changed.contains(name)) {
        fs::rename(now.join(file_of(name)), folder("before").join(file_of(name))).expect("moved");
    }
    for name in changed.iter().chain(&stale) {
        // A page without an accepted picture is shown alone.
        let _ = fs::copy(pages.join(name), folder("accepted").join(file_of(name)));
        let both = accepted(name).zip(found.get(*name));
        if let Some(difference) = both.and_then(|(wanted, page)| wanted.difference(page)) {
            fs::write(folder("differences").join(file_of(name)), difference.png()).expect("written");
        }
    }
    let otherwise = changed.iter().map(|name| (*name, "the page looks otherwise"));
    let list: Vec<_> = otherwise.chain(stale.iter().map(|name| (*name, "no game has this page"))).collect();
    if !list.is_empty() {
        let report = seen.join("report.html");
        fs::write(&report, review(&list, &seen)).expect("written");
        let lines: Vec<String> = list.iter().map(|(name, why)| format!("{name}: {why}")).collect();
        panic!(
            "{} pages look otherwise than accepted: look at them in {}, then CARDWRIGHT_ACCEPT_PAGES=1 cargo test pages_look\n{}",
            list.len(),
            report.display(),
            lines.join("\n")
        );
    }
}

/// The pages of a game, by the names of their pictures, and the messages of the reader. The pages as drawn go
/// to a folder. None if the game is not sound.
fn of_game(id: &str, folder: &Path) -> Option<(BTreeMap<String, Thumbnail>, Vec<String>)> {
    let game = crate::support::open(id).game?;
    // Any change of a game changes the mark of its state, and need not change its appearance.
    let request = Request { threads: 1, state: Some("0".into()), ..Request::default() };
    let output = print::print(&game.ir, &cardwright::inspect::with_scenes(&game.ir, request));
    assert!(!output.files.is_empty(), "{id}: {}", said(&game, &output));
    let (mut pages, mut warnings) = (BTreeMap::new(), Vec::new());
    for file in output.files {
        let (pictures, said) = pictures(file.bytes);
        assert_eq!(pictures.len(), file.pages, "{id}/{}", file.name);
        warnings.extend(said.iter().map(|w| format!("{id}/{}: {w}", file.name)));
        for (i, drawn) in pictures.iter().enumerate() {
            let (name, picture) = (name_of(id, &file.name, i + 1), picture_of(drawn));
            write_png(&folder.join(file_of(&name)), &picture);
            assert!(pages.insert(name, Thumbnail::of(&picture)).is_none(), "two pages have one name");
        }
    }
    Some((pages, warnings))
}

/// The file of a page in the folders of `target/seen`.
fn file_of(name: &str) -> String {
    name.replace('/', "-")
}

/// A report of pages: a row of pictures each.
fn review(list: &[(&String, &str)], seen: &Path) -> String {
    let mut page = String::from(
        "<!doctype html><meta charset=\"utf-8\"><title>Pages that look otherwise</title>\
         <style>body{font:16px system-ui;margin:2rem}figure{display:inline-block;width:23%;margin:0 1% 0 0;vertical-align:top}\
         img{width:100%;border:1px solid #888;image-rendering:pixelated}</style>\n",
    );
    for (name, why) in list {
        let _ = write!(page, "<h2>{name}: {why}</h2><p>");
        for (folder, caption) in SHOWN {
            let address = format!("{folder}/{}", file_of(name));
            let _ = match seen.join(&address).exists() {
                true => {
                    write!(
                        page,
                        "<figure><img src=\"{address}\" alt=\"\"><figcaption>{caption}</figcaption></figure>"
                    )
                }
                false => write!(page, "<figure>{caption}: there is no picture</figure>"),
            };
        }
        page.push('\n');
    }
    page
}
