// Tasks of the type `cardwright`: one for each command, for the package of the current file.
const path = require("node:path");
const vscode = require("vscode");
const { currentPackage, programPath } = require("./program");

/** The commands in the order of the menu. `--format short` is the format that the problem matchers read. */
const commands = {
  check: { args: ["--format", "short"], matcher: "$cardwright", group: vscode.TaskGroup.Build },
  run: { args: ["--format", "short"], matcher: "$cardwright-run", group: vscode.TaskGroup.Test },
  sim: { args: [] },
  print: { args: [] },
  play: { args: [], interactive: true },
};

/** Creates the task of a definition whose `package` is relative to the folder, or absolute. */
function createTask(definition, folder) {
  const { args, matcher, group, interactive } = commands[definition.command];
  const cwd = folder?.uri.fsPath ?? definition.package;
  const execution = new vscode.ProcessExecution(
    programPath(),
    [definition.command, definition.package, ...args, ...(definition.args ?? [])],
    { cwd },
  );
  const name = definition.package === "." ? definition.command : `${definition.command} ${definition.package}`;
  const scope = folder ?? vscode.TaskScope.Workspace;
  const task = new vscode.Task(definition, scope, name, "cardwright", execution, matcher ?? []);
  task.group = group;
  if (interactive) task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated };
  return task;
}

/** Returns a package as tasks name it: relative to its workspace folder, with `/`; absolute if it is outside. */
function packageName(root, folder) {
  const inside = folder ? path.relative(folder.uri.fsPath, root) : root;
  if (inside.startsWith("..") || path.isAbsolute(inside)) return root;
  return inside.split(path.sep).join("/") || ".";
}

const provider = {
  /** Offers every command for the package of the current file. */
  provideTasks() {
    const root = currentPackage();
    const folder = root && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root));
    if (!folder) return [];
    const create = (command) =>
      createTask({ type: "cardwright", command, package: packageName(root, folder) }, folder);
    return Object.keys(commands).map(create);
  },

  /** Completes a task of `tasks.json`. */
  resolveTask(task) {
    const { definition } = task;
    if (!Object.hasOwn(commands, definition.command)) return undefined;
    const folder = task.scope?.uri ? task.scope : vscode.workspace.workspaceFolders?.[0];
    const root = definition.package ? undefined : currentPackage();
    if (!definition.package && !root) return undefined;
    const resolved = createTask({ ...definition, package: definition.package ?? packageName(root, folder) }, folder);
    // The editor finds the task again by the definition that it asked about.
    resolved.definition = definition;
    return resolved;
  },
};

/** Runs the program in a terminal as a code lens asks, with the command and the package first among the arguments; else plays the package of the current file. */
async function openTerminal({ package: root = currentPackage(), args = ["play", root] } = {}) {
  if (!root) {
    vscode.window.showWarningMessage("This file belongs to no game: there is no `game.toml` in a folder above it.");
    return;
  }
  // A terminal of its own would close as soon as the game is over. That of a task stays, with the scores.
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root)) ?? vscode.workspace.workspaceFolders?.[0];
  const [command, , ...rest] = args;
  const definition = { type: "cardwright", command, package: packageName(root, folder), args: rest };
  if (folder) {
    await vscode.tasks.executeTask(createTask(definition, folder));
  } else {
    vscode.window.createTerminal({ name: `cardwright ${command}`, cwd: root, shellPath: programPath(), shellArgs: args }).show();
  }
}

module.exports = { openTerminal, provider };
