// Screenshots of the main screens, for the docs: their names are those in docs/pictures/.

import { after, before, test } from "node:test";
import { DESKTOP, PHONE, assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { edit } from "./lib/edit.js";
import { copyGames, createMatch, startServe, startStudio } from "./lib/programs.js";
import { play, random, turn } from "./lib/table.js";

const LIMIT = { timeout: 120_000 };
const folder = copyGames();
const games = ["fantasy-realms", "realm-classic", "chess"];
let browser;
let server;
let studio;

before(async () => {
  browser = await launch();
  server = await startServe(folder, games);
  studio = await startStudio(folder, games);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await studio?.stop();
});

/** Waits until all pictures in the window are drawn, and nothing moves any more. */
async function settled(page) {
  await page.mouse.move(0, 0);
  await until(() => page.evaluate(() => [...document.images].every((img) => {
    const box = img.getBoundingClientRect();
    const isSeen = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    return !isSeen || (img.complete && img.naturalWidth > 0);
  })), "all pictures");
  await page.waitForTimeout(700);
}

async function keep(page, name) {
  await settled(page);
  await picture(page, name);
  assertNoFaults(page);
  await page.context().close();
}

const openStudio = (view) => openPage(browser, `${studio.url}/#/fantasy-realms/${view}`, DESKTOP);

test("studio, lab", LIMIT, async () => {
  const page = await openStudio("lab");
  await page.getByLabel("Number of games").fill("150");
  await page.getByLabel("Players", { exact: true }).selectOption("3");
  await page.getByLabel("Seat 1", { exact: true }).selectOption("greedy");
  await page.getByLabel("Seat 2", { exact: true }).selectOption("random");
  await page.getByLabel("Seat 3", { exact: true }).selectOption("random");
  await page.getByRole("button", { name: /^(Start|Run)/ }).first().click();
  await page.locator(".run .badge.good").waitFor({ timeout: 90_000 });
  await page.evaluate(() => scrollTo(0, 0));
  await keep(page, "studio-lab");
});

test("studio, print", LIMIT, async () => {
  const page = await openStudio("print");
  await page.getByLabel("Cards", { exact: true }).check();
  await page.getByRole("button", { name: "Make the pages" }).click();
  await page.locator(".print-file").first().waitFor({ timeout: 90_000 });
  // The viewer of PDF files is a page of its own, which takes a moment.
  await page.waitForTimeout(2500);
  await page.evaluate(() => scrollTo(0, 0));
  await keep(page, "studio-print");
});

test("studio, table", LIMIT, async () => {
  const page = await openStudio("table");
  await page.getByLabel("Players", { exact: true }).selectOption("3");
  await page.getByLabel("Random seed").fill("11");
  await page.getByRole("button", { name: "Start the game" }).click();
  await play(page, random(1), { most: 4, listed: /Draw/ });
  await turn(page);
  await page.locator(".table").evaluate((table) => table.scrollIntoView());
  await keep(page, "studio-table");
});

test("studio, cards", LIMIT, async () => {
  const page = await openStudio("cards");
  await page.locator(".tile").first().waitFor();
  edit(folder, "fantasy-realms/cards/armies.toml", "They do not miss. They do complain about wind.", "They never miss, and never stop complaining about the wind.");
  edit(folder, "fantasy-realms/cards/armies.toml", "strength = 10\nbonus", "strength = 12\nbonus");
  await page.locator(".tile-changed").first().waitFor();
  await page.locator('.tile[data-file="cards/elven_archers"]').click();
  await page.getByLabel("Before and now").waitFor();
  await keep(page, "studio-cards");
});

test("studio, problems", LIMIT, async () => {
  edit(folder, "fantasy-realms/cards/beasts.toml", "where suit == wizard", "where suit == wizards");
  edit(folder, "fantasy-realms/cards/armies.toml", "strength = 17", "strength = 71");
  const page = await openStudio("problems");
  await page.locator(".problem.error").first().waitFor();
  await keep(page, "studio-problems");
});

test("serve, lobby", LIMIT, async () => {
  await createMatch(server, { game: "fantasy-realms", players: 4, name: "Ann", listed: true, seats: ["human", "human", "human", "greedy"] });
  await createMatch(server, { game: "chess", name: "Bea", listed: true });
  const page = await openPage(browser, server.url, DESKTOP);
  await page.locator("summary").filter({ hasText: "Fantasy Realms" }).click();
  await page.getByRole("button", { name: /^Take seat/ }).first().waitFor();
  await keep(page, "serve-lobby");
});

for (const [name, options] of [["serve-table", DESKTOP], ["serve-table-phone", PHONE]]) {
  test(name, LIMIT, async () => {
    const { links } = await createMatch(server, { game: "fantasy-realms", players: 3, seed: 11, name: "Ann", seats: ["human", "random", "random"] });
    const page = await openPage(browser, server.url + links.seats[0], options);
    await play(page, random(5), { most: 5, listed: /Draw/ });
    await turn(page);
    await page.evaluate(() => scrollTo(0, 0));
    await keep(page, name);
  });
}
