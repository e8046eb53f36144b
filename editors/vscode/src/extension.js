// Starts the language server, and registers tasks and commands.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { packageOf, probe, programPath } = require("./program");
const { openTerminal, provider } = require("./tasks");

/** The files that the server answers about. A TOML file is one by its name, too, if another extension took the language. */
const documentSelector = [
  { scheme: "file", language: "toml" },
  { scheme: "file", pattern: "**/*.toml" },
  { scheme: "file", pattern: "**/cards/*.csv" },
];

let client;
let outputChannel;
/** The last start or stop. Each waits for the one before it. */
let queue = Promise.resolve();
/** Whether there is a game for which the server is to run. */
let isNeeded = false;

async function start() {
  const program = programPath();
  const why = await probe(program);
  if (why) {
    offerWayOut(why);
    return;
  }
  // Without a `transport` the client adds no argument of its own, which `cardwright lsp` would refuse.
  const serverOptions = { command: program, args: ["lsp"] };
  // The name is the owner of the problem matcher `$cardwright`, so that no error is listed twice.
  const diagnosticCollectionName = "cardwright";
  // Even Better TOML completes keys and values by the schemas that files name; snippets come with this extension.
  const keys = !vscode.extensions.getExtension("tamasfe.even-better-toml");
  const initializationOptions = { keys, snippets: false, terminal: true, pictures: true };
  const clientOptions = { documentSelector, outputChannel, diagnosticCollectionName, initializationOptions };
  client = new LanguageClient("cardwright", "Cardwright", serverOptions, clientOptions);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    offerWayOut(`\`${program} lsp\` failed: ${error.message ?? error}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  try {
    await running?.dispose();
  } catch (error) {
    outputChannel.warn(`The language server did not end: ${error.message ?? error}`);
  }
}

function restart() {
  isNeeded = true;
  queue = queue.then(stop).then(start);
  return queue;
}

/** Says why the server does not run, and how it would. Does not wait for an answer. */
async function offerWayOut(why) {
  outputChannel.error(why);
  const message =
    `Cardwright cannot check this game: ${why}. Install it with \`cargo install --path .\` in the folder of ` +
    "Cardwright's source, or set `cardwright.path` to where the program is.";
  const [settings, again] = ["Open Settings", "Try Again"];
  const answer = await vscode.window.showErrorMessage(message, settings, again);
  if (answer === settings) await vscode.commands.executeCommand("workbench.action.openSettings", "cardwright.path");
  if (answer === again) await restart();
}

/** Whether a document belongs to a game. */
function isOfPackage(document) {
  return document.uri.scheme === "file" && /\.(toml|csv)$/.test(document.fileName) && Boolean(packageOf(document.fileName));
}

/** Starts the server once there is a game: the extension also wakes for TOML files of other projects. */
async function startWhenNeeded(context) {
  const found = await vscode.workspace.findFiles("**/game.toml", "**/{node_modules,target}/**", 1);
  const isOnDisk = found.some((uri) => uri.scheme === "file");
  if (isOnDisk || vscode.workspace.textDocuments.some(isOfPackage)) return restart();
  const opened = vscode.workspace.onDidOpenTextDocument((document) => {
    if (!isOfPackage(document)) return;
    opened.dispose();
    if (!isNeeded) restart();
  });
  context.subscriptions.push(opened);
}

async function activate(context) {
  outputChannel = vscode.window.createOutputChannel("Cardwright", { log: true });
  context.subscriptions.push(
    outputChannel,
    // The server's own commands are registered by the client, by the names that the server gives.
    vscode.commands.registerCommand("cardwright.restart", restart),
    vscode.commands.registerCommand("cardwright.openTerminal", openTerminal),
    vscode.tasks.registerTaskProvider("cardwright", provider),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (isNeeded && event.affectsConfiguration("cardwright.path")) restart();
    }),
  );
  await startWhenNeeded(context);
}

async function deactivate() {
  queue = queue.then(stop);
  await queue;
}

module.exports = { activate, deactivate };
