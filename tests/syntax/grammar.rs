//! The grammar of `docs/language.md`, compared with the parser: sentences of the grammar are read without an
//! error, and all code of the shipped games is of the grammar.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cardwright::syntax::{RESERVED, parse_block, parse_expr, parse_type};

/// The right side of a rule, or a part of it.
#[derive(Clone, Debug)]
enum Form {
    /// A word or sign of the language, in quotes.
    Word(String),
    /// A rule by its name, or a token: `name`, `integer`, `text`, `newline`.
    Rule(String),
    Sequence(Vec<Form>),
    Choice(Vec<Form>),
    Optional(Box<Form>),
    Repeated(Box<Form>),
}

const TOKENS: [&str; 4] = ["name", "integer", "text", "newline"];

/// Rules that the page describes in words, between `? … ?`: as another rule without sentences that begin in
/// this way. A token stands for all of its sort.
const LIMITED: [(&str, &str, &[&str]); 5] = [
    ("head", "expression", &["{"]),
    ("whom", "expression", &["\""]),
    ("actor", "expression", &["{", "\""]),
    ("player", "expression", &["{", "\"", "(", "-", "not", "has", "true", "false", "0"]),
    ("of", "value", &["{"]),
];

struct Grammar {
    rules: BTreeMap<String, Form>,
    /// Rules that the page says in words.
    in_words: BTreeSet<String>,
}

impl Grammar {
    /// Reads the page's grammar.
    fn of_docs() -> Grammar {
        let page = std::fs::read_to_string("docs/language.md").expect("the page is there");
        let from = page.split_once("```ebnf\n").expect("the page has a grammar").1;
        let text = from.split_once("```").expect("it ends").0;
        let mut grammar = Grammar { rules: BTreeMap::new(), in_words: BTreeSet::new() };
        let mut symbols = symbols(text).into_iter().peekable();
        while let Some(name) = symbols.next() {
            assert_eq!(symbols.next().as_deref(), Some("="), "behind {name}");
            if symbols.peek().is_some_and(|s| s.starts_with('?')) {
                symbols.next();
                grammar.in_words.insert(name);
            } else {
                let form = choice(&mut symbols);
                assert!(grammar.rules.insert(name.clone(), form).is_none(), "{name} stands twice");
            }
            assert_eq!(symbols.next().as_deref(), Some(";"), "at the end of a rule");
        }
        for (name, rule, _) in LIMITED {
            grammar.rules.insert(name.into(), Form::Rule(rule.into()));
        }
        let number = || {
            let minus = Form::Optional(Box::new(Form::Word("-".into())));
            [minus, Form::Rule("integer".into())]
        };
        let [(a, b), (c, d)] = [number(), number()].map(|[sign, digits]| (sign, digits));
        grammar.rules.insert("bounds".into(), Form::Sequence(vec![a, b, Form::Word("..".into()), c, d]));
        grammar
    }
}

/// The symbols of a text in EBNF: names, signs, words in quotes with their first quote, descriptions in words
/// with their first `?`.
fn symbols(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' | '?' => rest[1..].find(first).expect("it is closed") + 2,
            c if c.is_alphabetic() => rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()),
            _ => 1,
        };
        all.push(rest[..end].trim_end_matches('"').to_owned());
        rest = rest[end..].trim_start();
    }
    all
}

type Symbols = std::iter::Peekable<std::vec::IntoIter<String>>;

fn choice(symbols: &mut Symbols) -> Form {
    let mut ways = vec![sequence(symbols)];
    while symbols.next_if(|s| s == "|").is_some() {
        ways.push(sequence(symbols));
    }
    if ways.len() == 1 { ways.remove(0) } else { Form::Choice(ways) }
}

fn sequence(symbols: &mut Symbols) -> Form {
    let mut parts = Vec::new();
    while let Some(symbol) = symbols.next_if(|s| !matches!(s.as_str(), "|" | ")" | "]" | "}" | ";")) {
        let mut inner = |close: &str| {
            let form = choice(symbols);
            assert_eq!(symbols.next().as_deref(), Some(close));
            form
        };
        parts.push(match symbol.as_str() {
            "(" => inner(")"),
            "[" => Form::Optional(Box::new(inner("]"))),
            "{" => Form::Repeated(Box::new(inner("}"))),
            word if word.starts_with('"') => Form::Word(word[1..].to_owned()),
            _ => Form::Rule(symbol),
        });
    }
    Form::Sequence(parts)
}

