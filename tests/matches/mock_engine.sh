#!/bin/sh
# An engine that is wrong on purpose. The first argument says how, the second names a file for the numbers of its
# processes, so that a test can see that none outlives the match. "dance:A:B" plays the moves A and B in turn; "mute:A:B"
# does so too, but declares no parameter, and is "poor" if it knows two games, and "grumble" if it takes no parameter.
fault=$1
processes=$2
echo $$ >> "$processes"
[ "$fault" = absent ] && exit 3
dance=${fault#*:}

# Does nothing any more, with the help of another process.
freeze() {
    sleep 1000 &
    echo $! >> "$processes"
    wait
}

# What it says of itself.
declare_all() {
    echo 'id name=mock version=1'
    case $fault in
    mute:*) ;;
    poor:*) echo 'param name=variant value=normal type=enum values="normal killer"' ;;
    *)
        # Any game will do: without values this enumeration takes every name.
        echo 'param name=variant value=normal type=enum'
        echo 'param name=pad value="" type=string'
        ;;
    esac
    echo wait
}

while read -r line; do
    case $line in
    hub)
        [ "$fault" = deaf ] || declare_all
        [ "$fault" = plugged ] && freeze
        ;;
    set-param*)
        case $fault in
        mute:*|grumble:*) echo 'error message="no such thing"' ;;
        esac
        ;;
    init) echo ready ;;
    ping) echo pong ;;
    'go think')
        case $fault in
        crash) exit 7 ;;
        stall) freeze ;;
        illegal) echo 'done move=1-50' ;;
        nonsense) echo 'done move=#?!' ;;
        none) echo 'done' ;;
        spoof) printf 'done move=\033[2J\342\200\25631-26\n' ;;
        daemon)
            (setsid sh -c 'echo $$ >> "$1"; exec sleep 1000' sh "$processes" &)
            sleep 0.5
            echo 'done'
            ;;
        half) printf 'done move=31-2' && exit 0 ;;
        late) sleep 0.4 && echo 'done move=31-26' ;;
        flood) while echo 'info depth=1 score=0.00 nodes=1 pv="31-26"'; do :; done ;;
        endless) while printf 'info depth=1 score=0.00 '; do :; done ;;
        closed) exec >&- && sleep 1000 ;;
        shut) exec <&- && freeze ;;
        *:*)
            echo "done move=${dance%%:*}"
            dance=${dance#*:}:${dance%%:*}
            ;;
        esac
        ;;
    quit)
        # It does not want to leave.
        [ "$fault" = illegal ] || exit 0
        ;;
    esac
done
[ "$fault" = illegal ] && sleep 1000
