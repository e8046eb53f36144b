//! The documents are correct: their links lead somewhere, the commands and files they name exist, and the
//! outputs they show are those of the program.

use crate::process::Ends;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use cardwright::diagnostics::codes;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// README and its like, and everything in `docs/`.
fn documents() -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> = [root().to_path_buf(), root().join("docs")]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder of this repository"))
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    paths.sort();
    assert!(paths.len() > 8, "{paths:?}");
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

fn cardwright(folder: &Path, args: &[&str]) -> Output {
    let mut command = crate::process::cardwright();
    command.current_dir(folder).args(args).ended()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Returns the texts in backticks within a line.
fn quoted(document: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    let prose = document.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    });
    prose.flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// The tables of `docs/shops.md`: for each shop, a row for each of its products.
#[test]
fn products_of_shops_are_listed() {
    use cardwright::print::export::{Shop, products_of};
    let path = root().join("docs/shops.md");
    let there = read(&path);
    let mut page = String::new();
    let mut rest = there.as_str();
    for (form, shop) in [
        ("game-crafter", Shop::GameCrafter),
        ("make-playing-cards", Shop::MakePlayingCards),
        ("drive-thru-cards", Shop::DriveThruCards),
    ] {
        let begin = format!("<!-- products of {form} -->\n");
        let (before, after) = rest.split_once(&begin).expect("the table's beginning");
        let (_, behind) = after.split_once("<!-- end -->").expect("the table's end");
        page.push_str(&format!(
            "{before}{begin}| product | for | `size`, mm | pixels |\n|---|---|---|---|\n"
        ));
        for product in products_of(shop) {
            let (w, h) = product.cut;
            let size = if product.is_round { format!("{w}, round") } else { format!("[{w}, {h}]") };
            let (across, down) = product.pixels;
            page.push_str(&format!("| {} | {} | {size} | {across} × {down} |\n", product.name, product.ware));
        }
        page.push_str("<!-- end -->");
        rest = behind;
    }
    page.push_str(rest);
    if std::env::var_os("CARDWRIGHT_WRITE_DOCS").is_some() {
        fs::write(&path, page).expect("writable");
        return;
    }
    assert!(there == page, "docs/shops.md is old: CARDWRIGHT_WRITE_DOCS=1 cargo test docs");
}

