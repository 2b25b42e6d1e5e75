#!/usr/bin/env bash
# Plays a match of the engine here against the one on another machine, over ssh. The referee and the clocks are here,
# so the way there and back counts as the other one's time: give it a margin, or limits of nodes or depth.
#
# Usage: match-over-ssh.sh HOST [OPTIONS OF coupturc match]
#
# HOST and the environment variables COUPTURC_REMOTE (the program there) and COUPTURC_SSH_OPTIONS are those of
# remote-engine.sh; see there. Options that are not given are
#   --variants (all games) --tc 1+0.05 --margin 200 --concurrency 1 --out match-HOST
#
# Environment:
#   COUPTURC   the program here (default: this checkout, built)
#
# Example: match-over-ssh.sh me@big-machine --variants hexdame --tc 0.5/move --rounds 10
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
usage_if_asked "$@"
[ $# -ge 1 ] || fail "no HOST; try --help" 2
host=$1
shift
case $host in
    ''|-*) fail "'$host' is no HOST; options for ssh go into COUPTURC_SSH_OPTIONS; try --help" 2 ;;
esac
remote=$root/scripts/remote-engine.sh

# A connection that fails would be a lost game, and then another: better to know before.
"$remote" "$host" --version >/dev/null </dev/null || fail "no engine on $host, see above"
find_program

if ! has --variants "$@"; then
    variants=$(games_with_commas)
    set -- "$@" --variants "$variants"
fi
has --tc "$@" || set -- "$@" --tc 1+0.05
has --margin "$@" || set -- "$@" --margin 200
has --concurrency "$@" || set -- "$@" --concurrency 1
has --out "$@" || set -- "$@" --out "match-${host//[^A-Za-z0-9.@-]/_}"
exec "$program" match --engine "$(engine here "$program")" --engine "$(engine "$host" "$remote" "$host")" "$@"
