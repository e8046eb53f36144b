//! Words of a text that claim something of its rules: other players, a zone, a denial, a free choice.

use super::bounds::is_denied;
use super::clause_words::is_denial;
use super::facts::FactSet;
use super::text_words::{TextToken, is_of_greater, singular, tokens};
use crate::ir::ZoneId;
use std::ops::Range;

/// A word of a text that claims something of its rules.
#[derive(Clone, Debug)]
pub(super) struct TextClaim {
    pub kind: ClaimKind,
    /// Byte range of the word in the text.
    pub range: Range<usize>,
}

/// A sort of claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimKind {
    /// Other players: "each opponent", "everybody".
    Players,
    /// That something is not so: "unless", "without", "no".
    Denial,
    /// That a player may decline: "you may".
    Option,
    /// Several times the same: "for each".
    Count,
    /// "The highest".
    Highest,
    /// "The lowest".
    Lowest,
    /// "A random card".
    Chance,
    /// "And" or "or" between two values or names.
    Join,
    /// A zone: "from the discards".
    Zone(ZoneId),
}

impl ClaimKind {
    /// Returns the facts of which one makes the claim right.
    pub fn facts(self) -> FactSet {
        match self {
            ClaimKind::Players => FactSet::PLAYERS,
            ClaimKind::Denial => FactSet::DENIAL,
            ClaimKind::Option => FactSet::OPTION.or(FactSet::ARMS),
            ClaimKind::Chance => FactSet::CHANCE.or(FactSet::SHUFFLES),
            ClaimKind::Count => FactSet::COUNT,
            ClaimKind::Highest => FactSet::HIGHEST,
            ClaimKind::Lowest => FactSet::LOWEST,
            ClaimKind::Join => FactSet::default(),
            ClaimKind::Zone(zone) => FactSet::zone(zone),
        }
    }

    /// Returns whether code shows at a glance that the claim is right; `zone` returns the id of a zone. Most
    /// claims need no facts.
    pub fn is_evident<'z>(self, code: &str, zone: impl FnOnce(ZoneId) -> &'z str) -> bool {
        let has = |words: &[&str]| words.iter().any(|word| code.contains(word));
        match self {
            ClaimKind::Players => has(&["players", "next("]),
            ClaimKind::Denial => has(&["none(", "not ", "!=", "<", ">", "else"]),
            ClaimKind::Option => has(&["may ", "option ", "act"]),
            ClaimKind::Chance => has(&["random", "roll", "shuffle", "deal"]),
            ClaimKind::Count => has(&["count(", "sum(", "for each", "repeat", "roll("]),
            ClaimKind::Highest => has(&["max(", "best("]),
            ClaimKind::Lowest => has(&["min(", "best("]),
            ClaimKind::Join => true,
            ClaimKind::Zone(of) => code.contains(zone(of)),
        }
    }
}

/// The words for zones, each normalised by [`singular`].
#[derive(Debug, Default)]
pub(super) struct ZoneWords(Vec<(Vec<String>, ZoneId)>);

impl ZoneWords {
    /// Adds a name of a zone: its id, or the printed name of that.
    pub fn add(&mut self, name: &str, zone: ZoneId) {
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(|word| singular(&word.to_lowercase()).into_owned()).collect();
        if !words.is_empty() && !self.0.iter().any(|(known, of)| (known, of) == (&words, &zone)) {
            self.0.push((words, zone));
        }
    }

    /// Returns the zones of that name at a position, and the number of its words: the longest.
    fn at<'s>(&'s self, tokens: &'s [TextToken]) -> impl Iterator<Item = (usize, ZoneId)> + 's {
        let fits = move |words: &[String]| {
            words.len() <= tokens.len() && words.iter().zip(tokens).all(|(word, token)| *word == *token.stem)
        };
        let longest = self.0.iter().filter(|(words, _)| fits(words)).map(|(words, _)| words.len()).max();
        let fitting = self.0.iter().filter(move |(words, _)| Some(words.len()) == longest && fits(words));
        fitting.map(|(words, zone)| (words.len(), *zone))
    }
}

