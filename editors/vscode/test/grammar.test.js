// Highlighting, in each TOML grammar that an editor may have.
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { load, root, tokenize, tomlGrammars } = require("./grammars");

const repository = path.join(root, "../..");

/** Returns the innermost scope of the first token with a text on a line (from 1), without `.cardwright`; "code" and "text" tell where it is. */
function scopeOf(tokens, line, text) {
  const token = tokens.find((token) => token.line === line - 1 && token.text.trim().replace(/^# /, "") === text);
  assert.ok(token, `line ${line} has no token \`${text}\``);
  const inner = token.scopes.at(-1).replace(/\.(cardwright|toml)$/, "");
  if (token.scopes.some((scope) => scope.startsWith("meta.embedded."))) return `code ${inner}`;
  return token.scopes.some((scope) => scope.startsWith("meta.template.")) ? `text ${inner}` : inner;
}

/** A package of one file: after each `#=` the scopes expected of tokens in the line above. */
const sample = `
kind = "if where"
#= if where: string
[functions.others]
params = { self = "card", n = "int 0..9", names = "set of name" }
#= card: code entity.name.type; int: code support.type; 9: code constant.numeric.integer; set of: code keyword.operator.wordlike
returns = "card?"
#= ?: code keyword.operator
code = "-40 if none(active where suit == wizard)  # if \\"so\\""
#= if: code keyword.control; none: code support.function.builtin; where: code keyword.operator.wordlike; ==: code keyword.operator
#= wizard: code variable.other.readwrite; if \\"so\\": code comment.line.number-sign
text = "with {{ names | join(\\", \\") }} if {coin}"
#= names: text variable.other.template; |: text keyword.operator.filter.template; if: string; {coin}: constant.other.placeholder
[verbs.draw]
do = "log \\"{{ p }} draws\\"; end in draw"
#= log: code keyword.control; p: code variable.other.template; draws: code string.quoted.double; end: code keyword.control; draw: code keyword.control.contextual
log = '{% if n > 1 %}more{% endif %} where'
#= if: text keyword.control.template; where: string
[actions.take]
params = { card = "discards where it is unit", other = "hand" }
#= where: code keyword.operator.wordlike; it: code variable.language; hand: code variable.other.readwrite
when = 'you has armoured'
#= you: code variable.language; has: code keyword.operator.wordlike
do = """
choose by p "Pay {{ n }} if?" {
#= choose: code keyword.control; by: code keyword.control.contextual; n: code variable.other.template; if?: code string.quoted.double
  option "pay" when coins >= 2 { coins -= 2 }   # else
#= option: code keyword.control.contextual; when: code keyword.control.contextual; coins: code variable.other.readwrite; else: code comment.line.number-sign
}
let best: set of card = {}
#= let: code storage.type; best: code variable.other.readwrite; set of: code keyword.operator.wordlike; card: code entity.name.type
choose up to 2 cs from p.hand
#= up: code keyword.control.contextual; to: code keyword.control.contextual; cs: code variable.other.readwrite; from: code keyword.control.contextual; hand: code variable.other.property
let to = step(from, n) ?? null
#= step: code support.function.builtin; from: code variable.other.readwrite; ??: code keyword.operator; null: code invalid.illegal.null
draw(p, 1)
#= draw: code entity.name.function
for each c in hand by -c.cost { move(c, discards) }
#= for: code keyword.control; each: code keyword.control; by: code keyword.control.contextual; -: code keyword.operator; move: code support.function.builtin
"""
[zones.hand]
per = "player"
#= player: string
seen_by = "owner"
#= owner: string
top_seen_by = "players where team == self"
#= where: code keyword.operator.wordlike
[kinds.card.attributes]
cost = "int 0..9 per element"
#= per: code keyword.operator.wordlike; element: code entity.name.type
start = { type = "suit", default = "if" }
#= suit: code entity.name.type; if: string
[kinds.card.slots]
bonus = { returns = "int", default = "1 if marked", text = "if" }
#= if: code keyword.control
[state.player]
coins = { type = "int 0..9", start = "3 + seat(self)", until = "begin_turn(self)" }
#= seat: code support.function.builtin; begin_turn: code entity.name.function
[keywords.heavy.slots]
bonus = "-level if true"
#= level: code variable.other.readwrite; true: code constant.language
[scoring]
ties = ["p.coins if true", "-p.base"]
#= coins: code variable.other.property; base: code variable.other.property
[figures]
richest = { value = "p.coins", per = "player" }
#= coins: code variable.other.property; player: string
[cards.dragon]
name = "No If"
#= No If: string
suit = "beast"
#= beast: string
keywords = ["armoured 2 if"]
#= armoured 2 if: string
penalty = '-40 if none(active)'
#= if: code keyword.control
flavour = "It was asleep, if so."
#= It was asleep, if so.: string
[[cards.dragon.reactions]]
after = "discard"
#= discard: string
where = "card == self"
#= self: code variable.language
[cards.dragon.actions.cast]
params = { target = "foes" }
#= foes: code variable.other.readwrite
[flow]
play = '''act p from {take} else { return none }'''
#= act: code keyword.control; from: code keyword.control.contextual; return: code keyword.control; none: code constant.language
[[steps]]
choose = "take where"
#= take where: string
play = "random"
#= random: string
expect = "any(discards)"
#= any: code support.function.builtin
[dependencies]
do = "if where"
#= if where: string
# do = "if where"
#= do = "if where": comment.line.number-sign
`;

/** Splits the sample into TOML and its expectations: `[line, text, scope]`. */
function expectations() {
  const lines = [];
  const expected = [];
  for (const line of sample.split("\n")) {
    if (!line.startsWith("#= ")) {
      lines.push(line);
      continue;
    }
    for (const part of line.slice(3).split("; ")) {
      const [text, scope] = [part.slice(0, part.lastIndexOf(": ")), part.slice(part.lastIndexOf(": ") + 2)];
      expected.push([lines.length, text, scope]);
    }
  }
  return [lines.join("\n"), expected];
}

/** Returns the files below a folder whose names end so. */
function filesBelow(folder, ending) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending)).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

