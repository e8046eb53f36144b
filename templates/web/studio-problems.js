// The view Problems: every diagnostic of the game, grouped by file, errors first.

import { gameUrl, getJson } from "./studio-api.js";
import { debounce, el, field, fold, plural, uniqueId } from "./studio-dom.js";
import { problemElement, problemKey } from "./studio-problem.js";
import { Refresh } from "./studio-refresh.js";

const NO_FILE = "";

export function createProblemsView(root, context, head) {
  const summary = el("p", { class: "muted", role: "status" }, "Loading …");
  head.append(summary);
  const search = el("input", { type: "search", placeholder: "Message, code or file", autocomplete: "off", spellcheck: "false" });
  const filters = [["all", "All"], ["error", "Errors"], ["warning", "Warnings"]].map(([id, label]) =>
    el("button", { type: "button", "data-filter": id, "aria-pressed": String(id === "all"), onclick: () => setFilter(id) }, label));
  const toolbar = el("div", { class: "toolbar row", hidden: true },
    el("div", { class: "row", role: "group", "aria-label": "Severity" }, filters),
    el("div", { class: "toolbar-search" }, field("Search", search)));
  const place = el("div", { class: "stack problem-groups" });
  root.append(toolbar, place);

  let problems = null;
  const refresher = new Refresh(context, load);
  let request = null;
  let filter = "all";
  // Elements by what they show: those that stay are moved, not made anew, so that focus and scroll stay.
  let elements = new Map();

  async function load() {
    refresher.isStale = false;
    request?.abort();
    const mine = request = new AbortController();
    try {
      const answer = await getJson(gameUrl(context.game, "problems"), mine.signal);
      const before = problems;
      ({ problems } = answer);
      draw();
      const isNew = before && JSON.stringify(before) !== JSON.stringify(problems);
      if (isNew && context.isVisible()) context.announce(countWords());
    } catch (error) {
      if (error.name === "AbortError") return;
      refresher.isStale = true;
      if (!problems) summary.textContent = error.message;
      else context.note(error.message, "error");
    }
  }

  function countWords() {
    if (!problems.length) return "Nothing is wrong.";
    const errors = problems.filter((problem) => problem.severity === "error").length;
    const warnings = problems.length - errors;
    return [errors && plural(errors, "error"), warnings && plural(warnings, "warning")].filter(Boolean).join(", ");
  }

  function setFilter(id) {
    filter = id;
    for (const button of filters) button.setAttribute("aria-pressed", String(button.dataset.filter === id));
    draw();
  }

  function matches(problem, words) {
    if (filter !== "all" && problem.severity !== filter) return false;
    if (!words.length) return true;
    const text = fold([problem.message, problem.code, problem.help, ...(problem.labels || []).map((label) => label.file)].filter(Boolean).join(" "));
    return words.every((word) => text.includes(word));
  }

  function draw() {
    if (!problems) return;
    const words = fold(search.value).split(/\s+/).filter(Boolean);
    const shown = problems.filter((problem) => matches(problem, words));
    summary.textContent = shown.length === problems.length ? countWords() : `${shown.length} of ${plural(problems.length, "problem")}`;
    toolbar.hidden = problems.length < 2;

    const groups = new Map();
    for (const problem of shown) {
      const file = problem.labels?.[0]?.file ?? NO_FILE;
      if (!groups.has(file)) groups.set(file, []);
      groups.get(file).push(problem);
    }
    const rank = (problem) => (problem.severity === "error" ? 0 : 1);
    const ordered = [...groups].map(([file, list]) => [file, list.sort((a, b) => rank(a) - rank(b) || line(a) - line(b))])
      .sort((a, b) => rank(a[1][0]) - rank(b[1][0]) || a[0].localeCompare(b[0]));

    const kept = new Map();
    const hadFocus = place.contains(document.activeElement) ? document.activeElement : null;
    const sections = ordered.map(([file, list]) => {
      const id = uniqueId("file");
      const counts = ["error", "warning"].map((severity) => [severity, list.filter((one) => one.severity === severity).length]).filter(([, n]) => n);
      return el("section", { class: "stack", "aria-labelledby": id },
        el("h2", { id, class: "file-name" }, file === NO_FILE ? "The game as a whole" : el("code", {}, file), " ",
          el("span", { class: "muted small" }, counts.map(([severity, n]) => plural(n, severity)).join(", "))),
        list.map((problem) => {
          let key = problemKey(problem);
          while (kept.has(key)) key += "+";
          const element = elements.get(key) || problemElement(context, problem);
          kept.set(key, element);
          return element;
        }));
    });
    elements = kept;
    if (!problems.length) sections.push(nothingWrong());
    else if (!shown.length) sections.push(el("p", { class: "muted" }, "No problem matches the search."));
    place.replaceChildren(...sections);
    if (hadFocus?.isConnected) hadFocus.focus({ preventScroll: true });
  }

  const line = (problem) => problem.labels?.[0]?.line ?? 0;

  function nothingWrong() {
    return el("div", { class: "panel nothing-wrong" },
      el("p", { class: "nothing-wrong-mark", "aria-hidden": "true" }, "✓"),
      el("h2", {}, "Nothing is wrong"),
      el("p", { class: "muted" }, "Every file of the game was read and checked. New problems appear here as soon as a file is saved."));
  }

  search.addEventListener("input", debounce(120, draw));

  const refresh = () => refresher.changed();

  return {
    show() {
      refresher.shown();
    },
    changed: refresh,
    reconnected: refresh,
  };
}
