#!/usr/bin/env bash
# Checks the documents: links and anchors, that docs/API.md is up to date, English spelling (codespell), Japanese style (textlint),
# and that a site can be made of them. Needs Node.js; installs the rest.
#
#   scripts/documents.sh --install      installs what is missing; fails if that is impossible
#   scripts/documents.sh                checks
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${CARGO_TARGET_DIR:-target}/documents
modules=tests/documents/node_modules

if [ "${1:-}" = --install ]; then
    command -v node >/dev/null && command -v npm >/dev/null || { echo "Node.js is missing"; exit 1; }
    [ -x "$venv/bin/codespell" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install -q codespell==2.4.1; }
    [ -e "$modules/yaml/package.json" ] || npm ci --prefix tests/documents --no-audit --no-fund --ignore-scripts >/dev/null 2>&1
    exit
fi

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
node scripts/documents.mjs links
node scripts/documents.mjs api
# Not the texts of others, nor words that are misspelt on purpose.
git ls-files -z --cached --others --exclude-standard '*.md' '*.rs' '*.py' '*.sh' '*.txt' '*.js' '*.mjs' '*.html' '*.yaml' '*.yml' test |
    xargs -0 ls -d 2>/dev/null | tr '\n' '\0' |
    xargs -0 "$venv/bin/codespell" --ignore-words-list fro,lew,sovle,handfull
# From here it finds its rules.
(cd tests/documents && node_modules/.bin/textlint --config textlintrc.json ../../README.ja.md ../../docs/*.ja.md ../../docs/guide/*.ja.md)
node scripts/documents.mjs site "$out"
