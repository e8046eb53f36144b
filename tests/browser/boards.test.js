// Boards and lists of a table: faces of components on places, marks of what can be chosen, words and state.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, assertFits, assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { copyGames, createMatch, startServe } from "./lib/programs.js";
import { look, turn } from "./lib/table.js";

const LIMIT = { timeout: 90_000 };
const folder = copyGames();
let server;
let browser;

before(async () => {
  server = await startServe(folder, ["twelve-realms", "chess", "minute-realms"]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Takes options of the list until `isEnough` holds. */
async function playUntil(page, isEnough, words) {
  for (let choices = 0; choices < 40; choices += 1) {
    await turn(page);
    if (await isEnough()) return;
    const { ply } = await look(page);
    await page.locator("button.option").first().evaluate((button) => button.click());
    await until(async () => (await look(page)).ply !== ply || (await look(page)).picks > 0, "an effect");
  }
  assert.fail(`not within 40 choices: ${words}`);
}

async function begin(match, { options = DESKTOP, prepare = async () => {} } = {}) {
  const { links } = await createMatch(server, match);
  const page = await openPage(browser, "about:blank", options);
  await prepare(page);
  await page.goto(server.url + links.seats[0]);
  await turn(page);
  return page;
}

const REALMS = { game: "twelve-realms", players: 2, seed: 3, seats: ["human", "random"] };
const foes = (page) => page.locator(".token").filter({ has: page.locator('[src*="/foes/"], [data-failed*="/foes/"]') });

/** Scrolls to all boards, so that their pictures are loaded. */
async function seeAll(page) {
  for (const board of await page.locator(".board").all()) await board.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
}

test("every component on a board has a picture that exists, and heroes stand there as pawns", LIMIT, async () => {
  const page = await begin(REALMS);
  await playUntil(page, async () => (await foes(page).count()) >= 2, "two foes on boards");
  await seeAll(page);
  const tokens = await page.locator(".token .face").evaluateAll((faces) => faces.map((face) => ({
    src: face.getAttribute("src"), isLoaded: face.complete === true && face.naturalWidth > 0,
  })));
  assert.ok(tokens.length >= 3);
  assert.deepEqual(tokens.filter(({ isLoaded }) => !isLoaded), []);
  assert.ok(tokens.some(({ src }) => src.includes("/pawns/")), JSON.stringify(tokens));
  assert.deepEqual(tokens.filter(({ src }) => src.includes("/heroes/")), []);
  // What stands on a place stays within it.
  const outside = await page.locator(".token").evaluateAll((all) => all.filter((token) => {
    const [inner, outer] = [token.getBoundingClientRect(), token.closest(".cell").getBoundingClientRect()];
    return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  }).length);
  assert.equal(outside, 0);
  await picture(page, "boards-twelve-realms");
  assertNoFaults(page);
  await page.context().close();
});

test("a face that cannot be loaded becomes a disc with the title", LIMIT, async () => {
  const fail = (page) => page.route(/\/faces\/.*\/(foes|heroes|hero)\b.*\.svg/, (route) => route.fulfill({ status: 404, body: "" }));
  const page = await begin(REALMS, { prepare: fail });
  await playUntil(page, async () => (await page.locator(".token").count()) >= 4, "components on boards");
  await seeAll(page);
  await until(async () => (await page.locator(".token .disc-face").count()) > 0, "a disc");
  const titles = await page.locator(".token .disc-title").evaluateAll((all) => all.map((title) => title.dataset.text));
  assert.ok(titles.every((title) => /^[A-Z]/.test(title)), titles.join());
  const broken = await page.locator("img").evaluateAll((all) => all.filter((img) => img.complete && img.naturalWidth === 0
    && img.getClientRects().length > 0 && getComputedStyle(img).visibility !== "hidden").map((img) => img.src));
  assert.deepEqual(broken, []);
  await picture(page, "boards-failed-faces");
  await page.context().close();
});

test("destinations are marked once a piece is pointed at, and pieces are those that are printed", LIMIT, async () => {
  const page = await begin({ game: "chess", seats: ["human", "human"] });
  const marked = () => page.locator(".target-later").evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).sort());
  assert.deepEqual(await marked(), []);
  assert.ok((await page.locator(".cell.target").count()) > 8);
  await page.locator('[data-cell="e2"]').hover();
  assert.deepEqual(await marked(), ["e3", "e4"]);
  await page.mouse.move(0, 0);
  await until(async () => (await marked()).length === 0, "no mark when the pointer has gone");
  await page.locator('[data-cell="g1"]').click();
  const next = await page.locator(".cell.target").evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).sort());
  assert.deepEqual(next, ["f3", "h3"]);
  await picture(page, "boards-chess-picked");
  await page.keyboard.press("Escape");
  const pieces = await page.locator('[data-cell="e1"] img, [data-cell="e8"] img').evaluateAll((all) => all.map((img) => img.getAttribute("src").split("/").at(-1)));
  assert.deepEqual(pieces.sort(), ["king-1.svg", "king-2.svg"]);
  assertNoFaults(page);
  await page.context().close();
});

const MINUTES = { game: "minute-realms", players: 3, seed: 3, seats: ["human", "random", "random"] };

for (const [name, options] of [["desktop", DESKTOP], ["phone", PHONE]]) {
  test(`words beside components are whole and cover no card, ${name}`, LIMIT, async () => {
    const page = await begin(MINUTES, { options });
    await playUntil(page, async () => (await page.locator(".piece-badge").count()) >= 4, "four badges");
    const badges = await page.locator(".piece-badge").evaluateAll((all) => all.map((badge) => ({
      text: badge.dataset.text,
      isBroken: !badge.dataset.text.includes(" ") && badge.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(badge).lineHeight),
      isCut: badge.scrollWidth > badge.clientWidth + 1,
      isOver: badge.getBoundingClientRect().top < badge.closest(".piece").querySelector(".face").getBoundingClientRect().bottom - 1,
    })));
    assert.deepEqual(badges.filter(({ isBroken, isCut, isOver }) => isBroken || isCut || isOver), []);
    const marks = await page.locator(".mark-word").evaluateAll((all) => all.map((mark) => mark.dataset.text));
    assert.deepEqual(marks.filter((mark) => mark.endsWith(".")), []);
    await assertFits(page, "table");
    await picture(page, `boards-badges-${name}`);
    assertNoFaults(page);
    await page.context().close();
  });
}

test("state that says nothing shows on demand, and what has a value for each key reads as a list", LIMIT, async () => {
  const page = await begin(REALMS);
  const shown = () => page.locator(".field-pair:visible dd").allTextContents();
  await playUntil(page, async () => (await shown()).some((text) => / · /.test(text)), "a variable with several values");
  const values = await shown();
  assert.deepEqual(values.filter((value) => value === "no" || value === "0" || value.includes(" = ")), []);
  await page.locator(".more-fields > summary").click();
  assert.ok((await shown()).some((value) => value === "no" || value === "0"));
  await page.context().close();
});

test("the help closes by Escape and by a click elsewhere", LIMIT, async () => {
  const page = await begin({ game: "chess", seats: ["human", "human"] });
  const help = page.locator(".help-box");
  const panel = page.locator(".help-panel");
  await help.locator("summary").click();
  assert.ok(await panel.isVisible());
  await panel.click();
  assert.ok(await panel.isVisible());
  await page.keyboard.press("Escape");
  assert.equal(await panel.isVisible(), false);
  await help.locator("summary").click();
  await page.locator(".seats-others").click();
  assert.equal(await panel.isVisible(), false);
  await page.context().close();
});
