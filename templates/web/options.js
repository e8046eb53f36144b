// The list of options, and what has been picked on the table to narrow it.

import { element, setText, syncChildren } from "./dom.js";
import { plural } from "./format.js";

// With more options than this, they can be filtered by typing.
const FILTER_FROM = 13;
// With at least so many options that can be chosen on the table, these are folded on a narrow screen.
const FOLD_FROM = 2;

export class OptionsPanel {
  // `onChoose(name)` chooses; `onPicks(picks)` reports that picks were dropped.
  constructor({ onChoose, onPicks }) {
    this.onChoose = onChoose;
    this.onPicks = onPicks;
    this.hints = null;
    this.question = element("h3", { class: "question", tabindex: "-1", text: "Nothing to choose yet" });
    this.live = element("div", { "aria-live": "polite", "aria-atomic": "true" }, this.question);
    this.picked = element("div", { class: "row picked", hidden: true });
    this.filter = element("input", { type: "search", placeholder: "Filter options", "aria-label": "Filter options", autocomplete: "off", spellcheck: "false" });
    this.filterRow = element("div", { class: "filter", hidden: true }, this.filter);
    this.list = element("ol", { class: "options plain" });
    this.none = element("p", { class: "small muted", role: "status" });
    this.fold = element("button", { type: "button", class: "quiet small fold", "aria-expanded": "true", text: "Hide options", hidden: true });
    this.node = element("section", { class: "panel choice", "aria-label": "Options" },
      element("div", { class: "choice-head" }, this.live, this.fold), this.picked, this.filterRow, this.list, this.none);
    this.filter.addEventListener("input", () => this.refresh());
    this.filter.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.visible.length === 1) this.onChoose(this.visible[0].name);
    });
    this.fold.addEventListener("click", () => {
      this.setFolded(!this.node.classList.contains("folded"));
    });
    this.visible = [];
  }

  // Folding shows only on narrow screens, where the list would cover the table; options that are nowhere on the table stay.
  setFolded(folded) {
    this.node.classList.toggle("folded", folded);
    this.fold.setAttribute("aria-expanded", String(!folded));
    setText(this.fold, folded ? "Show options" : "Hide options");
  }

  // Shows the options; `mayChoose` is false for onlookers.
  draw({ question, choices, picks, names, mayChoose, busy }) {
    const isNew = this.choices?.key !== choices.key;
    if (isNew) {
      this.filter.value = "";
      this.hints = null;
    }
    Object.assign(this, { choices, picks, names, mayChoose, busy });
    setText(this.question, question);
    this.node.classList.toggle("active", mayChoose);
    this.refresh();
    if (isNew) {
      this.list.scrollTop = 0;
      // What can be chosen on the table needs no list at first.
      this.setFolded(choices.options.filter(isOnTable).length >= FOLD_FROM);
    } else if (picks.length > 0 && this.visible.length <= FILTER_FROM) this.setFolded(false);
  }

  refresh() {
    const { choices, picks, names, mayChoose, busy } = this;
    const matching = choices.matching(picks);
    const words = this.filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    this.visible = matching.filter((option) => words.every((word) => option.label.toLowerCase().includes(word) || option.name.toLowerCase().includes(word)));
    this.filterRow.hidden = choices.options.length < FILTER_FROM;
    this.fold.hidden = !choices.options.some(isOnTable);

    this.picked.hidden = picks.length === 0;
    const chips = picks.map((pick, index) => ({ index, pick, text: names.thing(pick.find((id) => choices.all.has(id)) ?? pick[0]) }));
    syncChildren(this.picked, [...chips, ...(picks.length > 0 ? [{ index: -1, text: "Clear" }] : [])], (chip) => `${chip.index} ${chip.text}`,
      () => element("button", { type: "button", class: "small" }), (button, chip) => {
        button.className = chip.index < 0 ? "small quiet" : "small chip";
        setText(button, chip.index < 0 ? "Clear (Esc)" : `${chip.text} ×`);
        button.setAttribute("aria-label", chip.index < 0 ? "Clear what is picked" : `Remove ${chip.text}`);
        button.onclick = () => this.onPicks(chip.index < 0 ? [] : picks.filter((_, index) => index !== chip.index));
      });

    const most = this.hints ? Math.max(1, ...[...this.hints.options.values()].map((hint) => hint.visits ?? 0)) : 1;
    syncChildren(this.list, this.visible, (option) => `${mayChoose} ${option.name}`, () => this.createRow(), (row, option) => {
      const { button, number, label, copies, bar, figures } = row.parts;
      const place = this.visible.indexOf(option) + 1;
      setText(number, mayChoose && place <= 9 ? String(place) : "");
      setText(label, option.label);
      setText(copies, option.copies > 1 ? `×${option.copies}` : "");
      if (mayChoose) {
        button.onclick = () => this.onChoose(this.nameOf(option));
        // `disabled` would drop the focus; the click is ignored while busy.
        button.setAttribute("aria-disabled", String(busy));
      }
      row.classList.toggle("on-table", isOnTable(option));
      const hint = this.hints?.options.get(option.name);
      row.classList.toggle("best", this.hints?.best === option.name);
      bar.hidden = !hint;
      figures.hidden = !hint;
      if (hint) {
        // The bar shows the figure in front; a bot that gives no chance of winning only counts visits.
        const visits = hint.visits ?? 0;
        const chance = Number.isFinite(hint.value) ? Math.round(hint.value * 100) : null;
        bar.firstChild.style.width = `${chance ?? Math.round((100 * visits) / most)}%`;
        setText(figures.firstChild, chance === null ? plural(visits, "visit") : `${chance} %`);
        const notes = [chance === null ? "" : `to win, ${plural(visits, "visit")}`, this.hints.best === option.name ? "best" : ""];
        setText(figures.lastChild, notes.filter(Boolean).map((note, index) => (index === 0 && chance !== null ? ` ${note}` : `, ${note}`)).join(""));
      }
    });
    this.list.hidden = this.visible.length === 0;
    // Without buttons in it, only a tab stop lets the keyboard scroll the list.
    if (mayChoose) this.list.removeAttribute("tabindex");
    else this.list.tabIndex = 0;
    setText(this.none, choices.options.length > 0 && this.visible.length === 0 ? "No option fits." : "");
  }

  // Of several alike copies, the one that was picked.
  nameOf(option) {
    return (this.picks.length > 0 ? this.choices.variantOf(option, this.picks) : null) ?? option.name;
  }

  createRow() {
    const number = element("kbd", { class: "option-number", "aria-hidden": "true" });
    const label = element("span", { class: "option-label" });
    const copies = element("span", { class: "option-copies muted" });
    const bar = element("span", { class: "option-bar", "aria-hidden": "true", hidden: true }, element("span"));
    const figures = element("span", { class: "option-figures small", hidden: true }, element("strong"), element("span", { class: "option-visits" }));
    const button = element(this.mayChoose ? "button" : "div", { type: this.mayChoose ? "button" : null, class: "option" }, number, label, copies, figures, bar);
    return Object.assign(element("li", {}, button), { parts: { button, number, label, copies, bar, figures } });
  }

  // Chooses the option with the number that its row shows.
  chooseNumber(number) {
    const option = this.visible[number - 1];
    if (option && this.mayChoose) this.onChoose(this.nameOf(option));
  }

  showHints(answer) {
    this.hints = answer && { best: answer.best, options: new Map((answer.options ?? []).map((option) => [option.name, option])) };
    this.refresh();
  }
}

// Whether an option can be chosen by pointing at something on the table.
function isOnTable(option) {
  return option.variants[0].targets.length > 0;
}
