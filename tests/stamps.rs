//! `stamps.toml` on disk: the lines that `cardwright texts --accept` writes, and those that it leaves alone.

use crate::process::Ends;
use std::path::PathBuf;

const GAME: &str = "[game]\nid = \"mine\"\nname = \"Mine\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n\
    [kinds.card.slots]\nbonus = { returns = \"int\", default = \"0\", text = \"{{ value }}\" }\n\
    [zones.deck]\nholds = \"card\"\nstart = \"cards\"\n[flow]\nplay = \"end\"\n[scoring]\nscore = \"sum(c in deck, c.bonus)\"\n";
const CARDS: &str = "[cards.owl]\nbonus = \"5 if count(deck) == 2\"\ntext = \"+5 if two cards are there.\"\n\
    [cards.fox]\nbonus = \"3\"\ntext = \"+3.\"\n";

/// The stamp of its slot.
const SLOT: &str = "\n[slots]\nbonus = { rule = [\"card returns int\", \"card default 0\", \"card text {{ value }}\", \"in score: sum(c in deck, c.bonus)\"] }\n";

/// A package on disk whose texts are all stamped.
struct Stamped(tempfile::TempDir);

impl Stamped {
    fn new() -> Stamped {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("cards")).expect("a folder");
        let package = Stamped(folder);
        package.write("game.toml", GAME);
        package.write("cards/all.toml", CARDS);
        package.accept(&[]);
        package
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path(file), text).expect("written");
    }

    fn stamps(&self) -> String {
        std::fs::read_to_string(self.path("stamps.toml")).expect("it was written")
    }

    /// Runs the program; returns whether it succeeded, and all that it says.
    fn run(&self, args: &[&str]) -> (bool, String) {
        let [command, rest @ ..] = args else { panic!("a command") };
        let out = crate::process::cardwright().arg(command).arg(self.0.path()).args(rest).ended();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (out.status.success(), text(out.stdout) + &text(out.stderr))
    }

    fn accept(&self, ids: &[&str]) -> String {
        let (ended, said) = self.run(&[&["texts", "--accept"], ids].concat());
        assert!(ended, "{said}");
        said
    }
}

#[test]
fn lines_that_end_as_on_windows_stay_so() {
    let package = Stamped::new();
    let windows = package.stamps().replace('\n', "\r\n");
    package.write("stamps.toml", &windows);
    package.accept(&[]);
    assert_eq!(package.stamps(), windows);
    package.write("cards/all.toml", &CARDS.replace('3', "4").replace('\n', "\r\n"));
    package.accept(&[]);
    assert_eq!(package.stamps(), windows.replace('3', "4"));
    let text = "text = \"\"\"\r\n+5 if two cards\r\nare there.\"\"\"\r\n";
    let broken = CARDS.replace("text = \"+5 if two cards are there.\"\n", text).replace('3', "4");
    package.write("cards/all.toml", &broken);
    let (_, said) = package.run(&["check"]);
    assert!(!said.contains("CW0616"), "{said}");
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let package = Stamped::new();
    let before = package.stamps();
    let path = package.path("stamps.toml");
    let mut permissions = std::fs::metadata(&path).expect("it is there").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).expect("set");
    package.write("cards/all.toml", &CARDS.replace('3', "4"));
    let (ended, said) = package.run(&["texts", "--accept"]);
    assert!(!ended && said.contains("CW0011") && said.contains("read-only"), "{said}");
    assert_eq!(package.stamps(), before);
}

