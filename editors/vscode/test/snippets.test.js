// Every snippet, put together to one package, must pass `cardwright check`. Needs the program: CARDWRIGHT names it.
const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { root } = require("./grammars");
const { expand } = require("./snippets");

const read = (file) => JSON.parse(fs.readFileSync(path.join(root, "../../templates/snippets", file), "utf8"));
const declarations = read("declarations.json");
const statements = read("statements.json");
const program = process.env.CARDWRIGHT;

/** Which snippets make which file, in this order. */
const files = {
  "game.toml": [
    "Game", "Option", "Option, a number", "Option, yes or no", "Setup", "Require", "Enums", "Enum, ordered", "Dice", "Words", "Kind",
    "Attributes", "State of components", "Slots", "State of the table", "State of players", "Zone, a deck", "Zone, a hand", "Zone",
    "Board", "History", "Flow", "Scoring", "Bot", "Figures", "Deck rules",
  ],
  "rules/rules.toml": [
    "Function", "Function with statements", "Verb", "Action", "Action of components", "Reaction", "Modifier", "Keyword",
  ],
  "cards/cards.toml": ["Cards", "Card", "Card with a rule", "Card with a reaction"],
  "decks/list.toml": ["Deck list"],
  "scenarios/draw.toml": ["Scenario", "Step, expect", "Step, value"],
  "print.toml": ["Sheet"],
};

/** Steps that need a game in play. */
const inPlay = `name = "Taken"
players = 3
begin = "play"
[zones]
deck = ["Turnip"]
discards = ["Parsley"]
`;

test("every declaration snippet is in the package", () => {
  const used = Object.values(files).flat();
  const rest = ["Step, choose", "Step, options", "Step, winners"];
  assert.deepStrictEqual([...used, ...rest].sort(), Object.keys(declarations).sort());
});

test("prefixes are different", () => {
  for (const snippets of [declarations, statements]) {
    const prefixes = Object.values(snippets).map((snippet) => snippet.prefix);
    assert.strictEqual(new Set(prefixes).size, prefixes.length);
  }
});

test("the package of all snippets passes `cardwright check` and its scenarios pass", { skip: !program && "CARDWRIGHT names no program" }, (t) => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "snippets-"));
  t.after(() => fs.rmSync(scratch, { recursive: true }));
  const folder = path.join(scratch, "my-game");
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  for (const [file, names] of Object.entries(files)) {
    write(file, names.map((name) => expand(declarations[name].body)).join("\n"));
  }
  const steps = ["Step, options", "Step, choose"].map((name) => expand(declarations[name].body));
  write("scenarios/play.toml", inPlay + steps.join("\n"));
  const over = '[[steps]]\ndo = "win players[1]"\n' + expand(declarations["Step, winners"].body);
  write("scenarios/over.toml", `name = "Over"\nplayers = 3\n${over}`);
  // Each statement in a verb of its own.
  const verbs = Object.values(statements).map(({ body }, i) => {
    return `[verbs.statement_${i}]\nparams = { you = "player" }\ndo = '''\n${expand(body)}\n'''\n`;
  });
  write("rules/statements.toml", verbs.join("\n"));

  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(program, [...args, folder, "--format", "short"], { encoding: "utf8" });
    return { status, out: stdout + stderr };
  };
  const checked = run("check");
  assert.strictEqual(checked.status, 0, checked.out);
  // Snippets declare what nothing uses yet (CW0600); other warnings would be about the snippets themselves.
  const warnings = checked.out.split("\n").filter((line) => /: warning\[/.test(line) && !/\[CW0600\]/.test(line));
  assert.deepStrictEqual(warnings, []);
  const scenarios = run("run");
  assert.strictEqual(scenarios.status, 0, scenarios.out);
});
