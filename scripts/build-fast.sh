#!/usr/bin/env bash
# Builds the fastest program for this machine: for all instructions of its processor, and optimized with a profile of
# the engine. The program runs only on machines with the same processor. This takes two builds.
#
# Usage: build-fast.sh [FILE]
#
# The program is copied to FILE, or stays in target/fast.
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
. "$(dirname "$0")/recipes/profile.sh"
usage_if_asked "$@"

command -v cargo >/dev/null || fail "cargo is missing: install Rust from https://rustup.rs"
target=$(rustc -vV | sed -n 's/^host: //p')
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}/fast
flags=$(flags_of_profile "$target" "-Ctarget-cpu=native")
CARGO_ENCODED_RUSTFLAGS=$flags build_program "$target"
program=$CARGO_TARGET_DIR/$target/$profile/coupturc
if [ $# -gt 0 ]; then
    cp "$program" "$1"
    program=$1
fi
echo "$program: $(wc -c <"$program") bytes"
