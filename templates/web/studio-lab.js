// The view Lab: simulations between bots, watched while they run, and kept for comparison.

import { findGame, gameUrl, getJson, postJson } from "./studio-api.js";
import { el, field, memory, percent, plural } from "./studio-dom.js";
import { createSettings, describeSettings } from "./studio-settings.js";
import { createChart, intervalText } from "./studio-lab-chart.js";
import { createStudyFields, createStudyTable, describeStudy } from "./studio-lab-study.js";
import { createOutdated, createRefusal, isOutdated } from "./studio-outdated.js";
import { Refresh } from "./studio-refresh.js";

const STATES = { running: "running", done: "done", stopped: "stopped", failed: "failed" };

function isInView(element) {
  const { top } = element.getBoundingClientRect();
  return top > 0 && top < window.innerHeight / 2;
}

export function createLabView(root, context) {
  const key = `studio/${context.game}/lab`;
  const remembered = memory.read(key, { settings: {}, games: 1000, runs: [] });
  const formPlace = el("div", { class: "lab-form" });
  const comparison = el("section", { class: "panel stack", "aria-label": "Comparison of the runs", hidden: true });
  const runsPlace = el("div", { class: "stack lab-runs" });
  const outdated = createOutdated(context, "Simulations can be started again when they are mended.");
  root.append(outdated.element, el("div", { class: "lab-layout" }, formPlace, el("div", { class: "stack lab-results" }, comparison, runsPlace)));

  const runs = new Map();
  let game = null;
  let settings = null;
  let study = null;
  const refresher = new Refresh(context, load);
  const status = el("div", { role: "alert" });
  const nothing = el("p", { class: "muted lab-nothing" }, "No runs yet. A thousand games give a first idea; intervals narrow as games are played.");
  runsPlace.append(nothing);

  // ---------------------------------------------------------- form

  async function load() {
    refresher.isStale = false;
    try {
      game = await findGame(context.game);
    } catch (error) {
      refresher.isStale = true;
      formPlace.replaceChildren(el("p", { class: "message error" }, error.message));
      return;
    }
    drawForm();
  }

  function drawForm() {
    if (!game) {
      formPlace.replaceChildren(el("div", { class: "panel stack" }, el("h2", {}, "This game cannot be played yet"),
        el("p", {}, "Simulations need rules without errors. ", el("a", { href: context.address("problems") }, "See the problems"))));
      settings = null;
      return;
    }
    if (settings && formPlace.contains(document.activeElement)) return;
    const chosen = settings ? { ...settings.read(), ...study.read() } : remembered.settings;
    settings = createSettings(game, { start: chosen });
    const games = el("input", { type: "number", min: "1", max: "10000000", step: "1", required: true, inputmode: "numeric", value: String(remembered.games) });
    const several = createStudyFields(game, { ...remembered.settings, ...chosen });
    study = several;
    const form = el("form", { class: "panel stack" }, field("Number of games", games), settings.element, several.element, status,
      el("div", { class: "row" }, el("button", { type: "submit", class: "primary" }, "Start")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      start({ games: Number(games.value), ...several.applied(settings.read()) });
    });
    formPlace.replaceChildren(form);
  }

  // `place` is where a refusal is said: beside the button.
  async function start(chosen, place = null) {
    const refusal = createRefusal(context, "Mend them before you start a simulation.");
    (place ?? status).replaceChildren(...[refusal].filter(Boolean));
    if (refusal) return;
    try {
      const { job } = await postJson(gameUrl(context.game, "lab"), chosen);
      const { games, ...others } = chosen;
      Object.assign(remembered, { games, settings: others });
      const run = addRun({ job, settings: chosen, version: context.entry()?.version });
      remember();
      // The form can be longer than the window; the run is at the top of the results, and grows as it goes on.
      if (!isInView(run.root)) run.root.scrollIntoView({ block: "start" });
      context.announce(`Run ${job} has started.`);
      // Small runs can be over before the answer to this request was read.
      fetchRun(run);
    } catch (error) {
      (place ?? status).replaceChildren(el("p", { class: "message error" }, error.message));
    }
  }

  function remember() {
    remembered.runs = [...runs.values()].map(({ job, settings: chosen, version }) => ({ job, settings: chosen, version })).slice(-20);
    memory.write(key, remembered);
  }

  // ---------------------------------------------------------- runs

  function addRun({ job, settings: chosen, version }) {
    if (runs.has(job)) return runs.get(job);
    const run = { job, settings: chosen, version, last: null, frame: 0, chart: null };
    const badge = el("span", { class: "badge" }, "running");
    const progress = el("progress", { max: "1", value: 0, "aria-label": `Progress of run ${job}` });
    const counted = el("span", { class: "small muted counted" });
    const stop = el("button", { type: "button", class: "small danger", onclick: () => stopRun(run) }, "Stop");
    const answer = el("div", { role: "alert" });
    const repeat = el("button", { type: "button", class: "small", hidden: true, onclick: () => start(chosen, answer) }, "Run again");
    const remove = el("button", { type: "button", class: "small quiet", hidden: true, onclick: () => removeRun(run) }, "Remove");
    const chartPlace = el("div");
    const failure = el("p", { class: "message error", hidden: true });
    const report = el("details", { class: "report", hidden: true }, el("summary", {}, "Report"), el("pre", { class: "report-text", tabindex: "0", role: "group", "aria-label": `Report of run ${job}` }));
    const page = el("details", { class: "report", hidden: true }, el("summary", {}, "Page with tables and charts"));
    page.addEventListener("toggle", () => showPage(run, page));
    const root = el("article", { class: "panel stack run", "aria-label": `Run ${job}` },
      el("div", { class: "row spread" }, el("h2", {}, `Run ${job} `, badge), el("div", { class: "row" }, stop, repeat, remove)), answer,
      el("p", { class: "muted small" }, [describeStudy(chosen, plural(chosen.games ?? 0, "game")), describeSettings(game, chosen), ].filter(Boolean).join(" · ")),
      el("div", { class: "row run-progress" }, progress, counted), failure, chartPlace, report, page);
    Object.assign(run, { root, badge, progress, counted, stop, repeat, remove, chartPlace, failure, report, page });
    runs.set(job, run);
    nothing.remove();
    runsPlace.prepend(root);
    return run;
  }

  function showPage(run, page) {
    if (!page.open || page.querySelector("iframe")) return;
    // The page brings scripts of its own; without `allow-same-origin` they cannot reach the studio.
    page.append(el("iframe", { sandbox: "allow-scripts", class: "lab-page", title: `The lab's page of run ${run.job}`, src: gameUrl(context.game, "lab", run.job, "page") }));
  }

  async function fetchRun(run) {
    try {
      const answer = await getJson(gameUrl(context.game, "lab", run.job));
      update(run, answer);
    } catch (error) {
      // The studio was started anew since, and has forgotten the run.
      if (error.status === 404) removeRun(run);
    }
  }

  function update(run, event) {
    run.last = { ...run.last, ...event };
    // Events can come faster than the screen is drawn.
    if (!run.frame) run.frame = requestAnimationFrame(() => {
      run.frame = 0;
      drawRun(run);
    });
  }

  function drawRun(run) {
    const { state, played = 0, of = run.settings.games, seats, error, text } = run.last;
    run.badge.textContent = STATES[state] || state;
    run.badge.className = `badge ${{ done: "good", failed: "error", stopped: "warning" }[state] || ""}`;
    run.progress.value = of ? played / of : 0;
    run.counted.textContent = `${played.toLocaleString("en")} of ${plural(of || 0, "game")}`;
    const isOver = state !== "running";
    run.progress.hidden = state === "done";
    run.stop.hidden = isOver;
    run.repeat.hidden = run.remove.hidden = !isOver;
    run.failure.hidden = !error;
    run.failure.textContent = error || "";
    if (seats?.length) {
      if (!run.chart || run.chart.count !== seats.length) {
        run.chart = { ...createChart(seats.length), count: seats.length };
        run.chartPlace.replaceChildren(run.chart.root);
      }
      run.chart.update(seats);
    }
    if (run.last.rows?.length) {
      if (!run.table) {
        run.table = createStudyTable(`Simulations of run ${run.job}`);
        run.chartPlace.replaceChildren(run.table.root);
      }
      run.table.update(run.last.rows);
    }
    if (text) {
      run.report.hidden = false;
      run.report.querySelector("pre").textContent = text;
    }
    run.page.hidden = !text;
    drawComparison();
  }

  async function stopRun(run) {
    run.stop.disabled = true;
    try {
      await postJson(gameUrl(context.game, "lab", run.job, "stop"));
    } catch (error) {
      context.note(error.message, "error");
      run.stop.disabled = false;
    }
  }

  function removeRun(run) {
    const hadFocus = run.root.contains(document.activeElement);
    cancelAnimationFrame(run.frame);
    run.root.remove();
    runs.delete(run.job);
    if (!runs.size) runsPlace.append(nothing);
    remember();
    drawComparison();
    if (hadFocus) formPlace.querySelector("input")?.focus();
  }

  function drawComparison() {
    const compared = [...runs.values()].filter((run) => run.last?.seats?.length).reverse();
    comparison.hidden = compared.length < 2;
    if (comparison.hidden) return;
    const seatCount = Math.max(...compared.map((run) => run.last.seats.length));
    const seatNumbers = Array.from({ length: seatCount }, (_, i) => i + 1);
    const table = el("table", { class: "data comparison" },
      el("thead", {}, el("tr", {}, ["Run", "Games", "Files"].map((word) => el("th", { scope: "col", class: word === "Run" ? null : "number" }, word)), seatNumbers.map((n) => el("th", { scope: "col" }, `Seat ${n} wins`)))),
      el("tbody", {}, compared.map((run) => el("tr", {},
        el("th", { scope: "row" }, String(run.job)), el("td", { class: "number" }, (run.last.played ?? 0).toLocaleString("en")),
        el("td", { class: "number" }, run.version === undefined || run.version === null ? "" : `v${run.version}`),
        seatNumbers.map((_, i) => {
          const seat = run.last.seats[i];
          return el("td", {}, seat && [seat.bot, " ", el("strong", {}, percent(seat.wins)), " ", el("span", { class: "muted small" }, intervalText(seat))]);
        })))));
    comparison.replaceChildren(el("h2", {}, "Compared"), el("div", { class: "scroll-x", tabindex: "0", role: "group", "aria-label": "Table of runs" }, table),
      el("p", { class: "muted small" }, "Each share with its 95 % confidence interval. Shares whose intervals do not overlap differ significantly."));
  }

  // ---------------------------------------------------------- start

  for (const run of remembered.runs) if (run?.settings) fetchRun(addRun(run));

  function noteErrors() {
    outdated.update();
    if (!isOutdated(context)) root.querySelectorAll(".refusal").forEach((refusal) => refusal.remove());
  }

  const refresh = () => {
    noteErrors();
    refresher.changed();
  };

  return {
    show() {
      noteErrors();
      refresher.shown();
    },
    statusChanged: refresh,
    reconnected() {
      refresh();
      for (const run of [...runs.values()]) fetchRun(run);
    },
    jobChanged(event) {
      const run = event.event === "lab" && runs.get(event.job);
      if (!run) return;
      update(run, event);
      if (event.state === "running") return;
      fetchRun(run);
      if (context.isVisible()) context.announce(`Run ${run.job} is ${STATES[event.state] || event.state}.`);
    },
  };
}
