#!/usr/bin/env bash
# Tests whether a change is an improvement: builds two revisions of this repository, and plays a match between them
# until a sequential test has decided. Builds are kept in target/sprt.
#
# Usage: sprt.sh REV_NEW REV_OLD [OPTIONS OF coupturc match]
#
# A revision is a commit, a branch, a tag, or HEAD. Default options:
#   --variants (all games) --tc 1+0.01 --rounds 1000 --sprt 0,10
#   --out target/sprt/NEW-OLD
# Resume an interrupted match with coupturc match --resume FOLDER.
#
# Environment:
#   COUPTURC   the program that referees (default: this checkout, built)
#
# Example: sprt.sh my-branch main --variants dameo --tc 0.1/move
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
. "$(dirname "$0")/recipes/revisions.sh"
usage_if_asked "$@"
[ $# -ge 2 ] || fail "expected two revisions, got $#; try --help" 2

cd "$root"
new=$(commit "$1")
old=$(commit "$2")
new_name=$(git rev-parse --short "$new") old_name=$(git rev-parse --short "$old")
shift 2
build "$new"
build "$old"
find_program

if ! has --variants "$@"; then
    variants=$(games_with_commas)
    set -- "$@" --variants "$variants"
fi
has --tc "$@" || set -- "$@" --tc 1+0.01
has --rounds "$@" || set -- "$@" --rounds 1000
has --sprt "$@" || set -- "$@" --sprt 0,10
has --out "$@" || set -- "$@" --out "$builds/$new_name-$old_name"
exec "$program" match --engine "$(engine "$new_name" "$builds/coupturc-$new")" \
    --engine "$(engine "$old_name" "$builds/coupturc-$old")" "$@"
