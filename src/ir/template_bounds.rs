//! What templates may say, looked at token by token before MiniJinja parses them.
//!
//! MiniJinja counts instructions, and refuses what goes on for too long. It does not count how large values become, nor how deep its
//! parser and its compiler call themselves: so a template is held here against bounds that keep both small. A value grows only within
//! one tag, whose length is bounded, or by going through loops, and no loop may take what it goes through from a value that it has
//! made longer.

use std::collections::BTreeSet;
use std::ops::Range;

use minijinja::machinery::{Span, Token, tokenize};
use minijinja::syntax::SyntaxConfig;

/// Most bytes of a hole or a statement.
const LONGEST_TAG: usize = 4096;
/// Most words, strings, numbers and signs in it: its parser calls itself for some of them.
const MOST_TOKENS: usize = 500;
/// How often `~` may stand in it.
const MOST_JOINED: usize = 12;
/// How deep `{% if %}`, `{% for %}` and `{% block %}` may lie in each other; an `{% elif %}` lies in its `{% if %}`.
const DEEPEST: usize = 100;
/// Words that name no value.
const KEYWORDS: [&str; 13] =
    ["and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"];

/// Something that a text may not use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Where in the text, in bytes.
    pub at: Range<usize>,
    /// What it is.
    pub why: String,
    /// What to write instead.
    pub instead: &'static str,
}

impl Refused {
    fn new(at: Range<usize>, why: impl Into<String>, instead: &'static str) -> Refused {
        Refused { at, why: why.into(), instead }
    }
}

/// A hole or a statement.
struct Tag<'t> {
    /// It is a statement: `{% … %}`.
    statement: bool,
    tokens: Vec<(Token<'t>, Range<usize>)>,
}

/// The tags of a template, up to where it cannot be read.
fn tags(text: &str) -> impl Iterator<Item = Result<Tag<'_>, Refused>> {
    let mut tokens = tokenize(text, false, SyntaxConfig::default()).map_while(Result::ok);
    let bytes = |span: Span| span.start_offset as usize..span.end_offset as usize;
    std::iter::from_fn(move || {
        let (start, statement) = tokens.by_ref().find_map(|(token, span)| match token {
            Token::VariableStart => Some((bytes(span).start, false)),
            Token::BlockStart => Some((bytes(span).start, true)),
            _ => None,
        })?;
        let mut tag = Tag { statement, tokens: Vec::new() };
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
                return Some(Err(Refused::new(start..start + 2, format!("{what} {long}"), "make several of it")));
            }
            if matches!(token, Token::VariableEnd | Token::BlockEnd) {
                break;
            }
            tag.tokens.push((token, at));
        }
        Some(Ok(tag))
    })
}

/// The variables that the loops of a template bind.
pub fn loop_variables(text: &str) -> BTreeSet<String> {
    let mut bound = BTreeSet::new();
    for tag in tags(text).filter_map(Result::ok) {
        if tag.word() == Some("for") {
            let before_in =
                tag.tokens[1..].iter().map(|(token, _)| token).take_while(|t| !matches!(t, Token::Ident("in")));
            bound.extend(
                before_in.filter_map(|t| if let Token::Ident(name) = t { Some((*name).to_owned()) } else { None }),
            );
        }
    }
    bound
}

