// The head of the table: the game's name, fields of the table, and the tools that this viewer may use.

import { element, setText } from "./dom.js";
import { saysNothing } from "./format.js";
import { drawFields } from "./seats.js";

// Fields of the table beyond these are behind a button, as are those that say nothing, and on phones all.
const FIELDS_AT_FIRST = 8;
const SHORTCUTS_KEY = "cardwright-shortcuts";

export class Toolbar {
  // `actions` has `undo`, `hint(bot)`, `save` and `scenario(name, replace)`, each a promise of a message or null.
  constructor(actions) {
    this.title = element("h2", { class: "table-name", text: "Table" });
    this.role = element("span", { class: "badge", hidden: true });
    this.fields = element("dl", { class: "fields" });
    this.rest = element("dl", { class: "fields" });
    this.more = element("details", { class: "more-fields", hidden: true },
      element("summary", { class: "small" }, element("span", { class: "wide-only", text: "More" }), element("span", { class: "narrow-only", text: "State" })), this.rest);
    this.more.addEventListener("toggle", () => this.node.closest(".table")?.classList.toggle("whole-state", this.more.open));
    this.undo = this.createButton("Undo", actions.undo);
    this.hintBot = element("input", { class: "hint-bot", value: "mcts:300", spellcheck: "false", autocomplete: "off" });
    this.hintField = element("label", { class: "hint-field small" }, element("span", { text: "Bot for hints" }), this.hintBot);
    this.hint = this.createButton("Hint", () => actions.hint(this.hintBot.value.trim() || "mcts:300"));
    this.save = this.createButton("Save", actions.save);
    this.scenario = element("button", { type: "button", class: "small", text: "Save as a scenario …" });
    this.message = element("p", { class: "message small tool-message", role: "status", hidden: true });
    this.tools = element("div", { class: "row tools" }, this.undo, this.hint, this.hintField, this.save, this.scenario, createHelp(this));
    this.node = element("header", { class: "table-head" }, element("div", { class: "row table-title" }, this.title, this.role), this.fields, this.more, this.tools, this.message);
    this.dialog = this.createScenarioDialog(actions.scenario);
    this.node.append(this.dialog);
    this.scenario.addEventListener("click", () => this.dialog.showModal());
    this.allow({});
  }

  createButton(label, action) {
    const button = element("button", { type: "button", class: "small", text: label });
    button.addEventListener("click", () => this.run(button, action));
    return button;
  }

  // Runs an action once at a time and says how it went.
  async run(button, action) {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      this.say(await action());
    } catch (error) {
      this.say(error.message, true);
    } finally {
      button.removeAttribute("aria-disabled");
    }
  }

  say(text, isError = false) {
    this.message.hidden = !text;
    this.message.classList.toggle("error", isError);
    setText(this.message, text ?? "");
  }

  createScenarioDialog(makeScenario) {
    const input = element("input", { name: "name", required: true, pattern: "[a-z][a-z0-9_\\-]*", autocomplete: "off", spellcheck: "false" });
    const problem = element("p", { class: "message error small", role: "alert", hidden: true });
    const replace = element("input", { type: "checkbox" });
    const replaceLabel = element("label", { class: "check", hidden: true }, replace, element("span", { text: "Replace the file" }));
    const cancel = element("button", { type: "button", text: "Cancel" });
    const form = element("form", { class: "stack" },
      element("h3", { text: "Save this position as a scenario" }),
      element("label", { class: "field" }, element("span", { class: "label", text: "Name" }), input,
        element("span", { class: "help", text: "Lowercase letters, digits, - and _. The file goes into the package's folder scenarios." })),
      problem, replaceLabel, element("div", { class: "row" }, element("button", { type: "submit", class: "primary", text: "Write the file" }), cancel));
    const dialog = element("dialog", { "aria-label": "Save as a scenario" }, form);
    cancel.addEventListener("click", () => dialog.close());
    // Leave to replace one file is no leave to replace another.
    const forbidReplacing = () => {
      replace.checked = false;
      replaceLabel.hidden = true;
      problem.hidden = true;
    };
    input.addEventListener("input", forbidReplacing);
    dialog.addEventListener("close", forbidReplacing);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.hidden = true;
      try {
        this.say(await makeScenario(input.value.trim(), replace.checked));
        dialog.close();
        form.reset();
      } catch (error) {
        problem.hidden = false;
        replaceLabel.hidden = !error.answer?.exists;
        setText(problem, error.message);
      }
    });
    return dialog;
  }

  allow(joined) {
    this.undo.hidden = !joined.undo;
    this.hint.hidden = !joined.hint;
    this.hintField.hidden = !joined.hint;
    this.save.hidden = !joined.save;
    // Only the studio writes into a package.
    this.scenario.hidden = !joined.scenario;
    const roles = { public: "Onlooker", shoulder: `Over the shoulder of seat ${joined.seat}`, referee: "Referee" };
    this.role.hidden = !roles[joined.role];
    setText(this.role, roles[joined.role] ?? "");
  }

  draw(scene) {
    setText(this.title, scene.stage.game?.name ?? "");
    const first = scene.state.table.filter((field) => !saysNothing(field.value)).slice(0, FIELDS_AT_FIRST);
    drawFields(this.fields, first, scene);
    drawFields(this.rest, scene.state.table.filter((field) => !first.includes(field)), scene);
    const isQuiet = (fields) => fields.some((field) => field.value === "no" || field.value === "0");
    const isMore = !this.rest.hidden || [...scene.state.players.values()].some(isQuiet);
    this.more.hidden = !isMore && this.fields.hidden;
    this.more.classList.toggle("narrow-only", !isMore);
  }

  // Closes the help, unless `target` lies in it; returns whether it was open.
  closeHelp(target = null) {
    if (!this.help.open || (target && this.help.contains(target))) return false;
    // What is hidden cannot keep the focus.
    const hadFocus = this.help.contains(document.activeElement);
    this.help.open = false;
    if (hadFocus && !target) this.help.firstElementChild.focus();
    return true;
  }

  // Whether keys without a modifier choose and inspect; the viewer can switch them off.
  get shortcuts() {
    return this.shortcutsBox.checked;
  }
}

function createHelp(toolbar) {
  const box = element("input", { type: "checkbox" });
  toolbar.shortcutsBox = box;
  // Storage may be forbidden; then the choice lasts as long as the page.
  try {
    box.checked = localStorage.getItem(SHORTCUTS_KEY) !== "off";
  } catch {
    box.checked = true;
  }
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(SHORTCUTS_KEY, box.checked ? "on" : "off");
    } catch {
      // See above.
    }
  });
  const rows = [
    ["1 – 9", "choose the option with this number"],
    ["arrow keys", "move within a zone or a board"],
    ["Enter", "pick what has the focus"],
    ["i", "show it large"],
    ["Esc", "clear what is picked"],
  ];
  const list = element("dl", { class: "help-keys" });
  for (const [keys, text] of rows) list.append(element("dt", {}, element("kbd", { text: keys })), element("dd", { text }));
  toolbar.help = element("details", { class: "help-box" }, element("summary", { class: "button small", text: "Help" }),
    element("div", { class: "help-panel panel stack" },
      element("p", { class: "small", text: "What can be chosen has a dashed frame: point at it, drag it, or take an option from the list. Rest the pointer on a card, right-click it or hold it with a finger to see it large." }),
      list,
      element("label", { class: "check" }, box, element("span", { text: "Number keys and i work" }))));
  return toolbar.help;
}
