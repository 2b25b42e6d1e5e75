#!/usr/bin/env bash
# Tests the files of release.sh as on a bare machine, with an empty environment. The program of an archive must speak
# Hub, count the leaves in docs/perft.md, search the nodes of its signature, build and probe endgame tables, and play
# ten games against itself that end by the rules; the Python module must play a game with it. Packages are installed,
# play a game, and are removed, after which nothing of them may be left.
#
# Usage: check-release.sh FILE ...
#
# .tar.gz, .zip    archives, each unpacked into a new folder
# .whl             in a new environment of Python; for another kind of machine in a folder
# .tgz             in a new folder, with Node
# .deb             in a new Debian made by debootstrap, by root
# .rpm             in a new folder, with a database of its own
# .crate           needs Rust: name both, and cargo builds and installs the program
#
# Programs for ARM run under qemu-aarch64 (the Debian package qemu-user-static), programs for Windows under wine (wine64).
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
usage_if_asked "$@"
[ $# -gt 0 ] || fail "expected files, such as target/release-*/coupturc*" 2
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

# runner_for NAME: sets `runner`, the emulator for the program of this file, if it needs one, and `suffix`, the end of
# the program's name.
runner_for() {
    runner='' suffix=''
    case $1 in
        *-windows-*|*win_amd64*) runner=$(one_of wine64 /usr/lib/wine/wine64 wine) suffix=.exe ;;
        *[-_.]"$(uname -m)"*|*_"$(dpkg --print-architecture 2>/dev/null)".deb) ;;
        *aarch64*|*arm64*) runner=$(one_of qemu-aarch64-static qemu-aarch64) ;;
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
    expect "tables build" "9 classes of dameo are valid" build_tables
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

# Checks the other files of the archive: links must lead to files, and the Python module must play a game.
check_files() {
    local file
    for file in LICENSE-MIT LICENSE-APACHE completions/coupturc completions/_coupturc docs/perft.md; do
        [ -s "$tried/$file" ] || fail "$file is missing"
    done
    (cd "$tried" && grep -oE '\]\([^):]+\)' README.md | sed 's/^](//; s/[#)].*//' | sort -u | xargs ls >/dev/null) ||
        fail "README.md has broken links, see above"
    expect "the Python module" "game over" env PYTHONPATH="$tried/scripts" python3 -c "$GAME_IN_PYTHON" "${alone[@]}"
}

# Plays a game with the Python module in the path $1, by the command in the other arguments, if there are any.
GAME_IN_PYTHON='
import sys

from coupturc import Engine

with Engine(sys.argv[1:] or None, variant="dameo") as engine:
    game = engine.new_game()
    while game.result == "none":
        game.play(engine.think(game, nodes=300).move)
    print("game over:", game.result, "with", engine._command[-1])
'

check_archive() {
    unpack "$1"
    check_program
    check_match
    check_files
}

# in_python COMMAND ...: runs it as on a machine without other programs.
in_python() {
    env -i HOME="$scratch" WINEDEBUG=-all PYTHONDONTWRITEBYTECODE=1 "$@"
}

