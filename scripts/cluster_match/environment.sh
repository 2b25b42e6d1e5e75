#!/usr/bin/env bash
# Makes target/cluster-match, the Python environment for scripts/cluster-match.py and cluster-learn.py: run them with
# its Python.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec bash scripts/python-environment.sh scripts/cluster_match/requirements.txt target/cluster-match
