#!/usr/bin/env bash
# Installs packages for the test suites on Debian and Ubuntu, without starting their services, such as public servers.
# If that is not possible, it says what to install.
set -euo pipefail

if [ $# -eq 0 ] || [ "$1" = "--help" ]; then
    sed -n '2,3s/^# //p' "$0"
    echo "usage: debian-packages.sh [OPTION OF APT-GET ...] PACKAGE ..."
    [ "${1-}" = "--help" ]
    exit
fi

fail() {
    echo "cannot install $packages: $1" >&2
    exit 1
}

packages=$*
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then fail "only root can, with apt-get; install it by hand"; fi
echo "installing $packages"
policy=/usr/sbin/policy-rc.d
if ! [ -e $policy ]; then
    trap 'rm -f $policy' EXIT
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod +x $policy
fi
log=$({ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"; } 2>&1) ||
    fail "apt-get has failed: $log"
