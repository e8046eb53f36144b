// The view Table: settings for a match, the match itself at a table of its own, and the links to hand out.

import { findGame, postJson } from "./studio-api.js";
import { el, field, memory, select } from "./studio-dom.js";
import { createSettings, describeSettings } from "./studio-settings.js";
import { createOutdated } from "./studio-outdated.js";
import { Refresh } from "./studio-refresh.js";

export function createTableView(root, context, head) {
  const key = `studio/${context.game}/table`;
  const remembered = memory.read(key, { settings: {} });
  const formPlace = el("div", { class: "table-form" });
  const matchPlace = el("div", { class: "stack table-match", hidden: true });
  const hiddenWords = (words) => el("span", { class: "visually-hidden" }, words);
  // One line above the table: a laptop has no room for more.
  const barText = el("span", { class: "muted small table-bar-text" });
  const viewPlace = el("div", { class: "table-view" });
  const linksPlace = el("div", { class: "table-links" });
  const bar = el("div", { class: "row table-bar", hidden: true }, barText, viewPlace,
    el("button", { type: "button", class: "small", onclick: () => start(match.settings) }, "New", hiddenWords(" game, same settings")),
    el("button", { type: "button", class: "small", onclick: () => showForm(true) }, "Settings", hiddenWords(" of another game")), linksPlace);
  head.append(bar);
  const outdated = createOutdated(context, "Tables play the rules as of the last version without errors.");
  root.append(outdated.element, formPlace, matchPlace);

  let game = null;
  let settings = null;
  let match = null;
  let mounted = null;
  // Where the viewer sits: a seat, or a place of an onlooker.
  let seatedAt = null;
  const board = el("div", { class: "table-place" });
  const refresher = new Refresh(context, load);
  let isStarting = false;
  // The table of a game that has just begun is scrolled into view once it stands there.
  let isNew = false;
  let status = null;

  // ---------------------------------------------------------- form

  async function load() {
    refresher.isStale = false;
    try {
      game = await findGame(context.game);
    } catch (error) {
      refresher.isStale = true;
      if (!match) formPlace.replaceChildren(el("p", { class: "message error" }, error.message));
      return;
    }
    drawForm();
  }

  function drawForm() {
    if (!game) {
      settings = null;
      formPlace.replaceChildren(el("div", { class: "panel stack" },
        el("h2", {}, "This game cannot be played yet"),
        el("p", {}, "A table opens as soon as the game has rules without errors. ", el("a", { href: context.address("problems") }, "See the problems"))));
      return;
    }
    const chosen = settings ? settings.read() : remembered.settings;
    const hadFocus = formPlace.contains(document.activeElement);
    // A form in which somebody is typing stays; what changed in it comes with the next visit.
    if (hadFocus && settings) {
      settings.setScenarios(game.scenarios || []);
      return;
    }
    settings = createSettings(game, { people: true, scenarios: true, decks: true, start: chosen });
    status = el("div", { role: "alert" });
    const form = el("form", { class: "panel stack" },
      game.summary && el("p", { class: "muted" }, game.summary),
      settings.element, status,
      el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, "Start the game"),
        match && el("button", { type: "button", onclick: () => showForm(false) }, "Back to the table")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      start(settings.read());
    });
    formPlace.replaceChildren(form);
  }

  function showForm(on) {
    formPlace.hidden = !on;
    matchPlace.hidden = on || !match;
    bar.hidden = on || !match;
    if (!on && match && seatedAt && !mounted) sit(seatedAt);
    if (on) {
      leave();
      drawForm();
      formPlace.querySelector("select, input")?.focus();
    }
  }

  async function start(chosen) {
    if (isStarting) return;
    isStarting = true;
    status?.replaceChildren();
    const version = context.entry()?.table;
    try {
      const answer = await postJson("/api/matches", { game: context.game, ...chosen });
      leave();
      seatedAt = null;
      match = { ...answer, settings: chosen, version };
      remembered.settings = chosen;
      memory.write(key, remembered);
      showForm(false);
      isNew = true;
      drawMatch();
      context.announce("The game has begun.");
    } catch (error) {
      if (formPlace.hidden) context.note(error.message, "error");
      else status?.replaceChildren(el("p", { class: "message error" }, error.message));
    } finally {
      isStarting = false;
    }
  }

  // ---------------------------------------------------------- match

  // Every way to look at the match, best first for whoever started it: a person's seat, then the referee.
  function places({ links, settings: chosen }) {
    const seats = (links.seats || []).map((link, i) => link && { id: `seat-${i + 1}`, title: `Seat ${i + 1}`, link, text: chosen.seats?.[i] === "human" ? "plays" : "" }).filter(Boolean);
    const shoulders = (links.shoulder || []).map((link, i) => link && { id: `shoulder-${i + 1}`, title: `Over the shoulder of seat ${i + 1}`, link, text: "sees what this seat sees" }).filter(Boolean);
    return [
      ...seats,
      links.referee && { id: "referee", title: "Referee", link: links.referee, text: "sees everything" },
      links.public && { id: "public", title: "Onlooker", link: links.public, text: "sees what lies open" },
      ...shoulders,
    ].filter(Boolean);
  }

  function drawMatch() {
    const all = places(match);
    board.replaceChildren();
    const view = select(all.map((place) => [place.id, place.title]), all[0]?.id);
    view.addEventListener("change", () => sit(all.find((one) => one.id === view.value)));
    match.stale = el("div", { class: "message warning row", hidden: true, role: "status" },
      el("span", { class: "grow" }, "The game's files have changed. This table still plays the old rules."),
      el("button", { type: "button", onclick: () => start(match.settings) }, "Start again"));
    const settled = describeSettings(game, match.settings);
    barText.textContent = settled;
    barText.title = `Match ${match.match}: ${settled}`;
    viewPlace.replaceChildren(field("You look from", view));
    const links = el("details", { class: "links" }, el("summary", { class: "button small" }, "Links", hiddenWords(" to hand out")),
      el("div", { class: "panel stack link-panel" },
        el("p", { class: "muted small" }, `Match ${match.match}. Whoever has a link has the seat. Links work on this computer only.`),
        el("ul", { class: "plain link-list" }, all.map(linkLine))));
    linksPlace.replaceChildren(links);
    matchPlace.replaceChildren(match.stale, board);
    noteChange();
    sit(all[0]);
  }

  function showNew() {
    if (isNew) board.scrollIntoView({ block: "start" });
    isNew = false;
  }

  function linkLine(place) {
    const url = new URL(place.link, location.href).href;
    const copy = el("button", { type: "button", class: "small" }, "Copy", el("span", { class: "visually-hidden" }, ` the link: ${place.title}`));
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(url);
        context.note(`Copied the link: ${place.title}`);
      } catch {
        // The clipboard is closed to pages that were not loaded safely; then the link can be copied by hand.
        context.note(url, "warning");
      }
    });
    return el("li", { class: "row spread" },
      el("span", { class: "grow" }, el("strong", {}, place.title), place.text && el("span", { class: "muted" }, ` ${place.text}`)),
      el("span", { class: "row" },
        el("a", { class: "button small", href: place.link, target: "_blank", rel: "noopener" }, "Open", el("span", { class: "visually-hidden" }, ` in a new tab: ${place.title}`)), copy));
  }

  // A table listens to the keys of the whole page: one out of sight would play moves that nobody sees.
  function leave() {
    mounted?.close();
    mounted = null;
  }

  async function sit(next) {
    leave();
    seatedAt = next;
    board.replaceChildren(el("p", { class: "muted" }, "Loading the table …"));
    if (!next) return;
    const { link } = next;
    const secret = new URLSearchParams(new URL(link, location.href).hash.slice(1)).get("s");
    try {
      // The table is a module of its own, which the page needs only now.
      const { mountTable } = await import("./play.js");
      if (mounted || seatedAt !== next || matchPlace.hidden || !context.isVisible()) return;
      board.replaceChildren();
      mounted = mountTable(board, { match: match.match, secret, onDrawn: showNew });
    } catch (error) {
      board.replaceChildren(el("p", { class: "message error", role: "alert" }, `The table cannot be shown here (${error.message}). `,
        el("a", { href: link, target: "_blank", rel: "noopener" }, "Open it in a tab of its own")));
    }
  }

  // A click elsewhere, or Escape, closes the panel of links.
  document.addEventListener("pointerdown", (event) => {
    const links = linksPlace.querySelector("details[open]");
    if (links && !links.contains(event.target)) links.open = false;
  });
  linksPlace.addEventListener("keydown", (event) => {
    const links = linksPlace.querySelector("details[open]");
    if (event.key !== "Escape" || !links) return;
    links.open = false;
    links.firstElementChild.focus();
  });

  function noteChange() {
    outdated.update();
    if (!match?.stale) return;
    const version = context.entry()?.table;
    // A table that began before the first answer of the studio is not compared.
    match.stale.hidden = !version || !match.version || version === match.version;
  }

  function refresh() {
    noteChange();
    refresher.changed();
  }

  return {
    show() {
      noteChange();
      refresher.shown();
      if (seatedAt && !mounted && !matchPlace.hidden) sit(seatedAt);
    },
    hide: leave,
    statusChanged: refresh,
    reconnected: refresh,
  };
}
