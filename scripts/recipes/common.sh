# Functions shared by the shell scripts. To be sourced with `set -euo pipefail`, from any folder.
# shellcheck shell=bash

recipe=$(basename "$0")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Separates the flags in CARGO_ENCODED_RUSTFLAGS. Unlike the spaces in RUSTFLAGS, it is in no path.
FLAG_END=$'\x1f'

# fail MESSAGE [STATUS]: prints an error message, and exits.
fail() {
    echo "$recipe: $1" >&2
    exit "${2:-1}"
}

# usage_if_asked FIRST_ARGUMENT: for -h or --help, prints the comment at the top of the script, and exits.
usage_if_asked() {
    case ${1-} in
        -h|--help)
            sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
            exit
            ;;
    esac
}

# quoted WORD: prints it quoted for a shell and for `coupturc match --engine`.
quoted() {
    printf "'%s'" "${1//\'/\'\\\'\'}"
}

# engine NAME PROGRAM [ARGUMENT ...]: prints the description of an engine for `coupturc match --engine`.
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

# values_of PARAMETER: prints the declared values of a parameter of the program, one per line.
values_of() {
    printf 'hub\nquit\n' | "$program" hub | sed -n "s/^param name=$1 .* values=\"\([^\"]*\)\".*/\1/p" | tr ' ' '\n'
}

# games: prints all games of the program, one per line. A value of `variant` that is also one of `halt`, such as killer,
# is not a separate game, but one with that rule. `games_with_commas` prints them for `coupturc match --variants`.
games() {
    values_of variant | grep -vxF "$(values_of halt)" || fail "$program does not declare its games"
}

games_with_commas() {
    games | paste -sd , -
}

# find_program: sets `program` to the coupturc that plays and referees: the one that the variable COUPTURC names, or
# this checkout, which it builds.
find_program() {
    if [ -n "${COUPTURC-}" ]; then
        program=$COUPTURC
        [ -x "$program" ] || fail "COUPTURC is $program, which is not a program"
        return
    fi
    command -v cargo >/dev/null || fail "cargo is missing: install Rust from https://rustup.rs, or set COUPTURC"
    (cd "$root" && cargo build --release --quiet) || fail "the engine does not build"
    program=${CARGO_TARGET_DIR:-$root/target}/release/coupturc
}

# games_by_the_rules LOG: prints the number of games of a match that ended by the rules, not by an illegal move, a
# crash, no answer, or time.
games_by_the_rules() {
    grep -cE '"termination":"(no-moves|no-pieces|promotion|repetition|king-against-(king|man)|[0-9]+-moves)"' "$1" || true
}
