# Profile-guided optimization: programs are built twice, and the second build uses a profile from the first one. To be
# sourced after common.sh.
# shellcheck shell=bash

# The cargo profile of `build_program`.
profile=${PROFILE:-dist}

# Flags that remove the user's paths, which are private and would make the program differ.
PLAIN_PATHS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo${FLAG_END}--remap-path-prefix=$root=."

# The weight of each game in nodes. The compiler optimizes rarely used code for size.
NODES_OF_A_GAME=100000000

# flags_of_profile TARGET FLAGS: builds an instrumented program for TARGET, runs its benchmark in all games, and prints
# FLAGS with those for using the profile. The profile is the same for the same commit and compiler.
flags_of_profile() {
    local folder=${CARGO_TARGET_DIR:-$root/target}/profile tools program game nodes inputs=()
    tools=$(rustc --print target-libdir)/../bin
    if [ ! -x "$tools/llvm-profdata" ]; then
        rustup component add llvm-tools >&2 || fail "expected llvm-profdata, as of: rustup component add llvm-tools"
    fi
    # With the settings of the second build, because the symbol names of functions depend on them.
    CARGO_ENCODED_RUSTFLAGS="$2${FLAG_END}-Cprofile-generate" CARGO_TARGET_DIR=$folder build_program "$1"
    program=$folder/$1/$profile/coupturc
    local -x LLVM_PROFILE_FILE=$folder/not-needed.profraw
    for game in $(games); do
        nodes=$(LLVM_PROFILE_FILE=$folder/$game.profraw "$program" bench --variants "$game" --depth 12 |
            sed -n 's/^Bench: \([0-9]*\) .*/\1/p')
        inputs+=("--weighted-input=$((NODES_OF_A_GAME / nodes + 1)),$folder/$game.profraw")
    done
    "$tools/llvm-profdata" merge -o "$folder/$1.profdata" "${inputs[@]}" || fail "the profile cannot be read"
    echo "$2${FLAG_END}-Cprofile-use=$folder/$1.profdata"
}

# build_program TARGET: builds the program for TARGET.
build_program() {
    cargo build --locked --profile "$profile" --quiet --bin coupturc --target "$1" --manifest-path "$root/Cargo.toml" ||
        fail "the engine does not build for $1"
}
