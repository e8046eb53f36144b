// The extension's own code, with a small stand-in for the module `vscode`: no editor runs here. The language client is a stand-in, too;
// what it would start is started for real, if CARDWRIGHT names the program.
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { createMessageConnection } = require("vscode-jsonrpc/node");
const { root } = require("./grammars");

const repository = path.join(root, "../..");
const program = process.env.CARDWRIGHT;
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));

/** Loads the extension into a new stand-in of an editor whose workspace is `folder`. */
function load({ folder = path.join(repository, "cards"), file, settings = {}, answers = [], extensions = [] } = {}) {
  const seen = { clients: [], errors: [], warnings: [], commands: new Map(), executed: [], tasks: [], terminals: [], listeners: {} };
  const uri = (fsPath) => ({ scheme: "file", fsPath });
  const disposable = { dispose() {} };
  const listen = (name) => (listener) => {
    seen.listeners[name] = listener;
    return disposable;
  };
  const workspaceFolder = folder && { uri: uri(folder), name: path.basename(folder), index: 0 };
  const document = (fsPath) => ({ uri: uri(fsPath), fileName: fsPath });
  const vscode = {
    ProcessExecution: class {
      constructor(process, args, options) {
        Object.assign(this, { process, args, options });
      }
    },
    Task: class {
      constructor(definition, scope, name, source, execution, problemMatchers) {
        Object.assign(this, { definition, scope, name, source, execution, problemMatchers });
      }
    },
    TaskGroup: { Build: "build", Test: "test" },
    TaskPanelKind: { Dedicated: 2 },
    TaskScope: { Workspace: 2 },
    Uri: { file: uri },
    extensions: { getExtension: (id) => extensions.find((one) => one === id) },
    commands: {
      registerCommand(name, run) {
        assert.ok(!seen.commands.has(name), `command '${name}' already exists`);
        seen.commands.set(name, run);
        return disposable;
      },
      executeCommand: async (...call) => void seen.executed.push(call),
    },
    tasks: {
      registerTaskProvider(type, provider) {
        seen.provider = provider;
        return disposable;
      },
      executeTask: async (task) => void seen.tasks.push(task),
    },
    window: {
      activeTextEditor: file && { document: document(file) },
      createOutputChannel: () => ({ error() {}, warn() {}, dispose() {} }),
      createTerminal(options) {
        seen.terminals.push(options);
        return { show() {} };
      },
      showErrorMessage: async (message, ...items) => {
        seen.errors.push({ message, items });
        return answers.shift();
      },
      showWarningMessage: async (message) => void seen.warnings.push(message),
    },
    workspace: {
      workspaceFolders: workspaceFolder && [workspaceFolder],
      textDocuments: file ? [document(file)] : [],
      getConfiguration: (section) => ({ get: (key) => settings[`${section}.${key}`] }),
      getWorkspaceFolder: ({ fsPath }) => (folder && !path.relative(folder, fsPath).startsWith("..") ? workspaceFolder : undefined),
      findFiles: async (glob) => {
        assert.strictEqual(glob, "**/game.toml");
        const found = folder ? fs.readdirSync(folder, { recursive: true }).filter((name) => path.basename(name) === "game.toml") : [];
        return found.map((name) => uri(path.join(folder, name)));
      },
      onDidChangeConfiguration: listen("configuration"),
      onDidOpenTextDocument: listen("opened"),
    },
  };
  class LanguageClient {
    constructor(id, name, serverOptions, clientOptions) {
      Object.assign(this, { id, name, serverOptions, clientOptions, calls: [] });
      seen.clients.push(this);
    }
    async start() {
      this.calls.push("start");
    }
    async dispose() {
      this.calls.push("dispose");
    }
  }
  const replaced = { vscode, "vscode-languageclient/node": { LanguageClient } };
  const original = Module._load;
  Module._load = (name, ...rest) => replaced[name] ?? original(name, ...rest);
  try {
    for (const name of fs.readdirSync(path.join(root, "src"))) delete require.cache[path.join(root, "src", name)];
    const extension = require("../src/extension");
    return { ...seen, seen, extension, document, activate: () => extension.activate({ subscriptions: [] }) };
  } finally {
    Module._load = original;
  }
}

/** A program that answers `--version`, for tests that need no more. */
const anyProgram = process.execPath;
const hearts = path.join(repository, "cards/hearts/game.toml");

