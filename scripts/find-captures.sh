#!/usr/bin/env bash
# Searches for positions whose captures take the most steps to generate, by simulated annealing, and writes them to
# files, one per game, for the tests and for `scripts/hub-report.py --only captures`. It takes a few minutes, and finds
# the same positions as long as move generation takes the same steps.
#
# Usage: scripts/find-captures.sh [FOLDER]     (default: tests/data/captures)
#
# COUPTURC_GAMES has the Hub names of the games, separated by commas (default: all).
# COUPTURC_POSITIONS is the number of positions of each of the four kinds (default: 13).
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
usage_if_asked "$@"

folder=$(realpath -m "${1:-"$(dirname "$0")/../tests/data/captures"}")
mkdir -p "$folder"
cd "$(dirname "$0")/.."
COUPTURC_CAPTURES=$folder cargo test --locked --release --test rules find_expensive -- --ignored --nocapture
