#!/usr/bin/env bash
# Makes the Python environment for scripts/cluster-match.py, target/cluster-match: start the script with its Python.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec bash scripts/python-environment.sh scripts/cluster_match/requirements.txt target/cluster-match
