#!/usr/bin/env bash
# Plays on the page of `coupturc serve`, also behind nginx and Caddy, and checks the report pages, in a headless
# browser: Chromium, or the one that the environment variable CHROMIUM names. On Debian and Ubuntu it installs missing
# packages. The engine is the program that the environment variable COUPTURC names, or target/release/coupturc.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2,4s/^# //p' "tests/browser/run.sh"
    echo "usage: run.sh [OPTIONS OF PYTEST]"
    exit 0
fi

# Without its own windows, if possible, whose pages keep the processors busier than ours does.
small=chromium-headless-shell
if [ -z "${CHROMIUM-}" ]; then
    command -v "$small" >/dev/null || bash scripts/debian-packages.sh --no-install-recommends "$small" ||
        command -v chromium >/dev/null || bash scripts/debian-packages.sh chromium ||
        { echo "name one with CHROMIUM=<command>" >&2; exit 1; }
fi
# Not every PATH includes the folders of servers.
export PATH="$PATH:/usr/sbin:/sbin"
# The test of a missing proxy says so.
for proxy in nginx caddy openssl; do
    command -v "$proxy" >/dev/null || bash scripts/debian-packages.sh --no-install-recommends "$proxy" || true
done
bash scripts/python-environment.sh tests/browser/requirements.txt target/browser
# The same module, but without cross-crate optimisation, which takes longer than all the rest.
export PROFILE="${PROFILE:-release}"
export COUPTURC="${COUPTURC:-$PWD/target/release/coupturc}"
scripts/build-site.sh target/browser/site
# Write only to target.
export PYTHONPYCACHEPREFIX="$PWD/target/browser/pycache"
# Two at a time: a test waits more than it computes.
target/browser/bin/python -m pytest --quiet -p no:cacheprovider --numprocesses 2 "$@" tests/browser