#[test]
fn the_form_of_other_stamps_stays() {
    let package = Stamped::new();
    let mine = "# Texts, each with the rule beside which it was last read. Kept by `cardwright texts --accept`.\n\n\
        # The first box.\n[cards] # here\n# of foxes\nfox = { rule = [\n  \"bonus: 3\", # the fourth\n], text = \"+3.\" } # by Ann\n\
        # of owls\nowl = { rule = ['bonus: 5 if count(deck) == 2'],   text = \"+5 if two cards are there.\" }\n\n# The end.\n";
    let mine = format!("{mine}{SLOT}");
    package.write("stamps.toml", &mine);
    assert!(package.accept(&[]).ends_with("0 texts stamped\n"));
    assert_eq!(package.stamps(), mine);
    package.write("cards/all.toml", &CARDS.replace('5', "6"));
    package.accept(&["owl"]);
    let owl = "owl = { rule = [\"bonus: 6 if count(deck) == 2\"], text = \"+6 if two cards are there.\" }";
    let old = "owl = { rule = ['bonus: 5 if count(deck) == 2'],   text = \"+5 if two cards are there.\" }";
    assert_eq!(package.stamps(), mine.replace(old, owl));
    // A stamp that is a table of its own keeps its comments.
    let table = "# Texts, each with the rule beside which it was last read. Kept by `cardwright texts --accept`.\n\n\
        [cards]\nfox = { rule = [\"bonus: 3\"], text = \"+3.\" }\n\n# of owls\n[cards.owl] # night\n# the rule\n\
        rule = [\"bonus: 5 if count(deck) == 2\"] # five\ntext = '+5 if two cards are there.'\n";
    let table = format!("{table}{SLOT}");
    package.write("stamps.toml", &table);
    package.write("cards/all.toml", &CARDS.replace('3', "4"));
    package.accept(&["fox"]);
    assert_eq!(package.stamps(), table.replace('3', "4"));
}

#[test]
fn a_renamed_card_is_recognised_and_keeps_its_comment() {
    let package = Stamped::new();
    package.write("stamps.toml", &package.stamps().replace("owl =", "# Read by Ann.\nowl ="));
    package.write("cards/all.toml", &CARDS.replace("cards.owl", "cards.eagle"));
    let (_, said) = package.run(&["check"]);
    assert!(said.contains("read as `owl`, which is gone"), "{said}");
    package.accept(&["eagle"]);
    let stamps = package.stamps();
    assert!(stamps.contains("# Read by Ann.\neagle = ") && !stamps.contains("owl"), "{stamps}");
}

#[test]
fn a_rule_that_is_changed_back_needs_no_reading() {
    let package = Stamped::new();
    let before = package.stamps();
    let (other, stale) =
        (CARDS.replace('5', "6"), |package: &Stamped| package.run(&["check"]).1.contains("CW0616"));
    package.write("cards/all.toml", &other);
    assert!(stale(&package));
    package.write("cards/all.toml", CARDS);
    assert!(!stale(&package));
    assert!(package.accept(&[]).ends_with("0 texts stamped\n"));
    assert_eq!(package.stamps(), before);
}

#[test]
fn translations_keep_their_line_ends_and_need_no_stamps() {
    let package = Stamped::new();
    let (ended, said) = package.run(&["texts", "--lang", "de"]);
    assert!(ended, "{said}");
    let german = std::fs::read_to_string(package.path("texts/de.toml")).expect("it was written");
    let windows = german.replace('\n', "\r\n");
    package.write("texts/de.toml", &windows);
    assert!(package.run(&["texts", "--lang", "de"]).0);
    assert_eq!(std::fs::read_to_string(package.path("texts/de.toml")).expect("it is there"), windows);
    let before = package.stamps();
    package.accept(&[]);
    assert_eq!(package.stamps(), before);
}

#[test]
fn the_comment_of_a_removed_card_moves_to_the_end() {
    let package = Stamped::new();
    let mine = package.stamps().replace("\nowl =", "\n# Read by Ann.\nowl =");
    let mine = mine.replace("there.\" }", "there.\" } # twice");
    package.write("stamps.toml", &format!("{mine}# The end.\n"));
    package.write("cards/all.toml", "[cards.fox]\nbonus = \"3\"\ntext = \"+3.\"\n");
    package.accept(&[]);
    let stamps = package.stamps();
    let end = "# The end.\n# of an old stamp: cards.owl\n# Read by Ann.\n# twice\n";
    assert!(stamps.ends_with(end) && !stamps.contains("owl ="), "{stamps}");
    package.accept(&[]);
    assert_eq!(package.stamps(), stamps);
}

/// A game of which one card names a verb, which names another one, and one card reacts to a third one.
const VERBS: &str = "[game]\nid = \"mine\"\nname = \"Mine\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n\
    [kinds.card.slots]\neffect = { do = true }\n[state.player]\ncoins = \"int 0..99\"\n\
    [zones.deck]\nholds = \"card\"\nstart = \"cards\"\n\
    [verbs.pay]\nparams = { p = \"player\" }\ndo = \"give(p)\"\n\
    [verbs.give]\nparams = { p = \"player\" }\ndo = \"p.coins += 1\"\n\
    [verbs.rest]\nparams = { p = \"player\" }\ndo = \"p.coins += 2\"\n\
    [flow]\nplay = \"for each p in players { rest(p); for each c in deck { c.effect() } }; end\"\n\
    [scoring]\nscore = \"p.coins\"\n";
