//! Bounds on templates, checked token by token before MiniJinja parses them.
//!
//! MiniJinja's fuel bounds the number of instructions. It bounds neither the size of values nor the recursion
//! depth of its parser and its compiler, so these checks keep both small. A value grows only within one tag,
//! whose length is bounded, or through loops; and no loop may iterate over a value that the template itself
//! has enlarged.

use super::ids::ToIndex;
use std::collections::BTreeSet;
use std::ops::Range;

use minijinja::machinery::{Span, Token, tokenize};
use minijinja::syntax::SyntaxConfig;

/// The maximum number of bytes of a tag.
const LONGEST_TAG: usize = 4096;
/// The maximum number of tokens of a tag: MiniJinja's parser recurses for some of them.
const MOST_TOKENS: usize = 500;
/// The maximum number of `~` operators in a tag.
const MOST_JOINED: usize = 12;
/// The maximum nesting of `{% if %}`, `{% for %}` and `{% block %}`; an `{% elif %}` is nested in its `{% if
/// %}`.
const DEEPEST: usize = 100;
/// Identifier tokens that do not name a value.
const KEYWORDS: [&str; 13] =
    ["and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"];

/// A construct that a text may not use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForbiddenConstruct {
    /// Its span in the text, in bytes.
    pub at: Range<usize>,
    /// The reason, as a sentence: "this hole is longer than …".
    pub why: String,
    /// The suggested replacement.
    pub instead: &'static str,
}

impl ForbiddenConstruct {
    fn new(at: Range<usize>, why: impl Into<String>, instead: &'static str) -> ForbiddenConstruct {
        ForbiddenConstruct { at, why: why.into(), instead }
    }
}

/// A tag of a template, `{{ … }}` or `{% … %}`, as tokens.
struct TemplateTag<'t> {
    /// True for `{% … %}`, false for `{{ … }}`.
    statement: bool,
    tokens: Vec<(Token<'t>, Range<usize>)>,
}

/// Returns the tags of a template, up to the first lexical error.
fn tags(text: &str) -> impl Iterator<Item = Result<TemplateTag<'_>, ForbiddenConstruct>> {
    let mut tokens = tokenize(text, false, SyntaxConfig::default()).map_while(Result::ok);
    let bytes = |span: Span| span.start_offset.index()..span.end_offset.index();
    std::iter::from_fn(move || {
        let (start, statement) = tokens.by_ref().find_map(|(token, span)| match token {
            Token::VariableStart => Some((bytes(span).start, false)),
            Token::BlockStart => Some((bytes(span).start, true)),
            _ => None,
        })?;
        let mut tag = TemplateTag { statement, tokens: Vec::new() };
        for (token, span) in tokens.by_ref() {
            let at = bytes(span);
            let long = if at.end - start > LONGEST_TAG {
                Some(format!("is longer than {LONGEST_TAG} bytes"))
            } else if tag.tokens.len() >= MOST_TOKENS {
                Some(format!("has more than {MOST_TOKENS} words and signs"))
            } else {
                None
            };
            if let Some(long) = long {
                let what = if statement { "this statement" } else { "this hole" };
                return Some(Err(ForbiddenConstruct::new(
                    start..start + 2,
                    format!("{what} {long}"),
                    "make several of it",
                )));
            }
            if matches!(token, Token::VariableEnd | Token::BlockEnd) {
                break;
            }
            tag.tokens.push((token, at));
        }
        Some(Ok(tag))
    })
}

/// Returns the variables that the loops of a template bind.
pub fn loop_variables(text: &str) -> BTreeSet<String> {
    let mut bound = BTreeSet::new();
    for tag in tags(text).filter_map(Result::ok) {
        if tag.word() == Some("for") {
            let before_in = tag.tokens[1..]
                .iter()
                .map(|(token, _)| token)
                .take_while(|t| !matches!(t, Token::Ident("in")));
            bound
                .extend(before_in.filter_map(|t| {
                    if let Token::Ident(name) = t { Some((*name).to_owned()) } else { None }
                }));
        }
    }
    bound
}

/// The purpose of a template, which decides on the statements that it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateUse {
    /// A text of a card or of the rules.
    Text,
    /// A face, which may include and extend other ones.
    Face,
}

impl TemplateUse {
    fn allows(self, statement: &str) -> bool {
        match statement {
            "if" | "elif" | "else" | "endif" | "for" | "endfor" => true,
            "include" | "extends" | "block" | "endblock" => self == TemplateUse::Face,
            _ => false,
        }
    }

    /// Refuses a statement that such a template cannot have.
    fn refused(self, statement: &str, at: Range<usize>) -> ForbiddenConstruct {
        match self {
            TemplateUse::Text => ForbiddenConstruct::new(
                at,
                format!("`{{% {statement} %}}` is not for texts"),
                "a text has `{{ … }}`, `{% if … %}` and `{% for … %}`",
            ),
            TemplateUse::Face => ForbiddenConstruct::new(
                at,
                format!("`{{% {statement} %}}` is not for faces"),
                "a face has `{{ … }}`, `{% if … %}`, `{% for … %}`, `{% include … %}`, `{% extends … %}` \
                 and `{% block … %}`",
            ),
        }
    }
}

