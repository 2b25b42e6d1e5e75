#!/usr/bin/env bash
# Plays a match of the local engine against the engine on another machine, over ssh. The referee and the clocks are
# local, so the network latency counts as the remote engine's time: use a margin, or node or depth limits.
#
# Usage: match-over-ssh.sh HOST [OPTIONS OF coupturc match]
#
# HOST and the environment variables COUPTURC_REMOTE (the remote program) and COUPTURC_SSH_OPTIONS are those of
# remote-engine.sh; see its --help. Default options:
#   --variants (all games) --tc 1+0.05 --margin 200 --concurrency 1 --out match-HOST
#
# Environment:
#   COUPTURC   the local program (default: this checkout, built)
#
# Example: match-over-ssh.sh me@big-machine --variants hexdame --tc 0.5/move --rounds 10
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
usage_if_asked "$@"
[ $# -ge 1 ] || fail "no HOST; try --help" 2
host=$1
shift
case $host in
    ''|-*) fail "'$host' is not a HOST; options for ssh go into COUPTURC_SSH_OPTIONS; try --help" 2 ;;
esac
remote=$root/scripts/remote-engine.sh

# A failing connection would lose every game, so it is checked first.
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
