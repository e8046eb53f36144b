// An open match in the lobby, with a form to take a seat.

import { element, fetchJson, setText, syncChildren } from "./dom.js";
import { humanise, plural } from "./format.js";

export function createMatch(match) {
  const title = element("h3");
  const state = element("span", { class: "small muted" });
  const seats = element("ul", { class: "match-seats plain" });
  const actions = element("div", { class: "row" });
  const form = createSeatForm(match.match);
  const node = element("article", { class: "panel match" }, element("div", { class: "match-head" }, title, state), seats, actions, form.node);
  return Object.assign(node, { parts: { title, state, seats, actions, form } });
}

export function updateMatch(node, match) {
  const { title, state, seats, actions, form } = node.parts;
  setText(title, match.name);
  node.setAttribute("aria-label", `${match.name}, match ${match.match}`);
  const open = match.over ? [] : match.open_seats;
  setText(state, match.over ? "over" : match.ply === 0 ? "not begun" : plural(match.ply, "choice"));
  syncChildren(seats, match.seats, (seat) => seat.seat, () => element("li", { class: "badge" }), (item, seat) => {
    const isOpen = open.includes(seat.seat);
    item.classList.toggle("good", isOpen);
    const who = isOpen ? "free" : seat.kind === "human" ? `${seat.name ?? "somebody"}${seat.connected ? "" : ", away"}` : `${seat.name ?? humanise(seat.kind)}, bot`;
    setText(item, `${seat.seat}: ${who}`);
  });
  syncChildren(actions, open, (seat) => seat, () => element("button", { type: "button", class: "small" }), (button, seat) => {
    setText(button, `Take seat ${seat}`);
    button.setAttribute("aria-label", `Take seat ${seat} of ${match.name}`);
    button.onclick = () => form.open(seat);
  });
  form.keepOpenFor(open);
}

// Asks for a name before the seat is taken.
function createSeatForm(match) {
  const id = `name-${match}`;
  const name = element("input", { id, type: "text", autocomplete: "nickname", maxlength: "40" });
  const label = element("label", { for: id });
  const problem = element("p", { class: "message error", role: "alert", hidden: true });
  const cancel = element("button", { type: "button", text: "Cancel" });
  const submit = element("button", { type: "submit", class: "primary", text: "Sit down" });
  const form = element("form", { class: "take-seat" }, element("div", { class: "field" }, label, name), submit, cancel);
  const node = element("div", { class: "stack", hidden: true }, form, problem);
  let seat = null;
  cancel.addEventListener("click", () => {
    node.hidden = true;
    seat = null;
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    submit.disabled = true;
    try {
      const { link } = await fetchJson(`/api/matches/${encodeURIComponent(match)}/seats`, { seat, name: name.value.trim() || null });
      location.assign(link);
    } catch (error) {
      problem.hidden = false;
      setText(problem, error.message);
    } finally {
      submit.disabled = false;
    }
  });
  return {
    node,
    open(wanted) {
      seat = wanted;
      setText(label, `Your name in seat ${wanted}`);
      problem.hidden = true;
      form.hidden = false;
      node.hidden = false;
      name.focus();
    },
    // Somebody else may take the seat while the name is being typed.
    keepOpenFor(open) {
      if (seat === null || open.includes(seat)) return;
      seat = null;
      form.hidden = true;
      problem.hidden = false;
      setText(problem, "Somebody has just taken this seat.");
    },
  };
}
