// Win rates with their confidence intervals: a bar in SVG for each seat, with the figures beside.

import { el, percent, svg } from "./studio-dom.js";

const WIDTH = 400;
const HEIGHT = 28;
const MIDDLE = HEIGHT / 2;

// Returns an element with `update(seats)`: bars move in place, so that intervals are seen to narrow.
export function createChart(seatCount) {
  const rows = Array.from({ length: seatCount }, (_, i) => makeRow(i + 1, seatCount));
  const root = el("div", { class: "chart stack" },
    el("ul", { class: "plain chart-rows", role: "list", "aria-label": "Share of games won, by seat" }, rows.map((row) => row.root)),
    el("p", { class: "muted small" }, "Share of games won, from 0 to 100 %. The thin line is the 95 % confidence interval.",
      seatCount > 1 && ` The dashed line is at ${percent(1 / seatCount, 0)}: all seats equally strong.`));
  return {
    root,
    update(seats) {
      seats.forEach((seat, i) => rows[i] && drawRow(rows[i], seat));
    },
  };
}

function makeRow(number, seatCount) {
  const bar = svg("rect", { class: "chart-bar", x: 0, y: 5, width: 0, height: HEIGHT - 10, rx: 3 });
  const interval = svg("path", { class: "chart-interval" });
  const fair = seatCount > 1 ? svg("line", { class: "chart-fair", x1: WIDTH / seatCount, x2: WIDTH / seatCount, y1: 0, y2: HEIGHT }) : null;
  const picture = svg("svg", { class: `chart-picture player-${((number - 1) % 8) + 1}`, viewBox: `-2 0 ${WIDTH + 4} ${HEIGHT}`, preserveAspectRatio: "none", height: HEIGHT, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "chart-track", x: 0, y: 5, width: WIDTH, height: HEIGHT - 10, rx: 3 }), bar, fair, interval);
  const name = el("span", { class: "chart-name" });
  const wins = el("strong", { class: "chart-wins" });
  const spread = el("span", { class: "muted small" });
  return { root: el("li", { class: "chart-row" }, name, el("span", { class: "chart-figures" }, wins, " ", spread), picture), bar, interval, name, wins, spread };
}

function drawRow(row, seat) {
  row.name.textContent = `Seat ${seat.seat}: ${seat.bot}`;
  row.wins.textContent = percent(seat.wins);
  row.spread.textContent = intervalText(seat);
  row.bar.setAttribute("width", Math.max(0, seat.wins || 0) * WIDTH);
  if (!intervalText(seat)) return;
  const [low, high] = [seat.low * WIDTH, seat.high * WIDTH];
  row.interval.setAttribute("d", `M${low} ${MIDDLE}H${high}M${low} ${MIDDLE - 6}v12M${high} ${MIDDLE - 6}v12`);
}

// "47.1–57.4 %"; empty as long as no game is over.
export function intervalText({ low, high }) {
  return Number.isFinite(low) && Number.isFinite(high) ? `${(low * 100).toFixed(1)}–${percent(high)}` : "";
}
