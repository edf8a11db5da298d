#!/bin/sh
# Files of at most 500 lines, functions of at most 50 and a complexity of 20. Exceptions are named
# in tests/sizes.allow, one function a line, with the reason behind it.
bad=0
for file in $(find src cli webhook tests -name '*.[ch]'); do
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || { echo "$file: $lines lines" && bad=1; }
done
pmccabe $(find src cli webhook -name '*.c') | awk '
    FILENAME != "-" { if ($1 !~ /^#/) allowed[$1] = 1; next }
    { name = $NF; file = $6 }
    ($1 > 20 || $5 > 50) && !(name in allowed) {
        printf "%s %s: %d lines, complexity %d\n", file, name, $5, $1
        bad = 1
    }
    END { exit bad }' tests/sizes.allow - || bad=1
exit $bad
