//! English nouns: plurals, counts and articles.

/// Suffixes with an irregular plural, with their plurals. Compounds end the same way: `ferryman`, `eyetooth`.
const IRREGULAR: [(&str, &str); 29] = [
    ("human", "humans"),
    ("shaman", "shamans"),
    ("talisman", "talismans"),
    ("german", "germans"),
    ("roman", "romans"),
    ("ottoman", "ottomans"),
    ("caiman", "caimans"),
    ("man", "men"),
    ("child", "children"),
    ("person", "people"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("goose", "geese"),
    ("mouse", "mice"),
    ("wolf", "wolves"),
    ("knife", "knives"),
    ("wife", "wives"),
    ("life", "lives"),
    ("leaf", "leaves"),
    ("thief", "thieves"),
    ("shelf", "shelves"),
    ("calf", "calves"),
    ("half", "halves"),
    ("loaf", "loaves"),
    ("hero", "heroes"),
    ("echo", "echoes"),
    ("potato", "potatoes"),
    ("tomato", "tomatoes"),
    ("torpedo", "torpedoes"),
];

/// Whole words, or words after a separator, that have their own plural and are too short to be suffixes.
const IRREGULAR_WORDS: [(&str, &str); 3] = [("elf", "elves"), ("self", "selves"), ("ox", "oxen")];

/// Returns the plural of a noun: `cards`, `energies`, `classes`, `heroes`, `ferrymen`. Works on ids, too
/// (`old_hero`). The result is never the noun itself, since sets need another name; for nouns such as
/// `sheep`, the author declares the plural.
pub fn plural(noun: &str) -> String {
    let last = noun.rsplit([' ', '_', '-']).next().unwrap_or(noun);
    let lower = last.to_lowercase();
    let whole = IRREGULAR_WORDS.iter().find(|(one, _)| lower == *one);
    let ending = IRREGULAR.iter().find(|(one, _)| lower.ends_with(one) && last.is_ascii());
    if let Some((one, many)) = whole.or(ending) {
        // Keeps the case of the first letter.
        let (stem, end) = noun.split_at(noun.len() - one.len());
        let first = end.chars().next().unwrap_or_default();
        return format!("{stem}{first}{}", many.get(1..).unwrap_or_default());
    }
    let ends = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    if ends(&["s", "x", "z", "ch", "sh"]) {
        return format!("{noun}es");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !ends(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// Returns a number with a noun, with thousands separators: `1 game`, `2,000 games`.
pub fn count_noun(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{} {}", grouped(number), plural(one)) }
}

/// Returns a number with thousands separators: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Combines equal consecutive texts with their count: `Copper ×46`.
pub fn runs(texts: &[String]) -> Vec<String> {
    let run = |run: &[String]| match run {
        [one] => one.clone(),
        _ => format!("{} ×{}", run.first().map_or("", String::as_str), run.len()),
    };
    texts.chunk_by(|a, b| a == b).map(run).collect()
}

/// Returns a noun with its article: `a card`, `an owl`, `a unit`, `an hour`.
pub fn with_article(word: &str) -> String {
    let lower = word.to_lowercase();
    let begins = |with: &[&str]| with.iter().any(|start| lower.starts_with(start));
    let vowel = begins(&["a", "e", "i", "o", "u", "hour", "heir", "honest", "honor", "honour"]);
    // Pronounced with an initial consonant, as "you" or "won".
    let consonant = begins(&["uni", "use", "usu", "uti", "uto", "eu", "ewe", "one", "once"])
        && !begins(&["unim", "unin", "onel", "onei"]);
    format!("{} {word}", if vowel && !consonant { "an" } else { "a" })
}

/// Returns a text that begins with a capital.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// Joins at most `most` quoted names, and counts the others: "`a`, `b` and 3 more".
pub fn list_some<T: AsRef<str>>(names: &[T], most: usize) -> String {
    match names.split_at_checked(most) {
        Some((named, more)) if !more.is_empty() => {
            let named: Vec<String> = named.iter().map(|n| format!("`{}`", n.as_ref())).collect();
            format!("{} and {} more", named.join(", "), more.len())
        }
        _ => list(names),
    }
}

/// Joins quoted names: "`a`, `b` and `c`".
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    match quoted.split_last() {
        None => "nothing".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