/// A token of code, and whether a line ends before it.
struct Token<'t> {
    text: &'t str,
    newline: bool,
}

/// The tokens of a code string.
fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut newline = false;
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let word =
            |rest: &str| rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let end = match first {
            '\n' => {
                newline = true;
                rest = &rest[1..];
                continue;
            }
            c if c.is_whitespace() => {
                rest = &rest[c.len_utf8()..];
                continue;
            }
            '#' if !(rest[1..].starts_with(|c: char| c.is_ascii_digit())
                && code[..code.len() - rest.len()].ends_with(|c: char| c.is_ascii_alphanumeric())) =>
            {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |end| end + 2)
            }
            c if c.is_ascii_alphanumeric() || c == '_' => word(rest),
            c => match rest.get(..2) {
                Some("==" | "!=" | "<=" | ">=" | "+=" | "-=" | ".." | "??") => 2,
                _ => c.len_utf8(),
            },
        };
        all.push(Token { text: &rest[..end], newline });
        newline = false;
        rest = &rest[end..];
    }
    all
}

/// Returns whether a token is of a sort that the grammar does not spell out.
fn is(token: &str, sort: &str) -> bool {
    match sort {
        "text" => token.starts_with('"'),
        "integer" => token.parse::<i64>().is_ok(),
        _ => token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !RESERVED.contains(&token),
    }
}

/// Finds all ends of the sentences that begin at a token: no rule of the grammar begins with itself, so that
/// this comes to an end.
struct Recogniser<'g> {
    grammar: &'g Grammar,
    tokens: Vec<Token<'g>>,
    known: BTreeMap<(&'g str, usize), BTreeSet<usize>>,
}

impl<'g> Recogniser<'g> {
    fn ends(&mut self, form: &'g Form, at: usize) -> BTreeSet<usize> {
        let token = self.tokens.get(at);
        match form {
            Form::Word(word) => token.filter(|t| t.text == word).map(|_| at + 1).into_iter().collect(),
            Form::Rule(name) if name == "newline" => {
                token.is_some_and(|t| t.newline).then_some(at).into_iter().collect()
            }
            Form::Rule(name) if TOKENS.contains(&name.as_str()) => {
                token.filter(|t| is(t.text, name)).map(|_| at + 1).into_iter().collect()
            }
            Form::Rule(name) => {
                if let Some(ends) = self.known.get(&(name.as_str(), at)) {
                    return ends.clone();
                }
                let form = self.grammar.rules.get(name).unwrap_or_else(|| panic!("there is no rule {name}"));
                let ends = self.ends(form, at);
                self.known.insert((name.as_str(), at), ends.clone());
                ends
            }
            Form::Sequence(parts) => {
                let mut ends = BTreeSet::from([at]);
                for part in parts {
                    ends = ends.into_iter().flat_map(|end| self.ends(part, end)).collect();
                }
                ends
            }
            Form::Choice(ways) => ways.iter().flat_map(|way| self.ends(way, at)).collect(),
            Form::Optional(form) => self.ends(form, at).into_iter().chain([at]).collect(),
            Form::Repeated(form) => {
                let mut ends = BTreeSet::from([at]);
                let mut new = vec![at];
                while let Some(end) = new.pop() {
                    let further: Vec<usize> =
                        self.ends(form, end).into_iter().filter(|e| !ends.contains(e)).collect();
                    ends.extend(&further);
                    new.extend(further);
                }
                ends
            }
        }
    }
}

/// Returns whether a text matches a rule of the grammar.
fn derives(grammar: &Grammar, rule: &str, text: &str) -> bool {
    let tokens = tokens(text);
    let all = tokens.len();
    let mut recogniser = Recogniser { grammar, tokens, known: BTreeMap::new() };
    recogniser.ends(&grammar.rules[rule], 0).contains(&all)
}

