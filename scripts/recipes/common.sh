# What the shell scripts have in common. To be sourced by them, with `set -euo pipefail` and from anywhere.
# shellcheck shell=bash

recipe=$(basename "$0")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# fail MESSAGE: says what is wrong, and ends.
fail() {
    echo "$recipe: $1" >&2
    exit "${2:-1}"
}

# usage_if_asked FIRST_ARGUMENT: prints the comment at the top of the recipe and ends, if that was asked for.
usage_if_asked() {
    case ${1-} in
        -h|--help)
            sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
            exit
            ;;
    esac
}

# A word in quotes that a shell, and `coupturc match --engine`, take off again.
quoted() {
    printf "'%s'" "${1//\'/\'\\\'\'}"
}

# engine NAME PROGRAM [ARGUMENT ...]: the description of an engine for `coupturc match --engine`.
engine() {
    local name=$1 command='' word
    shift
    for word in "$@"; do command+="$(quoted "$word") "; done
    echo "cmd=$(quoted "${command% }") name=$(quoted "$name")"
}

# has OPTION ARGUMENT ...: whether the option is among the arguments, as `--option value` or `--option=value`.
has() {
    local option=$1 argument
    shift
    for argument in "$@"; do
        case $argument in "$option"|"$option="*) return ;; esac
    done
    return 1
}

# values_of PARAMETER: what a parameter of the program can be, one value a line, as the program itself declares it.
values_of() {
    printf 'hub\nquit\n' | "$program" hub | sed -n "s/^param name=$1 .* values=\"\([^\"]*\)\".*/\1/p" | tr ' ' '\n'
}

# games: all games of the program, one a line. A value of `halt` among those of `variant`, such as killer, is no game of
# its own: it stands for one with that rule. `games_with_commas` has them as `coupturc match --variants` reads them.
games() {
    values_of variant | grep -vxF "$(values_of halt)" || fail "$program does not say which games it plays"
}

games_with_commas() {
    games | paste -sd , -
}

# Sets `program` to the coupturc that plays and referees: what the variable COUPTURC names, or else this checkout,
# built now.
find_program() {
    if [ -n "${COUPTURC-}" ]; then
        program=$COUPTURC
        [ -x "$program" ] || fail "COUPTURC is $program, which is no program"
        return
    fi
    command -v cargo >/dev/null || fail "cargo is missing: install Rust from https://rustup.rs, or set COUPTURC"
    (cd "$root" && cargo build --release --quiet) || fail "the engine does not build"
    program=${CARGO_TARGET_DIR:-$root/target}/release/coupturc
}

# games_by_the_rules LOG: how many games of a match have ended by the rules, and not after an illegal move, a crash,
# silence, lost time.
games_by_the_rules() {
    grep -cE '"termination":"(no-moves|no-pieces|promotion|repetition|king-against-(king|man)|[0-9]+-moves)"' "$1" || true
}
