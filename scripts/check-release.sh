#!/usr/bin/env bash
# Tests the archives of build-release.sh as on a bare machine: unpacked into a new folder, with an empty environment.
# The program must speak Hub, count the leaves in docs/perft.md, search the nodes of its signature, build and probe
# endgame tables, and play ten games against itself that end by the rules; coupturc.py must play a game with it.
#
# Usage: check-release.sh ARCHIVE ...
#
# Programs for ARM run under qemu-aarch64 (the Debian package qemu-user), programs for Windows under wine (wine64).
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
usage_if_asked "$@"
[ $# -gt 0 ] || fail "expected archives, such as target/archives/coupturc-*" 2
scratch=$(mktemp -d)

# Wine processes write into its folder for a few more seconds.
tidy() {
    rm -rf -- "$scratch" 2>/dev/null || { sleep 5; rm -rf -- "$scratch"; }
}
trap tidy EXIT

# one_of PROGRAM ...: prints the first of them that is installed.
one_of() {
    command -v "$@" | head -1 | grep . || fail "expected the program $1: install the package qemu-user or wine64 of Debian"
}

# runner_for NAME: sets `runner`, the emulator for the program of this archive, if it needs one, and `suffix`, the end
# of the program's name.
runner_for() {
    runner='' suffix=''
    case $1 in
        *-windows-*) runner=$(one_of wine64 /usr/lib/wine/wine64 wine) suffix=.exe ;;
        *-"$(uname -m)"-*) ;;
        *-aarch64-*linux*) runner=$(one_of qemu-aarch64 qemu-aarch64-static) ;;
        *) fail "the program of $1 does not run on this machine" ;;
    esac
}

# Wine in Debian 12 lacks this library of Windows 10. Another Windows library also provides random numbers.
mend_wine() {
    x86_64-w64-mingw32-gcc -shared -o "$tried/bcryptprimitives.dll" -x c - -ladvapi32 <<'END'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PUCHAR bytes, SIZE_T size) { return RtlGenRandom(bytes, size); }
END
}

# unpack ARCHIVE: unpacks it into the scratch folder; sets `name`, `tried` to its folder, and `alone` to the command
# that runs its program.
unpack() {
    name=$(basename "$1") name=${name%.tar.gz} name=${name%.zip}
    runner_for "$name"
    rm -rf -- "${scratch:?}"/*
    mkdir "$scratch/empty" "$scratch/home"
    python3 -c 'import shutil, sys; shutil.unpack_archive(*sys.argv[1:])' "$1" "$scratch"
    tried=$scratch/$name
    alone=(env -i HOME="$scratch/home" WINEDEBUG=-all ${runner:+"$runner"} "$tried/coupturc$suffix")
    case $name in
        *-linux-*) ! readelf -lW "$tried/coupturc" | grep INTERP || fail "the program needs libraries" ;;
        *-windows-*) run --version >"$scratch/version" 2>&1 || mend_wine ;;
    esac
}

# run ARGUMENT ...: runs the program in an empty folder.
run() {
    (cd "$scratch/empty" && "${alone[@]}" "$@")
}

# expect WHAT WORD COMMAND ...: the command must succeed and print the word.
expect() {
    local what=$1 word=$2 output
    shift 2
    output=$("$@" 2>&1) || fail "$what: it failed: $output"
    grep -qF -- "$word" <<<"$output" || fail "$what: expected '$word' in: $output"
}

# leaves: prints the number of leaves at depth 5 in docs/perft.md of the archive; nodes: prints the sum of the
# signatures of the search.
leaves() { sed -n '/^## Dameo/,$s/^| 5 | \([0-9,]*\) |.*/\1/p' "$tried/docs/perft.md" | head -1 | tr -d , | grep .; }
nodes() {
    sed -n 's/^    ("[a-z]*", \([0-9_]*\)),$/\1/p' "$root/tests/search/bench_signature.rs" | tr -d _ |
        awk '{ sum += $1 } END { if (!sum) exit 1; print sum }'
}

check_program() {
    expect version "coupturc $(cut -d - -f 2 <<<"$name")" run --version
    expect "a move" "done move=" run <<<$'hub\ninit\nset-param name=variant value=hexdame\nlevel depth=5\ngo think\nwait-done'
    expect perft "nodes=$(leaves) " run perft --variant dameo --depth 5
    expect bench "Bench: $(nodes) " run bench
    expect "tables build" "9 classes of dameo are sound" build_tables
    expect "tables probe" "White wins in 3 plies" run tables probe --variant dameo --fen W:WKa1,Kb2:BKg7
    run man ../man
    [ "$(ls "$scratch/man")" = "$(ls "$tried/man")" ] || fail "the manual has other pages than the program writes"
}

build_tables() {
    run tables build --variant dameo --pieces 3 --tables ../tables
    run tables verify --variant dameo --tables ../tables
}

# Plays ten games of the program against itself, with the command in the syntax of its system.
check_match() {
    local command=(${runner:+"$runner"} "$tried/coupturc$suffix")
    case $name in *-windows-*) command=("..\\$name\\coupturc.exe") ;; esac
    expect match "first: +" run match --engine "$(engine first "${command[@]}")" --engine "$(engine second "${command[@]}")" \
        --variants croda --tc nodes=300 --rounds 5 --out ../match </dev/null
    [ "$(games_by_the_rules "$scratch/match/games.jsonl")" -eq 10 ] || fail "match: ten games did not end by the rules"
}

# Checks the other files of the archive: links must lead to files, and coupturc.py must play a game.
check_files() {
    local file
    for file in LICENSE-MIT LICENSE-APACHE completions/coupturc completions/_coupturc docs/perft.md; do
        [ -s "$tried/$file" ] || fail "$file is missing"
    done
    (cd "$tried" && grep -oE '\]\([^):]+\)' README.md | sed 's/^](//; s/[#)].*//' | sort -u | xargs ls >/dev/null) ||
        fail "README.md has broken links, see above"
    expect coupturc.py "game over" python3 - "$tried/scripts" "${alone[@]}" <<'END'
import sys

sys.path.insert(0, sys.argv[1])
from coupturc import Engine

with Engine(sys.argv[2:], variant="dameo") as engine:
    game = engine.new_game()
    while game.result == "none":
        game.play(engine.think(game, seconds=0.01).move)
    print("game over:", game.result)
END
}

for archive in "$@"; do
    [ -f "$archive" ] || fail "$archive is not a file"
    unpack "$archive"
    echo "$name${runner:+ under $runner}"
    check_program
    check_match
    check_files
    echo "    passed"
done
