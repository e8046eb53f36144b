// Tokenizes TOML as VS Code does: its own engine, with a TOML grammar and the injection of this extension.
const fs = require("node:fs");
const path = require("node:path");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const root = path.join(__dirname, "..");
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const wasm = fs.readFileSync(path.join(root, "node_modules/vscode-oniguruma/release/onig.wasm"));
const ready = oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));

/** The TOML grammars that the injection is tried in, by name: this extension's, TextMate's, and those of `TOML_GRAMMARS`. */
const tomlGrammars = {
  own: path.join(root, "syntaxes/toml.tmLanguage.json"),
  textmate: path.join(root, "node_modules/tm-grammars/grammars/toml.json"),
};
for (const file of (process.env.TOML_GRAMMARS ?? "").split(path.delimiter).filter(Boolean)) {
  tomlGrammars[path.basename(file)] = file;
}

/** Loads a grammar by scope name; `toml` is the file of the TOML grammar. */
async function load(scope, toml) {
  const contributed = manifest.contributes.grammars;
  const registry = new Registry({
    onigLib: ready.then(() => ({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    })),
    loadGrammar: async (name) => {
      const own = contributed.find((grammar) => grammar.scopeName === name);
      const file = name === "source.toml" ? toml : own && path.join(root, own.path);
      return file ? parseRawGrammar(fs.readFileSync(file, "utf8"), "grammar.json") : null;
    },
    getInjections: (name) => contributed.filter((grammar) => grammar.injectTo?.includes(name)).map((grammar) => grammar.scopeName),
  });
  return registry.loadGrammar(scope);
}

/** Returns the tokens of a text: `{ line, text, scopes }`. Fails if a line takes longer than a second. */
function tokenize(grammar, text) {
  let stack = INITIAL;
  return text.split(/\r?\n/).flatMap((content, line) => {
    const { tokens, ruleStack, stoppedEarly } = grammar.tokenizeLine(content, stack, 1000);
    if (stoppedEarly) throw new Error(`line ${line + 1} takes too long`);
    stack = ruleStack;
    return tokens.map((token) => ({ line, text: content.slice(token.startIndex, token.endIndex), scopes: token.scopes }));
  });
}

module.exports = { load, tokenize, tomlGrammars, root };
