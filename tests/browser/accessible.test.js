// axe-core on every page and view, in both colour schemes: nothing serious.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, assertAccessible, assertNoFaults, launch, openPage, picture } from "./lib/browser.js";
import { copyGames, createMatch, startServe, startStudio } from "./lib/programs.js";
import { choose, look, play, random, turn } from "./lib/table.js";
import { breakGame } from "./lib/edit.js";

const folder = copyGames();
const games = ["fantasy-realms", "realm-classic", "chess", "hearts", "fog-bell", "tic-tac-toe"];
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

const SCHEMES = { light: { ...DESKTOP, colorScheme: "light" }, dark: { ...DESKTOP, colorScheme: "dark" }, phone: { ...PHONE, colorScheme: "light" } };

/** Checks what a page shows, and keeps a picture of it. */
async function check(context, page, name) {
  const { passes, slight } = await assertAccessible(page, name);
  assert.ok(passes > 10, `${name}: axe-core found little to look at`);
  if (slight.length > 0) context.diagnostic(`${name}: ${slight.join(" | ")}`);
  await picture(page, `axe-${name}`);
}

for (const [scheme, options] of Object.entries(SCHEMES)) {
  test(`the lobby, ${scheme}`, { timeout: 60_000 }, async (context) => {
    await createMatch(server, { game: "hearts", players: 4, listed: true, name: "Ann", seats: ["human", "random", "human", "random"] });
    const page = await openPage(browser, server.url, options);
    await page.getByRole("button", { name: /^Take seat/ }).first().waitFor();
    await check(context, page, `lobby-${scheme}`);
    await page.locator("summary").filter({ hasText: "Fantasy Realms" }).click();
    await page.getByLabel("Play with a clock").check();
    await page.getByLabel("Players", { exact: true }).selectOption("3");
    await check(context, page, `lobby-form-${scheme}`);
    await page.getByRole("button", { name: "Create the match" }).click();
    await page.getByRole("link", { name: "Sit down" }).waitFor();
    await page.locator("summary").filter({ hasText: "Links that show" }).click();
    await check(context, page, `lobby-links-${scheme}`);
    await page.getByRole("button", { name: /^Take seat/ }).first().click();
    await check(context, page, `lobby-seat-${scheme}`);
    assertNoFaults(page);
    await page.context().close();
  });

  test(`tables, ${scheme}`, { timeout: 180_000 }, async (context) => {
    for (const game of games) {
      const bots = game === "hearts" ? ["random", "random", "random"] : game === "fantasy-realms" ? ["random", "random"] : ["random"];
      const { links } = await createMatch(server, { game, players: bots.length + 1, seed: 6, seats: ["human", ...bots], clock: game === "chess" ? { seconds: 300, increment: 5 } : null });
      const page = await openPage(browser, server.url + links.seats[0], options);
      await turn(page);
      await check(context, page, `table-${game}-${scheme}`);
      await play(page, random(9), { most: 2, listed: /Draw/ });
      await turn(page);
      const target = page.locator(".stage .target").first();
      if (await target.count()) await target.click({ button: "right" });
      if (await page.locator("dialog[open]").count()) {
        await check(context, page, `table-${game}-inspect-${scheme}`);
        await page.keyboard.press("Escape");
      }
      if (game === "tic-tac-toe") {
        await play(page, random(2));
        assert.equal((await look(page)).status, "over");
        await check(context, page, `table-${game}-over-${scheme}`);
      }
      assertNoFaults(page);
      await page.goto("about:blank");
      if (game === "fantasy-realms") {
        for (const [who, link] of [["public", links.public], ["shoulder", links.shoulder[0]], ["referee", links.referee]]) {
          await page.goto(server.url + link);
          await page.locator(".table[data-ply] .zone").first().waitFor();
          await check(context, page, `table-${who}-${scheme}`);
        }
        await page.goto(`${server.url}${links.public}x`);
        await page.locator(".banner").filter({ hasText: "cannot join" }).waitFor();
        await check(context, page, `table-refused-${scheme}`);
      }
      await page.context().close();
    }
  });

  test(`a table without a connection, ${scheme}`, { timeout: 60_000 }, async (context) => {
    const gone = await startServe(folder, ["chess"]);
    const { links } = await createMatch(gone, { game: "chess", seats: ["human", "random"] });
    const page = await openPage(browser, gone.url + links.seats[0], options);
    await turn(page);
    await gone.stop();
    await page.locator(".banner").filter({ hasText: "connection is lost" }).waitFor();
    await check(context, page, `table-lost-${scheme}`);
    await page.context().close();
  });

  test(`the studio, ${scheme}`, { timeout: 120_000 }, async (context) => {
    const cards = copyGames();
    const studio = await startStudio(cards, ["fantasy-realms", "realm-classic"]);
    const page = await openPage(browser, `${studio.url}/#/fantasy-realms/cards`, options);
    const show = async (view) => {
      await page.locator("#views a").filter({ hasText: view }).click();
      await page.locator("h1:visible").filter({ hasText: view }).waitFor();
    };
    await page.locator(".tile").first().waitFor();
    await check(context, page, `studio-cards-${scheme}`);
    await page.locator(".tile").nth(2).click();
    await check(context, page, `studio-detail-${scheme}`);
    await page.keyboard.press("Escape");
    for (const view of ["Problems", "Table", "Lab", "Print"]) {
      await show(view);
      if (view !== "Problems") await page.locator("form:visible").waitFor();
      await check(context, page, `studio-${view.toLowerCase()}-${scheme}`);
    }
    await show("Print");
    await page.getByLabel("Scores", { exact: true }).check();
    await page.getByRole("button", { name: "Make the pages" }).click();
    await page.locator(".print-file").first().waitFor({ timeout: 60_000 });
    // The PDF viewer is the browser's own page.
    await page.evaluate(() => document.querySelectorAll("iframe.pdf").forEach((frame) => frame.remove()));
    await check(context, page, `studio-printed-${scheme}`);
    await show("Lab");
    await page.getByLabel("Number of games").fill("40");
    await page.locator(".view-lab").getByLabel("Players", { exact: true }).selectOption("3");
    await page.locator(".view-lab").getByRole("button", { name: /^(Start|Run)/ }).first().click();
    await page.locator(".run .badge.good").waitFor({ timeout: 60_000 });
    await check(context, page, `studio-lab-done-${scheme}`);
    await show("Table");
    await page.locator(".view-table").getByLabel("Players", { exact: true }).selectOption("3");
    await page.getByRole("button", { name: "Start the game" }).click();
    await turn(page);
    await choose(page, random(1), /Draw/);
    await check(context, page, `studio-match-${scheme}`);
    breakGame(cards, "fantasy-realms");
    await show("Problems");
    await page.locator(".problem.error").first().waitFor();
    await check(context, page, `studio-errors-${scheme}`);
    await page.getByRole("button", { name: /^Explain/ }).first().click();
    await page.locator("dialog[open]").waitFor();
    await check(context, page, `studio-explain-${scheme}`);
    assertNoFaults(page);
    await page.context().close();
    await studio.stop();
  });
}
