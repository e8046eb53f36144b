#!/usr/bin/env bash
# Tests the pages of `cardwright serve` and `cardwright studio` in Chromium. Needs npm, its registry, and a browser, and exits with 77 without
# them. CARDWRIGHT names the program, CHROMIUM the browser; SCREENSHOTS may name a folder for pictures of all screens. Arguments are the files to run; default: all.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
  echo "tests/browser: skipped, there is no npm"
  exit 77
fi

if ! node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)'; then
  echo "tests/browser: skipped, node is older than 20"
  exit 77
fi

for browser in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
  if [ -n "$browser" ] && command -v "$browser" >/dev/null; then
    CHROMIUM=$(command -v "$browser")
    break
  fi
done
if ! command -v "${CHROMIUM:-}" >/dev/null; then
  echo "tests/browser: skipped, there is no Chromium (apt-get install chromium)"
  exit 77
fi

if ! npm ping >/dev/null 2>&1; then
  echo "tests/browser: skipped, the registry of npm cannot be reached"
  exit 77
fi

repository=$(cd ../.. && pwd)
CARDWRIGHT=$(realpath "${CARDWRIGHT:-$repository/target/release/cardwright}")
if [ ! -x "$CARDWRIGHT" ]; then
  echo "tests/browser: there is no program at $CARDWRIGHT (cargo build --release, or set CARDWRIGHT)"
  exit 1
fi
if [ -n "${SCREENSHOTS:-}" ]; then
  mkdir -p "$SCREENSHOTS"
  SCREENSHOTS=$(realpath "$SCREENSHOTS")
fi
export CARDWRIGHT CHROMIUM SCREENSHOTS=${SCREENSHOTS:-} CARDWRIGHT_REPOSITORY=$repository

# In a copy, so that the tree stays as it is.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tests"
cp -r package.json package-lock.json ./*.test.js lib "$scratch/tests"
cd "$scratch/tests"
npm ci --no-audit --no-fund --loglevel=error
node --test --test-concurrency=1 "$@"