/// Returns the claims of the words at a position: several if zones share a name.
pub(super) fn claims_at(text: &str, tokens: &[TextToken], at: usize, zones: &ZoneWords) -> Vec<TextClaim> {
    let token = &tokens[at];
    if let Some(kind) = claim_of_word(text, tokens, at) {
        return vec![TextClaim { kind, range: token.range.clone() }];
    }
    // "It joins your realm, not your hand"
    if !is_place(text, tokens, at) || is_denied(text, tokens, at) {
        return Vec::new();
    }
    let claim = |(count, zone): (usize, ZoneId)| TextClaim {
        kind: ClaimKind::Zone(zone),
        range: token.range.start..tokens[at + count - 1].range.end,
    };
    zones.at(&tokens[at..]).map(claim).collect()
}

/// Keeps the claims about what the rule does itself: those in parentheses explain, and a denial says what the
/// rule is about only if it is the only one, and before a value or name ("without any Herb"). `mentions`: the
/// starts of values and names.
pub(super) fn keep_firm_claims(
    text: &str,
    tokens: &[TextToken],
    mentions: &[usize],
    claims: &mut Vec<TextClaim>,
) {
    let is_in_parentheses = |at: usize| {
        let before = text.get(..at).unwrap_or_default();
        before.matches('(').count() > before.matches(')').count()
    };
    let is_only = || {
        let denies = |token: &&TextToken| {
            let word = &*token.word;
            is_denying(word) && word != "nor"
                || matches!(
                    word,
                    "no" | "non" | "nothing" | "lack" | "lacks" | "missing" | "absent" | "otherwise"
                )
        };
        tokens.iter().filter(denies).count() < 2
    };
    let is_of_mention = |end: usize| {
        let next = mentions.iter().copied().find(|start| *start >= end);
        let between = next.and_then(|start| text.get(end..start));
        between.is_some_and(|words| {
            !words.contains(['.', ',', ';', ':', '(', ')', '\n']) && words.split_whitespace().count() < 5
        })
    };
    claims.retain(|claim| {
        let is_firm = claim.kind != ClaimKind::Denial || is_of_mention(claim.range.end) && is_only();
        is_firm && !is_in_parentheses(claim.range.start)
    });
}

/// Returns the claim of a word, of those which need no more than the words beside it.
fn claim_of_word(text: &str, tokens: &[TextToken], at: usize) -> Option<ClaimKind> {
    let before = |n: usize| at.checked_sub(n).map_or("", |i| &*tokens[i].word);
    let after = tokens.get(at + 1).map_or("", |next| &*next.word);
    let word = &*tokens[at].word;
    Some(match word {
        "players" => ClaimKind::Players,
        "player" if is_of_others(before(1)) => ClaimKind::Players,
        // "No more than four" is a comparison.
        "no" | "not" if matches!(after, "more" | "less" | "fewer" | "longer" | "matter" | "later") => {
            return None;
        }
        "no" => ClaimKind::Denial,
        // "Red or not", "+5 for each card, not for its owner", "you may not lend it": none of these denies what
        // the rule does.
        "not"
            if matches!(before(1), "or" | "whether" | "may" | "must" | "can")
                || opens_clause(text, tokens, at) =>
        {
            return None;
        }
        // "If this is not your only Herb"
        "not" if (1..=3).any(|n| tokens.get(at + n).is_some_and(|token| &*token.word == "only")) => {
            return None;
        }
        "cannot" | "can't" | "never" => return None,
        "non" if text[tokens[at].range.end..].starts_with('-') => ClaimKind::Denial,
        // "Every player but you may warm their hands"
        "may" if matches!(before(2), "but" | "except" | "than" | "save") => return None,
        // "You may choose which of them stays"
        "may" if matches!(after, "choose" | "decide" | "pick") && is_which(tokens, at + 2) => return None,
        "random" | "randomly" => ClaimKind::Chance,
        "may" if !is_permission(after) => match before(1) {
            "you" | "they" | "player" | "players" | "opponent" | "opponents" => ClaimKind::Option,
            _ => return None,
        },
        "each" | "every" if before(1) == "for" => ClaimKind::Count,
        "per" => ClaimKind::Count,
        "highest" | "greatest" | "largest" | "biggest" => ClaimKind::Highest,
        "lowest" | "smallest" | "fewest" => ClaimKind::Lowest,
        // "Whichever is lower", "the higher of the two"
        _ if is_of_two(&[before(2), before(1), after]) => claim_of_comparative(word)?,
        _ if is_player_word(word) => ClaimKind::Players,
        _ if is_denying(word) => ClaimKind::Denial,
        _ => return None,
    })
}

