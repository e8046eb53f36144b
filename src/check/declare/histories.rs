//! Histories: the state and zones that make up a position, and the built-in words about earlier positions.

use crate::check::declare::declarations::Declarations;
use crate::check::declare::messages;
use crate::check::symbols::items::HistorySymbol;
use crate::ir::FieldId;
use crate::model::{Ident, Package};

impl<'p> Declarations<'p> {
    /// Declares the histories, over the state and zones declared so far.
    pub(in crate::check) fn histories(&mut self, package: &'p Package) {
        for decl in &package.histories {
            let declared = |f: &FieldId| self.symbols.fields[*f].span.is_some();
            let mut history = HistorySymbol {
                id: decl.id.text.clone(),
                fields: self.symbols.fields.ids().filter(declared).collect(),
                zones: self.symbols.zones.ids().collect(),
                keep: decl.keep,
                span: decl.id.span,
            };
            if let Some(of) = &decl.of {
                let named = |id: &str| of.iter().any(|name| name.text == id);
                history.fields.retain(|f| named(&self.symbols.fields[*f].id));
                history.zones.retain(|z| named(&self.symbols.zones[*z].id));
                for name in of {
                    self.is_state(name);
                }
            }
            self.symbols.histories.push(history);
        }
    }

    /// Reports a name that cannot be part of a position.
    fn is_state(&mut self, name: &Ident) {
        let fields = self.symbols.fields.iter().filter(|f| f.span.is_some()).map(|f| f.id.as_str());
        let known: Vec<&str> = fields.chain(self.symbols.zones.iter().map(|z| z.id.as_str())).collect();
        if known.contains(&name.text.as_str()) {
            return;
        }
        let d = messages::unknown_state(name.span, &name.text).suggest(&name.text, known);
        self.diagnostics.push(d);
    }
}
