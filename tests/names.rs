//! The names of types: nouns, and few that stand for more than one type.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The greatest share of types, in percent, that may have a name in common with another.
const MOST_SHARED: usize = 8;

/// Words for what was done to a thing, or for its relation to another, and not for the thing itself.
const NOT_NOUNS: &str = "Acting After Agreed Ahead Alike Anew Around Asked Before Begun Both Brought Built By Changed Checked Chosen \
    Closing Compiled Concealed Counted Cut Declared Deferred Dominated Done Drawn Entered Exported Failed Fixed Folded For Found Given Growing \
    Heard Held Hidden How HowMany Joined Kept Known Laid LaidOut Lying Made Mapped Met Misjudged Missing Mixed Named Next NotLaid \
    NotReplayed Numbered Of Opened Optimised Packed Paired Parsed Paying Per Placed Played Playing Prepared Printed Raised Reached Read \
    Refused Rendered Replayed Running Said Salvaged Saved Seated Seen Several Shaped Shown Shrunk Soaked Standing Suspended Tabulated \
    Taken Then Thing Through Told Touched Tried Tries Typed Unchanged Unfit Unknown Unlaid Unnamed Unsolved Until Used Verified Wanted \
    Watched Within Worded Written Wrong";

/// Reads the files of a folder and of those in it.
fn each_file(folder: &Path, read: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder of this repository") {
        let path = entry.expect("an entry of it").path();
        if path.is_dir() {
            each_file(&path, read);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            read(&path, &fs::read_to_string(&path).expect("UTF-8"));
        }
    }
}

/// Returns the name of the type that a line declares. Associated types count, too.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.strip_prefix(' ')?,
        None => line,
    };
    let (word, rest) = line.split_once(' ')?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let is_type = ["struct", "enum", "type", "trait", "union"].contains(&word);
    (is_type && rest.starts_with(|c: char| c.is_ascii_uppercase())).then(|| &rest[..end])
}

/// Returns the places of `src/` that declare a type, by its name.
fn types() -> BTreeMap<String, Vec<String>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    each_file(&src, &mut |path, text| {
        let file = path.strip_prefix(&src).expect("in src").display();
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = declared(line) {
                types.entry(name.to_owned()).or_default().push(format!("{file}:{}", number + 1));
            }
        }
    });
    types
}

#[test]
fn few_types_share_their_name() {
    let types = types();
    let all: usize = types.values().map(Vec::len).sum();
    let shared: Vec<_> = types.iter().filter(|(_, places)| places.len() > 1).collect();
    let count: usize = shared.iter().map(|(_, places)| places.len()).sum();
    let list: Vec<String> =
        shared.iter().map(|(name, places)| format!("{name}: {}", places.join(" "))).collect();
    assert!(all > 1000, "{all} types were found");
    assert!(
        count * 100 <= all * MOST_SHARED,
        "{count} of {all} types share their name:\n{}",
        list.join("\n")
    );
}

#[test]
fn types_are_named_by_nouns() {
    let types = types();
    let wrong = NOT_NOUNS
        .split_whitespace()
        .filter_map(|word| Some(format!("{word}: {}", types.get(word)?.join(" "))));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "say what it is, not what was done to it:\n{}", wrong.join("\n"));
}

/// Endings of the names of errors.
const ERRORS: [&str; 5] = ["Error", "Failure", "Fault", "Rejection", "Stop"];

/// Types with such names that no function returns as its error: results of runs, and of games with a fault.
const RESULTS: [&str; 3] = ["EvaluationFault", "GameFault", "Stop"];

#[test]
fn errors_are_errors_of_the_standard_library() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut errors, mut missing) = (0, Vec::new());
    let mut all = String::new();
    each_file(&src, &mut |_, text| all.push_str(text));
    each_file(&src, &mut |path, text| {
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let Some(name) = line.strip_prefix("pub ").and(declared(line)) else { continue };
            let is_alias = line.starts_with("pub type ");
            if !ERRORS.iter().any(|ending| name.ends_with(ending)) || RESULTS.contains(&name) {
                continue;
            }
            errors += 1;
            let attributes = lines[..number].iter().rev().take_while(|line| line.starts_with("#["));
            let derives = attributes.into_iter().any(|line| line.contains("thiserror::Error"));
            let implements = all.contains(&format!("Error for {name} {{}}"));
            if is_alias || !derives && !implements {
                missing.push(format!("{}:{}: {name}", path.display(), number + 1));
            }
        }
    });
    assert!(errors > 20, "{errors} errors were found");
    assert!(missing.is_empty(), "implement `std::error::Error`:\n{}", missing.join("\n"));
}
