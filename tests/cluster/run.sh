#!/usr/bin/env bash
# Plays matches and training games, and builds books, on clusters of a few local processes, some of which are killed.
# Makes the Python environment first.
# The program is the one that the environment variable COUPTURC names, or target/release/coupturc.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2,4s/^# //p' "tests/cluster/run.sh"
    echo "usage: run.sh [TEST ...]     (such as: run.sh test_cluster_match.Deaths)"
    exit 0
fi

bash scripts/cluster_match/environment.sh
python=$PWD/target/cluster-match/bin/python
export PYTHONDONTWRITEBYTECODE=1
cd tests/cluster
[ $# -gt 0 ] || set -- test_cluster_match test_cluster_learn test_cluster_book
exec "$python" -m unittest "$@"
