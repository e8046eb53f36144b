// The details of one face: a panel beside the grid, or a dialog where there is no room for one.

import { el, uniqueId } from "./studio-dom.js";
import { swapImage } from "./studio-card-grid.js";
import { openButton, problemElement } from "./studio-problem.js";

// Percent of a face below which its tag does not fit.
const SMALLEST_PART = 20;

export function createDetail(context, { step, closed }) {
  const isNarrow = matchMedia("(max-width: 56rem)");
  const titleId = uniqueId("detail");
  const heading = el("h2", { id: titleId, tabindex: "-1" });
  const body = el("div", { class: "stack detail-body" });
  const content = el("div", { class: "detail-content" },
    el("div", { class: "detail-head" }, heading,
      el("div", { class: "row detail-tools" },
        el("button", { type: "button", class: "quiet", "aria-label": "Previous face", onclick: () => step(card.file, -1) }, "‹"),
        el("button", { type: "button", class: "quiet", "aria-label": "Next face", onclick: () => step(card.file, 1) }, "›"),
        el("button", { type: "button", class: "quiet", "aria-label": "Close the details", onclick: close }, "✕"))),
    body);
  const panel = el("section", { class: "detail-panel", "aria-labelledby": titleId, hidden: true });
  const dialog = el("dialog", { class: "studio-dialog detail-dialog", "aria-labelledby": titleId });
  document.body.append(dialog);

  let card = null;
  // Sections by name, with what they were drawn from: an update replaces only those whose data changed, so that
  // a slider that is held, a scrolled source or a focused button stays.
  let sections = new Map();

  dialog.addEventListener("close", () => {
    if (card && !dialog.dataset.moving) close();
  });
  isNarrow.addEventListener("change", () => {
    if (!card) return;
    dialog.dataset.moving = "yes";
    if (dialog.open) dialog.close();
    delete dialog.dataset.moving;
    place();
  });

  function place() {
    const holder = isNarrow.matches ? dialog : panel;
    if (content.parentElement !== holder) holder.append(content);
    panel.hidden = isNarrow.matches;
    if (isNarrow.matches && !dialog.open) dialog.showModal();
  }

  function open(next, problems, sheet) {
    const isOther = card?.file !== next.file;
    if (isOther) {
      sections = new Map();
      body.replaceChildren();
    }
    update(next, problems, sheet);
    place();
    if (isOther) content.parentElement.scrollTop = 0;
    // The buttons that step keep the focus, so that one can go on stepping.
    if (!content.contains(document.activeElement)) heading.focus({ preventScroll: true });
  }

  function close() {
    if (!card) return;
    const { file } = card;
    card = null;
    panel.hidden = true;
    if (dialog.open) dialog.close();
    closed(file);
  }

  function update(next, problems, sheet) {
    card = next;
    heading.textContent = card.title;
    const wanted = [
      ["facts", [card.id, card.file, card.kind, card.copies, sheet?.title], () => facts(card, sheet)],
      ["faces", [Boolean(card.before), Boolean(card.back), Boolean(card.face), card.title, card.says], () => faces(card, sheet)],
      ["problems", [problems, context.hasEditor()], () => problems.length > 0 && part("Problems", problems.map((problem) => problemElement(context, problem, { headingLevel: 4, compact: true })))],
      ["rule", [card.rule, card.rule_is_whole], () => card.rule && part("Its rule in words", el("p", { class: "rule-words" }, card.rule),
        !card.rule_is_whole && el("p", { class: "muted small" }, "A part of the rule has no words yet and is left out here."))],
      ["attributes", [card.attributes], () => attributes(card)],
      ["lab", [card.lab], () => lab(card)],
      ["source", [card.source, context.hasEditor()], () => card.source && source(card.source)],
    ];
    const elements = [];
    for (const [name, data, build] of wanted) {
      const key = JSON.stringify(data);
      if (sections.get(name)?.key !== key) sections.set(name, { key, element: build() || null });
      if (sections.get(name).element) elements.push(sections.get(name).element);
    }
    // Moving an element would take the focus and scroll from it, so nothing moves that already stands right.
    let following = body.firstElementChild;
    for (const element of elements) {
      if (element === following) following = following.nextElementSibling;
      else body.insertBefore(element, following);
    }
    while (following) {
      const after = following.nextElementSibling;
      following.remove();
      following = after;
    }
    for (const [role, url] of [["face", card.face], ["before", card.before], ["back", card.back]]) {
      const img = body.querySelector(`img[data-role=${role}]`);
      if (img && url) swapImage(img, url);
    }
  }

  // ---------------------------------------------------------- sections

  function part(title, ...children) {
    return el("section", { class: "stack detail-part" }, el("h3", {}, title), children);
  }

  function facts(shown, sheet) {
    return el("p", { class: "muted small detail-facts" },
      [shown.kind && `${shown.kind}`, shown.id && `id ${shown.id}`, sheet && `sheet ${sheet.title || sheet.id}`, shown.copies > 1 && `${shown.copies} copies`, sheet && `${format(sheet.width)} × ${format(sheet.height)} mm`].filter(Boolean).join(" · "));
  }

  const format = (millimetres) => Number(millimetres).toLocaleString("en", { maximumFractionDigits: 1 });

  function faces(shown, sheet) {
    const ratio = sheet ? `${sheet.width} / ${sheet.height}` : "auto";
    const picture = (role, alt, className = "") => {
      const img = el("img", { "data-role": role, alt, class: className });
      img.addEventListener("load", () => { img.style.aspectRatio = "auto"; });
      img.style.aspectRatio = ratio;
      return img;
    };
    const spoken = shown.says ? `${shown.title}: ${shown.says}` : shown.title;
    const front = shown.before ? comparison(picture, spoken) : el("figure", { class: "face-figure" }, picture("face", `Face of ${spoken}`), el("figcaption", {}, "Face"));
    const back = shown.back && el("figure", { class: "face-figure" }, picture("back", `Back of ${shown.title}`), el("figcaption", {}, "Back"));
    // Boards and other wide faces need the whole width.
    const isWide = sheet && (sheet.width > sheet.height * 1.2 || sheet.width > 120);
    return el("div", { class: `faces ${isWide ? "wide" : ""}` }, shown.face ? front : el("p", { class: "message warning" }, "This face cannot be drawn."), back);
  }

  function comparison(picture, spoken) {
    const now = picture("face", `Face of ${spoken}`, "compare-now");
    const frame = el("div", { class: "compare-frame" },
      picture("before", "The face as it was before", "compare-before"), now, el("span", { class: "compare-line", "aria-hidden": "true" }));
    const tags = [["now", "Now"], ["before", "Before"]].map(([name, text]) => el("span", { class: `compare-tag ${name}`, "aria-hidden": "true" }, text));
    frame.append(...tags);
    const range = el("input", { type: "range", min: "0", max: "100", value: "50", "aria-label": "Before and now" });
    const show = () => {
      const part = Number(range.value);
      frame.style.setProperty("--split", `${part}%`);
      range.setAttribute("aria-valuetext", part === 0 ? "before" : part === 100 ? "now" : `${100 - part} % before, ${part} % now`);
      // A tag needs a part of the face that is as wide as it is.
      tags[0].hidden = part < SMALLEST_PART;
      tags[1].hidden = part > 100 - SMALLEST_PART;
    };
    const drag = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const box = frame.getBoundingClientRect();
      range.value = String(Math.round((100 * (event.clientX - box.left)) / box.width));
      show();
    };
    frame.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      frame.setPointerCapture(event.pointerId);
      drag(event);
    });
    frame.addEventListener("pointermove", drag);
    range.addEventListener("input", show);
    show();
    return el("figure", { class: "face-figure compare" }, frame,
      el("div", { class: "compare-control" }, el("span", { "aria-hidden": "true" }, "Before"), range, el("span", { "aria-hidden": "true" }, "Now")),
      el("figcaption", {}, "Face, before and now"));
  }

  function attributes(shown) {
    const entries = Object.entries(shown.attributes || {});
    return entries.length > 0 && part("Attributes", el("dl", { class: "attributes" }, entries.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value))))));
  }

  function lab(shown) {
    if (!shown.id) return null;
    const figures = shown.lab?.figures || [];
    return part("In the lab", shown.lab?.dead && el("p", { class: "message warning" }, "Nobody ever chose or held this card."), figures.length
      ? el("dl", { class: "attributes" }, figures.map(({ title, value, marked }) => el("div", {}, el("dt", {}, title), el("dd", {}, value, marked && el("span", { class: "badge" }, "significant")))))
      : el("p", { class: "muted" }, "No figures yet. ", el("a", { href: context.address("lab") }, "Run a simulation"), " to see what this card does."));
  }

  function source({ file, line, text }) {
    const lines = String(text).replace(/\n$/, "").split("\n");
    return part("Source",
      el("div", { class: "row spread" }, el("code", { class: "source-place" }, `${file}:${line}`), openButton(context, file, line)),
      el("pre", { class: "source", tabindex: "0", role: "group", "aria-label": `Source, from line ${line}` },
        lines.map((content, i) => el("span", { class: "source-line", "data-line": String(line + i) }, `${content}\n`))));
  }

  return {
    panel,
    open,
    update,
    close,
    hide() {
      if (dialog.open) dialog.close();
    },
    file: () => card?.file ?? null,
  };
}
