#!/bin/sh
# usage: bench.sh BUILD : what a start costs, with nothing to judge and with one NodePool; fails
# above the ceilings, which leave a fifth above what was measured.
build=$1
bad=0
row() { # NAME INSTRUCTIONS_MOST KIB_MOST FILE
    instructions=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/gpulint" check \
        --isolated --allow-empty "$4" 2>&1 >/dev/null | sed -n 's/.*Collected : //p')
    set -- "$@" $("$build/tests/measure" "$build/gpulint" check --isolated --allow-empty "$4")
    printf '%-12s %11s instructions (most %s)  %6s KiB resident (most %s)  %6s us\n' \
        "$1" "$instructions" "$2" "$5" "$3" "$6"
    [ "${instructions:-$2}" -lt "$2" ] && [ "$5" -lt "$3" ] || bad=1
}
row 'empty input' 3000000 8192 /dev/null
row 'one NodePool' 12000000 10240 fixtures/bench/nodepool.yaml
exit $bad
