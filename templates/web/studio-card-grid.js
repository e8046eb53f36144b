// The grid of faces: groups, order, search, one tab stop with arrow keys, and replacing single images.

import { el, fold, plural, uniqueId } from "./studio-dom.js";

const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
// A printed millimetre on the screen, at the middle of the size slider.
const PIXELS_PER_MM = 2.6;

// Moves as few children as possible, so that those that stay keep focus, scroll and loaded images.
function arrange(parent, wanted) {
  let next = parent.firstElementChild;
  for (const child of wanted) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
  while (next) {
    const following = next.nextElementSibling;
    next.remove();
    next = following;
  }
}

// Shows another picture in `img` without a blank moment: it is loaded and decoded first. Pictures that are not
// on the screen are left to the browser's lazy loading.
export async function swapImage(img, url) {
  if (img.dataset.wanted === url) return;
  img.dataset.wanted = url;
  const box = img.getBoundingClientRect();
  const isNear = box.bottom > -200 && box.top < window.innerHeight + 200 && box.width > 0;
  if (img.getAttribute("src") && isNear) {
    const next = new Image();
    next.src = url;
    await next.decode().catch(() => {});
  }
  if (img.dataset.wanted === url) img.src = url;
}

function sortValue(card, key) {
  return key === "title" ? card.title : card.attributes?.[key.slice("attribute:".length)];
}

function sortCards(cards, key, descending) {
  if (key === "order") return descending ? [...cards].reverse() : cards;
  // Cards without the attribute come last in both directions.
  return [...cards].sort((a, b) => {
    const [x, y] = [sortValue(a, key), sortValue(b, key)];
    const missing = (x === undefined) - (y === undefined);
    if (missing || x === undefined) return missing;
    return (descending ? -1 : 1) * compare(x, y);
  });
}

function groupCards(cards, by, sheets) {
  if (by === "none") return cards.length ? [["all", "All faces", cards]] : [];
  const groups = new Map();
  const attribute = by === "sheet" ? null : by.slice("attribute:".length);
  for (const card of cards) {
    const key = attribute ? card.attributes?.[attribute] ?? "" : card.sheet;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(card);
  }
  if (!attribute) return sheets.filter((sheet) => groups.has(sheet.id)).map((sheet) => [sheet.id, sheet.title || sheet.id, groups.get(sheet.id)]);
  return [...groups].sort(([a], [b]) => (a === "") - (b === "") || compare(a, b))
    .map(([value, list]) => [`value:${value}`, value === "" ? `without ${attribute}` : `${attribute}: ${value}`, list]);
}

