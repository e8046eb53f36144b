// Draws a seat: who sits there, the clock, what the player has, and the player's zones.

import { element, flash, setText, syncChildren } from "./dom.js";
import { formatClock, humanise, isBlank, saysNothing } from "./format.js";
import { createZone, updateZone } from "./zone.js";

export function createSeat(seat) {
  const name = element("h3", { class: "seat-name" });
  const dot = element("span", { class: "seat-disc", "aria-hidden": "true", text: String(seat) });
  const notes = element("span", { class: "seat-notes row" });
  const clock = element("span", { class: "seat-clock", role: "timer", hidden: true });
  const choose = element("button", { type: "button", class: "small", "data-target": `player ${seat}`, hidden: true });
  const fields = element("dl", { class: "fields" });
  const zones = element("div", { class: "zones" });
  const empty = element("p", { class: "small muted zones-empty" });
  const node = element("section", { class: `seat player-${((seat - 1) % 8) + 1}` },
    element("div", { class: "seat-head" }, dot, name, notes, clock, choose), fields, zones, empty);
  return Object.assign(node, { parts: { name, notes, clock, choose, fields, zones, empty } });
}

export function updateSeat(node, { seat, zones, full }, scene) {
  const { parts } = node;
  const { names, message } = scene;
  const entry = names.seats.get(seat);
  const own = seat === names.viewer;
  const title = own ? `You${entry?.name ? ` (${entry.name})` : ""}` : names.player(seat);
  setText(parts.name, title);
  node.setAttribute("aria-label", own ? "Your seat" : `Seat of ${names.player(seat)}`);
  node.dataset.seat = String(seat);
  const toMove = message.position.status === "choice" && message.position.seat === seat;
  node.classList.toggle("to-move", toMove);
  node.classList.toggle("compact", !full);

  const notes = [];
  if (toMove) notes.push({ text: own ? "your turn" : "to move", class: "badge turn" });
  if (entry && entry.kind !== "human" && entry.name) notes.push({ text: humanise(entry.kind), class: "badge" });
  if (entry && entry.kind === "human" && !entry.connected) notes.push({ text: entry.name ? "away" : "not here yet", class: "badge warning" });
  if (entry && entry.kind === "human" && entry.connected && !own) notes.push({ text: "connected", class: "badge good connected" });
  if ((message.view.out ?? []).includes(seat)) notes.push({ text: "out of the game", class: "badge error" });
  syncChildren(parts.notes, notes, (note) => note.text, (note) => element("span", note));

  parts.choose.hidden = !scene.choices.all.has(`player ${seat}`);
  setText(parts.choose, own ? "Choose yourself" : `Choose ${names.player(seat)}`);
  parts.choose.dataset.label = parts.choose.textContent;

  drawFields(parts.fields, scene.state.players.get(seat) ?? [], scene);

  const isShown = ({ key, zone }) => zone.count > 0 || scene.choices.all.has(key);
  const shown = zones.filter(isShown);
  for (const { key } of zones) scene.drawn.add(key);
  syncChildren(parts.zones, shown, ({ key }) => key, ({ key }) => createZone(key), (child, { key, zone }) => updateZone(child, { key, zone, full }, scene));
  const empty = zones.filter((zone) => !isShown(zone)).map(({ key }) => names.zoneTitle(key));
  setText(parts.empty, empty.length > 0 ? `Empty: ${empty.join(", ")}` : "");
  parts.empty.hidden = empty.length === 0;
}

// A list of fields; a value that changed lights up once. The style sheet hides values that say nothing, such as "no" and 0, until the
// viewer asks for the whole state.
export function drawFields(list, fields, scene) {
  const shown = fields.filter((field) => !isBlank(field.value));
  syncChildren(list, shown, (field) => field.id, () => element("div", { class: "field-pair" }, element("dt"), element("dd")), (pair, field) => {
    const [term, value] = pair.children;
    pair.classList.toggle("says-nothing", saysNothing(field.value));
    setText(term, field.title);
    const text = scene.names.value(field.value);
    const before = value.textContent;
    setText(value, text);
    if (before !== "" && before !== text) flash(pair);
  });
  list.hidden = shown.length === 0;
}

// Shows how much time each seat has; called several times a second.
export function drawClocks(nodes, message, receivedAt) {
  const passed = performance.now() - receivedAt;
  for (const seat of message.seats ?? []) {
    const node = nodes.get(seat.seat);
    if (!node) continue;
    const { clock } = node.parts;
    const has = seat.clock_ms !== null && seat.clock_ms !== undefined;
    clock.hidden = !has;
    if (!has) continue;
    const left = seat.running ? seat.clock_ms - passed : seat.clock_ms;
    setText(clock, formatClock(left));
    clock.setAttribute("aria-label", `Clock of ${seat.seat === Number(node.dataset.seat) ? node.parts.name.textContent : `seat ${seat.seat}`}`);
    clock.classList.toggle("running", Boolean(seat.running));
    clock.classList.toggle("low", left < 20000);
  }
}
