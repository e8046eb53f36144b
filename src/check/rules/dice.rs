//! `[dice]`: dice with declared faces.

use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;

impl RuleChecker<'_> {
    /// Returns whether a die of the game has this face, by id or printed name.
    pub(in crate::check) fn is_face(&self, written: &str) -> bool {
        let number = written.parse::<i64>().ok();
        self.world.dice.iter().any(|die| match die.ty {
            Ty::Enum(e) => {
                let info = &self.world.enums[e];
                let mut faces = die.info.faces.iter().filter_map(|face| usize::try_from(*face).ok());
                faces.any(|face| {
                    [&info.values, &info.printed].iter().any(|of| of.get(face).is_some_and(|v| v == written))
                })
            }
            _ => number.is_some_and(|n| die.info.faces.contains(&n)),
        })
    }
}
