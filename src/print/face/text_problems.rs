//! Problems of the texts on faces: those that do not fit their boxes or lie too near to the cut, and what is
//! missing for them.

use std::collections::BTreeSet;
use std::ops::Range;

use minijinja::Value;

use crate::diagnostics::Diagnostic;
use crate::print::face::face_parts::TextBox;
use crate::print::face::face_problems::{FaceDiagnostics, missing_glyphs};
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer};
use crate::print::game::card_places::{CardPart, declaration_of_card};
use crate::print::game::missing_icons;
use crate::print::messages::faces as messages;
use crate::print::text::plain::plain;
use crate::print::text::quotes::curled;
use crate::print::text::text_layout::TextLayout;

impl FaceRenderer<'_> {
    /// Returns the font family of a text box with bold words, if that has no bold font.
    pub fn without_bold<'b>(&self, b: &'b TextBox) -> Option<&'b str> {
        let is_bold = b.style.bold || b.text.iter().any(|p| !p.bold.is_empty() || p.heading > 0);
        b.style.families.first().filter(|family| is_bold && self.fonts.lacks_bold(family)).map(String::as_str)
    }

    /// Reports problems of a text box.
    pub fn report_text_problems(
        &self,
        (template, b): (&str, &TextBox),
        laid: &TextLayout,
        (of, data): (&str, &Value),
        edge: FaceEdge,
        (told, found): (&mut FaceDiagnostics, &mut Vec<Diagnostic>),
    ) {
        let id = || data.get_attr("id").unwrap_or_default();
        let is_over = laid.over.0 > 0.05 || laid.over.1 > 0.05;
        if is_over || laid.lines_over > 0 {
            let d = if is_over {
                messages::text_overflows(of, &b.name, laid.over, laid.size)
            } else {
                messages::too_many_lines(of, &b.name, laid.lines.len(), laid.lines_over, laid.size)
            };
            let id = id();
            let text = id.as_str().filter(|_| b.is_rules).map(|id| missing_icons::texts_of_card(self.ir, id));
            found.push(match text.and_then(|texts| texts.first().copied()) {
                Some(text) => d.at(text, ""),
                None => self.at_box(d, (template, data), b, told),
            });
        }
        let missing: BTreeSet<char> = laid.missing.iter().copied().collect();
        let no_glyphs = missing_glyphs(&missing, &format!("{of} needs in {}", b.name));
        found.extend(no_glyphs.map(|d| self.at_card_text(d, b, data)));
        for paragraph in &b.text {
            for name in &paragraph.unknown {
                let asked_by = format!(", which {of} asks for in {}", b.name);
                let id = id();
                let texts = id.as_str().map_or_else(Vec::new, |id| missing_icons::texts_of_card(self.ir, id));
                found.push(missing_icons::missing_icon(self.ir, self.words, name, &asked_by, &texts));
            }
        }
        let FaceEdge { size, safe, .. } = edge;
        let Some([left, top, right, bottom]) = laid.ink else { return };
        // The box may be rotated, so all corners are checked.
        let corners =
            [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| b.matrix.point(x, y));
        let nearest = corners.into_iter().map(|(x, y)| {
            let (x, y) = (f64::from(x), f64::from(y));
            x.min(y).min(size.width - x).min(size.height - y)
        });
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        if nearest < safe - 0.01 {
            let d = messages::text_near_cut(of, &b.name, nearest, safe);
            found.push(self.at_box(d, (template, data), b, told));
        }
    }

    /// Attaches a diagnostic to a text box of a template, if that is in the package.
    fn at_box(
        &self,
        d: Diagnostic,
        (template, data): (&str, &Value),
        b: &TextBox,
        told: &mut FaceDiagnostics,
    ) -> Diagnostic {
        if self.file_of(template).is_none() {
            return self.at_card_text(d, b, data);
        }
        match self.range_of_box(template, b) {
            Some(range) => self.at_face(d, template, Some(range)),
            None => {
                let find = || self.templates.line_of_box(template, data, &|other| other.name == b.name);
                // Boxes without a name have the same number on faces that leave out different ones.
                let what = format!("{} at {:?}", b.name, b.matrix.0);
                self.on_line(d, Some(template), &told.line(template, what, find))
            }
        }
    }

    /// Attaches a diagnostic about a text on a card to what the box shows, if that is known: the card's text
    /// or flavour, or else its name.
    fn at_card_text(&self, d: Diagnostic, b: &TextBox, data: &Value) -> Diagnostic {
        let of_card = |key: &str| data.get_attr(key).unwrap_or_default();
        let id = of_card("id");
        let Some(id) = id.as_str() else { return d };
        let texts = missing_icons::texts_of_card(self.ir, id);
        let flavour = of_card("flavour");
        let flavour = curled(&plain(flavour.as_str().unwrap_or_default()), &self.language);
        let is_flavour = |line: &str| !line.is_empty() && b.text.iter().any(|p| p.text == line);
        let shows_flavour = flavour.lines().any(is_flavour);
        let text = match (b.is_rules, shows_flavour) {
            (true, _) => texts.first().copied(),
            (false, true) => texts.last().copied(),
            (false, false) => None,
        };
        match text.or_else(|| declaration_of_card(self.ir, id, CardPart::Name)) {
            Some(text) => d.at(text, ""),
            None => d,
        }
    }

    /// Attaches a diagnostic about a picture on a face to the card whose picture it is.
    pub fn at_picture(&self, d: Diagnostic, data: &Value) -> Diagnostic {
        let of_card = |key: &str| data.get_attr(key).unwrap_or_default();
        let (id, art) = (of_card("id"), of_card("art"));
        let (Some(id), Some(art)) = (id.as_str(), art.as_str()) else { return d };
        let place = d.message.contains(&format!("`{art}`")).then(|| {
            // A component that stands for a card has the card's picture.
            let own = art.strip_prefix("art/").and_then(|file| file.split('.').next()).unwrap_or(id);
            declaration_of_card(self.ir, own, CardPart::Id)
        });
        match place.flatten() {
            Some(place) => d.at(place, ""),
            None => d,
        }
    }

    /// Returns the range of a text box's name in its template; `None` if another template has it.
    fn range_of_box(&self, template: &str, b: &TextBox) -> Option<Range<usize>> {
        let name = b.name.strip_prefix("box `")?.strip_suffix('`')?;
        let text = &self.ir.files.find(self.file_of(template)?)?.text;
        let begins = [format!("data-name=\"{name}\""), format!("id=\"{name}\"")];
        let found = begins.iter().find_map(|given| Some((text.find(given)?, given.len())))?;
        Some(found.0..found.0 + found.1)
    }
}
