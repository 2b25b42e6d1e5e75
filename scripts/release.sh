#!/usr/bin/env bash
# Builds a release, with checksums in SHA256SUMS: for each kind of machine an archive and a Python wheel, for Linux also
# a .deb and an .rpm, and from the source the rest, such as crates.
#
# Usage: release.sh [--target TARGET ...] VERSION [FOLDER]
#
# VERSION is that of Cargo.toml. All goes to FOLDER, by default target/release-VERSION of the repository. Without
# --target, it builds for all targets whose compilers are installed, and says what to install for the others:
#
#   x86_64-unknown-linux-musl     any Linux; the program needs no library
#   aarch64-unknown-linux-musl    the same for 64-bit ARM
#   x86_64-pc-windows-gnu         Windows 10 and newer
#   aarch64-apple-darwin, x86_64-apple-darwin    macOS, on a Mac only
#   source                        crates, the source for pip, the npm package, a bill of materials
#
# A program that runs on this machine is built twice, the second time with a profile from the first one, for speed.
# The same commit and compilers give the same files, byte by byte. Environment variables: COUPTURC names an existing
# program of this commit that writes the manual and the completions, otherwise it is built; PROFILE is the cargo
# profile, dist by default; release builds faster, for trials.
set -euo pipefail
. "$(dirname "$0")/recipes/common.sh"
. "$(dirname "$0")/recipes/profile.sh"
. "$(dirname "$0")/recipes/module.sh"
usage_if_asked "$@"

all=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu)
all+=(aarch64-apple-darwin x86_64-apple-darwin source)
targets=() words=()
while [ $# -gt 0 ]; do
    case $1 in
        --target)
            [ -n "${2-}" ] || fail "--target expects one of: ${all[*]}" 2
            targets+=("$2")
            shift
            ;;
        --target=*) targets+=("${1#*=}") ;;
        -*) fail "there is no option $1: see --help" 2 ;;
        *) words+=("$1") ;;
    esac
    shift
done
version=${words[0]-} folder=${words[1]:-$root/target/release-${words[0]-}}
declared=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml")
[ "$version" = "$declared" ] || fail "expected the version of Cargo.toml, $declared, not '$version'" 2
grep -q "^## $version " "$root/CHANGELOG.md" || fail "CHANGELOG.md has no heading for $version"

# quietly COMMAND ...: runs it, and shows its output if it fails.
quietly() {
    local log
    log=$("$@" 2>&1) || fail "$1 $2 has failed: $log"
}

# compiler_for TARGET: sets `compiler`, the program that the target needs besides Rust, and `source`, where to get it.
compiler_for() {
    case $1 in
        "$(uname -m)"-unknown-linux-musl) compiler=musl-gcc source="the package musl-tools of Debian" ;;
        aarch64-unknown-linux-musl) compiler=aarch64-linux-gnu-gcc source="the package gcc-aarch64-linux-gnu of Debian" ;;
        x86_64-unknown-linux-musl) compiler=x86_64-linux-gnu-gcc source="the package gcc-x86-64-linux-gnu of Debian" ;;
        x86_64-pc-windows-gnu) compiler=x86_64-w64-mingw32-gcc source="the package gcc-mingw-w64-x86-64 of Debian" ;;
        aarch64-apple-darwin|x86_64-apple-darwin)
            compiler=xcrun source="the command line tools of a Mac (xcode-select --install)"
            ;;
        source) compiler=npm source="Node.js 20 or newer" ;;
        *) fail "there is no target $1, expected one of: ${all[*]}" 2 ;;
    esac
}

# tools_for TARGET: prints the programs of the Rust registry that make packages for it.
tools_for() {
    case $1 in
        *-linux-*) echo maturin cargo-deb cargo-generate-rpm ;;
        source) echo maturin cargo-cyclonedx ;;
        *) echo maturin ;;
    esac
}

# make TARGET: builds the program and its packages. The linker for a program without libraries comes with Rust.
make() (
    name=${1//-/_}
    case $1 in
        *-musl)
            export "CC_$name=$compiler" "CARGO_TARGET_$(tr "[:lower:]" "[:upper:]" <<<"$name")_LINKER=rust-lld"
            ;;
    esac
    flags=$PLAIN_PATHS
    case $profile-$1-$(uname) in
        dist-"$(uname -m)"-*-linux-*-Linux|dist-*-apple-*-Darwin) flags=$(flags_of_profile "$1" "$flags") || exit ;;
    esac
    export CARGO_ENCODED_RUSTFLAGS=$flags
    build_program "$1"
    archive "$1"
    wheel "$1"
    case $1 in *-linux-*) for_linux "$1" ;; esac
)

