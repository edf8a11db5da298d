#!/bin/sh
# usage: bench.sh BUILD : what a start costs, with nothing to judge and with one NodePool; and how
# time and memory grow with the objects of a generated cluster. Nothing here passes or fails.
build=$1
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
row() { # NAME FILE
    instructions=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/gpulint" check \
        --isolated --allow-empty "$2" 2>&1 >/dev/null | sed -n 's/.*Collected : //p')
    set -- "$1" $("$build/tests/measure" "$build/gpulint" check --isolated --allow-empty "$2")
    printf '%-12s %11s instructions  %6s KiB resident  %6s us\n' "$1" "$instructions" "$2" "$3"
}
row 'empty input' /dev/null
row 'one NodePool' fixtures/bench/nodepool.yaml

last=''
grow() { # COMMAND NAME FILE : with the factor to the row above it
    set -- "$1" "$2" $("$build/tests/measure" "$build/gpulint" "$1" --isolated --quiet "$3")
    factor=''
    [ -z "$last" ] || factor=$(awk -v now="$4" -v last="$last" 'BEGIN { printf "x %.1f", now / last }')
    printf '%-8s %-34s %8s KiB resident %9s us  %s\n' "$1" "$2" "$3" "$4" "$factor"
    last=$4
}
for objects in 100 1000 10000; do
    tests/fleet.sh $objects many >"$made/$objects.yaml"
done
tests/fleet.sh 2150 pairs >"$made/pairs.yaml"
tests/fleet.sh 2150 one >"$made/one.yaml"
for command in check simulate; do
    last=''
    for objects in 100 1000 10000; do
        grow $command "$objects objects" "$made/$objects.yaml"
    done
    last=''
    grow $command '2,000 workloads x 100 NodePools' "$made/pairs.yaml"
    last=''
    grow $command '2,000 workloads of one shape' "$made/one.yaml"
done
