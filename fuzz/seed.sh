#!/usr/bin/env bash
# Makes the initial corpus of the fuzz targets, the same every time. The inputs are the lines in protocol.md for
# parse_line, small books for book_file, and random bytes, which are choices, for session. The dictionary is hub.dict plus
# the names of the games.
#
# Usage: seed.sh
#
# Environment:
#   COUPTURC   the program that lists the games (default: this checkout, built)
set -euo pipefail
. "$(dirname "$0")/../scripts/recipes/common.sh"
usage_if_asked "$@"
find_program
names=$(values_of variant)
all_games=$(games)
cd "$root/fuzz"

mkdir -p corpus/parse_line corpus/book_file corpus/session
{ cat hub.dict; sed 's/.*/"&"/' <<<"$names"; } > corpus/hub.dict
number=0
for game in $all_games; do
    # The first byte of an input chooses the game.
    # shellcheck disable=SC2059
    byte() { printf "\\$(printf '%03o' "$number")"; }
    { byte; sed -n 's/^> //p' ../protocol.md; } > "corpus/parse_line/protocol-$game"
    { byte; cat ../scripts/first-game.hub; } > "corpus/parse_line/first-game-$game"
    # Moves and positions alone, without a command.
    { byte; sed -nE 's/^> .*(pos|fen|moves|move)="?([^"]*)"?$/\2/p' ../protocol.md; } \
        > "corpus/parse_line/values-$game"
    number=$((number + 1))
    # An even first byte says that a book follows.
    book=corpus/book_file/$game
    rm -f "$book"
    "$program" book build --variant "$game" --positions 2 --nodes 10 --threads 1 --out "$book" >/dev/null
    { printf '\0'; cat "$book"; } > "$book.new"
    mv "$book.new" "$book"
done
# Compressed text is as good as noise.
gzip -9nc ../protocol.md | split -b 1000 - corpus/session/noise-
