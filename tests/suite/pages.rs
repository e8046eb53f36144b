//! The pages of `cardwright explain`.

use cardwright::diagnostics::{codes, explain};
use std::collections::BTreeMap;
use std::path::Path;

/// The text of every file of the library, by its path.
fn sources() -> BTreeMap<String, String> {
    super::files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// Names and numbers of all codes, as the files that declare them say.
fn declared() -> Vec<(String, u16)> {
    let of_codes = sources().into_iter().filter(|(path, _)| path.starts_with("diagnostics/codes/"));
    let mut found = Vec::new();
    for (_, text) in of_codes {
        for line in text.lines() {
            let Some((name, rest)) = line.trim().split_once(" = ") else { continue };
            let is_name = !name.is_empty()
                && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_' || b.is_ascii_digit());
            let number = rest
                .split_once(", \"")
                .and_then(|(code, _)| code.strip_prefix("CW"))
                .and_then(|digits| digits.parse().ok());
            found.extend(number.filter(|_| is_name).map(|number| (name.to_owned(), number)));
        }
    }
    found
}

#[test]
fn every_code_is_given_somewhere() {
    let declared = declared();
    assert_eq!(declared.len(), codes::all().count());
    let library: String = sources()
        .into_iter()
        .filter(|(path, _)| !path.starts_with("diagnostics/codes/"))
        .map(|(_, text)| text)
        .collect();
    let is_used = |name: &str| {
        let mut places = library.match_indices(name);
        places.any(|(at, _)| {
            let after = library[at + name.len()..].chars().next().unwrap_or(' ');
            library[..at].ends_with("::") && !after.is_ascii_alphanumeric() && after != '_'
        })
    };
    // Faults are given by their number: those of the machine stand in one table.
    let unused: Vec<_> = declared.iter().filter(|(name, _)| !is_used(name)).collect();
    assert!(unused.is_empty(), "nothing gives {unused:?}");
}

#[test]
fn every_page_prints_as_plain_text() {
    for page in codes::all() {
        let shown = explain(page, false);
        assert!(shown.starts_with(&format!("{}: {}\n\n", page.code, page.title)));
        assert!(!shown.contains("```") && !explain(page, true).contains("```"), "{shown}");
        assert!(shown.lines().all(|l| l.chars().count() <= 132), "{shown}");
    }
}
