// The studio's frame: which game and view the address names, the list of views, the events of the server, and
// everything that views share (messages, the editor, the pages that explain diagnostics).

import { gameUrl, getJson, listen, postJson } from "./studio-api.js";
import { el, isTyping, plural, select } from "./studio-dom.js";
import { createExplainer } from "./studio-explain.js";
import { createCardsView } from "./studio-cards.js";
import { createProblemsView } from "./studio-problems.js";
import { createTableView } from "./studio-table.js";
import { createLabView } from "./studio-lab.js";
import { createPrintView } from "./studio-print.js";

const VIEWS = [
  { id: "cards", title: "Cards", create: createCardsView },
  { id: "problems", title: "Problems", create: createProblemsView },
  { id: "table", title: "Table", create: createTableView },
  { id: "lab", title: "Lab", create: createLabView },
  { id: "print", title: "Print", create: createPrintView },
];

const main = document.querySelector("#main");
const navigation = document.querySelector("#views");
const gamePlace = document.querySelector("#game-place");
const banner = document.querySelector("#banner");
const notes = document.querySelector("#notes");
const live = document.querySelector("#live");

const studio = { games: [], editor: false, loaded: false };
const open = { game: null, view: null };
// Views stay in the page, hidden, when another one is shown: a match goes on, and a run of the lab is kept.
const mounted = new Map();
const explainer = createExplainer();

// ------------------------------------------------------------ what views share

function announce(text) {
  // Screen readers pass over a text that equals the last one, so the region is emptied first.
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 50);
}

function note(text, kind = "good") {
  const message = el("div", { class: `message note ${kind}` }, el("span", { class: "grow" }, text));
  const remove = () => message.remove();
  message.append(el("button", { type: "button", class: "quiet small", "aria-label": "Dismiss this message", onclick: remove }, "✕"));
  notes.append(message);
  if (kind !== "error") setTimeout(remove, 6000);
  while (notes.children.length > 3) notes.firstElementChild.remove();
}

async function openInEditor(game, file, line) {
  try {
    await postJson(gameUrl(game, "open"), { file, line });
    note(`Opened ${file}:${line} in your editor.`);
  } catch (error) {
    note(error.message, "error");
  }
}

function contextFor(game, view) {
  return {
    game,
    announce,
    note,
    entry: () => studio.games.find((entry) => entry.id === game) || null,
    hasEditor: () => studio.editor,
    isVisible: () => open.game === game && open.view === view,
    openInEditor: (file, line) => openInEditor(game, file, line),
    explain: (code) => explainer.show(code),
    address: (other) => address(game, other),
  };
}

// ------------------------------------------------------------ addresses

function address(game, view) {
  return `#/${encodeURIComponent(game)}/${view}`;
}

function readAddress() {
  const [, game = "", view = ""] = location.hash.split("/");
  let id = "";
  try {
    id = decodeURIComponent(game);
  } catch {
    // An address cut off within an escape names no game.
  }
  const entry = studio.games.find((one) => one.id === id) || studio.games[0];
  const known = VIEWS.find((one) => one.id === view) || VIEWS[0];
  return entry ? { game: entry.id, view: known.id } : null;
}

function showAddress() {
  const wanted = readAddress();
  if (!wanted) return;
  if (location.hash !== address(wanted.game, wanted.view)) history.replaceState(null, "", address(wanted.game, wanted.view));
  if (open.game === wanted.game && open.view === wanted.view) return;

  const isFirst = open.view === null;
  mounted.get(`${open.game}/${open.view}`)?.hide();
  Object.assign(open, wanted);
  drawFrame();

  const key = `${wanted.game}/${wanted.view}`;
  if (!mounted.has(key)) mounted.set(key, mountView(wanted.game, wanted.view));
  const view = mounted.get(key);
  for (const other of mounted.values()) other.root.hidden = other !== view;
  view.show();
  if (!isFirst) {
    window.scrollTo(0, view.scrollTop || 0);
    view.heading.focus({ preventScroll: true });
  }
}

function mountView(game, id) {
  const { title, create } = VIEWS.find((one) => one.id === id);
  const heading = el("h1", { tabindex: "-1" }, title);
  const root = el("section", { class: `view view-${id}`, "aria-label": title }, el("div", { class: "view-head row spread" }, heading));
  main.append(root);
  const view = create(root, contextFor(game, id), root.firstElementChild);
  return {
    root,
    heading,
    view,
    scrollTop: 0,
    show: () => view.show?.(),
    hide() {
      this.scrollTop = window.scrollY;
      view.hide?.();
    },
  };
}

// ------------------------------------------------------------ header

