# The engine as a WebAssembly module, and the npm package with it. To be sourced after common.sh. The environment variable
# PROFILE names the cargo profile, dist by default.
# shellcheck shell=bash

# build_module: builds the module, and sets `module` to its file.
build_module() {
    local target=wasm32-wasip1 profile=${PROFILE:-dist} flags=${PLAIN_PATHS:+$PLAIN_PATHS$FLAG_END}
    if ! rustc --print target-libdir --target "$target" | xargs test -d; then
        rustup target add "$target" || fail "expected the target $target of Rust, as of: rustup target add $target"
    fi
    # All current browsers have 128-bit vectors. What does not search is made small, since it is sent to each visitor.
    CARGO_ENCODED_RUSTFLAGS="$flags-Ctarget-feature=+simd128" cargo build --locked --profile "$profile" \
        --config "profile.$profile.package.coupturc-gamefile.opt-level='z'" \
        --package coupturc-wasm --target "$target" --manifest-path "$root/Cargo.toml" || fail "the module does not build"
    module=${CARGO_TARGET_DIR:-$root/target}/$target/$profile/coupturc_wasm.wasm
}

# npm_package VERSION FOLDER [FILE ...]: packs the module for npm, with these other files.
npm_package() (
    local packed
    packed=$(mktemp -d)
    trap 'rm -rf -- "$packed"' EXIT
    cp "$root"/src/web/npm/* "$root"/LICENSE-* "${@:3}" "$packed"
    cp "$module" "$packed/engine.wasm"
    cd "$packed"
    npm pkg set version="$1"
    npm pack --silent --pack-destination "$2" >/dev/null || fail "npm makes no package"
)
