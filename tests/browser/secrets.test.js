// Everything that pages at one table receive, searched for names of cards that their viewers may not know.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoFaults, launch, openPage, picture, until } from "./lib/browser.js";
import { copyGames, createMatch, startServe } from "./lib/programs.js";
import { Knowledge, watch } from "./lib/secrets.js";
import { choose, look, random } from "./lib/table.js";

let server;
let browser;

before(async () => {
  server = await startServe(copyGames(), ["fantasy-realms", "hearts"]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Assets are the same for everybody, and the page of a table names no match.
const isSpecific = (from) => !from.includes("/assets/") && !/\/table\/[^/]+$/.test(from);

// Mirage and Shapeshifter may look like any card of certain suits, so their question lists cards that nobody has shown.
const NAMING = /Look like which card/;

// Hands are shown at the end, before cards choose what they count as.
const SHOWN = /^(?:player \d+ )?(?:shows|counts) /;

const CARDS = { open: ["discards", "offer"], own: ["hand", "drawn"], naming: NAMING, shown: SHOWN };

const MATCHES = {
  "Fantasy Realms for two": { match: { game: "fantasy-realms", players: 2, options: { variant: "two_player" }, seed: 4, seats: ["human", "human"] }, zones: CARDS },
  "Fantasy Realms with a bot": { match: { game: "fantasy-realms", players: 3, seed: 8, seats: ["human", "human", "random"] }, zones: CARDS },
  "Hearts, a hand with passing": {
    match: { game: "hearts", players: 4, seed: 5, seats: ["human", "human", "random", "random"] },
    zones: { open: ["played", "taken"], own: ["hand", "passed"], naming: NAMING, shown: SHOWN },
  },
};

for (const [name, { match, zones }] of Object.entries(MATCHES)) {
  test(`two people at one table: ${name}`, { timeout: 180_000 }, async (context) => {
    const { players, seed } = match;
    const { links } = await createMatch(server, { ...match, listed: true });
    const referee = await watch(server, links.referee);
    const viewers = [
      { who: "seat 1", seat: 1, link: links.seats[0] },
      { who: "seat 2", seat: 2, link: links.seats[1] },
      { who: "an onlooker", seat: 0, link: links.public },
      { who: "behind seat 2", seat: 2, link: links.shoulder[1] },
    ];
    for (const viewer of viewers) viewer.page = await openPage(browser, server.url + viewer.link);
    const pages = new Map(viewers.slice(0, 2).map(({ seat, page }) => [seat, page]));

    const knowledge = new Knowledge({ ...zones, players });
    const states = new Map(viewers.map(({ who }) => [who, { read: 0, ply: 0 }]));
    const counts = { frames: 0, answers: 0, pages: 0, positions: 0, hidden: 0 };
    let added = 0;

    // Compares everything that arrived since the last time with the referee's knowledge at the same ply.
    async function compare() {
      const { ply } = referee.last;
      for (const { who, page } of viewers) await until(async () => (await look(page)).ply >= ply, `${who} at ply ${ply}`);
      const shown = new Map();
      for (const { who, page } of viewers) {
        shown.set(who, await page.evaluate(() => ({ ply: Number(document.querySelector(".table").dataset.ply), html: document.body.outerHTML })));
        await Promise.all(page.bodies);
      }
      // A bot may have gone on since: the referee hears of it a moment before or after the others.
      const fresh = new Map(viewers.map(({ who, page }) => [who, page.traffic.slice(states.get(who).read)]));
      const latest = Math.max(ply, ...[...fresh.values()].flat().map((message) => plyOf(message) ?? 0), ...[...shown.values()].map((page) => page.ply));
      await until(() => referee.last.ply >= latest, `the referee at ply ${latest}`);
      for (; added < referee.positions.length; added += 1) knowledge.add(referee.positions[added]);

      for (const { who, seat } of viewers) {
        const state = states.get(who);
        state.read += fresh.get(who).length;
        for (const { from, text } of fresh.get(who)) {
          state.ply = plyOf({ text }) ?? state.ply;
          if (!isSpecific(from)) continue;
          // A face may name other cards in its rules, and a game in its summary. Its address tells whether
          // the viewer may have a face.
          const words = from.includes("/faces/") ? from : `${from} ${text.replace(/"summary":"[^"]*"/, "")}`;
          const leaks = knowledge.leaks(state.ply, seat, words);
          assert.deepEqual(leaks, [], `${who} learns at ply ${state.ply} from ${from}: ${text.slice(0, 3000)}`);
          counts[from.startsWith("ws") ? "frames" : "answers"] += 1;
        }
        const { ply: drawn, html } = shown.get(who);
        assert.deepEqual(knowledge.leaks(drawn, seat, html), [], `${who} shows at ply ${drawn}`);
        counts.pages += 1;
        counts.hidden += knowledge.hidden(drawn, seat).length;
      }
      counts.positions += 1;
    }

    const draw = random(seed);
    for (;;) {
      await compare();
      const { ply, position } = referee.last;
      if (position.status !== "choice") break;
      const page = pages.get(position.seat);
      if (page) await choose(page, draw, /Draw/);
      await until(() => referee.last.ply > ply || referee.last.position.status !== "choice", `a choice of seat ${position.seat}`);
      if (counts.positions === 8) for (const { who, page: at } of viewers) await picture(at, `secrets-${match.game}-${players}-${who.replaceAll(" ", "-")}`);
    }

    // The comparison itself works: the referee's first view would have given away nearly everything.
    assert.ok(knowledge.leaks(0, 1, JSON.stringify(referee.positions[0])).length > 30);
    assert.equal(referee.last.position.status, "over");
    context.diagnostic(JSON.stringify(counts));
    assert.ok(counts.positions > 10 && counts.frames > 50 && counts.answers > 40 && counts.hidden > 100, JSON.stringify(counts));
    for (const { page } of viewers) {
      assertNoFaults(page);
      await page.context().close();
    }
    referee.close();
  });
}

/** The ply of a message; null if it is no position. */
function plyOf({ text }) {
  return text.includes('"event":"position"') ? JSON.parse(text).ply : null;
}
