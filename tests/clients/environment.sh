#!/usr/bin/env bash
# Makes the two Python environments for the tests with real clients, in target/clients: one with the package pydraughts,
# one with py-draughts. Both packages install a module named `draughts`, so they cannot share an environment. An
# existing environment, made from the same requirements, is kept.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2,4s/^# //p' "tests/clients/environment.sh"
    echo "usage: environment.sh    (PYTHON=<command> to use another Python than python3)"
    exit 0
fi

for client in pydraughts py-draughts; do
    bash scripts/python-environment.sh "tests/clients/requirements-$client.txt" "target/clients/$client"
done
