#!/usr/bin/env bash
# Plays whole games through real Hub and DXP clients, after making their Python environments.
# The engine is the program in the environment variable COUPTURC, or target/release/coupturc.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2,3s/^# //p' "tests/clients/run.sh"
    echo "usage: run.sh"
    exit 0
fi

bash tests/clients/environment.sh
# Write only to target.
export PYTHONPYCACHEPREFIX="$PWD/target/clients/pycache"
# The user's endgame tables would change answers.
export XDG_CACHE_HOME="$PWD/target/empty-cache"

failed=()
# Runs the tests in the file $2 in the environment $1.
run_tests() {
    echo "== $2, in target/clients/$1"
    "target/clients/$1/bin/python" -m pytest --quiet -p no:cacheprovider "tests/clients/$2" || failed+=("$2")
}
run_tests pydraughts test_habits.py
run_tests pydraughts test_pydraughts.py
run_tests pydraughts test_pdn.py
run_tests pydraughts test_dxp.py
run_tests pydraughts test_game_files.py
run_tests py-draughts test_py_draughts.py

if [ "${#failed[@]}" -gt 0 ]; then
    echo "failed: ${failed[*]}" >&2
    exit 1
fi
