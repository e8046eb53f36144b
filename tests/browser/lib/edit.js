// Edits the files of a game, as an editor does.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

/** Replaces a text that occurs once in a file of a game. */
export function edit(folder, file, from, to) {
  const name = path.join(folder, file);
  const before = fs.readFileSync(name, "utf8");
  assert.equal(before.split(from).length, 2, `${file} holds \`${from}\` once`);
  fs.writeFileSync(name, before.replace(from, () => to));
}

/** Makes a syntax error in a game's main file; returns a function that mends it. */
export function breakGame(folder, game) {
  const name = path.join(folder, game, "game.toml");
  const before = fs.readFileSync(name, "utf8");
  fs.writeFileSync(name, before.replace(/^id = .*$/m, 'id = "unfinished'));
  return () => fs.writeFileSync(name, before);
}
