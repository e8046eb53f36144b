// Arranges the table: other seats on top, boards and common zones in the middle, the viewer's own seat at the bottom.

import { element, setText, syncChildren } from "./dom.js";
import { parseKey, readState, countingFields, Names } from "./format.js";
import { createBoard, updateBoard } from "./board.js";
import { createSeat, drawClocks, updateSeat } from "./seats.js";
import { createZone, updateZone } from "./zone.js";

// With more boards than this, only those with something on them are open at first.
const BOARDS_AT_ONCE = 2;
// Square millimetres; anything smaller is a token.
const SMALLEST_CARD = 1500;

export class Stage {
  constructor() {
    this.others = element("div", { class: "seats-others" });
    this.boardSwitch = element("div", { class: "row board-switch", role: "group", "aria-label": "Boards", hidden: true });
    this.boards = element("div", { class: "boards" });
    this.common = element("div", { class: "zones common", role: "group", "aria-label": "Common zones", hidden: true });
    this.empty = element("p", { class: "small muted zones-empty", hidden: true });
    this.own = element("div", { class: "seat-own" });
    this.node = element("div", { class: "stage" }, this.others, this.boardSwitch, this.boards, element("div", { class: "middle" }, this.common, this.empty), this.own);
    this.expanded = new Set();
    // What the viewer chose to see of the boards; others follow what is on them.
    this.boardChoice = new Map();
    // The kind of component last seen in a zone: hidden ones get its back.
    this.kindSeen = new Map();
    this.seatNodes = new Map();
    this.message = null;
  }

  // Draws a position. `redraw` is called when the viewer opens a zone or board.
  draw({ stage, message, joined, choices, redraw }) {
    const names = new Names(stage, message, joined);
    const state = readState(stage, message.view);
    const scene = {
      stage, message, names, state, choices, redraw,
      counting: countingFields(state),
      kinds: new Map((stage.kinds ?? []).map((kind) => [kind.id, kind])),
      expanded: this.expanded,
      drawn: new Set(),
      attachments: new Map(),
      onCells: new Map(),
      shownBoards: 0,
      backKind: (zone) => this.backKind(zone, stage),
      ownerOf: (id) => ownerOf(id, state),
    };
    this.scene = scene;
    this.message = message;
    this.receivedAt = message.receivedAt;
    this.noteKinds(message);
    const groups = this.sortZones(scene);
    this.drawBoards(scene);
    this.drawSeats(groups.players, scene, joined);
    this.drawCommon(groups.common, scene);
    this.tick();
    return scene;
  }

  noteKinds(message) {
    for (const [key, zone] of Object.entries(message.view.zones ?? {})) {
      const kind = message.cards?.[zone.contents?.[0]]?.kind;
      if (kind) this.kindSeen.set(parseKey(key).id, kind);
    }
  }

  // The kind whose back hidden components of a zone get: what lay there face up before, or else the most frequent kind on the table.
  backKind(zone, stage) {
    const kinds = stage.kinds ?? [];
    const declared = stage.zones?.find(({ id }) => id === zone)?.kind ?? this.kindSeen.get(zone);
    const seen = kinds.find((kind) => kind.id === declared);
    if (seen) return seen;
    const counts = new Map();
    for (const { kind } of Object.values(this.message.cards ?? {})) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    // Piles are of cards rather than of tokens.
    const rank = (kind) => (counts.get(kind.id) ?? 0) + (kind.width * kind.height >= SMALLEST_CARD ? 1000 : 0);
    const usual = kinds.filter((kind) => kind.back).sort((a, b) => rank(b) - rank(a));
    return usual[0] ?? kinds[0] ?? null;
  }

  // Finds out where each zone belongs.
  sortZones(scene) {
    const order = new Map((scene.stage.zones ?? []).map((zone, index) => [zone.id, index]));
    const entries = Object.entries(scene.message.view.zones ?? {})
      .map(([key, zone]) => ({ key, zone, ...parseKey(key) }))
      .sort((a, b) => (order.get(a.id) ?? 999) - (order.get(b.id) ?? 999));
    const players = new Map();
    const common = [];
    // What lies on a component is drawn with it, wherever that is.
    const bearers = new Set(entries.flatMap(({ zone }) => zone.contents ?? []));
    for (const entry of entries) {
      const per = scene.names.zones.get(entry.id)?.per ?? guessPer(entry, scene);
      if (entry.index === null) common.push(entry);
      else if (per === "player") addTo(players, Number(entry.index), entry);
      else if (per === "cell") {
        addTo(scene.onCells, entry.index, entry);
        common.push({ ...entry, elsewhere: true });
      } else if (per === "component") {
        if (entry.zone.count > 0) addTo(scene.attachments, entry.index, entry);
        if (!bearers.has(entry.index)) common.push({ ...entry, elsewhere: true });
      } else common.push({ ...entry, elsewhere: entry.zone.count === 0 });
    }
    return { players, common };
  }

