#!/usr/bin/env bash
# Installs the Python package from a wheel with the program in target/release, and tries its module and the notebook.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2s/^# //p' "tests/packages/run.sh"
    echo "usage: run.sh [OPTIONS OF UNITTEST]"
    exit 0
fi

folder=$PWD/target/packages
bash scripts/python-environment.sh tests/packages/requirements.txt "$folder/python"
rm -rf "$folder/wheel"
# Of a program that is built already, this only makes a wheel.
CARGO_INCREMENTAL=0 "$folder/python/bin/maturin" build --quiet --locked --profile release --compatibility linux \
    --out "$folder/wheel"
# Write only to target.
export PYTHONPYCACHEPREFIX="$folder/pycache"
"$folder/python/bin/python" -m unittest discover "$@" tests/packages
