#!/usr/bin/env bash
# A permanent yardstick: plays this checkout, in its current state, against each step of a ladder of opponents, and adds
# a row with the result to the table at the end of docs/log/experiments.md.
#
# Usage: ladder.sh [STEP ...] [-- OPTIONS OF coupturc match]
#
# A STEP is a revision of this repository (a commit, a branch, a tag), which is built once, or the description of a Hub
# or DXP program for `coupturc match --engine`, such as 'name=other cmd=/opt/other dxp=127.0.0.1:27531 tc=12'. Without a
# STEP, the steps come from the file ladder.txt, one per line; lines that begin with # are ignored. Default options:
#   --variants normal --tc 75/12 --plies 5 --rounds 50 --max-moves 300
# Each game of --variants is a separate match with its own row. An interrupted match gets no row, and the next run
# starts it again.
#
# Environment:
#   COUPTURC   the program that plays and referees (default: this checkout, built)
#   LADDER     the file with the steps (default: ladder.txt)
#   TABLE      the file that gets the rows (default: docs/log/experiments.md)
#
# Example: ladder.sh HEAD~20 -- --variants dameo,hexdame --tc 0.05/move --rounds 200
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
. "$(dirname "$0")/recipes/revisions.sh"
usage_if_asked "$@"

steps=()
while [ $# -gt 0 ]; do
    case $1 in
        --) shift; break ;;
        -*) fail "found $1 among the steps, expected options after --; try --help" 2 ;;
    esac
    steps+=("$1")
    shift
done
cd "$root"
if [ ${#steps[@]} -eq 0 ]; then
    ladder=${LADDER:-ladder.txt}
    [ -r "$ladder" ] || fail "expected steps, or a file $ladder with one a line; try --help" 2
    mapfile -t steps < <(grep -v '^[[:space:]]*\(#\|$\)' "$ladder")
    [ ${#steps[@]} -gt 0 ] || fail "$ladder has no step"
fi
has --tc "$@" || set -- "$@" --tc 75/12
has --plies "$@" || set -- "$@" --plies 5
has --rounds "$@" || set -- "$@" --rounds 50
has --max-moves "$@" || set -- "$@" --max-moves 300

# value_of OPTION DEFAULT ARGUMENT ...: prints the value of an option among the arguments.
value_of() {
    local option=$1 value=$2
    shift 2
    while [ $# -gt 0 ]; do
        case $1 in
            "$option") value=${2-} ;;
            "$option="*) value=${1#*=} ;;
        esac
        shift
    done
    echo "$value"
}

# without_variants ARGUMENT ...: sets `options` to the other arguments.
without_variants() {
    options=()
    while [ $# -gt 0 ]; do
        case $1 in
            --variants) shift ;;
            --variants=*) ;;
            *) options+=("$1") ;;
        esac
        shift
    done
}

# described STEP: prints the opponent's description for `coupturc match --engine`.
described() {
    case $1 in
        *=*) echo "$1" ;;
        *) engine "$1" "$builds/coupturc-$(commit "$1")" ;;
    esac
}

# add_row GAME OUTPUT: adds the result to the table.
add_row() {
    local line opponent heading='## Ladder' about='Rows added by scripts/ladder.sh: the engine of a day against others.'
    line=$(grep '^now: +' "$2") || fail "the match has no result, see $2"
    opponent=$(grep -v '^now: ' "$2" | sed -n 's/^\([^ ].*\): +[0-9]* =.*/\1/p' | tail -n 1)
    if ! grep -qxF "$heading" "$table"; then
        printf '\n%s\n\n%s\n\n%s\n%s\n' "$heading" "$about" \
            '| date | engine | opponent | game | limit | result | Elo |' '|---|---|---|---|---|---|---|' >> "$table"
    fi
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$(date -u +%F)" "$revision" "$opponent" "$1" \
        "$(value_of --tc '' "$@")" "$(sed 's/^now: \([^,]*\),.*/\1/' <<< "$line")" \
        "$(sed 's/.*, Elo \([^]]*]\).*/\1/' <<< "$line")" | tee -a "$table"
}

table=${TABLE:-docs/log/experiments.md}
[ -w "$table" ] || fail "cannot write to $table, which gets the rows"
revision=$(git describe --always --dirty)
variants=$(value_of --variants normal "$@")
without_variants "$@"
for step in "${steps[@]}"; do
    case $step in *=*) ;; *) hash=$(commit "$step"); build "$hash" ;; esac
done
find_program
mkdir -p "$builds/../ladder"
out=$(mktemp -d "$builds/../ladder/$(date -u +%F).XXXXXX")
for step in "${steps[@]}"; do
    for game in ${variants//,/ }; do
        number=$((${number:-0} + 1)) folder=$out/match-$number
        "$program" match --engine "$(engine now "$program")" --engine "$(described "$step")" --variants "$game" \
            "${options[@]}" --out "$folder" | tee "$folder.txt"
        add_row "$game" "$folder.txt" "${options[@]}"
    done
done
echo "games: $out"
