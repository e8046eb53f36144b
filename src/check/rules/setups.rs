//! `[setups]`, which are named sets of options, and the options of scenarios.

use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::values::{Notation, ValueTarget, value};
use crate::ir::{OptionId, PlaceId, SetupInfo};
use crate::model::{Ident, Package, SetupDecl};
use crate::source::{Span, TomlNode};

/// `[setups.…]`, each with the span of its declaration.
pub type Setups = Vec<(SetupInfo, Span)>;

impl<'p> RuleChecker<'p> {
    /// Checks `[setups]`: each option exists, and its value is allowed.
    pub(in crate::check) fn setups(&mut self) -> Setups {
        let package = self.package;
        let setup = |decl: &'p SetupDecl| {
            let options = self.option_values(package, &decl.options);
            (SetupInfo { id: decl.id.text.clone(), options, place: PlaceId(0) }, decl.id.span)
        };
        package.setups.iter().map(setup).collect()
    }

    /// Returns the options of a setup by its id; reports an error if there is none.
    pub(in crate::check) fn setup(&mut self, setups: &Setups, id: &Ident) -> Vec<(OptionId, i64)> {
        if let Some((setup, _)) = setups.iter().find(|(s, _)| s.id == id.text) {
            return setup.options.clone();
        }
        let d = messages::unknown_setup(id.span, &id.text);
        let d = match setups.is_empty() {
            true => d.help("declare it: `[setups.NAME]` with a value for each option that it changes"),
            false => d.suggest(&id.text, setups.iter().map(|(s, _)| s.id.as_str())),
        };
        self.diagnostics.push(d);
        Vec::new()
    }

    /// Resolves options and their values, as written in a setup or a scenario.
    pub(in crate::check) fn option_values(
        &mut self,
        package: &'p Package,
        written: &'p [(Ident, TomlNode)],
    ) -> Vec<(OptionId, i64)> {
        let mut options = Vec::new();
        for (id, node) in written {
            let Some(o) = self.symbols.options.iter().position(|o| o.id == id.text) else {
                let d = messages::unknown_option(id.span, &id.text);
                self.diagnostics.push(match id.text.as_str() {
                    "players" => d.help("`players` stands by itself, above `options`"),
                    _ => d.suggest(&id.text, self.symbols.options.iter().map(|o| o.id.as_str())),
                });
                continue;
            };
            let option = &self.symbols.options[OptionId::from_index(o)];
            // A reversed range has already been reported.
            let range = (option.ty == Ty::Int && option.range.0 <= option.range.1).then_some(option.range);
            let declared = package.options.get(o).map(|o| o.id.span);
            let (key, notation) = (Some(option.id.as_str()), Notation::Toml);
            match value(
                &self.symbols,
                node,
                &ValueTarget { ty: &option.ty, range, id: &option.id, key, notation, declared },
            ) {
                Ok(words) => options.push((OptionId::from_index(o), words[0] as i64)),
                Err(d) => self.diagnostics.push(d),
            }
        }
        options
    }
}
