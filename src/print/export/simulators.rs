//! Files for programs that play card games without knowing their rules: Cockatrice, Card Game Simulator,
//! DragnCards.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::diagnostics::escape_xml;
use crate::ir::{Ir, NameInfo};
use crate::print::export::address::address;
use crate::print::export::files::{painted, png, view_at};
use crate::print::export::job::ExportJob;
use crate::print::export::names::{CardLabel, CardLabels, file_name, labels_for};
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::simulator::Simulator;
use crate::print::game::data;
use crate::print::messages::export as messages;
use crate::print::sheets::batch::{Batch, CutShape, ExportSubject, Face};
use crate::print::text::plain::plain;

/// Default resolution of pictures, in pixels per inch.
const DPI: f64 = 200.0;

impl Simulator {
    /// Returns the folder of its files.
    fn folder(self) -> &'static str {
        match self {
            Simulator::Cockatrice => "cockatrice",
            Simulator::CardGameSimulator => "card-game-simulator",
            Simulator::DragnCards => "dragncards",
        }
    }

    /// Returns the path of the picture of a face without its extension. Cockatrice finds it by the name of
    /// the card, `name`.
    fn picture(self, face: &Face, name: &str) -> String {
        match self {
            Simulator::Cockatrice if face.of.is_back() => format!("pics/{}", face.file),
            Simulator::Cockatrice => format!("pics/CUSTOM/{}", file_name(name)),
            Simulator::CardGameSimulator if face.of == ExportSubject::Back => face.file.clone(),
            Simulator::CardGameSimulator => format!("sets/{}", face.file),
            Simulator::DragnCards => format!("images/{}", face.file),
        }
    }
}

/// A card as a simulator's list describes it.
struct SimulatorCard<'a> {
    info: &'a NameInfo,
    label: &'a CardLabel,
    sheet: &'a str,
    face: &'a Face,
    copies: u32,
    /// The path of its picture, and that of its own back.
    pictures: (String, Option<String>),
    /// Printed attributes with their values in words.
    attributes: Vec<(&'a str, String)>,
}

/// Writes the cards for a simulator, with their pictures.
pub fn write(
    job: &ExportJob,
    simulator: Simulator,
    batches: &[Batch],
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    to.expect(batches.iter().map(|b| drawn(simulator, b).len()).sum());
    let labels = labels_for(simulator, job.press.ir, batches);
    for sheet in batches.iter().enumerate() {
        draw(job, simulator, sheet, &labels, to, out)?;
    }
    let of = |sheet| cards(job.press.ir, simulator, sheet, &labels);
    let cards: Vec<SimulatorCard> = batches.iter().enumerate().flat_map(of).collect();
    let files = match simulator {
        Simulator::Cockatrice => cockatrice(job, batches, &cards),
        Simulator::CardGameSimulator => card_game_simulator(job, batches, &cards)?,
        Simulator::DragnCards => dragncards(job.press.ir, batches, &cards),
    };
    for (name, text) in files {
        let name = format!("{}/{name}", simulator.folder());
        to.file(&name, text.as_bytes())?;
        out.made.push(name);
    }
    Ok(())
}

/// Returns the indices of the faces of a batch that a simulator gets. Only the tables of DragnCards refer to
/// the back of a single card.
fn drawn(simulator: Simulator, batch: &Batch) -> Vec<usize> {
    let has_use =
        |face: &Face| simulator == Simulator::DragnCards || !matches!(face.of, ExportSubject::OwnBack(_));
    (0..batch.faces.len()).filter(|i| has_use(&batch.faces[*i])).collect()
}

/// Draws the faces of a batch. Card Game Simulator has one back for all, that of the first batch.
fn draw(
    job: &ExportJob,
    simulator: Simulator,
    (number, batch): (usize, &Batch),
    labels: &CardLabels,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let kept = drawn(simulator, batch);
    let without_backs = kept.len() < batch.faces.len();
    let batch = &batch.select(kept);
    let (view, dpi) = view_at(job, batch, 0.0, DPI, &mut out.found)?;
    let well = batch.make(job.press, batch.bleed, batch.safe, &mut out.found, |made, first, found| {
        for (i, picture) in painted(job, batch, made, view, found)?.iter().enumerate() {
            let face = &batch.faces[first + i];
            let name = match face.of {
                ExportSubject::Name(index, _) => labels.get(&(number, index)).map_or("", |l| &l.name),
                _ => "",
            };
            let path = match (simulator, face.of) {
                (Simulator::CardGameSimulator, ExportSubject::Back) if number == 0 => "CardBack".to_owned(),
                _ => simulator.picture(face, name),
            };
            let path = format!("{}/{path}.png", simulator.folder());
            to.file(&path, &png(picture, CutShape::Rectangle, dpi)?)?;
        }
        to.faces_drawn(made.faces.len());
        Ok::<(), ExportStop>(())
    })?;
    if !well {
        return Err(ExportStop::Recorded);
    }
    let count = batch.faces.len();
    let (w, h) = (view.width, view.height);
    let backs = if without_backs { "; backs are left out" } else { "" };
    let folder = simulator.folder();
    out.made.push(format!("{folder}: {count} pictures of {}, {w} × {h} pixels{backs}", batch.sheet));
    Ok(())
}