const VERB_CARDS: &str = "[cards.owl]\neffect = \"pay(players[1])\"\ntext = \"The first player gains a coin.\"\n\
    [cards.fox]\ntext = \"The first player gains a coin after each rest.\"\n\
    [[cards.fox.reactions]]\nafter = \"rest\"\ndo = \"players[1].coins += 1\"\n";

#[test]
fn a_verb_without_a_text_is_stamped_with_the_rules_that_name_it() {
    let package = Stamped::new();
    package.write("game.toml", VERBS);
    package.write("cards/all.toml", VERB_CARDS);
    package.accept(&[]);
    let stamps = package.stamps();
    let verbs = "\n[verbs]\ngive = { rule = [\"(p player) p.coins += 1\"] }\npay = { rule = [\"(p player) give(p)\"] }\n";
    assert!(stamps.contains(verbs), "{stamps}");
    // So is a slot in which there is no more to stamp than that it does something.
    assert!(stamps.ends_with("\n[slots]\neffect = { rule = [\"card do\", \"in play: for each p in players { rest(p); for each c in deck { c.effect() } }\"] }\n"), "{stamps}");
    // What a verb does is nothing to a card that reacts to it.
    assert!(!stamps.contains("\nrest ="), "{stamps}");
    let told = |game: &str| {
        package.write("game.toml", game);
        package.run(&["check"]).1
    };
    assert!(!told(VERBS).contains("CW0616"));
    assert!(!told(&VERBS.replace("p.coins += 2", "p.coins += 3")).contains("CW0616"));
    let changes = [("p.coins += 1", "p.coins -= 5", "give"), ("give(p)", "give(p); give(p)", "pay")];
    for (from, to, verb) in changes {
        let said = told(&VERBS.replace(from, to));
        let changed = format!("the verb `{verb}` has changed, on which the text of `owl` rests");
        assert!(said.contains("CW0616") && said.contains(&changed), "{said}");
    }
    // Stamps of an earlier version have no such verbs, and stay valid.
    let (cards, _) = stamps.split_once("\n[verbs]").expect("it has verbs");
    package.write("stamps.toml", cards);
    assert!(!told(VERBS).contains("CW0616"));
    assert!(package.accept(&[]).ends_with("0 texts stamped\n"));
    assert_eq!(package.stamps(), stamps);
}

#[test]
fn what_a_slot_is_for_is_stamped_with_its_rules() {
    let package = Stamped::new();
    assert!(package.stamps().ends_with(SLOT), "{}", package.stamps());
    assert!(!package.run(&["check"]).1.contains("CW0616"));
    package.write("game.toml", &GAME.replace("default = \"0\"", "default = \"5\""));
    let said = package.run(&["check"]).1;
    let changed = "the slot `bonus` has changed, on which 2 texts rest";
    assert!(said.contains("CW0616") && said.contains(changed), "{said}");
    assert!(package.accept(&["bonus"]).ends_with("1 text stamped\n"));
    assert!(!package.run(&["check"]).1.contains("CW0616"));
}

/// A minus in the score would change what each card says with its bonus.
#[test]
fn where_a_slot_is_read_is_stamped_with_it() {
    let verb = "[verbs.count_up]\nparams = { p = \"player\" }\ndo = \"for each c in deck { tally(c, c.bonus); tally(c, 0) }\"\n";
    let game = format!("{GAME}{verb}").replace("play = \"end\"", "play = \"count_up(players[1]); end\"");
    let package = Stamped::new();
    package.write("game.toml", &game);
    package.accept(&["bonus"]);
    let stamp = "\"in verb count_up: (p player) for each c in deck { tally(c, c.bonus); tally(c, 0) }\"";
    assert!(package.stamps().contains(stamp), "{}", package.stamps());
    let told = |from: &str, to: &str| {
        package.write("game.toml", &game.replace(from, to));
        let said = package.run(&["check"]).1;
        assert_eq!(said.contains("CW0616"), said.contains("the slot `bonus` has changed"), "{said}");
        said.contains("CW0616")
    };
    assert!(told("(c in deck, c.bonus)", "(c in deck, -c.bonus)"));
    assert!(told("tally(c, c.bonus)", "tally(c, 2 * c.bonus)"));
    assert!(told("for each c in deck {", "for each c in deck where bonus == 0 {"));
    assert!(told("tally(c, 0)", "tally(c, 1)"));
    let renamed = "for each one in deck { tally(one, one.bonus); tally(one, 0) }";
    assert!(!told("for each c in deck { tally(c, c.bonus); tally(c, 0) }", renamed));
}

