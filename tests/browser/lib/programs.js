// Starts and stops `cardwright serve` and `cardwright studio`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

// The tests may run in a copy elsewhere.
const repository = process.env.CARDWRIGHT_REPOSITORY ?? path.resolve(import.meta.dirname, "../../..");
const program = path.resolve(process.env.CARDWRIGHT ?? path.join(repository, "target/release/cardwright"));

// Milliseconds until a program must have said where it listens. A debug build compiles games slowly.
const START = 60_000;

const folders = [];
process.on("exit", () => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

/** Makes an empty folder that is removed at the end. */
export function scratch() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cardwright-browser-"));
  folders.push(folder);
  return folder;
}

/** Copies all shipped games, since some include others; returns the folder of the copies. */
export function copyGames() {
  const folder = path.join(scratch(), "cards");
  fs.cpSync(path.join(repository, "cards"), folder, { recursive: true });
  return folder;
}

/** Starts the program in a folder; resolves with its address once it listens. */
async function start(args, cwd) {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, EDITOR: "", VISUAL: "", CARDWRIGHT_EDITOR: "true" } });
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  // A test that fails before it stops its program must not keep the test runner waiting.
  for (const handle of [child, child.stdout, child.stderr]) handle.unref();
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${args[0]} does not listen: ${said}`)), START);
    const read = (data) => {
      said += data;
      const found = /http:\/\/[\d.]+:\d+/.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${args[0]} ended with ${code}: ${said}`)));
  });
  return {
    url,
    port: new URL(url).port,
    /** What it has written so far. */
    said: () => said,
    async stop(signal = "SIGTERM") {
      process.off("exit", kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      const late = setTimeout(() => child.kill("SIGKILL"), 5000);
      await once(child, "exit");
      clearTimeout(late);
    },
  };
}

/** Starts a server of matches for games of `folder`. */
export function startServe(folder, games, { data = scratch(), port = 0 } = {}) {
  return start(["serve", ...games, "--port", String(port), "--data", data], folder);
}

/** Starts a studio for games of `folder`. */
export function startStudio(folder, games, { port = 0 } = {}) {
  return start(["studio", ...games, "--port", String(port)], folder);
}

/** Asks a server for JSON; fails with the server's words. */
export async function ask(url, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${url}: ${answer.error}`);
  return answer;
}

/** Makes a match; returns its id and links. */
export function createMatch(server, match) {
  return ask(`${server.url}/api/matches`, match);
}