/// The first thing in a template that it may not use, where it may use these statements. `bound` are the loop variables of other
/// templates that may be filled in within it, or it within them.
pub fn refused(text: &str, statements: &[&str], bound: &BTreeSet<String>) -> Option<Refused> {
    let mut all = loop_variables(text);
    all.extend(bound.iter().cloned());
    all.insert("loop".into());
    // How deep each statement that is open reaches.
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
            if !statements.contains(&word) {
                let why = format!("`{{% {word} %}}` is not for texts");
                return Some(Refused::new(at.clone(), why, "a text has `{{ … }}`, `{% if … %}` and `{% for … %}`"));
            }
            match word {
                "if" | "for" | "block" => open.push(1),
                "elif" => open.iter_mut().last().into_iter().for_each(|depth| *depth += 1),
                "endif" | "endfor" | "endblock" => drop(open.pop()),
                _ => {}
            }
            if open.iter().sum::<usize>() > DEEPEST {
                let why = format!("statements lie more than {DEEPEST} deep in each other");
                return Some(Refused::new(
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

impl Tag<'_> {
    /// The word of a statement.
    fn word(&self) -> Option<&str> {
        match self.tokens.first() {
            Some((Token::Ident(word), _)) if self.statement => Some(word),
            _ => None,
        }
    }

    fn is(&self, at: usize, wanted: fn(&Token) -> bool) -> bool {
        self.tokens.get(at).is_some_and(|(token, _)| wanted(token))
    }

    /// Whether a token ends a value, so that a bracket after it asks that value for something.
    fn ends_value(&self, at: usize) -> bool {
        match self.tokens.get(at).map(|(token, _)| token) {
            Some(Token::Ident(word)) => !KEYWORDS.contains(word),
            Some(Token::ParenClose | Token::BracketClose | Token::BraceClose | Token::Str(_) | Token::String(_)) => {
                true
            }
            _ => false,
        }
    }

    /// Whether a token names a value.
    fn names_value(&self, at: usize) -> bool {
        let behind_dot = at > 0 && self.is(at - 1, |t| matches!(t, Token::Dot));
        let behind_pipe = at > 0 && self.is(at - 1, |t| matches!(t, Token::Pipe));
        let names_argument = self.is(at + 1, |t| matches!(t, Token::Assign));
        matches!(self.tokens.get(at), Some((Token::Ident(word), _)) if !KEYWORDS.contains(word))
            && !behind_dot
            && !behind_pipe
            && !names_argument
    }

    /// For each token, in how many lists and maps that are written out it stands; and which brackets close one.
    fn lists(&self) -> (Vec<usize>, BTreeSet<usize>) {
        // Of each bracket: where it opens and closes, and whether it makes a list or a map.
        let mut brackets: Vec<(usize, usize, bool)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (i, (token, _)) in self.tokens.iter().enumerate() {
            let asks = i > 0 && self.ends_value(i - 1);
            match token {
                Token::BracketOpen | Token::BraceOpen | Token::ParenOpen => {
                    // Round ones make a list if there is a comma in them.
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

    /// The first thing in a tag that it may not use.
    fn refused(&self, bound: &BTreeSet<String>) -> Option<Refused> {
        let find = |wanted: fn(&Token) -> bool| self.tokens.iter().find(|(t, _)| wanted(t)).map(|(_, at)| at.clone());
        if let Some(at) = find(|t| matches!(t, Token::Mul | Token::Pow)) {
            let why = "texts cannot multiply with `*`";
            return Some(Refused::new(at, why, "write `{{ level | times(2) }}`"));
        }
        let loops = self.word() == Some("for");
        if let Some(at) = find(|t| matches!(t, Token::Ident("recursive"))).filter(|_| loops) {
            return Some(Refused::new(at, "a loop of a text cannot be recursive", "leave `recursive` out"));
        }
        // What blocks make is written, and never kept.
        for (i, (token, at)) in self.tokens.iter().enumerate() {
            let called = |i: usize| self.is(i, |t| matches!(t, Token::ParenOpen));
            match token {
                Token::Ident("super") if called(i + 1) && (self.statement || i > 0 || self.tokens.len() > 3) => {
                    return Some(Refused::new(
                        at.clone(),
                        "`super()` stands alone in its hole",
                        "write `{{ super() }}`",
                    ));
                }
                Token::Ident("self") if self.is(i + 1, |t| matches!(t, Token::Dot)) && called(i + 3) => {
                    let why = "a block cannot be called";
                    return Some(Refused::new(at.clone(), why, "`{% include %}` another template"));
                }
                _ => {}
            }
        }
        let joins: Vec<Range<usize>> =
            self.tokens.iter().filter(|(t, _)| matches!(t, Token::Tilde)).map(|(_, at)| at.clone()).collect();
        if let Some(at) = joins.get(MOST_JOINED) {
            let why = format!("more than {MOST_JOINED} `~` in one place");
            return Some(Refused::new(at.clone(), why, "let holes follow each other: `{{ a }}{{ b }}`"));
        }
        let (depth, closing) = self.lists();
        let is_bound =
            |i: usize| matches!(&self.tokens[i].0, Token::Ident(name) if bound.contains(*name)) && self.names_value(i);
        // The variables that a loop binds stand before its `in`.
        let source = if loops { self.tokens.iter().position(|(t, _)| matches!(t, Token::Ident("in"))) } else { None };
        let from = source.map_or(0, |at| at + 1);
        let grown = (from..self.tokens.len()).find(|i| is_bound(*i));
        for (i, (token, at)) in self.tokens.iter().enumerate().skip(from) {
            let number = |i: usize| self.is(i, |t| matches!(t, Token::Int(_) | Token::Float(_)));
            match token {
                Token::Tilde if loops && grown.is_some() => {
                    let why = "a loop cannot go through what is joined from variables of loops";
                    return Some(Refused::new(at.clone(), why, "join it in the hole where it is shown"));
                }
                Token::Plus if loops && grown.is_some() && !(i > 0 && number(i - 1) || number(i + 1)) => {
                    let why = "a loop cannot go through lists put together from variables of loops";
                    return Some(Refused::new(at.clone(), why, "write a loop for each list"));
                }
                Token::Ident("in") if i > 0 && closing.contains(&(i - 1)) => {
                    let why = "a list cannot be looked for in something";
                    return Some(Refused::new(at.clone(), why, "ask for each of its values: `a in b or c in b`"));
                }
                Token::Ident(_) if depth[i] >= 2 && is_bound(i) => {
                    let why = "the variable of a loop stands in a list in a list";
                    return Some(Refused::new(
                        at.clone(),
                        why,
                        "put it into a list of its own, or write it in the hole",
                    ));
                }
                Token::Ident(_) if depth[i] >= 1 && !joins.is_empty() && self.names_value(i) => {
                    let why = "a list of values stands beside `~`";
                    return Some(Refused::new(at.clone(), why, "give it to `join`, or let holes follow each other"));
                }
                _ => {}
            }
        }
        None
    }
}
