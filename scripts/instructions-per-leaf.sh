#!/usr/bin/env bash
# Instructions that perft takes a leaf, from the start of each game: the same number on every run, whatever else
# the machine does. Needs valgrind, which may not know the instructions of a build for this very processor: use a
# plain one.
#
# Usage: scripts/instructions-per-leaf.sh [BINARY]     (default: target/release/coupturc, built anew)
set -euo pipefail

command -v valgrind >/dev/null || { echo "valgrind is missing: install the package valgrind" >&2; exit 1; }
if [ $# -eq 0 ]; then
    cd "$(dirname "$0")/.."
    cargo build --quiet --locked --release
fi
binary=${1:-target/release/coupturc}

# Leaves and instructions of one count.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" perft --variant "$1" --depth "$2" 2>&1 |
        sed -n 's/.* nodes=\([0-9]*\) .*/\1/p; s/.*Collected : //p' | tr '\n' ' '
}

printf '%-10s %6s %12s %20s\n' game depth leaves 'instructions a leaf'
while read -r game depth; do
    read -r leaves spent <<<"$(count "$game" "$depth")"
    # A count of depth 1 costs hardly more than starting the program.
    read -r _ start <<<"$(count "$game" 1)"
    awk -v game="$game" -v depth="$depth" -v leaves="$leaves" -v spent="$((spent - start))" \
        'BEGIN { printf "%-10s %6d %12d %20.1f\n", game, depth, leaves, spent / leaves }'
done <<'END'
normal 8
vanguard 8
dameo 4
hexdame 6
harzdame 7
END
