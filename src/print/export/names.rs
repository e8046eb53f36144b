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

/// Returns the name of each card, by its index in `Ir::names`. If the program cannot tell names apart, the
/// later cards have their id appended. Cockatrice tells them apart by their files, which must have names that
/// every file system accepts.
pub fn names_for(simulator: Simulator, ir: &Ir, batches: &[Batch]) -> BTreeMap<NameId, String> {
    let is_file = simulator == Simulator::Cockatrice;
    let key = |name: &str| if is_file { file_name(name).trim().to_lowercase() } else { name.to_owned() };
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names = BTreeMap::new();
    for face in batches.iter().flat_map(|batch| &batch.faces) {
        let ExportSubject::Name(index, _) = face.of else { continue };
        let info = &ir.names[index];
        names.entry(index).or_insert_with(|| {
            let id = if is_file { shortened(&info.id, MOST_ID) } else { info.id.clone() };
            // Lists of cards have one in each line.
            let printed: String =
                info.printed.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let name = if is_file { shortened(&printed, LONGEST - MOST_ID - BRACKETS) } else { printed };
            // Behind a dot, nothing would help against the name of a device.
            let name =
                if is_file && is_reserved(&file_name(&name)) { format!("({id}) {name}") } else { name };
            let numbered = (2..).map(|n| format!("{name} ({id} {n})"));
            let candidates = [name.clone(), format!("{name} ({id})")].into_iter().chain(numbered);
            let mut free = candidates.filter(|name| !key(name).is_empty() && taken.insert(key(name)));
            free.next().unwrap_or_default()
        });
    }
    names
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
