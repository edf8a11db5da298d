#!/bin/sh
# usage: check_headers.sh COMPILE... : every header compiles alone, and has the guard of its path.
bad=0
for header in $(find src webhook cli -name '*.h'); do
    guard=$(echo "${header#src/}" | tr 'a-z/.' 'A-Z__')
    grep -q "^#ifndef $guard\$" "$header" || { echo "$header: guard is not $guard" && bad=1; }
    "$@" -Wno-pedantic -fsyntax-only -x c "$header" || { echo "^ $header" && bad=1; }
done
exit $bad
