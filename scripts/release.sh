#!/usr/bin/env bash
# Builds the archives of a release: coupturc-VERSION-TARGET.tar.gz or .zip for each kind of machine, with the program,
# licences, documents, manual, shell completions and coupturc.py; and SHA256SUMS, their checksums.
#
# Usage: build-release.sh [--target TARGET ...] [FOLDER]
#
# The archives go to FOLDER, by default target/archives of the repository. Without --target, it builds all archives
# whose compilers are installed, and says what to install for the others:
#
#   x86_64-unknown-linux-musl     any Linux; the program needs no library
#   aarch64-unknown-linux-musl    the same for 64-bit ARM
#   x86_64-pc-windows-gnu         Windows 10 and newer
#   aarch64-apple-darwin, x86_64-apple-darwin    macOS, on a Mac only
#
# A program that runs on this machine is built twice, the second time with a profile from the first one, for speed.
# The same commit and compilers give the same archive for Linux, byte by byte. The environment variable COUPTURC names
# an existing program of this commit that writes the manual and the completions; otherwise it is built.
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
. "$(dirname "$0")/recipes/profile.sh"
usage_if_asked "$@"

all=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu)
all+=(aarch64-apple-darwin x86_64-apple-darwin)
targets=()
while [ $# -gt 0 ]; do
    case $1 in
        --target)
            [ -n "${2-}" ] || fail "--target expects one of: ${all[*]}" 2
            targets+=("$2")
            shift
            ;;
        --target=*) targets+=("${1#*=}") ;;
        -*) fail "there is no option $1: see --help" 2 ;;
        *) folder=$1 ;;
    esac
    shift
done
folder=${folder:-$root/target/archives}

# compiler_for TARGET: sets `compiler`, the C compiler that zstd needs, and `source`, where to get it.
compiler_for() {
    case $1 in
        "$(uname -m)"-unknown-linux-musl) compiler=musl-gcc source="the package musl-tools of Debian" ;;
        aarch64-unknown-linux-musl) compiler=aarch64-linux-gnu-gcc source="the package gcc-aarch64-linux-gnu of Debian" ;;
        x86_64-unknown-linux-musl) compiler=x86_64-linux-gnu-gcc source="the package gcc-x86-64-linux-gnu of Debian" ;;
        x86_64-pc-windows-gnu) compiler=x86_64-w64-mingw32-gcc source="the package gcc-mingw-w64-x86-64 of Debian" ;;
        aarch64-apple-darwin|x86_64-apple-darwin)
            compiler=xcrun source="the command line tools of a Mac (xcode-select --install)"
            ;;
        *) fail "there is no target $1, expected one of: ${all[*]}" 2 ;;
    esac
}

# build TARGET: builds the program. The linker for a program without libraries comes with Rust.
build() (
    name=${1//-/_}
    if ! rustc --print target-libdir --target "$1" | xargs test -d; then
        rustup target add "$1" || fail "expected the target $1 of Rust, as of: rustup target add $1"
    fi
    case $1 in
        *-musl)
            export "CC_$name=$compiler" "CARGO_TARGET_$(tr "[:lower:]" "[:upper:]" <<<"$name")_LINKER=rust-lld"
            ;;
    esac
    export CARGO_PROFILE_DIST_STRIP=symbols
    # Removes the user's paths, which are private and would make the program differ.
    flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$root=."
    case $1-$(uname) in
        "$(uname -m)"-*-linux-*-Linux|*-apple-*-Darwin) flags=$(flags_of_profile "$1" "$flags") || exit ;;
    esac
    RUSTFLAGS=$flags build_program "$1"
)

# pack TARGET: makes the archive of a built program.
pack() {
    local name=coupturc-$version-$1 ending=tar.gz built=${CARGO_TARGET_DIR:-$root/target}/$1/dist/coupturc
    mkdir -p "$scratch/$name/scripts"
    case $1 in
        *-windows-*) ending=zip built=$built.exe ;;
        *-linux-*) cp "$root/scripts/recipes/Dockerfile" "$scratch/$name" ;;
    esac
    cp "$built" "$scratch/$name"
    cp -r "$root"/{README,CHANGELOG,CONTRIBUTING,protocol}.md "$root"/LICENSE-* "$root/docs" "$scratch/$name"
    cp "$root/scripts/coupturc.py" "$scratch/$name/scripts"
    cp -r "$scratch/man" "$scratch/completions" "$scratch/$name"
    python3 "$root/scripts/recipes/archive.py" "$scratch/$name" "$folder/$name.$ending" "$time"
    echo "$folder/$name.$ending: $(wc -c <"$folder/$name.$ending") bytes, the program $(wc -c <"$built")"
}

# write_for_shells: writes the manual and the completions, under the names that shells expect.
write_for_shells() {
    mkdir "$scratch/completions"
    "$program" man "$scratch/man"
    local shell name
    for shell in bash=coupturc zsh=_coupturc fish=coupturc.fish powershell=_coupturc.ps1 elvish=coupturc.elv; do
        name=${shell#*=}
        "$program" completions "${shell%=*}" >"$scratch/completions/$name"
    done
}

for target in ${targets[@]+"${targets[@]}"}; do
    compiler_for "$target"
    command -v "$compiler" >/dev/null || fail "$target needs $compiler: $source"
done
find_program
version=$("$program" --version | cut -d ' ' -f 2)
time=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)} || fail "expected a checkout of git, or SOURCE_DATE_EPOCH"
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
mkdir -p "$folder"
write_for_shells
left_out=()
for target in "${targets[@]:-${all[@]}}"; do
    compiler_for "$target"
    if command -v "$compiler" >/dev/null; then
        build "$target"
        pack "$target"
    else
        left_out+=("$target: it needs $compiler, $source")
    fi
done
[ ${#left_out[@]} -eq 0 ] || printf 'left out: %s\n' "${left_out[@]}"
[ ${#left_out[@]} -lt ${#all[@]} ] || fail "no archive could be built"
(cd "$folder" && python3 -c '
import hashlib, pathlib, sys
for path in map(pathlib.Path, sorted(sys.argv[1:])):
    print(hashlib.sha256(path.read_bytes()).hexdigest(), "", path)
' coupturc-*.* >SHA256SUMS)
echo "checksums: $folder/SHA256SUMS"
