#!/usr/bin/env bash
# Makes a wheel with the program in target/release, and an npm package with the module built like it; installs them, and
# tries the Python module, the notebook, and the engine in Node. While it packs the wheel, maturin moves the program away,
# for about a second: `run.sh wheel` does only that, and `run.sh try` the rest, beside other suites that use the program.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2,5s/^# //p' "tests/packages/run.sh"
    echo "usage: run.sh [wheel|try]"
    exit 0
fi
part=${1-}

. scripts/recipes/common.sh
. scripts/recipes/module.sh
folder=$root/target/packages
export CARGO_INCREMENTAL=0 PROFILE=release
bash scripts/python-environment.sh tests/packages/requirements.txt "$folder/python"
if [ "$part" != try ]; then
    rm -rf "$folder/wheel"
    # Of a program that is built already, this only makes a wheel.
    "$folder/python/bin/maturin" build --quiet --locked --profile "$PROFILE" --compatibility linux --out "$folder/wheel"
    [ "$part" != wheel ] || exit 0
fi
# Write only to target.
export PYTHONPYCACHEPREFIX="$folder/pycache"
"$folder/python/bin/python" -m unittest discover tests/packages

command -v npm >/dev/null || bash scripts/debian-packages.sh nodejs npm
rm -rf "$folder/npm"
mkdir -p "$folder/npm"
build_module
npm_package 0.0.0 "$folder/npm"
cd "$folder/npm"
npm install --prefix . --silent --offline --no-package-lock coupturc-*.tgz
cp "$root/tests/packages/npm_package.mjs" .
# In one process: `node --test` reads results from the output of another, and
# now and then takes them for the death of the file (nodejs/node#64061).
node npm_package.mjs
node node_modules/coupturc/example.mjs | grep -E '^[0-9]+ moves, (white-win|black-win|draw) by'