/// Makes sentences of the grammar, the same for the same seed.
struct Generator<'g> {
    grammar: &'g Grammar,
    depths: BTreeMap<String, usize>,
    seed: u64,
}

impl Generator<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.seed >> 33) % n as u64) as usize
    }

    /// Writes a sentence; with no room left, by the shortest way.
    fn write(&mut self, form: &Form, room: usize, out: &mut String) {
        match form {
            Form::Word(word) => self.token(word, out),
            Form::Rule(name) => match name.as_str() {
                "newline" => out.push('\n'),
                "integer" => {
                    let number = self.below(12).to_string();
                    self.token(&number, out);
                }
                "text" => self.one_of(&["\"Which?\"", "\"{{ you }} says \\\"no\\\"\"", "\"\""], out),
                "name" => self.one_of(&["card", "hand", "suit", "b", "cost_2"], out),
                "bounds" => self.one_of(&["0..9", "-3..4", "-9..-2", "7..7"], out),
                name => match LIMITED.iter().find(|(limited, ..)| *limited == name) {
                    Some((_, rule, not)) => self.limited(rule, not, room, out),
                    None => self.write(&self.grammar.rules[name], room.saturating_sub(1), out),
                },
            },
            Form::Sequence(parts) => parts.iter().for_each(|part| self.write(part, room, out)),
            Form::Choice(ways) if room == 0 => {
                let depth = |way: &Form| self.grammar.depth(way, &self.depths);
                let least = ways.iter().map(depth).min();
                let shortest: Vec<&Form> = ways.iter().filter(|way| Some(depth(way)) == least).collect();
                let way = self.below(shortest.len());
                self.write(shortest[way], room, out);
            }
            Form::Choice(ways) => {
                let way = self.below(ways.len());
                self.write(&ways[way], room, out);
            }
            Form::Optional(form) if room > 0 && self.below(4) == 0 => self.write(form, room, out),
            Form::Repeated(form) if room > 0 => {
                (0..[0, 0, 0, 0, 1, 2][self.below(6)]).for_each(|_| self.write(form, room, out));
            }
            Form::Optional(_) | Form::Repeated(_) => {}
        }
    }

    /// A sentence of a rule that does not begin so.
    fn limited(&mut self, rule: &str, not: &[&str], room: usize, out: &mut String) {
        // With more room at each try, as the shortest sentence may begin so.
        for more in 0.. {
            let mut text = String::new();
            self.write(&self.grammar.rules[rule], room.saturating_sub(1) + more, &mut text);
            let first = text.trim_start();
            let digit = first.starts_with(|c: char| c.is_ascii_digit());
            if !not.iter().any(|not| first.starts_with(not) || *not == "0" && digit) {
                return out.push_str(&text);
            }
        }
    }

    fn one_of(&mut self, tokens: &[&str], out: &mut String) {
        let token = tokens[self.below(tokens.len())];
        self.token(token, out);
    }

    fn token(&self, token: &str, out: &mut String) {
        out.push(' ');
        out.push_str(token);
    }
}

impl Grammar {
    /// The depth of nested rules in the shortest sentence of a form, as far as it is known of the rules.
    fn depth(&self, form: &Form, known: &BTreeMap<String, usize>) -> usize {
        match form {
            Form::Rule(name) if self.rules.contains_key(name) => {
                known.get(name).map_or(usize::MAX, |depth| depth + 1)
            }
            Form::Sequence(parts) => parts.iter().map(|p| self.depth(p, known)).max().unwrap_or(0),
            Form::Choice(ways) => ways.iter().map(|w| self.depth(w, known)).min().unwrap_or(0),
            Form::Rule(_) | Form::Word(_) | Form::Optional(_) | Form::Repeated(_) => 0,
        }
    }

    /// That of each rule.
    fn depths(&self) -> BTreeMap<String, usize> {
        let mut known = BTreeMap::new();
        while known.len() < self.rules.len() {
            let depths = self.rules.iter().map(|(name, form)| (name.clone(), self.depth(form, &known)));
            let further: BTreeMap<String, usize> = depths.filter(|(_, depth)| *depth < usize::MAX).collect();
            assert!(further.len() > known.len(), "some rule has no sentence that ends");
            known = further;
        }
        known
    }
}

