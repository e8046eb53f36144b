//! Names of cards that other programs tell apart.

use std::collections::{BTreeMap, BTreeSet};

use crate::hash::content_hash;
use crate::ir::{Ir, NameId};
use crate::print::export::simulator::Simulator;
use crate::print::game::file_names::is_reserved;
use crate::print::sheets::batch::{Batch, ExportSubject};

/// Maximum length of a card's name that is the name of a file, too, in bytes. Most file systems allow 255,
/// with the extension.
const LONGEST: usize = 240;
/// Room of that for an id in brackets, in bytes.
const MOST_ID: usize = 60;
/// Room for the brackets and a number, in bytes.
const BRACKETS: usize = 20;

/// Returns a name without the characters that Cockatrice leaves out of the names of files.
pub fn file_name(name: &str) -> String {
    let kept = name.replace(" // ", "");
    let kept = kept.chars().filter(|c| !r#":"?*<>|\"#.contains(*c) && !c.is_control());
    kept.map(|c| if c == '/' { ' ' } else { c }).collect()
}

/// A card as other programs tell it apart: no other card has its name, and none its id.
pub struct CardLabel {
    pub name: String,
    pub id: String,
}

/// The label of each card, by the index of its sheet and its index in `Ir::names`.
pub type CardLabels = BTreeMap<(usize, NameId), CardLabel>;

/// Returns the labels of all cards. If the program cannot tell names apart, the later cards have their id
/// appended, or their sheet if the same component is on several. Cockatrice tells cards apart by their files,
/// which must have names that every file system accepts.
pub fn labels_for(simulator: Simulator, ir: &Ir, batches: &[Batch]) -> CardLabels {
    let is_file = simulator == Simulator::Cockatrice;
    let key = |name: &str| if is_file { file_name(name).trim().to_lowercase() } else { name.to_owned() };
    let fit = |text: &str, most: usize| if is_file { shortened(text, most) } else { text.to_owned() };
    let (mut taken, mut ids): (BTreeSet<String>, BTreeSet<String>) = Default::default();
    let mut labels = CardLabels::new();
    let sheets = batches.iter().enumerate();
    for (sheet, batch, face) in sheets.flat_map(|(i, batch)| batch.faces.iter().map(move |f| (i, batch, f))) {
        let ExportSubject::Name(index, _) = face.of else { continue };
        let info = &ir.names[index];
        let numbers = 2..;
        let on_sheet = format!("{}-{}", info.id, batch.sheet);
        let numbered = numbers.clone().map(|n| format!("{on_sheet}-{n}"));
        let mut free = [info.id.clone(), on_sheet.clone()].into_iter().chain(numbered);
        let id = free.find(|id| ids.insert(id.clone())).unwrap_or_default();
        let mark = fit(if id == info.id { &info.id } else { &batch.sheet }, MOST_ID);
        // Lists of cards have one in each line.
        let printed: String = info.printed.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let name = fit(&printed, LONGEST - MOST_ID - BRACKETS);
        let is_fine = |name: &str| !(key(name).is_empty() || is_file && is_reserved(&file_name(name)));
        // Behind a dot, a mark does not help against the name of a device.
        let marked = format!("{name} ({mark})");
        let name = if is_fine(&marked) { name } else { format!("({mark}) {name}") };
        let numbered = numbers.map(|n| format!("{name} ({mark} {n})"));
        let candidates = [name.clone(), format!("{name} ({mark})")].into_iter().chain(numbered);
        let mut free = candidates.filter(|name| is_fine(name) && taken.insert(key(name)));
        let name = free.next().unwrap_or_default();
        labels.insert((sheet, index), CardLabel { name, id });
    }
    labels
}

/// Returns a text of at most `most` bytes: if it is longer, its beginning and a hash of all of it.
fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let hash = format!("… {:08x}", content_hash(text.as_bytes()) & 0xffff_ffff);
    let mut end = most.saturating_sub(hash.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{hash}", text[..end].trim_end())
}
