// What can be chosen by pointing at it. An id of a target is the id of a component or cell, a zone ("hand[1]"), a place in a zone
// ("row[1] 2") or a player ("player 2"), as in the parts of an option.

import { parseKey } from "./format.js";

// The options of a position, and which of them mention what.
export class Choices {
  constructor(position, isTarget) {
    // Tells whether two positions ask the same.
    this.key = JSON.stringify([position.seat, position.question, position.options]);
    this.options = (position.options ?? []).map((option, index) => {
      const variants = [{ name: option.name, targets: targetsOf(option, isTarget) }];
      // `also` are options that differ only in which of several alike copies they name.
      for (const name of option.also ?? []) variants.push({ name, targets: targetsOf(copyOf(option, name), isTarget) });
      return { name: option.name, label: option.label, copies: variants.length, index, variants };
    });
    this.all = new Set(this.options.flatMap((option) => option.variants.flatMap((variant) => variant.targets)));
  }

  // The options that mention something of each pick. A pick is a list of ids of which one must occur, in a part of its own.
  matching(picks) {
    return this.options.filter((option) => option.variants.some((variant) => matches(variant, picks)));
  }

  // The name of the single option that the picks lead to, or null. Several picks in the order of an option's parts single it out even if another
  // option has the same parts the other way round.
  decide(picks) {
    if (picks.length === 0) return null;
    let left = this.matching(picks);
    if (left.length > 1 && picks.length > 1) {
      const inOrder = left.filter((option) => option.variants.some((variant) => matchesInOrder(variant, picks)));
      if (inOrder.length === 1) left = inOrder;
    }
    if (left.length !== 1) return null;
    return this.variantOf(left[0], picks);
  }

  // The name of an option, for the copy among several alike that was picked.
  variantOf(option, picks) {
    return option.variants.find((variant) => matches(variant, picks))?.name ?? null;
  }

  // What can be pointed at next: `first` what opens an option, `later` its other parts.
  next(picks) {
    const first = new Set();
    const later = new Set();
    for (const option of this.options) {
      for (const variant of option.variants) {
        if (!matches(variant, picks)) continue;
        const open = variant.targets.filter((id) => !picks.some((pick) => pick.includes(id)));
        open.forEach((id, index) => (index === 0 ? first : later).add(id));
      }
    }
    for (const id of first) later.delete(id);
    return { first, later };
  }

  // The ids that some option names together with `id`: where it can be dragged to.
  partners(id) {
    const found = new Set();
    for (const option of this.options) {
      for (const variant of option.variants) {
        if (!variant.targets.includes(id)) continue;
        for (const other of variant.targets) if (other !== id) found.add(other);
      }
    }
    return found;
  }
}

function matches(variant, picks) {
  return picks.every((pick) => pick.some((id) => variant.targets.includes(id)));
}

function matchesInOrder(variant, picks) {
  let from = 0;
  for (const pick of picks) {
    const index = variant.targets.findIndex((id, at) => at >= from && pick.includes(id));
    if (index < 0) return false;
    from = index + 1;
  }
  return true;
}

function targetsOf(option, isTarget) {
  const values = option.element === undefined ? Object.values(option.parts ?? {}) : [option.element];
  return [...new Set(values.map(String).filter(isTarget))];
}

// The option that `name` stands for: the words in which it differs from the name of `option` are replaced in its parts, too.
function copyOf(option, name) {
  const before = option.name.split(" ");
  const after = name.split(" ");
  if (option.element !== undefined) return { element: before.length === after.length ? replaced(option.element) : name };
  const parts = Object.entries(option.parts ?? {}).map(([key, value]) => [key, replaced(String(value))]);
  return { parts: Object.fromEntries(parts) };

  function replaced(value) {
    const words = value.split(" ");
    const at = before.findIndex((_, index) => words.every((word, offset) => before[index + offset] === word));
    return at < 0 ? value : after.slice(at, at + words.length).join(" ");
  }
}

// Returns a function that says whether a value of a part is something on the table.
export function targetTest(stage, message) {
  const cells = new Set((stage.boards ?? []).flatMap((board) => board.cells.map((cell) => cell.id)));
  const zones = message.view?.zones ?? {};
  const zoneIds = new Set((stage.zones ?? []).map((zone) => zone.id));
  return (value) => {
    if (message.cards?.[value] || cells.has(value) || zones[value]) return true;
    if (/^player \d+$/.test(value)) return true;
    const place = /^(.+) \d+$/.exec(value);
    return place !== null && (zones[place[1]] !== undefined || zoneIds.has(parseKey(place[1]).id));
  };
}
