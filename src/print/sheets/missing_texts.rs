//! Warnings of components that no sheet shows, and of cards whose rules or texts stand nowhere on them.

use std::collections::BTreeMap;

use minijinja::Value;

use crate::diagnostics::{Diagnostic, list_some};
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{ComponentId, Ir, KindId, NameId, NameInfo, PlaceId, SlotInfo};
use crate::print::draw::units::Size;
use crate::print::face::face_renderer::{FaceRenderer, FaceRequest};
use crate::print::game::data;
use crate::print::game::places::{at, attach_to_sheet};
use crate::print::game::sheet_list::{has_components, sheets};
use crate::print::messages::sheets as messages;
use crate::print::request::print_request::Request;
use crate::print::sheets::cards;
use crate::print::text::plain::plain;

/// Maximum number of ids in a message.
const NAMED: usize = 5;

/// Warns of kinds that no declared sheet shows, and that are therefore not printed.
pub fn unshown(ir: &Ir, found: &mut Vec<Diagnostic>) {
    let on_sheets: Vec<KindId> = ir
        .print
        .sheets
        .iter()
        .filter_map(|s| if let SubjectInfo::Components(kind) = s.subject { Some(kind) } else { None })
        .collect();
    let shown = |kind: KindId| on_sheets.iter().any(|above| ir.is_below(kind, *above));
    let left: Vec<&str> = (0..)
        .zip(&ir.kinds)
        .filter(|(k, _)| has_components(ir, KindId(*k)) && !shown(KindId(*k)))
        .map(|(_, kind)| kind.id.as_str())
        .collect();
    if let Some(first) = left.first().filter(|_| !on_sheets.is_empty()) {
        let place = ir.print.sheets.last().map_or(PlaceId(0), |s| s.place);
        found.push(at(ir, place, messages::unshown(&left, first)));
    }
}

/// Warns of cards of a sheet that have rules but no text, so that their text box stays empty.
pub fn unsaid(ir: &Ir, sheet: &SheetInfo, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    if sheet.face.is_some() {
        return;
    }
    // The compiler's own slots hold the options of actions, which a kind may give all its cards.
    let declared: Vec<&SlotInfo> = ir.slots.iter().filter(|slot| slot.id.is_declared()).collect();
    let has_rule = |first: ComponentId| {
        let rule = |slot: &&SlotInfo| slot.rules.get(first.index()).is_some_and(|f| *f != SlotInfo::EMPTY);
        declared.iter().any(rule)
    };
    let silent: Vec<&str> = ir
        .names
        .iter()
        .filter(|n| n.copies > 0 && ir.is_below(n.kind, kind))
        .filter(|n| n.text.is_empty() && n.keywords.is_empty() && (n.acts || has_rule(n.first)))
        .map(|n| n.id.as_str())
        .collect();
    if !silent.is_empty() {
        found.push(attach_to_sheet(ir, sheet, messages::unsaid(&list_some(&silent, NAMED))));
    }
}

/// Warns of components with texts whose default face has no room for these: tokens, and small cards.
pub fn too_small_for_texts(ir: &Ir, sheet: &SheetInfo, request: &Request, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    // An unknown size is reported when the sheet is printed.
    let Some(size) = cards::size_of(ir, sheet, kind, &mut Vec::new()) else { return };
    let face = cards::default_face(ir, kind, cards::by_size(ir, size));
    let is_token = face == cards::TOKEN;
    let has_own = |face: &str| ir.print.asset(&format!("faces/{face}.svg.j2")).is_some();
    if sheet.face.is_some() || !is_token && face != cards::TILE || has_own(&face) {
        return;
    }
    let shown = data::SheetAttributes::of(ir, sheet);
    let names = cards::components(ir, kind, &shown, request).into_iter().map(|(name, _)| &ir.names[name]);
    let lost: Vec<&str> = names
        .filter(|name| !name.text.is_empty() || !name.keywords.is_empty())
        // A token that stands for a card has that card's text.
        .filter(|name| {
            let is_card =
                |of: &NameInfo| of.copies > 0 && !ir.is_below(of.kind, kind) && of.text == name.text;
            name.text.is_empty() || !ir.names.iter().any(is_card)
        })
        .map(|name| name.id.as_str())
        .collect();
    if !lost.is_empty() {
        let (lost, size) = (list_some(&lost, NAMED), (size.width, size.height));
        let d = match is_token {
            true => messages::no_room_on_tokens(&lost),
            false => messages::too_small_for_texts(&lost, size, cards::LEAST_CARD),
        };
        found.push(attach_to_sheet(ir, sheet, d));
    }
}

/// Maximum number of components of a kind whose faces are filled in to find out whether they show texts.
const SAMPLED: usize = 12;

/// A sheet of components, with the templates of its faces.
struct ComponentSheet<'a> {
    sheet: &'a SheetInfo,
    kind: KindId,
    size: Size,
    shown: data::SheetAttributes<'a>,
    /// `None` if the template cannot be used, which is reported elsewhere.
    front: Option<String>,
    /// The template of backs of their own.
    back: Option<String>,
}

