#!/usr/bin/env bash
# Builds the board for people as a folder that any web host can show: the page of `coupturc serve`, with the engine as a
# WebAssembly module beside it.
#
#   scripts/build-site.sh [FOLDER]
#
# FOLDER is target/site if it is not given. The environment variable COUPTURC names the program that has the page, if it is
# not to be built. To try the site: python3 -m http.server --directory target/site
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1-}" in -*) sed -n '2,/^set /p' "$0" | sed '$d; s/^# \{0,1\}//'; exit 2 ;; esac
folder="${1:-target/site}"
target=wasm32-wasip1

if ! rustc --print target-libdir --target "$target" | xargs test -d; then
    rustup target add "$target" || { echo "expected the target $target of Rust, as of: rustup target add $target" >&2; exit 1; }
fi
if [ -z "${COUPTURC-}" ]; then
    cargo build --locked --release
    COUPTURC=target/release/coupturc
fi
"$COUPTURC" serve --site "$folder"
# All browsers of these years have vectors of 128 bits.
RUSTFLAGS="-C target-feature=+simd128" cargo build --locked --release --package coupturc-wasm --target "$target"
cp "target/$target/release/coupturc_wasm.wasm" "$folder/engine.wasm"
echo "the site is in $folder: $(du -sh --apparent-size "$folder" | cut -f1), the engine $(stat -c %s "$folder/engine.wasm") bytes," \
    "$(gzip -9 < "$folder/engine.wasm" | wc -c) packed"
