#!/usr/bin/env bash
# Smoke test: a match of the engine, as just built, against itself in all games, with a few hundred nodes per move.
# Takes seconds, and fails if a game ends not by the rules, but by an illegal move, a crash, no answer, or time.
#
# Usage: smoke-match.sh [PROGRAM [ARGUMENT ...]]     (another engine, which plays against this one)
#
# Environment:
#   COUPTURC   the program to use instead of building one
#   VARIANTS   the games, separated by commas (default: all)
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
usage_if_asked "$@"
find_program

[ $# -gt 0 ] || set -- "$program"
VARIANTS=${VARIANTS:-$(games_with_commas)}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
status=0
"$program" match --engine "$(engine first "$@")" --engine "$(engine second "$program")" \
    --variants "$VARIANTS" --tc nodes=300 --rounds 1 --patience 10 \
    --out "$folder/match" </dev/null || status=$?

log=$folder/match/games.jsonl
[ -s "$log" ] || fail "no game was played, see above"
games=$(wc -l <"$log")
by_the_rules=$(games_by_the_rules "$log")
[ "$by_the_rules" -eq "$games" ] || fail "$((games - by_the_rules)) of $games games did not end by the rules, see above"
[ "$status" -eq 0 ] || exit "$status"
echo "$games games, all ended by the rules"
