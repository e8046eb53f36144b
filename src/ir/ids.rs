//! Ids: an index into each list of the IR is a type of its own, so that none is taken for another.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u16);

        impl $name {
            /// Returns the index.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}

ids! {
    /// Index into `Ir::actions`.
    ActionId;
    /// Index into `Ir::attributes`.
    AttributeId;
    /// Index into `Ir::choices`.
    ChoiceId;
    /// Index into `Layout::fields`.
    FieldId;
    /// Index into `Ir::functions`.
    FunctionId;
    /// Index into `Ir::kinds`.
    KindId;
    /// Index into `Ir::names`.
    NameId;
    /// Index into `Ir::options`.
    OptionId;
}
