// Turns ids and values of messages into words.

// "base_strength" → "Base strength"
export function humanise(id) {
  const words = String(id).replace(/#\d+$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// Pairs of ids and their words for people, to choose from. `names` are the declared words, in the same order.
export function choicesOf(ids, names) {
  return (ids ?? []).map((id, index) => [id, names?.[index] || humanise(id)]);
}

// The words for a value of an option: "yes" for true, the declared ones, or the value with spaces.
export function optionValue(option, value) {
  if (option?.type === "bool") return value === "true" ? "yes" : "no";
  const found = choicesOf(option?.values, option?.value_names).find(([id]) => id === value);
  return found ? found[1] : humanise(value);
}

// Returns a stage whose titles begin with a capital: the server makes those that a game does not give from ids.
export function withCapitals(stage) {
  const capital = (thing) => (thing.title ? { ...thing, title: thing.title.charAt(0).toUpperCase() + thing.title.slice(1) } : thing);
  const result = { ...stage };
  for (const key of ["boards", "zones", "kinds", "fields"]) result[key] = (stage[key] ?? []).map(capital);
  return result;
}

// "hand[1]" → { id: "hand", index: "1" }; "deck" → { id: "deck", index: null }
export function parseKey(key) {
  const open = key.indexOf("[");
  if (open < 0 || !key.endsWith("]")) return { id: key, index: null };
  return { id: key.slice(0, open), index: key.slice(open + 1, -1) };
}

// 284000 → "4:44"; under ten seconds with a tenth
export function formatClock(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

export function ordinal(number) {
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) return `${number}th`;
  return `${number}${["th", "st", "nd", "rd"][number % 10] ?? "th"}`;
}

// "Ann and Bea", "Ann, Bea and Cyd"
export function joinNames(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

// Names of what a position message mentions.
export class Names {
  constructor(stage, message, joined) {
    this.cards = message.cards ?? {};
    this.seats = new Map((message.seats ?? []).map((seat) => [seat.seat, seat]));
    this.viewer = joined.role === "seat" ? joined.seat : null;
    this.cells = new Map();
    for (const board of stage.boards ?? []) {
      for (const cell of board.cells) this.cells.set(cell.id, cell.label || cell.id);
    }
    this.zones = new Map((stage.zones ?? []).map((zone) => [zone.id, zone]));
  }

  // The name of a seat, which the viewer's own has, too.
  player(seat) {
    const entry = this.seats.get(seat);
    if (entry?.name) return entry.name;
    if (entry && entry.kind !== "human") return `${humanise(entry.kind)} (player ${seat})`;
    return `Player ${seat}`;
  }

  // The same, but "You" where it is the viewer.
  seat(seat) {
    return seat === this.viewer ? "You" : this.player(seat);
  }

  card(id) {
    return this.cards[id]?.title ?? humanise(id);
  }

  // Anything that an option or a value may name.
  thing(id) {
    if (this.cards[id]) return this.card(id);
    if (this.cells.has(id)) return this.cells.get(id);
    const player = /^player (\d+)$/.exec(id);
    if (player) return this.player(Number(player[1]));
    const place = /^(.+) (\d+)$/.exec(id);
    if (place && this.zones.has(parseKey(place[1]).id)) return `${this.zone(place[1])}, number ${place[2]}`;
    if (this.zones.has(parseKey(id).id)) return this.zone(id);
    return humanise(id);
  }

  // The title of a zone without its owner.
  zoneTitle(key) {
    const { id } = parseKey(key);
    return this.zones.get(id)?.title ?? humanise(id);
  }

  // The title of a zone with its owner: "Hand of Ann".
  zone(key) {
    const { id, index } = parseKey(key);
    const title = this.zoneTitle(key);
    if (index === null) return title;
    const per = this.zones.get(id)?.per;
    if (per === "player" || (!per && /^\d+$/.test(index))) {
      const seat = Number(index);
      return seat === this.viewer ? `Your ${title.toLowerCase()}` : `${title} of ${this.player(seat)}`;
    }
    return `${title}: ${this.thing(index)}`;
  }

  // A line of the record, which numbers the players: at a table they have names.
  recordLine(line) {
    const named = line.replace(/\bplayer (\d+)\b/g, (words, seat) => this.seats.get(Number(seat))?.name ?? words);
    return named.charAt(0).toUpperCase() + named.slice(1);
  }

  // A value of the state, which comes as text.
  value(text) {
    const player = /^player (\d+)$/.exec(text);
    if (player) return this.seat(Number(player[1]));
    if (text.startsWith("{") && text.endsWith("}")) {
      const items = text.slice(1, -1).split(", ").filter(Boolean);
      if (items.length > 6) return `${items.slice(0, 4).map((item) => this.value(item)).join(" · ")} … (${items.length})`;
      return items.map((item) => this.value(item)).join(" · ") || "none";
    }
    if (this.cards[text] || this.cells.has(text)) return this.thing(text);
    // "swiftness = 3, combat = 4": what a variable has for each value
    if (/^[^=,]+ = [^,]+(, [^=,]+ = [^,]+)*$/.test(text)) return text.replaceAll("_", " ").replaceAll(" = ", " ").split(", ").join(" · ");
    return text.replaceAll("_", " ");
  }
}

// Sorts the state by owner: `table` a list of fields, `players` by seat, `things` by the id of a component or cell.
// Each field: { id, title, type, value }.
export function readState(stage, view) {
  const fields = new Map((stage.fields ?? []).map((field) => [field.id, field]));
  const result = { table: [], players: new Map(), things: new Map(), fields };
  for (const [key, value] of Object.entries(view.state ?? {})) {
    const { id, index } = parseKey(key);
    const known = fields.get(id);
    const field = { id, title: known?.title ?? humanise(id), type: known?.type ?? "", value: String(value) };
    if (index === null) result.table.push(field);
    else if (known ? known.owner === "player" : /^\d+$/.test(index)) append(result.players, Number(index), field);
    else append(result.things, index, field);
  }
  return result;
}

function append(map, key, item) {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

// Whether a value says that there is nothing to show.
export function isBlank(value) {
  return value === "" || value === "none" || value === "{}" || value === "[]";
}

// Whether a value says that nothing is so: in a list of state it is left out.
export function saysNothing(value) {
  return isBlank(value) || value === "no" || value === "0" || /^[^=,]+ = 0(, [^=,]+ = 0)*$/.test(value);
}

// Ids of integer fields that are 0 on at least half of the components: counters such as damage. Others are properties
// that the face shows anyway, such as a strength.
export function countingFields(state) {
  const figures = new Map();
  for (const fields of state.things.values()) {
    for (const { id, value } of fields) {
      if (!/^-?\d+$/.test(value)) continue;
      const entry = figures.get(id) ?? { zero: 0, all: 0 };
      entry.all += 1;
      if (value === "0") entry.zero += 1;
      figures.set(id, entry);
    }
  }
  return new Set([...figures].filter(([, { zero, all }]) => zero * 2 >= all).map(([id]) => id));
}

// What is worth a badge on a component: what is true of it, and its counters.
export function badgesOf(id, state, counting, names) {
  const badges = [];
  for (const { id: field, title, type, value } of state.things.get(id) ?? []) {
    if (value === "yes") badges.push(title);
    else if (type.startsWith("player") && /^player \d+$/.test(value)) badges.push(`${title}: ${names.value(value)}`);
    else if (counting.has(field) && /^-?\d+$/.test(value) && value !== "0") badges.push(`${title} ${value}`);
  }
  return badges;
}
