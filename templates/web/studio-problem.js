// A diagnostic as an element: what is wrong, its excerpt, the cause, the way out, and where it stands.

import { el } from "./studio-dom.js";

export const SEVERITIES = { error: { word: "Error", mark: "✕" }, warning: { word: "Warning", mark: "!" } };

export function severityBadge(severity) {
  const { word, mark } = SEVERITIES[severity] || { word: severity, mark: "·" };
  return el("span", { class: `badge ${severity}` }, el("span", { "aria-hidden": "true" }, mark), word);
}

// What tells a diagnostic from all others, also after it was computed anew.
export function problemKey(problem) {
  return JSON.stringify([problem.severity, problem.code, problem.message, problem.because, problem.help, problem.text, problem.labels]);
}

// The frame with the source lines, out of the text that the terminal shows; the message, cause and way out around
// it have elements of their own. Null if the diagnostic has no place.
export function excerptOf(text) {
  const lines = String(text || "").replace(/\s+$/, "").split("\n");
  const first = lines.findIndex((line) => /[╭┌]─/.test(line));
  const last = lines.findLastIndex((line) => /^\s*[╰└]─/.test(line));
  if (first < 0 || last < first) return null;
  const frame = lines.slice(first, last + 1);
  const indent = Math.min(...frame.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return frame.map((line) => line.slice(indent)).join("\n");
}

export function openButton(context, file, line, label = "Open in editor", kind = "small") {
  if (!context.hasEditor()) return null;
  return el("button", { type: "button", class: kind, onclick: () => context.openInEditor(file, line) }, label, el("span", { class: "visually-hidden" }, `: ${file}, line ${line}`));
}

// Messages quote names in backticks; nothing else in them is markup.
function messageNodes(text) {
  return text.split(/(`[^`]+`)/).map((piece) => (/^`[^`]+`$/.test(piece) ? el("code", {}, piece.slice(1, -1)) : piece));
}

export function problemElement(context, problem, { headingLevel = 3, compact = false } = {}) {
  const excerpt = excerptOf(problem.text);
  const places = [];
  for (const label of problem.labels || []) {
    if (!places.some((other) => other.file === label.file && other.line === label.line && other.cell === label.cell)) places.push(label);
  }
  return el("article", { class: `problem ${problem.severity}` },
    el(`h${headingLevel}`, { class: "problem-title" }, severityBadge(problem.severity), el("span", {}, messageNodes(problem.message))),
    !compact && excerpt && el("pre", { class: "excerpt", tabindex: "0", role: "group", "aria-label": "Excerpt of the source" }, excerpt),
    problem.because && el("p", {}, el("strong", {}, "Cause: "), messageNodes(problem.because)),
    problem.help && el("p", { class: "problem-help" }, el("strong", {}, "Way out: "), messageNodes(problem.help)),
    el("div", { class: "row problem-actions" },
      places.map((place) => el("span", { class: "row problem-place" },
        el("code", {}, place.cell ? `${place.file}, ${place.cell}` : `${place.file}:${place.line}`),
        openButton(context, place.file, place.line))),
      problem.code && el("button", { type: "button", class: "quiet small", onclick: () => context.explain(problem.code) }, `Explain ${problem.code}`)));
}
