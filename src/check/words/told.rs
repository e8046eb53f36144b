//! Diagnostics for disagreements between a text and its rules.

use super::said::{Bound, Lexicon, Mention, Said, SaidNumber, Thing, read};
use super::{Asked, Subject, Ways, plain_parts};
use crate::check::world::World;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint as codes;
use crate::model::Code;
use crate::source::Span;
use std::ops::Range;

/// Returns all diagnostics about one text.
pub(super) fn compared(
    world: &World,
    subject: &Subject,
    asked: &Asked,
    lexicon: &Lexicon,
    english: bool,
) -> Vec<Diagnostic> {
    let said = read(&subject.text.value, lexicon, english);
    let filled = subject.filled.map(|text| read(text, lexicon, english)).unwrap_or_default();
    let plain = plain_parts(&subject.text.value);
    let excused: Vec<Excuse> = subject.unchecked.iter().map(|code| Excuse::of(code, lexicon, english)).collect();
    let mut page = Page { world, subject, excused, english, found: Vec::new() };
    page.numbers(asked, &said, &filled, &plain);
    if english && !subject.partly {
        page.words(asked, &said, &filled, &plain);
    }
    page.needless();
    page.found
}

/// A word listed in `unchecked`.
struct Excuse<'p> {
    code: &'p Code,
    numbers: Vec<i64>,
    things: Vec<Thing>,
    used: bool,
}

impl<'p> Excuse<'p> {
    fn of(code: &'p Code, lexicon: &Lexicon, english: bool) -> Excuse<'p> {
        // The word is written as it is printed, except for the number.
        let said = read(&code.value, lexicon, true);
        let numbers = said.numbers.iter().map(|n| n.value).collect();
        // In other languages words are not compared, so they neither excuse anything nor are needless.
        Excuse { code, numbers, things: said.mentions.into_iter().flat_map(|m| m.of).collect(), used: !english }
    }
}

struct Page<'s> {
    world: &'s World,
    subject: &'s Subject<'s>,
    excused: Vec<Excuse<'s>>,
    english: bool,
    found: Vec<Diagnostic>,
}

