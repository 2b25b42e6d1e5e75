#!/usr/bin/env bash
# Builds the board page as a folder of static files for any web host: the page of `coupturc serve`, and the engine as a
# WebAssembly module.
#
# Usage: build-site.sh [FOLDER]
#
# FOLDER is target/site of the repository by default. Environment variables: COUPTURC names an existing program that has
# the page, otherwise it is built; PROFILE is the cargo profile of the module, dist by default; release builds faster.
#
# To try the site: python3 -m http.server --directory target/site
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
. "$(dirname "$0")/recipes/module.sh"
usage_if_asked "$@"
case ${1-} in -*) fail "there is no option $1: see --help" 2 ;; esac
folder="${1:-$root/target/site}"
find_program
"$program" serve --site "$folder"
build_module
cp "$module" "$folder/engine.wasm"
echo "$folder: $(du -sh --apparent-size "$folder" | cut -f1), the engine $(stat -c %s "$folder/engine.wasm") bytes," \
    "$(gzip -9 < "$folder/engine.wasm" | wc -c) packed"
