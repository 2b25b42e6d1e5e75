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
usage_if_asked "$@"
case ${1-} in -*) fail "there is no option $1: see --help" 2 ;; esac
folder="${1:-$root/target/site}"
target=wasm32-wasip1
profile=${PROFILE:-dist}

if ! rustc --print target-libdir --target "$target" | xargs test -d; then
    rustup target add "$target" || fail "expected the target $target of Rust, as of: rustup target add $target"
fi
find_program
"$program" serve --site "$folder"
# All current browsers have 128-bit vectors.
RUSTFLAGS="-C target-feature=+simd128" cargo build --locked --profile "$profile" --package coupturc-wasm --target "$target" \
    --manifest-path "$root/Cargo.toml"
cp "${CARGO_TARGET_DIR:-$root/target}/$target/$profile/coupturc_wasm.wasm" "$folder/engine.wasm"
echo "$folder: $(du -sh --apparent-size "$folder" | cut -f1), the engine $(stat -c %s "$folder/engine.wasm") bytes," \
    "$(gzip -9 < "$folder/engine.wasm" | wc -c) packed"
