// The form that creates a match, and the links that it leads to.

import { element, fetchJson, setText, syncChildren } from "./dom.js";
import { choicesOf, humanise } from "./format.js";

let nextId = 1;

// A control with its label. `control` gets an id of its own.
function createField(label, control, help = null) {
  control.id = `field-${nextId++}`;
  const note = help ? element("span", { class: "help", id: `${control.id}-help`, text: help }) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return element("div", { class: "field" }, element("label", { for: control.id, text: label }), control, note);
}

function createSelect(choices, chosen) {
  const select = element("select");
  for (const { value, text } of choices) select.append(element("option", { value, text, selected: value === chosen }));
  return select;
}

function createCheck(text, checked) {
  const box = element("input", { type: "checkbox", checked });
  return { box, node: element("label", { class: "check" }, box, element("span", { text })) };
}

// `onCreated()` is called after a match was created.
export function createMatchForm(game, { onCreated }) {
  const [least, most] = game.players;
  const name = element("input", { type: "text", autocomplete: "nickname", maxlength: "40" });
  const players = createSelect(range(least, most).map((count) => ({ value: String(count), text: String(count) })), String(game.default_players ?? least));
  const setups = game.setups ?? [];
  const setup = createSelect([{ value: "", text: "None" }, ...setups.map(({ id, name: title }) => ({ value: id, text: humanise(title ?? id) }))], "");
  const setupText = element("p", { class: "small muted", hidden: true });
  const options = (game.options ?? []).map(createOption);
  const seats = createSeats(game, players);
  const listed = createCheck("List it here, so that anybody can take a seat", true);
  const clock = createClock();
  const seed = element("input", { type: "number", min: "0", step: "1", inputmode: "numeric", placeholder: "drawn at random" });
  const problem = element("p", { class: "message error", role: "alert", hidden: true });
  const submit = element("button", { type: "submit", class: "primary", text: "Create the match" });
  const result = element("div", { "aria-live": "polite" });

  setup.addEventListener("change", () => {
    const text = setups.find(({ id }) => id === setup.value)?.text;
    setText(setupText, text ?? "");
    setupText.hidden = !text;
  });

  const form = element("form", { class: "stack", novalidate: false },
    element("div", { class: "columns" }, createField("Your name", name, "You sit in the first seat that is for a person."), least === most ? null : createField("Players", players)),
    seats.node,
    setups.length > 0 ? element("div", { class: "stack" }, createField("Setup", setup), setupText) : null,
    options.length > 0 ? element("fieldset", {}, element("legend", { text: "Options" }), element("div", { class: "columns" }, ...options.map((option) => option.node))) : null,
    clock.node,
    element("div", { class: "stack" }, listed.node),
    element("details", {}, element("summary", { class: "small", text: "Random seed" }),
      createField("Seed", seed, "The same seed and choices give the same game. Whoever knows the seed can work out every shuffle.")),
    problem,
    element("div", { class: "row" }, submit));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    submit.disabled = true;
    const wanted = {
      game: game.id,
      players: Number(players.value),
      setup: setup.value || null,
      // An option that is left at its default is not sent, so that a setup can set it.
      options: Object.fromEntries(options.filter((option) => option.changed()).map((option) => [option.id, option.value()])),
      decks: seats.decks(),
      seats: seats.kinds(),
      listed: listed.box.checked,
      clock: clock.value(),
      name: name.value.trim() || null,
    };
    if (seed.value !== "") wanted.seed = Number(seed.value);
    try {
      const answer = await fetchJson("/api/matches", wanted);
      result.replaceChildren(createLinks(game, answer, wanted));
      result.firstElementChild.querySelector("h4").focus();
      result.querySelectorAll(".link-address").forEach(showEnd);
      onCreated();
    } catch (error) {
      problem.hidden = false;
      setText(problem, error.message);
    } finally {
      submit.disabled = false;
    }
  });
  return element("div", { class: "stack" }, form, result);
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function createOption(option) {
  const label = option.text || humanise(option.id);
  const initial = String(option.default ?? "");
  let control;
  let node;
  let value;
  if (option.type === "bool") {
    const { box, node: check } = createCheck(label, initial === "true");
    control = box;
    node = check;
    value = () => String(control.checked);
  } else if (option.type === "enum" || option.values?.length > 0) {
    control = createSelect(choicesOf(option.values, option.value_names).map(([value, text]) => ({ value, text })), initial);
    node = createField(label, control);
    value = () => control.value;
  } else {
    const [least, most] = option.range ?? [null, null];
    control = element("input", { type: "number", value: initial, min: least, max: most, step: "1", required: true, inputmode: "numeric" });
    node = createField(label, control, least === null ? null : `${least} to ${most}`);
    value = () => control.value;
  }
  return { id: option.id, node, value, changed: () => value() !== initial };
}

