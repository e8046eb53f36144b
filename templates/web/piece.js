// Draws components: their faces, backs and badges.

import { element, setText, syncChildren } from "./dom.js";
import { badgesOf } from "./format.js";
import { createPicture } from "./picture.js";

// Millimetres; the size of a component whose kind the stage does not describe.
const DEFAULT_SIZE = { width: 63, height: 88 };
// Letters of a badge that is never broken at its spaces.
const ONE_LINE = 14;

function sizeOf(kind) {
  return kind?.width && kind?.height ? kind : DEFAULT_SIZE;
}

// Sets the size in millimetres; the style sheet scales it by the region that the piece is in.
function setSize(node, kind) {
  const { width, height } = sizeOf(kind);
  node.style.setProperty("--width-mm", String(width));
  node.style.setProperty("--ratio", `${width} / ${height}`);
}

// A picture of the face, or a plain one with the title.
function faceOf(card, title) {
  const plain = () => element("span", { class: "face plain-face" }, element("span", { text: title }));
  return card?.face ? createPicture(card.face, { class: "face", alt: title, loading: "lazy" }, plain) : plain();
}

// Puts a face into `holder`, unless it is there already; `key` says which one it is, `create()` makes it.
export function drawFace(holder, key, create) {
  if (holder.dataset.shown === key) return;
  holder.dataset.shown = key;
  holder.querySelector(".face")?.remove();
  holder.prepend(create());
}

// What a screen reader says of a component.
export function describe(id, scene) {
  const badges = badgesOf(id, scene.state, scene.counting, scene.names);
  return [scene.names.card(id), ...badges].join(", ");
}

// A component in a zone: a button, since pointing at it chooses it or shows it larger.
export function createPiece() {
  return element("button", { type: "button", class: "piece" });
}

export function updatePiece(node, id, scene) {
  setSize(node, scene.kinds.get(scene.message.cards?.[id]?.kind));
  node.dataset.target = id;
  node.dataset.piece = id;
  node.dataset.label = describe(id, scene);
  const card = scene.message.cards?.[id];
  const title = scene.names.card(id);
  drawFace(node, `${card?.face ?? ""}\n${title}`, () => faceOf(card, title));
  drawBadges(node, badgesOf(id, scene.state, scene.counting, scene.names));
}

function drawBadges(node, badges) {
  let list = node.querySelector(".piece-badges");
  if (badges.length === 0) {
    list?.remove();
    return;
  }
  if (!list) {
    list = element("span", { class: "piece-badges", "aria-hidden": "true" });
    node.append(list);
  }
  const shown = badges.length > 4 ? [...badges.slice(0, 3), `+${badges.length - 3}`] : badges;
  syncChildren(list, shown, (badge) => badge, (badge) => element("span", { class: badge.length <= ONE_LINE ? "piece-badge short" : "piece-badge", "data-text": badge }));
}

// The back of a hidden component at a place of its own, which options may name: `target` is "row[1] 2".
export function createBack() {
  return element("button", { type: "button", class: "piece back" });
}

export function updateBack(node, { target, label, notes, kind }) {
  setSize(node, kind);
  node.dataset.target = target;
  node.dataset.label = label;
  drawBackPicture(node, kind);
  drawBadges(node, notes);
}

// Several hidden components as one: a pile with its count.
export function createPile() {
  return element("span", { class: "piece back pile", role: "img" }, element("span", { class: "pile-count" }));
}

export function updatePile(node, { count, label, kind }) {
  setSize(node, kind);
  node.setAttribute("aria-label", label);
  node.classList.toggle("thick", count > 1);
  drawBackPicture(node, kind);
  setText(node.querySelector(".pile-count"), String(count));
}

function drawBackPicture(node, kind) {
  const url = kind?.back ?? "";
  const plain = () => element("span", { class: "face plain-back", "aria-hidden": "true" });
  drawFace(node, url, () => (url ? createPicture(url, { class: "face", alt: "", loading: "lazy" }, plain) : plain()));
}
