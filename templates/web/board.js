// Draws a board: its picture, and over it a button for each cell with what lies and stands there.

import { element, setText, syncChildren } from "./dom.js";
import { createPicture, createWord } from "./picture.js";
import { describe, drawFace } from "./piece.js";

// CSS pixels: cells are never smaller, so that a finger can hit them; a large board scrolls instead.
const SMALLEST_CELL = 24;
// Square millimetres; anything smaller is a token, whose face can be read in a place of its size.
const SMALLEST_CARD = 1500;
// A larger face is drawn on a place that has at least this part of its width and height.
const LEAST_PART = 0.5;

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
  drawPieces(button.parts.pieces, pieces, cell, scene);
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
  const discs = discsOf(mark);
  for (const [index, { picture, word, isPiece }] of discs.entries()) {
    const disc = element("span", { class: isPiece ? "mark with-piece" : picture ? "mark with-icon" : "mark" });
    if (mark.player) disc.classList.add("owned", `player-${((mark.player - 1) % 8) + 1}`);
    if (picture) disc.append(element("img", { src: picture, alt: "", draggable: "false" }));
    else disc.append(createWord(word ?? String(mark.player ?? ""), "mark-word"));
    // The seat's number says whose it is without the colour.
    if (mark.player && index === 0 && (picture || word)) disc.append(element("span", { class: "mark-seat", "data-text": String(mark.player) }));
    node.append(disc);
  }
  node.classList.toggle("several", discs.length > 1);
}

// The discs for the state of a cell: the printed piece, if there is one, and a disc for each other word.
function discsOf(mark) {
  const words = (mark.words ?? []).map((word, index) => ({ word: word.replaceAll("_", " "), picture: mark.icons?.[index] ?? null }));
  if (mark.piece) return [{ picture: mark.piece.picture, isPiece: true }, ...words.filter((_, index) => index !== mark.piece.word)];
  return words.length > 0 ? words : [{}];
}

// The face of a component on a place: its figure, a face that can be read there, or a disc with its title.
function createFigure(id, cell, scene) {
  const card = scene.message.cards?.[id];
  const title = scene.names.card(id);
  const disc = () => element("span", { class: "face disc-face" }, createWord(title, "disc-title"), createWord(initials(title), "disc-initials"));
  const url = card?.figure ?? (fits(scene.kinds.get(card?.kind), cell) ? card?.face : null);
  return url ? createPicture(url, { class: "face", alt: "", loading: "lazy" }, disc) : disc();
}

function fits(kind, cell) {
  if (!kind?.width || !kind?.height || kind.width * kind.height < SMALLEST_CARD) return true;
  return cell.w >= kind.width * LEAST_PART && cell.h >= kind.height * LEAST_PART;
}

// "Ember Moth" → "EM"
function initials(title) {
  return title.split(/\s+/).filter(Boolean).slice(0, 3).map((word) => word.charAt(0).toUpperCase()).join("");
}

function drawPieces(node, pieces, cell, scene) {
  const columns = Math.max(1, Math.ceil(Math.sqrt(pieces.length)));
  node.style.setProperty("--columns", String(columns));
  node.style.setProperty("--rows", String(Math.max(1, Math.ceil(pieces.length / columns))));
  syncChildren(node, pieces, (piece) => piece.id ?? piece.hidden, createToken, (token, piece) => {
    token.classList.toggle("attached-token", piece.attached === true);
    if (piece.id) {
      token.dataset.target = piece.id;
      token.dataset.piece = piece.id;
      token.dataset.label = describe(piece.id, scene);
      const { face, figure } = scene.message.cards?.[piece.id] ?? {};
      drawFace(token, `${figure ?? face ?? ""}\n${scene.names.card(piece.id)}`, () => createFigure(piece.id, cell, scene));
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
