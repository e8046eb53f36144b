// Draws a zone: its title, its components or backs, and what its viewer knows of hidden ones.

import { element, setText, syncChildren } from "./dom.js";
import { parseKey, plural } from "./format.js";
import { createBack, createPiece, createPile, updateBack, updatePiece, updatePile } from "./piece.js";

// A zone with more components than this shows so many and a button for the rest.
const SHOWN_AT_FIRST = 12;
// Up to so many hidden components lie side by side, each at its place; more are a pile.
const SIDE_BY_SIDE = 10;

export function createZone(key) {
  const title = element("h4", { class: "zone-title" });
  const count = element("span", { class: "zone-count" });
  const choose = element("button", { type: "button", class: "small zone-choose", "data-target": key, hidden: true, text: "Choose this zone" });
  const list = element("ul", { class: "zone-pieces plain roving" });
  const known = element("p", { class: "zone-known small muted" });
  const more = element("button", { type: "button", class: "small quiet zone-more", hidden: true });
  const node = element("section", { class: "zone", "data-zone": key },
    element("div", { class: "zone-head" }, title, count, choose, more), list, known);
  return Object.assign(node, { parts: { title, count, choose, list, known, more } });
}

// `full` zones have room: hidden components may lie side by side.
export function updateZone(node, { key, zone, full }, scene) {
  const { title, count, choose, list, known, more } = node.parts;
  const { names, choices } = scene;
  node.setAttribute("aria-label", `${names.zone(key)}, ${plural(zone.count, "component")}`);
  const { index } = parseKey(key);
  const per = names.zones.get(parseKey(key).id)?.per;
  setText(title, index === null || per === "player" ? names.zoneTitle(key) : names.zone(key));
  setText(count, String(zone.count));
  choose.hidden = !choices.all.has(key);
  choose.dataset.label = `Choose ${names.zone(key)}`;

  const slots = zone.contents ? visibleSlots(zone.contents) : hiddenSlots(key, zone, full, scene);
  const expanded = scene.expanded.has(key);
  const holdsTarget = slots.slice(SHOWN_AT_FIRST).some((slot) => choices.all.has(slot.id ?? slot.target));
  const cut = slots.length > SHOWN_AT_FIRST + 1 && !full && !holdsTarget;
  more.hidden = !cut;
  setText(more, expanded ? "Show fewer" : `Show all ${slots.length}`);
  more.setAttribute("aria-expanded", String(expanded));
  more.setAttribute("aria-label", `${more.textContent} of ${names.zone(key)}`);
  more.onclick = () => {
    if (expanded) scene.expanded.delete(key);
    else scene.expanded.add(key);
    scene.redraw();
  };
  const shown = cut && !expanded ? slots.slice(0, SHOWN_AT_FIRST) : slots;
  syncChildren(list, shown, (slot) => slot.id ?? slot.target ?? "pile", createSlot, (slot, item) => updateSlot(slot, item, scene));
  list.style.setProperty("--count", String(Math.max(1, shown.length)));
  list.hidden = shown.length === 0;
  setText(known, knownText(zone, slots, names));
  known.hidden = known.textContent === "";
}

function visibleSlots(contents) {
  return contents.map((id) => ({ id }));
}

// Hidden components: known ones by their faces, the others as backs or as one pile.
function hiddenSlots(key, zone, full, scene) {
  const kind = scene.backKind(parseKey(key).id);
  const known = zone.known ?? {};
  const told = zone.told ?? {};
  const places = Array.from({ length: zone.count }, (_, index) => `${key} ${index + 1}`);
  const apart = (full && zone.count <= SIDE_BY_SIDE) || places.some((place) => scene.choices.all.has(place))
    || (zone.count <= SIDE_BY_SIDE && Object.keys(told).some((place) => place !== "?"));
  if (!apart) {
    const label = `${scene.names.zone(key)}: ${plural(zone.count, "component")}, face down`;
    return zone.count > 0 ? [{ pile: true, count: zone.count, label, kind }] : [];
  }
  return places.map((target, index) => {
    const place = String(index + 1);
    const notes = (told[place] ?? []).map((note) => String(note).replaceAll("_", " "));
    // A known component keeps the name of its place if options call it so.
    const id = known[place]?.[0];
    if (id && !scene.choices.all.has(target)) return { id, known: true };
    const label = [`Face down, number ${place} of ${scene.names.zone(key)}`, ...notes].join(", ");
    return { target, label, notes, kind };
  });
}

function createSlot(item) {
  const piece = item.id ? createPiece() : item.pile ? createPile() : createBack();
  const attached = element("div", { class: "attached" });
  return Object.assign(element("li", { class: "slot" }, piece, attached), { parts: { piece, attached } });
}

function updateSlot(node, item, scene) {
  const { piece, attached } = node.parts;
  if (item.id) updatePiece(piece, item.id, scene);
  else if (item.pile) updatePile(piece, item);
  else updateBack(piece, item);
  node.classList.toggle("known", item.known === true);
  const zones = item.id ? scene.attachments.get(item.id) ?? [] : [];
  syncChildren(attached, zones, ({ key }) => key, ({ key }) => createZone(key),
    (child, { key, zone }) => updateZone(child, { key, zone, full: false }, scene));
  attached.hidden = zones.length === 0;
}

// Known components and hints that no slot shows.
function knownText(zone, slots, names) {
  if (zone.contents) return "";
  const shown = new Set(slots.map((slot) => slot.id));
  const texts = [];
  for (const [place, ids] of Object.entries(zone.known ?? {})) {
    const titles = ids.filter((id) => !shown.has(id)).map((id) => names.card(id));
    if (titles.length > 0) texts.push(`${placeText(place)}${titles.join(", ")}`);
  }
  if (slots.some((slot) => slot.pile)) {
    for (const [place, hints] of Object.entries(zone.told ?? {})) {
      texts.push(`${placeText(place)}${hints.map((hint) => String(hint).replaceAll("_", " ")).join(", ")}`);
    }
  } else if (zone.told?.["?"]) {
    texts.push(zone.told["?"].join(", "));
  }
  return texts.length > 0 ? `You know: ${texts.join("; ")}` : "";
}

function placeText(place) {
  if (place === "?") return "";
  return place === "1" ? "on top " : `number ${place} `;
}
