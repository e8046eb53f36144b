//! `.ci/run` and the scripts of its steps: a step that is skipped is not one that passed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::process::run_installed;

/// Exit code of a step that is skipped.
const SKIPPED: Option<i32> = Some(77);

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs bash with the functions of `.ci/run`, and with steps of our own after them.
fn run_steps(steps: &str) -> Option<Output> {
    let run = std::fs::read_to_string(root().join(".ci/run")).expect("UTF-8");
    let (functions, _) = run.split_once("\ncardwright=").expect("the program is named after them");
    let script = format!("{functions}\n{steps}\nprintf 'TABLE\\n%s' \"$timings\"\n");
    run_installed(Command::new("bash").args(["-c", &script]).arg(root().join(".ci/run")))
}

#[test]
fn the_table_says_which_steps_are_skipped_and_why() {
    let steps = "
there_is_none() { skip 'there is no such tool'; return; }
step passes echo fine
step script sh -c 'echo first; echo \"a/ci.sh: skipped, there is no npm\"; exit 77'
step quiet quietly sh -c 'echo \"a/ci.sh: skipped, node is old\"; exit 77'
step function there_is_none
step passes_too true
start_behind noise sh -c 'echo \"a/fuzz: skipped, no compiler\"; exit 77'
step behind ended_behind 0 noise";
    let Some(output) = run_steps(steps) else { return };
    let all = said(&output);
    assert!(output.status.success(), "{output:?}");
    let (live, table) = all.split_once("TABLE\n").expect("a table");
    assert!(live.contains("── script\nfirst\na/ci.sh: skipped, there is no npm\n── quiet\n"), "{live}");
    let rows: Vec<&str> =
        table.lines().map(|row| row.rsplit_once(" s  ").expect("two times and a name").1).collect();
    let expected = [
        "passes",
        "script: SKIPPED, there is no npm",
        "quiet: SKIPPED, node is old",
        "function: SKIPPED, there is no such tool",
        "passes_too",
        "behind: SKIPPED, no compiler",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn a_step_that_fails_ends_the_run() {
    for failing in ["sh -c 'echo why; exit 3'", "quietly sh -c 'echo why; exit 3'"] {
        let Some(output) = run_steps(&format!("step bad {failing}\nstep next echo not-run")) else { return };
        let all = said(&output);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(all.contains("why\n── FAILED: bad\n") && !all.contains("not-run"), "{all}");
    }
}

/// Without what they need, the scripts of steps say so with the code of their own.
#[cfg(unix)]
#[test]
fn scripts_that_check_nothing_do_not_exit_with_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = |tool: &str| -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file())
    };
    let Some(bash) = found("bash") else { return crate::process::skip("there is no bash") };
    // All that they need before they look for tools.
    for tool in ["dirname", "realpath", "mktemp", "rm", "tail"] {
        let tool_path = found(tool).unwrap_or_else(|| panic!("there is no {tool}"));
        std::os::unix::fs::symlink(tool_path, folder.path().join(tool)).expect("a link");
    }
    for script in ["tests/browser/ci.sh", "editors/vscode/ci.sh", ".ci/ray", ".ci/fuzz"] {
        let mut command = Command::new(&bash);
        command.arg(root().join(script)).args((script == ".ci/ray").then_some(&bash));
        let output = command.env("PATH", folder.path()).env_remove("CXX").output().expect("it runs");
        let all = said(&output);
        assert_eq!(output.status.code(), SKIPPED, "{script}: {output:?}");
        assert!(all.lines().last().is_some_and(|line| line.contains("skipped, there is no ")), "{all}");
    }
}
