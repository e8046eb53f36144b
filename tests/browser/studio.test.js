// The studio follows the files: an edited card shows at once, and errors come and go.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { edit } from "./lib/edit.js";
import { copyGames, startStudio } from "./lib/programs.js";

const folder = copyGames();
const beasts = "fantasy-realms/cards/beasts.toml";
let studio;
let browser;
let page;

before(async () => {
  studio = await startStudio(folder, ["fantasy-realms", "realm-classic"]);
  browser = await launch();
  page = await openPage(browser, `${studio.url}/#/fantasy-realms/cards`);
  await page.locator(".tile").first().waitFor();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

/** The address of the picture of each face that the grid shows, by file. */
function faces() {
  return page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".view-cards .tile")].map((tile) => {
    const img = tile.querySelector("img");
    return [tile.dataset.file, img.dataset.wanted ?? img.getAttribute("src")];
  })));
}

/** The files of the faces that are not as in `old`. */
async function changedSince(old) {
  const now = await faces();
  assert.deepEqual(Object.keys(now), Object.keys(old));
  return Object.keys(now).filter((file) => now[file] !== old[file]);
}

/** Asks for a face as the page does. */
async function faceText(url) {
  const response = await fetch(new URL(url, studio.url));
  assert.equal(response.status, 200);
  return response.text();
}

const tile = (file) => page.locator(`.tile[data-file="${file}"]`);

test("an edited card shows its new face, and no other changes", { timeout: 60_000 }, async (context) => {
  const before = await faces();
  assert.ok(Object.keys(before).length > 50);
  assert.equal(await page.locator(".tile-changed").count(), 0);

  const saved = Date.now();
  edit(folder, beasts, "strength = 30", "strength = 31");
  await until(async () => (await changedSince(before)).length > 0, "another face");
  context.diagnostic(`from the saved file to the face: ${Date.now() - saved} ms`);
  await page.waitForTimeout(300);
  assert.deepEqual(await changedSince(before), ["cards/dragon"]);

  const after = await faces();
  const [old, now] = await Promise.all([before, after].map((all) => faceText(all["cards/dragon"])));
  assert.notEqual(old, now);
  // The picture itself is loaded, not only its address set.
  await until(() => tile("cards/dragon").locator("img").evaluate((img) => img.complete && img.naturalWidth > 0), "the picture is loaded");

  assert.equal(await page.locator(".tile-changed").count(), 1);
  assert.match(await tile("cards/dragon").textContent(), /changed/);
  await page.getByRole("button", { name: "Changed only (1)" }).click();
  assert.equal(await page.locator(".tile:visible").count(), 1);
  await picture(page, "studio-changed-only");
  await page.getByRole("button", { name: "Changed only (1)" }).click();
});

test("the details compare the face before and now", { timeout: 60_000 }, async () => {
  await tile("cards/dragon").click();
  const detail = page.locator(".detail-panel");
  await detail.getByLabel("Before and now").waitFor();
  assert.match(await detail.textContent(), /31/);
  const [face, was] = await Promise.all(["face", "before"].map((role) => detail.locator(`img[data-role=${role}]`).getAttribute("src")));
  assert.notEqual(face, was);
  // The slider uncovers the one or the other.
  const split = () => detail.locator(".compare-frame").evaluate((frame) => frame.style.getPropertyValue("--split"));
  assert.equal(await split(), "50%");
  // The label beside the thumb names the face that is seen.
  const slider = detail.getByLabel("Before and now");
  const seen = () => detail.locator(".compare-frame").evaluate((frame) => [...frame.querySelectorAll("img")].filter((img) => {
    const [, top, right, bottom, left = right] = /inset\((\S+) (\S+)(?: (\S+) (\S+))?\)/.exec(getComputedStyle(img).clipPath) ?? [];
    return top !== undefined && bottom !== undefined && parseFloat(right) + parseFloat(left) < 100;
  }).map((img) => img.dataset.role));
  await slider.press("Home");
  assert.equal(await split(), "0%");
  assert.equal(await slider.getAttribute("aria-valuetext"), "before");
  // The pictures are cut anew with the next frame.
  await until(async () => String(await seen()) === "before", "the face before alone");
  const [thumb, labels] = [await slider.boundingBox(), await detail.locator(".compare-control span").allTextContents()];
  assert.deepEqual(labels, ["Before", "Now"]);
  const ring = await detail.locator(".compare-control").boundingBox();
  assert.ok(thumb.x - 5 >= ring.x && thumb.x + thumb.width + 5 <= ring.x + ring.width, "the ring of the focus has room beside it");
  await slider.press("End");
  assert.equal(await split(), "100%");
  assert.equal(await slider.getAttribute("aria-valuetext"), "now");
  await until(async () => String(await seen()) === "face", "the face now alone");
  assert.match(await detail.locator(".source").textContent(), /strength = 31/);

  // While the details are open, a further save shows in them.
  edit(folder, beasts, "strength = 31", "strength = 32");
  await until(async () => (await detail.locator(".source").textContent()).includes("strength = 32"), "the new source");
  // The new picture is decoded before it replaces the old one.
  await until(async () => (await detail.locator("img[data-role=face]").getAttribute("src")) !== face, "the new face");
  assert.equal(await detail.locator("img[data-role=before]").getAttribute("src"), was);
  await page.keyboard.press("Escape");
});

