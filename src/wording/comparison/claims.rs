//! Comparison of what the words of a text claim with the facts about its card.

use std::ops::Range;

use super::bounds::Bound;
use super::card_facts::OwnFacts;
use super::compare::TextComparison;
use super::facts::FactSet;
use super::joins::{OtherJoin, find_other_join, joins_any};
use super::meanings::NumberPlace;
use super::messages;
use super::people::PeopleWords;
use super::subject::RuleContent;
use super::text_claims::{
    ClaimKind, TextClaim, is_rival, speaks_of_absence, speaks_of_chance, speaks_of_count, speaks_of_degree,
    speaks_of_option, speaks_of_others, speaks_of_players,
};
use super::text_deeds::{is_behind_condition, is_main_clause};
use super::text_parser::TextContent;
use super::text_words::{TextToken, sentence_around, tokens};
use crate::model::{Package, VerbDecl};
use crate::source::Span;

impl TextComparison<'_> {
    /// Reports words that claim what no rule can make right: other players, a zone, a denial, a free choice.
    pub(super) fn claims<'c>(
        &mut self,
        claims: impl Iterator<Item = &'c TextClaim>,
        is_explained: impl Fn(ClaimKind) -> bool,
    ) {
        let claims: Vec<&TextClaim> = claims.collect();
        let mut told: Vec<ClaimKind> = Vec::new();
        // The zones of one name have one place.
        for same in claims.chunk_by(|a, b| a.range == b.range) {
            let Some(first) = same.first() else { continue };
            let is_told = |kind: &ClaimKind| told.contains(kind);
            if same.iter().any(|claim| is_told(&claim.kind) || is_explained(claim.kind)) {
                continue;
            }
            let word = self.subject.text.value.get(first.range.clone()).unwrap_or_default();
            let word = word.to_lowercase().replace('’', "'");
            if same.iter().any(|claim| self.excuses_claim(claim.kind)) {
                continue;
            }
            told.extend(same.iter().map(|claim| claim.kind));
            let rules = self.subject.rules.iter().map(|(code, _)| code.span);
            let (id, at) = (self.subject.id, self.place(&first.range));
            let d = match first.kind {
                ClaimKind::Players => messages::players_without_rule(id, at, rules),
                ClaimKind::Denial => messages::denial_without_rule(id, &word, at, rules),
                ClaimKind::Option => messages::option_without_rule(id, &word, at, rules),
                ClaimKind::Count => messages::count_without_rule(id, &word, at, rules),
                ClaimKind::Chance => messages::chance_without_rule(id, &word, at, rules),
                ClaimKind::Highest | ClaimKind::Lowest => {
                    messages::extreme_without_rule(id, &word, at, rules)
                }
                ClaimKind::Join | ClaimKind::Zone(_) => {
                    messages::words_without_rule(id, &[(word.clone(), at)], rules)
                }
            };
            let d = self.or_unchecked(d, "mend the text or the rule", &[word]);
            self.comparison.found.push(d);
        }
    }

    /// Reports facts about the card's own rules that its text does not say, or says otherwise.
    pub(super) fn facts(
        &mut self,
        text: &str,
        words: &[TextToken],
        said: &TextContent,
        content: &RuleContent,
        own: impl FnOnce() -> OwnFacts,
    ) {
        let verbs = verbs_in(words, self.package);
        if !self.needs_facts(text, words, said, content, &verbs) {
            return;
        }
        let own = own();
        self.unsaid_facts(text, words, &own);
        self.people(words, &own);
        self.other_verb(words, &verbs, &own);
        self.other_join(words, said, content, &own);
        self.other_extreme(words, said, &own);
        self.other_cards(words, said, content, &own);
        self.absent_cards(words, said, content, &own);
        self.other_ending(words, &own);
        self.amounts_of_verbs(words, said, content, &own);
        self.amounts_of_states(said, content, &own);
        self.alternative_deeds(words, &own);
        self.option_and_deed(words, &own);
        self.neighbours(words, &own);
        self.other_neighbours(words, &own);
        self.players_picked(words, &own);
        self.joined_comparisons(words, said, content, &own);
        self.free_amounts(said, content, &own);
    }

    /// Returns whether the facts about the rules may show a difference, so that they must be found.
    fn needs_facts(
        &self,
        text: &str,
        words: &[TextToken],
        said: &TextContent,
        content: &RuleContent,
        verbs: &[(usize, &str)],
    ) -> bool {
        let has = |words: &[&str]| words.iter().any(|word| self.has_code(word));
        has(&["player"])
            || has(&["count(", "sum("]) && !speaks_of_count(text, words)
            || has(&["none(", "not ", "== 0"]) && !speaks_of_absence(words)
            || has(&["may ", "option "]) && !speaks_of_option(words)
            || verbs.iter().any(|(_, verb)| !has(&[verb]))
            || has(&["max(", "min(", "best(", "sum("]) && speaks_of_extreme(said, words)
            || has(&["max(", "min("]) && !speaks_of_degree(words)
            || joins_any(&self.subject.text.value, &said.mentions) && has(&[" and ", " or ", "{"])
            || said.claims.iter().any(|claim| claim.kind == ClaimKind::Denial)
                && !has(&["none(", "not ", "!=", "<", ">", "else"])
            || has(&["win you", "lose you", "next("])
            || said.numbers.len() > 1 && has(&[" and ", " or "])
            || words.iter().any(|word| &*word.word == "player" || is_rival(&word.word))
            || said.numbers.iter().any(|n| n.bound == Bound::UpTo || n.is_lost.is_some())
            || !verbs.is_empty() && (!content.numbers.is_empty() || words.iter().any(|w| &*w.word == "or"))
            || has(&["random("]) && !speaks_of_chance(words)
            || has(&["other", " - "]) && !speaks_of_others(words)
    }

    /// Reports facts for which the text has no words at all.
    fn unsaid_facts(&mut self, text: &str, words: &[TextToken], own: &OwnFacts) {
        let (id, at) = (self.subject.id, self.subject.text.span);
        // A rule may look at all players for what a text says without them: "copy another card".
        let players = FactSet::EACH_PLAYER.or(FactSet::CHOSEN_PLAYER);
        let facts = [
            (players, ClaimKind::Players, "players"),
            (FactSet::ABSENCE, ClaimKind::Denial, "no"),
            (FactSet::DECLINED, ClaimKind::Option, "may"),
            (FactSet::ARMS, ClaimKind::Option, "or"),
            (FactSet::MULTIPLE, ClaimKind::Count, "each"),
            (FactSet::EXTREME, ClaimKind::Highest, "highest"),
            (FactSet::RANDOM, ClaimKind::Chance, "random"),
        ];
        for (facts, claim, word) in facts {
            let Some(place) = own.place(facts) else { continue };
            let is_said = match claim {
                ClaimKind::Option if facts == FactSet::ARMS => speaks_of_arms(text, words),
                ClaimKind::Players => speaks_of_players(words),
                ClaimKind::Denial => speaks_of_absence(words),
                ClaimKind::Option => speaks_of_option(words),
                ClaimKind::Highest => speaks_of_degree(words),
                ClaimKind::Chance => speaks_of_chance(words),
                _ => speaks_of_count(text, words),
            };
            if is_said || self.excuses_claim(claim) {
                continue;
            }
            let d = match claim {
                ClaimKind::Players => messages::players_not_said(id, place, at),
                ClaimKind::Denial => messages::absence_not_said(id, place, at),
                ClaimKind::Option if facts == FactSet::ARMS => messages::choice_not_said(id, place, at),
                ClaimKind::Option => messages::option_not_said(id, place, at),
                ClaimKind::Highest => messages::extreme_not_said(id, place, at),
                ClaimKind::Chance => messages::chance_not_said(id, place, at),
                _ => messages::count_not_said(id, place, at),
            };
            let d = self.or_unchecked(d, "say it in the text", &[word.to_owned()]);
            self.comparison.found.push(d);
        }
    }

    /// Reports a text that speaks of all players where the rule has only the others, or of one where it has
    /// each; and the other way round.
    fn people(&mut self, words: &[TextToken], own: &OwnFacts) {
        // A reaction and an action have players of their own.
        let has_others = self.subject.card.is_none_or(|card| {
            !card.reactions.is_empty() || !card.actions.is_empty() || !card.keywords.is_empty()
        });
        if has_others || own.called.has_any(FactSet::SEATS) {
            return;
        }
        let Some(seats) = own.place(FactSet::SEATS) else { return };
        // "You draw a card, and so do the others"
        let is_repeated =
            own.calls.iter().enumerate().any(|(i, (_, f))| own.calls[..i].iter().any(|(_, g)| f == g));
        if is_repeated {
            return;
        }
        let people = PeopleWords::of(words);
        let excludes = own.place(FactSet::OTHERS);
        let each = own.place(FactSet::EACH_PLAYER);
        let chosen = own.place(FactSet::CHOSEN_PLAYER);
        let has_choice = own.has_any(FactSet::CHOICE);
        let found = match people {
            PeopleWords { all: Some(said), others: None, is_excepted: false, .. } if excludes.is_some() => {
                (("the other players", excludes), ("all players", said))
            }
            PeopleWords { any: Some(said), others: None, is_excepted: false, .. }
                if excludes.is_some() && chosen.is_some() && each.is_none() =>
            {
                (("one of the other players", excludes), ("any player", said))
            }
            PeopleWords { others: Some(said), all: None, is_of_you: false, .. }
                if excludes.is_none() && !own.has_any(FactSet::DENIAL) =>
            {
                (("all players", Some(seats)), ("the others", said))
            }
            PeopleWords { one: Some(said), each: None, is_any: false, .. }
                if each.is_some() && !has_choice =>
            {
                (("each of several players", each), ("one", said))
            }
            PeopleWords { each: Some(said), one: None, .. } if chosen.is_some() && each.is_none() => {
                (("one chosen player", chosen), ("each of several", said))
            }
            _ => return,
        };
        let ((rule, Some(written)), (text, said)) = found else { return };
        if self.excuses_claim(ClaimKind::Players) {
            return;
        }
        let said = self.place(&said);
        let d = messages::other_players(self.subject.id, (rule, written), (text, said));
        let d = self.or_unchecked(d, "mend one of the two", &["players".to_owned()]);
        self.comparison.found.push(d);
    }

    /// Reports a text that says one verb of the game, which the rule does not call, and not the one that it
    /// calls.
    fn other_verb(&mut self, words: &[TextToken], said: &[(usize, &str)], own: &OwnFacts) {
        let called: Vec<_> = own.calls.iter().filter_map(|(at, f)| Some((*at, self.verb(*f)?))).collect();
        let is_said = |id: &str| said.iter().any(|(_, known)| *known == id);
        // Only a verb that goes by its id in texts.
        let is_word = |verb: &VerbDecl| {
            verb.text.as_ref().is_some_and(|text| {
                tokens(&text.value, 0).iter().any(|token| is_form_of(&token.word, &verb.id.text))
            })
        };
        let is_unsaid = |(_, verb): &&(Span, &VerbDecl)| !is_said(&verb.id.text) && is_word(verb);
        let Some((written, unsaid)) = called.iter().find(is_unsaid) else { return };
        // The verb may be one of those that are called in turn.
        let is_called =
            |id: &str| called.iter().any(|(_, verb)| verb.id.text == id || verb.code.value.contains(id));
        let text = &self.subject.text.value;
        let is_done = |at| is_main_clause(text, words, at) || is_behind_condition(text, words, at);
        let is_other = |(at, id): &&(usize, &str)| is_done(*at) && !is_called(id);
        let Some((at, other)) = said.iter().find(is_other) else { return };
        // "Gain 3 coins" is a change as well as a verb of that name may be.
        if self.has_code(other) || self.excuses_word(other) {
            return;
        }
        let (id, said) = (self.subject.id, self.place(&words[*at].range));
        let d = messages::other_verb(id, (&unsaid.id.text, *written), (other, said));
        let d = self.or_unchecked(d, "mend one of the two", &[(*other).to_owned()]);
        self.comparison.found.push(d);
    }

    /// Returns whether the text says a verb as often as the rule passes it in a number, or as it repeats
    /// something: "draw a card, then draw another".
    pub(super) fn repeats_verb(&self, number: &NumberPlace, times: i64) -> bool {
        let words = tokens(&self.subject.text.value, 0);
        let is_said_again = |two: &[TextToken]| {
            let same = words.iter().filter(|token| token.word == two[0].word);
            // "One of another player"
            let is_joint =
                matches!(&*two[0].word, "of" | "to" | "from" | "for" | "with" | "in" | "on" | "and" | "or");
            &*two[1].word == "another" && !is_joint && same.count() > 1
        };
        if words.windows(2).filter(|two| is_said_again(two)).count() as i64 == times - 1 && times > 1 {
            return true;
        }
        let Some(verb) = number.argument.and_then(|(f, _)| self.verb(f)) else { return false };
        let said = words.iter().filter(|token| is_form_of(&token.word, &verb.id.text)).count();
        said > 1 && said as i64 == times
    }

    /// Reports "you lose the game" for `win you`, and the other way round.
    fn other_ending(&mut self, words: &[TextToken], own: &OwnFacts) {
        let (wins, loses) = (own.place(FactSet::YOU_WIN), own.place(FactSet::YOU_LOSE));
        let (rule, text, written) = match (wins, loses) {
            (Some(at), None) => ("win", "lose", at),
            (None, Some(at)) => ("lose", "win", at),
            _ => return,
        };
        let is_said = |word: &str| words.iter().any(|token| is_form_of(&token.word, word));
        // "You lose the game", "lose the game": said of nobody else.
        let is_of_you = |at: &usize| {
            let before = at.checked_sub(1).map_or("you", |before| &*words[before].word);
            let next = |n: usize| words.get(at + n).map_or("", |token| &*token.word);
            &*words[*at].word == text
                && matches!(before, "you" | "and" | "then")
                && (next(1), next(2)) == ("the", "game")
        };
        let Some(at) = (0..words.len()).find(is_of_you).filter(|_| !is_said(rule)) else { return };
        if self.excuses_word(text) {
            return;
        }
        let said = self.place(&words[at].range);
        let d = messages::other_verb(self.subject.id, (rule, written), (text, said));
        let d = self.or_unchecked(d, "mend one of the two", &[text.to_owned()]);
        self.comparison.found.push(d);
    }

    /// Reports a text that says the lowest or the sum where the rule has only the highest, and the like.
    fn other_extreme(&mut self, words: &[TextToken], said: &TextContent, own: &OwnFacts) {
        let place = |kind| {
            let claim = said.claims.iter().find(|claim| claim.kind == kind).map(|claim| claim.range.clone());
            claim.or_else(|| find_superlative(words, kind))
        };
        let has = |facts| own.has_any(facts) || own.called.has_any(facts);
        let rule = |word, facts| own.place(facts).map(|at| (word, at));
        let sum = words.iter().find(|token| matches!(&*token.word, "sum" | "total"));
        let in_sum = || rule("the sum", FactSet::SUM).filter(|_| sum.is_none());
        let (high, low) = (FactSet::HIGHEST, FactSet::LOWEST);
        let (claim, rule, text, range) = match (place(ClaimKind::Highest), place(ClaimKind::Lowest), sum) {
            (Some(at), None, _) if !has(high) => {
                (ClaimKind::Highest, rule("the lowest", low).or_else(in_sum), "the highest", at)
            }
            (None, Some(at), _) if !has(low) => {
                (ClaimKind::Lowest, rule("the highest", high).or_else(in_sum), "the lowest", at)
            }
            (None, None, Some(sum)) if !has(FactSet::SUM.or(FactSet::PRODUCT)) => {
                let extreme = rule("the highest", high).or_else(|| rule("the lowest", low));
                (ClaimKind::Count, extreme.filter(|_| has(high) != has(low)), "a sum", sum.range.clone())
            }
            _ => return,
        };
        let Some((rule, written)) = rule.filter(|_| !sets_aside(words, &range)) else { return };
        let at = self.place(&range);
        if self.is_told_at(at) || self.excuses_claim(claim) {
            return;
        }
        let word = self.subject.text.value.get(range).unwrap_or_default().to_lowercase();
        let d = messages::other_side(self.subject.id, (rule, written), (text, at));
        let d = self.or_unchecked(d, "mend one of the two", &[word]);
        self.comparison.found.push(d);
    }

    /// Reports two things that the text joins with "or" and the rule with `and`, or the other way round.
    fn other_join(&mut self, words: &[TextToken], said: &TextContent, content: &RuleContent, own: &OwnFacts) {
        if own.joined.is_empty() || own.has_any(FactSet::DENIAL) {
            return;
        }
        let text = &self.subject.text.value;
        // Behind "unless you lack", "or" stands for `and`.
        let is_plain = |other: &OtherJoin| !speaks_of_absence(sentence_around(text, words, &other.in_text));
        let Some(other) =
            find_other_join(text, &said.mentions, &content.things, &own.joined).filter(is_plain)
        else {
            return;
        };
        let (id, at) = (self.subject.id, self.place(&other.in_text));
        let d = messages::other_join(id, other.in_rule, other.is_or_in_text, at);
        if !self.excuses_claim(ClaimKind::Join) {
            let word = if other.is_or_in_text { "or" } else { "and" };
            let d = self.or_unchecked(d, "mend one of the two", &[word.to_owned()]);
            self.comparison.found.push(d);
        }
    }
}

