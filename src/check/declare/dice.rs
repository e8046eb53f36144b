//! `[dice]`: dice with declared faces.

use crate::check::declare::declarations::Declarations;
use crate::check::declare::messages;
use crate::check::hir::types::Ty;
use crate::check::symbols::items::DieSymbol;
use crate::check::symbols::values::sides_of;
use crate::diagnostics::Diagnostic;
use crate::ir::{DieInfo, EnumId, EnumInfo};
use crate::model::{DieDecl, Package};
use crate::source::{Span, TomlNode, TomlValue};

impl Declarations<'_> {
    pub(in crate::check) fn dice(&mut self, package: &Package) {
        for decl in &package.dice {
            let die = self.die(decl).unwrap_or_else(|d| {
                self.diagnostics.push(*d);
                (Ty::Error, vec![0])
            });
            let (ty, faces) = die;
            let info = DieInfo { id: decl.id.text.clone(), ty: self.symbols.value_type(&ty), faces };
            self.symbols.dice.push(DieSymbol { info, ty, span: decl.id.span });
        }
    }

    /// Determines the type and the values of a die's faces.
    fn die(&self, decl: &DieDecl) -> Result<(Ty, Vec<i64>), Box<Diagnostic>> {
        let id = &decl.id.text;
        if sides_of(id).is_some() {
            let d = messages::die_of_the_language(decl.id.span, id);
            return Err(Box::new(d));
        }
        let number = |face: &TomlNode| match face.value {
            TomlValue::Int(n) => Some(n),
            _ => None,
        };
        let word = |face: &TomlNode| face.as_text().map(|text| text.value.clone());
        let of_one_sort = |face: &TomlNode, first: &TomlNode| {
            let d = messages::mixed_faces(face.span, id, (first.span, first.describe()), face.describe());
            Err(Box::new(d))
        };
        let Some(first) = decl.faces.first() else { return Ok((Ty::Int, vec![0])) };
        if number(first).is_some() {
            let faces = decl.faces.iter().map(|face| number(face).ok_or(face));
            return match faces.collect::<Result<Vec<i64>, &TomlNode>>() {
                Ok(faces) => Ok((Ty::Int, faces)),
                Err(other) => of_one_sort(other, first),
            };
        }
        let mut words = Vec::new();
        for face in &decl.faces {
            match word(face) {
                Some(text) => words.push((text, face.span)),
                None => return of_one_sort(face, first),
            }
        }
        let enums = &self.symbols.enums;
        let has_all =
            |e: usize| words.iter().all(|(word, _)| enums[EnumId::from_index(e)].values.contains(word));
        let fitting: Vec<usize> = (0..enums.len()).filter(|e| has_all(*e)).collect();
        // A die named like an enum has that enum's values.
        let named = fitting.iter().copied().find(|e| enums[EnumId::from_index(*e)].id == *id);
        let e = match (named, fitting.as_slice()) {
            (Some(e), _) | (None, &[e]) => e,
            (None, []) => {
                let unknown = |(word, _): &&(String, Span)| !enums.iter().any(|e| e.values.contains(word));
                if let Some((word, span)) = words.iter().find(unknown) {
                    let d = messages::value_of_no_enum(*span, word);
                    // The die shows the enum that it is named for, or that has most of its other faces.
                    let shown =
                        |e: &&EnumInfo| words.iter().filter(|(word, _)| e.values.contains(word)).count();
                    let named = enums.iter().find(|e| e.id == *id);
                    let meant = named.or_else(|| enums.iter().filter(|e| shown(e) > 0).max_by_key(shown));
                    let d = match meant {
                        Some(meant) => d.suggest_in_order(word, &meant.values),
                        None => d.suggest(word, enums.iter().flat_map(|e| &e.values).map(String::as_str)),
                    };
                    return Err(Box::new(d));
                }
                let d = messages::faces_of_no_enum(decl.id.span, id);
                return Err(Box::new(d));
            }
            (None, several) => {
                let ids: Vec<&str> =
                    several.iter().map(|e| enums[EnumId::from_index(*e)].id.as_str()).collect();
                let d = messages::faces_of_several_enums(decl.id.span, id, &ids);
                return Err(Box::new(d));
            }
        };
        let place = |(word, _): &(String, Span)| {
            enums[EnumId::from_index(e)].values.iter().position(|v| v == word).unwrap_or(0) as i64
        };
        Ok((Ty::Enum(EnumId::from_index(e)), words.iter().map(place).collect()))
    }
}
