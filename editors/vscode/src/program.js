// Finds the program `cardwright`, and the package that a file belongs to.
const { execFile } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

/** Returns the program that the settings name. */
function programPath() {
  const written = vscode.workspace.getConfiguration("cardwright").get("path") || "cardwright";
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return written.replaceAll("${workspaceFolder}", folder);
}

/** Runs `cardwright --version`. Returns why that fails; nothing if it does not. */
function probe(program) {
  return new Promise((resolve) => {
    execFile(program, ["--version"], { timeout: 10_000 }, (error) => {
      if (!error) return resolve(undefined);
      if (error.code === "ENOENT") return resolve(`there is no program \`${program}\``);
      if (error.code === "EACCES") return resolve(`\`${program}\` may not be run`);
      resolve(`\`${program} --version\` failed: ${error.message.trim()}`);
    });
  });
}

/** Returns the closest folder with a `game.toml` above a file; nothing if there is none. */
function packageOf(file) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, "game.toml"))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** Returns the package of the file in the active editor; nothing if there is none. */
function currentPackage() {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === "file" ? packageOf(uri.fsPath) : undefined;
}

module.exports = { currentPackage, packageOf, probe, programPath };
