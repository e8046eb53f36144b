//! The pictures of the README: made by the program itself, small, and shown.

use std::fs;
use std::path::Path;

use cardwright::print::export::{ExportForm, ExportOptions};

use super::export::{Png, all};
use super::seen::page_picture;
use super::*;

/// The game that they show, and three of its cards.
const GAME: &str = "fantasy-realms";
const CARDS: [&str; 3] = ["dragon", "great_flood", "book_of_changes"];

fn shrunk(png: &Png) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, png.width, png.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header().and_then(|mut w| w.write_image_data(&png.data)).expect("written");
    bytes
}

#[test]
fn readme_pictures_are_small_and_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("docs/pictures");
    if std::env::var_os("CARDWRIGHT_WRITE_PICTURES").is_some() {
        let game = CompiledGame::open(&format!("cards/{GAME}")).game.expect("a sound game");
        fs::create_dir_all(&folder).expect("a folder");
        let faces = all(
            &game,
            &Request::default(),
            &ExportOptions { dpi: Some(110.0), ..ExportOptions::new(ExportForm::Png) },
        );
        for card in CARDS {
            let face = Png::read(&faces[&format!("png/cards/{card}.png")]);
            fs::write(folder.join(format!("{card}.png")), shrunk(&face)).expect("written");
        }
        let output = print::print(&game.ir, &Request { sheets: vec!["cards".into()], ..Request::default() });
        fs::write(folder.join("page.png"), shrunk(&page_picture(output.files[0].bytes.clone(), 0, 0.85)))
            .expect("written");
    }
    let readme = fs::read_to_string(root.join("README.md")).expect("it is there");
    for name in CARDS.iter().copied().chain(["page"]) {
        let bytes = fs::read(folder.join(format!("{name}.png")))
            .expect("CARDWRIGHT_WRITE_PICTURES=1 cargo test readme_pictures");
        assert!(bytes.len() < 150_000, "{name}: {} bytes", bytes.len());
        let picture = Png::read(&bytes);
        assert!(picture.width >= 200 && picture.height > picture.width, "{name}");
        assert!(readme.contains(&format!("docs/pictures/{name}.png")), "README does not show {name}");
    }
}