#[test]
fn links_lead_somewhere() {
    let mut dead = Vec::new();
    for (path, document) in documents() {
        for (at, _) in document.match_indices("](") {
            // Figures of rules name parts of a game, and are shown as code.
            if document[..at].rsplit('\n').next().is_some_and(|line| line.contains("!["))
                && !path.ends_with("README.md")
            {
                continue;
            }
            let target = document[at + 2..].split(')').next().unwrap_or_default();
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            if target.contains("://") {
                continue;
            }
            let file =
                if file.is_empty() { path.clone() } else { path.parent().expect("a folder").join(file) };
            let there = file.exists() && (anchor.is_empty() || anchors(&read(&file)).contains(anchor));
            if !there {
                dead.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(dead.is_empty(), "\n{}", dead.join("\n"));
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(document: &str) -> BTreeSet<String> {
    let headings = document.lines().filter(|l| l.starts_with('#')).map(|l| l.trim_start_matches('#').trim());
    let anchor = |heading: &str| {
        let kept = heading.to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn files_that_are_named_exist() {
    let folders = ["src/", "tests/", "docs/", "schemas/", "templates/", "benches/", ".ci/"];
    let mut missing = Vec::new();
    for (path, document) in documents() {
        for name in quoted(&document) {
            let named = folders.iter().any(|f| name.starts_with(f)) && !name.contains(['*', ' ', '…']);
            if named && !root().join(name).exists() {
                missing.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

/// The files that the paragraphs of `docs/architecture.md` name in their layer.
#[test]
fn the_architecture_names_files_of_its_layers() {
    let document = read(&root().join("docs/architecture.md"));
    let library = read(&root().join("src/lib.rs"));
    let layers: Vec<&str> =
        library.lines().filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let mut described = Vec::new();
    for paragraph in document.split("\n\n") {
        let Some(rest) = paragraph.strip_prefix("**`") else { continue };
        let (layer, rest) = rest.split_once("`**").expect("a layer's name in bold");
        described.push(layer);
        let names = rest.split('`').skip(1).step_by(2).map(|n| n.replace('\n', " "));
        for name in names.filter(|n| n.ends_with(".rs") || n.ends_with('/')) {
            let there = [format!("src/{name}"), format!("src/{layer}/{name}"), name.clone()];
            assert!(there.iter().any(|p| root().join(p).exists()), "`{layer}` has no {name}");
        }
    }
    described.sort_unstable();
    let mut layers = layers;
    layers.sort_unstable();
    assert_eq!(described, layers);
}

/// The first picture of `docs/architecture.md` names in its last column the types that each layer makes.
#[test]
fn the_architecture_names_types_of_its_layers() {
    let document = read(&root().join("docs/architecture.md"));
    let (_, picture) = document.split_once("```text\n").expect("a picture");
    let picture = picture.split("\n\n").next().unwrap_or_default();
    let is_type =
        |name: &str| name.starts_with(char::is_uppercase) && name.chars().all(|c| c.is_ascii_alphanumeric());
    let mut named = 0;
    let mut missing = Vec::new();
    for (before, column) in picture.lines().filter_map(|line| line.rsplit_once("  ")) {
        let types: Vec<&str> = column.split(", ").collect();
        if !types.iter().all(|name| is_type(name)) {
            continue;
        }
        let layer = before.split(|c: char| !c.is_ascii_lowercase()).find(|word| !word.is_empty());
        let layer = root().join("src").join(layer.expect("a layer"));
        let sources: String = rust_files(&layer).iter().map(|file| read(file)).collect();
        named += types.len();
        missing.extend(types.into_iter().filter(|name| !declares(&sources, name)).map(str::to_owned));
    }
    assert!(missing.is_empty(), "no public types of their layers: {missing:?}");
    assert!(named > 20, "{named}");
}

/// True if a source text declares a public type of a name.
fn declares(source: &str, name: &str) -> bool {
    ["struct", "enum", "trait"].iter().any(|keyword| {
        let declaration = format!("pub {keyword} {name}");
        source.split(&declaration).skip(1).any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// The files of Rust in a folder and the folders in it.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let here = files.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    here.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}

/// Returns the commands that a help text lists.
fn commands_of(help: &str) -> Vec<&str> {
    help.lines()
        .skip_while(|l| *l != "Commands:")
        .skip(1)
        .take_while(|l| !l.is_empty())
        .filter(|l| l.starts_with("  ") && !l.starts_with("   "))
        .filter_map(|l| l.split_whitespace().next())
        .collect()
}

#[test]
fn every_command_and_flag_is_described() {
    let pages: String = documents().into_iter().map(|(_, page)| page).collect();
    let names = |what: &str| {
        let ends = |at: usize| {
            !pages[at + what.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-')
        };
        pages.match_indices(what).any(|(at, _)| ends(at))
    };
    let mut missing = BTreeSet::new();
    let mut left = vec![Vec::new()];
    while let Some(command) = left.pop() {
        let args: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let help = cardwright(root(), &args);
        let help = text(&help.stdout);
        let flags = help.lines().filter_map(|line| {
            let (short, flag) = line.trim_start().split_once("--")?;
            let is_listed = line.starts_with(' ') && (short.is_empty() || short.ends_with(", "));
            let flag = flag.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()?;
            is_listed.then(|| format!("--{flag}"))
        });
        let flags: Vec<String> = flags.filter(|f| f != "--help" && f != "--version").collect();
        assert!(!flags.is_empty(), "{help}");
        missing.extend(flags.into_iter().filter(|flag| !names(flag)));
        for name in commands_of(help).into_iter().filter(|name| *name != "help") {
            let below = [&command[..], &[name.to_owned()]].concat();
            let called = format!("cardwright {}", below.join(" "));
            missing.extend(Some(called).filter(|called| !names(called)));
            left.push(below);
        }
    }
    missing.extend(Some("NO_COLOR".to_owned()).filter(|name| !names(name)));
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn commands_that_are_named_exist() {
    let help = cardwright(root(), &["--help"]);
    let help = text(&help.stdout);
    let commands = commands_of(help);
    assert!(commands.len() > 8, "{help}");
    let mut unknown = Vec::new();
    let readmes = ["cards/fantasy-realms/README.md", "templates/starter/README.md"].map(|p| root().join(p));
    let readmes = readmes.into_iter().map(|path| (path.clone(), read(&path)));
    for (path, document) in documents().into_iter().chain(readmes) {
        for (at, _) in document.match_indices("cardwright ") {
            // In code: after a backtick, at the start of a line, or in a pipe.
            let before = document[..at].trim_end_matches(' ');
            if !(before.is_empty() || before.ends_with(['`', '\n', '|'])) {
                continue;
            }
            let word = document[at + "cardwright ".len()..].split(|c: char| !c.is_ascii_alphabetic()).next();
            let word = word.unwrap_or_default();
            if !word.is_empty() && !commands.contains(&word) {
                unknown.push(format!("{}: cardwright {word}", path.display()));
            }
        }
    }
    assert!(unknown.is_empty(), "\n{}", unknown.join("\n"));
}

#[test]
fn readme_shows_what_the_program_says() {
    let readme = read(&root().join("README.md"));
    let folder = tempfile::tempdir().expect("a folder");
    assert!(cardwright(folder.path(), &["new", "my-game", "--from", "fantasy-realms"]).status.success());
    let file = folder.path().join("my-game/cards/beasts.toml");
    let cards = read(&file);
    let card = fenced(&readme, "```toml\n");
    assert!(cards.contains(card), "README shows a card that is another now");
    fs::write(
        &file,
        cards.replace("none(active where suit == wizard)", "none(active where suit == wizzard)"),
    )
    .expect("written");
    let checked = cardwright(folder.path(), &["check", "my-game"]);
    assert_eq!(checked.status.code(), Some(1));
    let shown = fenced(&readme, "```text\n");
    assert_eq!(text(&checked.stderr).replace('\\', "/").trim(), shown.trim());
}

/// The first block of a document that is opened by this line.
fn fenced<'a>(document: &'a str, opening: &str) -> &'a str {
    let from = document.find(opening).expect("such a block") + opening.len();
    let len = document[from..].find("```").expect("its end");
    &document[from..from + len]
}

#[test]
fn every_code_is_listed() {
    let mut page = String::from(
        "# Diagnostics\n\nEvery code that Cardwright knows. `cardwright explain CW0500` prints a code's page: what it means, why it \
         is so, a wrong and\na right example. A code never changes its meaning. This page is made of the codes themselves: \
         `CARDWRIGHT_WRITE_DOCS=1 cargo test docs`.\n",
    );
    let steps: [(&str, u16); 10] = [
        ("Packages and files", 0),
        ("TOML and CSV", 100),
        ("Shape", 200),
        ("Declarations", 300),
        ("Code strings", 400),
        ("Names and types", 500),
        ("Rules and texts (warnings)", 600),
        ("Faults in play", 700),
        ("Scenarios, decks, evaluation, saved games", 800),
        ("Paper", 900),
    ];
    for (title, first) in steps {
        let of_step: Vec<_> = codes::all().filter(|e| e.code.0 / 100 == first / 100).collect();
        if of_step.is_empty() {
            continue;
        }
        page.push_str(&format!("\n## {title}\n\n| code | |\n|---|---|\n"));
        for explained in of_step {
            page.push_str(&format!("| {} | {} |\n", explained.code, explained.title.replace('|', "\\|")));
        }
    }
    assert_eq!(page.matches("| CW").count(), codes::all().count(), "a code beyond all steps");
    let path = root().join("docs/diagnostics.md");
    if std::env::var_os("CARDWRIGHT_WRITE_DOCS").is_some() {
        fs::write(&path, &page).expect("written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "docs/diagnostics.md is old: CARDWRIGHT_WRITE_DOCS=1 cargo test docs");
}

/// The terms of `docs/glossary.md`.
fn terms(glossary: &str) -> Vec<&str> {
    let rows = glossary.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    rows.filter(|term| !["term", "---"].contains(term)).collect()
}

#[test]
fn the_glossary_has_each_term_once_and_the_pages_use_it() {
    let glossary = read(&root().join("docs/glossary.md"));
    let terms = terms(&glossary);
    assert!(terms.len() > 70, "{terms:?}");
    let prose: String = documents()
        .iter()
        .filter(|(path, _)| !path.ends_with("glossary.md"))
        .map(|(_, document)| document.to_lowercase() + "\n")
        .collect();
    let words: BTreeSet<&str> = prose.split(|c: char| !c.is_alphanumeric()).collect();
    let used = |term: &str| match term.contains(' ') {
        true => prose.contains(term),
        false => ["", "s", "es"].iter().any(|end| words.contains(format!("{term}{end}").as_str())),
    };
    let unused: Vec<&&str> = terms.iter().filter(|term| !used(&term.to_lowercase())).collect();
    assert!(unused.is_empty(), "no other page uses {unused:?}");
    assert_eq!(terms.iter().collect::<BTreeSet<_>>().len(), terms.len(), "a term stands twice: {terms:?}");
}

/// Everyday words for concepts with a term of art, and the term.
const PARAPHRASES: [(&str, &str); 7] = [
    ("where chance begins", "random seed"),
    ("each as likely", "uniformly random"),
    ("as likely as it", "with probability proportional to"),
    ("within which the true", "confidence interval"),
    ("more than chance", "significant"),
    ("given up", "stopped, refused, timed out"),
    ("small letters", "lowercase"),
];

/// A line in lowercase, without the marks of a comment.
fn words_of_line(line: &str) -> String {
    line.trim().trim_start_matches(['/', '!', '#', '>', '-', '*']).trim().to_lowercase()
}

#[test]
fn what_has_a_term_is_called_by_it() {
    let mut files = documents();
    let mut folders = vec![root().join("src"), root().join("templates"), root().join("cards")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of this repository") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs" || e == "j2" || e == "md") {
                files.push((path.clone(), read(&path)));
            }
        }
    }
    assert!(files.iter().any(|(path, _)| path.ends_with("src/diagnostics/pages/CW0500.md")));
    assert!(files.iter().any(|(path, _)| path.ends_with("cards/chess/rules.md")));
    let mut found = Vec::new();
    for (path, text) in files {
        // A phrase may begin a sentence, and go on in the next line.
        let lines: Vec<String> = text.lines().map(words_of_line).collect();
        for (number, line) in lines.iter().enumerate() {
            let next = lines.get(number + 1).map_or("", String::as_str);
            let both = format!("{line} {next}");
            let begins_here = |at: usize| at < line.len();
            for (paraphrase, term) in
                PARAPHRASES.iter().filter(|(p, _)| both.find(p).is_some_and(begins_here))
            {
                found.push(format!("{}:{}: `{paraphrase}`: write `{term}`", path.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
