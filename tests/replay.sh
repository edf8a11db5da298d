#!/bin/sh
# usage: replay.sh BUILD NAME... : each fuzzer's corpus through its entry.
build=$1
shift
passed=0 failed=0
for name; do
    for file in tests/fuzz/corpus/"$name"/*; do
        [ -f "$file" ] || continue
        if timeout 30 "$build/tests/fuzz/replay_$name" "$file"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "^ $name: $file"
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
