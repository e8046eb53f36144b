// Several simulations that answer a question together: values that are tried, and lists that meet.

import { choicesOf, humanise } from "./format.js";
import { checkbox, el, field, percent } from "./studio-dom.js";
import { intervalText } from "./studio-lab-chart.js";

// The fields under "Several simulations". `start` has earlier settings, with `sweep` and `matchup`.
export function createStudyFields(game, start) {
  const values = el("textarea", { rows: "2", spellcheck: "false", autocomplete: "off", placeholder: "players=3..4" });
  values.value = (start.sweep || []).join("\n");
  const lists = game.brings_lists ? choicesOf(game.decks, game.deck_names).map(([deck, name]) => ({ deck, ...checkbox(name, { checked: (start.matchup || []).includes(deck) }) })) : [];
  const listsSet = lists.length > 1 && el("fieldset", { class: "stack" }, el("legend", {}, "Lists that meet"),
    el("p", { class: "muted small" }, "Each against each other, in both seatings, at two players."), lists.map((list) => list.element));
  const isUsed = Boolean(start.sweep?.length || start.matchup?.length);
  const element = el("details", { class: "several", open: isUsed }, el("summary", {}, "Several simulations"),
    el("div", { class: "stack" },
      field("Values to try", values, "A line for each value that varies, such as option.variant=base,chaos or cards.dragon.strength=20..30; several lines give every combination. Files are not changed."),
      listsSet));

  function read() {
    const sweep = values.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const matchup = lists.filter((list) => list.input.checked).map((list) => list.deck);
    return { ...(sweep.length ? { sweep } : {}), ...(matchup.length ? { matchup } : {}) };
  }

  return {
    element,
    read,
    // The body of a request. Lists meet at two players, whatever the other fields say.
    applied(settings) {
      const asked = read();
      if (!asked.matchup) return { ...settings, ...asked };
      const { players, decks, ...others } = settings;
      return { ...others, ...asked, seats: (settings.seats || []).slice(0, 2) };
    },
  };
}

// Says in words what a run plays.
export function describeStudy({ sweep, matchup }, games) {
  if (sweep?.length) return `${games} each, trying ${sweep.join(" and ")}`;
  if (matchup?.length) return `${games} each, lists ${matchup.map(humanise).join(", ")}`;
  return games;
}

// A table with a row for each simulation. Returns `root` and `update(rows)`.
export function createStudyTable(label) {
  const head = el("tr", {});
  const body = el("tbody", {});
  const root = el("div", { class: "stack" },
    el("div", { class: "scroll-x", tabindex: "0", role: "group", "aria-label": label }, el("table", { class: "data comparison" }, el("thead", {}, head), body)),
    el("p", { class: "muted small" }, "Share of games won, by seat, each with its 95 % confidence interval."));
  return {
    root,
    update(rows) {
      const seats = Math.max(0, ...rows.map((row) => row.seats.length));
      if (head.childElementCount !== seats + 2) {
        head.replaceChildren(el("th", { scope: "col" }, "Simulation"), el("th", { scope: "col", class: "number" }, "Games"),
          ...Array.from({ length: seats }, (_, i) => el("th", { scope: "col" }, `Seat ${i + 1} wins`)));
      }
      body.replaceChildren(...rows.map((row) => el("tr", {},
        el("th", { scope: "row" }, row.label), el("td", { class: "number" }, row.played.toLocaleString("en")),
        Array.from({ length: seats }, (_, i) => {
          const seat = row.seats[i];
          return el("td", {}, seat && [el("strong", {}, percent(seat.wins)), " ", el("span", { class: "muted small" }, intervalText(seat))]);
        }))));
    },
  };
}
