#!/usr/bin/env bash
# Makes the two Python environments that the tests of real clients run in, below target/clients: one with the
# package pydraughts, one with py-draughts. Both install a module `draughts`, so they cannot share one.
# An environment that is there already, made from the same requirements, is left as it is.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2,4s/^# //p' "tests/clients/environment.sh"
    echo "usage: environment.sh    (PYTHON=<command> to use another Python than python3)"
    exit 0
fi

python="${PYTHON:-python3}"
command -v "$python" >/dev/null || { echo "$python is missing: install Python 3.11 or newer" >&2; exit 1; }
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "$("$python" --version) is too old: the clients' tests need Python 3.11 or newer" >&2
    exit 1
}

# Makes the environment for the client named $1.
make_environment() {
    local requirements="tests/clients/requirements-$1.txt" folder="target/clients/$1"
    # What the environment was made from is written last, so a half-made one does not count.
    if cmp --silent "$requirements" "$folder/made-from.txt" && "$folder/bin/python" -c '' 2>/dev/null; then
        echo "$folder is up to date"
        return
    fi
    echo "$folder: making it with $("$python" --version) and the packages of $requirements"
    rm -rf "$folder"
    "$python" -m venv "$folder" || {
        echo "cannot make $folder: Python's module venv is missing (Debian and Ubuntu: python3-venv)" >&2
        exit 1
    }
    # Every package is in the list, so nothing else may come in.
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
        --requirement "$requirements"
    "$folder/bin/python" -m pip check --disable-pip-version-check
    cp "$requirements" "$folder/made-from.txt"
}

make_environment pydraughts
make_environment py-draughts
