// The end of a game: its result, or the fault that stopped it.

import { element } from "./dom.js";
import { humanise, joinNames, ordinal } from "./format.js";

// One sentence about the result.
export function resultText(position, names) {
  const seats = position.seats ?? [];
  const winners = seats.map((result, index) => ({ ...result, seat: result.seat ?? index + 1 })).filter((result) => result.won).map((result) => names.seat(result.seat));
  if (winners.length === 0) return "The game is over. Nobody wins.";
  const alone = winners.length === 1 && winners[0] !== "You";
  return `The game is over. ${joinNames(winners)} ${alone ? "wins" : "win"}.`;
}

// The result as a table, best rank first. `seats` come in the order of seats.
export function createResult(position, names) {
  const rows = (position.seats ?? []).map((result, index) => ({ ...result, seat: result.seat ?? index + 1 }));
  rows.sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.seat - b.seat);
  const sides = new Set(rows.map((row) => row.side));
  const showSides = sides.size > 1 && sides.size < rows.length;
  const body = element("tbody");
  for (const row of rows) {
    const outcome = row.won ? "won" : row.lost ? "lost" : "";
    body.append(element("tr", { class: row.won ? "winner" : null },
      element("td", { text: row.rank ? ordinal(row.rank) : "" }),
      element("th", { scope: "row", text: names.seat(row.seat) }),
      element("td", { class: "number", text: row.score === null || row.score === undefined ? "" : String(row.score) }),
      showSides ? element("td", { text: `side ${row.side}` }) : null,
      element("td", { text: outcome })));
  }
  return element("section", { class: "panel outcome", "aria-label": "Result" },
    element("p", { class: "outcome-text", text: resultText(position, names) }),
    position.ending ? element("p", { class: "muted", text: `Ending: ${humanise(position.ending)}` }) : null,
    element("div", { class: "scroll-x" }, element("table", { class: "data" },
      element("thead", {}, element("tr", {},
        element("th", { scope: "col", text: "Rank" }), element("th", { scope: "col", text: "Player" }), element("th", { scope: "col", class: "number", text: "Score" }),
        showSides ? element("th", { scope: "col", text: "Side" }) : null, element("th", { scope: "col", text: "Outcome" }))),
      body)));
}

export function createFault(position) {
  return element("section", { class: "panel outcome fault", "aria-label": "Fault" },
    element("h3", { text: "A rule of this game failed" }),
    element("p", { class: "message error", text: `${position.code ? `${position.code}: ` : ""}${position.message ?? ""}` }),
    element("p", { class: "small muted", text: "The game cannot go on. Whoever runs the table can look the code up:" }, element("code", { text: ` cardwright explain ${position.code ?? ""}` })));
}
