// The dialog with the page of a diagnostic, as `cardwright explain` prints it.

import { getJson } from "./studio-api.js";
import { el } from "./studio-dom.js";
import { renderMarkdown } from "./markdown.js";

// A `<dialog>` with a heading and a button that closes it. Escape and a click beside it close it, too.
export function createDialog(className) {
  const heading = el("h2", { tabindex: "-1", id: `${className}-title` });
  const tools = el("div", { class: "row" });
  const close = el("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕");
  const body = el("div", { class: "dialog-body stack" });
  const dialog = el("dialog", { class: `studio-dialog ${className}`, "aria-labelledby": heading.id },
    el("div", { class: "dialog-head row spread" }, heading, el("div", { class: "row" }, tools, close)), body);
  dialog.addEventListener("click", (event) => {
    // Only the backdrop has the dialog itself as its target outside of its box.
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) dialog.close();
  });
  document.body.append(dialog);
  return { dialog, heading, tools, body };
}

export function createExplainer() {
  const parts = createDialog("explain");
  const back = el("button", { type: "button", class: "quiet", hidden: true, onclick: () => showPage(visited.at(-2), true) }, "← Back");
  parts.tools.append(back);
  const pages = new Map();
  let visited = [];

  async function showPage(code, isBack = false) {
    if (isBack) visited.pop();
    else visited.push(code);
    back.hidden = visited.length < 2;
    parts.heading.textContent = code;
    parts.body.replaceChildren(el("p", { class: "muted" }, "Loading …"));
    let page;
    try {
      page = pages.get(code) || await getJson(`/api/explain/${encodeURIComponent(code)}`);
      pages.set(code, page);
    } catch (error) {
      page = null;
      if (visited.at(-1) === code) parts.body.replaceChildren(el("p", { class: "message error", role: "alert" }, error.message));
    }
    if (!page || visited.at(-1) !== code) return;
    parts.heading.textContent = page.title ? `${page.code}: ${page.title}` : page.code;
    parts.body.replaceChildren(renderMarkdown(page.text, { headingLevel: 3, onCode: (other) => other !== code && showPage(other) }));
    parts.dialog.scrollTop = 0;
    parts.heading.focus();
  }

  return {
    show(code) {
      visited = [];
      if (!parts.dialog.open) parts.dialog.showModal();
      showPage(code);
    },
  };
}
