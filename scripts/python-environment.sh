#!/usr/bin/env bash
# Makes a Python environment with exactly the packages of a list. An existing environment made from the same list is
# kept unchanged.
set -euo pipefail

if [ $# -ne 2 ] || [ "$1" = "--help" ]; then
    sed -n '2,3s/^# //p' "$0"
    echo "usage: python-environment.sh REQUIREMENTS FOLDER    (PYTHON=<command> for another Python than python3)"
    [ "${1-}" = "--help" ]
    exit
fi
requirements=$1 folder=$2

python="${PYTHON:-python3}"
command -v "$python" >/dev/null || { echo "$python is missing: install Python 3.11 or newer" >&2; exit 1; }
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "$("$python" --version) is too old: $folder needs Python 3.11 or newer" >&2
    exit 1
}
# The list is copied last, so an incomplete environment does not match.
if cmp --silent "$requirements" "$folder/made-from.txt" && "$folder/bin/python" -c '' 2>/dev/null; then
    echo "$folder is up to date"
    exit
fi
echo "$folder: making it with $("$python" --version) and the packages of $requirements"
rm -rf "$folder"
"$python" -m venv "$folder" || {
    echo "cannot make $folder: Python's module venv is missing (Debian and Ubuntu: python3-venv)" >&2
    exit 1
}
# The list is complete, so no dependencies are installed.
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --requirement "$requirements"
"$folder/bin/python" -m pip check --disable-pip-version-check
cp "$requirements" "$folder/made-from.txt"
