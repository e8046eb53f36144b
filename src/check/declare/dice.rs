//! `[dice]`: dice with declared faces.

use crate::check::declare::declarations::Declarations;
use crate::check::hir::types::Ty;
use crate::check::symbols::items::DieSymbol;
use crate::check::symbols::values::sides_of;
use crate::diagnostics::codes::{check as codes, names};
use crate::diagnostics::{Diagnostic, list};
use crate::ir::{DieInfo, EnumId};
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
            let info = DieInfo { id: decl.id.text.clone(), ty: self.world.value_type(&ty), faces };
            self.world.dice.push(DieSymbol { info, ty, span: decl.id.span });
        }
    }

    /// Determines the type and the values of a die's faces.
    fn die(&self, decl: &DieDecl) -> Result<(Ty, Vec<i64>), Box<Diagnostic>> {
        let id = &decl.id.text;
        if sides_of(id).is_some() {
            let d = Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` is a die already"))
                .at(decl.id.span, "read as its number of sides")
                .help("call the die something else");
            return Err(Box::new(d));
        }
        let number = |face: &TomlNode| match face.value {
            TomlValue::Int(n) => Some(n),
            _ => None,
        };
        let word = |face: &TomlNode| face.as_text().map(|text| text.value.clone());
        let of_one_sort = |face: &TomlNode, first: &TomlNode| {
            let d =
                Diagnostic::error(codes::WRONG_VALUE, format!("the faces of `{id}` are of several sorts"));
            Err(Box::new(
                d.at(face.span, format!("this is {}", face.describe()))
                    .at(first.span, format!("this is {}", first.describe()))
                    .help("a die shows values of one enum, or whole numbers"),
            ))
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
        let enums = &self.world.enums;
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
                    let known = enums.iter().flat_map(|e| &e.values).map(String::as_str);
                    let d =
                        Diagnostic::error(names::UNKNOWN_VALUE, format!("no enum has the value `{word}`"));
                    return Err(Box::new(d.at(*span, "not known").suggest(word, known)));
                }
                let d = Diagnostic::error(codes::WRONG_VALUE, format!("no enum has all faces of `{id}`"))
                    .at(decl.id.span, "values of several enums")
                    .help("a die shows values of one enum, or whole numbers");
                return Err(Box::new(d));
            }
            (None, several) => {
                let ids: Vec<&str> =
                    several.iter().map(|e| enums[EnumId::from_index(*e)].id.as_str()).collect();
                let d = Diagnostic::error(
                    codes::WRONG_VALUE,
                    format!("the faces of `{id}` are values of several enums"),
                )
                .at(decl.id.span, list(&ids))
                .help(format!("call the die as the enum that is meant, `{}`", ids[0]));
                return Err(Box::new(d));
            }
        };
        let place = |(word, _): &(String, Span)| {
            enums[EnumId::from_index(e)].values.iter().position(|v| v == word).unwrap_or(0) as i64
        };
        Ok((Ty::Enum(EnumId::from_index(e)), words.iter().map(place).collect()))
    }
}
