#!/usr/bin/env bash
# Tests and packages the extension. Needs npm and its registry, and exits with 77 without them. CARDWRIGHT may name the program, for
# the tests that run it.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
  echo "editors/vscode: skipped, there is no npm"
  exit 77
fi

if ! npm ping >/dev/null 2>&1; then
  echo "editors/vscode: skipped, the registry of npm cannot be reached"
  exit 77
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

npm ci --no-audit --no-fund --loglevel=error
npm test
npx --no-install vsce package --allow-missing-repository --no-dependencies --out "$scratch/cardwright.vsix"
npx --no-install vsce ls --no-dependencies >"$scratch/files"
for file in dist/extension.js syntaxes/injection.tmLanguage.json icon.png; do
  grep -qxF "$file" "$scratch/files" || { echo "editors/vscode: $file is not in the package"; exit 1; }
done
