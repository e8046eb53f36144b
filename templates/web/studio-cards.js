// The view Cards: all faces of the game, what changed among them, and the details of one.

import { gameUrl, getJson, postJson } from "./studio-api.js";
import { debounce, el, field, fold, list, memory, plural, refill, select } from "./studio-dom.js";
import { createGrid } from "./studio-card-grid.js";
import { createDetail } from "./studio-card-detail.js";
import { createOutdated } from "./studio-outdated.js";
import { Refresh } from "./studio-refresh.js";

export function createCardsView(root, context, head) {
  const key = `studio/${context.game}/cards`;
  const settings = memory.read(key, { groupBy: "sheet", sortBy: "order", descending: false, size: 50 });
  let data = null;
  let problems = [];
  let changedOnly = false;
  const refresher = new Refresh(context, load);
  let loading = null;
  let hasFailed = false;
  let order = [];

  // ---------------------------------------------------------- toolbar

  const count = el("p", { class: "muted", role: "status" }, "Loading …");
  const changedToggle = el("button", { type: "button", "aria-pressed": "false", onclick: () => setChangedOnly(!changedOnly) });
  const accept = el("button", { type: "button", onclick: acceptChanges }, "Accept as they are");
  const changedTools = el("div", { class: "row", hidden: true }, changedToggle, accept);
  head.append(count, changedTools);

  const search = el("input", { type: "search", placeholder: "Title, text or id  ( / )", autocomplete: "off", spellcheck: "false" });
  const groupBy = select([["sheet", "Sheet"], ["none", "No groups"]], settings.groupBy);
  const sortBy = select([["order", "As printed"], ["title", "Title"]], settings.sortBy);
  const direction = el("button", { type: "button", class: "direction", onclick: () => change({ descending: !settings.descending }) });
  const size = el("input", { type: "range", min: "10", max: "100", step: "5", value: String(settings.size) });
  const more = el("details", { class: "toolbar-more" }, el("summary", {}, "Group, sort, size"),
    el("div", { class: "row toolbar-fields" },
      field("Group by", groupBy), el("div", { class: "row with-direction" }, field("Sort by", sortBy), direction), field("Size", size)));
  const toolbar = el("div", { class: "toolbar row" }, el("div", { class: "toolbar-search" }, field("Search", search)), more);

  const isWide = matchMedia("(min-width: 48rem)");
  const fitToolbar = () => { more.open = isWide.matches; };
  isWide.addEventListener("change", fitToolbar);
  fitToolbar();

  // ---------------------------------------------------------- grid and details

  const grid = createGrid((file) => openCard(file));
  const empty = el("div", { class: "stack empty", hidden: true });
  const detail = createDetail(context, {
    step: (file, by) => openCard(order[(order.indexOf(file) + by + order.length) % order.length]),
    closed(file) {
      grid.select(null);
      layout.classList.remove("with-detail");
      const tile = grid.tile(file);
      if (tile?.isConnected) tile.focus({ preventScroll: true });
    },
  });
  const layout = el("div", { class: "cards-layout" }, el("div", { class: "cards-main" }, grid.root, empty), detail.panel);
  const outdated = createOutdated(context, "These faces are those of the last files without errors.");
  root.append(outdated.element, toolbar, layout);

  function openCard(file) {
    const card = data?.cards.find((one) => one.file === file);
    if (!card) return;
    grid.select(file);
    layout.classList.add("with-detail");
    detail.open(card, problemsOf(card), sheetOf(card));
    grid.tile(file)?.scrollIntoView({ block: "nearest" });
  }

  const sheetOf = (card) => data.sheets.find((sheet) => sheet.id === card.sheet) || null;
  const problemsOf = (card) => (card.problems || []).map((index) => problems[index]).filter(Boolean);

  function severityOf(card) {
    return problemsOf(card).some((problem) => problem.severity === "error") ? "error" : "warning";
  }

  // ---------------------------------------------------------- drawing

  function change(values) {
    Object.assign(settings, values);
    memory.write(key, settings);
    draw();
  }

  function setChangedOnly(on) {
    changedOnly = on;
    draw();
  }

  function drawStatus() {
    outdated.update(data?.cards.length > 0);
  }

  function drawSize() {
    // From a quarter of the usual size to two and a half times it; the middle of the slider is the usual size.
    const scale = settings.size <= 50 ? 0.25 + 0.75 * (settings.size / 50) : 1 + 1.5 * ((settings.size - 50) / 50);
    grid.root.style.setProperty("--tile-scale", scale.toFixed(3));
    size.setAttribute("aria-valuetext", `${Math.round(scale * 100)} %`);
  }

  function draw() {
    if (!data) return;
    const attributes = data.attributes.map((attribute) => [`attribute:${attribute}`, attribute]);
    if (groupBy.dataset.drawn !== data.attributes.join()) {
      groupBy.dataset.drawn = data.attributes.join();
      refill(groupBy, [["sheet", "Sheet"], ["none", "No groups"], ...attributes], "sheet");
      refill(sortBy, [["order", "As printed"], ["title", "Title"], ...attributes], "order");
      if (attributes.some(([value]) => value === settings.groupBy)) groupBy.value = settings.groupBy;
      if (attributes.some(([value]) => value === settings.sortBy)) sortBy.value = settings.sortBy;
    }
    direction.setAttribute("aria-label", settings.descending ? "Order: descending" : "Order: ascending");
    direction.title = direction.getAttribute("aria-label");
    direction.textContent = settings.descending ? "↓" : "↑";
    drawSize();
    drawStatus();

    const changed = data.cards.filter((card) => card.before).length;
    if (!changed) changedOnly = false;
    changedTools.hidden = changed === 0;
    changedToggle.textContent = `Changed only (${changed})`;
    changedToggle.setAttribute("aria-pressed", String(changedOnly));

    const words = fold(search.value).split(/\s+/).filter(Boolean);
    order = grid.draw({ ...data, ...settings, groupBy: groupBy.value, sortBy: sortBy.value, words, changedOnly, severityOf });
    const total = plural(data.cards.length, "face");
    count.textContent = order.length === data.cards.length ? total : `${order.length} of ${total}`;
    empty.hidden = order.length > 0;
    empty.replaceChildren(el("p", { class: "muted" }, data.cards.length ? "No face matches." : "This game has nothing to print yet. Declare a sheet in print.toml, and its faces appear here."));
    if (data.cards.length && !order.length) {
      empty.append(el("div", {}, el("button", { type: "button", onclick: () => { search.value = ""; setChangedOnly(false); } }, "Show all")));
    }
  }

  groupBy.addEventListener("change", () => change({ groupBy: groupBy.value }));
  sortBy.addEventListener("change", () => change({ sortBy: sortBy.value }));
  size.addEventListener("input", () => {
    settings.size = Number(size.value);
    memory.write(key, settings);
    drawSize();
  });
  search.addEventListener("input", debounce(80, draw));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && search.value) {
      event.preventDefault();
      search.value = "";
      draw();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      grid.tile(order[0])?.focus();
    }
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && event.target !== search) detail.close();
  });

  // ---------------------------------------------------------- loading

  // One request at a time: a save can bring several events, and the later ones must not hold up the first faces.
  async function load() {
    refresher.isStale = false;
    if (loading) {
      refresher.isStale = true;
      return loading;
    }
    loading = loadOnce();
    await loading;
    loading = null;
    if (refresher.isStale && !hasFailed) await load();
  }

  async function loadOnce() {
    hasFailed = false;
    let next;
    try {
      next = await getJson(gameUrl(context.game, "cards"));
    } catch (error) {
      refresher.isStale = hasFailed = true;
      if (data) context.note(error.message, "error");
      else count.textContent = error.message;
      return;
    }
    // Just after its start, the studio has not read the game yet; its next event comes when it has. Meanwhile, old faces stay.
    const entry = context.entry();
    if (!next.sheets.length && !next.cards.length && !entry?.playable && !entry?.errors) {
      if (!data) count.textContent = "Reading the game …";
      return;
    }
    const before = data && new Map(data.cards.map((card) => [card.file, card]));
    data = next;
    draw();
    showChanges(before);
    refreshDetail();
    await loadProblems();
  }

  // Problems are a request of their own, so that faces do not wait for it.
  async function loadProblems() {
    const isNeeded = data.cards.some((card) => card.problems?.length);
    if (!isNeeded && !problems.length) return;
    try {
      const answer = isNeeded ? await getJson(gameUrl(context.game, "problems")) : { version: data.version, problems: [] };
      // Cards name problems by their place in the list of the same version; another version is on its way.
      if (answer.version !== data.version) return;
      problems = answer.problems;
    } catch {
      problems = [];
    }
    draw();
    refreshDetail();
  }

  function refreshDetail() {
    if (!detail.file()) return;
    const card = data.cards.find((one) => one.file === detail.file());
    if (card) detail.update(card, problemsOf(card), sheetOf(card));
    else detail.close();
  }

  function showChanges(before) {
    if (!before?.size) return;
    const changed = data.cards.filter((card) => before.get(card.file)?.face !== card.face);
    if (!changed.length) return;
    for (const card of changed.slice(0, 60)) grid.flash(card.file);
    if (!context.isVisible()) return;
    const titles = changed.map((card) => card.title);
    context.announce(titles.length <= 3 ? `${list(titles)} changed` : `${list([...titles.slice(0, 2), `${titles.length - 2} more`])} changed`);
  }

  async function acceptChanges() {
    const hadFocus = document.activeElement === accept;
    accept.disabled = true;
    try {
      await postJson(gameUrl(context.game, "accept"));
      await load();
      context.announce("The faces are accepted as they are now.");
    } catch (error) {
      context.note(error.message, "error");
    } finally {
      accept.disabled = false;
      if (hadFocus) (changedTools.hidden ? search : accept).focus();
    }
  }

  const refresh = () => refresher.changed();

  return {
    show() {
      refresher.shown();
    },
    hide: () => detail.hide(),
    changed: refresh,
    statusChanged: drawStatus,
    // The lab's figures stand in the details of cards.
    jobChanged(event) {
      if (event.event === "lab" && event.state === "done") refresh();
    },
    reconnected: refresh,
  };
}
