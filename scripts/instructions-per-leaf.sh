#!/usr/bin/env bash
# Instructions that perft takes a leaf, from the start of each game: the same on every run, whatever else the
# machine does. Needs valgrind, which cannot run binaries for the newest processors: build for plain x86-64.
#
# Usage: scripts/instructions-per-leaf.sh [BINARY]     (default: target/release/coupturc, built if need be)
set -euo pipefail
cd "$(dirname "$0")/.."

command -v valgrind >/dev/null || { echo "valgrind is missing: install the package valgrind" >&2; exit 1; }
binary=${1:-target/release/coupturc}
[ $# -gt 0 ] || cargo build --quiet --locked --release

# What callgrind counts for one run.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" perft --variant "$1" --depth "$2" 2>&1 |
        sed -n 's/.*Collected : //p'
}

printf '%-10s %6s %12s %20s\n' game depth leaves 'instructions a leaf'
while read -r game depth leaves; do
    # A count of depth 1 costs what starting the program costs.
    whole=$(instructions "$game" "$depth")
    start=$(instructions "$game" 1)
    awk -v game="$game" -v depth="$depth" -v leaves="$leaves" -v spent="$((whole - start))" \
        'BEGIN { printf "%-10s %6d %12d %20.1f\n", game, depth, leaves, spent / leaves }'
done <<'END'
normal 8 6483961
vanguard 7 1049442
dameo 5 -
hexdame 6 -
harzdame 7 -
END
