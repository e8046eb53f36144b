// A page that is loaded anew, and a server that is killed and started again: the position is the same, and the game goes on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { copyGames, createMatch, scratch, startServe } from "./lib/programs.js";
import { choose, look, play, random, turn } from "./lib/table.js";

const folder = copyGames();
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** What a player sees of a position, without what depends on the moment. */
async function position(page) {
  const seen = await turn(page);
  const table = await page.evaluate(() => ({
    pieces: [...document.querySelectorAll(".stage [data-piece], .stage .cell[data-label]")].map((node) => `${node.dataset.piece ?? ""} ${node.dataset.label}`),
    fields: [...document.querySelectorAll(".stage .field-pair")].map((node) => node.textContent),
    options: [...document.querySelectorAll(".option-label")].map((node) => node.textContent),
    record: [...document.querySelectorAll(".record-lines p")].map((node) => node.textContent),
  }));
  return { ply: seen.ply, question: seen.question, targets: seen.targets, ...table };
}

test("a page that is loaded anew shows the same position", { timeout: 60_000 }, async () => {
  const server = await startServe(folder, ["fantasy-realms"]);
  const { links } = await createMatch(server, { game: "fantasy-realms", players: 3, seed: 2, seats: ["human", "random", "random"] });
  const page = await openPage(browser, server.url + links.seats[0]);
  await play(page, random(7), { most: 5, listed: /Draw/ });
  const before = await position(page);
  assert.ok(before.ply >= 5 && before.pieces.length >= 8, JSON.stringify(before));
  await page.reload();
  assert.deepEqual(await position(page), before);
  await play(page, random(8), { most: 2, listed: /Draw/ });
  assertNoFaults(page);
  await page.context().close();
  await server.stop();
});

test("a server that is killed and started again goes on with all its matches", { timeout: 120_000 }, async () => {
  const data = scratch();
  const games = ["fantasy-realms", "chess"];
  const first = await startServe(folder, games, { data });
  const cards = await createMatch(first, { game: "fantasy-realms", players: 2, options: { variant: "two_player" }, seed: 2, seats: ["human", "human"], name: "Ann" });
  const chess = await createMatch(first, { game: "chess", seed: 3, seats: ["human", "random"] });
  const links = [cards.links.seats[0], cards.links.seats[1], chess.links.seats[0]];
  const [ann, bea, player] = await Promise.all(links.map((link) => openPage(browser, first.url + link)));
  const draw = random(4);

  for (let round = 0; round < 6; round += 1) {
    const { asked } = await until(async () => {
      const seen = await look(ann);
      return seen.status === "choice" && !seen.busy && seen;
    }, "a position");
    await choose(asked ? ann : bea, draw, /Draw/);
    await until(async () => (await look(ann)).ply === (await look(bea)).ply, "both pages at the same ply");
  }
  await play(player, draw, { most: 3 });
  const pages = [(await look(ann)).asked ? ann : bea, player];
  const before = await Promise.all(pages.map(position));

  await first.stop("SIGKILL");
  await Promise.all(pages.map((page) => page.locator(".banner:not([hidden])").filter({ hasText: "connection is lost" }).waitFor()));
  await picture(pages[0], "serve-connection-lost");
  // Nobody can choose meanwhile, and a click says nothing wrong.
  assert.ok((await look(pages[0])).offline);
  const again = await startServe(folder, games, { data, port: first.port });

  // Pages reconnect by themselves: no click, no reload.
  await Promise.all([ann, bea, player].map((page) => until(async () => !(await look(page)).offline, "a page that is connected again", { timeout: 20_000 })));
  assert.deepEqual(await Promise.all(pages.map(position)), before);
  assert.equal(await pages[0].locator(".banner").isVisible(), false);

  await choose(pages[0], draw, /Draw/);
  const other = pages[0] === ann ? bea : ann;
  await until(async () => (await look(other)).ply > before[0].ply, "the other page sees the choice");
  await play(player, draw, { most: 3 });

  // A link works in a new browser, too, and the other player's name is known.
  const late = await openPage(browser, again.url + links[1]);
  await until(async () => (await look(late)).ply > before[0].ply, "the position by the link");
  assert.match(await late.locator(".seats-others").textContent(), /Ann/);
  assertNoFaults(late);

  // While the server is gone, the browser itself notes that it finds none.
  const isLost = (fault) => /ERR_CONNECTION_REFUSED|WebSocket connection to/.test(fault);
  for (const page of [ann, bea, player]) assertNoFaults(page, isLost);
  for (const page of [ann, bea, player, late]) await page.context().close();
  await again.stop();
});

test("pictures that failed while the server was away are asked for again", { timeout: 60_000 }, async () => {
  const data = scratch();
  const first = await startServe(folder, ["chess"], { data });
  const { links } = await createMatch(first, { game: "chess", seed: 3, seats: ["human", "random"] });
  const page = await openPage(browser, "about:blank");
  await page.route("**/faces/**", (route) => route.abort());
  await page.goto(first.url + links.seats[0]);
  await turn(page);
  const pictures = () => page.evaluate(() => [...document.querySelectorAll(".stage img")].filter((img) => img.complete && img.naturalWidth > 0).length);
  assert.equal(await pictures(), 0);
  await page.unroute("**/faces/**");
  await first.stop("SIGKILL");
  await page.locator(".banner:not([hidden])").filter({ hasText: "connection is lost" }).waitFor();
  const again = await startServe(folder, ["chess"], { data, port: first.port });
  await turn(page);
  // The board, and sixteen pieces of each side.
  await until(async () => (await pictures()) === 33, "all pictures");
  await page.context().close();
  await again.stop();
});