test("accepted faces are no changes any more", { timeout: 60_000 }, async () => {
  await page.getByRole("button", { name: "Accept as they are" }).click();
  await until(async () => (await page.locator(".tile-changed").count()) === 0, "no face is marked");
});

test("a syntax error shows among the problems; the faces stay until it is mended", { timeout: 60_000 }, async () => {
  const before = await faces();
  const mended = fs.readFileSync(path.join(folder, beasts), "utf8");
  edit(folder, beasts, "strength = 32", "strength = 32 32");

  await page.locator("#views .count.error").waitFor();
  await page.locator(".outdated:not([hidden])").waitFor();
  assert.deepEqual(await changedSince(before), []);
  assert.ok(await tile("cards/dragon").locator("img").evaluate((img) => img.naturalWidth > 0));
  await picture(page, "studio-cards-outdated");

  await page.locator("#views a").filter({ hasText: "Problems" }).click();
  const problem = page.locator(".problem.error");
  await problem.first().waitFor();
  assert.match(await problem.first().textContent(), /beasts\.toml/);
  assert.match(await problem.locator(".excerpt").first().textContent(), /strength = 32 32/);
  await picture(page, "studio-problems-error");
  await problem.getByRole("button", { name: /^Explain/ }).first().click();
  await page.locator("dialog[open] h1, dialog[open] h2").first().waitFor();
  await page.keyboard.press("Escape");

  fs.writeFileSync(path.join(folder, beasts), mended);
  await page.locator(".nothing-wrong").waitFor();
  assert.equal(await page.locator("#views .count").isVisible(), false);
  await page.locator("#views a").filter({ hasText: "Cards" }).click();
  await page.locator(".outdated").waitFor({ state: "hidden" });
  assert.deepEqual(await changedSince(before), []);
});

test("an error of another game leaves this one alone", { timeout: 60_000 }, async () => {
  const file = path.join(folder, "realm-classic/game.toml");
  const text = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, text.replace("[flow]", "[flow"));
  await page.locator("#game-place option").filter({ hasText: /Classic Realm \(\d+ errors?\)/ }).waitFor({ state: "attached" });
  assert.equal(await page.locator("#views .count").isVisible(), false);
  fs.writeFileSync(file, text);
  await page.locator("#game-place option").filter({ hasText: /^Classic Realm$/ }).waitFor({ state: "attached" });
});

test("a studio that is started again is found by its page", { timeout: 60_000 }, async () => {
  const before = await faces();
  await studio.stop();
  await page.locator("#banner:not([hidden])").filter({ hasText: "has stopped" }).waitFor();
  edit(folder, beasts, "strength = 32", "strength = 30");
  studio = await startStudio(folder, ["fantasy-realms", "realm-classic"], { port: studio.port });
  await page.locator("#banner").waitFor({ state: "hidden" });
  await until(async () => (await changedSince(before)).includes("cards/dragon"), "the face as it was edited meanwhile");
  await faceText((await faces())["cards/dragon"]);
  assertNoFaults(page, (fault) => /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_ABORTED|ERR_EMPTY_RESPONSE/.test(fault));
});
