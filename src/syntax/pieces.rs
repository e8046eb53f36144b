//! Tokens and comments of code that parses, for the formatter: the purpose of each, without the names of the
//! parser's own tokens.

use std::ops::Range;

use super::brackets;
use super::lexer::lex;
use super::node_starts::NodeStarts;
use super::parser::{parse_block, parse_expr, parse_function, parse_type};
use super::token::Tok;

/// The grammar that a code string follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CodeForm {
    /// `set of card`
    Type,
    /// A single expression, such as `count(hand)`.
    Expression,
    /// Statements, such as the `do` of a verb.
    Statements,
    /// An expression, or statements that end in `return`.
    Function,
}

/// A token or comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePiece {
    /// Its use.
    pub kind: PieceKind,
    /// Its bytes in the code.
    pub at: Range<usize>,
    /// Number of newlines between it and the previous piece.
    pub newlines: usize,
    /// True if a statement or an option of a `choose` begins with it.
    pub starts_statement: bool,
}

/// The uses of tokens, as far as spaces depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// `# …`
    Comment,
    /// A name, number or text.
    Value,
    /// A name that is a keyword in some places, such as `by`.
    MaybeKeyword,
    /// A reserved keyword between or before values.
    Keyword,
    /// An operator between two values.
    Operator,
    /// `=`, `+=`, `-=`
    Assign,
    /// `-` of `-a`
    Sign,
    /// `.`, `..`
    Dots,
    /// `,`, `;`, `:`, `?`
    Follows,
    /// `(`, `[`, and `{` of a set
    Open,
    /// `)`, `]`, and `}` of a set
    Close,
    /// `{` of statements or options
    OpenBlock,
    /// `}` of statements or options
    CloseBlock,
}

/// Keywords that the lexer takes for names.
const MAYBE_KEYWORDS: &[&str] = &["by", "exactly", "from", "out", "to", "when"];

/// Returns the tokens and comments of a code string in order; `None` if it does not parse.
pub fn pieces(code: &str, form: CodeForm) -> Option<Vec<CodePiece>> {
    let starts = starts(code, form)?;
    let mut tokens = lex(code);
    brackets::pair(code, &mut tokens);
    let mut pieces: Vec<CodePiece> = Vec::with_capacity(tokens.len());
    let mut from = 0;
    // True for each token that opens a block; a closing brace looks up its partner.
    let mut opens_block = vec![false; tokens.len()];
    for (i, token) in tokens.iter().enumerate() {
        let (start, end) = (token.start as usize, token.end as usize);
        let newlines = comments(code, from..start, &mut pieces)?;
        from = end;
        let text = code.get(start..end)?;
        let follows_value = i.checked_sub(1).is_some_and(|before| tokens[before].kind.ends_value());
        let kind = match token.kind {
            Tok::Eof => break,
            Tok::LBrace => {
                // The node of a set in parentheses begins at the parenthesis, so the `{` itself is examined,
                // too.
                opens_block[i] = !starts.sets.contains(&token.start) && !brackets::is_set(code, &tokens, i);
                if opens_block[i] { PieceKind::OpenBlock } else { PieceKind::Open }
            }
            Tok::RBrace => match opens_block.get(token.mate as usize)? {
                true => PieceKind::CloseBlock,
                false => PieceKind::Close,
            },
            Tok::LParen | Tok::LBracket => PieceKind::Open,
            Tok::RParen | Tok::RBracket => PieceKind::Close,
            // Likewise, the node of `-a` in parentheses begins at the parenthesis.
            Tok::Minus if !follows_value || starts.expressions.contains(&token.start) => PieceKind::Sign,
            Tok::Dot | Tok::DotDot => PieceKind::Dots,
            Tok::Comma | Tok::Semi | Tok::Question => PieceKind::Follows,
            Tok::Foreign if text == ":" => PieceKind::Follows,
            Tok::Assign | Tok::PlusAssign | Tok::MinusAssign => PieceKind::Assign,
            Tok::Int | Tok::Str | Tok::True | Tok::False | Tok::Cancel | Tok::Break | Tok::Continue => {
                PieceKind::Value
            }
            Tok::Word if MAYBE_KEYWORDS.contains(&text) => PieceKind::MaybeKeyword,
            Tok::Word => PieceKind::Value,
            Tok::Plus | Tok::Minus | Tok::Star | Tok::Slash | Tok::Percent | Tok::Both => PieceKind::Operator,
            Tok::Eq | Tok::Ne | Tok::Lt | Tok::Le | Tok::Gt | Tok::Ge | Tok::Default => PieceKind::Operator,
            kind if kind.is_keyword() || kind == Tok::Has => PieceKind::Keyword,
            // Nothing else parses.
            _ => return None,
        };
        let starts_statement = starts.statements.contains(&token.start);
        pieces.push(CodePiece { kind, at: start..end, newlines, starts_statement });
    }
    Some(pieces)
}

/// Parses the code; `None` if it has errors.
fn starts(code: &str, form: CodeForm) -> Option<NodeStarts> {
    let mut starts = NodeStarts::default();
    match form {
        CodeForm::Type => {
            let parsed = parse_type(code);
            parsed.errors.is_empty().then_some(())?;
            starts.written_type(&parsed.tree);
        }
        CodeForm::Expression => {
            let parsed = parse_expr(code);
            parsed.errors.is_empty().then_some(())?;
            starts.expr(&parsed.tree);
        }
        CodeForm::Statements | CodeForm::Function => {
            let parsed = if form == CodeForm::Function { parse_function(code) } else { parse_block(code) };
            parsed.errors.is_empty().then_some(())?;
            starts.block(&parsed.tree);
        }
    }
    Some(starts)
}

/// Adds the comments between two tokens; returns the number of newlines after the last.
fn comments(code: &str, gap: Range<usize>, pieces: &mut Vec<CodePiece>) -> Option<usize> {
    let mut newlines = 0;
    let mut at = gap.start;
    let text = code.get(gap)?;
    for line in text.split_inclusive('\n') {
        if let Some(start) = line.find('#') {
            let comment = line.get(start..)?.trim_end();
            let from = at + start;
            let kind = PieceKind::Comment;
            pieces.push(CodePiece {
                kind,
                at: from..from + comment.len(),
                newlines,
                starts_statement: false,
            });
            newlines = 0;
        }
        newlines += usize::from(line.ends_with('\n'));
        at += line.len();
    }
    Some(newlines)
}
