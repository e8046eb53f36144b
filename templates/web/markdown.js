// Renders the small part of Markdown that the pages of `cardwright explain` use: headings, paragraphs, lists,
// tables, fenced code, code, bold, emphasis and links. It makes DOM nodes, never HTML text, so that nothing in
// a page can become a script.

import { el } from "./studio-dom.js";

// Returns a fragment. `headingLevel` is the level of `#`. `onCode`, if given, makes codes such as CW0301 into
// buttons that call it.
export function renderMarkdown(text, { headingLevel = 3, onCode = null } = {}) {
  const fragment = document.createDocumentFragment();
  const lines = String(text).replace(/\r\n?/g, "\n").split("\n");
  let at = 0;
  let paragraph = [];
  const inline = (words) => renderInline(words, onCode);

  function endParagraph() {
    if (paragraph.length) fragment.append(el("p", {}, inline(paragraph.join(" "))));
    paragraph = [];
  }

  while (at < lines.length) {
    const line = lines[at];
    const fence = /^ {0,3}(```+|~~~+)\s*([\w-]*)/.exec(line);
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (fence) {
      endParagraph();
      const code = [];
      at += 1;
      while (at < lines.length && !lines[at].trim().startsWith(fence[1])) code.push(lines[at++]);
      at += 1;
      fragment.append(codeBlock(code.join("\n"), fence[2]));
    } else if (/^ {4}\S/.test(line) && !paragraph.length) {
      const code = [];
      while (at < lines.length && (/^ {4}/.test(lines[at]) || (!lines[at].trim() && /^ {4}/.test(lines[at + 1] || "")))) {
        code.push(lines[at++].slice(4));
      }
      fragment.append(codeBlock(code.join("\n"), ""));
    } else if (heading) {
      endParagraph();
      const level = Math.min(6, headingLevel + heading[1].length - 1);
      fragment.append(el(`h${level}`, {}, inline(heading[2])));
      at += 1;
    } else if (listItem(line)) {
      endParagraph();
      const ordered = listItem(line).ordered;
      const items = [];
      for (let item = listItem(line); at < lines.length; item = listItem(lines[at] ?? "")) {
        if (item && item.ordered === ordered) items.push([item.text]);
        else if (/^\s+\S/.test(lines[at])) items.at(-1).push(lines[at].trim());
        else break;
        at += 1;
      }
      fragment.append(el(ordered ? "ol" : "ul", {}, items.map((words) => el("li", {}, inline(words.join(" "))))));
    } else if (/^\s*\|.*\|\s*$/.test(line)) {
      endParagraph();
      const rows = [];
      while (at < lines.length && /^\s*\|.*\|\s*$/.test(lines[at])) rows.push(cells(lines[at++]));
      fragment.append(table(rows, inline));
    } else {
      if (line.trim()) paragraph.push(line.trim());
      else endParagraph();
      at += 1;
    }
  }
  endParagraph();
  return fragment;
}

function codeBlock(text, language) {
  // Long lines scroll sideways, which needs the focus to be done with keys.
  return el("pre", { class: "code-block", tabindex: "0", role: "group", "aria-label": language ? `Code in ${language}` : "Code" }, el("code", {}, text));
}

function listItem(line) {
  const match = /^ {0,3}(?:([-*+])|(\d+)[.)])\s+(.*)$/.exec(line);
  return match && { ordered: match[2] !== undefined, text: match[3] };
}

function cells(line) {
  return line.trim().slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function table(rows, inline) {
  const divider = rows[1]?.every((cell) => /^:?-+:?$/.test(cell));
  const head = divider ? rows[0] : null;
  const body = divider ? rows.slice(2) : rows;
  const hasHead = head?.some((cell) => cell);
  return el("div", { class: "scroll-x" },
    el("table", { class: "data" },
      hasHead && el("thead", {}, el("tr", {}, head.map((cell) => el("th", { scope: "col" }, inline(cell))))),
      el("tbody", {}, body.map((row) => el("tr", {}, row.map((cell) => el("td", {}, inline(cell))))))));
}

const INLINE = /(`+)(.+?)\1(?!`)|\*\*(.+?)\*\*|(?<![\w*])[*_](?!\s)(.+?)(?<!\s)[*_](?![\w*])|\[([^\]]+)\]\(([^()\s]+)\)|\b(CW\d{4})\b/g;

// Code, bold, emphasis and links within one line, as a list of nodes and texts.
function renderInline(text, onCode) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, , code, bold, emphasis, label, target, diagnostic] = match;
    if (match.index > end) nodes.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) nodes.push(el("code", {}, code.trim() || code));
    else if (bold !== undefined) nodes.push(el("strong", {}, renderInline(bold, onCode)));
    else if (emphasis !== undefined) nodes.push(el("em", {}, renderInline(emphasis, onCode)));
    else if (label !== undefined) nodes.push(link(label, target, onCode));
    else if (onCode) nodes.push(el("button", { type: "button", class: "link-button", onclick: () => onCode(diagnostic) }, diagnostic));
    else nodes.push(diagnostic);
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

// Only addresses on the web become links: a page's relative ones lead to files of the documentation, which the
// studio does not serve.
function link(label, target, onCode) {
  const words = renderInline(label, onCode);
  if (!/^https?:\/\//i.test(target)) return el("span", {}, words);
  return el("a", { href: target, target: "_blank", rel: "noreferrer noopener" }, words);
}