function drawFrame() {
  const entry = studio.games.find((one) => one.id === open.game);
  document.title = `${VIEWS.find((one) => one.id === open.view).title} · ${entry.name} · Cardwright studio`;

  const current = gamePlace.querySelector("select");
  if (studio.games.length > 1) {
    const choices = studio.games.map((one) => [one.id, one.errors ? `${one.name} (${plural(one.errors, "error")})` : one.name]);
    const drawn = JSON.stringify(choices);
    if (current?.dataset.drawn === drawn) current.value = open.game;
    else {
      const switcher = select(choices, open.game, { "aria-label": "Game", "data-drawn": drawn });
      switcher.addEventListener("change", () => { location.hash = address(switcher.value, open.view); });
      const hadFocus = current && document.activeElement === current;
      gamePlace.replaceChildren(switcher);
      if (hadFocus) switcher.focus();
    }
  } else gamePlace.replaceChildren(el("strong", {}, entry.name));
  gamePlace.title = entry.folder;

  if (!navigation.children.length) {
    navigation.append(...VIEWS.map(({ id, title }) => el("a", { "data-view": id }, title, id === "problems" && el("span", { class: "count" }))));
  }
  for (const link of navigation.children) {
    link.href = address(open.game, link.dataset.view);
    if (link.dataset.view === open.view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const count = navigation.querySelector(".count");
  const total = entry.errors + entry.warnings;
  count.className = `count badge ${entry.errors ? "error" : "warning"}`;
  count.hidden = total === 0;
  const words = [entry.errors && plural(entry.errors, "error"), entry.warnings && plural(entry.warnings, "warning")].filter(Boolean).join(", ");
  count.replaceChildren(el("span", { "aria-hidden": "true" }, String(total)), el("span", { class: "visually-hidden" }, `: ${words}`));
}

// ------------------------------------------------------------ the server

async function loadStudio() {
  const answer = await getJson("/api/studio");
  Object.assign(studio, answer, { loaded: true });
  if (!studio.games.length) {
    main.replaceChildren(el("p", { class: "message warning" }, "The studio has no game open. Start it with the folder of one: cardwright studio my-game"));
    return;
  }
  if (!studio.games.some((entry) => entry.id === open.game)) open.game = open.view = null;
  showAddress();
  if (open.game) drawFrame();
}

function viewsOf(game) {
  return [...mounted].filter(([key]) => key.slice(0, key.lastIndexOf("/")) === game).map(([, value]) => value.view);
}

function onEvent(event) {
  if (event.event === "changed") {
    const entry = studio.games.find((one) => one.id === event.game);
    if (entry) {
      Object.assign(entry, { version: event.version, errors: event.errors, warnings: event.warnings });
      if (open.game) drawFrame();
    }
    // The name of the game, and whether it can be played, are not in the event.
    loadStudio().catch(() => {}).then(() => viewsOf(event.game).forEach((view) => view.statusChanged?.()));
  }
  for (const view of viewsOf(event.game)) {
    if (event.event === "changed") view.changed?.(event);
    else view.jobChanged?.(event);
  }
}

let wasConnected = null;
let bannerTimer = 0;

function onState(connected) {
  clearTimeout(bannerTimer);
  if (connected) {
    banner.hidden = true;
    banner.replaceChildren();
    if (wasConnected === false || !studio.loaded) {
      // Files may have changed while nobody listened.
      loadStudio().then(() => {
        for (const { view } of mounted.values()) view.reconnected?.();
        if (wasConnected === false) note("The studio is back.");
        wasConnected = true;
      }).catch(() => {});
    } else wasConnected = true;
    return;
  }
  // A reload of the page or a short hiccup need not be reported.
  bannerTimer = setTimeout(() => {
    wasConnected = false;
    if (!banner.hidden) return;
    banner.replaceChildren(
      el("span", { class: "grow" }, el("strong", {}, "The studio has stopped. "), "Start “cardwright studio” again at the terminal. This page reconnects by itself."),
      el("button", { type: "button", onclick: () => events.retry() }, "Try now"),
    );
    banner.hidden = false;
  }, 700);
}

// ------------------------------------------------------------ keys

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const search = mounted.get(`${open.game}/${open.view}`)?.root.querySelector("input[type=search]");
  if (!search || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  search.focus();
  search.select();
});

document.querySelector("#skip").addEventListener("click", (event) => {
  // The address names the view, so the link must not replace it.
  event.preventDefault();
  main.focus();
});

window.addEventListener("hashchange", showAddress);
main.querySelector("noscript")?.remove();
loadStudio().catch((error) => {
  if (!studio.loaded) note(error.message, "error");
});
const events = listen("/api/studio/events", onEvent, onState);