/// Returns the first construct in a template that it may not use. `bound` are the loop variables of other
/// templates that include it, or that it includes.
pub fn refused(text: &str, used_as: TemplateUse, bound: &BTreeSet<String>) -> Option<ForbiddenConstruct> {
    let mut all = loop_variables(text);
    all.extend(bound.iter().cloned());
    all.insert("loop".into());
    // The nesting that each open statement adds.
    let mut open: Vec<usize> = Vec::new();
    for tag in tags(text) {
        let tag = match tag {
            Ok(tag) => tag,
            Err(refused) => return Some(refused),
        };
        if tag.statement
            && let Some((first, at)) = tag.tokens.first()
        {
            let word = if let Token::Ident(word) = first { *word } else { "" };
            if !used_as.allows(word) {
                return Some(used_as.refused(word, at.clone()));
            }
            match word {
                "if" | "for" | "block" => open.push(1),
                "elif" => open.iter_mut().last().into_iter().for_each(|depth| *depth += 1),
                "endif" | "endfor" | "endblock" => drop(open.pop()),
                _ => {}
            }
            if open.iter().sum::<usize>() > DEEPEST {
                let why = format!("statements lie more than {DEEPEST} deep in each other");
                return Some(ForbiddenConstruct::new(
                    at.clone(),
                    why,
                    "an `{% elif %}` counts as one that lies in its `{% if %}`",
                ));
            }
        }
        if let Some(refused) = tag.refused(&all) {
            return Some(refused);
        }
    }
    None
}