# archive TARGET: makes the archive of a built program.
archive() {
    local name=coupturc-$version-$1 ending=tar.gz built=${CARGO_TARGET_DIR:-$root/target}/$1/$profile/coupturc
    mkdir -p "$scratch/$name/scripts"
    case $1 in
        *-windows-*) ending=zip built=$built.exe ;;
        *-linux-*) cp "$root/scripts/recipes/Dockerfile" "$scratch/$name" ;;
    esac
    cp "$built" "$scratch/$name"
    cp -r "$root"/{README,CHANGELOG,CONTRIBUTING,protocol}.md "$root"/LICENSE-* "$root/docs" "$scratch/$name"
    cp -r "$root/scripts/coupturc" "$scratch/$name/scripts"
    cp -r "$staged"/* "$scratch/$name"
    python3 "$root/scripts/recipes/archive.py" "$scratch/$name" "$folder/$name.$ending" "$SOURCE_DATE_EPOCH"
}

# wheel TARGET: makes the wheel. A program without libraries runs with both kinds of C library.
wheel() {
    local tags=()
    case $1 in *-musl) tags=(--compatibility manylinux2014 --compatibility musllinux_1_1) ;; esac
    quietly maturin build --locked --profile "$profile" --target "$1" ${tags[@]+"${tags[@]}"} --out "$folder"
}

# for_linux TARGET: makes the packages for Debian and for Fedora.
for_linux() {
    quietly cargo deb --no-build --no-strip --target "$1" --profile "$profile" --output "$folder"
    quietly cargo generate-rpm --target "$1" --profile "$profile" --auto-req disabled --output "$folder"
}

# sources: makes what holds for every machine.
sources() {
    quietly cargo package --locked --no-verify --package coupturc-core --package coupturc-gamefile --package coupturc
    cp "${CARGO_TARGET_DIR:-$root/target}"/package/coupturc{,-core,-gamefile}-"$version".crate "$folder"
    quietly maturin sdist --out "$folder"
    build_module
    third_party coupturc-wasm >"$scratch/THIRD-PARTY.txt"
    npm_package "$version" "$folder" "$scratch/THIRD-PARTY.txt"
    materials
}

# materials: lists the crates in the program and in the WebAssembly module, without the paths of this machine.
materials() {
    local list address
    address=$(cargo pkgid --locked --package coupturc) address=${address#path+} address=${address%#*}
    quietly cargo cyclonedx --format json --spec-version 1.5 --describe binaries --target all
    for list in coupturc_bin=coupturc src/web/wasm/coupturc_wasm_cdylib=coupturc-wasm; do
        # Where the folder has another name than the crate, the address tells that of the crate too.
        sed "s|$address|file://.|g; s|file://\.#coupturc@|file://.#|g" "${list%=*}.cdx.json" \
            >"$folder/${list#*=}-$version.cdx.json"
        rm "${list%=*}.cdx.json"
    done
}

# stage: writes the manual, the completions and the licences of all crates to where Cargo.toml and pyproject.toml look
# for them. Completions have the names that shells expect.
stage() {
    rm -rf -- "$staged"
    mkdir -p "$staged/completions"
    "$program" man "$staged/man"
    local shell name
    for shell in bash=coupturc zsh=_coupturc fish=coupturc.fish powershell=_coupturc.ps1 elvish=coupturc.elv; do
        name=${shell#*=}
        "$program" completions "${shell%=*}" >"$staged/completions/$name"
    done
    third_party coupturc >"$staged/THIRD-PARTY.txt"
}

# third_party PACKAGE: lists the licences of the crates in it.
third_party() {
    python3 scripts/recipes/third_party.py "$1" || fail "the licences of the crates in $1 cannot be listed"
}

chosen=("${targets[@]:-${all[@]}}") left_out=() missing=()
for target in "${chosen[@]}"; do
    compiler_for "$target"
    if ! command -v "$compiler" >/dev/null; then
        [ ${#targets[@]} -eq 0 ] || fail "$target needs $compiler: $source"
        left_out+=("$target: it needs $compiler, $source")
        continue
    fi
    for tool in $(tools_for "$target"); do command -v "$tool" >/dev/null || missing+=("$tool"); done
    rustup_target=${target/source/wasm32-wasip1}
    if ! rustc --print target-libdir --target "$rustup_target" | xargs test -d; then
        rustup target add "$rustup_target" || fail "expected the target $rustup_target, as of: rustup target add"
    fi
done
[ ${#left_out[@]} -lt ${#chosen[@]} ] || fail "nothing can be built: $(printf '%s; ' "${left_out[@]}")"
[ ${#missing[@]} -eq 0 ] ||
    fail "programs are missing: cargo install --locked $(printf '%s\n' "${missing[@]}" | sort -u | xargs)"

cd "$root"
[ -z "$(git status --porcelain)" ] || fail "commit all changes first, or remove them: git status"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || fail "expected a checkout of git, or SOURCE_DATE_EPOCH"
export SOURCE_DATE_EPOCH CARGO_INCREMENTAL=0
find_program
staged=$root/target/staged
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
mkdir -p "$folder"
stage
for target in "${chosen[@]}"; do
    compiler_for "$target"
    command -v "$compiler" >/dev/null || continue
    if [ "$target" = source ]; then sources; else make "$target"; fi
done
[ ${#left_out[@]} -eq 0 ] || printf 'left out: %s\n' "${left_out[@]}"
python3 - "$folder" <<'END'
import hashlib, pathlib, sys

folder = pathlib.Path(sys.argv[1])
files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
(folder / "SHA256SUMS").write_text(sums, newline="\n")
for path in files:
    print(f"{path.stat().st_size:9} {path}")
END