/// Returns whether a text has a word or sign for a choice between several things: "do one of these".
fn speaks_of_arms(text: &str, words: &[TextToken]) -> bool {
    let is_one = |word: &str| {
        matches!(word, "one" | "1" | "rather" | "instead" | "will" | "these" | "following" | "pass")
    };
    speaks_of_option(words) || text.contains('/') || words.iter().any(|token| is_one(&token.word))
}

/// Returns whether a text names what it sets aside: "not just the highest". The word of the claim itself
/// does not.
fn sets_aside(words: &[TextToken], claimed: &Range<usize>) -> bool {
    let is_aside = |word: &str| {
        let not =
            matches!(word, "not" | "even" | "only" | "just" | "instead" | "regardless" | "opposed" | "than");
        let drop = matches!(
            word,
            "ignore" | "ignores" | "ignored" | "drop" | "discard" | "including" | "starting" | "down"
        );
        let other = matches!(
            word,
            "least"
                | "most"
                | "best"
                | "worst"
                | "weakest"
                | "strongest"
                | "higher"
                | "lower"
                | "poorest"
                | "richest"
        );
        not || drop || other || matches!(word, "all" | "each" | "every" | "together")
    };
    words.iter().any(|token| token.range != *claimed && is_aside(&token.word))
}

/// Returns whether a text speaks of the highest, the lowest or the sum of something.
fn speaks_of_extreme(said: &TextContent, words: &[TextToken]) -> bool {
    let is_extreme = |claim: &TextClaim| matches!(claim.kind, ClaimKind::Highest | ClaimKind::Lowest);
    said.claims.iter().any(is_extreme)
        || words.iter().any(|token| matches!(&*token.word, "sum" | "total"))
        || [ClaimKind::Highest, ClaimKind::Lowest].iter().any(|kind| find_superlative(words, *kind).is_some())
}