/// What is made of a slot's value goes on in other statements, functions and verbs.
#[test]
fn what_goes_on_with_a_slot_is_stamped_with_it() {
    let state = "[state.player]\ntotal = \"int -99..99\"\n";
    let parts = "[functions.worth]\nparams = { c = \"card\" }\nreturns = \"int\"\ncode = \"c.bonus + 0\"\n\
                 [verbs.gain]\nparams = { p = \"player\", n = \"int\" }\ndo = \"p.total += n\"\n\
                 [verbs.count_up]\nparams = { p = \"player\" }\ndo = \"let all = sum(deck, bonus); p.total += all\"\n";
    let play = "count_up(players[1]); for each c in deck { players[2].total += worth(c); gain(players[1], c.bonus) }; end";
    let game = format!("{GAME}{state}{parts}")
        .replace("play = \"end\"", &format!("play = \"{play}\""))
        .replace("sum(c in deck, c.bonus)", "p.total + 1");
    let package = Stamped::new();
    package.write("game.toml", &game);
    package.accept(&["bonus"]);
    let told = |from: &str, to: &str| {
        let other = game.replace(from, to);
        assert_ne!(other, game, "{from}");
        package.write("game.toml", &other);
        let said = package.run(&["check"]).1;
        assert!(!said.contains("error"), "{said}");
        said.contains("the slot `bonus` has changed")
    };
    assert!(told("p.total += all", "p.total -= all"));
    assert!(told("sum(deck, bonus)", "max(deck, bonus)"));
    assert!(told("total += worth(c)", "total -= worth(c)"));
    assert!(told("p.total += n", "p.total -= n"));
    assert!(!told("p.total + 1", "p.total + 2"));
    assert!(!told(
        "params = { p = \"player\", n = \"int\" }\ndo = \"p.total += n\"",
        "params = { who = \"player\", n = \"int\" }\ndo = \"who.total += n\""
    ));
}

#[test]
fn a_name_stands_for_all_cards_that_have_it() {
    let package = Stamped::new();
    let cards = CARDS
        .replace("[cards.owl]\n", "[cards.owl]\nname = \"Twin\"\n")
        .replace("[cards.fox]\n", "[cards.fox]\nname = \"Twin\"\n");
    let changed = cards.replace("+5 if two", "+5 as two").replace("+3.", "Plus 3.");
    package.write("cards/all.toml", &changed);
    assert!(package.accept(&["twin"]).ends_with("2 texts stamped\n"));
    let said = package.run(&["check", "--say", "Twin"]).1;
    assert!(said.contains("owl: ") && said.contains("fox: "), "{said}");
}

#[test]
fn what_means_the_same_needs_no_reading() {
    let enums = "[enums]\nsort = [\"ash\", \"tide\"]\n[kinds.card.attributes]\nsort = { type = \"sort\", default = \"ash\" }\n";
    let game = GAME.replace("[kinds.card.slots]", &format!("{enums}[kinds.card.slots]"));
    let rule = "5 if not any(deck where sort in {ash, tide})";
    let cards = |rule: &str| {
        format!(
            "[cards.owl]\nname = \"Old Owl\"\nbonus = \"{rule}\"\ntext = \"+5 without any Ash or Tide.\"\n"
        )
    };
    let package = Stamped::new();
    package.write("game.toml", &game);
    package.write("cards/all.toml", &cards(rule));
    // A card goes by its printed name, too.
    assert!(package.accept(&["old owl", "bonus"]).ends_with("1 text stamped\n"));
    let told = |from: &str, to: &str| {
        package.write("cards/all.toml", &cards(&rule.replace(from, to)));
        package.run(&["check"]).1.contains("`owl` has changed")
    };
    assert!(!told("{ash, tide}", "{tide, ash}"));
    assert!(!told("not any(", "none("));
    assert!(told("{ash, tide}", "{ash}"));
    assert!(told("not any(", "any("));
}