impl Page<'_> {
    fn excuses_number(&mut self, n: i64) -> bool {
        let mut excused = false;
        for excuse in self.excused.iter_mut().filter(|e| e.numbers.contains(&n)) {
            (excuse.used, excused) = (true, true);
        }
        excused
    }

    fn excuses(&mut self, thing: &Thing) -> bool {
        let mut excused = false;
        for excuse in self.excused.iter_mut().filter(|e| e.things.contains(thing)) {
            (excuse.used, excused) = (true, true);
        }
        excused
    }

    fn numbers(&mut self, asked: &Asked, said: &Said, filled: &Said, plain: &[Range<usize>]) {
        let mut missing: Vec<(&Ways, Span)> = Vec::new();
        for (ways, span) in asked.numbers.iter().filter(|_| !self.subject.partly) {
            let said = said.numbers.iter().chain(&filled.numbers).any(|n| self.says(n, ways));
            let small = ways.all().any(|n| n <= 1);
            if said || small || missing.iter().any(|(m, _)| *m == ways) || self.excuses_number(ways.written) {
                continue;
            }
            missing.push((ways, *span));
        }
        let mut extra: Vec<&SaidNumber> = Vec::new();
        for n in said.numbers.iter().filter(|n| n.firm && within(plain, &n.range) && !asked.may_say(n.value)) {
            if !extra.iter().any(|e| e.value == n.value) && !self.excuses_number(n.value) {
                extra.push(n);
            }
        }
        let id = self.subject.id;
        if missing.len() == extra.len() {
            for ((ways, span), n) in missing.into_iter().zip(extra) {
                let (rule, text) = (shown(ways), n.value);
                let d = Diagnostic::error(
                    codes::TEXT_NUMBER,
                    format!("the rule of `{id}` says {rule}, and its text says {text}"),
                );
                let d =
                    d.at(span, format!("{rule} in the rule")).at(self.place(&n.range), format!("{text} in the text"));
                let both = [ways.written.to_string(), n.value.to_string()];
                let d = self.or_unchecked(d, "mend one of the two", &both);
                self.found.push(d);
            }
            return;
        }
        for (ways, span) in missing {
            let rule = shown(ways);
            let d =
                Diagnostic::error(codes::TEXT_NUMBER, format!("the rule of `{id}` says {rule}, and its text does not"));
            let d = d.at(span, "in the rule").at(self.subject.text.span, format!("where is {rule} in the text?"));
            let d = self.or_unchecked(d, "say it in the text", &[ways.written.to_string()]);
            self.found.push(d);
        }
        for n in extra {
            let text = n.value;
            let message = format!("the text of `{id}` says {text}, and its rule does not");
            let d = Diagnostic::error(codes::TEXT_NUMBER, message).at(self.place(&n.range), "in the text");
            let d = self.subject.rules.iter().fold(d, |d, (code, _)| d.at(code.span, format!("where is {text} here?")));
            let d = self.or_unchecked(d, "mend the text or the rule", &[text.to_string()]);
            self.found.push(d);
        }
    }

    /// Whether a number in the text expresses one of the rule. Comparisons are recognised in English only.
    fn says(&self, said: &SaidNumber, ways: &Ways) -> bool {
        let n = said.value;
        let Some(split) = ways.split.filter(|_| self.english) else {
            return ways.plain.contains(&n) || !self.english && ways.all().any(|way| way == n);
        };
        // A text and a rule with the same split mean the same, even if one states the positive case and the other the negative one.
        let says = |n: i64| split == n || split == -n;
        match said.bound {
            Bound::Plain => ways.plain.contains(&n),
            Bound::AtMost | Bound::MoreThan => says(n),
            Bound::AtLeast | Bound::LessThan => says(n - 1),
            Bound::Reach => ways.written == n,
        }
    }

    fn words(&mut self, asked: &Asked, said: &Said, filled: &Said, plain: &[Range<usize>]) {
        let id = self.subject.id;
        let mentioned = |thing: &Thing| said.mentions.iter().chain(&filled.mentions).any(|m| m.of.contains(thing));
        let mut told: Vec<Thing> = Vec::new();
        let mut unsaid: Vec<(String, Span)> = Vec::new();
        for (thing, span) in &asked.things {
            let own = self.subject.name.is_some_and(|n| *thing == Thing::Name(n));
            let all = matches!(thing, Thing::Value(e, _) if asked.any.contains(e));
            if mentioned(thing) || own || all || told.contains(thing) || self.excuses(thing) {
                continue;
            }
            told.push(*thing);
            unsaid.push((self.printed(thing), *span));
        }
        if let [(first, _), ..] = &unsaid[..] {
            let words = several(&unsaid);
            let where_is = if unsaid.len() == 1 {
                format!("where is {first} in the text?")
            } else {
                "where are they in the text?".to_owned()
            };
            let message = format!("the rule of `{id}` speaks of {words}, and its text does not");
            let mut d = Diagnostic::warning(codes::TEXT_WORD, message);
            for (_, span) in unsaid.iter().take(3) {
                d = d.at(*span, "in the rule");
            }
            let quoted: Vec<String> = unsaid.iter().map(|(word, _)| word.clone()).collect();
            let help = if unsaid.len() == 1 { "name it in the text" } else { "name them in the text" };
            let d = d.at(self.subject.text.span, where_is);
            let d = self.or_unchecked(d, help, &quoted);
            self.found.push(d);
        }
        // If a text writes words of its rules in lowercase, other lowercase words count as references too; in other texts "stone" may be
        // an ordinary word.
        let small = said.mentions.iter().any(|m| !m.capital && m.of.iter().any(|t| asked.may_things.contains(t)));
        let mut extra: Vec<(String, Span)> = Vec::new();
        for Mention { of, capital, range } in &said.mentions {
            let Some(thing) = of.first() else { continue };
            let known = of.iter().any(|t| asked.may_name(t));
            if known || !(*capital || small) || !within(plain, range) || told.contains(thing) || self.excuses(thing) {
                continue;
            }
            told.push(*thing);
            extra.push((self.printed(thing), self.place(range)));
        }
        if let [(first, _), ..] = &extra[..] {
            let words = several(&extra);
            let where_is =
                if extra.len() == 1 { format!("where is {first} here?") } else { "where are they here?".to_owned() };
            let message = format!("the text of `{id}` speaks of {words}, and its rule does not");
            let mut d = Diagnostic::warning(codes::TEXT_WORD, message);
            for (_, span) in extra.iter().take(3) {
                d = d.at(*span, "in the text");
            }
            let d = self.subject.rules.iter().fold(d, |d, (code, _)| d.at(code.span, where_is.clone()));
            let quoted: Vec<String> = extra.iter().map(|(word, _)| word.clone()).collect();
            let d = self.or_unchecked(d, "mend the text or the rule", &quoted);
            self.found.push(d);
        }
    }

    /// Warns of words in `unchecked` that need not be there.
    fn needless(&mut self) {
        for excuse in self.excused.iter().filter(|e| !e.used) {
            let message = format!("`{}` of `{}` need not be left unchecked", excuse.code.value, self.subject.id);
            let nothing = excuse.numbers.is_empty() && excuse.things.is_empty();
            let d = Diagnostic::warning(codes::NEEDLESS_UNCHECKED, message);
            self.found.push(match nothing {
                true => d
                    .at(excuse.code.span, "neither a number, nor a value of an enum, nor a card")
                    .help("write a number in digits, or a word as it is printed"),
                false => d.at(excuse.code.span, "text and rule agree on it").help("leave it out"),
            });
        }
    }

    /// Adds the ways out of a difference: to mend it, or to accept these words.
    fn or_unchecked(&self, d: Diagnostic, mend: &str, words: &[String]) -> Diagnostic {
        if self.subject.partly {
            // Only cards and keywords have the key `unchecked`.
            return d.help(format!("{mend}; a part that is looked up, `{{{{ … }}}}`, is not compared"));
        }
        let shown: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        d.help(format!("{mend}; if both are right as they are: `unchecked = [{}]`", shown.join(", ")))
            .accept(words.to_vec())
    }

    /// Converts a range of the text to a span of its file.
    fn place(&self, range: &Range<usize>) -> Span {
        self.subject.text.span_of(range.start, range.end)
    }

    /// Returns the printed form of an item.
    fn printed(&self, thing: &Thing) -> String {
        match thing {
            Thing::Value(e, v) => self.world.enums[usize::from(*e)].printed[*v as usize].clone(),
            Thing::Name(n) => self.world.names[*n as usize].printed.clone(),
        }
    }
}

/// Lists words: "Copper", "Copper and Silver", "Copper, Silver and 5 more".
fn several(words: &[(String, Span)]) -> String {
    match words {
        [(one, _)] => one.clone(),
        [(one, _), (two, _)] => format!("{one} and {two}"),
        [(one, _), (two, _), (three, _)] => format!("{one}, {two} and {three}"),
        [(one, _), (two, _), rest @ ..] => format!("{one}, {two} and {} more", rest.len()),
        [] => String::new(),
    }
}

/// Whether a range is within one of others.
fn within(parts: &[Range<usize>], range: &Range<usize>) -> bool {
    parts.iter().any(|p| p.start <= range.start && range.end <= p.end)
}

/// Formats the expected number: "4", "5 (or beyond 4)".
fn shown(ways: &Ways) -> String {
    match ways.plain[..] {
        [reached] if reached != ways.written => format!("{reached} (or beyond {})", ways.written),
        _ => ways.written.to_string(),
    }
}
