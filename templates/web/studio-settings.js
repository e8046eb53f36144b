// The fields that say which game is played: players, setup, options, scenario, deck lists, and who sits at each
// seat. The table and the lab share them.

import { choicesOf, humanise, optionValue } from "./format.js";
import { checkbox, el, field, refill, select } from "./studio-dom.js";

const OTHER_BOT = "\u0000other";

// `game` is an entry of `GET /api/games`. With `people`, seats can be taken by people; with `scenarios`, a match can
// begin from one; with `decks`, seats bring deck lists. `start` has earlier settings, as `read` returns them.
export function createSettings(game, { people = false, scenarios = false, decks = false, start = {} } = {}) {
  const [fewest, most] = game.players;
  const bots = game.bots?.length ? game.bots : ["random"];
  const usual = bots.includes("greedy") ? "greedy" : bots[0];

  const players = select(range(fewest, most).map((n) => [String(n), String(n)]), String(start.players ?? game.default_players ?? fewest));
  const setup = game.setups?.length
    ? select([["", "As usual"], ...game.setups.map((one) => [one.id, humanise(one.name || one.id)])], start.setup || "") : null;
  const scenario = scenarios && game.scenarios?.length
    ? select([["", "None: from the beginning"], ...game.scenarios.map((one) => [one.id, one.name || one.id])], start.scenario || "") : null;
  const seed = el("input", { type: "number", min: "0", step: "1", inputmode: "numeric", placeholder: people ? "random" : "1", value: start.seed === null || start.seed === undefined ? "" : String(start.seed) });
  const options = (game.options || []).map((option) => optionControl(option, start.options?.[option.id]));

  const setupHelp = el("span", { class: "help" });
  const setupField = setup && field("Setup", setup);
  setupField?.append(setupHelp);
  const optionsSet = options.length > 0 && el("fieldset", { class: "stack" }, el("legend", {}, "Options"), options.map((option) => option.element));
  const scenarioHelp = el("p", { class: "muted small" }, "A scenario brings its own players, options and cards. Seats that it does not have are left out.");
  const seatsBody = el("div", { class: "stack" });
  const seatsSet = el("fieldset", { class: "stack" }, el("legend", {}, people ? "Who sits where" : "Bots"), seatsBody);
  const playersField = field("Players", players);

  // Seats are kept when the number of players falls, so that they come back as they were.
  const seats = [];

  function seat(number) {
    if (!seats[number - 1]) seats[number - 1] = makeSeat(number);
    return seats[number - 1];
  }

  function makeSeat(number) {
    const given = start.seats?.[number - 1];
    const choices = [...(people ? [["human", "A person"]] : []), ...bots.map((bot) => [bot, people ? `Bot: ${bot}` : bot]), [OTHER_BOT, "Another bot …"]];
    const isKnown = choices.some(([value]) => value === given);
    const who = select(choices, given ? (isKnown ? given : OTHER_BOT) : people && number === 1 ? "human" : usual);
    const other = el("input", { type: "text", value: given && !isKnown ? given : "", placeholder: "mcts:500", autocomplete: "off", spellcheck: "false" });
    const otherField = field(`Bot at seat ${number}`, other, "As in cardwright sim --seats");
    const show = () => {
      otherField.hidden = who.value !== OTHER_BOT;
      other.required = !otherField.hidden;
    };
    who.addEventListener("change", show);
    show();
    let deck = null;
    if (decks && game.decks?.length) {
      deck = select([...(game.brings_lists ? [] : [["", "None"]]), ...choicesOf(game.decks, game.deck_names)],
        start.decks?.[number] || (game.brings_lists ? game.decks[(number - 1) % game.decks.length] : ""));
    }
    const deckField = deck && field(`Deck of seat ${number}`, deck);
    return {
      deckField,
      element: el("div", { class: "seat-fields" }, field(`Seat ${number}`, who), otherField, deckField),
      read: () => (who.value === OTHER_BOT ? other.value.trim() || usual : who.value),
      deck: () => deck?.value || null,
    };
  }

  function seatCount() {
    // A scenario has players of its own. If the server does not say how many, all seats can be filled in.
    if (!scenario?.value) return Number(players.value);
    return game.scenarios.find((one) => one.id === scenario.value)?.players || most;
  }

  function draw() {
    const isScenario = Boolean(scenario?.value);
    playersField.hidden = isScenario || fewest === most;
    if (setupField) setupField.hidden = isScenario;
    if (optionsSet) optionsSet.hidden = isScenario;
    scenarioHelp.hidden = !isScenario;
    setupHelp.textContent = game.setups?.find((one) => one.id === setup?.value)?.text || "";
    seatsBody.replaceChildren(...range(1, seatCount()).map((number) => seat(number).element));
    for (const { deckField } of seats) if (deckField) deckField.hidden = isScenario;
  }
  for (const control of [players, setup, scenario]) control?.addEventListener("change", draw);
  draw();

  return {
    element: el("div", { class: "stack settings" },
      scenario && field("Scenario", scenario), scenarioHelp,
      el("div", { class: "settings-columns" }, playersField, setupField, field("Random seed", seed, people ? "The same seed gives the same game." : "The same seed gives the same figures.")),
      optionsSet, seatsSet),
    // The body of a request; what a scenario brings is left out.
    read() {
      const count = seatCount();
      const values = { seats: range(1, count).map((number) => seat(number).read()) };
      if (scenario?.value) values.scenario = scenario.value;
      else {
        values.players = count;
        if (setup?.value) values.setup = setup.value;
        const chosen = Object.fromEntries(options.map((option) => [option.id, option.read()]).filter(([, value]) => value !== null));
        if (Object.keys(chosen).length) values.options = chosen;
        const brought = Object.fromEntries(range(1, count).map((number) => [String(number), seat(number).deck()]).filter(([, deck]) => deck));
        if (Object.keys(brought).length) values.decks = brought;
      }
      if (seed.value !== "") values.seed = Number(seed.value);
      return values;
    },
    // Scenarios can be written while the form stands open.
    setScenarios(list) {
      if (scenario) refill(scenario, [["", "None: from the beginning"], ...list.map((one) => [one.id, one.name || one.id])], "");
    },
  };
}

