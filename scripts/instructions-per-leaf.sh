#!/usr/bin/env bash
# Counts the instructions that perft takes per leaf, from the start of each game: a number that does not depend on the
# load of the machine. Needs valgrind, which may not know all instructions of a build for this processor: use a plain
# build.
#
# Usage: instructions-per-leaf.sh [PROGRAM]     (default: this checkout, built)
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
usage_if_asked "$@"
command -v valgrind >/dev/null || fail "valgrind is missing: install the package valgrind"
COUPTURC=${1:-${COUPTURC-}}
find_program

# Each game is counted at the lowest depth with at least this number of leaves.
enough=5000000

# leaves GAME DEPTH: prints the number of leaves.
leaves() {
    "$program" perft --variant "$1" --depth "$2" | sed -n 's/.* nodes=\([0-9]*\) .*/\1/p'
}

# depth GAME: prints the depth to count.
depth() {
    local depth=1
    while [ "$(leaves "$1" "$depth")" -lt "$enough" ]; do depth=$((depth + 1)); done
    echo "$depth"
}

# count GAME DEPTH: prints leaves and instructions.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" perft --variant "$1" --depth "$2" 2>&1 |
        sed -n 's/.* nodes=\([0-9]*\) .*/\1/p; s/.*Collected : //p' | tr '\n' ' '
}

printf '%-10s %6s %12s %20s\n' game depth leaves 'instructions a leaf'
all_games=$(games)
for game in $all_games; do
    depth=$(depth "$game")
    read -r leaves spent <<<"$(count "$game" "$depth")"
    # Depth 1 costs hardly more than starting the program.
    read -r _ start <<<"$(count "$game" 1)"
    awk -v game="$game" -v depth="$depth" -v leaves="$leaves" -v spent="$((spent - start))" \
        'BEGIN { printf "%-10s %6d %12d %20.1f\n", game, depth, leaves, spent / leaves }'
done
