// One tab stop for each zone and board; arrow keys move within it. A board of 225 cells would else take 225 presses of Tab.

const STOPS = "button:not([hidden])";

function stopsOf(group) {
  return [...group.querySelectorAll(STOPS)].filter((stop) => stop.closest(".roving") === group);
}

// Leaves one stop in each group: the focused one, the one before, a target, or the first.
export function updateRoving(root) {
  for (const group of root.querySelectorAll(".roving")) {
    const stops = stopsOf(group);
    if (stops.length === 0) continue;
    const current = stops.find((stop) => stop === document.activeElement)
      ?? stops.find((stop) => stop.classList.contains("target"))
      ?? stops.find((stop) => stop.tabIndex === 0 && stop.dataset.roved)
      ?? stops[0];
    setStop(stops, current);
  }
}

function setStop(stops, current) {
  for (const stop of stops) {
    const tabIndex = stop === current ? 0 : -1;
    if (stop.tabIndex !== tabIndex) stop.tabIndex = tabIndex;
    if (stop === current) stop.dataset.roved = "1";
    else delete stop.dataset.roved;
  }
}

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Handles an arrow key, Home or End; returns whether it moved the focus.
export function moveFocus(event) {
  const group = event.target.closest?.(".roving");
  if (!group || event.altKey || event.ctrlKey || event.metaKey) return false;
  const stops = stopsOf(group);
  const direction = DIRECTIONS[event.key];
  let next = null;
  if (event.key === "Home") next = stops[0];
  else if (event.key === "End") next = stops.at(-1);
  else if (direction) next = nearest(event.target.closest("button"), stops, direction);
  if (!next || next === event.target) return false;
  event.preventDefault();
  setStop(stops, next);
  next.focus();
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

// The nearest stop in a direction; being off the axis counts three times.
function nearest(from, stops, [x, y]) {
  if (!from) return null;
  const start = centre(from);
  let best = null;
  let least = Infinity;
  for (const stop of stops) {
    if (stop === from) continue;
    const at = centre(stop);
    const along = (at.x - start.x) * x + (at.y - start.y) * y;
    const across = Math.abs((at.x - start.x) * y) + Math.abs((at.y - start.y) * x);
    if (along <= 1) continue;
    const cost = along + 3 * across;
    if (cost < least) {
      least = cost;
      best = stop;
    }
  }
  return best;
}

function centre(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