/// Warns of components whose texts no sheet shows, if one of their faces is the package's own: once for each
/// face and kind. A text is shown if a face differs with it, or if words of the text stand on the face: an
/// author may write a text anew in the template.
pub fn left_out_by_faces(press: &FaceRenderer, found: &mut Vec<Diagnostic>) {
    let ir = press.ir;
    let declared = sheets(ir);
    let on_paper: Vec<ComponentSheet> =
        declared.iter().filter_map(|sheet| ComponentSheet::of(press, sheet)).collect();
    for of in &on_paper {
        let Some(front) = of.front.as_deref() else { continue };
        let mut groups: BTreeMap<(KindId, String, bool), Vec<NameId>> = BTreeMap::new();
        for (id, name) in ir.names.iter_ids().filter(|(_, name)| of.has(ir, name) && has_text(name)) {
            let template = cards::suited(press, front, of.shown.band_of(ir, name.first));
            if press.file_of(&template).is_some() {
                groups.entry((name.kind, template, name.text.is_empty())).or_default().push(id);
            }
        }
        for ((_, template, _), names) in groups {
            let sampled: Vec<NameId> = names.iter().copied().step_by(names.len().div_ceil(SAMPLED)).collect();
            let beside: Vec<&ComponentSheet> =
                on_paper.iter().filter(|other| other.has(ir, &ir.names[names[0]])).collect();
            let is_seen = |name: &NameId| beside.iter().any(|sheet| sheet.depends_on_text(press, *name));
            let is_said = |name: &&NameId| beside.iter().any(|sheet| sheet.says_words(press, **name));
            // A few words may stand on a face by chance, but hardly on most of them.
            if sampled.iter().any(is_seen) || 2 * sampled.iter().filter(is_said).count() >= sampled.len() {
                continue;
            }
            let ids: Vec<&str> = names.iter().map(|name| ir.names[*name].id.as_str()).collect();
            let has_keywords_alone = ir.names[names[0]].text.is_empty();
            let d = messages::left_out_by_face(&list_some(&ids, NAMED), &template, has_keywords_alone);
            found.push(press.at_face(d, &template, None));
        }
    }
}

/// Returns whether a component has a text or keywords.
fn has_text(name: &NameInfo) -> bool {
    name.copies > 0 && !(name.text.is_empty() && name.keywords.is_empty())
}

impl<'a> ComponentSheet<'a> {
    /// Returns a sheet; `None` if it shows no components, or if its size is unknown.
    fn of(press: &FaceRenderer<'a>, sheet: &'a SheetInfo) -> Option<ComponentSheet<'a>> {
        let ir = press.ir;
        let SubjectInfo::Components(kind) = sheet.subject else { return None };
        // Printing and `check` report these.
        let mut reported = Vec::new();
        let size = cards::size_of(ir, sheet, kind, &mut reported)?;
        let default = cards::default_face(ir, kind, cards::by_size(ir, size));
        let front = cards::template(press, sheet, &sheet.face, &default, &mut reported);
        let back = cards::template(press, sheet, &sheet.back, "back", &mut reported);
        let back = back.filter(|_| sheet.two_sided);
        Some(ComponentSheet { sheet, kind, size, shown: data::SheetAttributes::of(ir, sheet), front, back })
    }

    /// Returns whether it shows a component.
    fn has(&self, ir: &Ir, name: &NameInfo) -> bool {
        ir.is_below(name.kind, self.kind)
    }

    /// Returns the requests of the faces that a component has of its own; `None` if a template cannot be
    /// used.
    fn faces(&self, press: &FaceRenderer, name: NameId) -> Option<Vec<FaceRequest>> {
        let sides = cards::SheetSides {
            press,
            sheet: self.sheet,
            kind: self.kind,
            shown: &self.shown,
            one: self.size,
            bleed: 0.0,
        };
        let mut faces = vec![sides.front(self.front.as_deref()?, name)];
        faces.extend(self.back.iter().flat_map(|back| sides.backs(back, &[name])));
        Some(faces)
    }

    /// Returns whether a face of a component differs if the text is another; true if it cannot be filled in.
    fn depends_on_text(&self, press: &FaceRenderer, name: NameId) -> bool {
        let Some(faces) = self.faces(press, name) else { return true };
        let of = &press.ir.names[name];
        let others = |count: usize| Value::from_iter(std::iter::repeat_n("?", count));
        faces.iter().any(|face| {
            let other = match of.text.is_empty() {
                true => {
                    let keywords = others(of.keywords.len());
                    let reminders = others(of.reminders.len());
                    let data = data::replaced(&face.data, "keywords", keywords);
                    data::replaced(&data, "reminders", reminders)
                }
                false => data::replaced(&face.data, "text", "?".into()),
            };
            let fill = |data: &Value| press.templates.filled_in(&face.template, data);
            match (fill(&face.data), fill(&other)) {
                (Some(with), Some(without)) => with != without,
                _ => true,
            }
        })
    }

    /// Returns whether half of the words and numbers of a component's text stand on its faces.
    fn says_words(&self, press: &FaceRenderer, name: NameId) -> bool {
        let Some(faces) = self.faces(press, name) else { return true };
        let mut said = String::new();
        for face in faces {
            let Ok(parts) = press.templates.face(&face.template, &face.data, self.size.width, &|_| true)
            else {
                return true;
            };
            for paragraph in parts.boxes.iter().flat_map(|b| &b.text) {
                said.push_str(&paragraph.text.to_lowercase());
                said.push('\n');
                said.extend(paragraph.icons.iter().map(|(_, icon)| format!("{icon}\n")));
            }
        }
        let of = &press.ir.names[name];
        let text = if of.text.is_empty() { of.keywords.join(" ") } else { plain(&of.text) };
        let text = text.to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric());
        let is_long = |word: &&str| word.chars().count() > 2 || word.chars().any(|c| !c.is_alphabetic());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).filter(is_long).collect();
        2 * words.iter().filter(|word| said.contains(**word)).count() >= words.len()
    }
}
