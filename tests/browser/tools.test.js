// Features of a table in the studio beyond playing: undo, hints, scenarios, saved games, other points of
// view; and dragging.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { copyGames, startStudio } from "./lib/programs.js";
import { choose, look, play, random, turn } from "./lib/table.js";

const folder = copyGames();
let studio;
let browser;

before(async () => {
  studio = await startStudio(folder, ["chess", "fantasy-realms"]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

/** Opens a table of the studio; seats beyond the first are played by random bots. */
async function begin(game, players) {
  const page = await openPage(browser, `${studio.url}/#/${game}/table`);
  const start = page.getByRole("button", { name: "Start the game" });
  await start.waitFor();
  if (players > 2) await page.getByLabel("Players", { exact: true }).selectOption(String(players));
  for (let seat = 2; seat <= players; seat += 1) await page.getByLabel(`Seat ${seat}`, { exact: true }).selectOption("random");
  await page.getByLabel("Random seed").fill("3");
  await start.click();
  await turn(page);
  return page;
}

test("a hint shows visits and values of the search, and undo takes a choice back", { timeout: 90_000 }, async () => {
  const page = await begin("fantasy-realms", 3);
  // The first choice has a single option, which needs no search.
  await play(page, random(1), { most: 1 });
  await turn(page);
  await page.getByLabel("Bot for hints").fill("mcts:60");
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.locator(".tool-message").filter({ hasText: /would choose: / }).waitFor({ timeout: 60_000 });
  // The bar is as long as the number in front says.
  const hints = await page.locator("button.option").evaluateAll((all) => all.map((option) => ({
    text: option.querySelector(".option-figures").textContent, bar: option.querySelector(".option-bar > span").style.width,
  })));
  for (const { text, bar } of hints) {
    const [, chance] = /^(\d+) % to win, \d+ visits?/.exec(text) ?? [];
    assert.equal(bar, `${chance}%`, text);
  }
  assert.equal(await page.locator(".options .best").count(), 1);
  await picture(page, "tools-hint");

  const before = await look(page);
  await choose(page, random(1), /Draw/);
  const { ply } = await turn(page);
  assert.ok(ply > before.ply);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await until(async () => (await look(page)).ply < ply, "a position before");
  // The game goes on from there.
  await play(page, random(2), { most: 3, listed: /Draw/ });
  assertNoFaults(page);
  await page.context().close();
});

test("a position becomes a scenario, and a game begins from it", { timeout: 90_000 }, async () => {
  const page = await begin("chess", 2);
  await play(page, random(3), { most: 2 });
  await turn(page);
  const pieces = () => page.evaluate(() => [...document.querySelectorAll(".cell.occupied")].map((cell) => cell.dataset.label));
  const before = await pieces();
  const save = async (name) => {
    await page.getByRole("button", { name: "Save as a scenario …" }).click();
    await page.locator("dialog[open]").getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Write the file" }).click();
  };
  await save("from-the-browser");
  await page.locator(".tool-message").filter({ hasText: "scenarios/from-the-browser.toml" }).waitFor();
  const file = path.join(folder, "chess/scenarios/from-the-browser.toml");
  assert.match(fs.readFileSync(file, "utf8"), /choices = \[\n {2}\[1, "/);
  // The rules are unchanged: this table is not out of date.
  assert.equal(await page.getByText("This table still plays the old rules").isVisible(), false);

  fs.appendFileSync(file, "# mine\n");
  await save("from-the-browser");
  await page.locator("dialog[open] .error").filter({ hasText: "is there already" }).waitFor();
  await picture(page, "tools-scenario-exists");
  assert.match(fs.readFileSync(file, "utf8"), /# mine/);
  await page.locator("dialog[open]").getByLabel("Replace the file").check();
  await page.getByRole("button", { name: "Write the file" }).click();
  await until(() => !fs.readFileSync(file, "utf8").includes("# mine"), "the file is replaced");

  await page.getByRole("button", { name: "Settings of another game" }).click();
  const scenario = page.getByLabel("Scenario", { exact: true });
  await until(async () => (await scenario.locator("option").allTextContents()).some((text) => /from.the.browser/i.test(text)), "the scenario is listed", { timeout: 30_000 });
  await scenario.selectOption("from-the-browser");
  await page.getByLabel("Seat 1", { exact: true }).selectOption("human");
  await page.getByLabel("Seat 2", { exact: true }).selectOption("random");
  await page.getByRole("button", { name: "Start the game" }).click();
  await turn(page);
  assert.deepEqual(await pieces(), before);
  assertNoFaults(page);
  await page.context().close();
});

test("whoever started the match looks from every place, and saves it as the referee", { timeout: 90_000 }, async () => {
  const page = await begin("fantasy-realms", 3);
  await play(page, random(4), { most: 2, listed: /Draw/ });
  await page.locator("summary").filter({ hasText: "Links" }).click();
  await picture(page, "tools-links");
  assert.ok((await page.locator(".link-list > li:visible").count()) > 5);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".link-list > li:visible").count(), 0);
  for (const place of ["Referee", "Onlooker", "Over the shoulder of seat 2"]) {
    await page.getByLabel("You look from").selectOption({ label: place });
    await page.locator(".table[data-ply] .table-title .badge:visible").waitFor();
    assert.equal((await look(page)).asked, false);
    const hands = await page.locator('.zone[data-zone^="hand"] [data-piece]').count();
    const expected = { Referee: (n) => n >= 21, Onlooker: (n) => n === 0, "Over the shoulder of seat 2": (n) => n === 7 || n === 8 }[place];
    assert.ok(expected(hands), `${place} sees ${hands} cards in hands`);
    if (place !== "Referee") continue;
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
    assert.match(download.suggestedFilename(), /^fantasy-realms-.*\.toml$/);
    assert.match(fs.readFileSync(await download.path(), "utf8"), /seed/);
  }
  assertNoFaults(page);
  await page.context().close();
});

test("a piece is dragged to where it goes, and nowhere else", { timeout: 60_000 }, async () => {
  const page = await begin("chess", 2);
  const drag = async (from, to) => {
    const [a, b] = await Promise.all([from, to].map((cell) => page.locator(`.cell[data-cell="${cell}"]`).boundingBox()));
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 3, b.y + b.height / 3, { steps: 4 });
    await picture(page, "tools-drag");
    await page.mouse.up();
  };
  const { ply } = await turn(page);
  await drag("e2", "e5");
  await page.waitForTimeout(200);
  assert.equal((await look(page)).ply, ply);
  await page.keyboard.press("Escape");
  await drag("e2", "e4");
  await until(async () => (await look(page)).ply > ply, "the pawn has moved");
  await turn(page);
  assert.match(await page.locator('.cell[data-cell="e4"]').getAttribute("data-label"), /pawn/i);
  assertNoFaults(page);
  await page.context().close();
});
