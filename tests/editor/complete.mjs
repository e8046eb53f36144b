// Asks the language server of Even Better TOML, as an editor would, what it offers at some places of a file.
//
//     node complete.mjs FOLDER_OF_NODE_MODULES ROOT FILE < '{"text": "…", "at": [[line, column], …]}'
//
// Lines and columns count from 0. Writes a JSON list: for each place, the labels that are offered.

import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const [tools, root, file] = process.argv.slice(2);
const { TaploLsp } = createRequire(path.join(tools, "x.js"))("@taplo/lsp");
const { text, at } = JSON.parse(fs.readFileSync(0, "utf8"));

const environment = {
  cwd: () => root,
  now: () => new Date(),
  envVar: () => undefined,
  envVars: () => [],
  findConfigFile: () => undefined,
  glob: () => [],
  isAbsolute: path.isAbsolute,
  readFile: async (name) => new Uint8Array(fs.readFileSync(name)),
  writeFile: async () => {},
  stdErrAtty: () => false,
  stdin: async () => new Uint8Array(),
  stdout: async (bytes) => bytes.length,
  stderr: async (bytes) => bytes.length,
  urlToFilePath: (url) => new URL(url).pathname,
  fetch: { fetch, Headers, Request, Response },
};

const waiting = new Map();
const server = await TaploLsp.initialize(environment, {
  onMessage(message) {
    if (message.method === undefined) {
      waiting.get(message.id)?.(message.result);
    } else if (message.id !== undefined) {
      const result = message.method === "workspace/configuration" ? [{}] : null;
      server.send({ jsonrpc: "2.0", id: message.id, result });
    } else if (message.method === "taplo/didChangeSchemaAssociation") {
      waiting.get("schema")?.();
    }
  },
});

let last = 0;
const send = (method, params) => server.send({ jsonrpc: "2.0", method, params });
const ask = (method, params) =>
  new Promise((answer) => {
    last += 1;
    waiting.set(last, answer);
    server.send({ jsonrpc: "2.0", id: last, method, params });
  });

const uri = `file://${file}`;
const workspace = `file://${root}`;
await ask("initialize", {
  processId: null,
  rootUri: workspace,
  capabilities: {},
  workspaceFolders: [{ uri: workspace, name: "package" }],
});
send("initialized", {});
const schemaFound = new Promise((done) => waiting.set("schema", done));
send("textDocument/didOpen", { textDocument: { uri, languageId: "toml", version: 1, text } });
await Promise.race([schemaFound, new Promise((done) => setTimeout(done, 3000))]);

const offered = [];
for (const [line, character] of at) {
  const items = await ask("textDocument/completion", { textDocument: { uri }, position: { line, character } });
  offered.push((items ?? []).map((item) => item.label));
}
console.log(JSON.stringify(offered));
process.exit(0);
