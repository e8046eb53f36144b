// Plays at a table as a person does: by clicking the places that the page marks as possible.

import assert from "node:assert/strict";
import { until } from "./browser.js";

/** Returns a generator of random numbers below a bound: the same seed clicks the same things. */
export function random(seed) {
  let state = seed >>> 0;
  return (bound) => {
    // Mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Reads what the table shows. */
export function look(page) {
  return page.evaluate(() => {
    const table = document.querySelector(".table");
    if (!table || table.dataset.ply === undefined) return { status: "loading" };
    // A click hits the innermost target; a target that is covered entirely cannot be clicked.
    const isShown = (node) => node.getClientRects().length > 0 && !node.hidden;
    const targets = [...table.querySelectorAll(".stage .target")].filter((node) => isShown(node) && !node.querySelector(".target"));
    return {
      ply: Number(table.dataset.ply),
      status: table.dataset.status,
      asked: table.querySelector(".choice.active") !== null,
      busy: table.querySelector(".option[aria-disabled=true]") !== null,
      offline: table.classList.contains("offline"),
      picks: table.querySelectorAll(".picked .chip").length,
      targets: targets.map((node) => node.dataset.target),
      options: table.querySelectorAll("button.option").length,
      question: table.querySelector(".question").textContent,
      notice: table.querySelector(".notice:not([hidden])")?.textContent ?? null,
    };
  });
}

/** Waits until the table is drawn, and this page is asked or the game has ended. */
export function turn(page) {
  return until(async () => {
    const seen = await look(page);
    return seen.status !== "loading" && !seen.busy && !seen.offline && (seen.asked || seen.status !== "choice") ? seen : null;
  }, "a turn of this page");
}

/** Clicks what the table marks as possible. */
async function clickTarget(page, id) {
  const target = page.locator(`.stage .target[data-target="${id}"]`).filter({ visible: true }).last();
  await target.click();
}

/**
 * Makes one choice, by clicks on components, cells and zones as far as the table marks any, else on the list of options.
 * Two times in three, an option is taken from the list that `listed` matches: no component stands for it.
 * Returns { components, options }: how many clicks went where.
 */
export async function choose(page, draw, listed = null) {
  const clicks = { components: 0, options: 0 };
  const { ply } = await turn(page);
  for (let step = 0; step < 8; step += 1) {
    const seen = await look(page);
    if (seen.ply !== ply || seen.status !== "choice") return clicks;
    assert.equal(seen.notice, null);
    if (seen.busy) {
      await until(async () => !(await look(page)).busy, "an answer");
      continue;
    }
    const rare = listed && seen.picks === 0 ? page.locator("button.option").filter({ hasText: listed }) : null;
    if (rare && (await rare.count()) > 0 && draw(3) > 0) {
      await showOptions(page);
      await rare.first().click();
      clicks.options += 1;
    } else if (seen.targets.length > 0 && !(seen.picks > 0 && seen.options === 1)) {
      await clickTarget(page, seen.targets[draw(seen.targets.length)]);
      clicks.components += 1;
    } else {
      await showOptions(page);
      await page.locator("button.option").nth(draw(seen.options)).click();
      clicks.options += 1;
    }
    // Either the page has sent a choice, or it shows the picked elements.
    await until(async () => {
      const now = await look(page);
      return now.ply !== ply || now.status !== "choice" || (!now.busy && now.picks !== seen.picks) || now.notice;
    }, `an effect of a click (${JSON.stringify(seen)})`);
  }
  assert.fail("eight clicks made no choice");
}

/** Unfolds the list of options, which phones fold. */
export async function showOptions(page) {
  const fold = page.locator(".choice.folded .fold");
  if (await fold.isVisible()) await fold.click();
}

/** Plays until the game is over or `most` choices were made; returns the sum of the clicks. `after(choices)` is called after each. */
export async function play(page, draw, { most = Infinity, listed = null, after = async () => {} } = {}) {
  const sum = { choices: 0, components: 0, options: 0, over: false };
  while (sum.choices < most) {
    const seen = await turn(page);
    if (seen.status !== "choice") {
      assert.equal(seen.status, "over", seen.question);
      sum.over = true;
      break;
    }
    const { components, options } = await choose(page, draw, listed);
    sum.choices += 1;
    sum.components += components;
    sum.options += options;
    await after(sum.choices);
  }
  return sum;
}