/// Returns whether a word asks which of several is meant: "which", "whose".
fn is_which(tokens: &[TextToken], at: usize) -> bool {
    let word = tokens.get(at).map_or("", |token| &*token.word);
    matches!(word, "which" | "who" | "whose" | "whom" | "where" | "what" | "how" | "in")
}

/// Returns the claim of the word before a value or name: "each other Herb".
pub(super) fn claim_before(tokens: &[TextToken], at: usize) -> Option<TextClaim> {
    let before = &tokens[at.checked_sub(1)?];
    let is_other = matches!(&*before.word, "other" | "another");
    is_other.then(|| TextClaim { kind: ClaimKind::Denial, range: before.range.clone() })
}

/// Returns the claims about which a word under `unchecked` lets a text and its rule differ.
pub(super) fn claims_of_excuse(word: &str, zones: &ZoneWords) -> Vec<ClaimKind> {
    let words = tokens(word, 0);
    let Some(first) = words.first() else { return Vec::new() };
    match &*first.word {
        "player" | "players" => vec![ClaimKind::Players],
        "no" | "non" | "other" | "another" => vec![ClaimKind::Denial],
        "may" => vec![ClaimKind::Option],
        "random" | "randomly" => vec![ClaimKind::Chance],
        "each" | "every" | "per" | "sum" | "total" => vec![ClaimKind::Count],
        "and" => vec![ClaimKind::Join],
        "or" | "choose" => vec![ClaimKind::Join, ClaimKind::Option],
        "highest" | "greatest" | "largest" | "biggest" | "richest" | "most" => vec![ClaimKind::Highest],
        "lowest" | "smallest" | "fewest" | "poorest" | "least" => vec![ClaimKind::Lowest],
        word if is_player_word(word) => vec![ClaimKind::Players],
        word if is_denying(word) => vec![ClaimKind::Denial],
        word => match claim_of_comparative(word) {
            Some(claim) => vec![claim],
            None => zones.at(&words).map(|(_, zone)| ClaimKind::Zone(zone)).collect(),
        },
    }
}

/// Returns the claim of a comparative that chooses between two values.
fn claim_of_comparative(word: &str) -> Option<ClaimKind> {
    is_of_greater(word).map(|is_greater| if is_greater { ClaimKind::Highest } else { ClaimKind::Lowest })
}

/// Returns whether the words around a comparative make it choose between two values: two before it, and one
/// after.
fn is_of_two(around: &[&str; 3]) -> bool {
    matches!(around, ["whichever", "is" | "are", _] | [_, "the", "of"])
}

/// Returns whether the word behind "may" makes it allow what a rule need not: "you may have up to 9 coins".
fn is_permission(word: &str) -> bool {
    matches!(
        word,
        "not" | "only" | "never" | "no" | "have" | "hold" | "own" | "be" | "keep" | "count" | "look" | "see"
    )
}

/// Returns whether a word is the first of a clause.
fn opens_clause(text: &str, tokens: &[TextToken], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|i| &tokens[i]) else { return true };
    text[before.range.end..tokens[at].range.start].contains([',', ';', ':', '('])
}

/// Returns whether a word speaks of other players, whatever stands beside it.
pub(super) fn is_player_word(word: &str) -> bool {
    is_rival(word) || matches!(word, "everyone" | "everybody" | "anyone" | "anybody")
}

/// Returns whether a word is one for the players beside `you`.
pub(super) fn is_rival(word: &str) -> bool {
    matches!(word, "opponent" | "opponents" | "rival" | "rivals")
}

/// Returns whether "player" behind a word is another player than the one whose card it is.
fn is_of_others(word: &str) -> bool {
    let is_several = matches!(word, "each" | "every" | "any" | "all" | "per");
    is_several
        || matches!(word, "another" | "other" | "next" | "previous" | "target" | "chosen" | "that" | "which")
}

