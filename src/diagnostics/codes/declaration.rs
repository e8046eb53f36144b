//! Declares codes and their pages.

use crate::diagnostics::code::Code;

/// The page of a code.
#[derive(Clone, Copy, Debug)]
pub struct Explained {
    /// The stable code, such as `CW0123`.
    pub code: Code,
    /// A short name: "unknown name".
    pub title: &'static str,
    /// The explanation in Markdown: its meaning, why it is an error, a wrong and a right example. A few
    /// paragraphs.
    pub text: &'static str,
}

/// Declares the codes of one step: a constant for each, and their list. The page of `CW0123` is
/// `pages/CW0123.md`.
macro_rules! codes {
    ($($name:ident = $code:ident, $title:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: $crate::diagnostics::code::Code =
                $crate::diagnostics::code::Code::parse_const(stringify!($code));
        )*
        /// The codes of this step.
        pub const ALL: &[$crate::diagnostics::codes::declaration::Explained] = &[
            $($crate::diagnostics::codes::declaration::Explained {
                code: $name,
                title: $title,
                text: include_str!(concat!("../pages/", stringify!($code), ".md")),
            },)*
        ];
    };
}
pub(crate) use codes;
