//! Cards for Tabletop Simulator, in decks and single.

use serde_json::{Map, Value, json};

use crate::ir::ComponentId;
use crate::print::draw::units::Size;
use crate::print::export::tts_table::{card_scale, round};

/// A card as an object.
pub struct TtsCard {
    /// Index into `Ir::components`; none if the game has fewer copies.
    pub component: Option<ComponentId>,
    /// Its size on paper.
    pub size: Size,
    /// The card as the simulator's JSON object.
    pub object: Value,
}

/// A position and rotation on the table.
#[derive(Clone, Copy)]
pub struct Pose {
    /// To the right, up, and away from the first player, in units.
    pub at: (f64, f64, f64),
    /// True if the card reads from the other side of the table.
    pub turned: bool,
    /// True if the face is up.
    pub face_up: bool,
}

impl Pose {
    /// Moves an object here.
    pub fn place(self, object: &mut Value) {
        let (x, y, z) = self.at;
        for (key, value) in [
            ("posX", round(x)),
            ("posY", round(y)),
            ("posZ", round(z)),
            ("rotY", if self.turned { 0.0 } else { 180.0 }),
            ("rotZ", if self.face_up { 0.0 } else { 180.0 }),
        ] {
            object["Transform"][key] = json!(value);
        }
    }
}

/// Creates the object of a card: `key` is that of its sheet, and `custom` the sheet.
pub fn card(
    size: Size,
    guid: &str,
    (title, says): (&str, &str),
    id: u32,
    (key, custom): (u32, &Value),
) -> Value {
    let mut card = thing("Card", size, guid, (title, says));
    card["CardID"] = id.into();
    card["CustomDeck"] = json!({ key.to_string(): custom });
    card
}

/// Returns the object of some cards, the top one of a face-down pile first: a deck, or the card if there is
/// only one; none without cards.
pub fn pile(name: &str, guid: &str, mut cards: Vec<TtsCard>) -> Option<Value> {
    let size = cards.first()?.size;
    if cards.len() == 1 {
        return cards.pop().map(|card| card.object);
    }
    let mut sheets = Map::new();
    for card in &cards {
        if let Some(own) = card.object["CustomDeck"].as_object() {
            sheets.extend(own.clone());
        }
    }
    let mut deck = thing("DeckCustom", size, guid, (name, ""));
    deck["DeckIDs"] = cards.iter().map(|card| card.object["CardID"].clone()).collect();
    deck["CustomDeck"] = Value::Object(sheets);
    deck["ContainedObjects"] = cards.into_iter().map(|card| card.object).collect();
    Some(deck)
}

fn thing(name: &str, size: Size, guid: &str, (nickname, description): (&str, &str)) -> Value {
    let scale = card_scale(size);
    json!({
        "GUID": guid,
        "Name": name,
        "Transform": {
            "posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
            "scaleX": scale, "scaleY": 1.0, "scaleZ": scale,
        },
        "Nickname": nickname,
        "Description": description,
        "ColorDiffuse": { "r": 0.713, "g": 0.713, "b": 0.713 },
        "Locked": false,
        "Grid": true,
        "Snap": true,
        "Autoraise": true,
        "Sticky": true,
        "Tooltip": true,
        "Hands": name == "Card",
        "SidewaysCard": size.width > size.height,
    })
}
