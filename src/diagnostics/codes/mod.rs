//! All codes with their titles and the pages that `cardwright explain` prints. One file per step of the
//! pipeline.

use super::Code;

/// The page of a code.
#[derive(Clone, Copy, Debug)]
pub struct Explained {
    /// The code.
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
            pub const $name: $crate::diagnostics::Code =
                $crate::diagnostics::Code::parse_const(stringify!($code));
        )*
        /// The codes of this step.
        pub const ALL: &[$crate::diagnostics::codes::Explained] = &[
            $($crate::diagnostics::codes::Explained {
                code: $name,
                title: $title,
                text: include_str!(concat!("../pages/", stringify!($code), ".md")),
            },)*
        ];
    };
}
pub(crate) use codes;

/// 0500–0599 as well: actions and windows.
pub mod actions;
/// 0500–0599: names and types.
pub mod check;
/// 0930–0949: pictures and tables for elsewhere.
pub mod export;
/// 0700–0799: faults while a game is played.
pub mod fault;
/// 0600–0699: probable mistakes, and texts that differ from their rules.
pub mod lint;
/// 0300–0399: declarations.
pub mod model;
/// 0500–0599 as well: names.
pub mod names;
/// 0001–0099: packages and files.
pub mod package;
/// 0800–0849: scenarios, decks, evaluation.
pub mod play;
/// 0900–0929: paper.
pub mod print;
/// 0950–0979: printers, and reprints of changed faces.
pub mod printer;
/// 0850–0859: saved games.
pub mod replay;
/// 0200–0299: shape.
pub mod schema;
/// 0860–0869: solving.
pub mod solve;
/// 0100–0199: TOML, CSV and sheets.
pub mod source;
/// 0400–0499: code strings.
pub mod syntax;
/// 0870–0889: tournaments.
pub mod tournament;

/// All codes, in order.
pub fn all() -> impl Iterator<Item = &'static Explained> {
    let mut all: Vec<&'static Explained> = [
        package::ALL,
        source::ALL,
        schema::ALL,
        model::ALL,
        syntax::ALL,
        names::ALL,
        check::ALL,
        actions::ALL,
        lint::ALL,
        fault::ALL,
        play::ALL,
        replay::ALL,
        solve::ALL,
        tournament::ALL,
        print::ALL,
        export::ALL,
        printer::ALL,
    ]
    .into_iter()
    .flatten()
    .collect();
    all.sort_by_key(|e| e.code);
    all.into_iter()
}

/// Returns the page of a code, written `CW0123`, `cw123` or `123`.
pub fn find(code: &str) -> Option<&'static Explained> {
    let digits = code.trim();
    let digits = digits.strip_prefix("CW").or_else(|| digits.strip_prefix("cw")).unwrap_or(digits);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: u16 = digits.parse().ok()?;
    all().find(|e| e.code == Code(number))
}