fn cards<'a>(
    ir: &'a Ir,
    simulator: Simulator,
    (number, batch): (usize, &'a Batch),
    labels: &'a CardLabels,
) -> Vec<SimulatorCard<'a>> {
    let card = |(i, face): (usize, &'a Face)| {
        let ExportSubject::Name(index, copies) = face.of else { return None };
        let info = &ir.names[index];
        let label = labels.get(&(number, index))?;
        let value = |a: &'a crate::ir::AttributeInfo| {
            let value = ir.is_below(info.kind, a.kind).then(|| data::in_words(ir, a, info.first))??;
            Some((a.id.as_str(), value))
        };
        let own = batch.behind(i).filter(|_| batch.is_two_sided());
        let own = own.map(|back| simulator.picture(&batch.faces[back], ""));
        let pictures = (simulator.picture(face, &label.name), own);
        let attributes = data::printed(ir).filter_map(value).collect();
        Some(SimulatorCard { info, label, sheet: &batch.sheet, face, copies, pictures, attributes })
    };
    batch.faces.iter().enumerate().filter_map(card).collect()
}

/// Returns the database of cards and a deck of each sheet.
fn cockatrice(job: &ExportJob, batches: &[Batch], cards: &[SimulatorCard]) -> Vec<(String, String)> {
    let ir = job.press.ir;
    let set: String = ir.game.id.to_uppercase().chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_carddatabase version=\"4\">\n  <sets>\n    <set>\n      \
         <name>{set}</name>\n      <longname>{}</longname>\n      <settype>Custom</settype>\n    </set>\n  </sets>\n  <cards>\n",
        escape_xml(&ir.game.name)
    );
    for card in cards {
        let kind = escape_xml(&ir.print.label(&ir.kinds[card.info.kind].id));
        let url = match &job.options.url {
            Some(url) if url.starts_with("http") => {
                format!(" picURL=\"{}\"", escape_xml(&address(url, &format!("{}.png", card.pictures.0))))
            }
            _ => String::new(),
        };
        xml.push_str(&format!(
            "    <card>\n      <name>{}</name>\n      <text>{}</text>\n      <prop>\n        <layout>normal</layout>\n        \
             <side>front</side>\n        <type>{kind}</type>\n        <maintype>{kind}</maintype>\n      </prop>\n      \
             <set{url}>{set}</set>\n      <tablerow>1</tablerow>\n    </card>\n",
            escape_xml(&card.label.name),
            escape_xml(&words(ir, card)),
        ));
    }
    xml.push_str("  </cards>\n</cockatrice_carddatabase>\n");
    let mut files = vec![(format!("{}.xml", ir.game.id), xml)];
    for batch in batches {
        let mut deck = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n  <deckname>{}</deckname>\n  \
             <zone name=\"main\">\n",
            escape_xml(&ir.print.label(&batch.sheet))
        );
        for card in cards.iter().filter(|card| card.sheet == batch.sheet) {
            let (count, name) = (card.copies, escape_xml(&card.label.name));
            deck.push_str(&format!("    <card number=\"{count}\" name=\"{name}\"/>\n"));
        }
        deck.push_str("  </zone>\n</cockatrice_deck>\n");
        files.push((format!("{}.cod", batch.sheet), deck));
    }
    files
}

/// Returns attributes and texts of a card, a line each.
fn words(ir: &Ir, card: &SimulatorCard) -> String {
    let attributes = card.attributes.iter().map(|(id, value)| format!("{}: {value}", ir.print.label(id)));
    let says = Some(card.face.says.clone()).filter(|says| !says.is_empty());
    attributes.chain(says).collect::<Vec<_>>().join("\n")
}

