#!/bin/sh
# usage: suite.sh NAME COMMAND... : runs a suite and records how it ended, for total.sh. A suite that
# counts says "N passed, N failed" in its last line; one that does not is one check.
name=$1
shift
mkdir -p build/results
log=build/results/$name.log
echo "== $name"
{
    "$@" 2>&1
    echo "exit $?"
} | tee "$log" | grep -v '^exit [0-9]*$'
code=$(sed -n '$s/^exit //p' "$log")
counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
if [ -z "$counts" ]; then
    [ "$code" = 0 ] && counts="1 passed, 0 failed" || counts="0 passed, 1 failed"
elif [ "$code" != 0 ]; then
    case $counts in *" 0 failed") counts="${counts%% *} passed, 1 failed" ;; esac
fi
echo "$counts" >"build/results/$name"
