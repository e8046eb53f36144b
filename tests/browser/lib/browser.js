// The browser, its pages, and their errors.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { scratch } from "./programs.js";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const DESKTOP = { viewport: { width: 1200, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
}

/**
 * Opens an address in a browser context of its own. `page.faults` collects what went wrong: exceptions, messages of the console,
 * failed requests. `page.traffic` has the address of each request and all that was received, in order: { from, text }.
 */
export async function openPage(browser, url, options = DESKTOP) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.faults = [];
  page.traffic = [];
  page.bodies = [];
  page.on("pageerror", (error) => page.faults.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.faults.push(`console: ${message.text()}`);
  });
  page.on("requestfailed", (request) => {
    // Pages abort requests that they need no more, and so does the browser when it opens its viewer of PDF files.
    const { errorText } = request.failure() ?? {};
    if (errorText !== "net::ERR_ABORTED") page.faults.push(`failed: ${request.url()} ${errorText}`);
  });
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => page.traffic.push({ from: socket.url(), text: String(payload) }));
  });
  page.on("request", (request) => page.traffic.push({ from: request.url(), text: "" }));
  page.on("response", (response) => {
    if (response.status() >= 400) page.faults.push(`status ${response.status()}: ${response.url()}`);
    // A stream of events never ends, and a body is gone once its page has moved on.
    if ((response.headers()["content-type"] ?? "").startsWith("text/event-stream")) return;
    const body = response.body().then((bytes) => page.traffic.push({ from: response.url(), text: bytes.toString() }), () => {});
    page.bodies.push(Promise.race([body, new Promise((resolve) => setTimeout(resolve, 3000).unref())]));
  });
  await page.goto(url);
  return page;
}

/** Fails if something went wrong in a page; `except` tells what was meant to. */
export function assertNoFaults(page, except = () => false) {
  assert.deepEqual(page.faults.filter((fault) => !except(fault)), []);
}

/** Fails if the page is wider than the window. */
export async function assertFits(page, what) {
  const { width, window, widest } = await page.evaluate(() => {
    const width = document.documentElement.scrollWidth;
    const wide = [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > innerWidth + 1);
    return { width, window: innerWidth, widest: wide.slice(0, 5).map((node) => `${node.tagName}.${node.className}`) };
  });
  assert.ok(width <= window, `${what}: ${width} px wide in a window of ${window} px (${widest.join(", ")})`);
}

/** Fails with what axe-core finds of a serious or critical impact; returns how many rules passed. */
export async function assertAccessible(page, what) {
  await page.evaluate(`${axe};0`);
  const { violations, passes } = await page.evaluate(async () => {
    const result = await axe.run(document, { resultTypes: ["violations"] });
    const brief = (node) => `${node.target.join(" ")}: ${[...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ")}`;
    return {
      passes: result.passes.length,
      violations: result.violations.map((rule) => ({ impact: rule.impact, id: rule.id, nodes: rule.nodes.slice(0, 4).map(brief) })),
    };
  });
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(grave, [], what);
  return { passes, slight: violations.map(({ impact, id, nodes }) => `${impact} ${id}: ${nodes[0]}`) };
}

const pictures = process.env.SCREENSHOTS || path.join(scratch(), "pictures");

/** Writes a screenshot of what the window shows. */
export async function picture(page, name) {
  fs.mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`), scale: "css" });
}

/** Waits until a condition holds; fails with its words otherwise. */
export async function until(condition, words, { timeout = 15_000, interval = 20 } = {}) {
  const end = Date.now() + timeout;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) assert.fail(`not within ${timeout} ms: ${words}`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
