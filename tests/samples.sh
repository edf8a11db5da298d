#!/bin/sh
# usage: samples.sh GPULINT RULE SEED CORPUS : ten findings of a rule, drawn at random from a folder
# of repositories, to be read by a person.
tool=$1 rule=$2 seed=$3 corpus=$4
[ -n "$rule" ] && [ -d "$corpus" ] ||
    { echo "usage: make samples RULE=id [SEED=n] CORPUS=folder" >&2 && exit 2; }
"$tool" explain "$rule" >/dev/null || exit 2
for repository in "$corpus"/*/; do
    "$tool" check --isolated --select "$rule" --min-severity info --fail-on never --allow-empty \
        --quiet --color never "$repository" 2>/dev/null
done | awk -v seed="$seed" '
    BEGIN { RS = ""; srand(seed) }
    NR <= 10 { kept[NR] = $0; next }
    { at = int(rand() * NR) + 1; if (at <= 10) kept[at] = $0 }
    END {
        for (i = 1; i <= 10 && i <= NR; i++) print kept[i] "\n"
        printf "%d of %d findings\n", NR < 10 ? NR : 10, NR
    }'
