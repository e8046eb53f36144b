// A table in a page: joins a match, draws its positions, and sends what its viewer chooses.

import { connect } from "./connection.js";
import { Choices, targetTest } from "./choices.js";
import { downloadText, element, fetchJson, setText } from "./dom.js";
import { enableDragging } from "./drag.js";
import { withCapitals } from "./format.js";
import { enableInspection } from "./inspect.js";
import { OptionsPanel } from "./options.js";
import { createFault, createResult, resultText } from "./outcome.js";
import { reloadPictures, watchPictures } from "./picture.js";
import { RecordPanel } from "./record.js";
import { moveFocus, updateRoving } from "./roving.js";
import { Stage } from "./stage.js";
import { Toolbar } from "./toolbar.js";

// Milliseconds between updates of the clocks.
const TICK = 200;

// Fills `root` with the table of a match; `onDrawn()` is called once the table stands there. The page needs table.css. Returns
// `{ close() }`.
export function mountTable(root, { match, secret, onDrawn = () => {} }) {
  const table = new Table(root, match, secret, onDrawn);
  return { close: () => table.close() };
}

class Table {
  constructor(root, match, secret, onDrawn) {
    this.root = root;
    this.onDrawn = onDrawn;
    this.match = match;
    this.stageData = null;
    this.joined = null;
    this.message = null;
    this.picks = [];
    // The target under the pointer or with the focus, while nothing is picked.
    this.pointed = null;
    // The choice that was sent and not yet answered by a new position: { ply, answered }.
    this.pending = null;
    this.scene = null;
    this.build();
    this.connection = connect({
      match, secret,
      onJoined: (joined) => this.onJoined(joined),
      onEvent: (message) => this.onEvent(message),
      onState: (state, detail) => this.onState(state, detail),
    });
    this.timer = setInterval(() => this.stage.tick(), TICK);
  }

  build() {
    this.stage = new Stage();
    this.toolbar = new Toolbar({
      undo: () => this.request({ do: "undo" }).then(() => null),
      hint: (bot) => this.hint(bot),
      save: () => this.save(),
      scenario: (name, replace) => this.request({ do: "scenario", name, replace }).then((answer) => `Written: ${answer.file}`),
    });
    this.options = new OptionsPanel({
      onChoose: (name) => this.choose(name),
      onPicks: (picks) => this.setPicks(picks),
    });
    this.record = new RecordPanel({
      fetchAll: () => this.request({ do: "record" }).then((answer) => answer.record),
      phrase: (line) => this.scene?.names.recordLine(line) ?? line,
      openAtFirst: window.matchMedia("(min-width: 60rem)").matches,
    });
    this.banner = element("div", { class: "message warning banner", role: "status", hidden: true });
    this.notice = element("div", { class: "message error notice", role: "alert", hidden: true });
    this.outcome = element("div", { class: "outcome-place" });
    this.side = element("div", { class: "table-side" }, this.outcome, this.notice, this.options.node, this.record.node);
    this.body = element("div", { class: "table-body" }, this.stage.node, this.side);
    this.node = element("div", { class: "table" }, this.toolbar.node, this.banner, this.body);
    this.root.replaceChildren(this.node);
    this.showBanner("Connecting …");

    this.dragging = enableDragging(this.node, {
      partners: (id) => (this.mayChoose ? this.scene?.choices.partners(id) ?? new Set() : new Set()),
      onDrop: (from, to) => this.pickTogether(from, to),
    });
    this.inspection = enableInspection(this.node, { scene: () => this.scene, isDragging: () => this.dragging.active });
    this.node.addEventListener("click", (event) => this.onClick(event));
    this.onKey = (event) => this.handleKey(event);
    document.addEventListener("keydown", this.onKey);
    this.onPointer = (event) => this.toolbar.closeHelp(event.target);
    document.addEventListener("pointerdown", this.onPointer);
    for (const type of ["pointerover", "focusin"]) this.node.addEventListener(type, (event) => this.pointAt(event.target));
    this.node.addEventListener("pointerleave", () => this.pointAt(null));
    watchPictures(this.node);
  }