/// Returns whether a word denies something.
pub(super) fn is_denying(word: &str) -> bool {
    is_denial(word) || matches!(word, "neither" | "nor" | "none" | "nobody" | "except" | "isn't" | "aren't")
}

/// Returns whether the words before a position make a name there that of a place: "from the discards",
/// "your hand", "opponents' hands".
fn is_place(text: &str, tokens: &[TextToken], at: usize) -> bool {
    const BEFORE: [&str; 17] = [
        "in", "from", "into", "the", "your", "their", "his", "her", "its", "each", "every", "any", "all",
        "another", "of", "own", "onto",
    ];
    let Some(before) = at.checked_sub(1).map(|i| &tokens[i]) else { return false };
    let between = &text[before.range.end..tokens[at].range.start];
    let is_possessive = between.contains(['\'', '’']) || text[before.range.clone()].ends_with(['\'', '’']);
    !between.contains(['.', ',', ';', ':', '(', ')', '\n'])
        && (is_possessive || BEFORE.contains(&&*before.word))
}

/// Returns whether a text speaks of other players, in whatever words.
pub(super) fn speaks_of_players(tokens: &[TextToken]) -> bool {
    let is_person = |word: &str| {
        let noun = matches!(word, "player" | "players" | "seat" | "table" | "team" | "turn" | "others");
        let beside = matches!(word, "left" | "right" | "neighbour" | "neighbours" | "neighbor" | "neighbors");
        let who =
            matches!(word, "they" | "them" | "their" | "theirs" | "who" | "whoever" | "whose" | "nobody");
        let partner = matches!(word, "partner" | "partners" | "each" | "every" | "all");
        // "With the largest tableau"
        let most =
            matches!(word, "most" | "least" | "fewest" | "largest" | "biggest" | "greatest" | "smallest");
        let some =
            matches!(word, "somebody" | "someone" | "else" | "enemy" | "enemies" | "foe" | "foes" | "victim");
        let whom =
            matches!(word, "whom" | "whomever" | "those" | "either" | "company" | "alone" | "lead" | "leads");
        let best = most || matches!(word, "richest" | "poorest" | "highest" | "lowest");
        noun || beside || who || partner || some || whom || best
    };
    tokens.iter().any(|token| is_player_word(&token.word) || is_person(&token.word))
}

/// Returns whether a text has a word that can stand for the absence of something.
pub(super) fn speaks_of_absence(tokens: &[TextToken]) -> bool {
    let is_absent = |word: &str| {
        let other =
            matches!(word, "other" | "others" | "another" | "different" | "else" | "otherwise" | "instead");
        let few = matches!(
            word,
            "no" | "non" | "only" | "empty" | "clear" | "fewer" | "less" | "missing" | "alone" | "single"
        );
        let bare =
            matches!(word, "unique" | "free" | "lack" | "lacks" | "lacking" | "cannot" | "can't" | "never");
        let zero =
            matches!(word, "0" | "zero" | "absent" | "absence" | "nothing" | "most" | "bare" | "vacant");
        let away = matches!(
            word,
            "out"
                | "outside"
                | "beyond"
                | "abroad"
                | "avoid"
                | "avoided"
                | "lose"
                | "loses"
                | "cancelled"
                | "lonely"
                | "cancel"
        );
        let void =
            matches!(word, "cancels" | "undoes" | "spoils" | "voids" | "prevents" | "negates" | "stops");
        other
            || few
            || bare
            || zero
            || away
            || void
            || matches!(word, "all" | "every" | "whole" | "entire" | "until" | "first" | "last")
    };
    // "Unoccupied", "the fewest", "treeless"
    let is_formed = |word: &str| {
        word.len() > 5 && (word.starts_with("un") || word.ends_with("less") || word.ends_with("est"))
    };
    tokens.iter().any(|token| is_denying(&token.word) || is_absent(&token.word) || is_formed(&token.word))
}

/// Returns whether a text has a word that can stand for the highest or the lowest of several.
pub(super) fn speaks_of_degree(tokens: &[TextToken]) -> bool {
    let is_degree = |word: &str| {
        let best =
            matches!(word, "best" | "worst" | "most" | "least" | "top" | "max" | "min" | "more" | "less");
        let one =
            matches!(word, "one" | "1" | "single" | "maximum" | "minimum" | "peak" | "better" | "fewer");
        best || one || word.len() > 4 && word.ends_with("est") || is_of_greater(word).is_some()
    };
    tokens.iter().any(|token| is_degree(&token.word))
}

