#!/bin/sh
# usage: samples.sh GPULINT RULE SEED CORPUS : ten findings of a rule, drawn at random from a folder
# of repositories, to be read by a person. RULE "simulate:never" draws thirty workloads of which
# simulate says that no place ever takes them; OPTIONS go to simulate: --complete.
tool=$1 rule=$2 seed=$3 corpus=$4 most=10
[ -n "$rule" ] && [ -d "$corpus" ] ||
    { echo "usage: make samples RULE=id [SEED=n] CORPUS=folder" >&2 && exit 2; }
findings() { # in blocks with an empty line between
    "$tool" check --isolated --select "$rule" --min-severity info --fail-on never --allow-empty \
        --quiet --color never "$1"
}
nevers() { # the workloads of the first section, each a block
    "$tool" simulate --isolated --allow-empty --quiet --color never $OPTIONS "$1" |
        awk '/^[^ ]/ { on = /^never/; next } /^$/ { on = 0 } on && /^  [^ ]/ { print "" } on'
}
list=findings
case $rule in
simulate:never) list=nevers most=30 ;;
*) "$tool" explain "$rule" >/dev/null || exit 2 ;;
esac
# The generator is written out: what awk draws differs from one awk to the next.
for repository in "$corpus"/*/; do
    echo
    $list "$repository" 2>/dev/null
done | awk -v seed="$seed" -v most="$most" '
    function draw() { state = (state * 16807) % 2147483647; return state / 2147483647 }
    BEGIN { RS = ""; state = seed % 2147483646 + 1; for (i = 0; i < 10; i++) draw() }
    NR <= most { kept[NR] = $0; next }
    { at = int(draw() * NR) + 1; if (at <= most) kept[at] = $0 }
    END {
        for (i = 1; i <= most && i <= NR; i++) print kept[i] "\n"
        printf "%d of %d\n", NR < most ? NR : most, NR
    }'
