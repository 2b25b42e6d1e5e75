#!/usr/bin/env bash
# Runs the engine on another machine, over ssh, with its standard streams connected: paste it where a program
# asks for the command of an engine.
set -euo pipefail

help() {
    cat <<'END'
Runs coupturc on another machine over ssh, with its standard streams connected to yours.

Usage: remote-engine.sh HOST [ARGS]

HOST is whatever ssh takes: a name, user@name, an alias of ~/.ssh/config. ARGS go to the engine as they are;
without any it speaks the Hub protocol. Log in to HOST by hand once, with a key and not with a password:
nothing is asked here, because questions and answers would get between the lines of the protocol.

Environment:
  COUPTURC_REMOTE       the program on HOST: a name that is in the PATH there, in ~/.cargo/bin or in
                        ~/.local/bin, or a path, relative to the home directory or not (default: coupturc)
  COUPTURC_SSH_OPTIONS  further options for ssh, divided by spaces, such as "-p 2222 -J gateway";
                        what they say comes before what is chosen here

When ssh ends, for whatever reason, the engine's input ends, and the engine leaves. A link that has gone
silent is given up after about 20 seconds on this side. On the other side that is for its sshd to do: set
ClientAliveInterval there.
The startup files of the shell on HOST must not print or read anything when the shell is not interactive.

Exit status: the engine's; 255 if the connection failed, 127 if a program is missing, 2 for wrong usage.
Only errors of ssh are shown; with COUPTURC_SSH_OPTIONS="-o LogLevel=INFO" it says more, such as that a link
was given up.

Examples:
  remote-engine.sh big-machine
  COUPTURC_REMOTE=src/coupturc/target/release/coupturc remote-engine.sh me@big-machine bench
END
}

# fail STATUS MESSAGE: one line for whoever reads the log of the GUI.
fail() {
    echo "remote-engine.sh: $2" >&2
    exit "$1"
}

# A word for the shell of HOST, which may be any: in single quotes they disagree about backslashes and
# exclamation marks.
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

# What the other machine does before the engine is there, in one line because csh wants it so. Cargo and
# people put programs into these directories, and shells that are not interactive often do not look there.
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
    # Nothing but the engine is on the streams, byte for byte: no terminal, no question, no banner.
    -T
    -o BatchMode=yes
    -o LogLevel=ERROR
    -o RemoteCommand=none
    # A dead link is noticed.
    -o ConnectTimeout=10
    -o ServerAliveInterval=5
    -o ServerAliveCountMax=3
    -o TCPKeepAlive=yes
    # Lines are short and should arrive soon: sessions without a terminal count as bulk data otherwise.
    -o Compression=no
    -o IPQoS=af21
    # A connection of its own, which nothing else can slow down, and which ends with this process.
    -o ControlMaster=no
    -o ControlPath=none
    # An engine needs no way back.
    -a
    -x
    -o ClearAllForwardings=yes
    -o PermitLocalCommand=no
)
# The first value of an option counts. Old versions of bash take an empty array for an unset one.
exec ssh ${further[@]+"${further[@]}"} "${options[@]}" -- "$host" "$command"