/// Returns whether a text has a word that can stand for chance.
pub(super) fn speaks_of_chance(tokens: &[TextToken]) -> bool {
    let is_chance = |word: &str| {
        let chance =
            matches!(word, "random" | "randomly" | "chance" | "luck" | "fate" | "lot" | "lots" | "blind");
        let unseen =
            matches!(word, "blindly" | "unseen" | "looking" | "shuffle" | "shuffles" | "shuffled" | "hidden");
        let drawn =
            matches!(word, "draw" | "draws" | "drawn" | "die" | "dice" | "roll" | "rolls" | "flip" | "coin");
        chance || unseen || drawn || matches!(word, "any" | "some" | "face" | "top" | "spin" | "raffle")
    };
    tokens.iter().any(|token| is_chance(&token.word))
}

/// Returns whether a text has a word that can leave a card itself out.
pub(super) fn speaks_of_others(tokens: &[TextToken]) -> bool {
    let is_other = |word: &str| {
        let other =
            matches!(word, "other" | "others" | "another" | "else" | "rest" | "remaining" | "different");
        let beside = matches!(word, "besides" | "beside" | "except" | "apart" | "but" | "itself" | "further");
        let more = matches!(word, "additional" | "more" | "beyond" | "excluding" | "without" | "not" | "own");
        let fellow = matches!(word, "fellow" | "companion" | "companions" | "excluded" | "self" | "alone")
            || matches!(word, "included" | "including" | "counting");
        other || beside || more || fellow
    };
    tokens.iter().any(|token| is_other(&token.word))
}

/// Returns whether a text has a word that lets a player decline or choose.
pub(super) fn speaks_of_option(tokens: &[TextToken]) -> bool {
    let is_free = |word: &str| {
        let may =
            matches!(word, "may" | "can" | "could" | "might" | "if" | "unless" | "or" | "whether" | "up");
        let choose =
            matches!(word, "choose" | "chooses" | "chosen" | "choice" | "decide" | "decides" | "option");
        let wish = matches!(word, "wish" | "want" | "like" | "optional" | "optionally" | "any" | "some");
        let free = matches!(
            word,
            "free" | "feel" | "need" | "allowed" | "most" | "more" | "please" | "wants" | "wishes" | "cares"
        );
        let pick =
            matches!(word, "pick" | "picks" | "select" | "selects" | "alternatively" | "either" | "which");
        may || choose || wish || free || pick
    };
    tokens.iter().any(|token| is_free(&token.word))
}

/// Returns whether a text has a word or sign for a product with a count.
pub(super) fn speaks_of_count(text: &str, tokens: &[TextToken]) -> bool {
    let is_count = |word: &str| {
        let each = matches!(word, "each" | "every" | "per" | "both" | "as" | "apiece");
        let many =
            matches!(word, "number" | "times" | "many" | "much" | "count" | "total" | "sum" | "amount");
        let product = matches!(
            word,
            "twice"
                | "double"
                | "doubles"
                | "triple"
                | "triples"
                | "multiplied"
                | "multiply"
                | "equal"
                | "half"
        );
        each || many || product
    };
    // "3 points a Farm"
    let is_rate = |words: &[TextToken]| {
        words[0].is_number() && matches!(&*words[2].word, "a" | "an") && words[1].word != "with"
    };
    // "If you have any Farm" counts none.
    let is_whole = |two: &[TextToken]| {
        const ASKS: [&str; 10] =
            ["if", "have", "has", "hold", "holds", "with", "while", "unless", "there", "without"];
        matches!(&*two[1].word, "all" | "any") && !ASKS.contains(&&*two[0].word)
    };
    tokens.iter().any(|token| is_count(&token.word))
        || tokens.windows(2).any(is_whole)
        || tokens.first().is_some_and(|first| matches!(&*first.word, "all" | "any"))
        || text.contains(['×', '/'])
        || tokens.windows(3).any(is_rate)
}
