// Everything without a mouse: a game from the lobby to its end, and the studio.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { copyGames, createMatch, startServe, startStudio } from "./lib/programs.js";
import { look, turn } from "./lib/table.js";

const folder = copyGames();
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** What has the focus: its role or tag, and its accessible name. */
function focus(page) {
  return page.evaluate(() => {
    const node = document.activeElement;
    const label = node.labels?.[0]?.textContent ?? node.getAttribute("aria-label") ?? node.textContent;
    return `${node.tagName.toLowerCase()} ${label.trim().replace(/\s+/g, " ").slice(0, 80)}`;
  });
}

/** Presses a key until the focus is on what `wanted` matches; fails after a tour of the page. */
async function pressTo(page, wanted, key = "Tab", most = 80) {
  const passed = [];
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press(key);
    const at = await focus(page);
    if (wanted.test(at)) {
      await assertVisibleFocus(page, at);
      return at;
    }
    passed.push(at);
  }
  assert.fail(`${key} never comes to ${wanted}: ${passed.join(" | ")}`);
}

/** Fails if the focused element cannot be told from others, or lies outside of the window. */
async function assertVisibleFocus(page, what) {
  const { outline, inside } = await page.evaluate(() => {
    const node = document.activeElement;
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    return {
      outline: (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none",
      inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
  });
  assert.ok(outline, `no mark of the focus on ${what}`);
  assert.ok(inside, `the focus is outside of the window: ${what}`);
}

test("tic-tac-toe from the lobby to the result", { timeout: 90_000 }, async () => {
  const server = await startServe(folder, ["tic-tac-toe", "chess"]);
  const page = await openPage(browser, server.url);
  await page.locator("summary").first().waitFor();

  await pressTo(page, /^summary Tic-tac-toe/);
  await page.keyboard.press("Enter");
  await pressTo(page, /^input Your name/);
  await page.keyboard.type("Ann");
  await pressTo(page, /^select Who plays in seat 2/);
  await page.keyboard.type("bot: random");
  await pressTo(page, /^button Create the match/);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Sit down" }).waitFor();
  assert.match(await focus(page), /^h4 The match .* is ready/);
  await pressTo(page, /^a Sit down/);
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/table\//);

  // Tab enters the board once, arrows move within it.
  await turn(page);
  await pressTo(page, /^button .*can be chosen/);
  const first = await focus(page);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await focus(page), first);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  let choices = 1;
  for (;;) {
    const seen = await turn(page);
    if (seen.status === "over") break;
    // The focus is still on the board: arrows lead from the lower left cell to a free one.
    if (choices === 1) await picture(page, "keyboard-tic-tac-toe");
    await page.keyboard.press("Home");
    for (let steps = 0; !/can be chosen/.test(await focus(page)); steps += 1) {
      assert.ok(steps < 9, `no free cell on the way; the focus is on ${await focus(page)}`);
      const at = await focus(page);
      await page.keyboard.press("ArrowRight");
      if ((await focus(page)) !== at) continue;
      await page.keyboard.press("ArrowUp");
      for (let back = 0; back < 2; back += 1) await page.keyboard.press("ArrowLeft");
    }
    const { ply } = seen;
    await page.keyboard.press("Enter");
    choices += 1;
    await until(async () => (await look(page)).ply > ply || (await look(page)).status === "over", "the choice is made");
  }
  assert.ok(choices >= 3);
  assert.match(await page.locator(".outcome").textContent(), /The game is over\./);
  assert.match(await page.locator(".outcome").textContent(), /You|Nobody|Random/);
  await picture(page, "keyboard-tic-tac-toe-over");
  assertNoFaults(page);
  await page.context().close();
  await server.stop();
});

test("numbers choose options, and Escape takes back what was picked", { timeout: 60_000 }, async () => {
  const server = await startServe(folder, ["chess"]);
  const { links } = await createMatch(server, { game: "chess", seats: ["human", "human"] });
  const page = await openPage(browser, server.url + links.seats[0]);
  await turn(page);
  await pressTo(page, /^button .*can be chosen/);
  await pressTo(page, /^button \w2:/, "ArrowUp", 2);
  await pressTo(page, /^button e2:/, "ArrowRight", 7);
  await page.keyboard.press("Enter");
  assert.equal((await look(page)).options, 2);
  assert.match(await focus(page), /picked/);
  await page.keyboard.press("Escape");
  assert.equal((await look(page)).picks, 0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("2");
  await until(async () => (await look(page)).ply === 1, "the second option is chosen");
  assertNoFaults(page);
  await page.context().close();
  await server.stop();
});

test("the studio: views, faces, and the details of one", { timeout: 90_000 }, async () => {
  const studio = await startStudio(folder, ["fantasy-realms"]);
  const page = await openPage(browser, studio.url);
  await page.locator(".tile").first().waitFor();

  await page.keyboard.press("Tab");
  assert.match(await focus(page), /Skip to the content/);
  await page.keyboard.press("Enter");
  await pressTo(page, /^input Search/);
  await page.keyboard.type("dragon");
  await until(async () => (await page.locator(".tile").count()) < 10, "the search narrows the faces");
  await page.keyboard.press("ArrowDown");
  const first = await focus(page);
  assert.match(first, /^button /);
  await page.keyboard.press("Enter");
  await page.locator(".detail-panel h2").waitFor();
  assert.match(await focus(page), /^h2 /);
  await picture(page, "keyboard-studio-detail");
  await page.keyboard.press("Escape");
  assert.equal(await focus(page), first);
  // The key / leads back to the search from anywhere.
  await page.keyboard.press("/");
  assert.match(await focus(page), /^input Search/);
  await page.keyboard.press("Escape");

  for (const view of ["Problems", "Table", "Lab", "Print", "Cards"]) {
    await page.evaluate(() => document.activeElement.blur());
    await pressTo(page, new RegExp(`^a ${view}`));
    await page.keyboard.press("Enter");
    await page.locator("h1:visible").filter({ hasText: view }).waitFor();
    assert.match(await focus(page), new RegExp(`^h1 ${view}`));
  }
  assertNoFaults(page);
  await page.context().close();
  await studio.stop();
});
