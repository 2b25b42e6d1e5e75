# Programs that are built twice: the second time the compiler knows from the first which parts of it are run how often. To be
# sourced behind common.sh.
# shellcheck shell=bash

# Of each game so many nodes count, for what is run seldom is made small instead of fast.
NODES_OF_A_GAME=100000000

# flags_of_profile TARGET FLAGS: builds a program for TARGET that counts what it runs, has it search in all games, and prints
# FLAGS with what the compiler needs to use the counts. They are the same for the same commit and compiler.
flags_of_profile() {
    local folder=${CARGO_TARGET_DIR:-$root/target}/profile tools program game nodes inputs=()
    tools=$(rustc --print target-libdir)/../bin
    if [ ! -x "$tools/llvm-profdata" ]; then
        rustup component add llvm-tools >&2 || fail "expected llvm-profdata, as of: rustup component add llvm-tools"
    fi
    # With the settings of the second build, for the names that the compiler gives to functions depend on them.
    RUSTFLAGS="$2 -Cprofile-generate" CARGO_TARGET_DIR=$folder build_program "$1"
    program=$folder/$1/dist/coupturc
    local -x LLVM_PROFILE_FILE=$folder/not-needed.profraw
    for game in $(games); do
        nodes=$(LLVM_PROFILE_FILE=$folder/$game.profraw "$program" bench --variants "$game" --depth 12 |
            sed -n 's/^Bench: \([0-9]*\) .*/\1/p')
        inputs+=("--weighted-input=$((NODES_OF_A_GAME / nodes + 1)),$folder/$game.profraw")
    done
    "$tools/llvm-profdata" merge -o "$folder/$1.profdata" "${inputs[@]}" || fail "the profile cannot be read"
    echo "$2 -Cprofile-use=$folder/$1.profdata"
}

# build_program TARGET: builds the program for TARGET.
build_program() {
    cargo build --locked --profile dist --quiet --bin coupturc --target "$1" --manifest-path "$root/Cargo.toml" ||
        fail "the engine does not build for $1"
}
