#!/usr/bin/env bash
# Looks for positions whose captures take as many steps to find as can be, by annealing, and writes them to files: one
# a game, for the tests and for `scripts/hub-report.py --only captures`. It takes some minutes, and finds the same
# positions whenever generation takes the same steps.
#
# Usage: scripts/find-captures.sh [FOLDER]     (default: tests/data/captures)
#
# COUPTURC_GAMES are the Hub names of the games, with commas between them (default: all).
# COUPTURC_POSITIONS is the number of positions of each of the four kinds (default: 13).
set -euo pipefail

folder=$(realpath -m "${1:-"$(dirname "$0")/../tests/data/captures"}")
mkdir -p "$folder"
cd "$(dirname "$0")/.."
COUPTURC_CAPTURES=$folder cargo test --locked --release --test rules find_expensive -- --ignored --nocapture