/** Returns the tokens of each line. */
function groupByLine(tokens) {
  const groups = new Map();
  for (const token of tokens) groups.set(token.line, [...(groups.get(token.line) ?? []), token]);
  return groups;
}

for (const [name, toml] of Object.entries(tomlGrammars)) {
  test(`the sample is highlighted in the TOML grammar \`${name}\``, async () => {
    const [text, expected] = expectations();
    const tokens = tokenize(await load("source.toml", toml), text);
    for (const [line, token, scope] of expected) {
      const found = scopeOf(tokens, line, token);
      // TOML grammars name their strings and comments differently.
      const matches = scope === "string" ? /^string\b/.test(found) : found === scope;
      assert.ok(matches, `line ${line}, \`${token}\`: expected ${scope}, found ${found}\n${text.split("\n")[line - 1]}`);
    }
  });

  test(`every shipped package is highlighted in the TOML grammar \`${name}\``, async () => {
    const grammar = await load("source.toml", toml);
    const files = filesBelow(path.join(repository, "cards"), ".toml");
    assert.ok(files.length > 100, "where are the shipped packages?");
    let codes = 0;
    for (const file of files) {
      const text = fs.readFileSync(file, "utf8");
      const lines = text.split(/\r?\n/);
      const byLine = groupByLine(tokenize(grammar, text));
      const holdsCode = !/\/(texts|decks|schema)\/|print\.toml$/.test(file);
      for (const [at, tokens] of byLine) {
        const where = `${path.relative(repository, file)}:${at + 1}: ${lines[at]}`;
        const isIn = (prefix) => (token) => token.scopes.some((scope) => scope.startsWith(prefix));
        for (const token of tokens) {
          const inner = token.scopes.at(-1);
          const isOfCode = /^(keyword|storage|support|entity|variable)\b.*\.cardwright$/.test(inner);
          assert.ok(!isOfCode || isIn("meta.embedded.")(token) || isIn("meta.template.")(token), `code outside of code: ${where}`);
        }
        // A string without an end would swallow the headers after it.
        if (/^\[\[?[\w.-]+\]\]?\s*(#.*)?$/.test(lines[at])) {
          assert.ok(!isIn("string")(tokens[0]) && !isIn("meta.embedded.")(tokens[0]), `no header: ${where}`);
        }
        const entry = /^(do|code|when|where|only_if|that|evaluate|expect|score)\s*=\s*(["'])(?!\2)\S/.exec(lines[at]);
        if (entry && holdsCode) {
          codes += 1;
          assert.ok(tokens.some(isIn("meta.embedded.line.")), `no code: ${where}`);
        }
        const block = /^(do|code|setup|play)\s*=\s*('''|""")$/.test(lines[at]) && !/^\s*('''|"""|#)/.test(lines[at + 1]);
        if (block && holdsCode) {
          codes += 1;
          assert.ok(byLine.get(at + 1).some(isIn("meta.embedded.block.")), `no code: ${where}`);
        }
      }
    }
    assert.ok(codes > 1000, `only ${codes} strings of code`);
  });
}

test("every keyword and built-in word of the language has its scope", async () => {
  const grammar = await load("source.cardwright");
  const scope = (code, word) => tokenize(grammar, code).find((token) => token.text.trim() === word)?.scopes.at(-1);
  const words = fs.readFileSync(path.join(repository, "src/syntax/words.rs"), "utf8");
  const reserved = /RESERVED: &\[&str\] = &\[([^\]]*)\]/.exec(words)[1].match(/\w+/g);
  assert.ok(reserved.length > 30);
  for (const word of [...reserved, "has"]) {
    assert.match(scope(`${word} x`, word), /^(keyword|storage|constant\.language|variable\.language|invalid\.illegal\.null)\b/, word);
  }
  const vocabulary = fs.readFileSync(path.join(repository, "src/vocabulary/mod.rs"), "utf8");
  const builtin = [...vocabulary.matchAll(/^ {4}\w+ "(\w+)" (?:Aggregate|Calculation|Board|Chance|Change) /gm)].map((found) => found[1]);
  assert.ok(builtin.length > 40);
  for (const word of builtin) {
    assert.strictEqual(scope(`${word}(x)`, word), "support.function.builtin.cardwright", word);
  }
  // A contextual word is a name anywhere else.
  for (const word of ["by", "from", "option", "when", "more", "any", "draw", "out", "up", "to", "exactly"]) {
    assert.strictEqual(scope(`x = ${word}`, word), "variable.other.readwrite.cardwright", word);
  }
});
