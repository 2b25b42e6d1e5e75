#!/usr/bin/env bash
# Runs the engine on another machine, over ssh, with its standard streams connected: use this script as the command of
# an engine in other programs.
set -euo pipefail

help() {
    cat <<'END'
Runs coupturc on another machine over ssh, with its standard streams connected to yours.

Usage: remote-engine.sh HOST [ARGS]

HOST is a destination of ssh: a name, user@name, or an alias of ~/.ssh/config. ARGS are passed to the engine
unchanged; without ARGS it speaks the Hub protocol. Log in to HOST manually once, with a key, not a password:
this script never prompts, because prompts would mix with the lines of the protocol.

Environment:
  COUPTURC_REMOTE       the program on HOST: a name in the PATH there, in ~/.cargo/bin or in ~/.local/bin, or
                        an absolute path, or one relative to the home directory (default: coupturc)
  COUPTURC_SSH_OPTIONS  additional options for ssh, separated by spaces, such as "-p 2222 -J gateway"; they
                        take precedence over those of this script

When ssh ends, for whatever reason, the engine's input ends, and the engine exits. This side closes a dead
connection after about 20 seconds. On the other side that is up to sshd: set ClientAliveInterval there.
The startup files of the shell on HOST must not print or read anything if the shell is not interactive.

Exit status: the engine's; 255 if the connection failed, 127 if a program is missing, 2 for wrong usage.
Only errors of ssh are shown; COUPTURC_SSH_OPTIONS="-o LogLevel=INFO" shows more, such as closed dead
connections.

Examples:
  remote-engine.sh big-machine
  COUPTURC_REMOTE=src/coupturc/target/release/coupturc remote-engine.sh me@big-machine bench
END
}

# fail STATUS MESSAGE: prints one line, for the log of a GUI, and exits.
fail() {
    echo "remote-engine.sh: $2" >&2
    exit "$1"
}

# quoted WORD: prints it quoted for any shell on HOST. In single quotes, shells treat backslashes and exclamation
# marks differently.
quoted() {
    local text=$1 result="'" i char
    for ((i = 0; i < ${#text}; i++)); do
        char=${text:i:1}
        case $char in
            \'|\\|'!') result+="'\\$char'" ;;
            *) result+=$char ;;
        esac
    done
    printf "%s'" "$result"
}

# The commands on the other machine that start the engine, in one line because csh requires that. Cargo and users put
# programs into these directories, which are often not in the PATH of non-interactive shells.
# shellcheck disable=SC2016  # it is expanded there
readonly start_there='program=$1; shift; '\
'case $program in "~/"*) program=$HOME/${program#"~/"} ;; esac; '\
'PATH=$PATH:$HOME/.cargo/bin:$HOME/.local/bin; '\
'if command -v "$program" >/dev/null 2>&1; then exec "$program" "$@"; fi; '\
'echo "remote-engine.sh: no program $program on $(uname -n): set COUPTURC_REMOTE to its path there" >&2; '\
'exit 127'

[ $# -gt 0 ] || fail 2 "no HOST; try --help"
case $1 in
    -h|--help) help; exit ;;
    -*) fail 2 "$1 is not a HOST; options for ssh go into COUPTURC_SSH_OPTIONS; try --help" ;;
    "") fail 2 "HOST is empty; try --help" ;;
esac
command -v ssh >/dev/null || fail 127 "ssh is missing: install the package openssh-client"

host=$1
shift
read -r -a further <<<"${COUPTURC_SSH_OPTIONS:-}" || true

command="exec sh -c $(quoted "$start_there") sh"
for word in "${COUPTURC_REMOTE:-coupturc}" "$@"; do
    command+=" $(quoted "$word")"
done

options=(
    # Only the engine uses the streams, byte for byte: no terminal, no prompt, no banner.
    -T
    -o BatchMode=yes
    -o LogLevel=ERROR
    -o RemoteCommand=none
    # Detects a dead connection.
    -o ConnectTimeout=10
    -o ServerAliveInterval=5
    -o ServerAliveCountMax=3
    -o TCPKeepAlive=yes
    # Low latency for short lines: sessions without a terminal count as bulk data otherwise.
    -o Compression=no
    -o IPQoS=af21
    # A separate connection, which no other session can slow down, and which ends with this process.
    -o ControlMaster=no
    -o ControlPath=none
    # An engine needs no forwarding.
    -a
    -x
    -o ClearAllForwardings=yes
    -o PermitLocalCommand=no
)
# The first value of an option counts. Old versions of bash treat an empty array as unset.
exec ssh ${further[@]+"${further[@]}"} "${options[@]}" -- "$host" "$command"