/// How many errors the parser finds in a text, read as a rule says.
fn errors(rule: &str, text: &str) -> usize {
    match rule {
        "statements" => parse_block(text).errors.len(),
        "expression" => parse_expr(text).errors.len(),
        _ => parse_type(text).errors.len(),
    }
}

#[test]
fn every_rule_is_defined_and_used_and_every_word_stands_in_one() {
    let grammar = Grammar::of_docs();
    let mut used = BTreeSet::from(["statements".to_owned(), "expression".to_owned(), "type".to_owned()]);
    let mut words = BTreeSet::new();
    fn visit(form: &Form, used: &mut BTreeSet<String>, words: &mut BTreeSet<String>) {
        match form {
            Form::Word(word) => drop(words.insert(word.clone())),
            Form::Rule(name) => drop(used.insert(name.clone())),
            Form::Sequence(all) | Form::Choice(all) => all.iter().for_each(|form| visit(form, used, words)),
            Form::Optional(form) | Form::Repeated(form) => visit(form, used, words),
        }
    }
    grammar.rules.values().for_each(|form| visit(form, &mut used, &mut words));
    for name in &used {
        assert!(grammar.rules.contains_key(name) || TOKENS.contains(&name.as_str()), "{name} is not defined");
    }
    for name in grammar.rules.keys() {
        assert!(used.contains(name), "{name} is not used");
    }
    let in_words: BTreeSet<&str> = LIMITED.iter().map(|(name, ..)| *name).chain(["bounds"]).collect();
    assert_eq!(grammar.in_words.iter().map(String::as_str).collect::<BTreeSet<_>>(), in_words);
    // `null` is reserved so that it can be told from a name.
    let missing: Vec<&&str> = RESERVED.iter().filter(|w| **w != "null" && !words.contains(**w)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_the_grammar_makes_is_read() {
    let grammar = Grammar::of_docs();
    let mut generator = Generator { grammar: &grammar, depths: grammar.depths(), seed: 1 };
    for n in 0..6000 {
        let rule = ["statements", "expression", "type"][n % 3];
        let mut text = String::new();
        generator.write(&grammar.rules[rule], 3 + n % 14, &mut text);
        let found = match rule {
            "statements" => parse_block(&text).errors,
            "expression" => parse_expr(&text).errors,
            _ => parse_type(&text).errors,
        };
        assert!(found.is_empty(), "{rule} {n}:\n{text}\n{found:#?}");
    }
}

#[test]
fn all_code_of_the_shipped_games_is_of_the_grammar() {
    fn strings(value: &toml::Value, all: &mut Vec<String>) {
        match value {
            toml::Value::String(text) => all.push(text.clone()),
            toml::Value::Array(of) => of.iter().for_each(|value| strings(value, all)),
            toml::Value::Table(of) => of.values().for_each(|value| strings(value, all)),
            _ => {}
        }
    }
    fn files(folder: &Path, all: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("it is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                files(&path, all);
            } else if path.extension().is_some_and(|e| e == "toml") {
                let text = std::fs::read_to_string(&path).expect("it is text");
                strings(&toml::from_str(&text).expect("shipped files are TOML"), all);
            }
        }
    }
    let grammar = Grammar::of_docs();
    let mut all = Vec::new();
    files(Path::new("cards"), &mut all);
    all.sort();
    all.dedup();
    // The parser takes any word for a type's name; that there is no such type, `check` says.
    all.retain(|text| !RESERVED.contains(&text.as_str()));
    // A set of sets does not exist; `{{ }}` belongs in texts, which are no code.
    all.retain(|text| !text.starts_with("{{") && !text.contains(" in {{"));
    let mut differ = Vec::new();
    let mut read = BTreeMap::from([("statements", 0), ("expression", 0), ("type", 0)]);
    for text in &all {
        for (rule, count) in &mut read {
            let accepted = errors(rule, text) == 0;
            *count += usize::from(accepted);
            if derives(&grammar, rule, text) != accepted {
                differ.push(format!(
                    "{rule}, which the parser {}: {text}",
                    if accepted { "reads" } else { "refuses" }
                ));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(read.values().all(|count| *count > 500), "{read:?}");
}
