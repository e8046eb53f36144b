// Bundles the extension into dist/, with the licences of the packages in it.
const fs = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");

const { metafile } = esbuild.buildSync({
  entryPoints: ["src/extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  metafile: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  absWorkingDir: __dirname,
});

// The language server offers the same snippets to editors that have none of their own.
fs.cpSync(path.join(__dirname, "../../templates/snippets"), path.join(__dirname, "dist/snippets"), { recursive: true });

const folders = Object.keys(metafile.inputs).map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
const licences = [...new Set(folders.filter(Boolean))].sort().map((folder) => {
  const at = path.join(__dirname, folder);
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(at, "package.json"), "utf8"));
  const file = fs.readdirSync(at).find((file) => /^licen[cs]e(\.|$)/i.test(file));
  if (!file) throw new Error(`${name} has no file with its licence`);
  return `${name} ${version} (${license})\n\n${fs.readFileSync(path.join(at, file), "utf8").trim()}\n`;
});
fs.writeFileSync(path.join(__dirname, "dist/licences.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
