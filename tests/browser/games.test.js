// Whole games against bots, by clicks on components and options.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertFits, assertNoFaults, launch, openPage, picture } from "./lib/browser.js";
import { copyGames, createMatch, startServe } from "./lib/programs.js";
import { look, play, random } from "./lib/table.js";

let server;
let browser;

before(async () => {
  server = await startServe(copyGames(), ["fantasy-realms", "realm-classic", "chess"]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function sit(match) {
  const { links } = await createMatch(server, match);
  return openPage(browser, server.url + links.seats[0]);
}

for (const [variant, seats] of [["two_player", ["human", "random"]], ["base", ["human", "random", "random"]]]) {
  test(`Fantasy Realms, ${variant}: from the first card to the scores`, { timeout: 120_000 }, async () => {
    const page = await sit({ game: "fantasy-realms", players: seats.length, options: { variant }, seed: 11, seats });
    const played = await play(page, random(1), {
      listed: /Draw/,
      after: async (choices) => {
        if (choices === 6) await picture(page, `serve-fantasy-realms-${variant}`);
      },
    });
    assert.ok(played.over);
    assert.ok(played.choices >= 6 && played.components >= 4, JSON.stringify(played));
    const result = page.locator(".outcome");
    assert.match(await result.textContent(), /The game is over\./);
    assert.equal(await result.locator("tbody tr").count(), seats.length);
    assert.match(await page.locator(".record-lines").textContent(), /discards? /);
    await assertFits(page, "result");
    await picture(page, `serve-fantasy-realms-${variant}-over`);
    assertNoFaults(page);
    await page.context().close();
  });
}

test("Classic Realm: from the standard opening to the end", { timeout: 120_000 }, async () => {
  const page = await sit({ game: "realm-classic", options: { longest: "20" }, seed: 5, seats: ["human", "random"] });
  const played = await play(page, random(2), {
    after: async (choices) => {
      if (choices === 4) await picture(page, "serve-realm-classic");
    },
  });
  assert.ok(played.over);
  assert.ok(played.components >= played.choices, JSON.stringify(played));
  assert.match(await page.locator(".outcome").textContent(), /The game is over\./);
  assertNoFaults(page);
  await page.context().close();
});

test("Chess: thirty moves, each by clicking a piece and where it goes", { timeout: 120_000 }, async () => {
  const page = await sit({ game: "chess", seed: 9, seats: ["human", "random"] });
  const played = await play(page, random(3), {
    most: 30,
    after: async (choices) => {
      if (choices === 8) await picture(page, "serve-chess");
    },
  });
  assert.ok(played.over || played.choices === 30);
  // A piece with a single move needs one click; a promotion asks for the new piece in the list.
  assert.ok(played.components >= 1.5 * played.choices && played.options <= 6, JSON.stringify(played));
  assert.ok(played.over || (await look(page)).ply >= 59);
  assertNoFaults(page);
  await page.context().close();
});