#[test]
fn a_text_without_a_rule_is_stamped_with_the_values_that_it_says() {
    let game = GAME.replace(
        "[kinds.card.slots]\n",
        "[enums]\nsort = [\"earth\", \"air\"]\n[kinds.card.attributes]\nworth = { type = \"int 0..99\", default = 0 }\n\
         sort = { type = \"sort\", default = \"air\" }\n[kinds.card.slots]\n",
    );
    let cards = "[cards.purse]\nworth = 10\nsort = \"earth\"\ntext = \"Worth 10 coins to any Earth.\"\n\
        [cards.hat]\nworth = 7\ntext = \"Keeps the sun out.\"\n[cards.pie]\nworth = 4\ntext = \"It is worth four.\"\n";
    let package = Stamped::new();
    package.write("game.toml", &game);
    package.write("cards/all.toml", cards);
    package.accept(&[]);
    let stamps = package.stamps();
    let purse =
        "purse = { rule = [\"worth: 10\", \"sort: earth\"], text = \"Worth 10 coins to any Earth.\" }";
    assert!(stamps.contains(purse) && stamps.contains("hat = { rule = [], text ="), "{stamps}");
    let told = |from: &str, to: &str| {
        package.write("cards/all.toml", &cards.replace(from, to));
        package.run(&["check"]).1
    };
    assert!(!told("10 coins", "10 coins").contains("CW0616"));
    // What the text does not say may change.
    assert!(!told("worth = 7", "worth = 8").contains("CW0616"));
    for (from, to) in
        [("worth = 10", "worth = 12"), ("10 coins", "99 coins"), ("sort = \"earth\"", "sort = \"air\"")]
    {
        let said = told(from, to);
        assert!(said.contains("CW0616") && said.contains("`purse`"), "{from} -> {to}: {said}");
    }
    assert!(told("worth = 4", "worth = 8").contains("CW0616"));
    assert!(told("worth = 4", "worth = 8").contains("the printed values of `pie` have changed since"));
    let said = told("the sun", "the rain");
    assert!(said.contains("the text of `hat` has changed since it was last read\n"), "{said}");
}

#[test]
fn an_error_in_a_translation_is_in_its_file() {
    let package = Stamped::new();
    std::fs::create_dir(package.path("texts")).expect("a folder");
    package.write("texts/de.toml", "[cards.owl]\ntext = \"Hallo.\"\n[cards.fox]\ntext = \"Hallo.\"\n");
    let said = package.run(&["check", "--format", "short"]).1;
    let errors: Vec<&str> = said.lines().filter(|line| line.contains("CW0601")).collect();
    assert!(errors.len() == 3 && errors.iter().all(|line| line.contains("texts/de.toml:")), "{said}");
    assert!(package.run(&["check"]).1.contains("The text is the translation into `de`."));
    package.write("texts/de.toml", "[cards.owl]\ntext = \"+5, wenn 2 Karten  da sind.\"\n");
    assert!(package.run(&["texts", "--lang", "de"]).0);
    // Another space makes no other text.
    package.write("cards/all.toml", &CARDS.replace("two cards are", "two  cards are"));
    assert!(!package.run(&["check"]).1.contains("CW0607"));
}

#[test]
fn translations_of_a_stamped_game_note_their_originals() {
    let package = Stamped::new();
    std::fs::create_dir(package.path("texts")).expect("a folder");
    package.write("texts/de.toml", "[cards.owl]\ntext = \"+5, wenn 2 Karten da sind.\"\n");
    let told = || package.run(&["check"]).1;
    let said = told();
    assert!(
        said.contains("CW0607") && said.contains("1 translation into `de` does not note its original"),
        "{said}"
    );
    assert!(package.run(&["texts", "--lang", "de"]).0);
    assert!(!told().contains("CW0607"), "{}", told());
    // Now a change of the original is seen, even after its text has been read.
    package.write("cards/all.toml", &CARDS.replace("two cards are there", "two cards are left"));
    package.accept(&[]);
    assert!(told().contains("CW0607") && told().contains("cards.owl"), "{}", told());
    std::fs::remove_file(package.path("stamps.toml")).expect("it is there");
    package.write("texts/de.toml", "[cards.owl]\ntext = \"+5, wenn 2 Karten da sind.\"\n");
    assert!(!told().contains("CW0607"), "{}", told());
}
