//! `[cards]`, and the rows of CSV files.

use super::actions::ActionDecl;
use super::callables::{ModifierDecl, ReactionDecl};
use super::ident::{CodeText, Ident};
use crate::source::{Span, TomlNode};
use crate::vocabulary::ComponentOrigin;

/// `[cards.x]` or a CSV row.
#[derive(Debug)]
pub struct CardDecl {
    /// The `x` of its header, or the cell of its row in the column `id`.
    pub id: Ident,
    /// `name`; by default made from the id
    pub name: Ident,
    /// `kind` of the card or its file; `card` by default
    pub kind: Ident,
    /// The number of copies: `copies`, 1 by default; in a game with lists, including those that the lists
    /// name
    pub copies: u32,
    /// `copies`, if it is an expression over options and the number of players; `copies` above is then its
    /// maximum.
    pub agreed: Option<CodeText>,
    /// True if the card itself gives `copies`, as a number or an expression.
    pub counted: bool,
    /// True if players may bring it in a list.
    pub by_list: bool,
    /// The origins of its first copies, with their counts; copies beyond these come from no list.
    pub origins: Vec<(Option<ComponentOrigin>, u32)>,
    /// `keywords`, each as written: `blast 2`
    pub keywords: Vec<CodeText>,
    /// `text`: the rules text; `None` for that of its kind
    pub text: Option<CodeText>,
    /// `flavour`: text without meaning for the rules
    pub flavour: Option<CodeText>,
    /// `unchecked`: words in which its text and its rules need not agree
    pub unchecked: Vec<CodeText>,
    /// `only_if`: a condition on options; while it is false, no copy is in the game
    pub only_if: Option<CodeText>,
    /// `reactions` of the card itself, without those of its keywords
    pub reactions: Vec<ReactionDecl>,
    /// `modifiers` of the card itself, without those of its keywords
    pub modifiers: Vec<ModifierDecl>,
    /// `actions`; several with one id are modes
    pub actions: Vec<ActionDecl>,
    /// All other keys: attributes, printed state, slots.
    pub fields: Vec<(Ident, TomlNode)>,
    /// For a generated stand-in, the id of the card that it stands for; `None` for declared cards.
    pub card: Option<String>,
    /// Span of its header or row.
    pub span: Span,
}
