//! Order files: a list of parts, and the orders that a desktop uploader reads.

use crate::diagnostics::{escape_xml, plain_cell};
use crate::print::export::receiver::ExportStop;
use crate::print::export::shops::catalogue::Product;
use crate::print::messages::export as messages;
use crate::print::sheets::batch::{Batch, ExportSubject};

/// Maximum number of cards in an order of the uploader.
pub const MOST: usize = 612;
/// Numbers of cards for which MakePlayingCards has prices.
const BRACKETS: [usize; 16] = [18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, MOST];
/// The card stock that is ordered, which the uploader also assumes.
const STOCK: &str = "(S30) Standard Smooth";

/// A part of a game: a front, its back, and its quantity.
pub struct OrderItem {
    /// The name of the product on which it is printed.
    product: &'static str,
    sheet: String,
    title: String,
    /// The path of its front.
    front: String,
    /// The path of its back; empty for a part printed on one side.
    back: String,
    copies: u32,
}

impl OrderItem {
    /// Creates the face of a die, counted from 1.
    pub fn side(product: &Product, die: &str, number: usize, front: String, copies: u32) -> OrderItem {
        OrderItem {
            product: product.name,
            sheet: die.to_owned(),
            title: format!("side {number}"),
            front,
            back: String::new(),
            copies,
        }
    }

    /// Creates a box that is printed on the outside.
    pub fn outside(product: &'static str, sheet: &str, front: String) -> OrderItem {
        let title = "outside".to_owned();
        OrderItem { product, sheet: sheet.to_owned(), title, front, back: String::new(), copies: 1 }
    }

    /// Creates the page of a booklet, counted from 1.
    pub fn page(product: &Product, sheet: &str, number: usize, front: String) -> OrderItem {
        let title = format!("page {number}");
        OrderItem {
            product: product.name,
            sheet: sheet.to_owned(),
            title,
            front,
            back: String::new(),
            copies: 1,
        }
    }
}

/// Returns the path of a face without its extension; that of a front ends in its quantity, if there are
/// several.
pub fn file_of(batch: &Batch, face: usize) -> String {
    let file = &batch.faces[face].file;
    match copies(batch, face) {
        0 | 1 => file.clone(),
        copies => format!("{file}-x{copies}"),
    }
}

/// Returns the quantity of a front; 0 for a back.
pub fn copies(batch: &Batch, face: usize) -> u32 {
    match batch.faces[face].of {
        ExportSubject::Name(_, copies) | ExportSubject::Other(copies) if face < batch.fronts() => copies,
        _ => 0,
    }
}

/// Returns the parts of a batch. `id` is that of its sheet.
pub fn parts(batch: &Batch, id: &str, product: &Product) -> Vec<OrderItem> {
    let part = |front: usize| OrderItem {
        product: product.name,
        sheet: id.to_owned(),
        title: batch.faces[front].title.clone(),
        front: format!("{}.png", file_of(batch, front)),
        back: batch.behind(front).map_or_else(String::new, |back| format!("{}.png", file_of(batch, back))),
        copies: copies(batch, front),
    };
    (0..batch.fronts()).map(part).collect()
}

/// Returns the list of parts as CSV.
///
/// # Errors
/// The table cannot be made.
pub fn list(parts: &[OrderItem]) -> Result<Vec<u8>, ExportStop> {
    let failed = |why: String| -> ExportStop { messages::no_list_of_parts(why).into() };
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(["product", "sheet", "name", "front", "back", "copies"])
        .map_err(|e| failed(e.to_string()))?;
    for part in parts {
        let copies = part.copies.to_string();
        let row = [part.product, &part.sheet, &part.title, &part.front, &part.back, &copies];
        rows.write_record(row.map(|cell| plain_cell(cell).into_owned()))
            .map_err(|e| failed(e.to_string()))?;
    }
    rows.into_inner().map_err(|e| failed(e.error().to_string()))
}

/// Returns orders for the uploader, each of at most [`MOST`] cards. Paths are relative to the folder of the
/// order.
pub fn uploads(parts: &[OrderItem]) -> Vec<String> {
    let cards: Vec<&OrderItem> = parts.iter().flat_map(|part| (0..part.copies).map(move |_| part)).collect();
    cards.chunks(MOST).map(upload).collect()
}

fn upload(cards: &[&OrderItem]) -> String {
    let count = cards.len();
    let bracket = BRACKETS.iter().find(|most| **most >= count).unwrap_or(&MOST);
    // The back of most cards is given once.
    let backs: Vec<&str> = cards.iter().map(|card| card.back.as_str()).collect();
    let is_common = backs.windows(2).all(|two| two[0] == two[1]);
    let mut xml = format!(
        "<order>\n  <details>\n    <quantity>{count}</quantity>\n    <bracket>{bracket}</bracket>\n    \
         <stock>{STOCK}</stock>\n    <foil>false</foil>\n  </details>\n"
    );
    let fronts: Vec<&str> = cards.iter().map(|card| card.front.as_str()).collect();
    side(&mut xml, "fronts", &fronts);
    if !is_common {
        side(&mut xml, "backs", &backs);
    }
    if let Some(back) = backs.first() {
        xml.push_str(&format!("  <cardback>{}</cardback>\n", escape_xml(back)));
    }
    xml.push_str("</order>\n");
    xml
}

/// Writes the pictures of one side, each once with the places that it takes.
fn side(xml: &mut String, name: &str, files: &[&str]) {
    let first: Vec<usize> = (0..files.len()).filter(|i| !files[..*i].contains(&files[*i])).collect();
    xml.push_str(&format!("  <{name}>\n"));
    for i in first {
        let places: Vec<String> =
            (0..files.len()).filter(|j| files[*j] == files[i]).map(|j| j.to_string()).collect();
        let file = escape_xml(files[i]);
        let called = escape_xml(files[i].rsplit('/').next().unwrap_or(files[i]));
        xml.push_str(&format!(
            "    <card>\n      <id>{file}</id>\n      <slots>{}</slots>\n      <name>{called}</name>\n    </card>\n",
            places.join(",")
        ));
    }
    xml.push_str(&format!("  </{name}>\n"));
}