test("activation starts `cardwright lsp` for the files of packages", async () => {
  const editor = load({ settings: { "cardwright.path": anyProgram } });
  await editor.activate();
  const [client, ...others] = editor.clients;
  assert.deepStrictEqual(others, []);
  assert.strictEqual(client.id, "cardwright");
  assert.deepStrictEqual(client.serverOptions, { command: anyProgram, args: ["lsp"] });
  assert.ok(client.clientOptions.documentSelector.some((filter) => filter.language === "toml"));
  assert.ok(client.clientOptions.documentSelector.some((filter) => filter.pattern === "**/*.toml"));
  assert.strictEqual(client.clientOptions.diagnosticCollectionName, manifest.contributes.problemMatchers[0].owner);
  assert.deepStrictEqual(client.calls, ["start"]);
  assert.deepStrictEqual(editor.errors, []);
  await editor.extension.deactivate();
  assert.deepStrictEqual(client.calls, ["start", "dispose"]);
});

test("keys are completed once, whether or not Even Better TOML is there", async () => {
  for (const extensions of [[], ["tamasfe.even-better-toml"]]) {
    const editor = load({ settings: { "cardwright.path": anyProgram }, extensions });
    await editor.activate();
    const { keys, snippets, terminal } = editor.clients[0].clientOptions.initializationOptions;
    assert.deepStrictEqual({ keys, snippets, terminal }, { keys: extensions.length === 0, snippets: false, terminal: true });
    await editor.extension.deactivate();
  }
});

test("the program's path may name the workspace folder", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "workspace-"));
  fs.writeFileSync(path.join(folder, "game.toml"), "");
  fs.symlinkSync(anyProgram, path.join(folder, "program"));
  const editor = load({ folder, settings: { "cardwright.path": "${workspaceFolder}/program" } });
  await editor.activate();
  assert.strictEqual(editor.clients[0].serverOptions.command, `${folder}/program`);
  fs.rmSync(folder, { recursive: true });
});

test("without the program, a message names the ways out", async () => {
  const settings = { "cardwright.path": "no-such-cardwright" };
  const editor = load({ settings, answers: ["Open Settings"] });
  await editor.activate();
  assert.deepStrictEqual(editor.clients, []);
  const [{ message, items }] = editor.errors;
  assert.match(message, /there is no program `no-such-cardwright`/);
  assert.match(message, /cargo install --path \./);
  assert.match(message, /`cardwright\.path`/);
  assert.deepStrictEqual(items, ["Open Settings", "Try Again"]);
  await new Promise(setImmediate);
  assert.deepStrictEqual(editor.executed, [["workbench.action.openSettings", "cardwright.path"]]);

  // Once the setting is right, the server starts by itself.
  settings["cardwright.path"] = anyProgram;
  editor.listeners.configuration({ affectsConfiguration: (name) => name === "cardwright.path" });
  await editor.commands.get("cardwright.restart")();
  assert.deepStrictEqual(editor.clients.map((client) => client.calls), [["start", "dispose"], ["start"]]);
});

test("the server starts in another project only once a file of a game is opened", async () => {
  const editor = load({ folder: path.join(root, "src"), settings: { "cardwright.path": anyProgram } });
  await editor.activate();
  editor.listeners.opened(editor.document(path.join(root, "src/Cargo.toml")));
  await editor.extension.deactivate();
  assert.deepStrictEqual(editor.clients, []);
  editor.listeners.opened(editor.document(hearts));
  await editor.extension.deactivate();
  assert.deepStrictEqual(editor.clients.map((client) => client.calls), [["start", "dispose"]]);
});

test("all commands of the manifest exist, and none that the server registers", async () => {
  const editor = load({ settings: { "cardwright.path": anyProgram } });
  await editor.activate();
  const contributed = manifest.contributes.commands.map(({ command }) => command);
  assert.deepStrictEqual([...editor.commands.keys()].sort(), contributed.sort());
  for (const name of ["cardwright.runScenario", "cardwright.playFrom", "cardwright.cardInLab"]) {
    assert.ok(!editor.commands.has(name), `${name} is the server's`);
  }
});