// A row for each seat: a person or a bot, and the deck that it brings.
function createSeats(game, players) {
  const rows = element("div", { class: "seat-rows" });
  const node = element("fieldset", {}, element("legend", { text: "Seats" }), rows);
  const kindChoices = [{ value: "human", text: "a person" }, ...(game.bots ?? []).map((bot) => ({ value: bot, text: `bot: ${bot}` }))];
  const deckChoices = [{ value: "", text: "choose a deck" }, ...choicesOf(game.decks, game.deck_names).map(([value, text]) => ({ value, text }))];
  const brings = game.brings_lists && (game.decks ?? []).length > 0;

  function create(seat) {
    const kind = createSelect(kindChoices, "human");
    kind.setAttribute("aria-label", `Who plays in seat ${seat}`);
    const deck = brings ? createSelect(deckChoices, "") : null;
    deck?.setAttribute("aria-label", `Deck of seat ${seat}`);
    return Object.assign(element("div", { class: "seat-row" }, element("span", { text: `Seat ${seat}` }), kind, deck), { seat, kind, deck });
  }

  function update() {
    syncChildren(rows, range(1, Number(players.value)), (seat) => seat, create);
  }
  players.addEventListener("change", update);
  update();
  return {
    node,
    kinds: () => [...rows.children].map((row) => row.kind.value),
    decks: () => Object.fromEntries([...rows.children].filter((row) => row.deck?.value).map((row) => [String(row.seat), row.deck.value])),
  };
}

function createClock() {
  const { box, node: check } = createCheck("Play with a clock", false);
  const minutes = element("input", { type: "number", value: "10", min: "0.5", max: "1440", step: "0.5", inputmode: "decimal" });
  const increment = element("input", { type: "number", value: "5", min: "0", max: "3600", step: "1", inputmode: "numeric" });
  const details = element("div", { class: "columns", hidden: true }, createField("Minutes for each player", minutes), createField("Seconds added for each choice", increment));
  // Hidden controls must not stop the form from being sent.
  const update = () => {
    details.hidden = !box.checked;
    minutes.disabled = !box.checked;
    increment.disabled = !box.checked;
  };
  box.addEventListener("change", update);
  update();
  return {
    node: element("div", { class: "stack" }, check, details),
    value: () => (box.checked ? { seconds: Math.round(Number(minutes.value) * 60), increment: Number(increment.value) } : null),
  };
}

// The links of a new match, for its creator to hand out.
function createLinks(game, { match, links }, wanted) {
  const seats = links.seats ?? [];
  const own = seats.findIndex((link) => link);
  const rows = seats.map((link, index) => {
    if (!link) return createLinkRow(`Seat ${index + 1}`, null, `bot: ${wanted.seats[index]}`);
    return createLinkRow(index === own ? `Seat ${index + 1} (yours)` : `Seat ${index + 1}`, link);
  });
  const shoulder = (links.shoulder ?? []).map((link, index) => (link ? createLinkRow(`Behind seat ${index + 1}`, link) : null));
  return element("section", { class: "panel created", "aria-label": `Links of the new match of ${game.name}` },
    element("h4", { tabindex: "-1", text: `The match ${match} is ready` }),
    own >= 0 ? element("div", { class: "row" }, element("a", { class: "button primary", href: links.seats[own], text: "Sit down" })) : null,
    element("p", { class: "small", text: "Give each player the link of a seat, and nobody else: whoever has it plays there." }),
    element("div", { class: "links" }, ...rows),
    links.public ? element("div", { class: "links" }, element("p", { class: "small", text: "Onlookers see what everybody at the table sees." }), createLinkRow("Onlookers", links.public)) : null,
    element("details", {}, element("summary", { class: "small", text: "Links that show hidden cards" }),
      element("div", { class: "links" },
        element("p", { class: "small muted", text: "Behind a seat one sees what its player sees; the referee sees everything." }),
        ...shoulder.filter(Boolean), links.referee ? createLinkRow("Referee", links.referee) : null)));
}

// Links differ in their ends, which a narrow field would cut off.
function showEnd(address) {
  address.scrollLeft = address.scrollWidth;
}

function createLinkRow(label, link, note = null) {
  const name = element("span", { class: "label", text: label });
  if (!link) return element("div", { class: "link-row" }, name, element("span", { class: "muted small", text: note ?? "" }));
  const address = element("input", { class: "link-address", type: "text", readonly: true, value: new URL(link, location.href).href, "aria-label": `Link: ${label}` });
  address.addEventListener("focus", () => address.select());
  address.addEventListener("blur", () => showEnd(address));
  const copy = element("button", { type: "button", class: "small", "aria-label": `Copy the link: ${label}`, text: "Copy" });
  const said = element("span", { class: "visually-hidden", role: "status" });
  copy.addEventListener("click", async () => {
    const done = await copyText(address);
    setText(copy, done ? "Copied" : "Press Ctrl+C");
    setText(said, done ? `The link is copied: ${label}` : "The link is selected. Copy it with Ctrl+C.");
    setTimeout(() => setText(copy, "Copy"), 2500);
  });
  return element("div", { class: "link-row" }, name, address, copy, said);
}

// The clipboard needs HTTPS or localhost; on a local network without it, the old command still works.
async function copyText(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.focus();
    input.select();
    return document.execCommand("copy");
  }
}