/// Finds a word for the highest or the lowest that says as much only beside a rule with the other: "the most
/// coins", "the poorest player".
fn find_superlative(words: &[TextToken], kind: ClaimKind) -> Option<Range<usize>> {
    let (alone, behind_the) = match kind {
        ClaimKind::Highest => (["richest", "strongest"], "most"),
        ClaimKind::Lowest => (["poorest", "weakest"], "least"),
        _ => return None,
    };
    let is_meant = |(at, token): &(usize, &TextToken)| {
        let before = |n: usize| at.checked_sub(n).map_or("", |at| &*words[at].word);
        alone.contains(&&*token.word) || &*token.word == behind_the && before(1) == "the" && before(2) != "at"
    };
    words.iter().enumerate().find(is_meant).map(|(_, token)| token.range.clone())
}

/// Returns whether a word is an id, or a form of it: "draws", "drawing".
pub(super) fn is_form_of(word: &str, id: &str) -> bool {
    // Most words differ in their first letter.
    if word.as_bytes().first() != id.as_bytes().first() {
        return false;
    }
    let rest = word.strip_prefix(id.strip_suffix('e').unwrap_or(id));
    rest.is_some_and(|rest| matches!(rest, "" | "e" | "s" | "es" | "ing" | "ed"))
}

/// Returns the game's verbs that a text says by their ids, each with the index of the word: "draw",
/// "discards".
fn verbs_in<'p>(words: &[TextToken], package: &'p Package) -> Vec<(usize, &'p str)> {
    let verbs = package.verbs.iter().map(|verb| verb.id.text.as_str());
    let is_said = |id: &str| words.iter().position(|token| is_form_of(&token.word, id));
    verbs.filter_map(|id| Some((is_said(id)?, id))).collect()
}
