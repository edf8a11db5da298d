#!/bin/sh
# usage: bench.sh BUILD : what a start costs, with nothing to judge and with one NodePool.
build=$1
row() { # NAME FILE
    instructions=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/gpulint" check \
        --isolated --allow-empty "$2" 2>&1 >/dev/null | sed -n 's/.*Collected : //p')
    set -- "$1" $("$build/tests/measure" "$build/gpulint" check --isolated --allow-empty "$2")
    printf '%-12s %11s instructions  %6s KiB resident  %6s us\n' "$1" "$instructions" "$2" "$3"
}
row 'empty input' /dev/null
row 'one NodePool' fixtures/bench/nodepool.yaml