  drawBoards(scene) {
    const boards = scene.stage.boards ?? [];
    const many = boards.length > BOARDS_AT_ONCE;
    const isOpen = (board) => this.boardChoice.get(board.id) ?? (!many || board.cells.some((cell) => isBusy(cell.id, scene)));
    let open = boards.filter(isOpen);
    if (open.length === 0 && boards.length > 0 && this.boardChoice.size === 0) open = boards.slice(0, 1);
    scene.shownBoards = boards.length;
    this.boardSwitch.hidden = !many;
    syncChildren(this.boardSwitch, many ? boards : [], (board) => board.id, () => element("button", { type: "button", class: "small" }), (button, board) => {
      const shown = open.includes(board);
      setText(button, board.title || board.id);
      button.setAttribute("aria-pressed", String(shown));
      button.onclick = () => {
        this.boardChoice.set(board.id, !shown);
        scene.redraw();
      };
    });
    syncChildren(this.boards, open, (board) => board.id, createBoard, (node, board) => updateBoard(node, board, scene));
    this.boards.hidden = open.length === 0;
    this.boards.classList.toggle("several", open.length > 1);
  }

  drawSeats(zonesOf, scene, joined) {
    const seats = (scene.message.seats ?? []).map(({ seat }) => ({ seat, zones: zonesOf.get(seat) ?? [] }));
    const near = joined.seat ?? null;
    const first = seats.findIndex(({ seat }) => seat === near);
    // The others in the order in which they sit after the viewer.
    const others = first < 0 ? seats : [...seats.slice(first + 1), ...seats.slice(0, first)];
    const own = first < 0 ? [] : [seats[first]];
    this.seatNodes = new Map();
    const update = (full) => (node, item) => {
      this.seatNodes.set(item.seat, node);
      updateSeat(node, { ...item, full }, scene);
    };
    syncChildren(this.others, others, ({ seat }) => seat, ({ seat }) => createSeat(seat), update(false));
    syncChildren(this.own, own, ({ seat }) => seat, ({ seat }) => createSeat(seat), update(true));
    this.others.hidden = others.length === 0;
    this.own.hidden = own.length === 0;
  }

  // Zones of the table, and those of cells or components that are drawn nowhere else.
  drawCommon(zones, scene) {
    const wanted = zones.filter(({ key, zone, elsewhere }) => !scene.drawn.has(key) && (!elsewhere || zone.count > 0));
    const isShown = ({ key, zone }) => zone.count > 0 || scene.choices.all.has(key);
    const shown = wanted.filter(isShown);
    syncChildren(this.common, shown, ({ key }) => key, ({ key }) => createZone(key),
      (node, { key, zone }) => updateZone(node, { key, zone, full: false }, scene));
    this.common.hidden = shown.length === 0;
    const empty = wanted.filter((entry) => !isShown(entry)).map(({ key }) => scene.names.zone(key));
    setText(this.empty, empty.length > 0 ? `Empty: ${empty.join(", ")}` : "");
    this.empty.hidden = empty.length === 0;
  }

  tick() {
    if (this.message) drawClocks(this.seatNodes, this.message, this.receivedAt);
  }
}

function addTo(map, key, item) {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

// Whether a cell gives reason to show its board.
function isBusy(cell, scene) {
  if (scene.message.cells?.[cell] || scene.choices.all.has(cell)) return true;
  return (scene.onCells.get(cell) ?? []).some(({ zone }) => zone.count > 0);
}

// What a zone belongs to if the stage does not say.
function guessPer({ index }, scene) {
  if (index === null) return "table";
  if (/^\d+$/.test(index)) return "player";
  if (scene.names.cells.has(index)) return "cell";
  return scene.message.cards?.[index] ? "component" : "value";
}

// The seat of a component that has a field of type player, the first of them.
function ownerOf(id, state) {
  for (const { type, value } of state.things.get(id) ?? []) {
    const player = type.startsWith("player") ? /^player (\d+)$/.exec(value) : null;
    if (player) return Number(player[1]);
  }
  return null;
}
