//! Printing from the studio: PDFs in memory, to be looked at and downloaded.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use serde::Deserialize;
use serde_json::{Value, json};

use super::package::Workbench;
use super::problems;
use crate::inspect::with_game_scenes;
use crate::ir::print::{BackPlacement, CutMarks, PaperInfo, SizeInfo};
use crate::print::ink::Ink;
use crate::print::{PrintResult, Request, print, units};
use crate::threads::lock;

/// Number of printings whose files are kept.
const KEPT: usize = 6;

/// A request for pages.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PrintRequest {
    paper: Option<String>,
    duplex: Option<DuplexWord>,
    marks: Option<MarksWord>,
    ink: InkWord,
    sheets: Vec<String>,
    contact: bool,
    deck: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DuplexWord {
    Long,
    Short,
    Fold,
    Off,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MarksWord {
    Crop,
    Guides,
    None,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum InkWord {
    #[default]
    Full,
    Grey,
    Low,
}

impl PrintRequest {
    /// Returns the print request, without the cards of a list.
    ///
    /// # Errors
    /// There is no such paper; a message.
    fn request(&self) -> Result<Request, String> {
        let size = self.paper.clone().map(SizeInfo::Named);
        if let Some(size) = &size
            && let Err((name, _)) = units::size(size, &units::PAPERS)
        {
            let known: Vec<&str> = papers();
            return Err(format!("there is no paper `{name}`; there are: {}", known.join(", ")));
        }
        let paper = PaperInfo {
            size,
            marks: self.marks.map(|marks| match marks {
                MarksWord::Crop => CutMarks::Crop,
                MarksWord::Guides => CutMarks::Guides,
                MarksWord::None => CutMarks::None,
            }),
            duplex: self.duplex.map(|duplex| match duplex {
                DuplexWord::Long => BackPlacement::Long,
                DuplexWord::Short => BackPlacement::Short,
                DuplexWord::Fold => BackPlacement::Fold,
                DuplexWord::Off => BackPlacement::Off,
            }),
            ..PaperInfo::default()
        };
        let ink = match self.ink {
            InkWord::Full => Ink::Full,
            InkWord::Grey => Ink::Grey,
            InkWord::Low => Ink::Low,
        };
        Ok(Request { paper, ink, contact: self.contact, sheets: self.sheets.clone(), ..Request::default() })
    }
}

/// The papers that have names.
pub fn papers() -> Vec<&'static str> {
    units::PAPERS.iter().map(|(name, ..)| *name).collect()
}

/// A printed file: its name and its contents.
pub type File = (String, Arc<Vec<u8>>);

/// The files of the last printings, each with its number and the id of its game.
#[derive(Debug, Default)]
pub struct Printings(Mutex<VecDeque<(u64, String, Vec<File>)>>);

impl Printings {
    fn keep(&self, number: u64, game: &str, files: Vec<File>) {
        let mut all = lock(&self.0);
        all.push_back((number, game.to_owned(), files));
        while all.len() > KEPT {
            all.pop_front();
        }
    }

    /// Returns a file of a printing of a game.
    pub fn file(&self, game: &str, number: u64, name: &str) -> Option<Arc<Vec<u8>>> {
        let all = lock(&self.0);
        let (_, _, files) = all.iter().find(|(known, of, _)| *known == number && of == game)?;
        files.iter().find(|(known, _)| known == name).map(|(_, bytes)| Arc::clone(bytes))
    }
}

/// Prints, keeps the files, and formats the result.
///
/// # Errors
/// The game cannot be printed so; a message.
pub fn make(
    workbench: &Workbench,
    wanted: &PrintRequest,
    number: u64,
    printings: &Printings,
) -> Result<Value, String> {
    let (game, sources) = {
        let state = workbench.state();
        let game = state.current()?;
        (game, state.sources.clone())
    };
    let mut request = wanted.request()?;
    if let Some(deck) = &wanted.deck {
        let list = game
            .ir
            .decks
            .iter()
            .find(|known| known.id == *deck)
            .ok_or_else(|| format!("there is no list `{deck}`"))?;
        request = request.of_cards(list.cards.iter().map(|card| (card.name, card.count)));
    }
    let PrintResult { files, found } = print(&game.ir, &with_game_scenes(&game, request));
    let shown = files.iter().map(|file| {
        let url = format!("/studio/{}/print/{number}/{}", workbench.id, file.name);
        json!({ "name": file.name, "pages": file.pages, "what": file.what, "how": file.how, "bytes": file.bytes.len(), "url": url })
    });
    let said = json!({
        "ok": true,
        "print": number,
        "files": shown.collect::<Vec<Value>>(),
        "problems": problems::json(&found, &sources),
    });
    let files = files.into_iter().map(|file| (file.name, Arc::new(file.bytes))).collect();
    printings.keep(number, &workbench.id, files);
    Ok(said)
}