test("tasks are of the current file's package", async () => {
  const folder = path.join(repository, "cards");
  const editor = load({ folder, file: path.join(folder, "hearts/scenarios/moon.toml"), settings: { "cardwright.path": "cw" } });
  await editor.activate();
  const tasks = editor.seen.provider.provideTasks();
  const { properties } = manifest.contributes.taskDefinitions[0];
  assert.deepStrictEqual(tasks.map((task) => task.definition.command), properties.command.enum);
  const [check, run] = tasks;
  assert.deepStrictEqual(check.definition, { type: "cardwright", command: "check", package: "hearts" });
  assert.deepStrictEqual({ ...check.execution }, {
    process: "cw", args: ["check", "hearts", "--format", "short"], options: { cwd: folder },
  });
  assert.strictEqual(check.problemMatchers, "$cardwright");
  assert.strictEqual(check.group, "build");
  assert.strictEqual(run.problemMatchers, "$cardwright-run");
  const matchers = manifest.contributes.problemMatchers.map((matcher) => `$${matcher.name}`);
  assert.deepStrictEqual(matchers, ["$cardwright", "$cardwright-run"]);

  const { provider } = editor.seen;
  const definition = { type: "cardwright", command: "sim", args: ["-n", "10"] };
  const resolved = provider.resolveTask({ definition, scope: check.scope });
  assert.strictEqual(resolved.definition, definition);
  assert.deepStrictEqual(resolved.execution.args, ["sim", "hearts", "-n", "10"]);
  assert.strictEqual(provider.resolveTask({ definition: { type: "cardwright", command: "nonsense" } }), undefined);

  assert.deepStrictEqual(load({ folder }).seen.provider, undefined);
  const elsewhere = load({ folder, file: path.join(root, "package.json") });
  await elsewhere.activate();
  assert.deepStrictEqual(elsewhere.seen.provider.provideTasks(), []);
});

test("a code lens opens a terminal with its arguments", async () => {
  const folder = path.join(repository, "cards");
  const editor = load({ folder, settings: { "cardwright.path": "cw" } });
  await editor.activate();
  const open = editor.commands.get("cardwright.openTerminal");
  // As the server sends it: tests/lsp/showing.rs has the other side.
  const root = path.join(folder, "hearts");
  await open({ package: root, args: ["play", root, "--scenario", "moon"] });
  const [task] = editor.tasks;
  assert.deepStrictEqual({ ...task.execution }, {
    process: "cw", args: ["play", "hearts", "--scenario", "moon"], options: { cwd: folder },
  });
  await open();
  assert.match(editor.warnings[0], /game\.toml/);

  const bare = load({ folder: null, file: hearts, settings: { "cardwright.path": "cw" } });
  await bare.activate();
  await bare.commands.get("cardwright.openTerminal")();
  assert.deepStrictEqual(bare.terminals[0].shellArgs, ["play", path.dirname(hearts)]);
});

test("the program that is started speaks the protocol", { skip: !program && "CARDWRIGHT names no program" }, async (t) => {
  const editor = load({ settings: { "cardwright.path": program } });
  await editor.activate();
  const { command, args } = editor.clients[0].serverOptions;
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => server.kill());
  const connection = createMessageConnection(server.stdout, server.stdin);
  connection.listen();
  const answer = await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  assert.strictEqual(answer.serverInfo.name, "cardwright");
  // The client registers these by itself; one that the extension has, too, would end its start.
  const own = manifest.contributes.commands.map((contributed) => contributed.command);
  for (const name of answer.capabilities.executeCommandProvider?.commands ?? []) {
    assert.ok(!own.includes(name), `${name} is registered twice`);
  }
  await connection.sendNotification("initialized", {});
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  const status = await new Promise((resolve) => server.on("exit", resolve));
  assert.strictEqual(status, 0);
});

test("the bundle needs nothing but the editor and Node", () => {
  const bundle = fs.readFileSync(path.join(root, "dist/extension.js"), "utf8");
  const required = new Set([...bundle.matchAll(/\brequire\("([^"]+)"\)/g)].map((found) => found[1]));
  const foreign = [...required].filter((name) => name !== "vscode" && !Module.isBuiltin(name));
  assert.deepStrictEqual(foreign, []);
  assert.ok(required.has("vscode"));
});

test("every file that the manifest names exists", () => {
  const { grammars, languages, snippets } = manifest.contributes;
  const files = [...grammars.map((g) => g.path), ...languages.map((l) => l.configuration), ...snippets.map((s) => s.path), manifest.icon, manifest.main];
  for (const file of files) assert.ok(fs.existsSync(path.join(root, file)), file);
});