/// Returns the definition of the game, its cards, its sets (the sheets) and a deck of each.
///
/// # Errors
/// A file cannot be made.
fn card_game_simulator(
    job: &ExportJob,
    batches: &[Batch],
    cards: &[SimulatorCard],
) -> Result<Vec<(String, String)>, ExportStop> {
    let ir = job.press.ir;
    let display = |phrase: &str| ir.print.label(&ir.print.phrase(phrase, &[]));
    let mut properties = vec![json!({ "name": "kind", "type": "string", "display": display("part_kind") })];
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for (id, _) in cards.iter().flat_map(|card| &card.attributes) {
        if known.insert(id) {
            properties.push(json!({ "name": id, "type": "string", "display": ir.print.label(id) }));
        }
    }
    properties.push(json!({ "name": "text", "type": "string", "display": ir.print.label("text") }));
    let inch = |mm: f64| (mm / 25.4 * 100.0).round() / 100.0;
    let size = batches.first().map_or((2.5, 3.5), |b| (inch(b.size.width), inch(b.size.height)));
    let game = json!({
        "name": ir.game.name,
        "cardBackImageFileType": "png",
        "cardImageFileType": "png",
        "cardPrimaryProperty": "kind",
        "cardProperties": properties,
        "cardSize": { "x": size.0, "y": size.1 },
        "deckFileType": "txt",
    });
    let of = |card: &SimulatorCard| {
        let mut all = Map::new();
        all.insert("id".into(), card.label.id.as_str().into());
        all.insert("name".into(), card.label.name.as_str().into());
        all.insert("set".into(), card.sheet.into());
        all.insert("kind".into(), ir.print.label(&ir.kinds[card.info.kind].id).into());
        all.extend(card.attributes.iter().map(|(id, value)| ((*id).to_owned(), value.as_str().into())));
        all.insert("text".into(), card.face.says.as_str().into());
        Value::Object(all)
    };
    let sets: Vec<Value> =
        batches.iter().map(|b| json!({ "code": b.sheet, "name": ir.print.label(&b.sheet) })).collect();
    let pretty = |value: &Value| {
        serde_json::to_string_pretty(value)
            .map(|text| text + "\n")
            .map_err(|e| messages::cards_not_written(e.to_string()))
    };
    let mut files = vec![
        ("cgs.json".to_owned(), pretty(&game)?),
        ("AllCards.json".to_owned(), pretty(&Value::Array(cards.iter().map(of).collect()))?),
        ("AllSets.json".to_owned(), pretty(&Value::Array(sets))?),
    ];
    for batch in batches {
        let own = cards.iter().filter(|card| card.sheet == batch.sheet);
        let list: String = own.map(|card| format!("{} {}\n", card.copies, card.label.name)).collect();
        files.push((format!("decks/{}.txt", batch.sheet), list));
    }
    Ok(files)
}

/// Returns the tables of cards: a row for each side. Cards with a back of their own have two.
fn dragncards(ir: &Ir, batches: &[Batch], cards: &[SimulatorCard]) -> Vec<(String, String)> {
    let table = |batch: &Batch| {
        let own: Vec<&SimulatorCard> = cards.iter().filter(|card| card.sheet == batch.sheet).collect();
        let mut columns: Vec<&str> = Vec::new();
        for (id, _) in own.iter().flat_map(|card| &card.attributes) {
            if !columns.contains(id) && !REQUIRED.contains(id) && !TEXTS.contains(id) {
                columns.push(id);
            }
        }
        let mut table = [&REQUIRED[..], &columns, &TEXTS].concat().join("\t") + "\n";
        for card in own {
            let back = if card.pictures.1.is_some() { MULTI_SIDED } else { batch.sheet.as_str() };
            let mut row = |picture: &str| {
                let mut cells = vec![
                    card.label.id.clone(),
                    card.label.name.clone(),
                    format!("{}.png", picture.trim_start_matches("images/")),
                    back.to_owned(),
                    batch.sheet.clone(),
                ];
                let value = |id: &&str| card.attributes.iter().find(|(a, _)| a == id).map(|(_, v)| v.clone());
                cells.extend(columns.iter().map(|id| value(id).unwrap_or_default()));
                let keywords: Vec<String> = card.info.keywords.iter().map(|k| ir.print.keyword(k)).collect();
                let (text, flavour) = (plain(&card.info.text), plain(&card.info.flavour));
                cells.extend([keywords.join(", "), text, flavour, card.copies.to_string()]);
                let cells = cells.iter().map(|cell| cell.replace(['\t', '\n', '\r'], " "));
                table.push_str(&(cells.collect::<Vec<_>>().join("\t") + "\n"));
            };
            row(&card.pictures.0);
            if let Some(other) = &card.pictures.1 {
                row(other);
            }
        }
        (format!("{}.tsv", batch.sheet), table)
    };
    batches.iter().map(table).collect()
}

/// The columns without which DragnCards refuses a table.
const REQUIRED: [&str; 5] = ["databaseId", "name", "imageUrl", "cardBack", "type"];
/// The columns behind those of attributes.
const TEXTS: [&str; 4] = ["keywords", "text", "flavour", "copies"];
/// The back of a card whose next row is its other side.
const MULTI_SIDED: &str = "multi_sided";
