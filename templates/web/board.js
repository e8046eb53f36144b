// Draws a board: its picture, and over it a button for each cell with what lies and stands there.

import { element, setText, syncChildren } from "./dom.js";
import { describe, drawFace } from "./piece.js";

// CSS pixels: cells are never smaller, so that a finger can hit them; a large board scrolls instead.
const SMALLEST_CELL = 24;

export function createBoard(board) {
  const area = element("div", { class: "board-area roving" });
  const title = element("h3", { class: "board-title" });
  const node = element("div", { class: "board", role: "group", "data-board": board.id }, title, element("div", { class: "board-scroll" }, area));
  area.style.setProperty("--board-ratio", String(board.width / board.height));
  area.style.aspectRatio = `${board.width} / ${board.height}`;
  const smallest = Math.min(...board.cells.map((cell) => Math.min(cell.w, cell.h)));
  if (smallest > 0 && Number.isFinite(smallest)) area.style.minWidth = `${Math.min(1200, Math.ceil((board.width / smallest) * SMALLEST_CELL))}px`;
  if (board.picture) area.append(element("img", { class: "board-picture", src: board.picture, alt: "", draggable: "false" }));
  area.classList.toggle("bare", !board.picture);
  const cells = new Map();
  for (const cell of board.cells) {
    const button = createCell(cell, board);
    cells.set(cell.id, button);
    area.append(button);
  }
  return Object.assign(node, { parts: { title, cells } });
}

function createCell(cell, board) {
  const button = element("button", { type: "button", class: "cell", "data-target": cell.id, "data-cell": cell.id });
  button.style.left = `${(cell.x / board.width) * 100}%`;
  button.style.top = `${(cell.y / board.height) * 100}%`;
  button.style.width = `${(cell.w / board.width) * 100}%`;
  button.style.height = `${(cell.h / board.height) * 100}%`;
  const label = element("span", { class: "cell-label", "aria-hidden": "true", "data-text": cell.label || cell.id });
  const marks = element("span", { class: "cell-marks", "aria-hidden": "true" });
  const pieces = element("span", { class: "cell-pieces", "aria-hidden": "true" });
  button.append(label, marks, pieces);
  return Object.assign(button, { parts: { marks, pieces } });
}

export function updateBoard(node, board, scene) {
  const { title, cells } = node.parts;
  const name = board.title || board.id;
  setText(title, name);
  title.hidden = scene.shownBoards < 2;
  node.setAttribute("aria-label", `Board: ${name}`);
  for (const cell of board.cells) updateCell(cells.get(cell.id), cell, scene);
}

function updateCell(button, cell, scene) {
  const mark = scene.message.cells?.[cell.id];
  const found = scene.onCells.get(cell.id) ?? [];
  const pieces = [];
  const texts = [];
  for (const { key, zone } of found) {
    scene.drawn.add(key);
    if (zone.contents) pieces.push(...zone.contents.flatMap((id) => withAttached(id, scene)));
    else if (zone.count > 0) {
      pieces.push({ hidden: key, count: zone.count });
      texts.push(`${zone.count} face down`);
    }
  }
  drawMarks(button.parts.marks, mark, scene);
  drawPieces(button.parts.pieces, pieces, scene);
  const stands = describeMark(mark, scene);
  const label = [stands, ...pieces.filter((piece) => piece.id).map((piece) => describe(piece.id, scene)), ...texts].filter(Boolean);
  const name = cell.label || cell.id;
  button.dataset.label = label.length > 0 ? `${name}: ${label.join("; ")}` : `${name}, empty`;
  button.classList.toggle("with-pieces", pieces.length > 0);
  button.classList.toggle("occupied", pieces.length > 0 || Boolean(mark));
}

// A component and what lies on it, the latter small.
function withAttached(id, scene) {
  const result = [{ id }];
  for (const { key, zone } of scene.attachments.get(id) ?? []) {
    for (const other of zone.contents ?? []) result.push({ id: other, attached: true });
    if (!zone.contents && zone.count > 0) result.push({ hidden: key, count: zone.count });
  }
  return result;
}

function describeMark(mark, scene) {
  if (!mark) return "";
  const words = (mark.words ?? []).map((word) => word.replaceAll("_", " ")).join(", ");
  const owner = mark.player ? scene.names.player(mark.player) : "";
  return [words, owner].filter(Boolean).join(" of ");
}

function drawMarks(node, mark, scene) {
  const shown = JSON.stringify(mark ?? null);
  if (node.dataset.shown === shown) return;
  node.dataset.shown = shown;
  node.replaceChildren();
  node.className = "cell-marks";
  if (!mark) return;
  const words = mark.words ?? [];
  const icons = mark.icons ?? [];
  const count = Math.max(words.length, icons.length, 1);
  for (let index = 0; index < count; index += 1) {
    const icon = icons[index];
    const word = words[index];
    const disc = element("span", { class: icon ? "mark with-icon" : "mark" });
    if (mark.player) disc.classList.add("owned", `player-${((mark.player - 1) % 8) + 1}`);
    if (icon) disc.append(element("img", { src: icon, alt: "", draggable: "false" }));
    // The style sheet shows these words: as text they would have to be part of the button's accessible name, which says them in full.
    else disc.append(element("span", { class: "mark-word", "data-text": word ? shortWord(word) : String(mark.player ?? "") }));
    // The seat's number says whose it is without the colour.
    if (mark.player && index === 0 && (icon || word)) disc.append(element("span", { class: "mark-seat", "data-text": String(mark.player) }));
    node.append(disc);
  }
  node.classList.toggle("several", count > 1);
}

function shortWord(word) {
  const clean = word.replaceAll("_", " ");
  return clean.length <= 4 ? clean : `${clean.slice(0, 3)}.`;
}

function drawPieces(node, pieces, scene) {
  const columns = Math.max(1, Math.ceil(Math.sqrt(pieces.length)));
  node.style.setProperty("--columns", String(columns));
  node.style.setProperty("--rows", String(Math.max(1, Math.ceil(pieces.length / columns))));
  syncChildren(node, pieces, (piece) => piece.id ?? piece.hidden, createToken, (token, piece) => {
    token.classList.toggle("attached-token", piece.attached === true);
    if (piece.id) {
      token.dataset.target = piece.id;
      token.dataset.piece = piece.id;
      token.dataset.label = describe(piece.id, scene);
      drawFace(token, piece.id, scene, true);
      const owner = scene.ownerOf(piece.id);
      for (let seat = 1; seat <= 8; seat += 1) token.classList.toggle(`player-${seat}`, owner !== null && ((owner - 1) % 8) + 1 === seat);
      token.classList.toggle("owned", owner !== null);
    } else {
      token.dataset.text = String(piece.count);
      token.classList.add("hidden-token");
    }
  });
}

function createToken() {
  return element("span", { class: "token" });
}
