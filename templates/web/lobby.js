// The lobby: the games of this server with a form for each, and the open matches.

import { element, fetchJson, setText, syncChildren } from "./dom.js";
import { plural } from "./format.js";
import { createMatchForm } from "./match-form.js";
import { createMatch, updateMatch } from "./match-list.js";

// Milliseconds between looks at the open matches.
const POLL = 3000;

const gamesPlace = document.getElementById("games");
const matchesPlace = document.getElementById("matches");

async function showGames() {
  const note = element("p", { class: "muted", role: "status", text: "Loading …" });
  gamesPlace.replaceChildren(note);
  try {
    const { games } = await fetchJson("/api/games");
    gamesPlace.replaceChildren(...games.map(createGame));
    if (games.length === 0) gamesPlace.append(element("p", { class: "muted", text: "This server has no game that can be played." }));
    // A single game needs no choice.
    if (games.length === 1) gamesPlace.firstElementChild.open = true;
  } catch (error) {
    const again = element("button", { type: "button", class: "small", text: "Try again" });
    again.addEventListener("click", showGames);
    gamesPlace.replaceChildren(element("p", { class: "message error", role: "alert", text: error.message }), again);
  }
}

function createGame(game) {
  const [least, most] = game.players;
  const players = least === most ? plural(least, "player") : `${least} – ${most} players`;
  const body = element("div", { class: "game-body" });
  const node = element("details", { class: "panel game" },
    element("summary", {},
      element("h3", { class: "game-name", text: game.name }), element("span", { class: "muted small", text: players }),
      game.summary ? element("span", { class: "game-summary muted small", text: game.summary }) : null),
    body);
  // The form of a game is made when somebody wants it: there may be many games.
  node.addEventListener("toggle", () => {
    if (node.open && body.childElementCount === 0) body.append(createMatchForm(game, { onCreated: lookAtMatches }));
  });
  return node;
}

const matchList = element("div", { class: "stack" });
const matchNote = element("p", { class: "muted", role: "status" });
let timer = null;

async function lookAtMatches() {
  clearTimeout(timer);
  try {
    const { matches } = await fetchJson("/api/matches");
    // Matches that one can join come first.
    matches.sort((a, b) => Number(b.open_seats.length > 0) - Number(a.open_seats.length > 0));
    syncChildren(matchList, matches, (match) => match.match, createMatch, updateMatch);
    setText(matchNote, matches.length === 0 ? "No match is open. Make one, or ask somebody for a link." : "");
  } catch (error) {
    setText(matchNote, error.message);
  }
  matchNote.hidden = matchNote.textContent === "";
  clearTimeout(timer);
  if (document.visibilityState === "visible") timer = setTimeout(lookAtMatches, POLL);
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") lookAtMatches();
});

matchesPlace.append(matchNote, matchList);
showGames();
lookAtMatches();
