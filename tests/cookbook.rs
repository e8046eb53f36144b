//! `docs/cookbook.md`: each of its sections is a package, with the table of the first section under it.

use crate::process::Ends;
use std::collections::BTreeMap;
use std::path::Path;

/// The fenced files of each section, by its heading.
pub(crate) fn sections(document: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut out: Vec<(String, BTreeMap<String, String>)> = Vec::new();
    let mut file: Option<(String, String)> = None;
    for line in document.lines() {
        if let Some((path, text)) = &mut file {
            if line == "```" {
                let (_, files) = out.last_mut().expect("a file stands in a section");
                files.insert(std::mem::take(path), std::mem::take(text));
                file = None;
            } else if path.is_empty() {
                *path = line.strip_prefix("# ").expect("a file begins with its path").to_owned();
            } else {
                text.push_str(line);
                text.push('\n');
            }
        } else if line == "```toml" {
            file = Some((String::new(), String::new()));
        } else if let Some(heading) = line.strip_prefix("## ") {
            out.push((heading.to_owned(), BTreeMap::new()));
        }
    }
    out
}

#[test]
fn every_piece_compiles_and_plays() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cookbook.md");
    let document = std::fs::read_to_string(path).expect("the cookbook");
    let mut sections = sections(&document).into_iter();
    let (_, table) = sections.next().expect("the table comes first");
    let mut tried = 0;
    for (heading, own) in sections {
        let folder = tempfile::tempdir().expect("a folder");
        let mut files = table.clone();
        files.extend(own.clone());
        for (path, text) in &files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let run = |args: &[&str]| {
            let folder = folder.path().to_string_lossy().into_owned();
            let (command, rest) = args.split_first().expect("a command");
            let out = crate::process::cardwright().arg(command).arg(folder).args(rest).ended();
            (out.status.success(), String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned())
        };
        let (sound, said) = run(&["check"]);
        // A piece may leave parts of the table unused that all pieces share.
        let left = |words: &str| said.matches(words).count();
        let unused = ["nothing uses the ", "nothing sets the ", "nothing comes into the "].map(left);
        assert!(sound && left("warning[") == unused.iter().sum::<usize>(), "{heading}:\n{said}");
        if own.keys().any(|path| path.starts_with("scenarios/")) {
            let (passed, said) = run(&["run"]);
            assert!(passed, "{heading}:\n{said}");
        }
        let (ended, said) = run(&["sim", "-n", "20"]);
        assert!(ended, "{heading}:\n{said}");
        tried += 1;
    }
    assert!(tried >= 14, "{tried}");
}
