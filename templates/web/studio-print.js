// The view Print: settings of a print job, the files that it made, their pages, and what preflight found.

import { gameUrl, getJson, postJson } from "./studio-api.js";
import { checkbox, el, field, fileSize, memory, plural, select } from "./studio-dom.js";
import { choicesOf } from "./format.js";
import { createOutdated, createRefusal, isOutdated } from "./studio-outdated.js";
import { problemElement } from "./studio-problem.js";
import { Refresh } from "./studio-refresh.js";

const DUPLEX = [["", "As the game says"], ["long", "Both sides, flipped on the long edge"], ["short", "Both sides, flipped on the short edge"], ["fold", "Backs beside the fronts, to fold"], ["off", "Fronts only"]];
const MARKS = [["", "As the game says"], ["crop", "Crop marks"], ["guides", "Lines across the page"], ["none", "None"]];
const INK = [["full", "In full colour"], ["grey", "In greys"], ["low", "Little ink: outlines, no pictures"]];

export function createPrintView(root, context) {
  const key = `studio/${context.game}/print`;
  const remembered = memory.read(key, { paper: "", duplex: "", marks: "", ink: "full", contact: false, deck: "", sheets: [] });
  const formPlace = el("div", { class: "print-form" });
  const results = el("div", { class: "stack print-results" }, el("p", { class: "muted" }, "Choose what to print, and the pages appear here as they will come out."));
  const outdated = createOutdated(context, "Pages can be made again when they are mended.");
  root.append(outdated.element, el("div", { class: "print-layout" }, formPlace, results));

  const refresher = new Refresh(context, load);
  let isBusy = false;
  let printed = null;
  const status = el("div", { role: "alert" });

  // ---------------------------------------------------------- form

  async function load() {
    refresher.isStale = false;
    let choices;
    try {
      choices = await getJson(gameUrl(context.game, "sheets"));
    } catch (error) {
      refresher.isStale = true;
      formPlace.replaceChildren(el("p", { class: "message error" }, error.message));
      return;
    }
    const drawn = JSON.stringify(choices);
    if (formPlace.dataset.drawn === drawn) return;
    formPlace.dataset.drawn = drawn;
    drawForm(choices);
  }

  function drawForm({ sheets, decks, deck_names: deckNames, papers }) {
    const boxes = sheets.map((sheet) => ({ id: sheet.id, ...checkbox(sheet.title || sheet.id, { checked: remembered.sheets.includes(sheet.id) }) }));
    const paper = select([["", "As the game says"], ...papers.map((one) => [one, one === one.toLowerCase() ? one[0].toUpperCase() + one.slice(1) : one])], remembered.paper);
    const duplex = select(DUPLEX, remembered.duplex);
    const marks = select(MARKS, remembered.marks);
    const ink = select(INK, remembered.ink);
    const contact = checkbox("Contact sheet: all faces, small, on few pages", { checked: remembered.contact });
    const deck = decks?.length ? select([["", "All components"], ...choicesOf(decks, deckNames)], remembered.deck) : null;
    const make = el("button", { type: "submit", class: "primary" }, "Make the pages");
    const form = el("form", { class: "panel stack" },
      sheets.length > 1 && el("fieldset", { class: "stack sheet-boxes" }, el("legend", {}, "Sheets"), boxes.map((box) => box.element),
        el("p", { class: "muted small" }, "Without a choice, all of them are printed.")),
      field("Paper", paper), field("Backs", duplex), field("Marks for cutting", marks), field("Ink", ink),
      deck && field("Deck", deck, "Only the cards of a deck list, in its quantities"),
      contact.element, status, el("div", { class: "row" }, make));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      Object.assign(remembered, {
        paper: paper.value, duplex: duplex.value, marks: marks.value, ink: ink.value, contact: contact.input.checked, deck: deck?.value || "",
        sheets: boxes.filter((box) => box.input.checked).map((box) => box.id),
      });
      memory.write(key, remembered);
      print(make);
    });
    formPlace.replaceChildren(form);
  }

  async function print(button) {
    if (isBusy) return;
    const refusal = createRefusal(context, "Mend them before you make pages.");
    status.replaceChildren(...[refusal].filter(Boolean));
    if (refusal) return;
    isBusy = true;
    button?.setAttribute("aria-disabled", "true");
    const label = button?.textContent;
    if (button) button.textContent = "Making the pages …";
    context.announce("Making the pages.");
    const version = context.entry()?.version;
    try {
      const { paper, duplex, marks, ink, sheets, contact, deck } = remembered;
      const answer = await postJson(gameUrl(context.game, "print"), {
        paper: paper || null, duplex: duplex || null, marks: marks || null, ink, sheets, contact, deck: deck || null,
      });
      printed = { ...answer, version };
      drawResults();
      // On phones the results are below the form.
      if (results.getBoundingClientRect().top > window.innerHeight - 200) results.scrollIntoView({ block: "start" });
      context.announce(`${plural(printed.files.length, "file")} made.`);
    } catch (error) {
      status.replaceChildren(el("p", { class: "message error" }, error.message));
    } finally {
      isBusy = false;
      button?.removeAttribute("aria-disabled");
      if (button) button.textContent = label;
    }
  }

  // ---------------------------------------------------------- results

  function drawResults() {
    const { files, problems = [] } = printed;
    const pages = el("section", { class: "stack print-pages", "aria-label": "Pages" });
    const buttons = new Map();
    const show = (file) => {
      for (const [other, button] of buttons) button.setAttribute("aria-pressed", String(other === file));
      showPages(pages, file);
    };
    const lines = files.map((file) => {
      const button = el("button", { type: "button", class: "small", onclick: () => show(file) }, "Show", el("span", { class: "visually-hidden" }, ` ${file.name}`));
      buttons.set(file, button);
      return el("li", { class: "print-file" },
        el("div", { class: "row spread" }, el("strong", {}, file.name), el("span", { class: "muted small" }, [plural(file.pages, "page"), fileSize(file.bytes)].filter(Boolean).join(", "))),
        el("p", { class: "small" }, [file.what, file.how].filter(Boolean).join("; ")),
        el("div", { class: "row" }, button,
          el("a", { class: "button small", href: file.url, download: file.name }, "Download", el("span", { class: "visually-hidden" }, ` ${file.name}`))));
    });
    printed.stale = el("div", { class: "message warning row", role: "status", hidden: true },
      el("span", { class: "grow" }, "The game's files have changed since these pages were made."),
      el("button", { type: "button", onclick: () => print(null) }, "Make them again"));
    results.replaceChildren(
      printed.stale,
      el("div", { class: "print-columns" },
        el("div", { class: "stack" },
          el("section", { class: "panel stack", "aria-label": "Files" }, el("h2", {}, "Files"),
            files.length ? el("ul", { class: "plain stack" }, lines) : el("p", { class: "muted" }, "The selection has nothing to print.")),
          el("section", { class: "panel stack", "aria-label": "Preflight" }, el("h2", {}, "Preflight"),
            problems.length ? problems.map((problem) => problemElement(context, problem)) : el("p", { class: "message good" }, "Nothing found that would print badly."))),
        pages));
    if (files.length) show(files[0]);
    noteChange();
  }

  function showPages(place, file) {
    const link = el("a", { href: file.url, target: "_blank", rel: "noopener" }, `Open ${file.name} in a tab of its own`);
    // Phones mostly have no viewer inside of pages, and would show an empty frame.
    if (navigator.pdfViewerEnabled === false) {
      place.replaceChildren(el("div", { class: "panel stack" }, el("h2", {}, file.name), el("p", {}, "This browser shows no PDF inside of a page. "), el("p", {}, link)));
      return;
    }
    place.replaceChildren(
      el("div", { class: "row spread" }, el("h2", {}, file.name), link),
      el("iframe", { class: "pdf", src: file.url, title: `Pages of ${file.name}` }));
  }

  function noteChange() {
    outdated.update();
    // A refusal stands as long as its reason.
    if (!isOutdated(context)) status.querySelector(".refusal")?.remove();
    if (!printed?.stale) return;
    const version = context.entry()?.version;
    printed.stale.hidden = version === undefined || version === printed.version;
  }

  function refresh() {
    noteChange();
    refresher.changed();
  }

  return {
    show() {
      noteChange();
      refresher.shown();
    },
    changed: refresh,
    statusChanged: noteChange,
    reconnected: refresh,
  };
}
