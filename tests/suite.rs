//! Broken packages, and the diagnostics for their authors.
//!
//! A case is a file of `tests/suite/cases/`: a few words on what went wrong, then the files in which it
//! differs from the small sound game in `tests/suite/base/`. After `--- path` the file stands whole. After
//! `--- path, changed` stand lines of the base's file, each after a `-`, and the lines that replace them,
//! each after a `+`. A path that begins with `../` lies beside the package; the case is then written to disk.
//! `also short, json, github` in the words asks for these renderings too.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support;
use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Format, render};

#[path = "suite/examples.rs"]
mod examples;
#[path = "suite/mutants.rs"]
mod mutants;
#[path = "suite/pages.rs"]
mod pages;

const PLAIN: Format = Format::Human { color: false, width: 100, unicode: true };

/// Paths inside a package, and texts.
type Files = BTreeMap<String, String>;

fn suite() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite")
}

/// Every file below a folder, under its path from there.
fn files_below(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(&at).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let inside =
                    path.strip_prefix(folder).expect("it lies below").to_string_lossy().replace('\\', "/");
                files.insert(inside, text);
            }
        }
    }
    files
}

fn base() -> Files {
    files_below(&suite().join("base"))
}

/// A case: its words, and the package it makes.
fn expand(text: &str) -> (String, Files) {
    let mut files = base();
    let (words, sections) = text.split_once("--- ").expect("a case differs somewhere");
    for section in sections.split("\n--- ") {
        let (path, body) = section.split_once('\n').unwrap_or((section, ""));
        match path.trim().split_once(", ") {
            None => {
                files.insert(path.trim().to_owned(), format!("{}\n", body.trim_end()));
            }
            Some((path, "removed")) => {
                files.remove(path).expect("the base has it");
            }
            Some((path, _)) => {
                let whole = files.get_mut(path).expect("the base has it");
                change(whole, body.trim_end());
            }
        }
    }
    (words.trim().to_owned(), files)
}

/// Puts lines into the place of others.
fn change(whole: &mut String, changes: &str) {
    let (mut old, mut new) = (String::new(), String::new());
    let mut apply = |old: &mut String, new: &mut String| {
        if !old.is_empty() {
            assert_eq!(whole.matches(old.as_str()).count(), 1, "is it there, once?\n{old}");
            *whole = whole.replacen(old.as_str(), new, 1);
        }
        old.clear();
        new.clear();
    };
    for line in changes.lines() {
        let text = line.get(1..).unwrap_or_default();
        if line.starts_with('-') {
            if !new.is_empty() {
                apply(&mut old, &mut new);
            }
            old.push_str(&format!("{text}\n"));
        } else {
            assert!(line.starts_with('+'), "neither - nor +: {line}");
            new.push_str(&format!("{text}\n"));
        }
    }
    apply(&mut old, &mut new);
}

/// Opens a case; the folder that was written for it, if any, is to be removed from its messages.
fn open(files: &Files) -> (OpenResult, Option<tempfile::TempDir>) {
    if !files.keys().any(|path| path.starts_with("../")) {
        return (support::opened(files.clone()), None);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("night-garden");
    for (path, text) in files {
        let path = match path.strip_prefix("../") {
            Some(beside) => folder.path().join(beside),
            None => package.join(path),
        };
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    (CompiledGame::open(&package.to_string_lossy()), Some(folder))
}

#[test]
fn the_base_is_sound() {
    let (opened, _) = open(&base());
    assert_eq!(render(&opened.diagnostics, &opened.sources, PLAIN), "");
}

#[test]
fn what_authors_are_told() {
    insta::glob!("suite/cases/*.txt", |path| {
        let text = std::fs::read_to_string(path).expect("UTF-8");
        let (words, files) = expand(&text);
        let (opened, folder) = open(&files);
        let mut said = render(&opened.diagnostics, &opened.sources, PLAIN);
        let also = words.lines().filter_map(|l| l.strip_prefix("also ")).flat_map(|l| l.split(", "));
        for format in also {
            let format = match format {
                "short" => Format::Short,
                "json" => Format::Json,
                "github" => Format::Github,
                other => panic!("no such format: {other}"),
            };
            said.push_str("\n----\n");
            said.push_str(&render(&opened.diagnostics, &opened.sources, format));
        }
        if let Some(folder) = folder {
            said = said.replace(&format!("{}/", folder.path().display()), "");
        }
        assert!(!opened.diagnostics.is_empty(), "nothing is said of {}", path.display());
        for label in opened.diagnostics.iter().flat_map(|d| &d.labels) {
            let file = opened.sources.file(label.span.file);
            assert!(label.span.start <= label.span.end && label.span.end as usize <= file.text.len());
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("suite/told");
        settings.set_prepend_module_to_snapshot(false);
        settings.remove_snapshot_suffix();
        settings.set_omit_expression(true);
        settings.remove_input_file();
        settings.bind(|| {
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            insta::assert_snapshot!(name, said);
        });
    });
}

/// Codes of which every error in the suite has a way out.
const WITH_WAY_OUT: [&str; 4] = ["CW0105", "CW0502", "CW0512", "CW0800"];

#[test]
fn type_errors_wrong_values_and_player_counts_have_a_way_out() {
    let (mut count, mut without) = (0, Vec::new());
    for (path, told) in
        files_below(&suite().join("told")).into_iter().filter(|(path, _)| path.ends_with(".snap"))
    {
        let text = told.split("\n----\n").next().unwrap_or_default();
        for error in text.split("\nerror[").skip(1) {
            let error = error.split("\nwarning[").next().unwrap_or_default();
            // The last of many has no room for it.
            let is_last_of_many = error.contains("more errors of this sort");
            if !is_last_of_many && WITH_WAY_OUT.contains(&error.split(']').next().unwrap_or_default()) {
                count += 1;
                if !error.contains("\n  help: ") {
                    without.push(format!("{path}: {error}"));
                }
            }
        }
    }
    assert!(count > 60 && without.is_empty(), "{count}:\n{}", without.join("\n"));
}
