#!/usr/bin/env bash
# Builds the board for people as a folder that any web host can show: the page of `coupturc serve`, with the engine as a
# WebAssembly module beside it.
#
# Usage: build-site.sh [FOLDER]
#
# FOLDER is target/site of the repository if it is not given. The environment variable COUPTURC names the program that has
# the page, if it is not to be built; PROFILE another profile of the module than dist, such as release, which is built
# sooner.
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
# All browsers of these years have vectors of 128 bits.
RUSTFLAGS="-C target-feature=+simd128" cargo build --locked --profile "$profile" --package coupturc-wasm --target "$target" \
    --manifest-path "$root/Cargo.toml"
cp "${CARGO_TARGET_DIR:-$root/target}/$target/$profile/coupturc_wasm.wasm" "$folder/engine.wasm"
echo "the site is in $folder: $(du -sh --apparent-size "$folder" | cut -f1), the engine $(stat -c %s "$folder/engine.wasm") bytes," \
    "$(gzip -9 < "$folder/engine.wasm" | wc -c) packed"
