// A phone: the pages fit its width, and a game is played by touch.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, assertFits, assertNoFaults, launch, openPage, picture } from "./lib/browser.js";
import { copyGames, createMatch, startServe, startStudio } from "./lib/programs.js";
import { play, random, showOptions } from "./lib/table.js";

const folder = copyGames();
const games = ["fantasy-realms", "realm-classic", "chess", "hearts"];
let server;
let browser;

before(async () => {
  server = await startServe(folder, games);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Options that one can tap on the table are folded away; others stay. */
async function assertFolded(page) {
  const rows = await page.locator(".options > li").evaluateAll((all) => all.map((row) => ({ isOnTable: row.classList.contains("on-table"), isShown: row.getClientRects().length > 0 })));
  const isFolded = rows.filter(({ isOnTable }) => isOnTable).length >= 2;
  assert.deepEqual(rows.filter(({ isOnTable, isShown }) => isShown !== !(isFolded && isOnTable)), []);
}

const matches = [
  { game: "fantasy-realms", players: 3, seed: 3, seats: ["human", "random", "random"] },
  { game: "realm-classic", seed: 3, seats: ["human", "random"] },
  { game: "chess", seed: 3, seats: ["human", "random"] },
  { game: "hearts", players: 4, seed: 3, seats: ["human", "random", "random", "random"] },
];

for (const match of matches) {
  test(`${match.game} on a phone`, { timeout: 60_000 }, async () => {
    const { links } = await createMatch(server, match);
    const page = await openPage(browser, server.url + links.seats[0], PHONE);
    const played = await play(page, random(6), {
      most: 5,
      listed: /Draw/,
      after: (choices) => assertFits(page, `${match.game} after ${choices} choices`),
    });
    assert.equal(played.choices, 5);
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, `phone-${match.game}`);
    const head = await page.locator(".table-head").boundingBox();
    assert.ok(head.height < 56, `the head is ${head.height} px high`);
    await assertFolded(page);
    await showOptions(page);
    await assertFits(page, `${match.game} with its options`);
    await picture(page, `phone-${match.game}-options`);
    assertNoFaults(page);
    await page.context().close();
  });
}

test("the lobby on a phone", { timeout: 60_000 }, async () => {
  const page = await openPage(browser, server.url, PHONE);
  await page.locator("summary").filter({ hasText: "Fantasy Realms" }).tap();
  await assertFits(page, "lobby");
  await picture(page, "phone-lobby");
  // The form begins with a number of players that the game is for.
  await page.getByLabel("Players", { exact: true }).selectOption("2");
  await page.getByRole("button", { name: "Create the match" }).tap();
  // The base game is not for two: the server's words stand in the form.
  await page.locator(".message.error:visible").filter({ hasText: "three to six players" }).waitFor();
  await page.getByLabel("Players", { exact: true }).selectOption("3");
  await page.getByRole("button", { name: "Create the match" }).tap();
  await page.getByRole("link", { name: "Sit down" }).waitFor();
  // Links differ in their ends.
  const isAtEnd = await page.locator(".link-address").evaluateAll((all) => all.every((field) => field.scrollLeft + field.clientWidth >= field.scrollWidth - 2));
  assert.ok(isAtEnd, "a link shows its end");
  await assertFits(page, "lobby with links");
  await picture(page, "phone-lobby-links");
  assertNoFaults(page, (fault) => fault.includes("status of 4") || fault.startsWith("status 4"));
  await page.context().close();
});

test("the studio on a phone", { timeout: 90_000 }, async () => {
  const studio = await startStudio(folder, ["fantasy-realms"]);
  const page = await openPage(browser, studio.url, PHONE);
  await page.locator(".tile").first().waitFor();
  for (const view of ["Cards", "Problems", "Table", "Lab", "Print"]) {
    await page.locator("#views a").filter({ hasText: view }).tap();
    await page.locator("h1:visible").filter({ hasText: view }).waitFor();
    await page.waitForTimeout(400);
    await assertFits(page, view);
    await picture(page, `phone-studio-${view.toLowerCase()}`);
  }
  await page.locator("#views a").filter({ hasText: "Cards" }).tap();
  await page.locator(".tile").nth(3).tap();
  await page.locator("dialog[open] h2").waitFor();
  await assertFits(page, "details of a face");
  await picture(page, "phone-studio-detail");
  assertNoFaults(page);
  await page.context().close();
  await studio.stop();
});
