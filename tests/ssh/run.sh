#!/usr/bin/env bash
# Tests the engine at the other end of an ssh connection: starts a separate server on the loopback interface, with its
# own keys, and stops and removes everything afterwards. The user's keys and settings are neither read nor written.
#
# Usage: tests/ssh/run.sh [TEST ...]     (such as: tests/ssh/run.sh Ends.test_the_client_is_killed)
#
# Needs OpenSSH's client and server, and installs them if it can. COUPTURC is the engine to test, by default
# target/release/coupturc.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
engine=$(realpath -m -- "${COUPTURC:-$root/target/release/coupturc}")
PATH=$PATH:/usr/sbin:/sbin

fail() {
    echo "tests/ssh/run.sh: $1" >&2
    exit 1
}

need_openssh() {
    if command -v sshd && command -v ssh && command -v ssh-keygen; then return; fi >/dev/null
    bash "$root/scripts/debian-packages.sh" --no-install-recommends openssh-server openssh-client ||
        fail "OpenSSH is missing: install the packages openssh-server and openssh-client"
}

command -v python3 >/dev/null || fail "python3 is missing: install the package python3"
[ -x "$engine" ] || fail "no engine at $engine: build it with cargo build --release, or set COUPTURC"
need_openssh

directory=$(mktemp -d)
server='' tests='' made_run_sshd=false

# family PID: prints a process and its descendants, the youngest last.
# shellcheck disable=SC2317  # for the trap
family() {
    echo "$1"
    local children child
    children=$(cat "/proc/$1/task/"*/children 2>/dev/null) || true
    for child in $children; do family "$child"; done
}

# shellcheck disable=SC2317  # for the trap
clean_up() {
    trap '' INT TERM HUP
    local pid
    # The server's sessions outlive it, and end the engines only when they end themselves.
    # shellcheck disable=SC2046  # words are what is wanted
    for pid in $tests $server; do kill -CONT $(family "$pid") 2>/dev/null || true; done
    # shellcheck disable=SC2046
    for pid in $tests $server; do kill -TERM $(family "$pid") 2>/dev/null || true; done
    wait
    # Kills engines that outlive their sessions; the tests have reported them.
    if [ -e "$directory/engines" ]; then
        while read -r pid; do
            if grep -qszxF "HOME=$directory/home" "/proc/$pid/environ"; then kill -KILL "$pid"; fi
        done <"$directory/engines"
    fi
    if $made_run_sshd; then rmdir /run/sshd; fi
    rm -rf -- "$directory"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

make_keys() {
    local name
    for name in host_key user_key other_key; do
        ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$directory/$name"
    done
    cp "$directory/user_key.pub" "$directory/authorized_keys"
    echo "loopback $(cat "$directory/host_key.pub")" >"$directory/known_hosts"
}

# The home directory of the sessions, with the command `coupturc`, which records its process number.
make_home() {
    mkdir -p "$directory/home/bin"
    cat >"$directory/home/bin/coupturc" <<END
#!/bin/sh
echo \$\$ >>"$directory/engines"
exec "$engine" "\$@"
END
    chmod +x "$directory/home/bin/coupturc"
    echo "This banner must not get into the protocol." >"$directory/banner"
}

write_server_configuration() {
    cat >"$directory/sshd_config" <<END
ListenAddress 127.0.0.1
HostKey "$directory/host_key"
AuthorizedKeysFile "$directory/authorized_keys"
AllowUsers $(id -un)
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
# The temporary directory may have another owner, and PAM needs more than a container has.
StrictModes no
UsePAM no
PidFile none
Banner "$directory/banner"
SetEnv HOME="$directory/home" PATH="$directory/home/bin:/usr/local/bin:/usr/bin:/bin"
ClientAliveInterval 1
ClientAliveCountMax 1
END
    # Newer servers block addresses with many failing connections. The tests make such connections on purpose.
    if "$(command -v sshd)" -t -f "$directory/sshd_config" -o "PerSourcePenalties no" 2>/dev/null; then
        echo "PerSourcePenalties no" >>"$directory/sshd_config"
    fi
}

# The same server under three names: a working one, one with an unknown host key, one that rejects our key.
write_client_configuration() {
    cat >"$directory/ssh_config" <<END
Host stranger
    HostKeyAlias stranger
Host closed
    IdentityFile "$directory/other_key"
Host closed loopback
    HostKeyAlias loopback
Host loopback stranger
    IdentityFile "$directory/user_key"
Host *
    HostName 127.0.0.1
    Port $1
    User $(id -un)
    IdentitiesOnly yes
    IdentityAgent none
    UserKnownHostsFile "$directory/known_hosts"
    GlobalKnownHostsFile none
    # The fastest algorithm, because there are many connections.
    KexAlgorithms curve25519-sha256
END
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Starts the server on a port that was free a moment ago; fails if the port has been taken since, or for another reason.
start_server() {
    local port
    port=$(free_port)
    write_client_configuration "$port"
    # The server re-executes itself for each connection, and needs its full path for that.
    "$(command -v sshd)" -D -e -f "$directory/sshd_config" -p "$port" 2>"$directory/sshd.log" &
    server=$!
    while kill -0 "$server" 2>/dev/null; do
        if grep -qs '^Server listening' "$directory/sshd.log"; then return; fi
        sleep 0.05
    done
    server=''
    return 1
}

make_keys
make_home
write_server_configuration
if [ "$(id -u)" -eq 0 ] && mkdir /run/sshd 2>/dev/null; then
    made_run_sshd=true
fi
start_server || start_server || start_server || fail "the server does not start: $(cat "$directory/sshd.log")"
ssh -F "$directory/ssh_config" -o BatchMode=yes loopback true 2>"$directory/errors" ||
    fail "the server accepts no login: $(cat "$directory/errors" "$directory/sshd.log")"

# In the background, because the shell handles signals only after a foreground command.
(
    cd "$here"
    export COUPTURC="$engine" SSH_TEST_DIRECTORY="$directory" PYTHONDONTWRITEBYTECODE=1
    exec python3 test_remote_engine.py "$@"
) &
tests=$!
status=0
wait "$tests" || status=$?
tests=''
if [ $status -ne 0 ]; then
    echo "The last lines of the server log:" >&2
    tail -n 20 "$directory/sshd.log" >&2
fi
exit $status
