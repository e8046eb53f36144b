//! How several of something are called: by the rules of English, or as the kind says.

use super::lab::Lab;
use cardwright::diagnostics::{count_noun, plural, with_article};

#[test]
fn several_are_called_by_the_rules_of_english() {
    for (one, several) in [
        ("card", "cards"),
        ("energy", "energies"),
        ("key", "keys"),
        ("class", "classes"),
        ("box", "boxes"),
        ("witch", "witches"),
        ("hero", "heroes"),
        ("old_hero", "old_heroes"),
        ("zero", "zeros"),
        ("ferryman", "ferrymen"),
        ("Ferryman", "Ferrymen"),
        ("human", "humans"),
        ("wolf", "wolves"),
        ("werewolf", "werewolves"),
        ("elf", "elves"),
        ("shelf", "shelves"),
        ("belief", "beliefs"),
        ("child", "children"),
        ("ox", "oxen"),
        ("fox", "foxes"),
        ("leaf", "leaves"),
        ("copy", "copies"),
        ("different class", "different classes"),
    ] {
        assert_eq!(plural(one), several);
    }
    assert_eq!([count_noun(1, "hero"), count_noun(2000, "hero")], ["1 hero", "2,000 heroes"]);
    let articles =
        ["unit", "owl", "Unicorn", "urn", "hour", "house", "one", "onion", "European", "uninvited guest"];
    let articles: Vec<String> = articles.iter().map(|word| with_article(word)).collect();
    assert_eq!(
        articles,
        [
            "a unit",
            "an owl",
            "a Unicorn",
            "an urn",
            "an hour",
            "a house",
            "a one",
            "an onion",
            "a European",
            "an uninvited guest"
        ]
    );
}

const KINDS: &str = r#"
[enums]
class = ["big", "small"]
[kinds.hero]
base = "card"
[kinds.sheep]
base = "card"
plural = "flock"
"#;

#[test]
fn sets_are_called_so() {
    let cards = "[cards.ann]\nkind = \"hero\"\n[cards.dolly]\nkind = \"sheep\"\ncopies = 2\n";
    let lab = Lab::base().rules(KINDS).cards(cards);
    lab.check(&[("heroes", "{ann}"), ("count(flock)", "2"), ("count(classes)", "2")]);
    for (old, new) in [("count(heros)", "heroes"), ("count(classs)", "classes"), ("count(sheeps)", "flock")] {
        let help = lab.clone().rules(&format!("[functions.f]\nreturns = \"int\"\ncode = \"{old}\"\n")).help();
        assert!(help.iter().any(|help| help.contains(&format!("`{new}`"))), "{old}: {help:?}");
    }
}

#[test]
fn a_plural_that_is_taken_is_refused() {
    let taken = KINDS.replace("plural = \"flock\"", "plural = \"heroes\"");
    Lab::base().rules(&taken).refuses("CW0302");
    let zone = format!("{KINDS}[zones.flock]\n");
    Lab::base().rules(&zone).refuses("CW0302");
}

#[test]
fn what_is_called_cannot_have_the_name_of_a_builtin() {
    let function = |name: &str| {
        format!(
            "[functions.{name}]\nparams = {{ a = \"int\", b = \"int\" }}\nreturns = \"int\"\ncode = \"a + b\"\n"
        )
    };
    Lab::base().rules(&function("min")).refuses("CW0302");
    Lab::base().rules("[verbs.deal]\ndo = \"\"\n").refuses("CW0302");
    // There is no board.
    Lab::base().rules(&function("distance")).check(&[("distance(1, 2)", "3")]);
    // State is not called.
    Lab::base().rules("[state.table]\ntop = \"int 0..9\"\n").check(&[("top", "0")]);
}
