# Programs of other revisions of this repository, each built once. To be sourced after common.sh.
# shellcheck shell=bash

builds=${CARGO_TARGET_DIR:-$root/target}/sprt

# commit REVISION: prints its full hash.
commit() {
    git rev-parse --quiet --verify --end-of-options "$1^{commit}" || fail "'$1' is not a revision of this repository" 2
}

# build HASH: builds the program of this commit as $builds/coupturc-HASH, if necessary.
build() {
    local built=$builds/coupturc-$1 source=$builds/source-$1
    if [ -x "$built" ]; then return; fi
    command -v cargo >/dev/null || fail "cargo is missing: install Rust from https://rustup.rs"
    echo "building $(git log -1 --format='%h %s' "$1")"
    mkdir -p "$builds"
    # Removes the leftovers of an interrupted build.
    remove_source "$source"
    git worktree add --quiet --detach "$source" "$1" || fail "cannot check out $1"
    # Both revisions share the builds of their dependencies. The settings also work for revisions without the profile
    # `dist`. What is inlined over crates is decided with the level of the program.
    (cd "$source" && CARGO_PROFILE_RELEASE_LTO=fat CARGO_TARGET_DIR=$builds/cargo \
        cargo build --release --quiet --bin coupturc --config profile.release.package.coupturc.opt-level=3) ||
        fail "$1 does not build"
    # Moved at the end, so that a program that exists is complete.
    cp "$builds/cargo/release/coupturc" "$built.tmp"
    mv "$built.tmp" "$built"
    remove_source "$source"
}

remove_source() {
    git worktree remove --force "$1" 2>/dev/null || rm -rf -- "$1"
    git worktree prune
}
