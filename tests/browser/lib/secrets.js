// Finds out whether a page received the name of a card that its viewer may not know.

import { WebSocket } from "ws";
import { until } from "./browser.js";

/** Joins a match with a link; `positions` of the result are all that it received. */
export async function watch(server, link) {
  const [, match, secret] = /^\/table\/(.+)#s=(.+)$/.exec(link);
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws/${match}`);
  const positions = [];
  socket.on("open", () => socket.send(JSON.stringify({ do: "join", secret })));
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.event === "position") positions.push(message);
  });
  await until(() => positions.length > 0, "a position of a link");
  return {
    positions,
    get last() {
      return positions.at(-1);
    },
    close: () => socket.close(),
  };
}

/**
 * What each viewer may know, from the positions that the referee sees: cards that were open or in the viewer's own zones at any time.
 * `open` are the ids of zones that everybody sees, `own` those that only their owner sees. Viewer 0 is an onlooker without a seat.
 * A question that matches `naming` lists cards of the whole game, wherever they are: who is asked sees all their names, and the record tells the answer.
 * Parts of the record that match `shown` tell cards that a rule has shown to everybody.
 */
export class Knowledge {
  constructor({ open, own, naming, shown, players }) {
    Object.assign(this, { open, own, naming, shown });
    this.known = Array.from({ length: players + 1 }, () => new Set());
    this.titles = new Map();
    this.patterns = new Map();
    // For each ply and viewer, the ids that were hidden then.
    this.plies = new Map();
  }

  /** Takes in a position of the referee. */
  add({ ply, view, cards, position, record }) {
    for (const [id, { title }] of Object.entries(cards)) this.titles.set(id, title);
    for (const [key, { contents }] of Object.entries(view.zones)) {
      const [, zone, owner] = /^([^[]+)(?:\[(.+)\])?$/.exec(key);
      this.known.forEach((known, seat) => {
        if (this.open.includes(zone) || (this.own.includes(zone) && String(seat) === owner)) contents.forEach((id) => known.add(id));
      });
    }
    if (this.naming.test(position.question ?? "")) position.options.forEach(({ element }) => this.known[position.seat].add(element));
    const shown = record.flatMap((text) => text.split("; ")).filter((part) => this.shown.test(part));
    for (const line of [...record.filter((text) => this.naming.test(text)), ...shown]) {
      for (const id of this.titles.keys()) if (this.pattern(id).test(line)) this.known.forEach((known) => known.add(id));
    }
    this.plies.set(ply, this.known.map((known) => [...this.titles.keys()].filter((id) => !known.has(id))));
  }

  /** The cards that a seat, or 0 for an onlooker, may not know at a ply. */
  hidden(ply, seat) {
    return this.plies.get(ply)[seat];
  }

  /** Those of them that a text names, by id or title. */
  leaks(ply, seat, text) {
    return this.hidden(ply, seat).filter((id) => this.pattern(id).test(text));
  }

  pattern(id) {
    if (!this.patterns.has(id)) {
      const escape = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      // A name within a longer word is another name: "king" does not name a card in "making".
      this.patterns.set(id, new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escape(id)}|${escape(this.titles.get(id))})(?![\\p{L}\\p{N}_])`, "iu"));
    }
    return this.patterns.get(id);
  }
}
