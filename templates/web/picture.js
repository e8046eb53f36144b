// Pictures that may fail to load: a component is then shown by its title, and anything else is left out.

import { element } from "./dom.js";

// CSS pixels that a letter takes in the small words on boards, about.
const LETTER = 6;
// CSS pixels beside such a word.
const EDGE = 10;

// A picture of a face; a plain one with the title takes its place if it cannot be loaded. `plain()` makes that.
export function createPicture(url, attributes, plain) {
  const img = element("img", { src: url, draggable: "false", ...attributes });
  img.addEventListener("error", () => {
    const instead = plain();
    instead.dataset.failed = url;
    instead.again = () => instead.replaceWith(createPicture(url, attributes, plain));
    img.replaceWith(instead);
  });
  return img;
}

// Hides pictures that cannot be loaded, so that no browser draws its sign for them.
export function watchPictures(root) {
  const note = (event) => {
    const img = event.target;
    if (img.tagName !== "IMG") return;
    img.classList.toggle("failed", event.type === "error");
    if (img.classList.contains("board-picture")) img.parentElement.classList.toggle("bare", event.type === "error");
  };
  // These events do not bubble.
  for (const type of ["error", "load"]) root.addEventListener(type, note, { capture: true });
}

// Asks once more for pictures that failed, as they do while the server is away.
export function reloadPictures(root) {
  for (const plain of root.querySelectorAll("[data-failed]")) plain.again?.();
  for (const img of root.querySelectorAll("img")) if (img.complete && img.naturalWidth === 0) img.src = img.getAttribute("src");
}

// A word on a place of a board: shown whole, or not at all where the place is too narrow. The style sheet shows it, since as text it
// would have to be part of the place's accessible name, which says it in full.
export function createWord(text, className) {
  const longest = Math.max(0, ...text.split(" ").map((word) => word.length));
  const width = [24, 36, 48, 64, 80, 110].find((step) => longest * LETTER + EDGE <= step) ?? "any";
  return element("span", { class: className, "data-width": String(width), "data-text": text });
}
