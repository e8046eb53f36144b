// The record of what happened, newest line at the bottom.

import { element, setText } from "./dom.js";

export class RecordPanel {
  // `fetchAll()` returns a promise of all lines; `phrase(line)` returns the words to show for one.
  constructor({ fetchAll, phrase, openAtFirst }) {
    this.phrase = phrase;
    this.lines = [];
    this.ply = null;
    this.complete = false;
    this.log = element("div", { class: "record-lines", role: "log", "aria-label": "Record", tabindex: "0" });
    this.all = element("button", { type: "button", class: "small quiet", text: "Whole record", hidden: true });
    this.problem = element("p", { class: "small", role: "alert", hidden: true });
    this.node = element("details", { class: "panel record", open: openAtFirst },
      element("summary", {}, element("h3", { text: "Record" })), this.log, element("div", { class: "row" }, this.all), this.problem);
    this.node.addEventListener("toggle", () => this.toEnd());
    this.all.addEventListener("click", async () => {
      try {
        const lines = await fetchAll();
        this.complete = true;
        this.problem.hidden = true;
        this.replace(lines);
        this.all.hidden = true;
      } catch (error) {
        this.problem.hidden = false;
        setText(this.problem, error.message);
      }
    });
  }

  // Takes the last lines of the record at a position.
  update(lines, ply) {
    const wentBack = this.ply !== null && ply < this.ply;
    this.ply = ply;
    if (wentBack) {
      this.complete = false;
      this.all.hidden = false;
      this.replace(lines);
      return;
    }
    const overlap = findOverlap(this.lines, lines);
    if (overlap === null) {
      this.complete = false;
      this.all.hidden = false;
      this.replace(lines);
      return;
    }
    const fresh = lines.slice(overlap);
    // The last line grows while its turn goes on.
    const last = this.lines.length - 1;
    if (overlap > 0 && lines[overlap - 1] !== this.lines[last]) {
      this.lines[last] = lines[overlap - 1];
      setText(this.log.lastChild, this.phrase(lines[overlap - 1]));
      this.toEnd();
    }
    this.lines.push(...fresh);
    this.log.append(...fresh.map((line) => this.createLine(line)));
    if (fresh.length > 0) this.toEnd();
    if (!this.complete && this.lines.length < 40) this.all.hidden = true;
    else if (!this.complete) this.all.hidden = false;
  }

  replace(lines) {
    this.lines = [...lines];
    this.log.replaceChildren(...lines.map((line) => this.createLine(line)));
    this.toEnd();
  }

  createLine(line) {
    return element("p", { text: this.phrase(line) });
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
  }
}

// The number of lines at the beginning of `fresh` that are the last ones of `old`, or null if they do not follow each other. The last old line may have grown.
function findOverlap(old, fresh) {
  if (old.length === 0) return 0;
  for (let start = Math.max(0, old.length - fresh.length); start < old.length; start += 1) {
    const length = old.length - start;
    const isSame = (line, index) => (index === length - 1 ? fresh[index].startsWith(line) : fresh[index] === line);
    if (old.slice(start).every(isSame)) return length;
  }
  return null;
}