impl TemplateTag<'_> {
    /// Returns the keyword of a statement.
    fn word(&self) -> Option<&str> {
        match self.tokens.first() {
            Some((Token::Ident(word), _)) if self.statement => Some(word),
            _ => None,
        }
    }

    fn is(&self, at: usize, wanted: fn(&Token) -> bool) -> bool {
        self.tokens.get(at).is_some_and(|(token, _)| wanted(token))
    }

    /// Returns whether a token ends a value, so that a bracket after it is a subscript or a call.
    fn ends_value(&self, at: usize) -> bool {
        match self.tokens.get(at).map(|(token, _)| token) {
            Some(Token::Ident(word)) => !KEYWORDS.contains(word),
            Some(
                Token::ParenClose
                | Token::BracketClose
                | Token::BraceClose
                | Token::Str(_)
                | Token::String(_),
            ) => true,
            _ => false,
        }
    }

    /// Returns whether a token names a value.
    fn names_value(&self, at: usize) -> bool {
        let behind_dot = at > 0 && self.is(at - 1, |t| matches!(t, Token::Dot));
        let behind_pipe = at > 0 && self.is(at - 1, |t| matches!(t, Token::Pipe));
        let names_argument = self.is(at + 1, |t| matches!(t, Token::Assign));
        matches!(self.tokens.get(at), Some((Token::Ident(word), _)) if !KEYWORDS.contains(word))
            && !behind_dot
            && !behind_pipe
            && !names_argument
    }

    /// Returns, for each token, the number of list and map literals that enclose it; and the brackets that
    /// close such a literal.
    fn lists(&self) -> (Vec<usize>, BTreeSet<usize>) {
        // For each bracket: the indices of its opening and closing tokens, and whether it is a list or map
        // literal.
        let mut brackets: Vec<(usize, usize, bool)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (i, (token, _)) in self.tokens.iter().enumerate() {
            let asks = i > 0 && self.ends_value(i - 1);
            match token {
                Token::BracketOpen | Token::BraceOpen | Token::ParenOpen => {
                    // Parentheses are a list if they contain a comma.
                    let list = !asks && !matches!(token, Token::ParenOpen);
                    open.push(brackets.len());
                    brackets.push((i, self.tokens.len(), list));
                }
                Token::Comma => {
                    if let Some(&inner) = open.last() {
                        let (from, _, list) = &mut brackets[inner];
                        *list |= *from == 0 || !self.ends_value(*from - 1);
                    }
                }
                Token::BracketClose | Token::BraceClose | Token::ParenClose => {
                    if let Some(inner) = open.pop() {
                        brackets[inner].1 = i;
                    }
                }
                _ => {}
            }
        }
        let lists = || brackets.iter().filter(|(.., list)| *list);
        let depth = |i: usize| lists().filter(|(from, to, _)| (*from..*to).contains(&i)).count();
        ((0..self.tokens.len()).map(depth).collect(), lists().map(|(_, to, _)| *to).collect())
    }

    /// Returns the first forbidden construct in the tag. `bound` holds the loop variables.
    fn refused(&self, bound: &BTreeSet<String>) -> Option<ForbiddenConstruct> {
        let loops = self.word() == Some("for");
        let joins: Vec<Range<usize>> =
            self.tokens.iter().filter(|(t, _)| matches!(t, Token::Tilde)).map(|(_, at)| at.clone()).collect();
        self.refused_operator(loops)
            .or_else(|| self.refused_block())
            .or_else(|| too_many_joined(&joins))
            .or_else(|| self.refused_growth(bound, loops, !joins.is_empty()))
    }

    /// Returns a multiplication or a recursive loop.
    fn refused_operator(&self, loops: bool) -> Option<ForbiddenConstruct> {
        let find = |wanted: fn(&Token) -> bool| {
            self.tokens.iter().find(|(t, _)| wanted(t)).map(|(_, at)| at.clone())
        };
        if let Some(at) = find(|t| matches!(t, Token::Mul | Token::Pow)) {
            let why = "templates cannot multiply with `*`";
            return Some(ForbiddenConstruct::new(at, why, "write `{{ level | times(2) }}`"));
        }
        if let Some(at) = find(|t| matches!(t, Token::Ident("recursive"))).filter(|_| loops) {
            return Some(ForbiddenConstruct::new(at, "a loop cannot be recursive", "leave `recursive` out"));
        }
        None
    }

    /// Returns a block that is kept as a value or called.
    fn refused_block(&self) -> Option<ForbiddenConstruct> {
        // The output of a block is written at once, never kept as a value.
        for (i, (token, at)) in self.tokens.iter().enumerate() {
            let called = |i: usize| self.is(i, |t| matches!(t, Token::ParenOpen));
            match token {
                Token::Ident("super")
                    if called(i + 1) && (self.statement || i > 0 || self.tokens.len() > 3) =>
                {
                    return Some(ForbiddenConstruct::new(
                        at.clone(),
                        "`super()` stands alone in its hole",
                        "write `{{ super() }}`",
                    ));
                }
                Token::Ident("self") if self.is(i + 1, |t| matches!(t, Token::Dot)) && called(i + 3) => {
                    let why = "a block cannot be called";
                    return Some(ForbiddenConstruct::new(
                        at.clone(),
                        why,
                        "`{% include %}` another template",
                    ));
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the first use of lists and of variables of loops by which a text could grow with each round.
    fn refused_growth(
        &self,
        bound: &BTreeSet<String>,
        loops: bool,
        joins: bool,
    ) -> Option<ForbiddenConstruct> {
        let (depth, closing) = self.lists();
        let is_bound = |i: usize| {
            matches!(&self.tokens[i].0, Token::Ident(name) if bound.contains(*name)) && self.names_value(i)
        };
        // A loop binds the variables before its `in`.
        let source =
            if loops { self.tokens.iter().position(|(t, _)| matches!(t, Token::Ident("in"))) } else { None };
        let from = source.map_or(0, |at| at + 1);
        let grown = (from..self.tokens.len()).find(|i| is_bound(*i));
        for (i, (token, at)) in self.tokens.iter().enumerate().skip(from) {
            let number = |i: usize| self.is(i, |t| matches!(t, Token::Int(_) | Token::Float(_)));
            match token {
                Token::Tilde if loops && grown.is_some() => {
                    let why = "a loop cannot go through what is joined from variables of loops";
                    return Some(ForbiddenConstruct::new(
                        at.clone(),
                        why,
                        "join it in the hole where it is shown",
                    ));
                }
                Token::Plus if loops && grown.is_some() && !(i > 0 && number(i - 1) || number(i + 1)) => {
                    let why = "a loop cannot go through lists put together from variables of loops";
                    return Some(ForbiddenConstruct::new(at.clone(), why, "write a loop for each list"));
                }
                Token::Ident("in") if i > 0 && closing.contains(&(i - 1)) => {
                    let why = "a list cannot be looked for in something";
                    return Some(ForbiddenConstruct::new(
                        at.clone(),
                        why,
                        "ask for each of its values: `a in b or c in b`",
                    ));
                }
                Token::Ident(_) if depth[i] >= 2 && is_bound(i) => {
                    let why = "the variable of a loop stands in a list in a list";
                    return Some(ForbiddenConstruct::new(
                        at.clone(),
                        why,
                        "put it into a list of its own, or write it in the hole",
                    ));
                }
                Token::Ident(_) if depth[i] >= 1 && joins && self.names_value(i) => {
                    let why = "a list of values stands beside `~`";
                    return Some(ForbiddenConstruct::new(
                        at.clone(),
                        why,
                        "give it to `join`, or let holes follow each other",
                    ));
                }
                _ => {}
            }
        }
        None
    }
}

/// Refuses a place in which too many values are joined by `~`.
fn too_many_joined(joins: &[Range<usize>]) -> Option<ForbiddenConstruct> {
    if let Some(at) = joins.get(MOST_JOINED) {
        let why = format!("more than {MOST_JOINED} `~` in one place");
        return Some(ForbiddenConstruct::new(
            at.clone(),
            why,
            "let holes follow each other: `{{ a }}{{ b }}`",
        ));
    }
    None
}
