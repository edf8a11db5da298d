#!/bin/sh
# usage: unit.sh TEST... : runs cmocka programs and adds up their tests.
passed=0 failed=0
for test; do
    log=$(timeout 300 "$test" 2>&1)
    code=$?
    good=$(printf '%s\n' "$log" | sed -n 's/^\[  PASSED  \] \([0-9]*\) test(s).*/\1/p' | tail -n 1)
    bad=$(printf '%s\n' "$log" | sed -n 's/^\[  FAILED  \] \([0-9]*\) test(s).*/\1/p' | tail -n 1)
    good=${good:-0} bad=${bad:-0}
    if [ "$code" != 0 ]; then
        printf '%s\n' "$log" | grep -vE '^\[ +(RUN|OK) +\]'
        echo "^ $test: exit $code"
        [ "$bad" != 0 ] || bad=1
    fi
    passed=$((passed + good)) failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
