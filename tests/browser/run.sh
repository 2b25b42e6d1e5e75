#!/usr/bin/env bash
# Plays on the page of `coupturc serve`, and looks at the pages of reports, in a browser that nobody sees: Chromium, which it
# installs on Debian and Ubuntu if it is missing, or the one that the environment variable CHROMIUM names.
# The engine is the program that the environment variable COUPTURC names, or target/release/coupturc.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1-}" = "--help" ]; then
    sed -n '2,4s/^# //p' "tests/browser/run.sh"
    echo "usage: run.sh [OPTIONS OF PYTEST]"
    exit 0
fi

if [ -z "${CHROMIUM-}" ] && ! command -v chromium >/dev/null; then
    echo "installing chromium"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } >/dev/null || {
        echo "cannot install chromium: name one with CHROMIUM=<command>" >&2
        exit 1
    }
fi
bash scripts/python-environment.sh tests/browser/requirements.txt target/browser
# The same module, without the optimisation over crates that takes longer than all the rest.
export PROFILE="${PROFILE:-release}"
# Nothing but target is written to.
export PYTHONPYCACHEPREFIX="$PWD/target/browser/pycache"
target/browser/bin/python -m pytest --quiet -p no:cacheprovider "$@" tests/browser
