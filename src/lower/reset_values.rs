//! Reset values of state that lasts only `in` certain zones. They are evaluated per component at compile
//! time, so that a move only copies them.

use super::evaluate::Constant;
use super::lowering::Lowering;
use super::messages;
use crate::check::Ty;
use crate::diagnostics::Diagnostic;
use crate::ir::layout::RetainingZones;
use crate::ir::{FieldId, NONE, Owner};
use crate::source::{FileId, Span};

impl Lowering<'_> {
    /// Fills in the reset values of all such fields. Fails if a `start` depends on the state of play.
    pub(super) fn fill_reset_values(&mut self) -> Result<(), Diagnostic> {
        let symbols = self.symbols;
        for (f, field) in symbols.fields.iter().enumerate().filter(|(_, field)| !field.within.is_empty()) {
            debug_assert!(field.owner == Owner::Component);
            let words = symbols.words(&field.ty);
            let mut column = Vec::with_capacity(words * symbols.components.len());
            for component in symbols.components.ids() {
                let has =
                    symbols.is_below(symbols.names[symbols.components[component].name].kind, field.kind);
                match (field.start, field.printed) {
                    (Some(start), _) if has => {
                        let body = symbols.functions[start].body.as_ref();
                        match body.and_then(|body| self.call_known(body, &[u64::from(component.0)])) {
                            Some(Constant::Word(w)) => column.push(w),
                            Some(Constant::Set(s)) => column.extend(s),
                            None => {
                                let span = field.span.unwrap_or(Span::new(FileId(0), 0, 0));
                                return Err(messages::start_not_known(span, &field.id));
                            }
                        }
                    }
                    (_, Some(attribute)) if has => {
                        let printed = &symbols.printed[attribute];
                        column.extend_from_slice(&printed[component.index() * words..][..words]);
                    }
                    _ => column.resize(column.len() + words, nothing(&field.ty, field.range)),
                }
            }
            let base = self.constant(&column);
            self.ir.layout.fields[FieldId::from_index(f)].anew =
                Some(RetainingZones { places: field.within.clone(), base });
        }
        Ok(())
    }
}

/// Returns the default value of a field without a start, for each of its words.
fn nothing(ty: &Ty, range: Option<(i64, i64)>) -> u64 {
    match (ty, range) {
        (Ty::Optional(_), _) => NONE,
        (Ty::Set(_), _) => 0,
        (_, Some((low, _))) if low > 0 => low as u64,
        (_, Some((_, high))) if high < 0 => high as u64,
        _ => 0,
    }
}