  close() {
    this.connection.close();
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("pointerdown", this.onPointer);
    this.dragging.close();
    this.inspection.close();
    this.node.remove();
  }

  // Sends a line; an answer that is not `ok` becomes an error.
  async request(line) {
    const answer = await this.connection.send(line);
    if (!answer.ok) throw Object.assign(new Error(answer.error ?? "The server refused."), { answer });
    return answer;
  }

  showBanner(text, button = null) {
    this.banner.hidden = !text;
    if (this.banner.dataset.text === text) return;
    this.banner.dataset.text = text ?? "";
    this.banner.replaceChildren(element("span", { text: text ?? "" }), ...(button ? [button] : []));
  }

  showNotice(text) {
    this.notice.hidden = !text;
    setText(this.notice, text ?? "");
  }

  onState(state, detail) {
    this.node.classList.toggle("offline", state !== "open");
    if (state === "open") {
      this.showBanner(null);
      reloadPictures(this.node);
    } else if (state === "refused") this.showBanner(`You cannot join this table: ${detail}.`, element("a", { href: "/", text: "Go to the start page" }));
    else if (state === "connecting") this.showBanner(this.message ? "Reconnecting …" : "Connecting …");
    else {
      // What became of a choice that was under way, the next position tells.
      this.pending = null;
      const now = element("button", { type: "button", class: "small", text: "Try now" });
      now.addEventListener("click", () => this.connection.retryNow());
      this.showBanner(`The connection is lost. Next attempt in ${Math.round(detail / 1000)} s.`, now);
      if (this.message) this.draw();
    }
  }

  async onJoined(joined) {
    this.joined = joined;
    this.toolbar.allow(joined);
    await this.loadStage();
  }

  // Fetches what does not change during a match; if that fails, the next position tries again.
  async loadStage() {
    if (this.stageData || this.isLoading) return;
    this.isLoading = true;
    try {
      this.stageData = withCapitals(await fetchJson(`/api/matches/${encodeURIComponent(this.match)}/stage`));
      this.showNotice(null);
      this.draw();
    } catch (error) {
      this.showNotice(error.message);
    } finally {
      this.isLoading = false;
    }
  }

  onEvent(message) {
    if (message.event !== "position") return;
    const before = this.message;
    this.message = { ...message, receivedAt: performance.now() };
    if (this.pending && (this.pending.answered || message.ply !== this.pending.ply)) this.pending = null;
    if (before && before.ply !== message.ply) {
      this.showNotice(null);
      this.toolbar.say(null);
    }
    if (this.stageData) this.draw();
    else this.loadStage();
  }

  // Whether this viewer is asked and nothing is under way.
  get mayChoose() {
    const position = this.message?.position;
    return this.isAsked && !this.pending && position.status === "choice";
  }

  get isAsked() {
    const position = this.message?.position;
    return this.joined?.role === "seat" && position?.status === "choice" && position.seat === this.joined.seat;
  }

  draw() {
    if (!this.stageData || !this.message || !this.joined) return;
    const hadFocus = this.node.contains(document.activeElement);
    const { position } = this.message;
    const choices = new Choices(position, targetTest(this.stageData, this.message));
    if (this.scene && this.scene.choices.key !== choices.key) {
      this.picks = [];
      this.dragging.cancel();
    }
    this.scene = this.stage.draw({ stage: this.stageData, message: this.message, joined: this.joined, choices, redraw: () => this.draw() });
    const { names } = this.scene;
    Object.assign(this.node.dataset, { ply: this.message.ply, status: position.status });
    this.toolbar.draw(this.scene);
    this.drawChoice();
    this.record.update(this.message.record ?? [], this.message.ply);
    this.drawOutcome(position, names);
    this.inspection.hide();
    if (hadFocus && !this.node.contains(document.activeElement)) this.options.question.focus({ preventScroll: true });
    if (this.root.dataset.title !== undefined) this.showTitle();
    this.onDrawn();
    this.onDrawn = () => {};
  }

