//! `[dice]`: dice with declared faces.

use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::symbols::items::DieSymbol;

impl RuleChecker<'_> {
    /// Returns the faces of a die as a scenario writes them.
    pub(in crate::check) fn faces_as_written(&self, die: &DieSymbol) -> Vec<String> {
        let written = |face: &i64| match die.ty {
            Ty::Enum(e) => {
                let values = &self.symbols.enums[e].values;
                let value = usize::try_from(*face).ok().and_then(|face| values.get(face));
                format!("\"{}\"", value.map_or("", String::as_str))
            }
            _ => face.to_string(),
        };
        die.info.faces.iter().map(written).collect()
    }

    /// Returns whether a die of the game has this face, by id or printed name.
    pub(in crate::check) fn is_face(&self, written: &str) -> bool {
        let number = written.parse::<i64>().ok();
        self.symbols.dice.iter().any(|die| match die.ty {
            Ty::Enum(e) => {
                let info = &self.symbols.enums[e];
                let mut faces = die.info.faces.iter().filter_map(|face| usize::try_from(*face).ok());
                faces.any(|face| {
                    [&info.values, &info.printed].iter().any(|of| of.get(face).is_some_and(|v| v == written))
                })
            }
            _ => number.is_some_and(|n| die.info.faces.contains(&n)),
        })
    }
}
