// The problem matchers, on what the program prints. With CARDWRIGHT, on a broken copy of a shipped game; else on lines kept here.
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { root } = require("./grammars");

const { problemPatterns, problemMatchers } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).contributes;
const [pattern] = problemPatterns;
const regexp = new RegExp(pattern.regexp);
const program = process.env.CARDWRIGHT;

/** Reads a line as the editor does. */
function problem(line) {
  const found = regexp.exec(line);
  if (!found) return undefined;
  const at = (key) => found[pattern[key]];
  return { file: at("file"), line: +at("line"), column: +at("column"), severity: at("severity"), code: at("code"), message: at("message") };
}

test("the matchers have the pattern", () => {
  for (const matcher of problemMatchers) assert.strictEqual(matcher.pattern, `$${pattern.name}`);
});

test("lines of `--format short` are problems, others are not", () => {
  assert.deepStrictEqual(problem("cards/beasts.toml:32:45: error[CW0514]: there is no suit `wizzard`"), {
    file: "cards/beasts.toml", line: 32, column: 45, severity: "error", code: "CW0514", message: "there is no suit `wizzard`",
  });
  assert.strictEqual(problem("C:\\games\\mine\\game.toml:3:1: warning[CW0600]: nothing uses it").file, "C:\\games\\mine\\game.toml");
  assert.strictEqual(problem("error[CW0001]: there is no game `nosuch`"), undefined);
  assert.strictEqual(problem("fantasy-realms: 2 warnings: 52 components"), undefined);
});

test("`cardwright check` and `cardwright run` on a broken game", { skip: !program && "CARDWRIGHT names no program" }, (t) => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "problems-"));
  t.after(() => fs.rmSync(scratch, { recursive: true }));
  fs.cpSync(path.join(root, "../../cards/fantasy-realms"), path.join(scratch, "my game"), { recursive: true });
  const run = (command) => {
    const { status, stdout } = spawnSync(program, [command, "my game", "--format", "short"], { cwd: scratch, encoding: "utf8" });
    return { status, lines: stdout.split("\n").filter(Boolean) };
  };
  const change = (file, from, to) => {
    const at = path.join(scratch, "my game", file);
    const before = fs.readFileSync(at, "utf8");
    assert.ok(before.includes(from), `${file} has no \`${from}\``);
    fs.writeFileSync(at, before.replace(from, to));
  };

  const scenario = fs.readdirSync(path.join(scratch, "my game/scenarios")).find((name) => {
    return /^equals = \d+$/m.test(fs.readFileSync(path.join(scratch, "my game/scenarios", name), "utf8"));
  });
  const at = path.join(scratch, "my game/scenarios", scenario);
  fs.writeFileSync(at, fs.readFileSync(at, "utf8").replace(/^equals = \d+$/m, "equals = 9999"));
  const failed = run("run");
  assert.strictEqual(failed.status, 1);
  assert.ok(failed.lines.map(problem).some((found) => found?.file === `my game/scenarios/${scenario}`), failed.lines.join("\n"));

  change("cards/beasts.toml", "suit == wizard)", "suit == wizzard)");
  const checked = run("check");
  assert.strictEqual(checked.status, 1);
  const [found, ...others] = checked.lines.map(problem);
  assert.deepStrictEqual(others, []);
  assert.deepStrictEqual({ ...found, line: 0, column: 0 }, {
    file: "my game/cards/beasts.toml", line: 0, column: 0, severity: "error", code: "CW0514", message: "there is no suit `wizzard`",
  });
  const line = fs.readFileSync(path.join(scratch, found.file), "utf8").split("\n")[found.line - 1];
  assert.ok(line.slice(found.column - 1).startsWith("wizzard"), `${found.line}:${found.column}`);
});
