#!/usr/bin/env bash
# Makes the Python environment for scripts/cluster-match.py and cluster-learn.py, target/cluster-match: start them with its
# Python.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec bash scripts/python-environment.sh scripts/cluster_match/requirements.txt target/cluster-match
