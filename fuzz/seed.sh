#!/usr/bin/env bash
# Makes a few inputs for the fuzz targets to begin with, the same every time: the lines that protocol.md shows
# for parse_line, and chance for session, whose bytes are choices.
set -euo pipefail
cd "$(dirname "$0")"

mkdir -p corpus/parse_line corpus/session
for game in 0 1 2 3 4; do
    # The first byte of an input chooses the game.
    # shellcheck disable=SC2059
    { printf "\\00$game"; sed -n 's/^> //p' ../protocol.md; } > "corpus/parse_line/protocol-$game"
    { printf "\\00$game"; cat ../scripts/first-game.hub; } > "corpus/parse_line/first-game-$game"
    # Moves and positions alone, without a command around them.
    { printf "\\00$game"; sed -nE 's/^> .*(pos|fen|moves|move)="?([^"]*)"?$/\2/p' ../protocol.md; } \
        > "corpus/parse_line/values-$game"
done
# Compressed text is as good as noise.
gzip -9nc ../protocol.md | split -b 1000 - corpus/session/noise-
