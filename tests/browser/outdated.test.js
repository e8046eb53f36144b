// The studio while the files of the game have errors: every view says so, and leads to the problems.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { edit } from "./lib/edit.js";
import { copyGames, startStudio } from "./lib/programs.js";
import { turn } from "./lib/table.js";

const LAPTOP = { viewport: { width: 1100, height: 720 } };
const folder = copyGames();
const beasts = "fantasy-realms/cards/beasts.toml";
let studio;
let browser;
let page;

before(async () => {
  studio = await startStudio(folder, ["fantasy-realms", "realm-builder"]);
  browser = await launch();
  page = await openPage(browser, `${studio.url}/#/fantasy-realms/table`, LAPTOP);
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const go = async (view) => {
  await page.locator("#views a").filter({ hasText: view }).click();
  await page.locator("h1:visible").filter({ hasText: view }).waitFor();
};
const notice = () => page.locator(".view:not([hidden]) .outdated:not([hidden])");

test("a table of the studio fits a laptop: one line above it, and one's own hand in the window", { timeout: 90_000 }, async () => {
  await page.getByRole("button", { name: "Start the game" }).click();
  await turn(page);
  await page.locator(".seat-own .piece img").first().waitFor();
  await until(() => page.evaluate(() => scrollY > 0), "the table is scrolled into view");
  const { head, hand } = await page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    return { head: box(".table").top - box(".studio-header").bottom, hand: box(".seat-own .zone-pieces").bottom };
  });
  assert.ok(head <= 48, `${head} px between the header and the table`);
  assert.ok(hand <= 720, `the hand ends at ${hand} px of 720`);
  const bar = await page.locator(".table-bar").boundingBox();
  assert.ok(bar.height < 48, `the line above the table is ${bar.height} px high`);
  await picture(page, "studio-table-laptop");
});

test("values of options and decks have words", { timeout: 90_000 }, async () => {
  const other = await openPage(browser, `${studio.url}/#/realm-builder/table`, LAPTOP);
  await other.getByRole("button", { name: "Start the game" }).waitFor();
  const words = await other.locator("select option").allTextContents();
  assert.deepEqual(words.filter((word) => word.includes("_")), []);
  const decks = await other.getByLabel("Deck of seat 1").locator("option").allTextContents();
  assert.ok(decks.length > 1 && decks.every((deck) => /^[A-Z]/.test(deck)), decks.join());
  assertNoFaults(other);
  await other.context().close();
});

test("each view says that the game has errors, and buttons answer with the way to them", { timeout: 90_000 }, async () => {
  for (const view of ["Lab", "Print", "Table"]) {
    await go(view);
    assert.equal(await notice().count(), 0, view);
  }
  edit(folder, beasts, "strength = 30", "strength = 30 30");
  await page.locator("#views .count.error").waitFor();
  for (const view of ["Cards", "Table", "Lab", "Print"]) {
    await go(view);
    await notice().waitFor();
    assert.equal(await notice().getByRole("link", { name: "See the problems" }).getAttribute("href"), "#/fantasy-realms/problems");
    await picture(page, `studio-errors-${view.toLowerCase()}`);
  }
  await go("Table");
  assert.match(await notice().textContent(), /as of the last version without errors/);
  for (const [view, button] of [["Lab", "Start"], ["Print", "Make the pages"]]) {
    await go(view);
    await page.getByRole("button", { name: button, exact: true }).click();
    const refusal = page.locator(".view:not([hidden]) form .refusal");
    await refusal.getByRole("link", { name: "See the problems" }).waitFor();
    assert.ok((await page.locator(".run").count()) === 0);
  }
  edit(folder, beasts, "strength = 30 30", "strength = 30");
  await page.locator("#views .count.error").waitFor({ state: "hidden" });
  for (const view of ["Print", "Lab", "Table"]) {
    await go(view);
    await until(async () => (await notice().count()) === 0 && (await page.locator(".view:not([hidden]) .refusal").count()) === 0, `no notice in ${view}`);
  }
  assertNoFaults(page);
});
