#!/bin/sh
# Adds up what suite.sh recorded; the last line of `make check`.
passed=0 failed=0
for file in build/results/*; do
    case $file in *.log) continue ;; esac
    read -r good _ bad _ <"$file"
    [ "$bad" = 0 ] || echo "FAILED: ${file##*/} ($bad), see $file.log"
    passed=$((passed + good)) failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
