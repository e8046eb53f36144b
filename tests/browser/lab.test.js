// The lab of the studio: values that are tried in a row of simulations, with their table and their report.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { copyGames, startStudio } from "./lib/programs.js";

const folder = copyGames();
let studio;
let browser;

before(async () => {
  studio = await startStudio(folder, ["fantasy-realms", "realm-builder"]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

test("values are tried, and each has its row", { timeout: 120_000 }, async () => {
  const page = await openPage(browser, `${studio.url}/#/fantasy-realms/lab`);
  const games = page.getByLabel("Number of games");
  await games.waitFor();
  await games.fill("20");
  await page.locator("summary").filter({ hasText: "Several simulations" }).click();
  await page.getByLabel("Values to try").fill("players=3..4\noption.variant=base,chaos");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const run = page.locator(".run").first();
  await run.locator(".badge").filter({ hasText: "done" }).waitFor({ timeout: 90_000 });
  const rows = run.locator("tbody tr");
  assert.equal(await rows.count(), 4);
  assert.match(await rows.first().textContent(), /players=3, option\.variant=base20\d/);
  assert.match(await run.textContent(), /Run 1 .*20 games each, trying players=3\.\.4 and option\.variant=base,chaos/s);
  await run.locator("summary").filter({ hasText: /^Report$/ }).click();
  await until(async () => (await run.locator("pre").textContent()).includes("players"), "the report");
  await run.scrollIntoViewIfNeeded();
  await picture(page, "lab-sweep");
  // A mistake is reported at the form; the browser counts its answer as a fault of the page.
  assertNoFaults(page);
  await page.getByLabel("Values to try").fill("players");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator("[role=alert] .error").filter({ hasText: "cannot be varied" }).waitFor();
  await page.context().close();
});

test("lists meet each other", { timeout: 180_000 }, async () => {
  const page = await openPage(browser, `${studio.url}/#/realm-builder/lab`);
  const games = page.getByLabel("Number of games");
  await games.waitFor({ timeout: 60_000 });
  await games.fill("2");
  await page.locator("summary").filter({ hasText: "Several simulations" }).click();
  const lists = page.getByRole("group", { name: "Lists that meet" }).getByRole("checkbox");
  await lists.nth(0).check();
  await lists.nth(1).check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const run = page.locator(".run").first();
  await run.locator(".badge").filter({ hasText: "done" }).waitFor({ timeout: 120_000 });
  assert.equal(await run.locator("tbody tr").count(), 2);
  assert.match(await run.locator("tbody tr").first().textContent(), / before /);
  await picture(page, "lab-lists");
  assertNoFaults(page);
  await page.context().close();
});