export function createGrid(onOpen) {
  const root = el("div", { class: "card-groups", role: "region", "aria-label": "Faces" });
  const tiles = new Map();
  const sections = new Map();
  let order = [];
  let current = null;

  function makeTile(card) {
    const img = el("img", { alt: "", loading: "lazy", decoding: "async", draggable: "false" });
    const picture = el("span", { class: "tile-picture" }, img);
    const title = el("span", { class: "tile-title" });
    const badges = el("span", { class: "tile-badges row" });
    const button = el("button", { type: "button", class: "tile", tabindex: "-1" }, picture, title, badges);
    button.dataset.file = card.file;
    img.addEventListener("load", () => {
      // Sheets of pieces hold faces of several shapes, which only the pictures know.
      if (img.naturalWidth) picture.style.aspectRatio = `${img.naturalWidth} / ${img.naturalHeight}`;
      picture.classList.remove("broken");
    });
    img.addEventListener("error", () => picture.classList.add("broken"));
    button.addEventListener("click", () => {
      setCurrent(button);
      onOpen(card.file, button);
    });
    return { item: el("li", {}, button), button, img, picture, title, badges, drawn: "" };
  }

  function drawTile(tile, card, sheet, severity) {
    if (sheet && !tile.picture.style.aspectRatio) {
      tile.picture.style.aspectRatio = `${sheet.width} / ${sheet.height}`;
    }
    if (sheet) tile.button.style.setProperty("--tile-width", `${Math.round(sheet.width * PIXELS_PER_MM)}px`);
    if (card.face) swapImage(tile.img, card.face);
    tile.img.hidden = !card.face;
    const drawn = JSON.stringify([card.title, card.copies, Boolean(card.before), card.problems?.length, severity]);
    if (tile.drawn === drawn) return;
    tile.drawn = drawn;
    tile.title.textContent = card.title;
    tile.button.classList.toggle("tile-changed", Boolean(card.before));
    tile.badges.replaceChildren(...[
      card.before && el("span", { class: "badge changed-badge" }, el("span", { "aria-hidden": "true" }, "●"), "changed"),
      card.problems?.length > 0 && el("span", { class: `badge ${severity}` }, el("span", { "aria-hidden": "true" }, severity === "error" ? "✕" : "!"), plural(card.problems.length, "problem")),
      card.copies > 1 && el("span", { class: "badge" }, el("span", { "aria-hidden": "true" }, `× ${card.copies}`), el("span", { class: "visually-hidden" }, plural(card.copies, "copy", "copies"))),
    ].filter(Boolean));
  }

  function setCurrent(button) {
    if (current && current !== button) current.tabIndex = -1;
    current = button;
    if (current) current.tabIndex = 0;
  }

  // Draws the cards that match; returns their files in the order of the grid.
  function draw({ cards, sheets, groupBy, sortBy, descending, words, changedOnly, severityOf }) {
    const shown = cards.filter((card) => (!changedOnly || card.before) && words.every((word) => searchText(card).includes(word)));
    const groups = groupCards(sortCards(shown, sortBy, descending), groupBy, sheets);
    const sheetOf = new Map(sheets.map((sheet) => [sheet.id, sheet]));
    const focused = root.contains(document.activeElement) ? document.activeElement : null;

    const files = new Set(cards.map((card) => card.file));
    for (const file of [...tiles.keys()]) if (!files.has(file)) tiles.delete(file);
    const keys = new Set(groups.map(([key]) => key));
    for (const key of [...sections.keys()]) if (!keys.has(key)) sections.delete(key);

    const wanted = groups.map(([key, title, list]) => {
      if (!sections.has(key)) {
        const id = uniqueId("group");
        const heading = el("h2", { id });
        const body = el("ul", { class: "plain card-grid", role: "list" });
        sections.set(key, { root: el("section", { "aria-labelledby": id }, heading, body), heading, body });
      }
      const section = sections.get(key);
      const count = plural(list.length, "face");
      if (section.heading.dataset.drawn !== title + count) {
        section.heading.dataset.drawn = title + count;
        section.heading.replaceChildren(title, " ", el("span", { class: "muted small" }, count));
      }
      for (const card of list) {
        if (!tiles.has(card.file)) tiles.set(card.file, makeTile(card));
        drawTile(tiles.get(card.file), card, sheetOf.get(card.sheet), severityOf(card));
      }
      arrange(section.body, list.map((card) => tiles.get(card.file).item));
      return section.root;
    });
    arrange(root, wanted);

    order = groups.flatMap(([, , list]) => list.map((card) => card.file));
    if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
    if (!current?.isConnected || !root.contains(current)) setCurrent(tiles.get(order[0])?.button || null);
    return order;
  }

  // ---------------------------------------------------------- keys

  function buttons() {
    return order.map((file) => tiles.get(file).button);
  }

  // The tile in the next row (down) or the one before (up) whose middle is nearest.
  function inRow(from, down) {
    const box = from.getBoundingClientRect();
    const middle = (box.left + box.right) / 2;
    const others = buttons().filter((button) => button !== from).map((button) => [button, button.getBoundingClientRect()])
      .filter(([, other]) => (down ? other.top >= box.bottom - 4 : other.bottom <= box.top + 4));
    if (!others.length) return null;
    const edge = down ? Math.min(...others.map(([, other]) => other.top)) : Math.max(...others.map(([, other]) => other.bottom));
    const row = others.filter(([, other]) => (down ? other.top < edge + 8 : other.bottom > edge - 8));
    const distance = ([, other]) => Math.abs((other.left + other.right) / 2 - middle);
    return row.reduce((best, one) => (distance(one) < distance(best) ? one : best))[0];
  }

  root.addEventListener("keydown", (event) => {
    const from = event.target.closest?.(".tile");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = buttons();
    const at = all.indexOf(from);
    const next = {
      ArrowRight: () => all[at + 1],
      ArrowLeft: () => all[at - 1],
      ArrowDown: () => inRow(from, true),
      ArrowUp: () => inRow(from, false),
      Home: () => all[0],
      End: () => all.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    const target = next();
    if (!target) return;
    setCurrent(target);
    target.focus();
  });
  root.addEventListener("focusin", (event) => {
    const tile = event.target.closest?.(".tile");
    if (tile) setCurrent(tile);
  });

  return {
    root,
    draw,
    tile: (file) => tiles.get(file)?.button || null,
    select(file) {
      for (const [other, tile] of tiles) {
        if (other === file) tile.button.setAttribute("aria-current", "true");
        else tile.button.removeAttribute("aria-current");
      }
    },
    // Draws attention to a face that was just replaced.
    flash(file) {
      const button = tiles.get(file)?.button;
      if (!button) return;
      button.classList.remove("just-changed");
      void button.offsetWidth; // Restarts the animation if it runs.
      button.classList.add("just-changed");
      setTimeout(() => button.classList.remove("just-changed"), 2500);
    },
  };
}

const searchTexts = new WeakMap();

function searchText(card) {
  if (!searchTexts.has(card)) searchTexts.set(card, fold([card.title, card.id, card.file, card.says, card.rule].filter(Boolean).join("\n")));
  return searchTexts.get(card);
}
