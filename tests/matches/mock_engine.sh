#!/bin/sh
# An engine with a deliberate fault. The first argument is the fault, the second a file for the numbers of its
# processes, so that a test can check that none outlives the match. "dance:A:B" plays the moves A and B in turn.
# Variations of it: "mute" declares no parameters, "poor" knows two games, "grumble" refuses all parameters, and
# "chatty" sends unasked answers.
fault=$1
processes=$2
echo $$ >> "$processes"
[ "$fault" = absent ] && exit 3
# It passes the check before the match.
[ "$fault" = fading ] && [ "$(wc -l < "$processes")" -gt 1 ] && exit 4
dance=${fault#*:}
game=normal

# Hangs, together with another process.
freeze() {
    sleep 1000 &
    echo $! >> "$processes"
    wait
}

# Returns at once at first, later with a delay: a flood that never ebbs would only keep a processor busy.
said=0
slow_down() {
    said=$((said + 1))
    [ "$said" -lt 100000 ] || sleep 0.1
}

# Answers `hub`.
declare_all() {
    echo 'id name=mock version=1'
    case $fault in
    mute:*) ;;
    poor:*) echo 'param name=variant value=normal type=enum values="normal killer"' ;;
    *)
        # Without values, this enumeration accepts every game.
        echo 'param name=variant value=normal type=enum'
        echo 'param name=pad value="" type=string'
        ;;
    esac
    case $fault in
    # In one piece, before `init`.
    hasty*) printf 'wait\nready\n' ;;
    *) echo wait ;;
    esac
}

while read -r line; do
    case $line in
    hub)
        [ "$fault" = deaf ] || declare_all
        [ "$fault" = plugged ] && freeze
        ;;
    set-param*)
        case $fault in
        mute:*|grumble:*|hasty-grumble:*) echo 'error message="no such thing"' ;;
        esac
        case $line in *name=variant*) game=${line##*=} ;; esac
        ;;
    init)
        case $fault in
        hasty) ;;
        early) printf 'ready\ndone move=31-26\n' ;;
        # Unasked, and not an answer to a later question.
        chatty:*) printf 'ready\nready\nwait\npong\nerror message="odd"\n' ;;
        picky) if [ "$game" = normal ]; then echo ready; else echo 'error message="not this game"'; echo ready; fi ;;
        missing) [ "$game" = normal ] || exit 5; echo ready ;;
        *) echo ready ;;
        esac
        ;;
    # The first moves from the start.
    pos*moves=*) move=20-25 ;;
    pos*) move=31-26 ;;
    ping) echo pong ;;
    'go think')
        case $fault in
        crash) exit 7 ;;
        stall) freeze ;;
        illegal) echo 'done move=1-50' ;;
        nonsense) echo 'done move=#?!' ;;
        none) echo 'done' ;;
        sorry) printf 'error message="I am lost"\ndone\n' ;;
        twice) printf 'done move=%s\ndone move=%s\n' "$move" "$move" ;;
        spoof) printf 'done move=\033[2J\342\200\25631-26\n' ;;
        daemon)
            (setsid sh -c 'echo $$ >> "$1"; exec sleep 1000' sh "$processes" &)
            sleep 0.5
            echo 'done'
            ;;
        half) printf 'done move=31-2' && exit 0 ;;
        late) sleep 0.4 && echo 'done move=31-26' ;;
        flood) while echo 'info depth=1 score=0.00 nodes=1 pv="31-26"'; do slow_down; done ;;
        endless) while printf 'info depth=1 score=0.00 '; do slow_down; done ;;
        closed) exec >&- && sleep 1000 ;;
        shut) exec <&- && freeze ;;
        *:*)
            case $fault in chatty:*) printf 'pong\nready\nerror message="odd"\n' ;; esac
            echo "done move=${dance%%:*}"
            dance=${dance#*:}:${dance%%:*}
            ;;
        esac
        ;;
    quit)
        # This fault also ignores `quit`.
        [ "$fault" = illegal ] || exit 0
        ;;
    esac
done
[ "$fault" = illegal ] && sleep 1000