check_wheel() {
    local before place=$scratch/python tags
    runner_for "$1"
    mkdir "$scratch/empty"
    python3 -m venv "$place"
    if [ -n "$runner" ]; then
        tags=$(basename "$1" .whl) tags=${tags##*-}
        in_python "$place/bin/pip" -q install --no-index --platform "${tags%%.*}" --only-binary :all: \
            --target "$scratch/foreign" "$1"
        tried=$scratch/foreign/bin
        alone=(in_python "$runner" "$tried/coupturc$suffix")
        [ -z "$suffix" ] || run --version >/dev/null 2>&1 || mend_wine
        expect "a game" "game over" in_python PYTHONPATH="$scratch/foreign" "$place/bin/python" -c "$GAME_IN_PYTHON" \
            "$runner" "$tried/coupturc$suffix"
        return
    fi
    before=$(find "$place" | sort)
    in_python "$place/bin/pip" -q install --no-index "$1"
    expect version "coupturc $version" in_python "$place/bin/coupturc" --version
    expect "a game" "with $place/bin/coupturc" in_python "$place/bin/python" -c "$GAME_IN_PYTHON"
    in_python "$place/bin/pip" -q uninstall --yes coupturc
    same "$before" "$(find "$place" | sort)"
}

# same BEFORE AFTER: the lists of files must be equal.
same() {
    diff <(echo "$1") <(echo "$2") >&2 || fail "files are left, see above"
}

check_npm() {
    mkdir "$scratch/node"
    (cd "$scratch/node" && npm install --prefix . --silent --offline --no-package-lock "$1")
    expect "a game" " by " env -i HOME="$scratch" "$(command -v node)" "$scratch/node/node_modules/coupturc/example.mjs"
    (cd "$scratch/node" && npm uninstall --prefix . --silent --offline --no-package-lock coupturc)
    [ ! -e "$scratch/node/node_modules/coupturc" ] || fail "npm leaves the package"
}

# files_in ROOT: lists the files of a system, without the records of its package manager.
files_in() {
    (cd "$1" && find . -xdev -not -path './var/lib/*' -not -path './var/log/*' -not -path './var/cache/*' \
        -not -path './proc/*' -not -path './tmp/*' | sort)
}

# check_installed ROOT: plays games with the program that is installed there.
check_installed() {
    local root=$1 call
    [ -z "$runner" ] || cp "$runner" "$root/tmp/emulator"
    call=(env -i HOME=/tmp "$(command -v chroot)" "$root" ${runner:+/tmp/emulator} /usr/bin/coupturc)
    expect version "coupturc $version" "${call[@]}" --version
    expect "a game" "first: +" "${call[@]}" match --engine "$(engine first ${runner:+/tmp/emulator} /usr/bin/coupturc)" \
        --engine "$(engine second ${runner:+/tmp/emulator} /usr/bin/coupturc)" --each param.tables-pieces=0 \
        --variants croda --tc nodes=300 --rounds 1 --out /tmp/match </dev/null
    [ "$(games_by_the_rules "$root/tmp/match/games.jsonl")" -eq 2 ] || fail "two games did not end by the rules"
    zcat -f "$root"/usr/share/man/man1/coupturc-match.1* | grep -q '^\.TH' || fail "the manual is missing"
    [ -s "$root/usr/share/bash-completion/completions/coupturc" ] || fail "completions are missing"
    rm -r "$root/tmp/match" "$root/tmp/emulator" 2>/dev/null || true
}

check_deb() {
    local system=$scratch/debian before
    runner_for "$1"
    debootstrap --variant=minbase bookworm "$system" >"$scratch/log" 2>&1 || fail "$(tail -5 "$scratch/log")"
    before=$(files_in "$system")
    cp "$1" "$system/tmp/coupturc.deb"
    chroot "$system" dpkg ${runner:+--force-architecture} --install /tmp/coupturc.deb >"$scratch/log" 2>&1 ||
        fail "dpkg does not install it: $(cat "$scratch/log")"
    rm "$system/tmp/coupturc.deb"
    check_installed "$system"
    chroot "$system" dpkg --remove coupturc >/dev/null
    chroot "$system" dpkg --purge coupturc >/dev/null 2>&1
    same "$before" "$(files_in "$system")"
    ! grep -rqs coupturc "$system"/var/lib/dpkg/{status,info} || fail "dpkg remembers the package"
}

check_rpm() {
    local system=$scratch/fedora before rpm
    runner_for "$1"
    rpm=(rpm --root "$system" --dbpath /var/lib/rpm)
    # The package owns no folders, so they are left, empty: here those that other packages have as well.
    mkdir -p "$system"/{dev,tmp,usr/{bin,share/{{doc,licenses}/coupturc,man/man1,bash-completion/completions}}}
    mkdir -p "$system"/usr/share/{zsh/site-functions,fish/vendor_completions.d}
    cp -a /dev/null "$system/dev"
    "${rpm[@]}" --initdb
    before=$(files_in "$system")
    # On Debian, rpm would refuse otherwise.
    "${rpm[@]}" --install --force-debian --ignorearch --nosignature "$1" 2>"$scratch/log" || fail "rpm does not install it: $(cat "$scratch/log")"
    check_installed "$system"
    "${rpm[@]}" --erase coupturc
    same "$before" "$(files_in "$system")"
}

check_crates() {
    local crate
    for crate in "$@"; do tar --extract --gzip --file "$crate" --directory "$scratch"; done
    cargo install --quiet --locked --root "$scratch/cargo" --path "$scratch/coupturc-$version" \
        --config "patch.crates-io.coupturc-core.path='$scratch/coupturc-core-$version'" \
        --config "patch.crates-io.coupturc-gamefile.path='$scratch/coupturc-gamefile-$version'" || fail "cargo does not install it"
    expect demo "Losing Draughts" env -i "$scratch/cargo/bin/coupturc" demo
    cargo uninstall --quiet --root "$scratch/cargo" coupturc
    [ ! -e "$scratch/cargo/bin/coupturc" ] || fail "cargo leaves the program"
}

crates=()
for file in "$@"; do
    [ -f "$file" ] || fail "$file is not a file"
    file=$(realpath "$file")
    version=$(basename "$file" | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -1)
    rm -rf -- "${scratch:?}"/*
    case $file in
        *.whl) check_wheel "$file" ;;
        *.tgz) check_npm "$file" ;;
        *.deb) check_deb "$file" ;;
        *.rpm) check_rpm "$file" ;;
        *.crate) crates+=("$file") ;;
        *) check_archive "$file" ;;
    esac
    [[ $file = *.crate ]] || echo "passed: $(basename "$file")${runner:+ under $(basename "$runner")}"
    runner=''
done
[ ${#crates[@]} -eq 0 ] || { check_crates "${crates[@]}" && echo "passed: the crates"; }
