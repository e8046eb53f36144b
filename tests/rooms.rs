//! The rooms inside layers: the order of the folders of a layer, and files that import each other in a
//! circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers whose folders import only those that the layer's `mod.rs` lists before them.
const ORDERED: [&str; 2] = ["check", "print"];

/// The path of a module from the crate's root.
type Module = Vec<String>;

/// The files of `src/` by their modules.
fn sources() -> BTreeMap<Module, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![src.clone()];
    let mut sources = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of this repository") {
            let path: PathBuf = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let below = path.strip_prefix(&src).expect("in src").with_extension("");
                let mut module: Module =
                    below.iter().map(|part| part.to_str().expect("UTF-8").to_owned()).collect();
                if module.last().is_some_and(|name| name == "mod") {
                    module.pop();
                }
                sources.insert(module, fs::read_to_string(&path).expect("UTF-8"));
            }
        }
    }
    sources
}

fn word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Reads the paths that begin at a text, `a::b` or `a::{b, c::{d, e}}`, each after `before`.
fn paths(text: &str, before: &[String], found: &mut Vec<Vec<String>>) {
    let end = text.find(|c| !word_char(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let mut path = before.to_vec();
    path.push(word.to_owned());
    let Some(rest) = rest.strip_prefix("::") else {
        found.push(path);
        return;
    };
    let Some(group) = rest.strip_prefix('{') else { return paths(rest, &path, found) };
    let mut depth = 0;
    let mut is_start = true;
    for (at, c) in group.char_indices() {
        match c {
            '}' if depth == 0 => return,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => is_start = true,
            c if depth == 0 && is_start && word_char(c) => {
                paths(&group[at..], &path, found);
                is_start = false;
            }
            _ => {}
        }
    }
}

/// Returns the modules that a file imports or names.
fn imports(module: &Module, text: &str, sources: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    let children =
        sources.keys().filter(|other| other.len() == module.len() + 1 && other.starts_with(module));
    let children: Vec<&str> = children.filter_map(|child| child.last()).map(String::as_str).collect();
    for head in ["crate", "super", "self"].into_iter().chain(children) {
        for (at, _) in code.match_indices(&format!("{head}::")) {
            let before = &code[..at];
            if !before.ends_with(|c| word_char(c) || c == ':') && !before.ends_with("pub(in ") {
                paths(&code[at..], &[], &mut found);
            }
        }
    }
    found
        .into_iter()
        .filter_map(|path| file_of(module, &path, sources))
        .filter(|other| other != module)
        .collect()
}

/// Returns the file in which a path ends.
fn file_of(module: &Module, path: &[String], sources: &BTreeMap<Module, String>) -> Option<Module> {
    let mut rest = path;
    let mut at = module.clone();
    match path.first()?.as_str() {
        "crate" => (at, rest) = (Module::new(), &path[1..]),
        "self" => rest = &path[1..],
        _ => {
            while rest.first().is_some_and(|word| word == "super") {
                at.pop();
                rest = &rest[1..];
            }
        }
    }
    for word in rest {
        at.push(word.clone());
        if !sources.contains_key(&at) {
            at.pop();
            break;
        }
    }
    sources.contains_key(&at).then_some(at)
}

/// Removes files that no circle passes through: files that import none of the rest, and files that none of
/// the rest imports.
fn circles(mut files: BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    loop {
        let imported: BTreeSet<Module> = files.values().flatten().cloned().collect();
        let left: BTreeSet<Module> = files
            .iter()
            .filter(|(file, all)| !all.is_empty() && imported.contains(*file))
            .map(|(f, _)| f.clone())
            .collect();
        if left.len() == files.len() {
            return files;
        }
        files.retain(|file, _| left.contains(file));
        files.values_mut().for_each(|all| all.retain(|file| left.contains(file)));
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = sources();
    let layers: BTreeSet<&String> = sources.keys().filter_map(|module| module.first()).collect();
    let mut wrong = Vec::new();
    for layer in layers {
        let own = sources.iter().filter(|(module, _)| module.first() == Some(layer));
        let within = |all: BTreeSet<Module>| all.into_iter().filter(|m| m.first() == Some(layer)).collect();
        let files =
            own.map(|(module, text)| (module.clone(), within(imports(module, text, &sources)))).collect();
        let circles = circles(files);
        for (file, all) in &circles {
            let all: Vec<String> = all.iter().map(|other| other.join("::")).collect();
            wrong.push(format!("{} imports {}", file.join("::"), all.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn each_room_imports_only_rooms_above_it() {
    let sources = sources();
    let mut wrong = Vec::new();
    for layer in ORDERED {
        let top = vec![layer.to_owned()];
        let modules = sources[&top].lines().filter_map(|l| l.trim_start_matches("pub ").strip_prefix("mod "));
        let rooms: Vec<&str> = modules.map(|name| name.trim_end_matches(';')).collect();
        let place =
            |module: &Module| rooms.iter().position(|room| module.get(1).is_some_and(|name| name == room));
        for (module, text) in sources.iter().filter(|(m, _)| m.len() > 1 && m.first() == top.first()) {
            for other in imports(module, text, &sources).iter().filter(|other| other.first() == top.first()) {
                // The layer's own `mod.rs` is for other layers.
                if place(other).is_none_or(|other| Some(other) > place(module)) {
                    wrong.push(format!("{} imports {}", module.join("::"), other.join("::")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
