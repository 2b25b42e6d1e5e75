#!/usr/bin/env bash
# Trains the net of a game from scratch: plays games, trains a net on them, plays games with this net, and so on.
#
#   scripts/learn.sh GAME [FOLDER]
#
# GAME is a Hub name such as dameo, or a file with the rules of a game, such as mine.toml; FOLDER is learn/GAME by
# default, without the ending of a file. To continue after an interruption, run the same
# command again. Environment variables:
#
#   GAMES  games of each generation (25000)
#   NODES  nodes of a search, for each generation ("1000 2000 3000")
#   BEGIN  a file of initial weights for the first training, such as those of another game on the same board
#   SEED   seed of the first generation (1); with another one, all games are different
#   APPLY  yes copies the last net to src/core/eval/games; not for a file
#
# The results are FOLDER/<generation>.net and a page FOLDER/<generation>.html about each of them. A match shows whether
# a generation plays better than the previous one:
#
#   coupturc match --engine 'cmd=coupturc name=new param.eval-file=FOLDER/3.net' \
#       --engine 'cmd=coupturc name=old param.eval-file=FOLDER/2.net' --variants GAME --tc 0.02/move --sprt 0,8
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
usage_if_asked "$@"
case "${1:-}" in *.toml) set -- "$(realpath "$1")" "${@:2}" ;; esac
cd "$(dirname "$0")/.."

[ $# -ge 1 ] || fail "the game is missing; --help shows the usage" 2
game="$1"
folder="${2:-learn/$(basename "$game" .toml)}"
case "$game" in *.toml) choice=(--rules "$game") ;; *) choice=(--variant "$game") ;; esac
program="${COUPTURC:-target/release/coupturc}"
[ -x "$program" ] || cargo build --release

generation=0
evaluation=hand-made
compare=()
begin=(${BEGIN:+--begin "$BEGIN"})
for nodes in ${NODES:-1000 2000 3000}; do
    generation=$((generation + 1))
    "$program" learn games "${choice[@]}" --games "${GAMES:-25000}" --nodes "$nodes" \
        --seed $((${SEED:-1} + generation - 1)) --eval "$evaluation" --out "$folder/$generation"
    # Each generation is trained on its own games and on those of the previous one.
    games=("$folder/$generation")
    [ "$generation" -eq 1 ] || games+=("$folder/$((generation - 1))")
    if [ ! -e "$folder/$generation.net" ]; then
        "$program" learn fit "${games[@]}" "${choice[@]}" "${begin[@]}" "${compare[@]}" \
            --report "$folder/$generation.html" --out "$folder/$generation.net" | tee "$folder/$generation.txt"
    fi
    # A trained net must predict better than material does.
    awk '$1 == "material" { material = $2 } $1 == "net" { net = $2 } END { exit !(net > 0 && net < material) }' \
        "$folder/$generation.txt" || { echo "generation $generation is not better than material" >&2; exit 1; }
    evaluation="$folder/$generation.net"
    compare=(--compare "$evaluation")
    begin=()
done
if [ "${APPLY:-no}" = yes ] && [ "${choice[0]}" = --variant ]; then
    case "$game" in normal) file=international ;; *) file="$game" ;; esac
    cp "$evaluation" "src/core/eval/games/$file.net"
fi
