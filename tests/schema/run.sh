#!/usr/bin/env bash
# Checks the embedded game files, and files with faults, against docs/game-file.schema.json.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2s/^# //p' "tests/schema/run.sh"
    echo "usage: run.sh"
    exit 0
fi

bash scripts/python-environment.sh tests/schema/requirements.txt target/schema
PYTHONPYCACHEPREFIX="$PWD/target/schema/pycache" target/schema/bin/python -m unittest discover tests/schema
