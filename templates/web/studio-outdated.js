// The notice that a view shows the game as of its last version without errors.

import { el } from "./studio-dom.js";

// Whether the files have errors, so that the game is that of earlier files.
export function isOutdated(context) {
  const entry = context.entry();
  return entry?.current === false && entry.errors > 0;
}

function problemsLink(context) {
  return el("a", { href: context.address("problems") }, "See the problems");
}

// A notice above a view. `update(hidden)` shows it while the game is outdated.
export function createOutdated(context, words) {
  const element = el("p", { class: "message warning outdated", role: "status", hidden: true }, `The game has errors. ${words} `, problemsLink(context));
  return {
    element,
    update: (isNeeded = true) => { element.hidden = !isNeeded || !isOutdated(context); },
  };
}

// The answer of a button that needs files without errors; null if it may go on.
export function createRefusal(context, words) {
  return isOutdated(context) ? el("p", { class: "message error refusal" }, `The game has errors. ${words} `, problemsLink(context)) : null;
}