  drawChoice() {
    const { choices, names } = this.scene;
    this.options.draw({
      question: this.questionText(names),
      choices, names,
      picks: this.picks,
      mayChoose: this.isAsked,
      busy: Boolean(this.pending) || this.node.classList.contains("offline"),
    });
    this.markTargets();
    updateRoving(this.stage.node);
  }

  questionText(names) {
    const { position } = this.message;
    if (position.status === "over") return resultText(position, names);
    if (position.status === "fault") return "A rule of this game failed.";
    const question = position.question ?? "";
    if (this.isAsked) return question ? `Your turn: ${question}` : "Your turn";
    return question ? `${names.player(position.seat)} is asked: ${question}` : `${names.player(position.seat)} is to move`;
  }

  drawOutcome(position, names) {
    const key = position.status === "choice" ? "" : JSON.stringify([position, [...names.seats.values()].map((seat) => seat.name)]);
    if (this.outcome.dataset.key === key) return;
    this.outcome.dataset.key = key;
    this.outcome.replaceChildren();
    if (position.status === "over") this.outcome.append(createResult(position, names));
    if (position.status === "fault") this.outcome.append(createFault(position));
    this.options.node.classList.toggle("quiet", position.status !== "choice");
  }

  // Takes note of what the pointer or the focus is on: before anything is picked, only its own partners are marked.
  pointAt(node) {
    const id = node?.closest?.("[data-target]")?.dataset.target ?? null;
    const inside = id === null ? [] : [id, ...[...node.closest("[data-target]").querySelectorAll("[data-target]")].map((inner) => inner.dataset.target)];
    const pointed = inside.find((one) => this.scene?.choices.all.has(one)) ?? null;
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    if (this.scene && this.picks.length === 0) this.markTargets();
  }

  // The targets that go with the picks, or else with what is pointed at. Marks of all that could come second would say nothing.
  laterTargets(first, later) {
    if (this.picks.length > 0) return later;
    if (this.pointed !== null && first.has(this.pointed)) return this.scene.choices.next([[this.pointed]]).first;
    // Without a first part on the table, the second is where one can begin.
    const isShown = (node) => first.has(node.dataset.target) && node.getClientRects().length > 0;
    return [...this.node.querySelectorAll("[data-target]")].some(isShown) ? new Set() : later;
  }

  // Marks what can be pointed at, for the eye and for screen readers.
  markTargets() {
    const { choices } = this.scene;
    const active = this.isAsked;
    const { first, later } = active ? choices.next(this.picks) : { first: new Set(), later: new Set() };
    const marked = this.laterTargets(first, later);
    const picked = new Set(this.picks.flat());
    for (const node of this.node.querySelectorAll("[data-target]")) {
      const id = node.dataset.target;
      const isPicked = picked.has(id);
      node.classList.toggle("target", first.has(id));
      node.classList.toggle("target-later", marked.has(id) && !first.has(id));
      node.classList.toggle("picked", isPicked);
      node.classList.toggle("draggable", active && choices.all.has(id) && choices.partners(id).size > 0);
      if (node.tagName !== "BUTTON" || node.dataset.label === undefined) continue;
      const within = [...node.querySelectorAll("[data-target]")].some((inner) => first.has(inner.dataset.target) || later.has(inner.dataset.target));
      const note = isPicked ? ", picked" : first.has(id) || later.has(id) || within ? ", can be chosen" : "";
      node.setAttribute("aria-label", node.dataset.label + note);
    }
  }

  onClick(event) {
    const node = event.target.closest?.("[data-target]");
    if (!node || !this.scene || node.closest("dialog")) return;
    if (this.mayChoose && this.pickAt(node)) return;
    this.inspection.open(event.target);
  }