function range(from, to) {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

function optionControl(option, given) {
  const value = given ?? option.default ?? "";
  const label = option.text || humanise(option.id);
  if (option.type === "bool") {
    const { input, element } = checkbox(label, { checked: value === "true" });
    return { id: option.id, element, read: () => String(input.checked) };
  }
  if (option.type === "enum" || option.values?.length) {
    const control = select(choicesOf(option.values, option.value_names), value);
    return { id: option.id, element: field(label, control), read: () => control.value };
  }
  const [low, high] = option.range || [];
  const control = el("input", { type: "number", step: "1", min: low, max: high, value, required: true });
  const help = option.range ? `From ${low} to ${high}` : null;
  return { id: option.id, element: field(label, control, help), read: () => (control.value === "" ? null : control.value) };
}

// What settings say in one line, for lists: "2 players · greedy, random · chaos".
export function describeSettings(game, settings) {
  const name = (choices, id) => humanise(choices?.find((one) => one.id === id)?.name || id);
  const optionOf = (id) => game?.options?.find((one) => one.id === id);
  const changed = Object.entries(settings.options || {}).filter(([id, value]) => optionOf(id)?.default !== value);
  const deckNames = new Map(choicesOf(game?.decks, game?.deck_names));
  return [
    settings.scenario ? `scenario ${name(game?.scenarios, settings.scenario)}` : null,
    settings.seats?.map((seat) => (seat === "human" ? "a person" : seat)).join(", "),
    settings.setup && `setup ${name(game?.setups, settings.setup)}`,
    ...changed.map(([id, value]) => `${humanise(id)}: ${optionValue(optionOf(id), value)}`),
    Object.keys(settings.decks || {}).length ? `decks ${Object.values(settings.decks).map((deck) => deckNames.get(deck) ?? humanise(deck)).join(", ")}` : null,
    settings.seed !== undefined && settings.seed !== null ? `seed ${settings.seed}` : null,
  ].filter(Boolean).join(" · ");
}
