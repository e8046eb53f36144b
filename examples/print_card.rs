//! Prints three copies of one card as a PDF, into a folder that is named.

#![allow(clippy::print_stdout)] // the library never prints, a program may

use std::error::Error;
use std::path::PathBuf;

use cardwright::{Game, PrintConfig, print};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder for the PDF")?);
    let game = Game::open("cards/fantasy-realms")?;
    let output = print(&game, &PrintConfig::default().card("dragon", 3).paper("A4"))?;
    for file in &output.files {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.bytes)?;
        println!("{}: {} page(s), {} bytes", path.display(), file.pages, file.bytes.len());
    }
    Ok(())
}