  // Picks what was pointed at: the innermost target, or all targets on a cell. Returns whether there was one.
  pickAt(node) {
    const { all } = this.scene.choices;
    for (let at = node; at && this.node.contains(at); at = at.parentElement?.closest("[data-target]")) {
      if (all.has(at.dataset.target)) {
        this.pick([at.dataset.target]);
        return true;
      }
    }
    const inside = [...node.querySelectorAll("[data-target]")].map((inner) => inner.dataset.target).filter((id) => all.has(id));
    if (inside.length === 0) return false;
    this.pick(inside);
    return true;
  }

  // Adds a pick; one that was picked is dropped; one that does not fit the others begins anew.
  pick(ids) {
    const at = this.picks.findIndex((pick) => pick.some((id) => ids.includes(id)));
    if (at >= 0) {
      this.setPicks(this.picks.filter((_, index) => index !== at));
      return;
    }
    const { choices } = this.scene;
    const together = [...this.picks, ids];
    this.setPicks(choices.matching(together).length > 0 ? together : [ids], true);
  }

  pickTogether(from, to) {
    this.setPicks([[from], [to]], true);
  }

  // `choose` says whether a single option that is left is to be chosen.
  setPicks(picks, choose = false) {
    this.picks = picks;
    const name = choose ? this.scene.choices.decide(picks) : null;
    if (name !== null) this.choose(name);
    else this.drawChoice();
  }

  async choose(option) {
    if (!this.mayChoose) return;
    const pending = { ply: this.message.ply, answered: false };
    this.pending = pending;
    this.showNotice(null);
    this.drawChoice();
    try {
      await this.request({ do: "choose", option, ply: pending.ply });
      pending.answered = true;
    } catch (error) {
      if (this.pending === pending) this.pending = null;
      this.picks = [];
      this.showNotice(`${error.message.replace(/^./, (letter) => letter.toUpperCase())}${/[.!?]$/.test(error.message) ? "" : "."}`);
      this.drawChoice();
    }
  }

  async hint(bot) {
    const key = this.scene?.choices.key;
    const answer = await this.request({ do: "hint", bot });
    // An answer about an earlier position says nothing about this one.
    if (this.scene?.choices.key !== key) return null;
    this.options.showHints(answer);
    const best = this.scene.choices.options.find((option) => option.name === answer.best);
    return `${answer.bot ?? bot} would choose: ${best?.label ?? answer.best}`;
  }

  async save() {
    const answer = await this.request({ do: "save" });
    const name = `${this.stageData?.game?.id ?? "game"}-${this.match}.toml`;
    downloadText(name, answer.saved);
    return `Saved as ${name}.`;
  }

  // Says in the title of the page whose turn it is; only for pages that are nothing but a table.
  showTitle() {
    const { names } = this.scene;
    const { position } = this.message;
    const name = this.stageData.game?.name ?? "Table";
    const what = { over: "over", fault: "stopped" }[position.status] ?? (this.isAsked ? "your turn" : `${names.player(position.seat)} is to move`);
    document.title = `${what} – ${name}`;
  }

  handleKey(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    const inside = this.node.contains(target);
    if ((!inside && target !== document.body) || target.closest?.("dialog")) return;
    if (event.key === "Escape") {
      if (this.toolbar.closeHelp()) return;
      if (this.dragging.active) this.dragging.cancel();
      this.inspection.hide();
      if (this.picks.length > 0) this.setPicks([]);
      else if (target === this.options.filter) {
        this.options.filter.value = "";
        this.options.refresh();
      }
      return;
    }
    if (target.closest?.("input, select, textarea, [contenteditable]")) return;
    if (inside && moveFocus(event)) return;
    if (!this.toolbar.shortcuts) return;
    if (/^[1-9]$/.test(event.key)) this.options.chooseNumber(Number(event.key));
    else if (event.key === "i" && inside) this.inspection.open(target);
  }
}
